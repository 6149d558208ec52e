"""Timeouts of Postgres, for the journal's connection and those beside it."""

from typing import Final

CONNECT_S: Final = 5
STATEMENT_MS: Final = 5_000
SILENCE_MS: Final = 10_000
"""Milliseconds without an acknowledgement until the connection counts as lost."""
