"""Events of the gallery: neither players nor other watchers may know of them."""

from typing import Annotated

from app.rooms.model.ids import AskNumber, Digest, Millis
from app.rooms.schema.bounds import MOST_SEATS, each, is_name, is_word
from app.rooms.schema.event import UNTOLD, event

MOST_WATCHERS = 50
"""Most watchers who guess at a table in one evening."""

MOST_ANSWER = 40
"""Most characters of an answer with its seat."""


def is_watcher(number: int, at: Millis) -> bool:
    """Return whether a gallery can have a watcher of that number."""
    return 0 <= number < MOST_WATCHERS


def is_answer(text: str, at: Millis) -> bool:
    """Return whether a text can be a seat and an answer."""
    seat, _, answer = text.partition(" ")
    return len(text) <= MOST_ANSWER and seat in map(str, range(MOST_SEATS)) and is_word(answer, at)


@event(record=UNTOLD, for_nobody=True)
class WatcherNamed:
    """A watcher guesses for the first time this evening, or has another name now."""

    holder: Digest
    name: Annotated[str, is_name]


@event(record=UNTOLD, for_nobody=True)
class GuessSealed:
    """A watcher sealed a guess, or replaced the sealed one."""

    watcher: Annotated[int, is_watcher]
    ask: AskNumber
    answers: Annotated[tuple[str, ...], each(is_answer, MOST_SEATS, least=1)]
    """Seats and answers: ``0 castle``."""


GalleryEvent = WatcherNamed | GuessSealed
