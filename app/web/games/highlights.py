"""Helpers for finding the best moments of a game, shared by all games."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from app.rooms.model.reveal import Reaction, Reveal
from app.web.games.chronicle import Highlight, PlacedEffect
from app.web.text.details import numbers
from app.web.text.sentences import Speech, parts_of
from engine.core.effects import Effect

MOST = 6
"""Maximum number of highlights."""

LAUGH = "laugh"
"""Sign of laughter, by its key in ``app.rooms.chat.words.SIGNS``."""

LEAST_LAUGHING = 2
"""Minimum number of people who laughed at a reveal for it to be a highlight."""


class Laughs(NamedTuple):
    """Laughter at one reveal."""

    ask: int
    number: int
    """Number of laughs."""


def find_most_laughed(reactions: Iterable[Reaction]) -> Laughs | None:
    """Return the reveal with the most laughs, or None.

    Among equals the one with the most reactions wins, then the earlier one."""
    found = tuple(reactions)
    all_of = Counter(int(each.ask) for each in found)
    laughs = Counter(int(each.ask) for each in found if each.sign == LAUGH)
    people = Counter(ask for ask, _ in {(int(each.ask), each.name) for each in found if each.sign == LAUGH})
    asks = [ask for ask, count in people.items() if count >= LEAST_LAUGHING]
    if not asks:
        return None
    best = max(asks, key=lambda ask: (laughs[ask], all_of[ask], -ask))
    return Laughs(best, laughs[best])


def with_most_laughed(
    found: Sequence[Highlight], laughs: Laughs | None, reveals: Sequence[Reveal], speech: Speech
) -> tuple[Highlight, ...]:
    """Return the highlights of a game and the reveal most laughed at, up to six."""
    reveal = next((each for each in reveals if laughs is not None and each.ask == laughs.ask), None)
    if laughs is None or reveal is None:
        return tuple(found)
    said = speech.words.gettext("The reveal most laughed at: round %(round)d, with %(count)d laughs.")
    values = {"round": reveal.round, "count": laughs.number}
    one = Highlight(parts_of(said % values), laughs.ask, laughs.number, MOST)
    kept = sorted(found, key=lambda each: each.rank)[: MOST - 1]
    return tuple(sorted([*kept, one], key=lambda each: each.ask))


def select_best(found: Iterable[Highlight | None]) -> tuple[Highlight, ...]:
    """Return the first six highlights that are not None, in the order they happened."""
    kept = [replace(one, rank=rank) for rank, one in enumerate(found) if one is not None][:MOST]
    return tuple(sorted(kept, key=lambda one: one.ask))


def greatest(told: Iterable[PlacedEffect], kind: str, of: Callable[[Effect], int]) -> PlacedEffect | None:
    """Return the first effect of that kind with the highest value, or None."""
    return max((each for each in told if each.effect.kind == kind), key=lambda each: of(each.effect), default=None)


def sole_winner(told: Iterable[PlacedEffect]) -> tuple[int, int] | None:
    """Return the seat that won alone and the number of seats.

    Return None before the end or for a shared first place."""
    end = next((each.effect for each in told if each.effect.kind == "game_ends"), None)
    if end is None:
        return None
    seats, places = numbers(end, "seats"), numbers(end, "places")
    winners = [seat for seat, place in zip(seats, places, strict=True) if place == 1]
    return (winners[0], len(seats)) if len(winners) == 1 else None


def has_same_player(reveals: Sequence[Reveal], seat: int, since: int) -> bool:
    """Return whether one player had the seat from the reveal of that ask to the last."""
    return len({reveal.names[seat : seat + 1] for reveal in reveals if reveal.ask >= since}) <= 1
