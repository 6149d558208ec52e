"""Fold of events about cards: sealing, lifting, plans, reveals."""

from collections.abc import Set as AbstractSet

from app.rooms.model.changes import BrokenJournalError, end_shared_deal, running, with_occupant
from app.rooms.model.clocks import bank_after
from app.rooms.model.ids import AskNumber, Millis
from app.rooms.model.play import Plan, Play, SealedChoice
from app.rooms.model.reveal import MOST_PASSED, RecentReveal, Reveal
from app.rooms.model.room import Result, Room
from app.rooms.model.values import replace
from app.rooms.sealing.events import (
    AllSealed,
    ChoiceLifted,
    ChoiceSealed,
    GameFinished,
    PlanDropped,
    PlanMade,
    RanOut,
    Revealed,
    RevealHeld,
    SealingEvent,
)
from engine.core.errors import EngineError
from engine.core.seats import Seat, all_seats


def fold(room: Room, event: SealingEvent, at: Millis) -> Room:
    """Return the room after an event of its game. Raises BrokenJournalError."""
    if isinstance(event, GameFinished):
        return _apply_game_finished(room, at)
    play = running(room)
    if event.ask != play.ask:
        raise BrokenJournalError(f"ask {event.ask} came while {play.ask} was open")
    match event:
        case ChoiceSealed():
            seat, by = event.seat, event.by
            sealed = {**play.sealed, seat: SealedChoice(event.choice, by, at)}
            plans = _other_plans(play, seat) if by == "ahead" else play.plans
            changes = _count_change(play, seat) if seat in play.sealed else play.changes
            once_sealed = play.once_sealed | {seat}
            play = replace(play, sealed=sealed, once_sealed=once_sealed, plans=plans, changes=changes)
        case ChoiceLifted(_, seat):
            sealed = {other: card for other, card in play.sealed.items() if other != seat}
            play = replace(play, sealed=sealed, changes=_count_change(play, seat))
        case PlanMade(ask, seat, choices, when):
            said = {seat: Plan(ask, choices, when)} if choices or when else {}
            play = replace(play, plans={**_other_plans(play, seat), **said}, changes=_count_change(play, seat))
        case PlanDropped(_, seat):
            play = replace(play, plans=_other_plans(play, seat))
        case AllSealed(_, reveal_at):
            play = replace(play, reveal_at=reveal_at, is_held=False)
        case RevealHeld():
            play = replace(play, reveal_at=None, is_held=True)
        case RanOut(_, seat):
            play = replace(play, ran_out=play.ran_out | {seat})
        case Revealed():
            made = {seat for seat, card in play.sealed.items() if card.by == "bot"}
            play = _apply_revealed(room, play, event, at)
            return _with_choices_by_bot(replace(room, play=play, asks_so_far=play.ask), made)
    return replace(room, play=play)


def _with_choices_by_bot(room: Room, made: AbstractSet[Seat]) -> Room:
    """Return the room with the stand-ins' choices on these seats counted."""
    for seat in made:
        occupant = room.occupant(seat)
        if occupant is not None and occupant.stand_in is not None:
            room = with_occupant(room, seat, replace(occupant, choices_by_bot=occupant.choices_by_bot + 1))
    return room


def _apply_game_finished(room: Room, at: Millis) -> Room:
    """Return the room after its game has ended, with the result.

    Raises BrokenJournalError."""
    play = running(room)
    if play.outcome is None:
        raise BrokenJournalError("a game finished that still asks")
    names = [occupant.name if occupant else "" for occupant in room.seats]
    ranking = tuple(tuple(names[seat] for seat in place) for place in play.outcome.ranking)
    result = Result(play.number, play.game.key, ranking)
    return replace(
        room,
        phase="finished",
        votes={},
        against={},
        is_save_agreed=False,
        evening=(*room.evening, result),
        shared=end_shared_deal(room, at),
    )


def _apply_revealed(room: Room, play: Play, event: Revealed, at: Millis) -> Play:
    try:
        after = play.resolve(play.sealed)
    except EngineError as error:
        raise BrokenJournalError(f"ask {event.ask} does not resolve: {type(error).__name__}") from error
    if play.proof(after, event.made_of) != event.digest:
        raise BrokenJournalError(f"ask {event.ask} came out otherwise than when it was played")
    names = tuple([occupant.name if occupant else "" for occupant in room.seats[: play.seats]])
    reveal = Reveal(play.ask, play.game.round(play.state), tuple([step.effect for step in after.steps]), names)
    per_ask = room.options.clock.per_ask
    return Play(
        number=play.number,
        game=play.game,
        seed=play.seed,
        commitment=play.commitment,
        state=after.state,
        ask=AskNumber(play.ask + 1),
        asks=after.asks,
        opened_at=at,
        banks=tuple([bank_after(play, per_ask, seat) for seat in all_seats(len(play.banks))]),
        history=(*play.history, reveal),
        latest=(*play.latest, RecentReveal(play.game, play.number, play.ask, play.state, after.steps))[-MOST_PASSED:],
        reactions=play.reactions,
        plans=_remaining_plans(play),
        nudges=play.nudges,
        deal=play.deal,
    )


def _remaining_plans(play: Play) -> dict[Seat, Plan]:
    """Return the plans for later asks. A seat that was asked now has had its choice."""
    return {seat: said for seat, said in play.plans.items() if seat not in play.asks or said.ask == play.ask}


def _count_change(play: Play, seat: Seat) -> dict[Seat, int]:
    """Return the number of changes by seat, with one more for this seat."""
    return {**play.changes, seat: play.changes.get(seat, 0) + 1}


def _other_plans(play: Play, seat: Seat) -> dict[Seat, Plan]:
    return {other: said for other, said in play.plans.items() if other != seat}
