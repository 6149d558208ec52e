"""A watch that reads along with a room's journal and keeps its own account of everybody's time.

It is told of every entry as it is written, with the true time, and counts how long the present ask has been thought
about: the room itself moves moments, this adds up spans. Where the two disagree, one of them is wrong."""

from app.rooms import events as e
from app.rooms.fold import step
from app.rooms.model.ids import Millis
from app.rooms.model.options import Clock
from app.rooms.model.play import Play
from app.rooms.model.room import Room
from app.rooms.views.view import view
from engine.core.seats import Seat

LATE_MS = 2_500
"""How much later than its moment something may come about: a look at the neighbours, and a failed append."""


class Watch:
    """One room's time. Raises AssertionError when the room's clock goes wrong."""

    def __init__(self) -> None:
        self.room: Room | None = None
        self.struck = 0
        """How often a clock has struck: time that ran out, a card revealed after its grace pause."""
        self.log: list[tuple[Millis, e.Event]] = []
        """Every event, and when it came."""
        self._last = 0
        self._thought = 0
        self._usable = 0
        """As ``_thought``, by the time the server was there instead of by what was given back for it."""
        self._banks: list[int] = []
        self._sealed_at: dict[Seat, int] = {}
        self._reveal_at: int | None = None
        self._announced: dict[Seat, str] = {}
        self._revealed: list[int] = []
        self._overslept = 0
        """So long the machine slept unnoticed since the last entry: whatever was set to come comes that much later."""

    def passes(self, now: Millis) -> None:
        """It is so late now."""
        if self.room is not None and self.room.phase == "playing":
            self._thought += now - self._last
            self._usable += now - self._last
        self._last = now

    def was_away(self, span: int) -> None:
        """The server was away for so long; the room was due to be woken."""
        if self.room is not None and self.room.phase == "playing":
            self._usable -= span

    def oversleeps(self, span: int) -> None:
        """The machine slept for so long, too short for anybody to notice."""
        self._overslept += span

    def reads(self, entry: e.Entry, now: Millis) -> None:
        """One more entry, written at that true moment."""
        self._overslept = 0
        assert entry.at == now, "the room's clock is not the clock on the wall"
        self.passes(now)
        self.log.append((now, entry.event))
        before, self.room = self.room, step(self.room, entry)
        if before is None:
            return
        play = before.play
        match entry.event:
            case e.GameBegun(players=players):
                self._banks = [before.options.clock.bank] * len(players)
                self._asked_anew()
            case e.ChoiceSealed(seat=seat, choice=choice, by=by):
                if by == "clock":
                    self._strikes(before, seat, "hard")
                    assert choice == self._announced[seat], "something else was announced"
                self._sealed_at[seat] = self._thought
            case e.ChoiceLifted(seat=seat):
                self._sealed_at.pop(seat, None)
            case e.RanOut(seat=seat):
                self._strikes(before, seat, "gentle")
                assert play is not None and seat not in play.ran_out, "who ran out cannot run out again"
                assert seat not in play.once_sealed or play.is_held, "that tells everybody of a lifted card"
            case e.AllSealed(opens_at=reveal_at):
                assert reveal_at - now == before.options.grace
                self._reveal_at = self._thought + before.options.grace
            case e.RevealHeld():
                self._is_time_to_open()
                self._reveal_at = None
            case e.Revealed(ask=ask):
                assert ask not in self._revealed, "revealed twice"
                self._revealed.append(ask)
                self._is_time_to_open()
                self._charge(before.options.clock)
                self._asked_anew()
            case e.TimeGiven(seat=seat, span=span):
                late = self._overdue(before, seat)
                self._banks[seat] += span + late
            case e.OutageCredited(span=span):
                self._thought -= span
            case e.OptionsChanged() if before.options.clock != self.room.options.clock and self._banks:
                self._banks = [self.room.options.clock.bank] * len(self._banks)
                self._sealed_at = {seat: at - self._thought for seat, at in self._sealed_at.items()}
                self._reveal_at = None if self._reveal_at is None else self._reveal_at - self._thought
                self._thought = self._usable = 0

    def shows(self, now: Millis) -> None:
        """Everybody is shown what time they have left, as it was counted here."""
        self.passes(now)
        room = self.room
        if room is not None and room.play is not None and room.phase in ("playing", "paused"):
            assert list(room.play.banks) == self._banks, "the banks are not what was used of them"
            for seat in room.play.asks:
                self._is_shown(room, room.play, seat)

    def checks(self, now: Millis, late_ms: int = LATE_MS) -> None:
        """Nothing that was due some time ago may still be waiting."""
        self.shows(now)
        room, late_ms = self.room, late_ms + self._overslept
        if room is None or room.play is None or room.phase != "playing":
            return
        play, clock = room.play, room.options.clock
        for seat in play.missing():
            occupant = room.occupant(seat)
            is_bots = occupant is not None and occupant.played_by is not None
            if is_bots:
                assert self._thought <= 2 * room.options.bot_pace + late_ms, "a bot was lost"
            elif clock.mode == "hard" or (clock.mode == "gentle" and self._is_told(play, seat)):
                assert self._thought <= self._allowed(clock, seat) + late_ms, "a deadline was lost"
        if self._reveal_at is not None:
            assert self._thought <= self._reveal_at + late_ms, "a reveal was lost"

    def _is_shown(self, room: Room, play: Play, seat: Seat) -> None:
        clock, ask = room.options.clock, view(room, seat).ask
        assert ask is not None
        assert ask.default == self._announced[seat], "what happens at zero changed without a word"
        occupant = room.occupant(seat)
        is_bots = occupant is not None and occupant.played_by is not None
        is_still = seat in play.sealed or seat in play.ran_out or is_bots
        if clock.mode == "off" or is_still or room.phase == "paused":
            assert ask.deadline is None, "a clock that stands still shows no time"
        else:
            assert ask.deadline == self._last - self._thought + self._allowed(clock, seat), "another time is shown"

    def _strikes(self, room: Room, seat: Seat, mode: str) -> None:
        clock, play, occupant = room.options.clock, room.play, room.occupant(seat)
        assert play is not None and occupant is not None
        assert room.phase == "playing" and clock.mode == mode
        assert seat in play.asks and seat not in play.sealed and occupant.played_by is None
        assert self._thought >= self._allowed(clock, seat), "too early"
        assert self._usable >= self._allowed(clock, seat), "that was the server's fault"
        self.struck += 1

    def _is_time_to_open(self) -> None:
        if self._reveal_at is not None:
            assert self._thought >= self._reveal_at, "revealed too early"
            self.struck += 1

    def _charge(self, clock: Clock) -> None:
        for seat, at in self._sealed_at.items():
            self._banks[seat] = max(0, self._banks[seat] - max(0, at - clock.per_ask))

    def _allowed(self, clock: Clock, seat: Seat) -> int:
        return clock.per_ask + self._banks[seat]

    def _overdue(self, room: Room, seat: Seat) -> int:
        """How far the seat is beyond its time: what is given to it counts from now on."""
        is_thinking = room.play is not None and seat in room.play.asks and seat not in room.play.sealed
        return max(0, self._thought - self._allowed(room.options.clock, seat)) if is_thinking else 0

    def _is_told(self, play: Play, seat: Seat) -> bool:
        return seat not in play.ran_out and (seat not in play.once_sealed or play.is_held)

    def _asked_anew(self) -> None:
        self._thought = self._usable = 0
        self._sealed_at, self._reveal_at = {}, None
        room = self.room
        asked = room.play.asks if room is not None and room.play is not None else ()
        self._announced = {seat: default(room, seat) for seat in asked if room is not None}


def default(room: Room, seat: Seat) -> str:
    """What the seat is told will be played for it at zero."""
    ask = view(room, seat).ask
    assert ask is not None
    return ask.default
