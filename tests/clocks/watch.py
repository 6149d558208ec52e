"""Watch that reads a room's journal and keeps its own account of all time.

It receives every entry as it is written, with the true time. It counts the thinking time of the present prompt. The
room moves moments, this watch adds up spans: if they disagree, one of them is wrong."""

from app.rooms import events as e
from app.rooms.fold import step
from app.rooms.model.ids import Millis
from app.rooms.model.options import Clock
from app.rooms.model.play import Play
from app.rooms.model.room import Room
from app.rooms.views.view import view
from engine.core.seats import Seat

LATE_MS = 2_500
"""Most milliseconds of delay: a poll of the neighbours, and a failed append."""


class Watch:
    """Time account of one room.

    Raises AssertionError if the room's clock goes wrong."""

    def __init__(self) -> None:
        self.room: Room | None = None
        self.struck = 0
        """Number of strokes: expired times, and reveals after a grace pause."""
        self.log: list[tuple[Millis, e.Event]] = []
        """Every event with its time."""
        self._last = 0
        self._thought = 0
        self._usable = 0
        """Like ``_thought``, by the server's uptime instead of the time given back."""
        self._banks: list[int] = []
        self._sealed_at: dict[Seat, int] = {}
        self._reveal_at: int | None = None
        self._announced: dict[Seat, str] = {}
        self._revealed: list[int] = []
        self._overslept = 0
        """Unnoticed sleep of the machine since the last entry.

        Whatever was due comes that much later."""

    def advance(self, now: Millis) -> None:
        """Set the time to now."""
        if self.room is not None and self.room.phase == "playing":
            self._thought += now - self._last
            self._usable += now - self._last
        self._last = now

    def note_outage(self, span: int) -> None:
        """Note an outage of the server, during which the room was due to wake."""
        if self.room is not None and self.room.phase == "playing":
            self._usable -= span

    def note_sleep(self, span: int) -> None:
        """Note a sleep of the machine that was too short to be noticed."""
        self._overslept += span

    def read(self, entry: e.Entry, now: Millis) -> None:
        """Read one more entry, written at that true moment."""
        self._overslept = 0
        assert entry.at == now, "the room's clock is not the clock on the wall"
        self.advance(now)
        self.log.append((now, entry.event))
        before, self.room = self.room, step(self.room, entry)
        if before is None:
            return
        play = before.play
        match entry.event:
            case e.GameBegun(players=players):
                self._banks = [before.options.clock.bank] * len(players)
                self._start_prompt()
            case e.ChoiceSealed(seat=seat, choice=choice, by=by):
                if by == "clock":
                    self._check_stroke(before, seat, "hard")
                    assert choice == self._announced[seat], "something else was announced"
                self._sealed_at[seat] = self._thought
            case e.ChoiceLifted(seat=seat):
                self._sealed_at.pop(seat, None)
            case e.RanOut(seat=seat):
                self._check_stroke(before, seat, "gentle")
                assert play is not None and seat not in play.ran_out, "who ran out cannot run out again"
                assert seat not in play.once_sealed or play.is_held, "that tells everybody of a lifted card"
            case e.AllSealed(opens_at=reveal_at):
                assert reveal_at - now == before.options.grace
                self._reveal_at = self._thought + before.options.grace
            case e.RevealHeld():
                self._check_reveal_time()
                self._reveal_at = None
            case e.Revealed(ask=ask):
                assert ask not in self._revealed, "revealed twice"
                self._revealed.append(ask)
                self._check_reveal_time()
                self._charge(before.options.clock)
                self._start_prompt()
            case e.TimeGiven(seat=seat, span=span):
                late = self._measure_overdue(before, seat)
                self._banks[seat] += span + late
            case e.OutageCredited(span=span):
                self._thought -= span
            case e.OptionsChanged() if before.options.clock != self.room.options.clock and self._banks:
                self._banks = [self.room.options.clock.bank] * len(self._banks)
                self._sealed_at = {seat: at - self._thought for seat, at in self._sealed_at.items()}
                self._reveal_at = None if self._reveal_at is None else self._reveal_at - self._thought
                self._thought = self._usable = 0

    def check_visible(self, now: Millis) -> None:
        """Check the time left that everybody sees against this account."""
        self.advance(now)
        room = self.room
        if room is not None and room.play is not None and room.phase in ("playing", "paused"):
            assert list(room.play.banks) == self._banks, "the banks are not what was used of them"
            for seat in room.play.asks:
                self._check_visible_time(room, room.play, seat)

    def check(self, now: Millis, late_ms: int = LATE_MS) -> None:
        """Check that nothing that was due some time ago is still waiting."""
        self.check_visible(now)
        room, late_ms = self.room, late_ms + self._overslept
        if room is None or room.play is None or room.phase != "playing":
            return
        play, clock = room.play, room.options.clock
        for seat in play.list_missing():
            occupant = room.occupant(seat)
            is_bots = occupant is not None and occupant.played_by is not None
            if is_bots:
                assert self._thought <= 2 * room.options.bot_pace + late_ms, "a bot was lost"
            elif clock.mode == "hard" or (clock.mode == "gentle" and self._is_announced(play, seat)):
                assert self._thought <= self._get_allowed(clock, seat) + late_ms, "a deadline was lost"
        if self._reveal_at is not None:
            assert self._thought <= self._reveal_at + late_ms, "a reveal was lost"

    def _check_visible_time(self, room: Room, play: Play, seat: Seat) -> None:
        clock, ask = room.options.clock, view(room, seat).ask
        assert ask is not None
        assert ask.default == self._announced[seat], "what happens at zero changed without a word"
        occupant = room.occupant(seat)
        is_bots = occupant is not None and occupant.played_by is not None
        is_still = seat in play.sealed or seat in play.ran_out or is_bots
        if clock.mode == "off" or is_still or room.phase == "paused":
            assert ask.deadline is None, "a clock that stands still shows no time"
        else:
            assert ask.deadline == self._last - self._thought + self._get_allowed(clock, seat), "another time is shown"

    def _check_stroke(self, room: Room, seat: Seat, mode: str) -> None:
        clock, play, occupant = room.options.clock, room.play, room.occupant(seat)
        assert play is not None and occupant is not None
        assert room.phase == "playing" and clock.mode == mode
        assert seat in play.asks and seat not in play.sealed and occupant.played_by is None
        assert self._thought >= self._get_allowed(clock, seat), "too early"
        assert self._usable >= self._get_allowed(clock, seat), "that was the server's fault"
        self.struck += 1

    def _check_reveal_time(self) -> None:
        if self._reveal_at is not None:
            assert self._thought >= self._reveal_at, "revealed too early"
            self.struck += 1

    def _charge(self, clock: Clock) -> None:
        for seat, at in self._sealed_at.items():
            self._banks[seat] = max(0, self._banks[seat] - max(0, at - clock.per_ask))

    def _get_allowed(self, clock: Clock, seat: Seat) -> int:
        return clock.per_ask + self._banks[seat]

    def _measure_overdue(self, room: Room, seat: Seat) -> int:
        """Return how far a seat has exceeded its time.

        Time given to it counts from now on."""
        is_thinking = room.play is not None and seat in room.play.asks and seat not in room.play.sealed
        return max(0, self._thought - self._get_allowed(room.options.clock, seat)) if is_thinking else 0

    def _is_announced(self, play: Play, seat: Seat) -> bool:
        return seat not in play.ran_out and (seat not in play.once_sealed or play.is_held)

    def _start_prompt(self) -> None:
        self._thought = self._usable = 0
        self._sealed_at, self._reveal_at = {}, None
        room = self.room
        asked = room.play.asks if room is not None and room.play is not None else ()
        self._announced = {seat: get_default(room, seat) for seat in asked if room is not None}


def get_default(room: Room, seat: Seat) -> str:
    """Return the announced choice that the clock makes for a seat."""
    ask = view(room, seat).ask
    assert ask is not None
    return ask.default
