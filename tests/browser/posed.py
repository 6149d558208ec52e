"""Tables posed for a look: one room for everything that Ada can be asked in each game, and for every phase of a room.

They are written into a server's database before it starts, so that nobody has to play until a rare thing happens."""

import asyncio
import dataclasses
import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache

from playwright.sync_api import Page, expect

from app.journal.sql.store import SqlStore
from app.rooms import commands as c
from app.rooms.events import Entry, RoomOpened, SeatTaken
from app.rooms.fold import fold
from app.rooms.model.ids import Millis, RoomCode
from app.rooms.model.room import Room
from app.rooms.model.values import replace
from engine import registry
from engine.core.seats import Seat
from tests.browser.cookies import device_cookie
from tests.journal.writers import write_as_played
from tests.records.evenings import ADEL, long_evening, sit
from tests.records.seated import device, with_tokens
from tests.rooms.builders import ADA, AT_ONCE, CODE, NAMES, begin, game_of
from tests.rooms.evening import Evening
from tools.player import Player

PEOPLE = (2, 3, 5)
SEEDS = range(4)
FINITE = ("event", "free_choice")
"""Kinds of asks that look otherwise for every sort of choice."""


@dataclass(frozen=True, slots=True)
class Pose:
    """A room at one moment."""

    game: str
    name: str
    """What Ada is asked, with the first words of the choices where those make the prompt; or the room's phase."""
    phase: str
    code: RoomCode
    entries: tuple[Entry, ...]


@cache
def poses() -> tuple[Pose, ...]:
    """All of them, in an order that stays."""
    return tuple(pose for game in registry.GAMES for pose in _of(game))


def pose(game: str, name: str) -> Pose:
    """The one of that name."""
    return next(each for each in poses() if (each.game, each.name) == (game, name))


@cache
def to_be_revealed(game: str) -> Pose:
    """Where Ada is asked for an action and all others have sealed; whose card reveals them there need not be careful,
    for nobody else looks at that table."""
    shown, code = pose(game, "action"), RoomCode(f"{game[0].upper()}FACED00")
    return dataclasses.replace(shown, code=code, entries=entries_with_code(shown.entries, code))


@cache
def to_be_sealed(game: str) -> Pose:
    """The same where another has taken the card back, so that Ada's stays sealed. Nobody else looks at it either."""
    shown, code = pose(game, "action"), RoomCode(f"{game[0].upper()}CARDS00")
    evening = Evening(game)
    evening.room, evening.entries, evening.now = _played(shown.entries), list(shown.entries), shown.entries[-1].at
    play = game_of(evening.room)
    other = next(seat for seat in play.asks if seat != ADA)
    assert evening.does(c.Lift(other, play.ask))
    return dataclasses.replace(shown, code=code, entries=entries_with_code(evening.entries, code))


@cache
def to_be_bid() -> Pose:
    """Where Ada is asked for a bid. Nobody else looks at that table either."""
    shown, code = pose("edel_stein_reich", "bid"), RoomCode("EBEBD000")
    return dataclasses.replace(shown, code=code, entries=entries_with_code(shown.entries, code))


def _played(entries: Sequence[Entry]) -> Room:
    """The room of a journal."""
    room = fold(None, entries)
    assert room is not None
    return room


NO_ASK = ("lobby", "paused", "finished", "stand-in")
"""What is no ask of Ada's."""

ENDS = {"clicks": 3, "bargain": 2, "keys": 1, "roles": 1}
"""Tables shortly before the end of their game, by who plays there: so many people; bots stand in for the others."""
LEFT = 2
"""So many times Ada is still asked at them."""


@cache
def end(game: str, name: str) -> Pose:
    """The table of that name, with three seats or, for two people, two. Nobody but one test may play at it."""
    people = max(2, ENDS[name])
    evening = Evening(game)
    evening.room, entries, evening.now = _late(game, people)
    evening.entries = list(entries)
    for bot in range(ENDS[name], people):
        assert evening.does(c.SetStandIn(ADA, Seat(bot), "normal"))
    code = RoomCode(f"{game[0].upper()}END{list(ENDS).index(name):04}")
    return Pose(game, name, "playing", code, entries_with_code(evening.entries, code))


@cache
def beyond_the_banquet() -> Pose:
    """The last exhibition of a game of two: whatever Ada shows, her pawn walks on past the last seat of the banquet.
    Nobody but one test may play at it."""
    *_, shown = (tuple(evening.entries) for what, evening in _moments(ADEL, 2, seed=21) if what == "exhibition")
    code = RoomCode("ABEYND00")
    return Pose(ADEL, "exhibition", "playing", code, entries_with_code(shown, code))


@cache
def _late(game: str, people: int) -> tuple[Room, tuple[Entry, ...], Millis]:
    """A game of so many shortly before its end: the room, its journal and when it is."""
    moments = {}
    for what, evening in _moments(game, people, seed=1):
        if what not in NO_ASK:
            moments[len(evening.entries)] = evening.room, tuple(evening.entries), evening.now
    return list(moments.values())[-LEFT]


def seat(player: Player, name: str = "Ada") -> Player:
    """The player, who holds Ada's seat in all of them now, or the one of that name."""
    player.context.add_cookies([{"name": device_cookie(player.url), "value": device(name).secret, "url": player.url}])
    return player


def go(player: Player, to: Pose) -> Page:
    """The player's page at that table."""
    player.page.goto(f"{player.url}/r/{to.code}")
    expect(player.page.locator("#status")).to_have_attribute("data-state", "live")
    return player.page


def keep(database: str) -> None:
    """Writes all poses into an empty database."""

    async def write() -> None:
        store = SqlStore(database)
        ends = (end(game, name) for game in registry.GAMES for name in ENDS)
        apart = (
            *map(to_be_revealed, registry.GAMES),
            *map(to_be_sealed, registry.GAMES),
            to_be_bid(),
            beyond_the_banquet(),
        )
        for each in (*poses(), *apart, *ends):
            await write_as_played(store, each.code, each.entries, each.phase)
        # nobody may change it either: it is only looked at
        await write_as_played(store, CODE, with_tokens(long_evening()), "playing")
        await store.close()

    # this thread's own loop may be a browser's
    with ThreadPoolExecutor() as threads:
        threads.submit(lambda: asyncio.run(write())).result()


def _of(game: str) -> Iterator[Pose]:
    last: dict[str, tuple[Entry, ...]] = {}
    for people in PEOPLE:
        for seed in SEEDS:
            for name, evening in _moments(game, people, seed):
                last[name] = tuple(evening.entries)
    for place, (name, entries) in enumerate(sorted(last.items())):
        code = RoomCode(f"{game[0].upper()}CCESS{place:02}")
        phase = name if name in ("lobby", "paused", "finished") else "playing"
        yield Pose(game, name, phase, code, entries_with_code(entries, code))


def entries_with_code(entries: Sequence[Entry], code: RoomCode) -> tuple[Entry, ...]:
    """The entries in a room of that code, seats taken by devices that can show their tokens."""
    return tuple(_coded(entry, code) for entry in entries)


def _coded(entry: Entry, code: RoomCode) -> Entry:
    """The entry in a room of that code, a seat taken by a device that can show its token."""
    event = entry.event
    if isinstance(event, RoomOpened):
        return replace(entry, event=dataclasses.replace(event, code=code))
    if isinstance(event, SeatTaken) and event.holder:
        return replace(entry, event=dataclasses.replace(event, holder=device(event.name).digest))
    return entry


def _moments(game: str, people: int, seed: int) -> Iterator[tuple[str, Evening]]:
    """A game played at random, at every moment that is worth a look."""
    evening = Evening(game, **AT_ONCE, watchers="public")
    sit(evening, *NAMES[1:people])
    yield "lobby", evening
    assert evening.does(begin(f"{seed:02}" * 32, game))
    rng = random.Random(seed)
    while evening.room.phase == "playing":
        evening.now = Millis(evening.now + 1_000)
        play = game_of(evening.room)
        choices = {seat: [play.game.text(each) for each in ask.choices] for seat, ask in play.asks.items()}
        others = [seat for seat in choices if seat != ADA]
        for seat in others:
            assert evening.does(c.Seal(seat, play.ask, rng.choice(choices[seat])))
        if ADA not in choices:
            continue
        kind = play.asks[ADA].kind
        words = {text.partition(" ")[0] for text in choices[ADA]}
        yield "-".join([kind, *sorted(words)] if kind in FINITE else [kind]), evening
        if kind == "action" and "detective" in words:
            yield "action-detective", evening
        if others and people > 2:
            yield from _states(evening)
        assert evening.does(c.Seal(ADA, play.ask, rng.choice(choices[ADA])))
    yield "finished", evening


def _states(evening: Evening) -> Iterator[tuple[str, Evening]]:
    """The same moment with the table resting, and with a stand-in for Ada. Nothing of it stays."""
    room, kept = evening.room, list(evening.entries)
    for name, command in (("paused", c.Pause(ADA)), ("stand-in", c.SetStandIn(ADA, ADA, "normal"))):
        assert evening.does(command)
        yield name, evening
        evening.room, evening.entries = room, list(kept)
