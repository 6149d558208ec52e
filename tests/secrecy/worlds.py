"""Twin worlds: the same table twice, in step, with one seat's secret differing.

Each world is a live host with a connection for every viewer. It records everything that reaches a connection, with the
time: wake-ups, bytes of messages, answers to commands."""

import random
from collections.abc import Callable

from app.live.host.host import RoomHost
from app.live.host.requests import Answer, Applied
from app.rooms import commands as c
from app.rooms.commands import Command
from app.rooms.events import Entry
from app.rooms.model.clocks import compute_stored_deadline
from app.rooms.model.ids import Digest, Version
from app.rooms.model.play import Play
from app.rooms.model.room import Room
from app.rooms.model.values import replace
from engine.adel_verpflichtet.objects import each
from engine.adel_verpflichtet.state import State
from engine.core.seats import Seat, Viewer
from tests.journal.memory_store import MemoryStore
from tests.live.hurried import WallClock, moments
from tests.live.process import request, woken
from tests.rooms.builders import NAMES, game_of, holder
from tests.secrecy.feeds import Feed, decode


class World:
    """One of two twin worlds."""

    def __init__(
        self, kind: type[RoomHost], room: Room, store: MemoryStore, clock: WallClock, feed: Callable[[], Feed]
    ) -> None:
        self.store = store
        self.host = kind(room, Applied(), store, clock)
        self.viewers: tuple[Viewer, ...] = (*room.people(), None)
        self.connections = {viewer: self.host.subscribe(_get_holder(viewer)) for viewer in self.viewers}
        self.feeds = {viewer: feed() for viewer in self.viewers}
        self.heard: dict[Viewer, list[str]] = {viewer: [] for viewer in self.viewers}

    @classmethod
    async def create(
        cls, kind: type[RoomHost], room: Room, entries: list[Entry], clock: WallClock, feed: Callable[[], Feed]
    ) -> "World":
        """Return a world with a journal of its own and without any message yet."""
        store = MemoryStore()
        await store.append(room.code, Version(0), entries, room.phase, compute_stored_deadline(room))
        world = cls(kind, room, store, clock, feed)
        await world.listen()
        return world

    @property
    def room(self) -> Room:
        """Current room."""
        return self.host.room

    @property
    def play(self) -> Play:
        """Game of the room."""
        return game_of(self.host.room)

    async def command(self, seat: Seat, make: Callable[[Seat], Command], id: str | None = None) -> Answer:
        """Send a seat's command and deliver its effects to everybody."""
        answer = await self.host.submit(request(NAMES[seat], make, id, id))
        self.heard[seat].append(decode(self.feeds[seat].answer(id, answer, self.room, seat)) or "")
        await self.listen()
        return answer

    async def seal(self, seat: Seat, choice: str) -> Answer:
        """Seal a card for a seat."""
        ask = self.play.ask
        return await self.command(seat, lambda seat: c.Seal(seat, ask, choice))

    async def lift(self, seat: Seat) -> Answer:
        """Lift a seat's card."""
        ask = self.play.ask
        return await self.command(seat, lambda seat: c.Lift(seat, ask))

    async def listen(self) -> None:
        """Send messages to all connections that were woken."""
        await moments(8)
        for viewer, ear in self.connections.items():
            if await woken(ear):
                message = decode(self.feeds[viewer].update(ear.room, ear.viewer, ear.here))
                self.heard[viewer].append(f"woken at {ear.now}: {message}")


def _get_holder(viewer: Viewer) -> Digest | None:
    return holder(NAMES[viewer]) if viewer is not None else None


def redeal(room: Room, seat: Seat, rng: random.Random) -> tuple[Room, frozenset[str]]:
    """Return the room with a seat's hidden objects exchanged, and their ids.

    The exchange takes never-shown objects of the seat's hand and of the piles below their tops. If there are none, it
    returns the same room."""
    play = game_of(room)
    state: State = play.state
    hand = list(each(state.hands[seat] & ~state.seen))
    piled = [thing for pile in state.windows for thing in pile[1:]]
    count = min(len(hand), len(piled), rng.randint(1, 4))
    mine, theirs = rng.sample(hand, count), rng.sample(piled, count)
    swap = dict(zip([*mine, *theirs], [*theirs, *mine], strict=True))
    hands = list(state.hands)
    hands[seat] = sum(swap.get(thing, thing) for thing in each(hands[seat]))
    first, second = (tuple(swap.get(thing, thing) for thing in pile) for pile in state.windows)
    dealt = state._replace(hands=tuple(hands), windows=(first, second))
    edition = state.table.edition
    changed = replace(play, state=dealt, asks=play.game.asks(dealt))
    return replace(room, play=changed), frozenset(edition.ids(sum(swap)))
