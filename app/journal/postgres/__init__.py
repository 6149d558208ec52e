"""What only Postgres does: the processes that serve one database know of each other."""
