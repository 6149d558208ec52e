"""What can be sealed ahead, as the page offers it."""

from dataclasses import dataclass

from app.rooms.view_types import RoomView
from app.web.games.looks import Looks
from app.web.table.votes import clock_span
from app.web.text.sentences import Part, Speech, parts_of

HOUR_S = 3600
MOST_AHEAD = 3
"""How many choices the page lets one line up."""


@dataclass(frozen=True, slots=True)
class Ahead:
    """What the viewer can say now to seal when asked next."""

    set: tuple[tuple[str, tuple[Part, ...]], ...]
    """What was said, in order: the choice, and its name."""
    offers: tuple[tuple[str, tuple[Part, ...]], ...]
    """What can be added."""
    ask: int
    is_urged: bool
    """Whether it is worth a place of its own: the clock counts hours, and the viewer owes nothing now."""


def ahead(seen: RoomView, ask: int, look: Looks, speech: Speech, *, has_offers: bool = True) -> Ahead | None:
    """What can be sealed ahead during the ask of that number; None for who has no hand in a running game. What can be
    added takes a while to be found: it is only if it ``has_offers``."""
    # a view may tell whether there is a hand for the viewer; one that does not has none for the public alone
    hand = getattr(seen.table, "mine", seen.you) if seen.table is not None else None
    if seen.room.phase not in ("playing", "paused") or hand is None:
        return None
    said = tuple((choice, parts_of(look.choice_name(choice, speech))) for choice in seen.ahead)
    offered = look.ahead(seen, speech) if has_offers and len(said) < MOST_AHEAD else ()
    offers = tuple((choice, parts_of(name)) for choice, name in offered if choice not in seen.ahead)
    owes = seen.ask is not None and seen.ask.sealed is None
    is_urged = bool(said) or (clock_span(seen.room.options) >= HOUR_S and not owes)
    return Ahead(said, offers, ask, is_urged)
