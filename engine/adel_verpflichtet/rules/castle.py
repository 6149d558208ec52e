"""Castle: exhibitions, then thieves, then detectives (A6)."""

from collections.abc import Iterable, Mapping

from engine.adel_verpflichtet import choices
from engine.adel_verpflichtet.choices import DETECTIVE, EXHIBIT, Action, Card, Location
from engine.adel_verpflichtet.effects import (
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
from engine.adel_verpflichtet.effects.parts import Recorder
from engine.adel_verpflichtet.objects import NONE, Objects, remove, size
from engine.adel_verpflichtet.rules import cells, exhibition, track
from engine.adel_verpflichtet.state import Rules, Stage, State, cards_played, owner, replace_seat, seats_of
from engine.core.seats import Seat


def cards(thieves: Iterable[int], can_exhibit: bool) -> tuple[Action, ...]:
    """Return the cards that may be played there, in listing order (A3.2, A3.3).

    The detective is never lost."""
    exhibit = (EXHIBIT,) if can_exhibit else ()
    return (*exhibit, *map(choices.thief, thieves), DETECTIVE)


def exhibitors(state: State) -> list[Seat]:
    """Return the seats that play the exhibit card (A6.1), in seat order."""
    return sorted(seat for _, seat in cards_played(state, Location.CASTLE, Card.EXHIBIT))


def nonempty_exhibitions(state: State) -> tuple[Objects, ...]:
    """Return the exhibitions that still have an object (A6.4), in seat order."""
    return tuple(shown for shown in state.exhibitions if shown)


def reveal_cards(state: State, record: Recorder) -> State:
    """Reveal the action cards there (A6), unless all lie open already (A9.1).

    Then exhibitors are asked."""
    were_closed = not state.castle_open
    state = state._replace(
        castle_open=True,
        prowling=tuple(thief for thief, _ in cards_played(state, Location.CASTLE, Card.THIEF)),
        stage=Stage.EXHIBITION if exhibitors(state) else state.stage,
    )
    if were_closed and Location.CASTLE in state.locations:
        record(castle_opens, state)
    return state


def exhibit(state: State, shown: Mapping[Seat, Objects], record: Recorder) -> State:
    """Reveal all exhibitions together (A6.1).

    The best and the second best move their owners' pawns (A6.2)."""
    exhibitions = tuple(shown.get(seat, NONE) for seat in seats_of(state))
    state = state._replace(
        hands=tuple(remove(hand, taken) for hand, taken in zip(state.hands, exhibitions, strict=True)),
        exhibitions=exhibitions,
        seen=state.seen | sum(exhibitions),
    )
    record(exhibitions_open, state)
    ranked = exhibition.rank_by_worth(exhibitions)
    if len(ranked) > 1:
        record(exhibitions_rank, state, ranked)
    castle = track.castle_of_leader(state.table.edition, state.pawns)
    if castle:
        # read before the first move, since it counts for both (A6.3)
        record(pair_counts, state, castle, max(state.pawns))
        for rank, (seat, by) in enumerate(zip(ranked, castle.pair, strict=False), start=1):
            state = track.move_pawn(state, seat, by)
            record(exhibitor_moves, state, seat, rank, exhibitions[seat], by)
            if track.has_stopped(state):
                return _stop(state, seat, record)
    return state


def send_thieves(state: State, record: Recorder) -> State:
    """Let the thieves act, highest seniority first (A6.4).

    It stops at the first thief with a choice; that one and the later ones still prowl."""
    if state.prowling and not exhibitors(state):
        state = state._replace(prowling=())
        record(finds_no_show, state, cards_played(state, Location.CASTLE, Card.THIEF))
    while state.prowling:
        exhibitions = nonempty_exhibitions(state)
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
    """Let the next thief take one object from every exhibition (A6.4).

    Bare exhibitions are skipped. The objects go into the hidden hand."""
    thief, *later = state.prowling
    seat = owner(state, thief)
    loot = [(victim, shown & taken) for victim, shown in zip(seats_of(state), state.exhibitions, strict=True) if shown]
    state = state._replace(
        hands=replace_seat(state.hands, seat, state.hands[seat] | taken),
        exhibitions=tuple(remove(shown, taken) for shown in state.exhibitions),
        prowling=tuple(later),
    )
    record(steals, state, seat, thief, loot)
    return state


def detect(state: State, record: Recorder) -> State:
    """Arrest every thief if there is a detective (A6.6).

    Then all detectives' owners move by their places (A6.7)."""
    detectives = sorted(seat for _, seat in cards_played(state, Location.CASTLE, Card.DETECTIVE))
    thieves = [thief for thief, _ in cards_played(state, Location.CASTLE, Card.THIEF)]
    if not detectives:
        return state
    if not thieves:
        record(detectives_idle, state, detectives)
        return state
    state = cells.arrest(state, thieves, detectives, record)
    pawns = state.pawns
    if state.table.rules is Rules.OF_1990:
        # by place, equal ones in seat order (A11.1)
        detectives.sort(key=lambda seat: track.place(pawns, seat))
    for seat in detectives:
        place = track.place(pawns, seat)
        state = track.move_pawn(state, seat, place)
        record(detective_moves, state, seat, place, track.level_with(pawns, seat))
        if track.has_stopped(state):
            return _stop(state, seat, record)
    return state


def _stop(state: State, seat: Seat, record: Recorder) -> State:
    """Stop the round: that seat's pawn has reached the banquet table (A11.1)."""
    state = state._replace(prowling=())
    record(game_stops, state, seat)
    return state


def return_exhibits(state: State, record: Recorder) -> State:
    """Return objects that were not stolen to the hidden hands (A6.10)."""
    left = state.exhibitions
    if any(left):
        state = state._replace(
            hands=tuple(hand | shown for hand, shown in zip(state.hands, left, strict=True)),
            exhibitions=(NONE,) * len(left),
        )
        record(exhibits_return, state, left)
    return state
