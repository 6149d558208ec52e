"""A table under a simulated clock, with everything that can befall it: people who think again, come and go, hosts who
set the clock anew, processes that end, die, fall asleep or lose each other's hints."""

import asyncio

from app.live.heartbeat import OUTAGE_MS
from app.live.host.requests import Answer
from app.live.host.subscription import Subscription
from app.rooms import commands as c
from app.rooms.events import Event
from app.rooms.model.clocks import stored_deadline
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
"""After so long everything that is due has come about, also by the next look of a neighbour."""


class Table:
    """One room, the processes that serve it, and the watch that reads along."""

    def __init__(self) -> None:
        self.clock = WallClock()
        self.store = WitnessStore(self.clock)
        self._watch = Watch()
        self.houses: list[House] = []
        self._board: Board | None = None
        self._connections: list[Subscription] = []

    async def opens(self, game: str, people: int, bots: int, processes: int, **options: Plain) -> None:
        """A game begins. With several processes all their hints are lost."""
        self._board = Board(self.store, self.clock) if processes > 1 else None
        for _ in range(processes):
            await self._starts()
        await self.houses[0].opens(people, bots, True, CODE, game, **options)
        await self.settles()

    @property
    def watch(self) -> Watch:
        """The watch, which has read all there is to read."""
        for entry, now in self.store.written():
            self._watch.reads(entry, now)
        return self._watch

    @property
    def room(self) -> Room:
        """The room by its journal."""
        room = self.watch.room
        assert room is not None
        return room

    @property
    def seconds(self) -> float:
        """How late it is, since the table was made."""
        return (self.clock() - START) / 1000

    def came(self, kind: type[Event]) -> list[tuple[float, Event]]:
        """All events of a kind, and at which second each came."""
        return [((at - START) / 1000, event) for at, event in self.watch.log if isinstance(event, kind)]

    @property
    def play(self) -> Play:
        """Its game."""
        assert self.room.play is not None
        return self.room.play

    async def settles(self) -> None:
        """All that is due comes about; the watch is asked whether it did."""
        await asyncio.sleep(SETTLED_S)
        self.watch.checks(self.clock())

    async def passes(self, seconds: float) -> None:
        """Time goes by."""
        await asyncio.sleep(seconds)
        await self.settles()

    async def asks(self, which: int, make: Maker) -> Answer:
        """One of the people asks for something, through one of the processes."""
        people = self.room.people()
        seat = people[which % len(people)]
        return await self.asks_as(seat, make)

    async def asks_as(self, seat: Seat, make: Maker) -> Answer:
        """That seat asks for something."""
        house = self.houses[seat % len(self.houses)]
        occupant = self.room.occupant(seat)
        name = next(name for name in NAMES if occupant is not None and holder(name) in occupant.holders)
        answer = await house.manager.submit(self.room.code, request(name, make))
        self.watch.shows(self.clock())
        return answer

    async def seals(self, which: int, pick: int) -> None:
        """One of those who are asked seals a card, or another card."""
        seats = [seat for seat in self.play.asks if self.room.is_held(seat)] if self.is_playing else []
        if seats:
            seat = seats[which % len(seats)]
            ask, choices = self.play.ask, self.play.asks[seat].choices
            text = self.play.game.text(choices[pick % len(choices)])
            await self.asks_as(seat, lambda seat: c.Seal(seat, ask, text))

    async def all_seal(self, missing: int) -> None:
        """Everybody who is asked seals, but one."""
        asked = len(self.play.asks) if self.is_playing else 0
        ask = self.play.ask if asked else 0
        for which in range(asked):
            if which != missing and self.is_playing and self.play.ask == ask:
                await self.seals(which, which)

    async def lifts(self, which: int) -> None:
        """One of those who have sealed takes the card back."""
        seats = [seat for seat in self.play.sealed if self.room.is_held(seat)] if self.is_playing else []
        if seats:
            ask = self.play.ask
            await self.asks_as(seats[which % len(seats)], lambda seat: c.Lift(seat, ask))

    async def rests(self, which: int) -> None:
        """The table is made to rest, or to go on."""
        is_resting = self.room.phase == "paused"
        await self.asks(which, lambda seat: c.Resume(seat) if is_resting else c.Pause(seat))

    async def gives_time(self, which: int, to: int, seconds: int) -> None:
        """Somebody gives somebody time."""
        target = Seat(to % len(self.room.taken()))
        await self.asks(which, lambda seat: c.GiveTime(seat, target, seconds))

    async def stands_in(self, which: int, is_bot: bool) -> None:
        """Somebody lets a stand-in play for them, or plays again."""
        await self.asks(which, lambda seat: c.SetStandIn(seat, seat, "normal" if is_bot else None))

    async def hands_over(self, which: int, to: int) -> None:
        """Somebody lets a stand-in play for somebody whose time ran out."""
        target = Seat(to % len(self.room.taken()))
        await self.asks(which, lambda seat: c.SetStandIn(seat, target, "normal"))

    async def goes_away(self, which: int, is_away: bool) -> None:
        """Somebody says to be away, or back."""
        await self.asks(which, lambda seat: c.GoAway(seat, is_away))

    async def connects(self, which: int) -> None:
        """A device of somebody connects."""
        ear = await self.houses[0].manager.join(self.room.code, holder(NAMES[which % len(self.room.people())]))
        assert ear is not None
        self._connections.append(ear)

    async def drops(self) -> None:
        """All devices are gone at once."""
        for ear in self._connections:
            ear.close()
        self._connections.clear()

    async def sets(self, **options: Plain) -> None:
        """The host sets the clock or the pace anew."""
        await self.asks_as(self.room.hosts[0], lambda seat: c.ChooseOptions(seat, options))

    async def plays_again(self) -> None:
        """A rematch, once the game is over."""
        if self.room.phase == "finished":
            edition = GAMES[self.room.game.key].edition()
            await self.asks_as(self.room.hosts[0], lambda seat: c.Again(seat, SEED[::-1], edition))

    async def restarts(self, down_s: float, is_kill: bool) -> None:
        """All processes end in good order or are killed; after a while they are there again. Nobody comes by."""
        await moments()
        count = len(self.houses)
        for house in self.houses:
            await (kills(house) if is_kill else house.manager.close())
        self.houses.clear()
        self._connections.clear()
        is_due = stored_deadline(self.room) is not None
        last = await self.store.last_beat()
        await asyncio.sleep(down_s)
        assert last is not None
        if is_due and self.clock() - last > OUTAGE_MS:
            self._was_away(self.clock() - last)
        if is_kill and count > 1:
            # who owned the room is taken for alive until it has been silent for long enough
            self.watch.oversleeps(max(0, SILENT_MS - round(down_s * 1000)))
        for _ in range(count):
            await self._starts()
        await self.settles()

    async def loses_one(self) -> None:
        """One of several processes is killed, and another one starts."""
        if len(self.houses) > 1:
            await kills(self.houses.pop(0))
            await asyncio.sleep(4)
            await self._starts()
        await self.settles()

    async def sleeps(self, seconds: int) -> None:
        """The whole machine is asleep, and notices afterwards."""
        await moments()
        is_due, last = stored_deadline(self.room) is not None, await self.store.last_beat()
        self.clock.jump(seconds * 1000)
        assert last is not None
        if self.clock() - last <= OUTAGE_MS:
            self.watch.oversleeps(seconds * 1000)
        elif is_due:
            self._was_away(seconds * 1000)
        await asyncio.sleep(5)
        await self.settles()

    async def closes(self) -> None:
        """The end of the evening. The journal folds to what was played."""
        for house in self.houses:
            await house.manager.close()

    @property
    def is_playing(self) -> bool:
        """Whether cards can be sealed."""
        return self.room.phase == "playing"

    async def _starts(self) -> None:
        if self._board is not None:
            self.store.peers = Neighbour(self._board)
        house = House(self.store, self.clock)
        self.houses.append(house)
        await house.manager.start()

    def _was_away(self, span: int) -> None:
        self.watch.passes(self.clock())
        self.watch.was_away(span)


async def kills(house: House) -> None:
    """The process dies: nothing of it goes on."""
    manager = house.manager
    tasks = [manager._task, manager._following._task, *(host._task for host in manager._hosts.values())]
    for task in tasks:
        if task is not None:
            task.cancel()
    await asyncio.gather(*(task for task in tasks if task is not None), return_exceptions=True)
