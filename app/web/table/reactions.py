"""Reactions of a game beside the reveals of its replay."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from app.rooms.chat.words import SIGNS
from app.rooms.model.reveal import Reaction
from app.web.text.people import Person
from app.web.text.sentences import Speech

MOST_SHOWN = 24
"""Maximum number of reactions shown at a reveal; the first ones."""


@dataclass(frozen=True, slots=True)
class ShownReaction:
    """Reaction as a replay shows it."""

    seat: int | None
    """Seat whose crest stands beside it; None once somebody else has the seat."""
    name: str
    sign: str
    called: str
    """Name of the sign in the reader's language."""


def group_reactions(
    reactions: Iterable[Reaction], persons: Mapping[int, Person], speech: Speech
) -> Mapping[int, tuple[ShownReaction, ...]]:
    """Return the reactions by the ask of their reveal."""
    found: dict[int, list[ShownReaction]] = defaultdict(list)
    for each in reactions:
        if each.sign not in SIGNS or len(found[each.ask]) == MOST_SHOWN:
            continue
        person = persons.get(each.seat)
        seat = each.seat if person is not None and person.name == each.name else None
        called = speech.words.gettext(SIGNS[each.sign])
        found[each.ask].append(ShownReaction(seat, each.name, each.sign, called))
    return {ask: tuple(group) for ask, group in found.items() if group}
