"""Helpers that build this game's effects."""

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
"""Listener to the effects of this game."""


def make_effect(state: State, clause: str, kind: str, seat: Seat | None, **details: Detail) -> Effect:
    """Return an effect of this kind in the state's round."""
    return Effect(clause, kind, state.round, seat, tuple(details.items()))


def card_effect(state: State, kind: str, seat: Seat, card: int, **details: Detail) -> Effect:
    """Return an effect caused by an event card, with the card's own clause."""
    shown = state.table.edition.event_cards[card]
    return make_effect(state, shown.effect.clause, kind, seat, card=shown.id, **details)


def clause_effect(state: State, effect: CardEffect, kind: str, seat: Seat, **details: Detail) -> Effect:
    """Return an effect caused by this effect of an event card."""
    return make_effect(state, effect.clause, kind, seat, **details)


def event_ids(state: State, cards: Iterable[int]) -> tuple[str, ...]:
    """Return the ids of event cards."""
    shown = state.table.edition.event_cards
    return tuple(shown[card].id for card in cards)


def event_id(state: State, card: int) -> str:
    """Return the id of an event card."""
    return state.table.edition.event_cards[card].id


def gem_card_id(state: State, card: int) -> str:
    """Return the id of a gem card."""
    return state.table.edition.gem_cards[card].id


@functools.lru_cache(maxsize=1 << 10)
def words(gems: Gems) -> tuple[str, ...]:
    """Return the colour of every gem, in order of value."""
    return tuple(colour.value for colour in each(gems))


def numbers(seats: Sequence[Seat]) -> tuple[int, ...]:
    """Return the seats as integers."""
    return tuple(int(seat) for seat in seats)


def yes_or_no(answer: bool) -> str:
    """Return ``yes`` or ``no``."""
    return "yes" if answer else "no"


def list_bargain(state: State, other: Seat) -> dict[str, Detail]:
    """Return the details of a negotiation. Raises ValueError if nobody bargains."""
    return {"action": name_action(state), "other": int(other)}


def name_action(state: State) -> str:
    """Return the action that two seats bargain for.

    Raises ValueError if there is none."""
    if state.step is None:
        raise ValueError("nobody bargains")
    return state.step.value
