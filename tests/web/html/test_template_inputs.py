"""A region that is kept is the one that would be drawn: over whole evenings, for every viewer."""

import random
from types import SimpleNamespace

import pytest
from jinja2 import DictLoader, Environment

from app.rooms import commands as c
from app.rooms.model.ids import Millis
from app.rooms.model.room import Room
from app.rooms.page_view import film, page_view
from app.web.cache import LastDrawn, TableCache
from app.web.games import face
from app.web.html.regions import Regions
from app.web.html.renderer import Renderer
from app.web.html.template_inputs import TemplateInputs
from app.web.text.languages import ENGLISH
from engine.core.seats import Seat, Viewer
from tests.records.evenings import sit
from tests.rooms.builders import ADA, AT_ONCE, NAMES, a_game, all_sealed, begin, game_of
from tests.rooms.evening import Evening

BASE = "http://signet.test"
VIEWERS: tuple[Viewer, ...] = (Seat(0), Seat(2), None)


@pytest.mark.parametrize("seed", range(2))
def test_what_is_kept_is_what_would_be_drawn(game: str, seed: int) -> None:
    regions = Renderer(None).regions(ENGLISH)
    forgetful = Regions(regions.environment, regions.speech.words, keep=0)
    kept = {viewer: LastDrawn() for viewer in VIEWERS}
    evening = Evening(game, **AT_ONCE, watchers="public")
    rng = random.Random(seed)

    def look() -> None:
        here = frozenset(seat for seat in (Seat(0), Seat(1), Seat(2)) if rng.random() < 0.8)
        for viewer, drawn in kept.items():
            now = regions.whole(page_view(evening.room, viewer, here), BASE, drawn=drawn)
            assert now == forgetful.whole(page_view(evening.room, viewer, here), BASE)
            if rng.random() < 0.2:
                assert regions.film(
                    page_view(evening.room, viewer, here), film(evening.room, viewer)
                ) == forgetful.film(page_view(evening.room, viewer, here), film(evening.room, viewer))

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
    reads = TemplateInputs(Environment(loader=DictLoader(parts), autoescape=True), ["room", "view", "me", "table"])
    context = {"room": {"game": "a", "phase": "lobby"}, "view": {"ask": 7}, "me": 3, "table": None, "words": 1, "x": 0}
    inputs = reads.inputs("page", "a", context)
    assert reads.given("page", inputs)["me"] == 3
    for change in ({"view": {"ask": 8}}, {"me": 4}, {"table": {"cells": ()}}, {"room": {"game": "a", "phase": "over"}}):
        assert reads.inputs("page", "a", context | change) != inputs
    for change in ({"view": {"ask": 7, "said": 1}}, {"words": 2}):
        assert reads.inputs("page", "a", context | change) == inputs


WAYS = {
    "by its name": "{{ view.secret }}",
    "by an alias": "{% set other = view %}{{ other.secret }}",
    "by a filter": "{{ view | attr('secret') }}",
    "by a name that is put together": "{{ view['sec' ~ 'ret'] }}",
    "by a macro": "{% macro of(x) %}{{ x.secret }}{% endmacro %}{{ of(view) }}",
    "by a macro of another file": '{% from "macros" import of with context %}{{ of() }}',
    "by a part": '{% include "part" %}',
    "in a loop": "{% for each in [view] %}{{ each.secret }}{% endfor %}",
    "in a block of names": "{% with other = view %}{{ other.secret }}{% endwith %}",
    "as a test": "{% if view is none or view.secret %}{{ view.secret }}{% endif %}",
}
PARTS = {"macros": "{% macro of() %}{{ view.secret }}{% endmacro %}", "part": "{{ view.secret }}"}


@pytest.mark.parametrize("way", WAYS)
def test_whatever_a_template_shows_is_one_of_its_inputs(way: str) -> None:
    """So two who would be shown different things never share a drawing."""
    environment = Environment(loader=DictLoader({"page": WAYS[way], **PARTS}), autoescape=True)
    reads, shared = TemplateInputs(environment, ["view"]), TableCache()

    def shown(secret: str) -> str:
        inputs = reads.inputs("page", "a", {"view": SimpleNamespace(secret=secret, ask=1)})
        given = reads.given("page", inputs)
        return shared.again("page", inputs, lambda: environment.get_template("page").render(given))

    assert [shown("one"), shown("two"), shown("one")] == ["one", "two", "one"]


def test_a_template_gets_its_inputs_and_nothing_else() -> None:
    environment = Environment(loader=DictLoader({"page": "{{ view.ask }}{{ me is none }}"}), autoescape=True)
    reads = TemplateInputs(environment, ["view", "me", "table"])
    given = reads.given(
        "page",
        reads.inputs("page", "a", {"view": SimpleNamespace(ask=7, mine=8), "me": "Ada", "table": "all", "words": 1}),
    )
    assert given.keys() == {"view", "me"}
    assert vars(given["view"]) == {"ask": 7}
    assert not vars(given["me"])


def test_what_everybody_sees_is_drawn_once(game: str) -> None:
    """With four at the table, the board, the log and the others' seats cost what they cost with one."""
    room = a_game(4, game=game)
    viewers = tuple(Seat(number) for number in range(4))
    empty = [f"seat-{number}" for number in range(4, max(room.game.table_sizes))]
    regions = Renderer(None).regions(ENGLISH)

    def pages(room: Room) -> list[dict[str, str]]:
        return [regions.whole(page_view(room, viewer, frozenset(viewers)), BASE) for viewer in viewers]

    for now in (room, all_sealed(room)):
        first, *others = pages(now)
        for other in others:
            alike = [id for id, html in first.items() if html == other[id]]
            assert {"log", "last_round", *empty, *(each.id for each in face(game).regions)} <= set(alike)
            assert all(first[id] is other[id] for id in alike if id in ("log", "last_round") or id.startswith("seat-"))


def test_what_nobody_asks_for_is_forgotten() -> None:
    shared, drawn = TableCache(), list[str]()

    def draw(version: int) -> object:
        shared.at(version)
        return shared.again("log", "inputs", lambda: drawn.append("log"))

    for version in (1, 1, 2, 3):
        draw(version)
    assert drawn == ["log"]
    shared.at(4)
    draw(5)
    assert drawn == ["log", "log"]


def test_an_include_that_nobody_can_tell_is_refused() -> None:
    reads = TemplateInputs(Environment(loader=DictLoader({"page": "{% include me %}"}), autoescape=True), [])
    with pytest.raises(ValueError, match="which template"):
        reads.inputs("page", "a", {"me": "x"})
