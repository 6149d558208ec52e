"""Bundles of a table's style sheets and modules: each once, in dependency order."""

import asyncio
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from app.paths import STATIC
from app.web.games import PLAIN, find_presenter, package
from app.web.html.renderer import Renderer
from app.web.static import bundles
from app.web.static.bundles import bundle
from engine import registry
from tests.web.tables import GAME, Web

NODE = shutil.which("node")


def text(path: str) -> str:
    content = bundle(path)
    assert content is not None
    return content.decode()


_SPACE = re.compile(r"\s+|;(?=\s*})")
"""Text that only human readers need: spaces, and a last declaration's semicolon."""


@pytest.mark.parametrize("part", ["room", "play", "end"])
@pytest.mark.parametrize("game", registry.GAMES)
def test_the_style_sheet_holds_every_rule_in_its_order(game: str, part: str) -> None:
    sheet = text("tables/room.css" if part == "room" else f"tables/{game}_{part}.css")
    bare = _SPACE.sub("", sheet)
    presenter = find_presenter(game)
    common, own = {
        "room": (bundles.SHEETS, ()),
        "play": (bundles.PLAY, presenter.sheets),
        "end": (bundles.END, presenter.end_sheets),
    }[part]
    names = [*common, *(f"games/{name}" for name in own)]
    firsts = []
    for name in names:
        rules = re.sub(r"/\*.*?\*/", "", (STATIC / f"css/{name}.css").read_text(), flags=re.DOTALL)
        firsts.append(bare.index(_SPACE.sub("", rules)))
    assert firsts == sorted(firsts)
    assert "/*" not in sheet
    assert not re.search(r'url\("?(?!"?/static/)', sheet)


def collect_imports(names: set[str]) -> set[str]:
    """Return these modules and all that they import."""
    found = set(names)
    for name in names:
        path = STATIC / f"js/{name}.js"
        imported = re.findall(r'^import .*?"(.+)\.js";$', path.read_text(), re.MULTILINE)
        others = {(path.parent / other).resolve().relative_to(STATIC / "js").as_posix() for other in imported}
        found |= collect_imports(others)
    return found


def collect_modules(name: str) -> set[str]:
    """Return the modules that a script brings."""
    room = collect_imports({*bundles.SCRIPTS})
    if name == bundles.ROOM:
        return room
    game = name.removesuffix("_play")
    own = {f"games/{game}"} if package(game) != PLAIN else set()
    return collect_imports({bundles.BEGUN} | own) - room


NAMES = [bundles.ROOM, *(f"{game}_play" for game in registry.GAMES)]


@pytest.mark.parametrize("name", NAMES)
def test_the_script_closes_each_module_once_before_it_is_needed(name: str) -> None:
    script = text(f"tables/{name}.js")
    made = re.findall(r"^const (\w+)=\(\(\)=>\{$", script, re.MULTILINE)
    assert len(made) == len(set(made)) == len(collect_modules(name))
    taken = [*re.finditer(r"^const\{[\w, ]+\}=(_\d+);$", script, re.MULTILINE)]
    assert taken
    for each in taken:
        assert script.index(f"const {each[1]}=(()=>{{\n") < each.start()
    assert not re.search(r"^(?:import|export)\b", script, re.MULTILINE)


@pytest.mark.skipif(NODE is None, reason="reads the script with node")
@pytest.mark.parametrize("name", NAMES)
def test_the_script_can_be_read(name: str, tmp_path: Path) -> None:
    module = tmp_path / "table.mjs"
    module.write_text(text(f"tables/{name}.js"))
    assert subprocess.run([NODE or "", "--check", module], capture_output=True, check=False).stderr == b""


@pytest.mark.parametrize(
    ("module", "what"),
    [
        ('import film from "./film.js";\n', "not known here"),
        ('import "./film.js";\nexport { a };\n', "not known here"),
        ('later(() => import("./film.js"));\n', "not known here"),
        ("const a = `one\n  two`;\n", "several lines"),
        ('import "./room.js";\n', "imports itself"),
    ],
)
def test_a_module_that_cannot_be_put_together_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, module: str, what: str
) -> None:
    (tmp_path / "js").mkdir()
    (tmp_path / "js/film.js").write_text("export const a = 1;\n")
    (tmp_path / "js/room.js").write_text(module)
    monkeypatch.setattr(bundles, "STATIC", tmp_path)
    bundle.cache_clear()
    with pytest.raises(ValueError, match=what):
        bundle("tables/room.js")
    bundle.cache_clear()


def test_a_table_asks_for_its_parts_together_and_keeps_them(web: Web) -> None:
    table = web.playing("Ada", "Ben")
    page = web.client.get(f"/r/{table.code}", headers={"cookie": f"dev={table.tokens[0]}"}).text
    for name in ("room.css", "room.js", f"{GAME}_play.css", f"{GAME}_play.js"):
        found = re.search(rf'"(/static/tables/{name}\?v=\w{{12}})"', page)
        assert found is not None
        answer = web.client.get(found[1])
        assert answer.content == bundle(f"tables/{name}")
        assert "immutable" in answer.headers["cache-control"]
    own = r"settings/early\.js|coach/coach\.js|games/adel_verpflichtet_theft\.css|hand\.css|forced\.css"
    assert not re.search(rf"/static/(?:css|js)/(?!{own})", page)
    assert "_end.css" not in page


def test_lobby_loads_no_files_of_its_game(web: Web) -> None:
    table = web.open("Ada", "Ben")
    page = web.client.get(f"/r/{table.code}", headers={"cookie": f"dev={table.tokens[0]}"}).text
    assert re.findall(r'(?:href|src)="/static/tables/([\w.]+)', page) == ["room.css", "room.js"]
    assert f'data-play="/static/tables/{GAME}_play.js' in page
    assert f'data-play-sheet="/static/tables/{GAME}_play.css' in page


def test_replay_loads_stylesheet_of_its_table_and_its_own(web: Web) -> None:
    table = web.playing("Ada", "Ben")
    page = web.client.get(f"/r/{table.code}/replay", headers={"cookie": f"dev={table.tokens[0]}"}).text
    sheets = re.findall(r'<link rel="stylesheet" href="/static/([\w/]+\.css)\?v=\w{12}">', page)
    assert sheets == ["tables/room.css", f"tables/{GAME}_play.css", "css/replay.css"]
    # except for the sheet for forced colours
    assert page.count('rel="stylesheet"') == 4
    assert re.search(r'css/forced\.css\?v=\w{12}" media="\(forced-colors: active\)"', page)


@pytest.mark.parametrize(
    "path",
    ["none_play.css", "none_end.css", f"{GAME}_end.js", f"{GAME}.css", f"{GAME}.js", "room.svg", ".css"],
)
def test_nothing_else_is_put_together(web: Web, path: str) -> None:
    assert bundle(f"tables/{path}") is None
    assert web.client.get(f"/static/tables/{path}").status_code == 404


def test_whoever_may_draw_pages_has_put_together_what_they_load() -> None:
    bundle.cache_clear()
    asyncio.run(Renderer().learn_tables())
    made = bundle.cache_info().misses
    pages = [f"tables/{game}{ending}" for game in registry.GAMES for ending in bundles.ENDINGS]
    assert all(bundle(path) for path in (*pages, *(f"tables/{name}" for name in bundles.COMMON)))
    assert bundle.cache_info().misses == made
