"""Helpers that build this game's effects."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from engine.adel_verpflichtet.choices import Location
from engine.adel_verpflichtet.objects import Object, Objects, oldest, size
from engine.adel_verpflichtet.state import State
from engine.core.effects import Detail, Effect
from engine.core.recorder import Recorder as AnyRecorder
from engine.core.seats import Seat

Recorder: TypeAlias = AnyRecorder[State]
"""Listener to the rules of this game."""


def make_effect(state: State, clause: str, kind: str, seat: Seat | None, **details: Detail) -> Effect:
    """Return an effect of this kind in the state's round."""
    return Effect(clause, kind, state.round, seat, tuple(details.items()))


def cards_at(state: State, clause: str, kind: str, location: Location) -> Effect:
    """Return the effect that reveals the action cards of one location."""
    everywhere = enumerate(zip(state.locations, state.actions, strict=True))
    played = [(seat, action) for seat, (there, action) in everywhere if there is location and action]
    return make_effect(
        state,
        clause,
        kind,
        None,
        seats=tuple(seat for seat, _ in played),
        cards=tuple(str(action.card) for _, action in played),
        values=tuple(action.value for _, action in played),
    )


def exhibitions(state: State, clause: str, kind: str, shown: Sequence[Objects]) -> Effect:
    """Return the effect that shows one set of objects per seat."""
    edition = state.table.edition
    return make_effect(
        state,
        clause,
        kind,
        None,
        seats=tuple(seat for seat, objects in enumerate(shown) if objects),
        sizes=tuple(size(objects) for objects in shown if objects),
        objects=tuple(name for objects in shown for name in edition.ids(objects)),
    )


def prize(state: State, clause: str, kind: str, seat: Seat, rank: int, shown: Objects, by: int) -> Effect:
    """Return the effect of an exhibition that has just moved its owner's pawn."""
    there = state.pawns[seat]
    return make_effect(
        state,
        clause,
        kind,
        seat,
        rank=rank,
        size=size(shown),
        oldest=id_of(state, oldest(shown)),
        by=by,
        from_space=there - by,
        to_space=there,
    )


def id_of(state: State, thing: Object) -> str:
    """Return the id of an object."""
    return state.table.edition.objects[thing.bit_length() - 1].id


def present(locations: Sequence[Location | None]) -> tuple[int, ...]:
    """Return the seats that have a location."""
    return tuple(seat for seat, location in enumerate(locations) if location)


def words(locations: Iterable[Location | None]) -> tuple[str, ...]:
    """Return the locations there are, as words."""
    return tuple(location.value for location in locations if location)


def numbers(seats: Iterable[Seat]) -> tuple[int, ...]:
    """Return seats as whole numbers."""
    return tuple(int(seat) for seat in seats)


def split(cards: Sequence[tuple[int, Seat]]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Split cards with owners into two tuples: the owners, the cards' values."""
    return tuple(int(seat) for _, seat in cards), tuple(value for value, _ in cards)
