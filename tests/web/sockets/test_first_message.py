"""The first message of a page's socket: what the page does not show already, by the marks it came with; never less."""

import random
import re
from collections.abc import Iterable
from typing import Any

import orjson
import pytest

from app.rooms.commands import Lift, Say
from app.rooms.model.ids import AskNumber, Digest
from app.rooms.model.room import Room
from app.rooms.views.page_view import page_view
from app.web.html.marks import MOST, PLACE, SCENE, key_of, mark, read, scene_mark, with_marks
from app.web.html.regions import LOG
from app.web.html.renderer import Renderer
from app.web.sockets.browser_feed import BrowserFeed
from engine.core.seats import Seat, Viewer
from tests.known import least
from tests.rooms.builders import ADA, BEN, CARLA, a_game, after, all_sealed, game_of, holder, seal
from tests.web.shown_page import ShownPage, data, put_in
from tests.web.tables import BASE, Table, Web
from tests.whole import whole as whole_number

HERE = frozenset({ADA, BEN, CARLA})
RENDERER = Renderer()
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


class Browser(ShownPage):
    """A page and its connections, with what its script keeps of them."""

    def __init__(self, room: Room, viewer: Viewer) -> None:
        super().__init__(REGIONS, viewer)
        self.viewer = viewer
        html, shown = page(room, viewer), page_view(room, viewer, HERE, device(viewer))
        self.marks = read(marks_in(html))
        self.html = {id: text for id, text in whole(room, viewer).items() if id in self.marks}
        self.data = data(shown)
        self.is_drawn(shown)
        self.connect()

    def connect(self) -> None:
        """Opens a socket."""
        self.feed = BrowserFeed(REGIONS, lambda: BASE, device(self.viewer), dict(self.marks), self.basis)

    def hears(self, room: Room, here: frozenset[Seat] = HERE) -> dict[str, Any] | None:
        """Shows the next message, which it gives back."""
        message = super().hears(room, here)
        if message is not None:
            self.marks |= dict(zip(message.get("regions", ()), message.get("marks", ()), strict=True))
            self.marks |= message.get("fetch", {})
        return message

    def must_be(self, room: Room, here: frozenset[Seat] = HERE) -> None:
        """It shows what a page would that is drawn now, for that device."""
        assert {**self.html, LOG: ""} == {**whole(room, self.viewer), LOG: ""}
        assert self.data == data(page_view(room, self.viewer, here, device(self.viewer)))


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
    filmed = tables = 0
    for room in played(game, whole_number(60, 24), watchers="public"):
        browsers = [*browsers[-2:], Browser(room, viewer)]
        for browser in browsers:
            if rng.random() < 0.3:
                browser.connect()
            if rng.random() < 0.3:
                continue
            message = browser.hears(room) or {}
            browser.must_be(room)
            filmed += "film" in message
            tables += "table" in message
    assert filmed > least(game, 3)
    assert tables < filmed


@pytest.mark.parametrize("viewer", [ADA, BEN, None])
def test_what_the_page_shows_is_not_sent_again_but_how_the_table_is_doing(game: str, viewer: Viewer) -> None:
    room = a_game(3, game=game, watchers="public")
    message = Browser(room, viewer).hears(room)
    assert message is not None
    assert message.keys() == {"version", "seats", "state"}
    assert len(orjson.dumps(message)) < 1_000


def test_what_changed_between_page_and_socket_is_sent() -> None:
    room = a_game(3)
    browser = Browser(room, ADA)
    message = browser.hears(after(room, Say(BEN, "Good evening")))
    assert message is not None
    assert set(message["regions"]) == {"chat"}
    assert "Good evening" in message["regions"]["chat"]
    sealed = browser.hears(after(room, seal(room, BEN)))
    assert sealed is not None
    assert list(sealed["sealed"]) == ["location-1"]


def test_a_page_that_is_older_than_an_opening_is_shown_its_film() -> None:
    game = a_game(3)
    browser = Browser(game, ADA)
    room = all_sealed(game, ["castle", "castle", "auction_house"])
    message = browser.hears(room)
    assert message is not None
    assert (message["film"]["from"], message["film"]["to"]) == ("1/1", "1/2")
    browser.must_be(room)


def test_what_changed_and_changed_back_while_the_line_was_gone_is_as_it_was() -> None:
    game = a_game(3)
    room, ask = after(game, seal(game, ADA, "castle")), AskNumber(game_of(game).ask)
    browser = Browser(game, ADA)
    browser.hears(room)
    browser.connect()
    later = after(room, Lift(ADA, ask), seal(room, ADA, "auction_house"))
    message = browser.hears(later)
    assert message is not None
    assert set(message["regions"]) == {"prompt"}
    browser.must_be(later)


UNTRUE = ["", ":", ",,:,", "prompt", "prompt:", "prompt:AAAAAAAA", f"{'x' * MOST}:y", "\0:\0,\ud800:a"]


@pytest.mark.parametrize("said", UNTRUE)
def test_marks_that_are_none_keep_nothing_back(said: str) -> None:
    room = a_game(3)
    message = BrowserFeed(REGIONS, lambda: BASE, device(ADA), read(said)).update(room, ADA, HERE)
    assert message is not None
    regions = orjson.loads(message)["regions"]
    assert {id: put_in(id, text) for id, text in regions.items()} == whole(room, ADA)


def test_a_mark_of_another_region_another_time_or_another_page_is_none() -> None:
    room = a_game(3)
    later = after(room, seal(room, ADA, "castle"))
    own, others = read(marks_in(page(room, ADA))), read(marks_in(page(room, BEN)))
    assert not set(own.items()) & set(others.items()), "what looks the same to both has two marks"
    swapped = dict(zip(own, [*list(own.values())[1:], next(iter(own.values()))], strict=True))
    for marks in (others, swapped, {"prompt": own["prompt"], SCENE: own[SCENE]}):
        message = orjson.loads(
            BrowserFeed(REGIONS, lambda: BASE, device(ADA), marks, "1/1").update(later, ADA, HERE) or ""
        )
        assert message["regions"].keys() == whole(later, ADA).keys() - {LOG}
        assert message.keys() >= {"sealed", "hand", "peeks"}


def test_a_page_says_nothing_of_what_it_does_not_show_to_the_letter() -> None:
    shown = page_view(a_game(3), ADA, HERE, device(ADA))
    key, regions = key_of(device(ADA)), {"one": "<p id=one>1</p>", "two": "<p id=two>2</p>\n"}
    drawn = RENDERER.room(shown, language="en", base_url=BASE)
    assert "one:" not in drawn
    page = with_marks(f"<i>{PLACE}</i><p id=one>1.</p><p id=two>2</p>", regions, shown, key)
    assert page.startswith(f"<i>two:{mark(key, regions['two'])},{SCENE}:{scene_mark(key, shown)}</i>")


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
    basis = re.search(r'data-basis="([^"]*)"', html)
    assert basis is not None
    with web.socket(f"{live[1]}&shown={marks_in(html)}&basis={basis[1]}", cookie=cookie, origin=BASE) as socket:
        message: dict[str, Any] = socket.receive_json()
        return message


def test_a_real_page_and_its_socket_agree_on_what_is_shown(web: Web, game: str) -> None:
    table = web.playing("Ada", "Ben", game=game, options={"watchers": "public"})
    if table.view(0)["ask"] and table.view(1)["ask"]:
        table.seal(0)
    path, cookie = f"/r/{table.code}", f"dev={table.tokens[0]}"
    assert first(web, table, path, cookie).keys() == {"version", "now", "seats", "state"}
    message = first(web, table, path, cookie, [{"do": "say", "text": "Good evening"}])
    assert set(message["regions"]) == {"chat"}
    assert message["now"] > 0
    assert first(web, table, table.links["watch"], "").keys() == {"version", "now", "seats", "state"}


def test_a_browser_gets_a_table_whole_that_says_of_no_page(web: Web) -> None:
    table = web.playing("Ada", "Ben")
    with web.socket(f"/r/{table.code}/live", cookie=f"dev={table.tokens[0]}", origin=BASE) as socket:
        message = socket.receive_json()
    assert {"prompt", "log"} <= message["regions"].keys()
    assert message["hand"]
    assert message["table"]["basis"] == "1/1"
    assert len(message["marks"]) == len(message["regions"])
    assert all(mark(key_of(None), html) not in message["marks"] for html in message["regions"].values())
