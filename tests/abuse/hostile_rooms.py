"""Rooms full of hostile words, written into a server's database before it starts: every short word is a player's name
and a watcher's, every word is said at the table and among those who look on."""

import asyncio
import dataclasses
import random
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import combinations, islice

from app.journal.sql.store import SqlStore
from app.rooms import commands as c
from app.rooms.events import Entry, Event, RoomOpened, SeatTaken
from app.rooms.fold import fold
from app.rooms.model.ids import RoomCode, Version
from app.rooms.model.name_likeness import alike
from app.rooms.model.names import name
from app.rooms.model.values import replace
from app.rooms.talk.words import said
from engine import registry
from engine.core.seats import Seat
from tests.abuse.hostile_words import LONG, SHORT, chunks, plain
from tests.journal.writers import write_as_played
from tests.records.evenings import plays, sit
from tests.records.seated import device
from tests.rooms.builders import ADA, AT_ONCE, NAMES, SEED, again, begin, game_of
from tests.rooms.evening import Evening

PEOPLE = len(NAMES)
LINES = 26
"""So many lines of each kind a room has, fewer than are kept."""

REVEALS = 9
PHASES = ("lobby", "finished", "playing")


@dataclass(frozen=True, slots=True)
class Room:
    """A room, and what must stand on its pages to the letter."""

    code: RoomCode
    game: str
    phase: str
    names: tuple[str, ...]
    lines: tuple[str, ...]
    entries: tuple[Entry, ...]


@cache
def evening_of(game: str) -> Mapping[str, tuple[Entry, ...]]:
    """The journal of one evening of five by where it breaks off: before the first game, after it, and in the middle of
    the second one, when the table waits for the first of them."""
    evening = Evening(game, **AT_ONCE, watchers="public")
    sit(evening, *NAMES[1:])
    found = {"lobby": tuple(evening.entries)}
    assert evening.does(begin(SEED, game))
    plays(evening, random.Random(1))
    found["finished"] = tuple(evening.entries)
    assert evening.does(again(game=game))
    plays(evening, random.Random(2), reveals=REVEALS)
    while ADA not in game_of(evening.room).asks:
        plays(evening, random.Random(2), reveals=1)
    play = game_of(evening.room)
    for seat in sorted(set(play.asks) - {ADA}):
        assert evening.does(c.Seal(seat, play.ask, play.game.text(play.asks[seat].choices[0])))
    return found | {"playing": tuple(evening.entries)}


def room_of(code: RoomCode, game: str, phase: str, names: Sequence[str], lines: Sequence[str]) -> Room:
    """A room whose players are called and have said these words, and those who look on as well."""
    assert all(name(word) == word for word in names)
    assert len(names) == PEOPLE
    assert not any(alike(one, other) for one, other in combinations(names, 2))
    lobby, entries = evening_of(game)["lobby"], evening_of(game)[phase]
    talk = Evening(game)
    talk.entries = [
        replace(entry, event=_event(entry.event, dict(zip(NAMES, names, strict=True)), code)) for entry in lobby
    ]
    room = fold(None, talk.entries)
    assert room is not None
    talk.room = room
    for place, line in enumerate(lines):
        assert talk.does(c.Say(Seat(place % PEOPLE), line)), line
        watcher = name(line)
        if watcher is None or not talk.does(c.WatcherSay(watcher, line)):
            assert talk.does(c.WatcherSay("Walter", line)), line
    later = entries[len(lobby) :]
    talked = talk.room.version
    whole = (*talk.entries, *(replace(entry, version=Version(entry.version + talked - len(lobby))) for entry in later))
    return Room(code, game, phase, tuple(names), tuple(str(said(line)) for line in lines), whole)


def _event(event: Event, names: Mapping[str, str], code: RoomCode) -> Event:
    """The same of people of these names, who can show the tokens of those they were, in the room of that code."""
    if isinstance(event, RoomOpened):
        return dataclasses.replace(event, code=code)
    if isinstance(event, SeatTaken):
        return dataclasses.replace(event, name=names[event.name], holder=device(event.name).digest)
    return event


def full_games() -> tuple[str, ...]:
    """The games that so many people can play together."""
    return tuple(key for key, game in registry.GAMES.items() if PEOPLE in game.table_sizes)


@cache
def rooms(count: int) -> tuple[Room, ...]:
    """So many hostile ones. The first 29 have every word; games and phases take turns, so that in 87 each of the
    players' names is there in each phase."""
    games, lines = full_games(), chunks(SHORT + LONG, LINES)
    kinds = (
        (place, PHASES[(place + turn) % len(PHASES)], names)
        for turn in range(len(PHASES))
        for place, names in enumerate(chunks(SHORT, PEOPLE))
    )
    return tuple(
        room_of(_code(place, phase), games[place % len(games)], phase, names, lines[place % len(lines)])
        for place, phase, names in islice(kinds, count)
    )


@cache
def harmless_rooms() -> tuple[Room, ...]:
    """One of each kind in which everybody means well."""
    names, lines = plain(SHORT)[:PEOPLE], plain(SHORT + LONG)[:LINES]
    return tuple(
        room_of(_code(900 + place, phase), game, phase, names, lines)
        for place, game in enumerate(full_games())
        for phase in PHASES
    )


def keep(database: str, some: Iterable[Room]) -> None:
    """Writes rooms into an empty database."""

    async def write() -> None:
        store = SqlStore(database)
        for room in some:
            await write_as_played(store, room.code, room.entries, room.phase)
        await store.close()

    # this thread's own loop may be a browser's
    with ThreadPoolExecutor() as threads:
        threads.submit(lambda: asyncio.run(write())).result()


def _code(place: int, phase: str) -> RoomCode:
    return RoomCode(f"H0ST{PHASES.index(phase)}{place:03}")
