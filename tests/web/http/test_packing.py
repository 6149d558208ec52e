"""Partly compressed pages.

Content for one seat only is never compressed, and no public part depends on it."""

import gzip
import re
import zlib

import pytest

from app.rooms.model.room import Room
from app.rooms.views.page_view import page_view
from app.web.html.renderer import Renderer
from app.web.http.packing import compress, parts, strip_marks
from engine.core.seats import Viewer
from tests.rooms.builders import ADA, BEN, CARLA, a_game, all_sealed, game_of, run_commands, seal
from tests.web.shown_page import render_without_ids
from tests.web.tables import Web

HERE = frozenset({ADA, BEN, CARLA})
RENDERER = Renderer()
ID = re.compile(r'<input type="hidden" name="id" value="[^"]*">')

PAGES = [
    "",
    "a <b>page</b>",
    f"x<!--open-->{'open ' * 500}<!--own-->{'mine ' * 90}<!--/own-->{'open ' * 500}<!--/open-->y",
    f"<!--open-->{'one ' * 400}<!--open-->{'one ' * 400}<!--/open-->{'é' * 70_000}",
]


def render_without_form_ids(room: Room, viewer: Viewer) -> str:
    """Render a page without the ids of its forms."""
    return ID.sub("", render_without_ids(RENDERER, page_view(room, viewer, HERE)))


@pytest.mark.parametrize("page", PAGES)
def test_what_is_packed_is_the_page_without_its_marks(page: str) -> None:
    stream = compress(page)
    assert gzip.decompress(stream).decode() == strip_marks(page) == "".join(text for _, text in parts(page))
    assert "<!--" not in strip_marks(page)


def test_private_text_stays_uncompressed_and_reveals_only_length_to_compressor() -> None:
    page = PAGES[2]
    stream = compress(page)
    assert b"mine " * 90 in stream and b"open open" not in stream
    # its own words or those of the public parts: all but the checksum is the same
    for other in ("dime ", "open "):
        told = compress(page.replace("mine ", other))
        assert told[:-8].replace(other.encode() * 90, b"mine " * 90) == stream[:-8]


def test_small_parts_look_back_and_large_ones_stand_alone() -> None:
    words = "".join(f"<b>word {number}</b>" for number in range(40))
    small, large = f"<!--open-->{words}<!--/open-->", f"<!--open-->{words * 20}<!--/open-->"
    assert len(compress(f"{small}own {small}")) < len(compress(small)) + 60
    alone = zlib.compressobj(9, zlib.DEFLATED, -15)
    block = alone.compress(words.encode() * 20) + alone.flush(zlib.Z_SYNC_FLUSH)
    assert compress(f"{large}own {large}").count(block) == 2


@pytest.mark.rule("A10.2")
def test_no_compressed_part_depends_on_private_knowledge_of_seat(game: str) -> None:
    room = a_game(3, game=game)
    tried = 0
    while tried < 3:
        play = game_of(room)
        sealer, choices = max(((seat, ask.choices) for seat, ask in play.asks.items()), key=lambda each: len(each[1]))
        # a seat with the only prompt reveals at once
        if min(len(choices), len(play.asks)) < 2:
            room = all_sealed(room)
            continue
        tried += 1
        one, other = (
            render_without_form_ids(run_commands(room, seal(room, sealer, play.game.text(each))), sealer)
            for each in choices[:2]
        )
        assert [text for is_open, text in parts(one) if is_open] == [text for is_open, text in parts(other) if is_open]
        assert one != other
        room = all_sealed(room)


@pytest.mark.rule("A10.2")
def test_no_open_part_shows_what_a_seat_holds() -> None:
    room = a_game(3)
    for seat in (ADA, BEN):
        scene = page_view(room, seat, HERE).scene
        assert scene is not None and len(scene.hand) > 3
        page = render_without_form_ids(room, seat)
        told = "".join(text for is_open, text in parts(page) if is_open)
        assert all(f'id="it-{id}"' in page and f'id="it-{id}"' not in told for id in scene.hand)


@pytest.mark.parametrize("takes", ["gzip", "identity"])
def test_a_page_is_packed_for_who_takes_it_so(web: Web, takes: str) -> None:
    table = web.playing("Ada", "Ben", "Cleo", options={"watchers": "public"})
    for path, cookie in ((f"/r/{table.code}", f"dev={table.tokens[0]}"), (table.links["watch"], "")):
        answer = web.client.get(path, headers={"cookie": cookie, "accept-encoding": takes})
        assert answer.text.startswith("<!doctype html>") and answer.text.rstrip().endswith("</html>")
        # marks around parts that only the page has stay, for its script
        assert "<!--" not in re.sub("<!--/?page-->", "", answer.text)
        assert (answer.headers.get("content-encoding") == "gzip") is (takes == "gzip")
        sent = int(answer.headers["content-length"])
        assert sent < len(answer.text) * 0.7 if takes == "gzip" else sent >= len(answer.text)


def test_nothing_that_opens_a_room_is_in_an_open_part() -> None:
    room = a_game(3, watchers="public")
    for viewer in (ADA, None):
        told = "".join(text for is_open, text in parts(render_without_form_ids(room, viewer)) if is_open)
        assert len(told) > 20_000
        # the code is in addresses, and only seats have words there
        assert not any(key in told for key in (room.join_key, room.watch_key))
