"""Secrets of Edel, Stein & Reich (E9.1).

They are face-down cards, and with two seats a sealed action while it is guessed at. The box shows every face, so a
word is a secret only if it tells copies apart."""

import random

from app.rooms.model.play import Play
from engine.core.seats import Viewer, all_seats
from engine.edel_stein_reich.choices import Action
from engine.edel_stein_reich.state import Stage, State, active

SEALABLE = (Action.MONEY, Action.EVENT, Action.GEMS)


def list_secret_words(play: Play, viewer: Viewer) -> dict[str, str]:
    """Return ids of pile cards that have copies and were never face up."""
    state: State = play.state
    told = {word for reveal in play.history for one in reveal.effects for word in _flatten(one.details)}
    pile = [state.table.edition.event_cards[card] for card in state.event_pile]
    return {card.id: "a face-down event card" for card in pile if card.id != card.face and card.id not in told}


def redeal(state: State, viewer: Viewer, rng: random.Random) -> State:
    """Return a state with other piles and another hidden action."""
    cards = [*state.gem_pile, *state.set_aside[1:]]
    events = [*state.event_pile]
    rng.shuffle(cards)
    rng.shuffle(events)
    dealt = state._replace(
        gem_pile=tuple(cards[: len(state.gem_pile)]),
        set_aside=(*state.set_aside[:1], *cards[len(state.gem_pile) :]),
        event_pile=tuple(events),
    )
    sealer = active(state)
    if state.stage is not Stage.GUESS or sealer is None or sealer == viewer:
        return dealt
    possible = [action for action in SEALABLE if action not in state.guesses]
    actions = tuple(rng.choice(possible) if seat == sealer else None for seat in all_seats(len(state.gems)))
    return dealt._replace(actions=actions)


def _flatten(details: tuple[tuple[str, object], ...]) -> list[object]:
    return [word for _, detail in details for word in (detail if isinstance(detail, tuple) else (detail,))]
