"""The clocks of a room, as pure arithmetic: when a seat's time is up, when a bot moves, when the room wants to be
woken."""

import hashlib
from collections.abc import Mapping
from types import MappingProxyType

from app.rooms.model.ids import Millis
from app.rooms.model.play import Play
from app.rooms.model.room import Room
from engine.core.seats import Seat

SOME_DAY = Millis(1 << 61)
"""A wake-up that never comes: whoever looks for every room with a clock finds it, whoever looks for what is due does
not."""


NOTHING_PUT_OFF: Mapping[Seat, Millis] = MappingProxyType({})


def deadline(room: Room, seat: Seat) -> Millis | None:
    """When the time of an asked seat is up; None without a clock, for bots, for who has sealed and for who ran out
    already."""
    play, clock = room.play, room.options.clock
    if play is None or clock.mode == "off" or room.phase != "playing":
        return None
    occupant = room.occupant(seat)
    if seat not in play.asks or seat in play.sealed or seat in play.ran_out or occupant is None or occupant.played_by:
        return None
    return Millis(play.opened_at + clock.per_ask + play.banks[seat])


def per_ask_until(room: Room) -> Millis | None:
    """When the time per choice of a seat that is asked is up; None without a clock, or where only bots are asked.

    It is the same for all seats and follows from what everybody knows. What is left of a bank would tell how long a
    seat took in secret, so only the seat itself sees that."""
    play, clock = room.play, room.options.clock
    if play is None or clock.mode == "off" or room.phase != "playing":
        return None
    asked = (room.occupant(seat) for seat in play.asks)
    if all(occupant is None or occupant.played_by for occupant in asked):
        return None
    return Millis(play.opened_at + clock.per_ask)


def expires_at(room: Room, seat: Seat) -> Millis | None:
    """When the table acts upon the seat's deadline; None if it does not.

    With the gentle clock everybody is told that a seat ran out. That would tell of a lifted card, so for one it is
    told only once the reveal is held up by it."""
    play, until = room.play, deadline(room, seat)
    if play is None or (room.options.clock.mode == "gentle" and seat in play.once_sealed and not play.is_held):
        return None
    return until


def overdue(room: Room, seat: Seat, at: Millis) -> Millis:
    """How far an asked seat that has not sealed is beyond its time at that moment: what is given to it then is for
    the time to come."""
    play = room.play
    if play is None or seat not in play.asks or seat in play.sealed:
        return Millis(0)
    until = play.opened_at + room.options.clock.per_ask + play.banks[seat]
    return Millis(max(0, (at if room.paused_at is None else room.paused_at) - until))


def bank_after(play: Play, per_ask: Millis, seat: Seat) -> Millis:
    """What is left of the seat's bank once its sealed choice is revealed: only the last seal counts, so changing costs
    time."""
    sealed = play.sealed.get(seat)
    if sealed is None:
        return play.banks[seat]
    used = max(0, sealed.at - play.opened_at - per_ask)
    return Millis(max(0, play.banks[seat] - used))


def bot_moves_at(room: Room, seat: Seat) -> Millis | None:
    """When the bot that plays for the seat makes its choice; None when it owes none.

    The pause varies by what everybody knows, so it tells nothing about the hand."""
    play = room.play
    if play is None or room.phase != "playing" or seat not in play.asks or seat in play.sealed:
        return None
    occupant = room.occupant(seat)
    if occupant is None or occupant.played_by is None:
        return None
    public = hashlib.sha256(f"{room.code}/{play.ask}/{seat}".encode()).digest()
    spread = 0.5 + int.from_bytes(public[:2], "big") / 0xFFFF
    return Millis(play.opened_at + round(room.options.bot_pace * spread))


def plan_due_at(room: Room, seat: Seat) -> Millis | None:
    """When what the seat planned is sealed: as soon as it is asked; None when there is nothing to seal."""
    play = room.play
    if play is None or room.phase != "playing" or seat not in play.asks or seat in play.sealed:
        return None
    said = play.plans.get(seat)
    return play.opened_at if said is not None and said.ask < play.ask else None


def next_deadline(room: Room, put_off: Mapping[Seat, Millis] = NOTHING_PUT_OFF) -> Millis | None:
    """The next moment at which something is to happen in the room without anybody's doing; None: never. ``put_off``:
    until when the bots of some seats are given to think, beyond the moment they were to choose at."""
    wake = _next_game_deadline(room, put_off)
    for asker in room.askers:
        if not asker.is_refused and (wake is None or asker.until < wake):
            wake = asker.until
    return wake


def _next_game_deadline(room: Room, put_off: Mapping[Seat, Millis]) -> Millis | None:
    play = room.play
    if play is None or room.phase != "playing":
        return None
    wake, plans, sealed, seats = play.reveal_at, play.plans, play.sealed, room.seats
    is_timed = room.options.clock.mode != "off"
    for seat in play.asks:
        # most often there is nothing of the three: they are asked where there may be
        who = seats[seat]
        has_bot = who is not None and (who.bot or who.stand_in)
        if seat in sealed or not (is_timed or has_bot or seat in plans):
            continue
        bot_at = bot_moves_at(room, seat)
        if bot_at is not None and seat in put_off:
            bot_at = max(bot_at, put_off[seat])
        for moment in (plan_due_at(room, seat), expires_at(room, seat), bot_at):
            if moment is not None and (wake is None or moment < wake):
                wake = moment
    return wake


def stored_deadline(room: Room) -> Millis | None:
    """As ``next_deadline``, as it is kept beside the journal: SOME_DAY for a room in which time runs out, or would
    after a rest, though nothing is to happen by itself."""
    if (wake := next_deadline(room)) is not None:
        return wake
    play = room.play
    is_timed = play is not None and (play.reveal_at is not None or room.options.clock.mode != "off")
    return SOME_DAY if is_timed and room.phase in ("playing", "paused") else None


def grace(room: Room) -> Millis:
    """How long the cards of the present ask lie sealed by all before they are revealed.

    Nothing waits after an open decision, for bots alone, nor where one person plays with bots: there is nobody else to
    be fair to. The moment of the reveal is an event of its own, so what was played keeps the pause it had."""
    play, pause = room.play, room.options.grace
    if play is None or len(play.asks) < 2 or not pause:
        return Millis(0)
    seated = enumerate(room.seats[: play.seats])
    people = {seat for seat, who in seated if who is not None and who.played_by is None}
    return pause if len(people) > 1 and not people.isdisjoint(play.asks) else Millis(0)
