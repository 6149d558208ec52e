"""Secrets of Adel verpflichtet (A10.1, A10.2).

They are the objects in hands and piles, and the castle's actions while the auction house is resolved."""

import random

from app.rooms.model.play import Play
from engine.adel_verpflichtet.choices import DETECTIVE, EXHIBIT, Location, thief
from engine.adel_verpflichtet.objects import each
from engine.adel_verpflichtet.state import State, replace_seat
from engine.core.seats import Seat, Viewer, all_seats


def list_secret_words(play: Play, viewer: Viewer) -> dict[str, str]:
    """Return ids and names of objects that only their owner has seen."""
    state: State = play.state
    edition = state.table.edition
    unseen = {one: f"the hand of seat {seat}" for seat in _list_others(state, viewer) for one in _get_hand(state, seat)}
    unseen |= dict.fromkeys(_list_below(state), "what lies beneath a top")
    found = {name: what for one, what in unseen.items() for name in edition.ids(one)}
    names = {one.id: one.name for one in edition.objects}
    return found | {names[id]: what for id, what in found.items()}


def redeal(state: State, viewer: Viewer, rng: random.Random) -> State:
    """Return a state with another deal and other unrevealed actions."""
    others = _list_others(state, viewer)
    mine = [(seat, one) for seat in others for one in _get_hand(state, seat)]
    dealt = [one for _, one in mine] + _list_below(state)
    rng.shuffle(dealt)
    hands = list(state.hands)
    for seat, one in mine:
        hands[seat] &= ~one
    for seat, _ in mine:
        hands[seat] |= dealt.pop()
    first, second = ((*pile[:1], *(dealt.pop() for _ in pile[1:])) for pile in state.windows)
    state = state._replace(hands=tuple(hands), windows=(first, second))
    for seat in others:
        if state.actions[seat] and not state.castle_open and state.locations[seat] is Location.CASTLE:
            possible = (EXHIBIT, DETECTIVE, *map(thief, state.thieves[seat]))
            state = state._replace(actions=replace_seat(state.actions, seat, rng.choice(possible)))
    return state


def _list_others(state: State, viewer: Viewer) -> list[Seat]:
    return [seat for seat in all_seats(len(state.hands)) if seat != viewer]


def _get_hand(state: State, seat: Seat) -> list[int]:
    return list(each(state.hands[seat] & ~state.seen))


def _list_below(state: State) -> list[int]:
    return [one for pile in state.windows for one in pile[1:]]
