"""Cue of an effect: its sound and its beat in a film."""

from typing import NamedTuple

from app.web.text.details import numbers
from engine.core.effects import Effect


class Cue(NamedTuple):
    """Sound and beat of an effect; an empty name stands for none.

    Only effects with a step of their own have one: its sentence tells the same in words."""

    sound: str = ""
    """Name of a sound in ``static/js/sounds/sounds.js``."""
    beat: str = ""
    """Name of a beat in ``static/js/beats/moves.js``.

    A beat is a short drawn moment over the board."""
    seats: tuple[int, ...] = ()
    """Seats whose crests the beat shows."""


SILENT = Cue()
"""Cue of most effects."""


def get_doer(effect: Effect) -> tuple[int, ...]:
    """Return the acting seat, if any."""
    return () if effect.seat is None else (int(effect.seat),)


def find_winners(effect: Effect) -> tuple[int, ...]:
    """Return the seats in first place of an effect that ends a game."""
    placed = zip(numbers(effect, "seats"), numbers(effect, "places"), strict=True)
    return tuple(seat for seat, place in placed if place == 1)
