"""How long Postgres is waited for, by the journal's own connection and by those beside it."""

from typing import Final

CONNECT_S: Final = 5
STATEMENT_MS: Final = 5_000
SILENCE_MS: Final = 10_000
"""How long it may leave what was sent unacknowledged before the connection counts as lost."""
