"""Recap of a finished game: computed once for all viewers with equal knowledge.

A running game has none."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from app.rooms.model.reveal import Reveal
from app.rooms.model.values import replace
from app.rooms.views.page_view import page_view
from app.web.cache import LastDrawn, PageCache, TableCache
from app.web.games.highlights import Laughs
from app.web.html.environment import environment
from app.web.html.template_context import TemplateContext
from app.web.table import recap
from app.web.table.recap import Story
from app.web.text.languages import LANGUAGES, catalogue
from app.web.text.sentences import Speech
from engine.core.seats import Seat
from tests.rooms.builders import ADA, BEN
from tests.web.routes.test_export import play_to_the_end
from tests.web.routes.test_replay import device, some_play
from tests.web.tables import Table, Web
from tests.web.test_canaries import the_room

told_of = recap._story


@pytest.fixture
def found_out(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Sequence[Reveal]]]:
    """Reveals of every story that was computed."""
    found: list[Sequence[Reveal]] = []

    def story(game: str, seats: int, reveals: Sequence[Reveal], laughs: Laughs | None, speech: Speech) -> Story:
        found.append(reveals)
        return told_of(game, seats, reveals, laughs, speech)

    monkeypatch.setattr(recap, "_story", story)
    yield found


def load(table: Table, seat: int | None, language: str = "en") -> str:
    """Return the page of the seat, or of a watcher."""
    table.web.client.cookies.clear()
    path = f"/r/{table.code}" if seat is not None else table.links["watch"]
    who = device(table, seat) if seat is not None else {}
    answer = table.web.client.get(path, headers=who | {"accept-language": language})
    assert answer.status_code == 200
    return answer.text


def test_end_page_is_computed_once_per_language(web: Web, found_out: list[Any]) -> None:
    table = web.playing("Ada", "Ben", options={"watchers": "public"})
    play_to_the_end(table)
    for _ in range(3):
        for seat in (0, 1, None):
            assert "end-sheets" in load(table, seat)
    assert len(found_out) == 1
    for language in LANGUAGES:
        load(table, 0, language)
    assert len(found_out) == len(LANGUAGES)
    # a later message changes nothing
    for line in ("Well played!", "Once more?"):
        assert table.post(0, do="say", text=line).is_success
        assert line in load(table, 1)
    assert len(found_out) == len(LANGUAGES)


@pytest.mark.parametrize("game", ["adel_verpflichtet", "edel_stein_reich"])
def test_running_game_computes_and_shows_no_stories(web: Web, game: str, found_out: list[Any]) -> None:
    table = web.playing("Ada", "Ben", game=game, options={"watchers": "public"})
    for reveals in (0, 3, 9):
        some_play(table, reveals, seed=reveals)
        assert the_room(table).phase == "playing"
        for seat in (0, 1, None):
            assert "end-sheets" not in load(table, seat)
    assert found_out == []


def test_the_next_game_has_a_story_of_its_own(web: Web, found_out: list[Any]) -> None:
    table = web.playing("Ada", "Ben")
    play_to_the_end(table)
    load(table, 0)
    for seat in (0, 1):
        # bots would have finished the next game before anyone loads a page
        assert table.post(seat, do="stand_in", seat=seat, level=None).is_success
    assert table.post(0, do="again").is_success
    assert "end-sheets" not in load(table, 0)
    play_to_the_end(table)
    load(table, 0)
    assert len(found_out) == 2
    assert found_out[0] != found_out[1]


def is_story_shared(web: Web) -> bool:
    """Return whether a viewer who knows less gets another viewer's story."""
    table = web.playing("Ada", "Ben")
    play_to_the_end(table)
    room, shared, known = (
        the_room(table),
        TableCache(),
        TemplateContext(Speech(catalogue("en")), environment(catalogue("en"))),
    )
    pages = page_view(room, ADA), page_view(room, BEN)
    stories = []
    for page, heard in zip(pages, (slice(None), slice(0, 3)), strict=True):
        keeper = PageCache(LastDrawn(), shared)
        made = recap.make_recap(replace(page, reveals=page.reveals[heard]), known.speech, keeper)
        assert made is not None
        stories.append(made.story)
    return stories[0] is stories[1]


def test_who_was_told_less_gets_another_story(web: Web) -> None:
    assert not is_story_shared(web)


def test_a_shelf_that_forgets_what_went_in_is_found(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    def make_ignoring_inputs(self: PageCache, name: str, inputs: object, make: Any, among: str = "") -> Any:
        return self.shared.get_or_compute(among or name, None, make)

    monkeypatch.setattr(PageCache, "get_or_compute", make_ignoring_inputs)
    assert is_story_shared(web)


def test_a_watcher_gets_no_link_to_give_away(web: Web) -> None:
    table = web.playing("Ada", "Ben", options={"watchers": "public"})
    play_to_the_end(table)
    room, known = the_room(table), TemplateContext(Speech(catalogue("en")), environment(catalogue("en")))
    keeper = PageCache(LastDrawn(), TableCache())
    links = []
    for viewer in (Seat(0), None):
        made = recap.make_recap(page_view(room, viewer), known.speech, keeper)
        assert made is not None
        links.append(made.share_link)
    assert links[0] is not None
    assert links[1] is None
