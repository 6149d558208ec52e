"""First visit to a full table: the page and all its static files on the wire."""

import re
from pathlib import Path
from urllib.parse import urljoin

import pytest
from httpx2 import Response

from engine import registry
from tests.web.tables import Web

MOST_BYTES = 114_000
"""Most bytes that a visit may take.

The table has five people, one of them the host: the heaviest page at the start of a game."""

NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil")
OF_PAGE = re.compile(r'<(?:link|script|img|use|header)\b[^>]*? (?:href|src|data-turn-icon)="(/static/[^"#]+)')
OF_SCRIPT = re.compile(r'^import [^"]*"(\./[^"]+|\.\./[^"]+)"', re.MULTILINE)
OF_STYLE = re.compile(r'url\("([^"]+)"\)')


def weight(answer: Response) -> int:
    """Return the bytes on the wire: header lines, and the body as sent."""
    head = sum(len(name) + len(value) + 4 for name, value in answer.headers.items())
    return head + int(answer.headers["content-length"])


def parts(web: Web, page: str) -> dict[str, int]:
    """Return the weights of all static files of a page, by address."""
    waiting, found = set(OF_PAGE.findall(page)), dict[str, int]()
    while waiting:
        path = waiting.pop()
        answer = web.client.get(path, headers={"accept-encoding": "gzip"})
        assert answer.status_code == 200, path
        found[path] = weight(answer)
        below = OF_SCRIPT if ".js" in path else OF_STYLE
        inner = {urljoin(path, name) for name in below.findall(answer.text)} if ".svg" not in path else set()
        # a picture that a style sheet names is fetched only when something shows it
        waiting |= {name for name in inner - found.keys() if not name.endswith(".svg") or Path(name).stem in page}
    return found


@pytest.mark.parametrize("game", registry.GAMES)
def test_a_first_visit_to_a_full_table_is_light(web: Web, game: str) -> None:
    table = web.playing(*NAMES, game=game)
    cookie = {"cookie": f"dev={table.tokens[0]}", "accept-encoding": "gzip"}
    page = web.client.get(f"/r/{table.code}", headers=cookie)
    assert 'data-turn="yes"' in page.text
    found = parts(web, page.text)
    kinds = {path.partition("?")[0].rpartition(".")[2] for path in found}
    assert kinds == {"css", "js", "svg"}
    tables = {f"/static/tables/{name}" for name in ("room.css", "room.js", f"{game}_play.css", f"{game}_play.js")}
    assert tables | {f"/static/img/games/{game}.svg"} <= {path.partition("?")[0] for path in found}
    assert weight(page) + sum(found.values()) < MOST_BYTES
