"""Helpers for finding the best moments of a game, shared by all games."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from app.rooms.model.reveal import Reveal
from app.web.games.chronicle import Highlight, PlacedEffect
from app.web.text.details import numbers
from engine.core.effects import Effect

MOST = 6
"""Maximum number of highlights."""


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
