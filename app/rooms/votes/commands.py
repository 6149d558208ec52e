"""Commands: what the table votes on while a game runs."""

from typing import Annotated

from app.rooms.model.values import Meta
from app.rooms.schema.command import Edition, FromSeat, On, Seed, SentAs


class Vote(FromSeat, frozen=True, tag="vote"):
    """Vote for a motion (see ``decide.MOTIONS``), against it, or withdraw the vote.

    ``seed`` and ``edition`` are for the game that the vote may begin."""

    motion: Annotated[str, Meta(max_length=32)]
    is_for: On
    seed: Seed
    edition: Edition
    is_against: Annotated[bool, SentAs("against")] = False


VoteCommand = Vote
