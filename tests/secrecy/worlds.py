"""Twin worlds: the same table twice, run in step, with a difference that only one seat may know.

Each world is a live host with a connection for every viewer. Whatever reaches a connection, and when, is kept: that it
was woken, the bytes of the message, the answers to its own commands."""

import random
from collections.abc import Callable

from app.live.host.host import RoomHost
from app.live.host.requests import Answer, Applied
from app.rooms import commands as c
from app.rooms.commands import Command
from app.rooms.events import Entry
from app.rooms.model.clocks import stored_deadline
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
from tests.secrecy.feeds import Feed, as_text


class World:
    """One of the twins."""

    def __init__(
        self, kind: type[RoomHost], room: Room, store: MemoryStore, clock: WallClock, feed: Callable[[], Feed]
    ) -> None:
        self.store = store
        self.host = kind(room, Applied(), store, clock)
        self.viewers: tuple[Viewer, ...] = (*room.people(), None)
        self.connections = {viewer: self.host.subscribe(_holder(viewer)) for viewer in self.viewers}
        self.feeds = {viewer: feed() for viewer in self.viewers}
        self.heard: dict[Viewer, list[str]] = {viewer: [] for viewer in self.viewers}

    @classmethod
    async def made(
        cls, kind: type[RoomHost], room: Room, entries: list[Entry], clock: WallClock, feed: Callable[[], Feed]
    ) -> "World":
        """A world with a journal of its own, in which nothing has been said yet."""
        store = MemoryStore()
        await store.append(room.code, Version(0), entries, room.phase, stored_deadline(room))
        world = cls(kind, room, store, clock, feed)
        await world.listen()
        return world

    @property
    def room(self) -> Room:
        """The room as it is."""
        return self.host.room

    @property
    def play(self) -> Play:
        """Its game."""
        return game_of(self.host.room)

    async def does(self, seat: Seat, make: Callable[[Seat], Command], id: str | None = None) -> Answer:
        """The seat's command; everybody hears what comes of it."""
        answer = await self.host.submit(request(NAMES[seat], make, id, id))
        self.heard[seat].append(as_text(self.feeds[seat].answer(id, answer, self.room, seat)) or "")
        await self.listen()
        return answer

    async def seals(self, seat: Seat, choice: str) -> Answer:
        """The seat seals that card."""
        ask = self.play.ask
        return await self.does(seat, lambda seat: c.Seal(seat, ask, choice))

    async def lifts(self, seat: Seat) -> Answer:
        """The seat takes its card back."""
        ask = self.play.ask
        return await self.does(seat, lambda seat: c.Lift(seat, ask))

    async def listen(self) -> None:
        """Every connection that was woken gets its message."""
        await moments(8)
        for viewer, ear in self.connections.items():
            if await woken(ear):
                message = as_text(self.feeds[viewer].update(ear.room, ear.viewer, ear.here))
                self.heard[viewer].append(f"woken at {ear.now}: {message}")


def _holder(viewer: Viewer) -> Digest | None:
    return holder(NAMES[viewer]) if viewer is not None else None


def redealt(room: Room, seat: Seat, rng: random.Random) -> tuple[Room, frozenset[str]]:
    """The room with some never-shown objects of the seat's hand and of the piles, beneath their tops, exchanged; and
    the ids of what was exchanged. The same room when there is nothing to exchange."""
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
