"""Courses for watchers who see the table one reveal late.

Twin worlds differ in the cards of the last reveal and in everything that follows from it."""

import asyncio
import random
import re
from collections.abc import Mapping, Sequence
from typing import Any

from app.live.host.host import RoomHost
from app.rooms import commands as c
from app.rooms.model.ids import AskNumber, Millis
from app.rooms.views.page_view import page_view
from app.rooms.views.replay import replay
from app.web.html.renderer import Renderer
from app.web.replay.films import all_films
from app.web.replay.reader import Reader, perspective_of
from app.web.replay.replay_page import replay_page
from app.web.replay.rounds_page import Filter, rounds_page
from app.web.routes.history.replay import LAST_REVEAL, PUBLIC_PERSPECTIVE
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
"""Random id of a form's command."""

renderer = Renderer()


async def run_course(seed: int, game: str, server: Server, kind: type[RoomHost] = RoomHost) -> frozenset[str]:
    """Return the differences of two worlds after another last reveal.

    Raises AssertionError if their watchers receive different messages or pages."""
    rng = random.Random(f"late {seed}")
    evening = play_watched(rng, game)
    clock = WallClock()
    clock.jump(evening.now - clock())
    made = [await World.create(kind, evening.room, evening.entries, clock, server()) for _ in range(2)]
    worlds = (made[0], made[1])
    found = await _play_course(rng, worlds) if evening.is_asking else frozenset[str]()
    for world in worlds:
        await world.host.close()
    return found


async def _play_course(rng: random.Random, worlds: Worlds) -> frozenset[str]:
    one, other = worlds
    asked = tuple(one.play.asks)
    for seat in asked:
        texts = list_choices(one, seat)
        await one.seal(seat, texts[0])
        await other.seal(seat, texts[-1])
        compare_messages(worlds)
    await advance(worlds, GRACE_S + 1)
    if not one.play.asks or not other.play.asks or one.play.state == other.play.state:
        return frozenset()
    found = {"asked"} if one.play.asks.keys() != other.play.asks.keys() else set[str]()
    await compare(worlds)
    # From here on the effects occur in one world alone.
    asked = tuple(rng.sample(list(other.play.asks), len(other.play.asks)))
    if len(asked) > 1:
        for seat in asked:
            await other.seal(seat, list_choices(other, seat)[0])
            compare_messages(worlds)
        await other.lift(asked[0])
        await advance(worlds, GRACE_S + 1)
        found |= {"held"} if other.play.is_held else set()
    friend = next(seat for seat in range(5) if seat != asked[0])
    await other.command(Seat(friend), lambda seat: c.Nudge(seat, asked[0]))
    await advance(worlds, PER_ASK_S)
    found |= {"ran out"} if one.play.ran_out != other.play.ran_out else set()
    await other.command(Seat(friend), lambda seat: c.GiveTime(seat, asked[0], 60))
    await other.command(Seat(friend), lambda seat: c.CreditOutage(Millis(60_000), Millis(0)))
    await other.command(Seat(friend), lambda seat: c.React(seat, "laugh", AskNumber(other.play.ask - 1)))
    await compare(worlds)
    for world in worlds:
        await world.command(Seat(0), lambda seat: c.Say(seat, "hm"))
    await compare(worlds)
    return frozenset(found)


def play_watched(rng: random.Random, game: str) -> Evening:
    """Return a game of people with some reveals."""
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


async def advance(worlds: Worlds, seconds: float) -> None:
    """Advance the time in both worlds."""
    await asyncio.sleep(seconds)
    for world in worlds:
        await world.listen()


def compare_messages(worlds: Worlds) -> None:
    """Raise AssertionError if the watchers received different messages."""
    one, other = worlds
    assert one.heard[None] == other.heard[None], TELLS_APART


async def compare(worlds: Worlds) -> None:
    """Raise AssertionError if watchers can tell the worlds apart.

    It compares their messages and their pages."""
    one, other = worlds
    compare_messages(worlds)
    assert await list_pages(one) == await list_pages(other), TELLS_APART


async def list_pages(world: World) -> Sequence[str]:
    """Return all pages behind the watchers' link."""
    room, entries = world.room, await world.store.load(world.room.code)
    played, regions = replay(entries, 1), renderer.regions("en")
    assert played is not None
    reader = Reader(room, played, None, "/r/the-room/watch/the-key")
    known: Mapping[str, Mapping[str, Any]] = {
        "replay": replay_page(regions, reader, perspective_of(reader, None), None),
        "clip": replay_page(regions, reader, PUBLIC_PERSPECTIVE, LAST_REVEAL),
        "rounds": rounds_page(regions, reader, Filter(None, "")),
    }
    is_pictured = played.game.pictures is not None
    return [
        NEW_ID.sub("", await renderer.room(page_view(room, None), language="en", base_url=BASE_URL)),
        *(renderer.page("en", name, base_url=BASE_URL, **names) for name, names in known.items()),
        *([all_films(reader, perspective_of(reader, None), regions.speech).decode()] if is_pictured else []),
    ]


def list_choices(world: World, seat: Seat) -> Sequence[str]:
    """Return the texts of a seat's choices."""
    return [world.play.game.text(each) for each in world.play.asks[seat].choices]
