"""The database: rooms as ordered facts."""
