"""Evenings of several games, and their records."""

import random
from functools import cache
from typing import Any

import orjson

from app.records.check_record import Report, check
from app.records.export import export
from app.records.read_record import digest_of, record_of
from app.rooms import commands as c
from app.rooms.model.ids import Millis
from app.web.games import find_presenter
from app.web.games.lesson import lesson_seed
from engine import registry
from engine.core.plain import Plain
from tests.rooms.builders import ADA, AT_ONCE, BEN, CARLA, JOIN_KEY, SEED, begin, game_of, holder
from tests.rooms.evening import Evening

ADEL, EDEL = "adel_verpflichtet", "edel_stein_reich"
OTHER_SEED, LAST_SEED = "a7" * 32, "c3" * 32


def plays(evening: Evening, rng: random.Random, reveals: int = 10_000) -> None:
    """Play that many reveals, or to the game's end.

    Choices are random, and some change before the reveal."""
    until = evening.room.asks_so_far + reveals
    while evening.room.phase == "playing" and evening.room.asks_so_far < until:
        evening.now = Millis(evening.now + 1_000)
        play = game_of(evening.room)
        for place, seat in enumerate(tuple(play.asks)):
            texts = [play.game.text(choice) for choice in play.asks[seat].choices]
            if place == 0 and len(play.asks) > 1 and rng.random() < 0.2:
                assert evening.does(c.Seal(seat, play.ask, rng.choice(texts)))
                assert evening.does(c.Lift(seat, play.ask))
            assert evening.does(c.Seal(seat, play.ask, rng.choice(texts)))


def sit(evening: Evening, *names: str) -> None:
    """Seat more players."""
    for name in names:
        assert evening.does(c.TakeSeat(name, holder(name), JOIN_KEY))


@cache
def short_evening() -> Evening:
    """Return one game, played to its end by two."""
    evening = Evening(EDEL, **AT_ONCE)
    sit(evening, "Ben")
    assert evening.does(begin(SEED, EDEL))
    plays(evening, random.Random(1))
    return evening


@cache
def lesson_evening() -> Evening:
    """Return the same with a deal that is chosen for lessons."""
    evening = Evening(EDEL, **AT_ONCE)
    sit(evening, "Ben")
    assert evening.does(begin(lesson_seed(EDEL, find_presenter(EDEL).lesson.deals[0]), EDEL))
    plays(evening, random.Random(1))
    return evening


@cache
def long_evening() -> Evening:
    """Return four games: finished, ended early, of the other kind, and running."""
    rng = random.Random(2)
    evening = Evening(ADEL, **AT_ONCE)
    sit(evening, "Ben", "Carla")
    assert evening.does(c.ChooseIdentity(CARLA, "lilac", "star"))
    assert evening.does(c.ChooseIdentity(BEN, "red"))
    assert evening.does(begin(SEED, ADEL))
    plays(evening, rng)
    assert evening.does(c.Say(BEN, "Once more!"))
    assert evening.does(c.Again(ADA, OTHER_SEED, registry.find(ADEL).edition(), True))
    plays(evening, rng, reveals=7)
    for seat in (ADA, BEN, CARLA):
        evening.does(c.Vote(seat, "end", True, SEED, registry.find(ADEL).edition()))
    assert evening.room.phase == "finished"
    assert evening.does(c.SetUpAnew(evening.room.hosts[0], EDEL))
    assert evening.does(c.Begin(evening.room.hosts[0], OTHER_SEED, registry.find(EDEL).edition(), None))
    plays(evening, rng)
    assert evening.does(c.Again(evening.room.hosts[0], LAST_SEED, registry.find(EDEL).edition()))
    plays(evening, rng, reveals=3)
    assert evening.is_asking
    return evening


def record(evening: Evening) -> dict[str, Any]:
    """Return the record of an evening, to tamper with."""
    made: dict[str, Any] = orjson.loads(_export_record(evening, len(evening.entries)))
    return made


@cache
def _export_record(evening: Evening, entries: int) -> bytes:
    """Return its record after that many events, cached for two hundred reads."""
    return orjson.dumps(export(evening.entries[:entries], evening.room.evening))


def forge_digest(tampered: dict[str, Any]) -> dict[str, Any]:
    """Return the tampered record with a matching digest."""
    return tampered | {"digest": digest_of(tampered["facts"], tampered["results"])}


def check_data(data: Plain) -> Report:
    """Return the report of a check. Raises UnreadableRecordError."""
    return check(record_of(data))
