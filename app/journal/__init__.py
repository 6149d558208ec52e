"""The journal on disk: what is in it is safe, and nothing else is. The only package that imports SQLAlchemy."""
