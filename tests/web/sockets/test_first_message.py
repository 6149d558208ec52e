"""The first message of a page's socket: what the page does not show already, by the marks it came with; never less."""

import itertools
import random
import re
from collections.abc import Iterable, Mapping
from typing import Any

import orjson
import pytest
from app.web.html.patches import patched

from app.rooms.commands import Lift, Say
from app.rooms.model.ids import AskNumber, Digest
from app.rooms.model.room import Room
from app.rooms.page_view import FilmStep, PageView, film, page_view
from app.web.html.marks import MOST, PLACE, key_of, mark, read, with_marks
from app.web.html.regions import Frame, Regions
from app.web.html.renderer import Renderer
from app.web.sockets.browser_feed import BrowserFeed
from engine.core.seats import Viewer
from tests.known import least
from tests.rooms.builders import ADA, BEN, CARLA, a_game, after, all_sealed, game_of, holder, seal
from tests.web.tables import BASE, Table, Web
from tests.whole import whole as whole_number

HERE = frozenset({ADA, BEN, CARLA})
RENDERER = Renderer(None)
REGIONS = RENDERER.regions("en")


def device(viewer: Viewer) -> Digest | None:
    """The device of that seat."""
    return None if viewer is None else holder(("Ada", "Ben", "Carla")[viewer])


def whole(room: Room, viewer: Viewer) -> dict[str, str]:
    """What the viewer's page is to show."""
    return REGIONS.whole(page_view(room, viewer, HERE, device(viewer)), BASE)


def page(room: Room, viewer: Viewer) -> str:
    """The page, without the ids of its forms."""
    shown = page_view(room, viewer, HERE, device(viewer))
    drawn = RENDERER.room(shown, language="en", base_url=BASE)
    html = RENDERER.marked(drawn, shown, language="en", base_url=BASE, device=device(viewer))
    return re.sub(r'<input type="hidden" name="id" value="[^"]*">', "", html)


def marks_in(html: str) -> str:
    """What a page says it shows."""
    found = re.search(r'data-shown="([^"]*)"', html)
    assert found is not None
    return found[1]


class Browser:
    """A page and its connections, with what ``region_texts.js`` keeps of them."""

    def __init__(self, room: Room, viewer: Viewer) -> None:
        self.viewer = viewer
        html = page(room, viewer)
        self.marks = read(marks_in(html))
        self.shown = {id: text for id, text in whole(room, viewer).items() if text.strip() in html}
        self.connect()

    def connect(self) -> None:
        """Opens a socket."""
        self.texts: dict[str, str] = {}
        self.feed = BrowserFeed(REGIONS, BASE, device(self.viewer), dict(self.marks))

    def hears(self, room: Room) -> dict[str, Any] | None:
        """Shows the next message, which it gives back."""
        said = self.feed.update(room, self.viewer, HERE)
        if said is None:
            return None
        message: dict[str, Any] = orjson.loads(said)
        before = dict(self.texts)
        put(self.texts, message["regions"])
        frames = [frame.regions for frame in REGIONS.film(page_view(room, self.viewer, HERE), film(room, self.viewer))]
        filmed, played = self.texts | before, dict(self.shown)
        for step, frame in zip(message.get("film", []), frames, strict=False):
            put(filmed, step["regions"])
            played |= {id: filmed[id] for id in step["regions"]}
            assert frame.items() <= played.items()
        now = {id: self.texts[id] for id in message["regions"]}
        # with its film or without it
        assert played | now == self.shown | now
        self.shown |= now
        self.marks |= dict(zip(message["regions"], message["marks"], strict=True))
        return message


def put(texts: dict[str, str], regions: Mapping[str, Any]) -> None:
    texts |= {id: patched(texts.get(id, ""), change) for id, change in regions.items()}


def played(game: str, openings: int, **options: Any) -> Iterable[Room]:
    """A room after each opening, played by chance."""
    rng, room = random.Random(game), a_game(3, game=game, **options)
    for _ in range(openings):
        yield room
        play = game_of(room)
        if not play.asks:
            return
        room = all_sealed(
            room, {seat: play.game.text(rng.choice(ask.choices)) for seat, ask in sorted(play.asks.items())}
        )


@pytest.mark.parametrize("viewer", [ADA, None])
def test_a_page_shows_its_table_whenever_it_connects_and_connects_again(game: str, viewer: Viewer) -> None:
    """Pages are loaded now and then, connect then or later, and lose their connections."""
    rng = random.Random(7)
    browsers: list[Browser] = []
    sent, repeated, filmed = 0, 0, 0
    for room in played(game, 24, watchers="public"):
        browsers = [*browsers[-2:], Browser(room, viewer)]
        for browser in browsers:
            if rng.random() < 0.3:
                browser.connect()
            if rng.random() < 0.3:
                continue
            now, marks = whole(room, viewer), dict(browser.marks)
            message = browser.hears(room)
            assert browser.shown == now
            assert browser.marks == {id: mark(key_of(device(viewer)), html) for id, html in now.items()}
            if message is not None:
                filmed += "film" in message
                sent += len(message["regions"])
                repeated += sum(marks.get(id) == browser.marks[id] for id in message["regions"])
    assert filmed > least(game, 3)
    assert sent > least(game, 100)
    assert repeated < sent / 10, "only where a film has moved what then is as it was"


@pytest.mark.parametrize("viewer", [ADA, None])
def test_the_first_film_a_page_is_sent_begins_where_the_page_stands(game: str, viewer: Viewer) -> None:
    """Of no region it moves did the socket send a text before; some are in the end as they were. All in all nobody is
    sent more than if the socket had begun with everything."""
    before, back = a_game(3, game=game, watchers="public"), 0
    for room in itertools.islice(played(game, whole_number(60, 24), watchers="public"), 1, None):
        browser = Browser(before, viewer)
        first = browser.hears(before)
        shown = dict(browser.shown)
        message = browser.hears(room)
        unmarked = BrowserFeed(REGIONS, BASE, device(viewer))
        both = [unmarked.update(each, viewer, HERE) or "" for each in (before, room)]
        assert len(orjson.dumps([first, message])) < sum(map(len, both))
        assert browser.shown == whole(room, viewer)
        for id in (message or {}).get("regions", {}):
            back += shown[id] == browser.shown[id]
        before = room
    assert back > 0


class ThereAndBack(Regions):
    """A film in which a seat moves and is at last as it was."""

    def film(self, page: PageView, steps: Iterable[FilmStep]) -> tuple[Frame, ...]:
        """Two steps."""
        there, back = ({"seat-4": html} for html in ("<li id=seat-4></li>", self.whole(page, BASE)["seat-4"]))
        return tuple(Frame("Well.", "A1", None, 1.0, regions) for regions in (there, back))


def test_a_film_that_ends_where_it_began_comes_with_what_its_steps_are_written_against() -> None:
    room = a_game(3)
    both = ThereAndBack(REGIONS.environment, REGIONS.speech.words)
    feed = BrowserFeed(both, BASE, device(ADA), read(marks_in(page(room, ADA))))
    feed.update(room, ADA, HERE)
    later = all_sealed(room, ["castle", "castle", "auction_house"])
    message = orjson.loads(feed.update(later, ADA, HERE) or "")
    texts = {id: html for id, html in message["regions"].items() if isinstance(html, str)}
    assert texts["seat-4"] == whole(room, ADA)["seat-4"] == whole(later, ADA)["seat-4"]
    for step in message["film"]:
        put(texts, step["regions"])
    assert texts["seat-4"] == whole(later, ADA)["seat-4"]


@pytest.mark.parametrize("viewer", [ADA, BEN])
def test_what_the_page_shows_is_not_sent_again_but_what_time_it_is(game: str, viewer: Viewer) -> None:
    room = a_game(3, game=game)
    message = Browser(room, viewer).hears(room)
    assert message == {"version": room.seen(viewer), "regions": {}, "marks": []}


def test_what_changed_between_page_and_socket_is_sent() -> None:
    room = a_game(3)
    browser = Browser(room, ADA)
    message = browser.hears(after(room, Say(BEN, "Good evening")))
    assert message is not None
    assert set(message["regions"]) == {"phase", "chat"}
    assert "Good evening" in message["regions"]["chat"]


def test_what_changed_and_changed_back_while_the_line_was_gone_is_as_it_was() -> None:
    game = a_game(3)
    room, ask = after(game, seal(game, ADA, "castle")), AskNumber(game_of(game).ask)
    browser = Browser(game, ADA)
    browser.hears(room)
    browser.connect()
    message = browser.hears(after(room, Lift(ADA, ask), seal(room, ADA, "auction_house")))
    assert message is not None
    assert set(message["regions"]) == {"prompt"}
    assert browser.shown == whole(after(game, seal(game, ADA, "auction_house")), ADA)


UNTRUE = ["", ":", ",,:,", "prompt", "prompt:", "prompt:AAAAAAAA", f"{'x' * MOST}:y", "\0:\0,\ud800:a"]


@pytest.mark.parametrize("said", UNTRUE)
def test_marks_that_are_none_keep_nothing_back(said: str) -> None:
    room = a_game(3)
    message = BrowserFeed(REGIONS, BASE, device(ADA), read(said)).update(room, ADA, HERE)
    assert message is not None
    assert orjson.loads(message)["regions"] == whole(room, ADA)


def test_a_mark_of_another_region_another_time_or_another_page_is_none() -> None:
    room = a_game(3)
    later = after(room, seal(room, ADA, "castle"))
    own, others = read(marks_in(page(room, ADA))), read(marks_in(page(room, BEN)))
    assert not set(own.items()) & set(others.items()), "what looks the same to both has two marks"
    swapped = dict(zip(own, [*list(own.values())[1:], next(iter(own.values()))], strict=True))
    for marks in (others, swapped, {"prompt": own["prompt"]}):
        message = BrowserFeed(REGIONS, BASE, device(ADA), marks).update(later, ADA, HERE)
        assert message is not None
        assert orjson.loads(message)["regions"] == whole(later, ADA)


def test_a_page_says_nothing_of_what_it_does_not_show_to_the_letter() -> None:
    key, regions = key_of(device(ADA)), {"one": "<p id=one>1</p>", "two": "<p id=two>2</p>\n"}
    drawn = RENDERER.room(page_view(a_game(3), ADA, HERE, device(ADA)), language="en", base_url=BASE)
    assert "one:" not in drawn
    page = with_marks(f"<i>{PLACE}</i><p id=one>1.</p><p id=two>2</p>", regions, key)
    assert page.startswith(f"<i>two:{mark(key, regions['two'])}</i>")


@pytest.mark.rule("A10.2")
def test_a_page_and_its_marks_are_the_same_to_the_byte_whatever_lies_sealed() -> None:
    game = a_game(3, watchers="public")
    one, other = (after(game, seal(game, BEN, choice)) for choice in ("castle", "auction_house"))
    for viewer in (ADA, CARLA, None):
        assert page(one, viewer) == page(other, viewer)
        assert marks_in(page(one, viewer)) != ""
    mine = [read(marks_in(page(room, BEN))) for room in (one, other)]
    assert {id for id in mine[0] if mine[0][id] != mine[1].get(id)} == {"prompt"}


def first(web: Web, table: Table, path: str, cookie: str, between: Iterable[dict[str, Any]] = ()) -> dict[str, Any]:
    """The first message of the page at that address, after what happens in between."""
    html = web.client.get(path, headers={"cookie": cookie}).text
    live = re.search(r'data-live="([^"]+)"', html)
    assert live is not None
    for command in between:
        assert table.post(1, **command).status_code == 200
    with web.socket(f"{live[1]}&shown={marks_in(html)}", cookie=cookie, origin=BASE) as socket:
        message: dict[str, Any] = socket.receive_json()
        return message


def test_a_real_page_and_its_socket_agree_on_what_is_shown(web: Web, game: str) -> None:
    table = web.playing("Ada", "Ben", game=game, options={"watchers": "public"})
    if table.view(0)["ask"] and table.view(1)["ask"]:
        table.seal(0)
    path, cookie = f"/r/{table.code}", f"dev={table.tokens[0]}"
    assert first(web, table, path, cookie)["regions"] == {}
    message = first(web, table, path, cookie, [{"do": "say", "text": "Good evening"}])
    assert set(message["regions"]) == {"phase", "chat"}
    assert message["now"] > 0
    # the form of who looks on has another address in the page
    assert set(first(web, table, table.links["watch"], "")["regions"]) == {"chat"}


def test_a_browser_gets_a_table_whole_that_says_of_no_page(web: Web) -> None:
    table = web.playing("Ada", "Ben")
    with web.socket(f"/r/{table.code}/live", cookie=f"dev={table.tokens[0]}", origin=BASE) as socket:
        message = socket.receive_json()
    assert {"prompt", "hand", "track"} <= message["regions"].keys()
    assert len(message["marks"]) == len(message["regions"])
    assert all(mark(key_of(None), html) not in message["marks"] for html in message["regions"].values())
