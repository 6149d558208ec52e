"""The journal in a database: SQLite or Postgres."""
