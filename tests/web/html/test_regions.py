"""Regions: each is one element and reveals no more than its viewer's view.

Viewers who see a region alike share one rendering."""

from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from typing import Any

import pytest

from app.rooms.commands import Pause, Say, SetStandIn
from app.rooms.model.room import Room
from app.rooms.model.values import replace
from app.rooms.views.page_view import page_view
from app.rooms.views.view import view
from app.web.cache import LastDrawn
from app.web.games import find_presenter
from app.web.html.environment import environment
from app.web.html.region_keys import KEYS
from app.web.html.regions import FETCHED, MORE, Regions
from app.web.html.renderer import Renderer
from app.web.http.packing import strip_marks
from app.web.text.sentences import Speech
from engine.core.seats import Seat, Viewer
from tests.rooms.builders import (
    ADA,
    BEN,
    CARLA,
    GAME,
    a_game,
    a_purchase,
    a_room,
    all_sealed,
    game_of,
    get_occupant,
    play_to_end,
    run_commands,
    seal,
)
from tests.web.shown_page import render_without_ids
from tests.web.untranslated import WORDS

BASE = "http://localhost:8000"
EVERYBODY = frozenset({ADA, BEN, CARLA})


class Reader(HTMLParser):
    """Parser that collects ids and texts, and checks that each element is closed."""

    VOID = frozenset({"input", "meta", "link", "br", "img", "path", "use", "circle"})

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[tuple[str, dict[str, str | None]]] = []
        self.ids: list[str] = []
        self.texts: list[str] = []
        self.roots: list[dict[str, str | None]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if "id" in found:
            self.ids.append(found["id"] or "")
        if not self.open:
            self.roots.append(found)
        if tag not in self.VOID:
            self.open.append((tag, found))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self.open.pop()[0] == tag, f"{tag} ends what is not open"

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def regions() -> Regions:
    """Return a renderer of regions with an empty cache."""
    return Regions(environment(WORDS), WORDS)


def render_regions(room: Room, viewer: Viewer) -> dict[str, str]:
    """Return all regions for the viewer."""
    return regions().render_all(page_view(room, viewer, EVERYBODY), BASE)


def everything(room: Room, viewer: Viewer) -> dict[str, str]:
    """Return all regions for the viewer, with those that are fetched separately."""
    page, made = page_view(room, viewer, EVERYBODY), regions()
    parts = {id: made.part(page, BASE, id) or "" for id in (*FETCHED, *(f"{MORE}-{seat}" for seat in range(5)))}
    return render_regions(room, viewer) | parts


def rooms() -> Iterator[Room]:
    """Yield a room in each phase."""
    yield a_room(3)
    room = a_game(3)
    yield room
    yield run_commands(room, seal(room, ADA))
    yield run_commands(room, Pause(ADA))
    yield all_sealed(room)
    yield play_to_end(a_game(2, variant="confrontation"))


@pytest.mark.parametrize("viewer", [ADA, BEN, None])
def test_each_region_is_one_element_with_its_own_id(viewer: Viewer) -> None:
    for room in rooms():
        for id, html in everything(room, viewer).items():
            read = Reader(html.strip())
            assert [root["id"] for root in read.roots] == [id]
            assert "data-region" in read.roots[0]
            assert not read.open


@pytest.mark.parametrize("viewer", [ADA, None])
def test_page_holds_every_region_once_as_sent_by_socket(viewer: Viewer) -> None:
    renderer = Renderer()
    for room in rooms():
        sent = render_regions(room, viewer)
        page = strip_marks(render_without_ids(renderer, page_view(room, viewer, EVERYBODY)))
        ids = Reader(page).ids
        assert len(ids) == len(set(ids))
        assert set(everything(room, viewer)) <= set(ids)
        assert "hand" in ids
        for id in ("stage", "log", "prompt" if viewer is None else "waiting"):
            assert sent[id].strip() in page


def test_every_region_has_the_seats_of_the_largest_table() -> None:
    seats = {f"{id}-{seat}" for id in ("seat", "more") for seat in range(5)}
    assert set(everything(a_room(2), ADA)) == {*KEYS, "stage", "waiting", *FETCHED, *seats}


@pytest.mark.parametrize(
    "id", ["", "prompt", "more", "more-5", "more--1", "more-a", "seat-0", "log/../menu", "x" * 999]
)
def test_nothing_else_can_be_fetched(id: str) -> None:
    assert regions().part(page_view(a_game(3), ADA, EVERYBODY), BASE, id) is None


@pytest.mark.rule("A10.2")
def test_a_sealed_card_changes_no_byte_for_others() -> None:
    game = a_game(3)
    one, other = (run_commands(game, seal(game, BEN, choice)) for choice in ("castle", "auction_house"))
    for viewer in (ADA, CARLA, None):
        assert render_regions(one, viewer) == render_regions(other, viewer)
    assert render_regions(one, BEN) != render_regions(other, BEN)


@pytest.mark.rule("A10.2")
def test_hidden_objects_appear_on_page_of_their_owner_only() -> None:
    room = a_game(3)
    hands = [game_of(room).game.view(game_of(room).state, seat).mine.objects for seat in (ADA, BEN, CARLA)]
    for viewer in (ADA, BEN, CARLA, None):
        text = unescape("".join(render_regions(room, viewer).values()))
        lies = render_without_ids(Renderer(), page_view(room, viewer, EVERYBODY))
        for owner, hand in enumerate(hands):
            assert not any(thing.name in text for thing in hand)
            assert {f'id="it-{thing.id}"' in lies for thing in hand} == {owner == viewer}


def test_the_seed_is_on_no_page_before_the_end() -> None:
    room = a_game(2, variant="confrontation")
    seed = game_of(room).seed
    assert not any(seed in html for html in render_regions(room, ADA).values())
    assert seed in render_regions(play_to_end(room), ADA)["end"]


def test_the_join_link_is_for_seats_only() -> None:
    for room in (a_room(2, watchers="public"), a_game(2, watchers="public")):
        assert any(room.join_key in html for html in everything(room, ADA).values())
        assert not any(room.join_key in html for html in everything(room, None).values())


@pytest.mark.parametrize("words", ["<script>alert(1)</script>", '"><p onclick="f()">', "{{ 7 * 7 }}", "&lt;b&gt;"])
def test_what_people_write_stays_text(words: str) -> None:
    room = run_commands(a_game(3), Say(BEN, words))
    name = words[:24]
    room = replace(room, seats=(room.seats[0], replace(get_occupant(room, BEN), name=name), *room.seats[2:]))
    for viewer in (ADA, None):
        for id, html in render_regions(room, viewer).items():
            assert "<script" not in html, id
            assert 'onclick="' not in html, id


def test_what_all_see_alike_is_drawn_once() -> None:
    made, room = regions(), a_game(3)
    drawn = [made.render_all(page_view(room, viewer, EVERYBODY), BASE) for viewer in (ADA, BEN, CARLA)]
    assert drawn[0]["stage"] is drawn[1]["stage"] is drawn[2]["stage"]
    assert drawn[0]["seat-2"] is drawn[1]["seat-2"] is not drawn[2]["seat-2"]


def test_a_hundred_watchers_are_one_drawing_a_language() -> None:
    drawn: list[str] = []

    class Counting(Regions):
        def whole(self, *args: Any, **kwargs: Any) -> dict[str, str]:
            found = super().render_all(*args, **kwargs)
            drawn.extend(map(str, (id(text) for text in found.values())))
            return found

    made, room = Counting(environment(WORDS), WORDS), a_game(3, watchers="public")
    for _ in range(100):
        made.whole(page_view(room, None, EVERYBODY), BASE, LastDrawn())
    assert len(set(drawn)) <= len(KEYS) + 8


@pytest.mark.parametrize(
    ("people", "says"), [(1, "One more player needed"), (2, "Start with 2 players"), (5, "Start with 5 players")]
)
def test_the_start_button_says_what_is_missing(people: int, says: str) -> None:
    html = render_regions(a_room(people), ADA)["start"]
    assert says in html
    assert (" disabled" in html) is (people < 2)


def test_only_the_host_may_choose_options_and_begin() -> None:
    assert " disabled" not in render_regions(a_room(2), ADA)["options"]
    guest = render_regions(a_room(2), BEN)
    assert guest["options"].count("disabled") == guest["options"].count("<select") + guest["options"].count(
        '<input type="n'
    ) + guest["options"].count('type="checkbox"') + guest["options"].count('type="radio"')
    assert "<button" not in guest["start"]


@pytest.mark.rule("A3.3", "A4.7", "A3.2")
def test_unplayable_choice_shows_reason_and_cannot_be_selected() -> None:
    room = all_sealed(a_game(3), ["castle", "auction_house", "castle"])
    at_castle, at_auction = render_regions(room, ADA)["prompt"], render_regions(room, BEN)["prompt"]
    assert "A3.2" in at_castle and 'value="cheque' not in at_castle
    assert "A4.7" in at_auction and 'value="detective"' not in at_auction
    can_exhibit = game_of(room).game.view(game_of(room).state, ADA).mine.can_exhibit
    assert ("A3.3" in at_castle) is not can_exhibit
    assert ('value="exhibit"' in at_castle) is can_exhibit


def test_my_sealed_card_stays_readable_and_the_button_reads_change() -> None:
    game = a_game(3)
    html = render_regions(run_commands(game, seal(game, ADA, "castle")), ADA)["prompt"]
    assert "Change" in html
    assert 'data-sealed="castle"' in html
    assert "choice is-sealed" in html


def test_player_with_stand_in_can_retake_seat_while_not_asked() -> None:
    room = a_purchase(3)
    resting = next(seat for seat in (ADA, BEN, CARLA) if seat not in game_of(room).asks)
    html = render_regions(run_commands(room, SetStandIn(resting, resting, "normal")), resting)["prompt"]
    assert view(room, resting, EVERYBODY).ask is None
    assert "A bot is standing in for you" in html and 'value="stand_in"' in html
    assert "A bot is standing in for you" not in render_regions(room, resting)["prompt"]


def test_a_seat_stands_where_the_board_says() -> None:
    room = a_game(3)
    assert "Club, first" in everything(room, ADA)["more-1"]
    track = game_of(room).game.view(game_of(room).state, None).track
    words = find_presenter(GAME).words(Speech(WORDS))
    fourth = next(castle for castle in track.castles if castle.number == 4)
    assert [words.on_track(track, space) for space in (0, fourth.spaces[-1], track.banquet_space + 9)] == [
        "Club",
        "Castle 4",
        "Banquet",
    ]


def test_regions_sent_by_socket_repeat_without_form_ids() -> None:
    room = a_game(3)
    assert render_regions(room, Seat(0)) == render_regions(room, Seat(0))


def test_all_players_who_are_not_asked_read_same_prompt() -> None:
    room, kept, fresh = a_purchase(), regions(), regions()
    idle = [seat for seat in room.list_taken() if seat not in game_of(room).asks]
    prompts = {kept.render_all(page_view(room, seat, EVERYBODY), BASE)["prompt"] for seat in idle}
    assert len(idle) > 1 and len(prompts) == 1
    asked = next(iter(game_of(room).asks))
    alone = fresh.render_all(page_view(room, asked, EVERYBODY), BASE)["prompt"]
    assert kept.render_all(page_view(room, asked, EVERYBODY), BASE)["prompt"] == alone not in prompts
    left = run_commands(room, SetStandIn(idle[0], idle[0], "normal"))
    assert kept.render_all(page_view(left, idle[0], EVERYBODY), BASE)["prompt"] not in prompts
