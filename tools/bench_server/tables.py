"""Table of four that plays round after round.

It acts when a message arrives, and has no task of its own."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from tools.bench_server.line import OPEN_S, Line
from tools.bench_server.readings import Asked
from tools.bench_server.seats import Seat, connect_seat

AGAIN = b'{"do":"again"}'


@dataclass(slots=True)
class Tally:
    """Results of all tables while counting."""

    seconds: float = 0.0
    rounds: int = 0
    seals: int = 0
    missed: int = 0
    """Number of rounds that did not begin in time, because the last was not over."""
    latency: list[float] = field(default_factory=list)
    """Milliseconds of each round's reveal."""
    updates: int = 0
    update_bytes: int = 0
    answer_bytes: int = 0
    """Bytes of all messages that answer a command."""


class Table:
    """Four seats and the last message of each.

    ``tally`` counts its rounds, ``spread`` is the number of seconds between the seals of a round. ``over`` is called
    when the next round may begin, ``failed`` when the server has closed a connection."""

    def __init__(
        self, seats: Sequence[Seat], rng: random.Random, choices: Callable[[Seat], Awaitable[Sequence[str]]]
    ) -> None:
        """Take the seats.

        ``choices`` asks the server for a seat's choices, where its messages do not list them."""
        self.seats = seats
        self.tally = Tally()
        self.spread = 0.0
        self.over: Callable[[Table], None] = lambda table: None
        self.failed: Callable[[Exception], None] = lambda error: None
        self._rng = rng
        self._choices = choices
        self._asking: set[asyncio.Task[None]] = set()
        self._lines: list[Line] = []
        self._readings = [seat.reading() for seat in seats]
        self._unseen = 0
        """Seats that have not seen the cards of this round, as bits."""
        self._ask = 0
        self._due: set[int] = set()
        """Seats that seal this round, until it is done; those on their way included."""
        self._to_send = 0
        self._is_between = False
        """True after the reveal, until a seat learns what comes next."""
        self._is_again = False
        """True after the request for the next game, until a seat learns of it."""
        self._asked: list[Asked] = []
        self._sent = 0.0

    @property
    def is_ready(self) -> bool:
        """True if a round may begin."""
        return not self._is_between and not self._unseen

    async def connect(self) -> None:
        """Connect all four, and return when a round may begin. Raises TimeoutError."""
        self._readings = [seat.reading() for seat in self.seats]
        self._is_between, self._is_again, self._unseen, self._to_send = True, False, 0, 0
        ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        was, self.over = self.over, lambda table: ready.set_result(None)
        async with asyncio.timeout(OPEN_S):
            heard = [self._hearing(place) for place in range(len(self.seats))]
            self._lines = [
                await connect_seat(seat, hear, self._report_failure)
                for seat, hear in zip(self.seats, heard, strict=True)
            ]
            self._look()
            await ready
        self.over = was

    def close(self) -> None:
        """Disconnect all four."""
        for line in self._lines:
            line.close()
        self._lines = []

    def begin(self) -> None:
        """Seal for every seat that has an ask, and expect a reveal at every seat."""
        asked = self._asked or [reading.find_ask() for reading in self._readings]
        self._ask = max(each.ask for each in asked)
        owing = [place for place, each in enumerate(asked) if each.ask == self._ask]
        self._due = set(owing)
        self._unseen = (1 << len(self.seats)) - 1
        self._to_send = len(owing)
        for turn, place in enumerate(owing):
            if self.spread and turn:
                asyncio.get_running_loop().call_later(self.spread * turn, self._choose, place, asked[place])
            else:
                self._choose(place, asked[place])

    def _choose(self, place: int, asked: Asked) -> None:
        if asked.choices:
            return self._seal(place, asked.choices)
        task = asyncio.create_task(self._ask_and_seal(place))
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)

    async def _ask_and_seal(self, place: int) -> None:
        try:
            self._seal(place, await self._choices(self.seats[place]))
        except Exception as error:
            self.failed(error)

    def _seal(self, place: int, choices: Sequence[str]) -> None:
        message = self._readings[place].seal(self._ask, self._rng.choice(choices))
        self._to_send -= 1
        self._sent = time.perf_counter()
        self._lines[place].say(message)

    def _hearing(self, place: int) -> Callable[[bytes], None]:
        """Return the callback for that seat's messages.

        It is called more often than anything else here."""
        reading, bit = self._readings[place], 1 << place

        def hear(message: bytes) -> None:
            is_reveal = reading.receive(message)
            tally = self.tally
            if is_reveal is None:
                tally.answer_bytes += len(message)
                return
            tally.updates += 1
            tally.update_bytes += len(message)
            if self._is_between:
                self._look()
            elif is_reveal and self._unseen & bit:
                self._unseen ^= bit
                if not self._unseen and not self._to_send:
                    self._round_over()
            elif not self._unseen:
                self._asked = []
            elif place not in self._due:
                self._look_for_a_late_ask(place)

        return hear

    def _round_over(self) -> None:
        tally = self.tally
        tally.rounds += 1
        tally.seals += len(self._due)
        tally.latency.append((time.perf_counter() - self._sent) * 1000)
        self._is_between = True
        self._look()

    def _look(self) -> None:
        """Check for the begin of the next round.

        A game that is over is followed by the next."""
        if len(self._lines) < len(self.seats):
            return
        asked = self._asked = [reading.find_ask() for reading in self._readings]
        if all(each.is_over for each in asked):
            if not self._is_again:
                self._is_again = True
                self._lines[0].say(AGAIN)
        elif any(each.ask for each in asked) and not any(each.is_over for each in asked):
            self._is_between = self._is_again = False
            self.over(self)

    def _look_for_a_late_ask(self, place: int) -> None:
        """Let a seat that gets its ask later than others seal later too."""
        asked = self._readings[place].find_ask()
        if asked.ask == self._ask:
            self._due.add(place)
            self._to_send += 1
            self._choose(place, asked)

    def _report_failure(self, why: Exception) -> None:
        self.failed(why)
