"""Posed tables: a room for every phase and every prompt of Ada in each game.

They are written to a server's database before it starts, so that no test has to play until a rare prompt occurs."""

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
from tests.browser.cookies import get_device_cookie_name
from tests.journal.writers import write_as_played
from tests.records.evenings import ADEL, long_evening, sit
from tests.records.seated import assign_devices, device
from tests.rooms.builders import ADA, AT_ONCE, CODE, NAMES, begin, game_of
from tests.rooms.evening import Evening
from tools.player import Player

PEOPLE = (2, 3, 5)
SEEDS = range(4)
FINITE = ("event", "free_choice")
"""Kinds of prompts that look different for every sort of choice."""


@dataclass(frozen=True, slots=True)
class Pose:
    """Room at one moment."""

    game: str
    name: str
    """Kind of Ada's prompt or phase of the room.

    The first words of the choices follow where they make the prompt."""
    phase: str
    code: RoomCode
    entries: tuple[Entry, ...]


@cache
def list_all_poses() -> tuple[Pose, ...]:
    """Return all poses in a stable order."""
    return tuple(pose for game in registry.GAMES for pose in _make_poses(game))


def get_pose(game: str, name: str) -> Pose:
    """Return the pose with a name."""
    return next(each for each in list_all_poses() if (each.game, each.name) == (game, name))


@cache
def get_pose_before_reveal(game: str) -> Pose:
    """Return a pose in which only Ada has to choose an action.

    Her seal reveals the cards. No other test looks at that table."""
    shown, code = get_pose(game, "action"), RoomCode(f"{game[0].upper()}FACED00")
    return dataclasses.replace(shown, code=code, entries=recode_entries(shown.entries, code))


@cache
def get_pose_with_lifted_card(game: str) -> Pose:
    """Return the same pose with one card lifted, so that Ada's card stays sealed.

    No other test looks at that table."""
    shown, code = get_pose(game, "action"), RoomCode(f"{game[0].upper()}CARDS00")
    evening = Evening(game)
    evening.room, evening.entries, evening.now = _replay(shown.entries), list(shown.entries), shown.entries[-1].at
    play = game_of(evening.room)
    other = next(seat for seat in play.asks if seat != ADA)
    assert evening.does(c.Lift(other, play.ask))
    return dataclasses.replace(shown, code=code, entries=recode_entries(evening.entries, code))


@cache
def get_pose_before_bid() -> Pose:
    """Return a pose in which Ada has to bid.

    No other test looks at that table."""
    shown, code = get_pose("edel_stein_reich", "bid"), RoomCode("EBEBD000")
    return dataclasses.replace(shown, code=code, entries=recode_entries(shown.entries, code))


def _replay(entries: Sequence[Entry]) -> Room:
    """Return the room of a journal."""
    room = fold(None, entries)
    assert room is not None
    return room


NO_ASK = ("lobby", "paused", "finished", "stand-in")
"""Names of poses without a prompt of Ada's."""

ENDS = {"clicks": 3, "bargain": 2, "keys": 1, "roles": 1}
"""People at tables shortly before the end of a game.

Bots stand in for the others."""
LEFT = 2
"""Number of prompts that Ada still has there."""


@cache
def get_end_pose(game: str, name: str) -> Pose:
    """Return the pose with a name shortly before the end.

    It has three seats, or two if two people play. Only one test may play there."""
    people = max(2, ENDS[name])
    evening = Evening(game)
    evening.room, entries, evening.now = _play_to_end(game, people)
    evening.entries = list(entries)
    for bot in range(ENDS[name], people):
        assert evening.does(c.SetStandIn(ADA, Seat(bot), "normal"))
    code = RoomCode(f"{game[0].upper()}END{list(ENDS).index(name):04}")
    return Pose(game, name, "playing", code, recode_entries(evening.entries, code))


@cache
def get_pose_beyond_banquet() -> Pose:
    """Return the last exhibition of a game of two.

    Whatever Ada shows, her pawn walks past the last seat of the banquet. Only one test may play there."""
    *_, shown = (tuple(evening.entries) for what, evening in _play_moments(ADEL, 2, seed=21) if what == "exhibition")
    code = RoomCode("ABEYND00")
    return Pose(ADEL, "exhibition", "playing", code, recode_entries(shown, code))


@cache
def _play_to_end(game: str, people: int) -> tuple[Room, tuple[Entry, ...], Millis]:
    """Return the room, journal and time of a game shortly before its end."""
    moments = {}
    for what, evening in _play_moments(game, people, seed=1):
        if what not in NO_ASK:
            moments[len(evening.entries)] = evening.room, tuple(evening.entries), evening.now
    return list(moments.values())[-LEFT]


def seat_as(player: Player, name: str = "Ada") -> Player:
    """Give the player Ada's seat, or a named one, at all posed tables."""
    player.context.add_cookies(
        [{"name": get_device_cookie_name(player.url), "value": device(name).secret, "url": player.url}]
    )
    return player


def open_pose(player: Player, to: Pose) -> Page:
    """Open the pose and return the player's page."""
    player.page.goto(f"{player.url}/r/{to.code}")
    expect(player.page.locator("#status")).to_have_attribute("data-state", "live")
    return player.page


def write_poses(database: str) -> None:
    """Write all poses to an empty database."""

    async def write() -> None:
        store = SqlStore(database)
        ends = (get_end_pose(game, name) for game in registry.GAMES for name in ENDS)
        apart = (
            *map(get_pose_before_reveal, registry.GAMES),
            *map(get_pose_with_lifted_card, registry.GAMES),
            get_pose_before_bid(),
            get_pose_beyond_banquet(),
        )
        for each in (*list_all_poses(), *apart, *ends):
            await write_as_played(store, each.code, each.entries, each.phase)
        # Tests only look at this room, so no clock may change it.
        await write_as_played(store, CODE, assign_devices(long_evening()), "playing")
        await store.close()

    # The event loop of this thread may belong to a browser.
    with ThreadPoolExecutor() as threads:
        threads.submit(lambda: asyncio.run(write())).result()


def _make_poses(game: str) -> Iterator[Pose]:
    """Yield the poses of a game."""
    last: dict[str, tuple[Entry, ...]] = {}
    for people in PEOPLE:
        for seed in SEEDS:
            for name, evening in _play_moments(game, people, seed):
                last[name] = tuple(evening.entries)
    for place, (name, entries) in enumerate(sorted(last.items())):
        code = RoomCode(f"{game[0].upper()}CCESS{place:02}")
        phase = name if name in ("lobby", "paused", "finished") else "playing"
        yield Pose(game, name, phase, code, recode_entries(entries, code))


def recode_entries(entries: Sequence[Entry], code: RoomCode) -> tuple[Entry, ...]:
    """Return the entries for a room of another code.

    Its seats are held by devices that can show their tokens."""
    return tuple(_recode_entry(entry, code) for entry in entries)


def _recode_entry(entry: Entry, code: RoomCode) -> Entry:
    """Return one entry for a room of another code.

    A seat in it is held by a device that can show its token."""
    event = entry.event
    if isinstance(event, RoomOpened):
        return replace(entry, event=dataclasses.replace(event, code=code))
    if isinstance(event, SeatTaken) and event.holder:
        return replace(entry, event=dataclasses.replace(event, holder=device(event.name).digest))
    return entry


def _play_moments(game: str, people: int, seed: int) -> Iterator[tuple[str, Evening]]:
    """Play a game at random; yield every moment to look at, by name."""
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
            yield from _vary_state(evening)
        assert evening.does(c.Seal(ADA, play.ask, rng.choice(choices[ADA])))
    yield "finished", evening


def _vary_state(evening: Evening) -> Iterator[tuple[str, Evening]]:
    """Yield a moment paused, and with a stand-in for Ada.

    The evening itself does not change."""
    room, kept = evening.room, list(evening.entries)
    for name, command in (("paused", c.Pause(ADA)), ("stand-in", c.SetStandIn(ADA, ADA, "normal"))):
        assert evening.does(command)
        yield name, evening
        evening.room, evening.entries = room, list(kept)
