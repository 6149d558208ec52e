"""Texts that stand neither in a template nor in a call of gettext: the sentences of refusals, and what is printed on
the games' cards. They are translated where they are shown."""

from collections.abc import Iterator

from app.rooms.decide_seats import BAD_NAME
from app.rooms.refusals import SENTENCES


def plain_texts() -> Iterator[tuple[str, str, None]]:
    """Each text with the file it stands in, and no context."""
    for sentence in SENTENCES.values():
        yield "app/rooms/refusals.py", sentence, None
    yield "app/rooms/decide_seats.py", BAD_NAME, None
