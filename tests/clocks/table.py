"""Table under a simulated clock, with all actions and faults.

People change choices, come and go; hosts change the clock; processes end, die, sleep or lose hints."""

import asyncio

from app.live.heartbeat import OUTAGE_MS
from app.live.host.requests import Answer
from app.live.host.subscription import Subscription
from app.rooms import commands as c
from app.rooms.events import Event
from app.rooms.model.clocks import compute_stored_deadline
from app.rooms.model.play import Play
from app.rooms.model.room import Room
from engine.core.plain import Plain
from engine.core.seats import Seat
from engine.registry import GAMES
from tests.clocks.board import SILENT_MS, Board, Neighbour
from tests.clocks.watch import Watch
from tests.clocks.witness import WitnessStore
from tests.live.hurried import WallClock, moments
from tests.live.process import House, Maker, request
from tests.rooms.builders import CODE, NAMES, SEED, START, holder

SETTLED_S = 3.0
"""Seconds after which everything due has happened, also by a neighbour's poll."""


class Table:
    """One room, its processes, and the watch that reads its journal."""

    def __init__(self) -> None:
        self.clock = WallClock()
        self.store = WitnessStore(self.clock)
        self._watch = Watch()
        self.houses: list[House] = []
        self._board: Board | None = None
        self._connections: list[Subscription] = []

    async def start_game(self, game: str, people: int, bots: int, processes: int, **options: Plain) -> None:
        """Start a game.

        With several processes all their hints are lost."""
        self._board = Board(self.store, self.clock) if processes > 1 else None
        for _ in range(processes):
            await self._start()
        await self.houses[0].opens(people, bots, True, CODE, game, **options)
        await self.settle()

    @property
    def watch(self) -> Watch:
        """Watch that has read the whole journal."""
        for entry, now in self.store.drain():
            self._watch.read(entry, now)
        return self._watch

    @property
    def room(self) -> Room:
        """Room by its journal."""
        room = self.watch.room
        assert room is not None
        return room

    @property
    def seconds(self) -> float:
        """Seconds since the table was made."""
        return (self.clock() - START) / 1000

    def list_events(self, kind: type[Event]) -> list[tuple[float, Event]]:
        """Return all events of a kind with their times in seconds."""
        return [((at - START) / 1000, event) for at, event in self.watch.log if isinstance(event, kind)]

    @property
    def play(self) -> Play:
        """Game of the room."""
        assert self.room.play is not None
        return self.room.play

    async def settle(self) -> None:
        """Wait for everything due, and let the watch check it."""
        await asyncio.sleep(SETTLED_S)
        self.watch.check(self.clock())

    async def advance(self, seconds: float) -> None:
        """Advance the time."""
        await asyncio.sleep(seconds)
        await self.settle()

    async def command(self, which: int, make: Maker) -> Answer:
        """Send one person's command through one of the processes."""
        people = self.room.people()
        seat = people[which % len(people)]
        return await self.command_as(seat, make)

    async def command_as(self, seat: Seat, make: Maker) -> Answer:
        """Send a seat's command."""
        house = self.houses[seat % len(self.houses)]
        occupant = self.room.occupant(seat)
        name = next(name for name in NAMES if occupant is not None and holder(name) in occupant.holders)
        answer = await house.manager.submit(self.room.code, request(name, make))
        self.watch.check_visible(self.clock())
        return answer

    async def seal(self, which: int, pick: int) -> None:
        """Seal a card, or another card, for a seat with a prompt."""
        seats = [seat for seat in self.play.asks if self.room.is_held(seat)] if self.is_playing else []
        if seats:
            seat = seats[which % len(seats)]
            ask, choices = self.play.ask, self.play.asks[seat].choices
            text = self.play.game.text(choices[pick % len(choices)])
            await self.command_as(seat, lambda seat: c.Seal(seat, ask, text))

    async def seal_all(self, missing: int) -> None:
        """Seal for every seat with a prompt except one."""
        asked = len(self.play.asks) if self.is_playing else 0
        ask = self.play.ask if asked else 0
        for which in range(asked):
            if which != missing and self.is_playing and self.play.ask == ask:
                await self.seal(which, which)

    async def lift(self, which: int) -> None:
        """Lift a sealed card."""
        seats = [seat for seat in self.play.sealed if self.room.is_held(seat)] if self.is_playing else []
        if seats:
            ask = self.play.ask
            await self.command_as(seats[which % len(seats)], lambda seat: c.Lift(seat, ask))

    async def toggle_pause(self, which: int) -> None:
        """Pause the game or resume it."""
        is_resting = self.room.phase == "paused"
        await self.command(which, lambda seat: c.Resume(seat) if is_resting else c.Pause(seat))

    async def give_time(self, which: int, to: int, seconds: int) -> None:
        """Give time from one person to another."""
        target = Seat(to % len(self.room.list_taken()))
        await self.command(which, lambda seat: c.GiveTime(seat, target, seconds))

    async def set_stand_in(self, which: int, is_bot: bool) -> None:
        """Let a stand-in play for a person, or end that."""
        await self.command(which, lambda seat: c.SetStandIn(seat, seat, "normal" if is_bot else None))

    async def hand_over(self, which: int, to: int) -> None:
        """Let a stand-in play for a person whose time ran out."""
        target = Seat(to % len(self.room.list_taken()))
        await self.command(which, lambda seat: c.SetStandIn(seat, target, "normal"))

    async def set_away(self, which: int, is_away: bool) -> None:
        """Declare a person away, or back."""
        await self.command(which, lambda seat: c.GoAway(seat, is_away))

    async def connect(self, which: int) -> None:
        """Connect a device of a person."""
        ear = await self.houses[0].manager.join(self.room.code, holder(NAMES[which % len(self.room.people())]))
        assert ear is not None
        self._connections.append(ear)

    async def drop_all(self) -> None:
        """Disconnect all devices at once."""
        for ear in self._connections:
            ear.close()
        self._connections.clear()

    async def set_clock(self, **options: Plain) -> None:
        """Change the clock or the pace as the host."""
        await self.command_as(self.room.hosts[0], lambda seat: c.ChooseOptions(seat, options))

    async def play_again(self) -> None:
        """Begin a rematch once the game is over."""
        if self.room.phase == "finished":
            edition = GAMES[self.room.game.key].edition()
            await self.command_as(self.room.hosts[0], lambda seat: c.Again(seat, SEED[::-1], edition))

    async def restart(self, down_s: float, is_kill: bool) -> None:
        """End or kill all processes, and start them again after a while.

        No request arrives meanwhile."""
        await moments()
        count = len(self.houses)
        for house in self.houses:
            await (kill(house) if is_kill else house.manager.close())
        self.houses.clear()
        self._connections.clear()
        is_due = compute_stored_deadline(self.room) is not None
        last = await self.store.last_beat()
        await asyncio.sleep(down_s)
        assert last is not None
        if is_due and self.clock() - last > OUTAGE_MS:
            self._note_outage(self.clock() - last)
        if is_kill and count > 1:
            # The old owner of the room counts as alive until it has been silent for long enough.
            self.watch.note_sleep(max(0, SILENT_MS - round(down_s * 1000)))
        for _ in range(count):
            await self._start()
        await self.settle()

    async def kill_one(self) -> None:
        """Kill one of several processes, and start another."""
        if len(self.houses) > 1:
            await kill(self.houses.pop(0))
            await asyncio.sleep(4)
            await self._start()
        await self.settle()

    async def sleep(self, seconds: int) -> None:
        """Suspend the whole machine, which notices afterwards."""
        await moments()
        is_due, last = compute_stored_deadline(self.room) is not None, await self.store.last_beat()
        self.clock.jump(seconds * 1000)
        assert last is not None
        if self.clock() - last <= OUTAGE_MS:
            self.watch.note_sleep(seconds * 1000)
        elif is_due:
            self._note_outage(seconds * 1000)
        await asyncio.sleep(5)
        await self.settle()

    async def close(self) -> None:
        """End the evening and check that the journal folds to the room."""
        for house in self.houses:
            await house.manager.close()

    @property
    def is_playing(self) -> bool:
        """True while cards can be sealed."""
        return self.room.phase == "playing"

    async def _start(self) -> None:
        if self._board is not None:
            self.store.peers = Neighbour(self._board)
        house = House(self.store, self.clock)
        self.houses.append(house)
        await house.manager.start()

    def _note_outage(self, span: int) -> None:
        self.watch.advance(self.clock())
        self.watch.note_outage(span)


async def kill(house: House) -> None:
    """Kill the process, so that none of it goes on."""
    manager = house.manager
    tasks = [manager._task, manager._following._task, *(host._task for host in manager._hosts.values())]
    for task in tasks:
        if task is not None:
            task.cancel()
    await asyncio.gather(*(task for task in tasks if task is not None), return_exceptions=True)
