"""The castle: exhibitions, then thieves, then detectives (A6)."""

from collections.abc import Iterable, Mapping

from engine.adel_verpflichtet import choices
from engine.adel_verpflichtet.choices import DETECTIVE, EXHIBIT, Action, Card, Location
from engine.adel_verpflichtet.happenings import (
    castle_opens,
    detective_moves,
    detectives_idle,
    exhibitions_open,
    exhibitions_rank,
    exhibitor_moves,
    exhibits_return,
    finds_no_show,
    finds_nothing_left,
    game_stops,
    pair_counts,
    steals,
)
from engine.adel_verpflichtet.happenings.parts import Recorder
from engine.adel_verpflichtet.objects import NONE, Objects, size, without
from engine.adel_verpflichtet.rules import cells, exhibition, track
from engine.adel_verpflichtet.state import Rules, Stage, State, owner, played, seats_of, with_seat
from engine.core.seats import Seat


def cards(thieves: Iterable[int], can_exhibit: bool) -> tuple[Action, ...]:
    """What may be played there (A3.2, A3.3), in the order in which it is listed; the detective is never lost."""
    exhibit = (EXHIBIT,) if can_exhibit else ()
    return (*exhibit, *map(choices.thief, thieves), DETECTIVE)


def exhibitors(state: State) -> list[Seat]:
    """The seats that play the exhibit card (A6.1), in seat order."""
    return sorted(seat for _, seat in played(state, Location.CASTLE, Card.EXHIBIT))


def to_rob(state: State) -> tuple[Objects, ...]:
    """The exhibitions that still have an object (A6.4), in seat order."""
    return tuple(shown for shown in state.exhibitions if shown)


def reveal_cards(state: State, record: Recorder) -> State:
    """The action cards there are turned up (A6) unless all lie open already (A9.1); exhibitors are to be asked."""
    were_closed = not state.castle_open
    state = state._replace(
        castle_open=True,
        prowling=tuple(thief for thief, _ in played(state, Location.CASTLE, Card.THIEF)),
        stage=Stage.EXHIBITION if exhibitors(state) else state.stage,
    )
    if were_closed and Location.CASTLE in state.locations:
        record(castle_opens, state)
    return state


def exhibit(state: State, shown: Mapping[Seat, Objects], record: Recorder) -> State:
    """All exhibitions are revealed together (A6.1); the best and the second best move their owners' pawns (A6.2)."""
    exhibitions = tuple(shown.get(seat, NONE) for seat in seats_of(state))
    state = state._replace(
        hands=tuple(without(hand, taken) for hand, taken in zip(state.hands, exhibitions, strict=True)),
        exhibitions=exhibitions,
        seen=state.seen | sum(exhibitions),
    )
    record(exhibitions_open, state)
    ranked = exhibition.by_worth(exhibitions)
    if len(ranked) > 1:
        record(exhibitions_rank, state, ranked)
    castle = track.castle_of_leader(state.table.edition, state.pawns)
    if castle:
        # read once, before anybody moves: it counts for both (A6.3)
        record(pair_counts, state, castle, max(state.pawns))
        for rank, (seat, by) in enumerate(zip(ranked, castle.pair, strict=False), start=1):
            state = track.moved(state, seat, by)
            record(exhibitor_moves, state, seat, rank, exhibitions[seat], by)
            if track.has_stopped(state):
                return _stop(state, seat, record)
    return state


def send_thieves(state: State, record: Recorder) -> State:
    """The thieves act, highest seniority first (A6.4), up to one with a choice; it and the later ones still prowl."""
    if state.prowling and not exhibitors(state):
        state = state._replace(prowling=())
        record(finds_no_show, state, played(state, Location.CASTLE, Card.THIEF))
    while state.prowling:
        exhibitions = to_rob(state)
        if any(size(shown) > 1 for shown in exhibitions):
            return state._replace(stage=Stage.THEFT)
        if exhibitions:
            state = steal(state, sum(exhibitions), record)
        else:
            thief, *later = state.prowling
            state = state._replace(prowling=tuple(later))
            record(finds_nothing_left, state, owner(state, thief), thief)
    return state


def steal(state: State, taken: Objects, record: Recorder) -> State:
    """The next thief takes one object from every exhibition that still has one, into the hidden hand (A6.4)."""
    thief, *later = state.prowling
    seat = owner(state, thief)
    loot = [(victim, shown & taken) for victim, shown in zip(seats_of(state), state.exhibitions, strict=True) if shown]
    state = state._replace(
        hands=with_seat(state.hands, seat, state.hands[seat] | taken),
        exhibitions=tuple(without(shown, taken) for shown in state.exhibitions),
        prowling=tuple(later),
    )
    record(steals, state, seat, thief, loot)
    return state


def detect(state: State, record: Recorder) -> State:
    """One detective is enough to catch every thief (A6.6); then all detectives' owners move by their places (A6.7)."""
    detectives = sorted(seat for _, seat in played(state, Location.CASTLE, Card.DETECTIVE))
    thieves = [thief for thief, _ in played(state, Location.CASTLE, Card.THIEF)]
    if not detectives:
        return state
    if not thieves:
        record(detectives_idle, state, detectives)
        return state
    state = cells.arrest(state, thieves, detectives, record)
    pawns = state.pawns
    if state.table.rules is Rules.OF_1990:
        # in the order of their places, level ones in seat order (A11.1)
        detectives.sort(key=lambda seat: track.place(pawns, seat))
    for seat in detectives:
        place = track.place(pawns, seat)
        state = track.moved(state, seat, place)
        record(detective_moves, state, seat, place, track.level_with(pawns, seat))
        if track.has_stopped(state):
            return _stop(state, seat, record)
    return state


def _stop(state: State, seat: Seat, record: Recorder) -> State:
    """That seat's pawn has reached the banquet table: nothing more of the round is carried out (A11.1)."""
    state = state._replace(prowling=())
    record(game_stops, state, seat)
    return state


def return_exhibits(state: State, record: Recorder) -> State:
    """What was not stolen goes back into the hidden hands (A6.10)."""
    left = state.exhibitions
    if any(left):
        state = state._replace(
            hands=tuple(hand | shown for hand, shown in zip(state.hands, left, strict=True)),
            exhibitions=(NONE,) * len(left),
        )
        record(exhibits_return, state, left)
    return state
