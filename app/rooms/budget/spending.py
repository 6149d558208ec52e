"""Fold of a room's spending: the bytes by which its journal grows."""

from collections.abc import Mapping

from app.rooms import events as e
from app.rooms.audience import Audience
from app.rooms.budget.accounts import account, weight
from app.rooms.budget.bounds import NEARLY_FULL
from app.rooms.model.changes import with_message
from app.rooms.model.options import DAY
from app.rooms.model.room import ChatMessage, Room
from app.rooms.model.spending import Account, Spending
from app.rooms.saving.notes import NOTES, OURS
from engine.core.seats import Seat


def add_entry(before: Room, after: Room, entry: e.Entry, told: Audience) -> Spending:
    """Return the room's spending after the entry.

    The entry leads from ``before`` to ``after``; ``told`` is its audience."""
    event, old = entry.event, before.spending
    whose, cost = account(before, event), weight(event, has_command=entry.command is not None)
    day = entry.at // DAY
    today = (
        {**_move_counts(old.today, event), whose: old.today.get(whose, 0) + cost} if day == old.day else {whose: cost}
    )
    known, hidden = old.known, old.hidden
    if told != "everybody":
        hidden = {**hidden, whose: hidden.get(whose, 0) + cost}
    else:
        known += cost
        if hidden and after.phase not in ("playing", "paused"):
            known, hidden = known + sum(hidden.values()), {}
    # the time of the note must not leak secret events while cards lie sealed
    is_open = told == "everybody" and (after.phase not in ("playing", "paused") or type(event) is e.Revealed)
    return Spending(known, hidden, day, today, old.is_noted or (is_open and known >= NEARLY_FULL))


def with_note(room: Room) -> Room:
    """Return the room with a chat note that little space is left."""
    return with_message(room, ChatMessage(0, Seat(0), OURS, NOTES["nearly_full"], phrase="nearly_full"))


def _move_counts(today: Mapping[Account, int], event: e.Event) -> Mapping[Account, int]:
    """Return the counts after players changed seats: each count goes with its player."""
    match event:
        case e.GameBegun(players=players):
            moves = {old: Seat(new) for new, old in enumerate(players)}
        case e.SeatsSwapped(one, other):
            moves = {one: other, other: one}
        case _:
            return today
    return {moves.get(whose, whose) if isinstance(whose, int) else whose: count for whose, count in today.items()}
