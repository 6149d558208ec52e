"""Rooms full of hostile text, written to a server's database before it starts.

Each short text is the name of a player and of a watcher. Each text is said at the table and among the watchers."""

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
from app.rooms.chat.words import normalize_message
from app.rooms.events import Entry, Event, RoomOpened, SeatTaken
from app.rooms.fold import fold
from app.rooms.model.ids import RoomCode, Version
from app.rooms.model.name_likeness import are_alike
from app.rooms.model.names import name
from app.rooms.model.values import replace
from engine import registry
from engine.core.seats import Seat
from tests.abuse.hostile_words import LONG, SHORT, make_plain, split
from tests.journal.writers import write_as_played
from tests.records.evenings import plays, sit
from tests.records.seated import device
from tests.rooms.builders import ADA, AT_ONCE, NAMES, SEED, begin, begin_again, game_of
from tests.rooms.evening import Evening

PEOPLE = len(NAMES)
LINES = 26
"""Number of messages of each kind in a room, fewer than the room keeps."""

REVEALS = 9
PHASES = ("lobby", "finished", "playing")


@dataclass(frozen=True, slots=True)
class Room:
    """Room with the texts that its pages must show literally."""

    code: RoomCode
    game: str
    phase: str
    names: tuple[str, ...]
    lines: tuple[str, ...]
    entries: tuple[Entry, ...]


@cache
def get_evening(game: str) -> Mapping[str, tuple[Entry, ...]]:
    """Return the journal of an evening of five, by the phase where it ends.

    It ends before the first game, after it, or in the second game at the first player's turn."""
    evening = Evening(game, **AT_ONCE, watchers="public")
    sit(evening, *NAMES[1:])
    found = {"lobby": tuple(evening.entries)}
    assert evening.does(begin(SEED, game))
    plays(evening, random.Random(1))
    found["finished"] = tuple(evening.entries)
    assert evening.does(begin_again(game=game))
    plays(evening, random.Random(2), reveals=REVEALS)
    while ADA not in game_of(evening.room).asks:
        plays(evening, random.Random(2), reveals=1)
    play = game_of(evening.room)
    for seat in sorted(set(play.asks) - {ADA}):
        assert evening.does(c.Seal(seat, play.ask, play.game.text(play.asks[seat].choices[0])))
    return found | {"playing": tuple(evening.entries)}


def make_room(code: RoomCode, game: str, phase: str, names: Sequence[str], lines: Sequence[str]) -> Room:
    """Return a room with these names and messages of players and watchers."""
    assert all(name(word) == word for word in names)
    assert len(names) == PEOPLE
    assert not any(are_alike(one, other) for one, other in combinations(names, 2))
    lobby, entries = get_evening(game)["lobby"], get_evening(game)[phase]
    talk = Evening(game)
    talk.entries = [
        replace(entry, event=_rewrite_event(entry.event, dict(zip(NAMES, names, strict=True)), code)) for entry in lobby
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
    return Room(code, game, phase, tuple(names), tuple(str(normalize_message(line)) for line in lines), whole)


def _rewrite_event(event: Event, names: Mapping[str, str], code: RoomCode) -> Event:
    """Return the event with these names, in the room of a code.

    Its people can show the tokens of those they replace."""
    if isinstance(event, RoomOpened):
        return dataclasses.replace(event, code=code)
    if isinstance(event, SeatTaken):
        return dataclasses.replace(event, name=names[event.name], holder=device(event.name).digest)
    return event


def list_full_games() -> tuple[str, ...]:
    """Return the games that so many people can play together."""
    return tuple(key for key, game in registry.GAMES.items() if PEOPLE in game.table_sizes)


@cache
def make_rooms(count: int) -> tuple[Room, ...]:
    """Return hostile rooms.

    The first 29 have every text. Games and phases alternate, so 87 rooms have each player's name in each phase."""
    games, lines = list_full_games(), split(SHORT + LONG, LINES)
    kinds = (
        (place, PHASES[(place + turn) % len(PHASES)], names)
        for turn in range(len(PHASES))
        for place, names in enumerate(split(SHORT, PEOPLE))
    )
    return tuple(
        make_room(_make_code(place, phase), games[place % len(games)], phase, names, lines[place % len(lines)])
        for place, phase, names in islice(kinds, count)
    )


@cache
def make_harmless_rooms() -> tuple[Room, ...]:
    """Return one room of each kind with harmless text."""
    names, lines = make_plain(SHORT)[:PEOPLE], make_plain(SHORT + LONG)[:LINES]
    return tuple(
        make_room(_make_code(900 + place, phase), game, phase, names, lines)
        for place, game in enumerate(list_full_games())
        for phase in PHASES
    )


def write_rooms(database: str, some: Iterable[Room]) -> None:
    """Write rooms to an empty database."""

    async def write() -> None:
        store = SqlStore(database)
        for room in some:
            await write_as_played(store, room.code, room.entries, room.phase)
        await store.close()

    # The event loop of this thread may belong to a browser.
    with ThreadPoolExecutor() as threads:
        threads.submit(lambda: asyncio.run(write())).result()


def _make_code(place: int, phase: str) -> RoomCode:
    return RoomCode(f"H0ST{PHASES.index(phase)}{place:03}")
