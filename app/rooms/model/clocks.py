"""Clocks of a room, as pure arithmetic: deadlines, bot moves, next wake-up."""

import hashlib
from collections.abc import Mapping
from types import MappingProxyType

from app.rooms.model.ids import Millis
from app.rooms.model.play import Play
from app.rooms.model.room import Room
from engine.core.seats import Seat

SOME_DAY = Millis(1 << 61)
"""Deadline that never comes.

A search for rooms with a clock finds it, a search for due rooms does not."""


NOTHING_PUT_OFF: Mapping[Seat, Millis] = MappingProxyType({})


def deadline(room: Room, seat: Seat) -> Millis | None:
    """Return when the time of an asked seat is up; None for no deadline.

    None applies without a clock, to bots, to seats that have sealed, and to seats that ran out already."""
    play, clock = room.play, room.options.clock
    if play is None or clock.mode == "off" or room.phase != "playing":
        return None
    occupant = room.occupant(seat)
    if seat not in play.asks or seat in play.sealed or seat in play.ran_out or occupant is None or occupant.played_by:
        return None
    return Millis(play.opened_at + clock.per_ask + play.banks[seat])


def compute_ask_deadline(room: Room) -> Millis | None:
    """Return when the time per choice is up; None without a clock or for bots alone.

    It is the same for all seats and follows from public facts. The rest of a bank would show how long a seat took in
    secret, so only the seat itself sees that."""
    play, clock = room.play, room.options.clock
    if play is None or clock.mode == "off" or room.phase != "playing":
        return None
    asked = (room.occupant(seat) for seat in play.asks)
    if all(occupant is None or occupant.played_by for occupant in asked):
        return None
    return Millis(play.opened_at + clock.per_ask)


def expires_at(room: Room, seat: Seat) -> Millis | None:
    """Return when the table acts upon the seat's deadline; None if it does not.

    With the gentle clock everybody learns that a seat ran out. That would reveal a lifted card. So a seat with a
    lifted card runs out only once it holds up the reveal."""
    play, until = room.play, deadline(room, seat)
    if play is None or (room.options.clock.mode == "gentle" and seat in play.once_sealed and not play.is_held):
        return None
    return until


def overdue(room: Room, seat: Seat, at: Millis) -> Millis:
    """Return how far an asked, unsealed seat is beyond its time at ``at``.

    Time given to it then counts from that moment on."""
    play = room.play
    if play is None or seat not in play.asks or seat in play.sealed:
        return Millis(0)
    until = play.opened_at + room.options.clock.per_ask + play.banks[seat]
    return Millis(max(0, (at if room.paused_at is None else room.paused_at) - until))


def bank_after(play: Play, per_ask: Millis, seat: Seat) -> Millis:
    """Return the rest of the seat's bank once its sealed choice is revealed.

    Only the last seal counts, so changing costs time."""
    sealed = play.sealed.get(seat)
    if sealed is None:
        return play.banks[seat]
    used = max(0, sealed.at - play.opened_at - per_ask)
    return Millis(max(0, play.banks[seat] - used))


def bot_moves_at(room: Room, seat: Seat) -> Millis | None:
    """Return when the seat's bot makes its choice; None if it owes none.

    The pause varies by public facts, so it leaks nothing about the hand."""
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
    """Return when the seat's plan is sealed, the start of the ask; None for no plan."""
    play = room.play
    if play is None or room.phase != "playing" or seat not in play.asks or seat in play.sealed:
        return None
    said = play.plans.get(seat)
    return play.opened_at if said is not None and said.ask < play.ask else None


def next_deadline(room: Room, put_off: Mapping[Seat, Millis] = NOTHING_PUT_OFF) -> Millis | None:
    """Return the next moment at which the room acts by itself; None for never.

    ``put_off``: a later moment for some seats' bots, until which they may think."""
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
        # skip seats without plan, clock or bot: most have none of them
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


def compute_stored_deadline(room: Room) -> Millis | None:
    """Return when to look at the room, as stored beside the journal; None for never.

    That is ``next_deadline`` or what is due of the fixed date, whichever is first. It is SOME_DAY for a room in which
    time runs, or would run after a pause, while no action is due."""
    wake, play = next_deadline(room), room.play
    is_timed = play is not None and (play.reveal_at is not None or room.options.clock.mode != "off")
    if wake is None and is_timed and room.phase in ("playing", "paused"):
        wake = SOME_DAY
    if room.fixed_date is None:
        return wake
    # no host waits for it: a host that waits stays in memory, and a date may be two years ahead
    due_at = room.fixed_date.due_at
    return due_at if wake is None else min(wake, due_at)


def grace(room: Room) -> Millis:
    """Return how long all cards lie sealed before the reveal, in milliseconds.

    It is 0 after an open decision, for bots alone, and for one person with bots: nobody else needs a fair chance.
    The reveal's moment is an event of its own, so recorded games keep their pause."""
    play, pause = room.play, room.options.grace
    if play is None or len(play.asks) < 2 or not pause:
        return Millis(0)
    seated = enumerate(room.seats[: play.seats])
    people = {seat for seat, who in seated if who is not None and who.played_by is None}
    return pause if len(people) > 1 and not people.isdisjoint(play.asks) else Millis(0)
