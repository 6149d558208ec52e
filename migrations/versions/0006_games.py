"""Which room plays which game, by the game's commitment: a saved room is not brought in while its game runs here.

Games that run are noted now. Stands alone: it says what the rows of release 0.2 were, whatever they become later."""

import orjson
import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("commitment", sa.Text, primary_key=True),
        sa.Column("room", sa.Text, sa.ForeignKey("rooms.code", ondelete="CASCADE"), nullable=False),
    )
    op.create_index("games_by_room", "games", ["room"])
    connection = op.get_bind()
    playing = sa.text("SELECT code FROM rooms WHERE phase IN ('playing', 'paused') ORDER BY code")
    found: dict[str, str] = {}
    for code in connection.execute(playing).scalars().all():
        last = sa.text(
            "SELECT body FROM journal WHERE room = :code AND kind = 'game_begun' ORDER BY version DESC LIMIT 1"
        )
        commitment = commitment_of(connection.execute(last, {"code": code}).scalar())
        if commitment is not None:
            # a room that was brought in beside its original stays: the game is theirs both
            found.setdefault(commitment, code)
    if found:
        rows = [{"commitment": commitment, "room": code} for commitment, code in found.items()]
        connection.execute(sa.text("INSERT INTO games (commitment, room) VALUES (:commitment, :room)"), rows)


def commitment_of(body: object) -> str | None:
    try:
        fact = orjson.loads(body) if isinstance(body, str) else None
    except orjson.JSONDecodeError:
        # a row that was damaged before keeps no other room from going on
        return None
    commitment = fact.get("commitment") if isinstance(fact, dict) else None
    return commitment if isinstance(commitment, str) else None
