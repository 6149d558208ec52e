"""Communication between the processes that serve one Postgres database."""
