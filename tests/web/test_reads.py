"""A region that is kept is the one that would be drawn: over whole evenings, for every viewer."""

import random

import pytest
from jinja2 import DictLoader, Environment

from app.rooms import commands as c
from app.rooms.ids import Millis
from app.web.drawn import Drawn
from app.web.languages import ENGLISH
from app.web.reads import Reads
from app.web.regions import Regions
from app.web.render import Renderer
from engine.core.seats import Seat, Viewer
from tests.record.evenings import sit
from tests.rooms.builders import ADA, AT_ONCE, NAMES, begin, game_of
from tests.rooms.evening import Evening

BASE = "http://signet.test"
VIEWERS: tuple[Viewer, ...] = (Seat(0), Seat(2), None)


@pytest.mark.parametrize("seed", range(2))
def test_what_is_kept_is_what_would_be_drawn(game: str, seed: int) -> None:
    regions = Renderer(None).regions(ENGLISH)
    forgetful = Regions(regions.environment, regions.speech.words, keep=0)
    kept = {viewer: Drawn() for viewer in VIEWERS}
    evening = Evening(game, **AT_ONCE, watchers="public")
    rng = random.Random(seed)

    def look() -> None:
        here = frozenset(seat for seat in (Seat(0), Seat(1), Seat(2)) if rng.random() < 0.8)
        for viewer, drawn in kept.items():
            now = regions.whole(evening.room, viewer, here, BASE, drawn=drawn)
            assert now == forgetful.whole(evening.room, viewer, here, BASE)
            if rng.random() < 0.2:
                assert regions.film(evening.room, viewer, here, drawn) == forgetful.film(evening.room, viewer, here)

    look()
    sit(evening, *NAMES[1:3])
    look()
    assert evening.does(begin(f"{seed:02}" * 32, game))
    while evening.room.phase == "playing":
        evening.now = Millis(evening.now + 1_000)
        play = game_of(evening.room)
        for seat, ask in play.asks.items():
            choice = play.game.text(rng.choice(ask.choices))
            assert evening.does(c.Seal(seat, play.ask, choice))
            if rng.random() < 0.04:
                look()
        if rng.random() < 0.05:
            assert evening.does(c.Say(ADA, "Well?"))
            look()
    look()


def test_a_template_reads_what_its_parts_read() -> None:
    parts = {
        "page": '{% from "macros" import one %}{% include "games/" ~ room.game ~ "/row" %}{{ one(view.ask) }}{{ me }}',
        "macros": "{% macro one(x) %}{{ x }}{{ room.phase }}{% endmacro %}",
        "games/a/row": "{% if table is none %}{{ table.cells }}{% endif %}{{ words.said }}",
    }
    reads = Reads(Environment(loader=DictLoader(parts), autoescape=True), ["words"])
    context = {"room": {"game": "a", "phase": "lobby"}, "view": {"ask": 7}, "me": 3, "table": None, "words": 1, "x": 0}
    inputs = reads.inputs("page", "a", context)
    assert set(inputs[1:]) >= {"a", "lobby", 7, 3, True}
    for change in ({"view": {"ask": 8}}, {"me": 4}, {"table": {"cells": ()}}, {"room": {"game": "a", "phase": "over"}}):
        assert reads.inputs("page", "a", context | change) != inputs
    for change in ({"view": {"ask": 7, "said": 1}}, {"words": 2}):
        assert reads.inputs("page", "a", context | change) == inputs


def test_an_include_that_nobody_can_tell_is_refused() -> None:
    reads = Reads(Environment(loader=DictLoader({"page": "{% include me %}"}), autoescape=True), [])
    with pytest.raises(ValueError, match="which template"):
        reads.inputs("page", "a", {"me": "x"})
