"""Simulated table: the journal of a room whose game has just begun."""

import random

from app.rooms import commands as c
from app.rooms.decide import decide
from app.rooms.events import Entry
from app.rooms.fold import step
from app.rooms.model.ids import Millis, Version
from app.rooms.model.refusals import Refusal
from app.rooms.model.room import Room
from app.web.http.identity import digest_of
from engine.core.plain import Plain
from engine.core.seats import Seat
from tests.known import size_near
from tests.rooms.builders import ADA, CODE, JOIN_KEY, NAMES, WATCH_KEY, begin


def make_token(name: str) -> str:
    """Return the token of a person's device."""
    return name.ljust(43, "-")


def choose_options(rng: random.Random) -> dict[str, Plain]:
    """Return random options of a table."""
    clock: dict[str, Plain] = {
        "mode": rng.choice(["hard", "hard", "gentle", "off"]),
        "bank": rng.choice([0, 2]),
        "per_ask": rng.choice([1.5, 4]),
    }
    return {
        "grace": rng.choice([0, 0.4]),
        "bot_pace": rng.choice([0, 0.5]),
        "clock": clock,
        "watchers": "public",
        "tell": rng.choice(["who", "count", "nothing"]),
    }


def begin_game(game: str, people: int, bots: int, now: Millis, rng: random.Random) -> tuple[Room, tuple[Entry, ...]]:
    """Return a room with a begun game, and its journal.

    It has as many bots as the game needs with that many people."""
    bots = max(0, size_near(game, people + bots) - people)
    reveal = c.OpenRoom(CODE, game, NAMES[0], digest_of(make_token(NAMES[0])), JOIN_KEY, WATCH_KEY, choose_options(rng))
    commands: list[c.Command] = [reveal]
    commands += [c.TakeSeat(name, digest_of(make_token(name)), JOIN_KEY) for name in NAMES[1:people]]
    commands += [c.SeatBot(ADA, Seat(number), "normal") for number in range(people, people + bots)]
    commands += [begin(rng.randbytes(32).hex(), game)]
    room: Room | None = None
    entries: list[Entry] = []
    for command in commands:
        events = decide(room, command, now)
        assert not isinstance(events, Refusal), events
        for event in events:
            entries.append(Entry(Version(len(entries) + 1), now, event))
            room = step(room, entries[-1])
    assert room is not None
    return room, tuple(entries)
