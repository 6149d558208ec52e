"""Two servers in one event loop that hand connections on to each other, over one store, each with a port of its own."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

from app.main import create_app
from app.post.post import Post
from app.post.station import Station, home
from app.rooms.model.ids import RoomCode
from app.settings import Settings
from app.web.keys import new_room_code
from app.web.server.port import listen
from app.web.server.server import server
from tests.journal.memory_store import MemoryStore
from tests.web.servers import Served


@contextmanager
def a_post(stations: int) -> Iterator[Post]:
    """A post with so many stations."""
    post = Post(stations)
    try:
        yield post
    finally:
        post.close()


@asynccontextmanager
async def serving(station: Station, store: MemoryStore, **settings: Any) -> AsyncIterator[Served]:
    """A server at that station."""
    known = Settings(**{"limits": False, **settings})
    app = create_app(known, store)
    with listen("127.0.0.1", 0) as listening:
        running = server(app, known, station=station)
        task = asyncio.create_task(running.serve(sockets=[listening]))
        try:
            while station.number not in station.serving() and not station._readers[station.number]:
                assert not task.done()
                await asyncio.sleep(0.01)
            yield Served(listening.getsockname()[1], running, app.state.gateway, app.state.dependencies)
        finally:
            running.should_exit = True
            await task


@asynccontextmanager
async def two_servers(**settings: Any) -> AsyncIterator[tuple[Served, Served]]:
    """Two that serve. They know nothing of each other but by the post: rooms of theirs are told apart by that."""
    with a_post(2) as post:
        store = MemoryStore()
        async with (
            serving(post.station(0), store, **settings) as one,
            serving(post.station(1), store, **settings) as two,
        ):
            yield one, two


def room_of(station: int, stations: int = 2) -> RoomCode:
    """A room whose home that station is."""
    while home(code := new_room_code(), range(stations), -1) != station:
        continue
    return code
