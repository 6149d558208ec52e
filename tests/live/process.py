"""Server processes for tests: a room manager over a store, with its players.

A second instance over the same store is another process, or the same one after a restart."""

import asyncio
from collections.abc import Callable

from app.journal.store import Store
from app.live.host.clock import Now
from app.live.host.host import RoomHost
from app.live.host.requests import Answer, Done, Request, follow
from app.live.host.subscription import Subscription
from app.live.manager import RoomManager
from app.live.thinking.pending_answer import BotProcess
from app.rooms import commands as c
from app.rooms.commands import Command
from app.rooms.model.clocks import compute_stored_deadline
from app.rooms.model.ids import RoomCode, Version
from app.rooms.model.play import Play
from app.rooms.model.room import Room
from engine.core.plain import Plain
from engine.core.seats import Seat
from tests.journal.memory_store import MemoryStore
from tests.known import takes
from tests.live.hurried import WallClock, moments
from tests.rooms.builders import AT_ONCE, CODE, GAME, JOIN_KEY, NAMES, WATCH_KEY, begin, game_of, holder
from tests.rooms.evening import Evening

Maker = Callable[[Seat], Command]


def request(name: str | None, make: Maker, id: str | None = None, body: str | None = None) -> Request:
    """Return a request of that person's connection; None: of someone unseated."""
    return Request(make, holder(name) if name else None, id, holder(body) if body else None)


class House:
    """One server process, without its sockets."""

    def __init__(
        self,
        store: Store | None = None,
        clock: WallClock | None = None,
        idle_ms: int = 300_000,
        kind: type[RoomManager] | None = None,
        now: Now | None = None,
        thinking: BotProcess | None = None,
    ) -> None:
        """Set up a process over the store.

        ``now``: the clock of the process, by default the wall clock. ``thinking``: the workers of its bots."""
        self.store = store or MemoryStore()
        self.clock = clock or WallClock()
        self.manager = (kind or RoomManager)(self.store, now or self.clock, idle_ms, thinking=thinking)

    async def opens(
        self,
        people: int = 3,
        bots: int = 0,
        is_begun: bool = True,
        code: RoomCode = CODE,
        game: str = GAME,
        **options: Plain,
    ) -> None:
        """Open a room with people and bots.

        Without other options only choices are waited for."""
        if is_begun:
            takes(game, people + bots)
        chosen = {**AT_ONCE, **options}
        reveal = c.OpenRoom(code, game, NAMES[0], holder(NAMES[0]), JOIN_KEY, WATCH_KEY, chosen)
        assert isinstance(await self.manager.open(reveal), Done)
        requests = [request(None, _sits_down(name)) for name in NAMES[1:people]]
        requests += [request("Ada", _seats_bot(Seat(number))) for number in range(people, people + bots)]
        requests += [request("Ada", lambda _: begin(game=game))] if is_begun else []
        for each in requests:
            assert isinstance(await self.manager.submit(code, each), Done)

    async def asks(self, name: str | None, make: Maker, id: str | None = None, body: str | None = None) -> Answer:
        """Return the room's answer to that person."""
        return await self.manager.submit(CODE, request(name, make, id, body))

    async def expect_done(self, name: str | None, make: Maker, id: str | None = None, body: str | None = None) -> Done:
        """Return the room's answer to a command that it accepts."""
        answer = await self.asks(name, make, id, body)
        assert isinstance(answer, Done), answer
        return answer

    async def seals(self, name: str, choice: str | None = None, id: str | None = None) -> Answer:
        """Seal this card, or the first legal one, for that person."""
        play = await self.play()
        seat = (await self.room()).seat_of(holder(name))
        assert seat is not None
        text = choice or play.game.text(play.asks[seat].choices[0])
        return await self.asks(name, lambda seat: c.Seal(seat, play.ask, text), id, text)

    async def room(self) -> Room:
        """Return the room."""
        room = await self.manager.room(CODE)
        assert room is not None
        return room

    async def play(self) -> Play:
        """Return the room's game."""
        return game_of(await self.room())

    async def joins(self, name: str | None) -> Subscription:
        """Connect that person, or a watcher, up to date with the room."""
        subscription = await self.manager.join(CODE, holder(name) if name else None)
        assert subscription is not None
        await subscription.wait_for_change()
        return subscription


def _sits_down(name: str) -> Maker:
    return lambda _: c.TakeSeat(name, holder(name), JOIN_KEY)


def _seats_bot(target: Seat) -> Maker:
    return lambda seat: c.SeatBot(seat, target, "normal")


async def a_host(
    kind: type[RoomHost],
    store: Store,
    wall: WallClock,
    people: int = 3,
    is_begun: bool = True,
    game: str = GAME,
    **options: Plain,
) -> RoomHost:
    """Return a single host of that kind, whose room is in the store."""
    evening = Evening(game, **{**AT_ONCE, **options})
    for name in NAMES[1:people]:
        assert evening.does(c.TakeSeat(name, holder(name), JOIN_KEY))
    if is_begun:
        assert evening.does(begin(game=game))
    room, applied = follow(None, evening.entries)
    assert room is not None
    await store.append(CODE, Version(0), evening.entries, room.phase, compute_stored_deadline(room))
    return kind(room, applied, store, wall)


def seal(room: Room, name: str, choice: str = "castle", id: str | None = None) -> Request:
    """Return that person's request to seal this card for the present ask."""
    ask = game_of(room).ask
    return request(name, lambda seat: c.Seal(seat, ask, choice), id, choice)


def lift(room: Room, name: str) -> Request:
    """Return that person's request to take the card back."""
    ask = game_of(room).ask
    return request(name, lambda seat: c.Lift(seat, ask))


async def woken(subscription: Subscription) -> bool:
    """Return whether a change has woken the connection since its last look."""
    waiting = asyncio.ensure_future(subscription.wait_for_change())
    await moments(2)
    was_woken = waiting.done()
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    return was_woken
