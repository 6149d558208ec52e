"""What the effects of this game are made of; ``engine.core.recorder`` says who listens."""

import functools
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from engine.core.effects import Detail, Effect
from engine.core.recorder import Recorder as AnyRecorder
from engine.core.seats import Seat
from engine.edel_stein_reich.components import CardEffect
from engine.edel_stein_reich.gems import Gems, each
from engine.edel_stein_reich.state import State

Recorder: TypeAlias = AnyRecorder[State]
"""Whoever listens to the rules of this game."""


def make_effect(state: State, clause: str, kind: str, seat: Seat | None, **details: Detail) -> Effect:
    """The effect of this kind in the state's round."""
    return Effect(clause, kind, state.round, seat, tuple(details.items()))


def of_card(state: State, kind: str, seat: Seat, card: int, **details: Detail) -> Effect:
    """The effect of this kind that an event card brings about, by the card's own clause."""
    shown = state.table.edition.event_cards[card]
    return make_effect(state, shown.effect.clause, kind, seat, card=shown.id, **details)


def make_card_effect(state: State, effect: CardEffect, kind: str, seat: Seat, **details: Detail) -> Effect:
    """Return the effect of an event card, of this kind."""
    return make_effect(state, effect.clause, kind, seat, **details)


def event_ids(state: State, cards: Iterable[int]) -> tuple[str, ...]:
    """The ids of event cards."""
    shown = state.table.edition.event_cards
    return tuple(shown[card].id for card in cards)


def event_id(state: State, card: int) -> str:
    """The id of an event card."""
    return state.table.edition.event_cards[card].id


def gem_card_id(state: State, card: int) -> str:
    """The id of a gem card."""
    return state.table.edition.gem_cards[card].id


@functools.lru_cache(maxsize=1 << 10)
def words(gems: Gems) -> tuple[str, ...]:
    """The colour of every gem, in order of value."""
    return tuple(colour.value for colour in each(gems))


def numbers(seats: Sequence[Seat]) -> tuple[int, ...]:
    """Seats as numbers."""
    return tuple(int(seat) for seat in seats)


def yes_or_no(answer: bool) -> str:
    """``yes`` or ``no``."""
    return "yes" if answer else "no"
