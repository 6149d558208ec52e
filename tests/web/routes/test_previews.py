"""Previews of links in messengers: a title, a sentence and a picture.

A third party's machine requests them. So they name the game and no person, and a request changes nothing."""

import zlib
from html.parser import HTMLParser

import pytest
from httpx2 import Response

from engine import registry
from tests.known import SHIPPED, has_presenter
from tests.web.tables import BASE, DEVICE_COOKIE, Table, Web, a_web
from tools.previews import COVERS, HEIGHT, SOURCE, WIDTH, digest, read_chunks

ROBOT = {"user-agent": "WhatsApp/2.23.20.0", "accept": "*/*"}
MOST_BYTES = 100_000
"""Largest size in bytes that some messengers still fetch."""

NAMES = ("Mallory", "Quentin")


class Metas(HTMLParser):
    """Parser that collects a page's meta descriptions by name."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Implement HTMLParser."""
        of = dict(attrs)
        name = of.get("property") or of.get("name") or ""
        if tag == "meta" and name.startswith(("og:", "twitter:", "description")):
            assert name not in self.found
            self.found[name] = of.get("content") or ""


def preview(page: str) -> dict[str, str]:
    """Return the preview that a messenger finds in the page."""
    metas = Metas()
    metas.feed(page)
    return metas.found


def get_as_messenger(web: Web, path: str, **headers: str) -> Response:
    """Return the response to a messenger."""
    return web.client.get(path.removeprefix(BASE), headers=ROBOT | headers)


def links(table: Table) -> dict[str, str]:
    """Return the addresses that people share, by kind."""
    return {**table.links, "code": f"/r/{table.view(0)['room']['join_code']}"}


WATCHED = {"watchers": "public"}
"""Options of a table that watchers may see."""


@pytest.mark.parametrize("game", registry.GAMES)
def test_link_preview_of_table_shows_game_and_no_personal_data(web: Web, game: str) -> None:
    table = web.open(*NAMES, game=game, options=WATCHED)
    code, join_code = str(table.code), table.view(0)["room"]["join_code"]
    has_presenter(game)
    for kind in ("join", "code", "watch"):
        link = links(table)[kind]
        answer = get_as_messenger(web, link)
        assert answer.status_code == 200
        shown = preview(answer.text)
        assert registry.GAMES[game].title in shown["og:title"]
        assert len(shown["og:description"]) > 20
        assert shown["og:description"] == shown["og:description"].strip() == shown["description"]
        assert shown["twitter:card"] == "summary_large_image"
        said = " ".join(shown.values())
        for secret in (*NAMES, code, join_code, link.rpartition("/")[2]):
            assert secret not in said
        assert "og:url" not in shown


@pytest.mark.parametrize("game", registry.GAMES)
def test_its_picture_is_a_small_png_at_an_absolute_address(web: Web, game: str) -> None:
    has_presenter(game)
    shown = preview(get_as_messenger(web, links(web.open("Ada", game=game))["join"]).text)
    assert shown["og:image"].startswith(f"{BASE}/static/img/covers/{game}.png?v=")
    picture = get_as_messenger(web, shown["og:image"])
    assert picture.status_code == 200
    assert picture.headers["content-type"] == shown["og:image:type"] == "image/png"
    assert (shown["og:image:width"], shown["og:image:height"]) == (str(WIDTH), str(HEIGHT))


def test_the_address_is_the_one_that_players_use() -> None:
    with a_web(public_url="https://play.example.org") as web:
        shown = preview(web.client.get("https://play.example.org/", headers=ROBOT).text)
    assert shown["og:url"] == "https://play.example.org/"
    assert shown["og:image"].startswith("https://play.example.org/static/img/covers/signet.png")


def test_home_and_rules_have_a_preview_too(web: Web) -> None:
    assert preview(get_as_messenger(web, "/").text)["og:title"] == "Signet"
    for key in registry.GAMES:
        assert preview(get_as_messenger(web, f"/rules/{key}").text)["og:url"] == f"{BASE}/rules/{key}"


def test_a_preview_is_in_the_language_that_is_asked_for(web: Web) -> None:
    english = preview(get_as_messenger(web, "/").text)["og:description"]
    german = preview(get_as_messenger(web, "/", **{"accept-language": "de"}).text)["og:description"]
    assert english == "Everyone picks in secret. Then all cards are revealed at once."
    assert german != english


def test_dead_link_gives_same_answer_as_every_other_dead_link(web: Web) -> None:
    begun = web.playing("Ada", "Ben")
    table = web.open("Carla")
    codes = ("/r/ZZZZZZZZ", f"/r/{begun.view(0)['room']['join_code']}")
    keys = [f"/r/{code}/{way}/wrong" for way in ("join", "watch") for code in ("ZZZZZZZZ", begun.code, table.code)]
    for nowhere in (codes, keys):
        found = [get_as_messenger(web, path) for path in nowhere]
        assert {answer.status_code for answer in found} == {404}
        assert len({answer.text for answer in found}) == 1
        assert preview(found[0].text) == {}


def test_to_ask_for_a_preview_is_not_to_come(web: Web) -> None:
    table = web.open("Ada", options=WATCHED)
    ways = tuple(links(table).values())
    before = table.fingerprint()
    for link in (*ways, *ways):
        answer = get_as_messenger(web, link)
        assert answer.status_code == 200
        assert DEVICE_COOKIE not in answer.headers.get("set-cookie", "")
    assert table.fingerprint() == before
    table.sit("Ben")
    assert [seat["name"] for seat in table.view(0)["seats"]] == ["Ada", "Ben"]


def test_who_sits_there_needs_no_preview(web: Web) -> None:
    table = web.open("Ada")
    page = web.client.get(f"/r/{table.code}", headers={"cookie": f"dev={table.tokens[0]}"}).text
    assert 'data-phase="lobby"' in page
    assert preview(page) == {}


@pytest.mark.parametrize("name", sorted(path.stem for path in COVERS.glob("*.svg")))
def test_each_picture_was_made_of_its_drawing(name: str) -> None:
    """``python -m tools.previews`` renders it again."""
    drawing = COVERS / f"{name}.svg"
    assert "<text" not in drawing.read_text(encoding="utf-8")
    png = drawing.with_suffix(".png").read_bytes()
    chunks = read_chunks(png)
    assert chunks[b"tEXt"] == SOURCE + b"\0" + digest(drawing).encode("ascii")
    assert (int.from_bytes(chunks[b"IHDR"][:4], "big"), int.from_bytes(chunks[b"IHDR"][4:8], "big")) == (WIDTH, HEIGHT)
    assert len(zlib.decompress(chunks[b"IDAT"])) == HEIGHT * (WIDTH + 1)
    assert len(png) < MOST_BYTES


def test_every_picture_has_its_drawing() -> None:
    assert {path.stem for path in COVERS.glob("*.png")} == {path.stem for path in COVERS.glob("*.svg")} >= set(SHIPPED)
