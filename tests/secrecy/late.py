"""Courses for watchers who see the table one reveal late: twin worlds that differ in the cards of the last reveal and
in all that has come of it since."""

import asyncio
import random
import re
from collections.abc import Mapping, Sequence
from typing import Any

from app.live.host.host import RoomHost
from app.rooms import commands as c
from app.rooms.model.ids import Millis
from app.rooms.views.page_view import page_view
from app.rooms.views.replay import replay
from app.web.html.renderer import Renderer
from app.web.replay.films import all_films
from app.web.replay.reader import Reader, perspective_of
from app.web.replay.replay_page import replay_page
from app.web.replay.rounds_page import Filter, rounds_page
from engine import registry
from engine.core.seats import Seat
from tests.known import size_near
from tests.live.hurried import WallClock
from tests.rooms.builders import NAMES, begin, game_of, holder
from tests.rooms.evening import Evening
from tests.secrecy.feeds import BASE_URL, Server
from tests.secrecy.worlds import World

GRACE_S = 2
PER_ASK_S = 5

TELLS_APART = "watchers can tell the worlds apart"

Worlds = tuple[World, World]

NEW_ID = re.compile(r'name="id" value="[\w-]+"')
"""A form's id of its command, by chance."""

renderer = Renderer()


async def run(seed: int, game: str, server: Server, kind: type[RoomHost] = RoomHost) -> frozenset[str]:
    """What differed in two worlds whose last reveal was another. Raises AssertionError if the watchers of one are sent
    anything else than those of the other, or find it on a page."""
    rng = random.Random(f"late {seed}")
    evening = watched(rng, game)
    clock = WallClock()
    clock.jump(evening.now - clock())
    made = [await World.made(kind, evening.room, evening.entries, clock, server()) for _ in range(2)]
    worlds = (made[0], made[1])
    found = await _course(rng, worlds) if evening.is_asking else frozenset[str]()
    for world in worlds:
        await world.host.close()
    return found


async def _course(rng: random.Random, worlds: Worlds) -> frozenset[str]:
    one, other = worlds
    asked = tuple(one.play.asks)
    for seat in asked:
        texts = choices(one, seat)
        await one.seals(seat, texts[0])
        await other.seals(seat, texts[-1])
        alike(worlds)
    await passes(worlds, GRACE_S + 1)
    if not one.play.asks or not other.play.asks or one.play.state == other.play.state:
        return frozenset()
    found = {"asked"} if one.play.asks.keys() != other.play.asks.keys() else set[str]()
    await compare(worlds)
    # what comes of it now comes in one world alone
    asked = tuple(rng.sample(list(other.play.asks), len(other.play.asks)))
    if len(asked) > 1:
        for seat in asked:
            await other.seals(seat, choices(other, seat)[0])
            alike(worlds)
        await other.lifts(asked[0])
        await passes(worlds, GRACE_S + 1)
        found |= {"held"} if other.play.is_held else set()
    friend = next(seat for seat in range(5) if seat != asked[0])
    await other.does(Seat(friend), lambda seat: c.Nudge(seat, asked[0]))
    await passes(worlds, PER_ASK_S)
    found |= {"ran out"} if one.play.ran_out != other.play.ran_out else set()
    await other.does(Seat(friend), lambda seat: c.GiveTime(seat, asked[0], 60))
    await other.does(Seat(friend), lambda seat: c.CreditOutage(Millis(60_000), Millis(0)))
    await compare(worlds)
    for world in worlds:
        await world.does(Seat(0), lambda seat: c.Say(seat, "hm"))
    await compare(worlds)
    return frozenset(found)


def watched(rng: random.Random, game: str) -> Evening:
    """A game of people in which some cards have been revealed."""
    own = {option.key: rng.choice(option.values) for option in registry.find(game).options}
    evening = Evening(
        game,
        grace=GRACE_S,
        clock={"mode": rng.choice(["off", "gentle"]), "bank": 0, "per_ask": PER_ASK_S},
        tell=rng.choice(["who", "count", "nothing"]),
        watchers="delayed",
        **own,
    )
    for name in NAMES[1 : size_near(game, rng.randint(3, 5))]:
        assert evening.does(c.TakeSeat(name, holder(name), evening.room.join_key))
    assert evening.does(begin(rng.randbytes(32).hex(), game))
    for _ in range(rng.choice([0, 0, 1, 2, 6, 12])):
        for seat in tuple(game_of(evening.room).asks):
            if evening.is_asking:
                evening.does(c.Seal(seat, game_of(evening.room).ask, evening.choice(seat, rng.randrange(1000))))
        evening.now = Millis(evening.now + GRACE_S * 1000)
        evening.rings()
    return evening


async def passes(worlds: Worlds, seconds: float) -> None:
    """Time passes in both."""
    await asyncio.sleep(seconds)
    for world in worlds:
        await world.listen()


def alike(worlds: Worlds) -> None:
    """Raises AssertionError if the watchers of one were sent anything else than those of the other."""
    one, other = worlds
    assert one.heard[None] == other.heard[None], TELLS_APART


async def compare(worlds: Worlds) -> None:
    """Raises AssertionError if the watchers can tell the worlds apart, by what they were sent or by a page."""
    one, other = worlds
    alike(worlds)
    assert await pages(one) == await pages(other), TELLS_APART


async def pages(world: World) -> Sequence[str]:
    """All that watchers find behind their link."""
    room, entries = world.room, await world.store.load(world.room.code)
    played, regions = replay(entries, 1), renderer.regions("en")
    assert played is not None
    reader = Reader(room, played, None, "/r/the-room/watch/the-key")
    known: Mapping[str, Mapping[str, Any]] = {
        "replay": replay_page(regions, reader, perspective_of(reader, None), None),
        "rounds": rounds_page(regions, reader, Filter(None, "")),
    }
    is_pictured = played.game.pictures is not None
    return [
        NEW_ID.sub("", await renderer.room(page_view(room, None), language="en", base_url=BASE_URL)),
        *(renderer.page("en", name, base_url=BASE_URL, **names) for name, names in known.items()),
        *([all_films(reader, perspective_of(reader, None), regions.speech).decode()] if is_pictured else []),
    ]


def choices(world: World, seat: Seat) -> Sequence[str]:
    """The texts of what the seat may choose."""
    return [world.play.game.text(each) for each in world.play.asks[seat].choices]
