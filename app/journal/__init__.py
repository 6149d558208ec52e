"""Journal on disk. The only package that imports SQLAlchemy.

The journal is the truth: after a crash nothing else is left."""
