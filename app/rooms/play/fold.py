"""Fold of the games of a room: beginning, pauses, extra time."""

from app.rooms.model.changes import BrokenJournalError, running
from app.rooms.model.clocks import overdue
from app.rooms.model.ids import AskNumber, Millis
from app.rooms.model.play import Deal, Play, SharedDeal
from app.rooms.model.room import Occupant, Room
from app.rooms.model.values import replace
from app.rooms.play.events import GameBegun, OutageCredited, Paused, PlayEvent, Resumed, TimeGiven
from engine import registry
from engine.core.chance import SeededChance
from engine.core.seats import Seat

SAME_EVENING = Millis(12 * 3_600_000)
"""Longest time between the beginnings of two games of one evening."""


def fold(room: Room, event: PlayEvent, at: Millis) -> Room:
    """Return the room after the event. Raises BrokenJournalError."""
    match event:
        case GameBegun():
            return _apply_game_begun(room, event, at)
        case Paused():
            return replace(room, phase="paused", paused_at=at)
        case Resumed():
            away = Millis(max(0, at - room.paused_at)) if room.paused_at is not None else Millis(0)
            return replace(room, phase="playing", paused_at=None, play=_shift_times(running(room), away))
        case OutageCredited(span):
            return replace(room, play=_shift_times(running(room), span), credited_at=at)
        case TimeGiven(seat, span):
            return _apply_time_given(room, seat, span, at)


def _apply_game_begun(room: Room, event: GameBegun, at: Millis) -> Room:
    """Return the room with its new game.

    The seats that play close up to 0, 1, 2 and so on, in their order."""
    game = registry.find(event.game)
    chance = SeededChance(bytes.fromhex(event.seed))
    state = game.begin(event.revision, len(event.players), event.options, chance, event.edition)
    ask = AskNumber(room.asks_so_far + 1)
    play = Play(
        number=event.number,
        game=game,
        seed=event.seed,
        commitment=event.commitment,
        state=state,
        ask=ask,
        asks=game.asks(state),
        opened_at=at,
        banks=(room.options.clock.bank,) * len(event.players),
        deal=Deal(
            tuple(event.options.items()), event.edition, event.revision, event.same_as, event.dealt_from, event.dice
        ),
    )
    seats: list[Occupant | None] = [room.seats[old] for old in event.players]
    seats += [None] * (len(room.seats) - len(seats))
    moved = {old: Seat(new) for new, old in enumerate(event.players)}
    return replace(
        room,
        game=game,
        seats=tuple(seats),
        hosts=tuple(moved[host] for host in room.hosts if host in moved),
        votes={},
        against={},
        is_save_agreed=False,
        saves=(),
        links=tuple(replace(link, seat=moved[link.seat]) for link in room.links if link.seat in moved),
        askers=tuple(replace(each, seat=moved[each.seat]) for each in room.askers if each.seat in moved),
        # a player who has left has no seat any more
        chat=tuple(replace(line, seat=None if line.seat is None else moved.get(line.seat)) for line in room.chat),
        phase="playing",
        play=play,
        asks_so_far=ask,
        games_so_far=event.number,
        shared=_begin_shared(room, event),
        games_begun=(*room.games_begun, event.game),
        evening_from=room.evening_from if _is_same_evening(room, at) else event.number,
        begun_at=at,
    )


def _begin_shared(room: Room, event: GameBegun) -> SharedDeal | None:
    """Return the shared deal, noted with its game if this is it."""
    shared = room.shared
    return replace(shared, number=event.number) if shared is not None and event.dealt_from == "table" else shared


def _is_same_evening(room: Room, at: Millis) -> bool:
    return room.begun_at is None or at - room.begun_at <= SAME_EVENING


def _shift_times(play: Play, span: Millis) -> Play:
    """Return the game with all times of the present asks later by ``span``.

    Time that a bank has lost stays lost."""
    reveal_at = Millis(play.reveal_at + span) if play.reveal_at is not None else None
    sealed = {seat: replace(card, at=Millis(card.at + span)) for seat, card in play.sealed.items()}
    return replace(play, opened_at=Millis(play.opened_at + span), reveal_at=reveal_at, sealed=sealed)


def _apply_time_given(room: Room, seat: Seat, span: Millis, at: Millis) -> Room:
    play = running(room)
    if not 0 <= seat < play.seats:
        raise BrokenJournalError(f"seat {seat} has no bank")
    bank = Millis(play.banks[seat] + overdue(room, seat, at) + span)
    banks = (*play.banks[:seat], bank, *play.banks[seat + 1 :])
    return replace(room, play=replace(play, banks=banks, ran_out=play.ran_out - {seat}))
