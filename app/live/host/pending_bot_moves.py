"""Pending moves of a room's slow bots.

The time when a bot seals is public and must tell nothing of its card. So it begins to think as soon as it is asked.
A late answer is polled on a fixed grid of moments that depends on the first alone. So thinking time leaks only the
number of grid steps."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import structlog

from app.live.host.bot_choices import bots_due, choose_immediately, is_thinker, question_for, read_bot_choice
from app.live.host.clock import Now
from app.live.thinking.pending_answer import BotProcess, PendingAnswer, ThinkingOutcome
from app.rooms.commands import SealForBot
from app.rooms.model.clocks import bot_moves_at, plan_due_at
from app.rooms.model.ids import Millis
from app.rooms.model.room import Room
from engine.core.seats import Seat

log = structlog.get_logger(__name__)

LOOK_MS = 250
"""From one look for a choice that was not there at its moment to the next."""

MOST_MS = 2_000
"""Milliseconds that a late choice is waited for, five times the usual longest.

A player wonders no sooner. After that the cheaper bot plays, so the table goes on."""

About = tuple[object, ...]
"""Key of a pending move: game, ask, level, instructions.

For any other it is worthless."""


@dataclass(slots=True)
class _Pending:
    about: About
    answer: PendingAnswer
    asked_at: Millis
    look_at: Millis
    """Not before then, if its moment has passed without a choice."""
    outcome: ThinkingOutcome | None = None


class PendingBotMoves:
    """The thoughts of one room, by seat."""

    def __init__(self, now: Now) -> None:
        """``now``: what time it is in the room."""
        self.place: BotProcess | None = None
        """Process in which bots think; None: they choose here, at once."""
        self.put_off: Mapping[Seat, Millis] = {}
        """Next polls of late choices by seat. The mapping is replaced, never changed."""
        self._now = now
        self._pending: dict[Seat, _Pending] = {}

    def look(self, room: Room, is_owner: bool) -> None:
        """Drop outdated moves; if this process owns the room, ask bots that owe one."""
        for seat, pending in tuple(self._pending.items()):
            if not is_owner or _about(room, seat) != pending.about:
                self._forget(seat)
        if not is_owner or self.place is None or room.play is None or room.phase != "playing":
            return
        for seat in room.play.asks:
            if seat in self._pending:
                continue
            about = _about(room, seat)
            if about is not None and plan_due_at(room, seat) is None:
                self._begin(room, seat, about, self.place)

    def due(self, room: Room, now: Millis) -> Iterator[SealForBot]:
        """Yield the due choices of bots in seat order; of slow ones those that are ready."""
        self.look(room, True)
        for seat in bots_due(room, now):
            pending = self._pending.get(seat)
            if pending is not None:
                if now >= pending.look_at:
                    yield from self._poll(room, seat, pending, now)
            elif plan_due_at(room, seat) is None or not is_thinker(room, seat):
                yield choose_immediately(room, seat, in_haste=self.place is not None)

    def close(self) -> None:
        """Nobody wants to know any more."""
        for seat in tuple(self._pending):
            self._forget(seat)

    def _begin(self, room: Room, seat: Seat, about: About, place: BotProcess) -> None:
        now, due = self._now(), bot_moves_at(room, seat)
        if due is None:
            return
        try:
            answer = place.think(question_for(room, seat), max(0, due - now) / 1000)
        except Exception as error:
            # whatever a view or an ask cannot be packed by: the kind, as the words could hold a card
            log.error("bot cannot be asked", game=room.game.key, error=type(error).__name__)
            answer = PendingAnswer()
            answer.end(failed="failed")
        self._pending[seat] = _Pending(about, answer, now, Millis(0))

    def _poll(self, room: Room, seat: Seat, pending: _Pending, now: Millis) -> Iterator[SealForBot]:
        due = bot_moves_at(room, seat)
        if due is None:
            return
        answer = pending.answer
        is_too_late = now >= max(due, pending.asked_at) + MOST_MS
        chosen = read_bot_choice(room, seat, answer.choice) if answer.choice is not None else None
        if chosen is not None:
            self._count(pending, "late" if pending.look_at > due else "in time")
            yield chosen
        elif answer.is_over or is_too_late:
            self._count(pending, answer.failed or ("failed" if answer.is_over else "too long"))
            # who is still about it is not to seal anything else after all
            answer.drop()
            yield choose_immediately(room, seat, in_haste=True)
        else:
            pending.look_at = Millis(due + ((now - due) // LOOK_MS + 1) * LOOK_MS)
            self.put_off = {**self.put_off, seat: pending.look_at}

    def _count(self, pending: _Pending, outcome: ThinkingOutcome) -> None:
        """Once, however often a choice is decided on until it is committed."""
        if pending.outcome is None and self.place is not None:
            pending.outcome = outcome
            self.place.on_outcome(outcome)

    def _forget(self, seat: Seat) -> None:
        self._pending.pop(seat).answer.drop()
        self.put_off = {other: at for other, at in self.put_off.items() if other != seat}


def _about(room: Room, seat: Seat) -> About | None:
    """Return the key of the move a seat's bot has to think about, or None.

    After a card was taken back, as by an instruction, another takes its place at once. A waiting table would show
    that it was."""
    play, occupant = room.play, room.occupant(seat)
    if play is None or occupant is None or seat not in play.asks or seat in play.sealed or seat in play.once_sealed:
        return None
    if not is_thinker(room, seat):
        return None
    return play.number, play.commitment, play.ask, occupant.played_by, occupant.instructions
