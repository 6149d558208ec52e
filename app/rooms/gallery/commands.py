"""Command of the gallery."""

from typing import Annotated

from app.rooms.model.ids import Digest
from app.rooms.model.values import Frozen, Meta
from app.rooms.schema.command import FILLED, Ask, Name

Answer = Annotated[str, Meta(min_length=1, max_length=40)]
"""Guessed answer with its seat: ``0 castle``."""


class Guess(Frozen, frozen=True, tag="guess"):
    """Seal a guess of the coming reveal, or replace the sealed one by it.

    The sender has shown the watchers' link."""

    name: Name
    ask: Ask
    answers: Annotated[tuple[Answer, ...], Meta(min_length=1, max_length=5)]
    holder: Annotated[Digest, FILLED]
    """Digest of the secret that the watcher's browser keeps for this room."""


GalleryCommand = Guess
