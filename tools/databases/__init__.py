"""Trial of rooms on several Postgres databases: ``python -m tools.databases``."""
