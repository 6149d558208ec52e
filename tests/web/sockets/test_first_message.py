"""First message of a page's socket: all changes since the page was rendered.

The page then shows the same as a new page."""

import random
import re
from collections.abc import Iterable
from typing import Any

import pytest

from app.rooms.commands import Lift, Say
from app.rooms.model.ids import AskNumber, Digest
from app.rooms.model.room import Room
from app.rooms.views.page_view import page_view
from app.web.html.region_keys import OF_PRESENCE
from app.web.html.regions import LOG, WAITING
from app.web.html.renderer import Renderer
from app.web.http.packing import strip_marks
from app.web.sockets.browser_feed import BrowserFeed
from engine.core.seats import Seat, Viewer
from tests.known import least
from tests.rooms.builders import ADA, BEN, CARLA, a_game, a_room, all_sealed, game_of, holder, run_commands, seal
from tests.web.shown_page import ShownPage, data, render_without_ids
from tests.web.tables import BASE, Table, Web
from tests.whole import whole as whole_number

HERE = frozenset({ADA, BEN, CARLA})
RENDERER = Renderer()
REGIONS = RENDERER.regions("en")
OF_PAGE = re.compile(
    r'<!--page-->.*?<!--/page-->| (?:action|data-state|data-presence)="[^"]*"| value="\d*"(?= data-last-reveal)',
    re.DOTALL,
)
"""Parts of a page that its script leaves out: ``static/js/page/regions.js``."""


def device(viewer: Viewer) -> Digest | None:
    """Return the device of that seat."""
    return None if viewer is None else holder(("Ada", "Ben", "Carla")[viewer])


def whole(room: Room, viewer: Viewer) -> dict[str, str]:
    """Return the regions that the viewer's page is to show."""
    return REGIONS.render_all(page_view(room, viewer, HERE, device(viewer)), BASE)


def page(room: Room, viewer: Viewer) -> str:
    """Return the page without the ids of its forms."""
    html = render_without_ids(RENDERER, page_view(room, viewer, HERE, device(viewer)))
    return re.sub(r'<input type="hidden" name="id" value="[^"]*">', "", html)


class Browser(ShownPage):
    """Page and its connections, with the state that its script stores."""

    def __init__(self, room: Room, viewer: Viewer) -> None:
        super().__init__(REGIONS, viewer)
        self.viewer = viewer
        shown = page_view(room, viewer, HERE, device(viewer))
        self.html = whole(room, viewer)
        self.version = shown.view.room.version
        self.data = data(shown)
        self.is_drawn(shown)
        self.connect()

    def connect(self) -> None:
        """Open a socket."""
        self.feed = BrowserFeed(REGIONS, lambda: BASE, device(self.viewer), self.table_id, str(self.version))

    def hears(self, room: Room, here: frozenset[Seat] = HERE) -> dict[str, Any] | None:
        """Apply the next message and return it."""
        message = super().hears(room, here)
        self.version = message["version"] if message is not None else self.version
        return message

    def must_be(self, room: Room, here: frozenset[Seat] = HERE) -> None:
        """Check that it shows the same as a page rendered now for that device."""
        assert {**self.html, LOG: ""} == {**whole(room, self.viewer), LOG: ""}
        assert self.data == data(page_view(room, self.viewer, here, device(self.viewer)))


def play_reveals(game: str, reveals: int, **options: Any) -> Iterable[Room]:
    """Yield a room after each reveal of random choices."""
    rng, room = random.Random(game), a_game(3, game=game, **options)
    for _ in range(reveals):
        yield room
        play = game_of(room)
        if not play.asks:
            return
        room = all_sealed(
            room, {seat: play.game.text(rng.choice(ask.choices)) for seat, ask in sorted(play.asks.items())}
        )


@pytest.mark.parametrize("viewer", [ADA, None])
def test_page_matches_table_after_every_connect_and_reconnect(game: str, viewer: Viewer) -> None:
    """Pages are loaded at times, connect at once or later, and lose connections."""
    rng = random.Random(7)
    browsers: list[Browser] = []
    filmed = tables = 0
    for room in play_reveals(game, whole_number(60, 24), watchers="public"):
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
def test_first_message_to_current_page_updates_only_presence(game: str, viewer: Viewer) -> None:
    room = a_game(3, game=game, watchers="public")
    message = Browser(room, viewer).hears(room)
    assert message is not None
    assert message.keys() >= {"version", "seats", "state", "regions"}
    assert not message.keys() & {"film", "table"}
    assert message["regions"].keys() == {WAITING, *OF_PRESENCE}
    later = run_commands(room, Say(BEN, "Good evening"))
    message = Browser(room, viewer).hears(later)
    assert message is not None
    assert message["regions"].keys() == whole(later, viewer).keys() - {LOG}


def test_first_message_shows_presence_changes_since_page_load() -> None:
    """Presence is in no version of the room."""
    for room in (a_room(3), a_game(3), run_commands(a_game(3), Say(BEN, "Hi"))):
        browser = Browser(room, ADA)
        for here in (frozenset({ADA}), HERE, frozenset({ADA, CARLA})):
            browser.hears(room, here)
            assert browser.html == REGIONS.render_all(page_view(room, ADA, here, device(ADA)), BASE)
            browser.connect()


@pytest.mark.parametrize("viewer", [ADA, BEN, None])
def test_page_contains_exactly_what_its_first_message_says(game: str, viewer: Viewer) -> None:
    """Therefore its script has nothing to replace."""
    playing = a_game(3, game=game, watchers="public")
    said = run_commands(playing, Say(BEN, "Good evening <!--page--> <!--=id-->"))
    for room in (a_room(3, game=game, watchers="public"), playing, said, *play_reveals(game, 6, watchers="public")):
        shown = OF_PAGE.sub("", page(room, viewer))
        for id, html in whole(room, viewer).items():
            assert OF_PAGE.sub("", html) in strip_marks(shown), id
        assert "<!--=" not in shown


def test_what_changed_between_page_and_socket_is_sent() -> None:
    room = a_game(3)
    browser = Browser(room, ADA)
    message = browser.hears(run_commands(room, Say(BEN, "Good evening")))
    assert message is not None
    assert "Good evening" in message["regions"]["chat"]
    sealed = browser.hears(run_commands(room, seal(room, BEN)))
    assert sealed is not None
    assert list(sealed["sealed"]) == ["location-1"]


def test_page_older_than_reveal_gets_its_film() -> None:
    game = a_game(3)
    browser = Browser(game, ADA)
    room = all_sealed(game, ["castle", "castle", "auction_house"])
    message = browser.hears(room)
    assert message is not None
    assert (message["film"]["from"], message["film"]["to"]) == ("1/1", "1/2")
    browser.must_be(room)


def test_reconnecting_page_gets_prompt_after_missed_lift_and_new_seal() -> None:
    game = a_game(3)
    room, ask = run_commands(game, seal(game, ADA, "castle")), AskNumber(game_of(game).ask)
    browser = Browser(game, ADA)
    browser.hears(room)
    browser.connect()
    later = run_commands(room, Lift(ADA, ask), seal(room, ADA, "auction_house"))
    message = browser.hears(later)
    assert message is not None
    assert "prompt" in message["regions"]
    browser.must_be(later)


@pytest.mark.rule("A10.2")
def test_page_bytes_do_not_depend_on_sealed_choice_of_others() -> None:
    game = a_game(3, watchers="public")
    one, other = (run_commands(game, seal(game, BEN, choice)) for choice in ("castle", "auction_house"))
    for viewer in (ADA, CARLA, None):
        assert page(one, viewer) == page(other, viewer)
    assert page(one, BEN) != page(other, BEN)


def first(web: Web, table: Table, path: str, cookie: str, between: Iterable[dict[str, Any]] = ()) -> dict[str, Any]:
    """Return the first message of a page, after these commands since its load."""
    html = web.client.get(path, headers={"cookie": cookie}).text
    live = re.search(r'data-live="([^"]+)"', html)
    assert live is not None
    for command in between:
        assert table.post(1, **command).status_code == 200
    shown = [re.search(f'data-{name}="([^"]*)"', html) for name in ("table-id", "version")]
    table_id, version = (found[1] for found in shown if found is not None)
    query = f"{live[1]}&table_id={table_id}&version={version}"
    with web.socket(query, cookie=cookie, origin=BASE) as socket:
        message: dict[str, Any] = socket.receive_json()
        return message


def test_served_page_and_its_socket_agree_on_shown_state(web: Web, game: str) -> None:
    table = web.playing("Ada", "Ben", game=game, options={"watchers": "public"})
    if table.view(0)["ask"] and table.view(1)["ask"]:
        table.seal(0)
    path, cookie = f"/r/{table.code}", f"dev={table.tokens[0]}"
    assert first(web, table, path, cookie)["regions"].keys() == {WAITING, *OF_PRESENCE}
    message = first(web, table, path, cookie, [{"do": "say", "text": "Good evening"}])
    assert "Good evening" in message["regions"]["chat"]
    assert message["now"] > 0
    message = first(web, table, table.links["watch"], "")
    assert not message.keys() & {"film", "table"}
    assert message["regions"].keys() == {WAITING, *OF_PRESENCE}


def test_browser_that_names_no_page_gets_the_whole_table(web: Web) -> None:
    table = web.playing("Ada", "Ben")
    with web.socket(f"/r/{table.code}/live", cookie=f"dev={table.tokens[0]}", origin=BASE) as socket:
        message = socket.receive_json()
    assert {"prompt", "log"} <= message["regions"].keys()
    assert message["hand"]
    assert message["table"]["table_id"] == "1/1"
