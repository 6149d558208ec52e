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
    """So many reveals, or to the game's end, with choices at random and now and then a change of mind."""
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
    """More players."""
    for name in names:
        assert evening.does(c.TakeSeat(name, holder(name), JOIN_KEY))


@cache
def short_evening() -> Evening:
    """One game, played to its end by two."""
    evening = Evening(EDEL, **AT_ONCE)
    sit(evening, "Ben")
    assert evening.does(begin(SEED, EDEL))
    plays(evening, random.Random(1))
    return evening


@cache
def lesson_evening() -> Evening:
    """The same with a deal that is chosen for lessons."""
    evening = Evening(EDEL, **AT_ONCE)
    sit(evening, "Ben")
    assert evening.does(begin(lesson_seed(EDEL, find_presenter(EDEL).lesson.deals[0]), EDEL))
    plays(evening, random.Random(1))
    return evening


@cache
def long_evening() -> Evening:
    """A game played to its end, one ended early, one of the other kind, and one that runs."""
    rng = random.Random(2)
    evening = Evening(ADEL, **AT_ONCE)
    sit(evening, "Ben", "Carla")
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
    """The record of an evening, to be tampered with."""
    made: dict[str, Any] = orjson.loads(_exported(evening, len(evening.entries)))
    return made


@cache
def _exported(evening: Evening, entries: int) -> bytes:
    """Its record after so many events; written once, for it is read two hundred times."""
    return orjson.dumps(export(evening.entries[:entries], evening.room.evening))


def signed(tampered: dict[str, Any]) -> dict[str, Any]:
    """The record with the digest that fits what was made of it."""
    return tampered | {"digest": digest_of(tampered["facts"], tampered["results"])}


def checked(data: Plain) -> Report:
    """What a check of the record says. Raises UnreadableRecordError."""
    return check(record_of(data))
