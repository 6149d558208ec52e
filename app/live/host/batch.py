"""Batch of commands decided together on one state of a room, with their answers.

It is pure: nothing in a batch counts until its entries are committed."""

from collections.abc import Callable, Sequence

from app.live.host.requests import NO_SEAT, Answer, Applied, Decision, Done, Request, acknowledge, acknowledge_seat
from app.rooms.audience import is_hidden
from app.rooms.budget.bounds import Budget, overspent
from app.rooms.commands import AddDevice, AnswerAsker, Command, Leave, TakeSeat
from app.rooms.decide import decide
from app.rooms.events import Entry, Event
from app.rooms.fold import step
from app.rooms.model.ids import CommandKey, Digest, Millis, Version
from app.rooms.model.refusals import Refusal, refuse
from app.rooms.model.room import Room
from app.rooms.model.values import replace
from engine.core.seats import Seat


class Batch:
    """Commands decided one after the other at one moment."""

    def __init__(
        self,
        room: Room,
        known: Applied,
        now: Millis,
        present: Callable[[Room], Sequence[Seat]] = lambda _: (),
        budget: Budget | None = None,
    ) -> None:
        """Take the room's state and the commands it has carried out (``known``).

        ``present`` returns the seats that are here, the longest first. ``budget``: what people may add to the
        journal, None for any amount."""
        self.room = room
        self.entries: list[Entry] = []
        self.answers: list[Answer] = []
        """Answers, one a request. None is given before the commit, as it may depend on it."""
        self.applied = Applied()
        self._known = known
        self._now = now
        self._present = present
        self._budget = budget

    @property
    def can_wait(self) -> bool:
        """True if the public news is only who has sealed: nobody waits for that.

        Secret events do not count, or others would learn of them by being told sooner."""
        return all(is_hidden(type(entry.event)) for entry in self.entries)

    def carry_out(self, command: Command) -> None:
        """Decide a command of the room's own. Raises RuntimeError if it is refused.

        A refusal would mean that the room asked for what its own rules forbid."""
        events = decide(self.room, command, self._now)
        if isinstance(events, Refusal):
            raise RuntimeError(f"the table's own {type(command).__name__} was refused: {events.code}")
        self._apply(events, self._now, None, None)

    def answer(self, request: Request) -> None:
        """Decide a request, unless that is done for this very room, and keep its answer."""
        known = request.decision
        outcome = known if known is not None and known.room is self.room else self.decide(request)
        if isinstance(outcome, Decision):
            self._apply(outcome.events, outcome.at, request.key, request.body)
            outcome = self._answer(request, outcome.command)
        self.answers.append(outcome)

    def decide(self, request: Request) -> Decision | Answer:
        """Decide a request without applying it; return its answer if it changes nothing.

        A person's command is refused where the journal has no space left for it."""
        key = request.key
        before = (self.applied.get(key) or self._known.get(key)) if key is not None else None
        if before is not None:
            body, answer = before
            return answer if body == request.body else refuse("id_used")
        if key is not None and (self.applied.is_superseded(key) or self._known.is_superseded(key)):
            return refuse("superseded")
        seat = request.seat_in(self.room)
        if request.holder is not None and seat is None:
            return refuse("no_seat")
        command = request.make(NO_SEAT if seat is None else seat)
        if isinstance(command, Leave):
            command = replace(command, heirs=tuple(self._present(self.room)))
        elif isinstance(command, AnswerAsker):
            command = replace(command, present=tuple(self._present(self.room)))
        events = decide(self.room, command, self._now)
        if isinstance(events, Refusal):
            return events
        if not events:
            return self._answer(request, command)
        refusal = overspent(self.room, events, self._now, self._budget) if self._budget is not None else None
        return refusal or Decision(self.room, self._now, command, events)

    def _answer(self, request: Request, command: Command) -> Done:
        if isinstance(command, TakeSeat | AddDevice):
            answer = acknowledge(self.room, command.holder)
        else:
            answer = acknowledge_seat(self.room, request.seat_in(self.room))
        if request.key is not None:
            self.applied.add(request.key, request.body, answer)
        return answer

    def _apply(self, events: Sequence[Event], at: Millis, key: CommandKey | None, body: Digest | None) -> None:
        room = self.room
        for place, event in enumerate(events, start=1):
            mark = (key, body) if place == len(events) else (None, None)
            entry = Entry(Version(room.version + 1), at, event, *mark)
            room = step(room, entry)
            self.entries.append(entry)
        self.room = room
