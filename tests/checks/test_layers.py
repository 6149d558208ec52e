"""Layers: the order of dependencies between folders, and the length of files."""

import ast
import sys
from collections.abc import Iterable

import pytest

from tests.sources import (
    ROOT,
    each_import,
    imports,
    list_project_files,
    module_name,
    own_modules,
    python_files,
    to_project_path,
    tree,
)

GAMES = tuple(sorted(f"engine.{rules.parent.name}" for rules in ROOT.glob("engine/*/RULES.md")))
RULES = ("engine.core", *GAMES, "engine.registry")


def has(module: str) -> bool:
    """Return whether such a module or folder of ours exists."""
    path = ROOT.joinpath(*module.split("."))
    return path.is_dir() or path.with_suffix(".py").is_file()


ENGINE = (*RULES, "engine.bots")
TOOLS = tuple(f"engine.{tool}" for tool in ("arena", "bench", "count", "course", "driver", "playthrough", "terminal"))
PARTS = (
    "app.origin",
    "app.settings",
    "app.network",
    "app.share",
    "app.paths",
    "app.logs",
    "app.metrics",
    "app.backup_note",
    "app.gc_policy",
    "app.tasks",
    "app.rooms",
    "app.journal",
    "app.records",
    "app.live",
    "app.notifications",
    "app.web",
)

WEB_STANDS_ON = (
    "app.journal.contacts",
    "app.journal.errors",
    "app.live",
    "app.metrics",
    "app.network",
    "app.notifications",
    "app.origin",
    "app.paths",
    "app.records",
    "app.rooms",
    "app.settings",
    "app.share",
    "app.gc_policy",
    "engine.core",
    "engine.registry",
    *GAMES,
)
"""Modules below the web as a whole."""

FLOORS: tuple[tuple[str, ...], ...] = (
    ("cache", "history_cache", "keys", "text", "admin"),
    ("messages", "games"),
    ("http",),
    ("table", "static", "scene"),
    ("html",),
    ("replay", "service"),
    ("screens",),
    ("sockets", "routes"),
    ("server",),
)
"""Parts of ``app.web`` from the ground up.

Each may import all below its floor, and none beside it."""

WEB = {
    part: tuple(f"app.web.{below}" for lower in FLOORS[:floor] for below in lower)
    for floor, parts in enumerate(FLOORS)
    for part in parts
}

MAY_IMPORT: dict[str, tuple[str, ...]] = {
    "engine": ("engine.core", "engine.registry"),
    "engine.core": (),
    **{game: ("engine.core",) for game in GAMES},
    "engine.registry": ("engine.core", *GAMES),
    "engine.bots": (*RULES, "engine.driver"),
    "engine.driver": ("engine.core",),
    "engine.terminal": (*ENGINE, "engine.driver"),
    "engine.playthrough": (*ENGINE, "engine.driver"),
    "engine.count": (*ENGINE, "engine.driver"),
    "engine.course": (*ENGINE, "engine.driver"),
    "engine.arena": (*ENGINE, "engine.driver"),
    "engine.bench": (*ENGINE, "engine.driver"),
    "engine.__main__": (*ENGINE, *TOOLS),
    "app": (),
    **{
        leaf: ()
        for leaf in (
            "app.origin",
            "app.paths",
            "app.metrics",
            "app.gc_policy",
            "app.tasks",
            "app.backup_note",
        )
    },
    "app.settings": ("app.origin",),
    "app.network": ("app.origin",),
    "app.share": ("app.network", "app.origin"),
    "app.logs": ("app.settings",),
    "app.rooms": ("engine.core", "engine.registry"),
    "app.journal": (
        "app.paths",
        "app.rooms.events",
        "app.rooms.model.ids",
        "app.tasks",
        "engine.core.plain",
        "engine.core.seats",
    ),
    "app.live": ("app.rooms", "app.journal", "app.tasks", "engine.core", "engine.registry", "engine.bots"),
    "app.records": (
        "app.journal.chain",
        "app.journal.codec",
        "app.journal.errors",
        "app.journal.rows",
        "app.journal.store",
        "app.journal.typed_json",
        "app.rooms",
        "engine.core",
        "engine.registry",
    ),
    "app.notifications": (
        "app.journal.contacts",
        "app.journal.errors",
        "app.journal.peers",
        "app.journal.store",
        "app.live",
        "app.rooms",
        "app.origin",
        "app.settings",
        "app.share",
        "app.tasks",
        "engine.core",
    ),
    "app.web": (),
    **{f"app.web.{folder}": (*below, *WEB_STANDS_ON) for folder, below in WEB.items()},
    "app.console": ("app.network", "app.origin", "app.settings", "app.share"),
    "app.liveness": (),
    "app.supervisor": ("app.liveness", "app.settings"),
    "app.maintenance": ("app.journal", "app.records"),
    "app.status": PARTS,
    "app.main": (*PARTS, "app.status", "engine.core", "engine.registry", "engine.bots"),
    "app.serving": (*PARTS, "app.console", "app.main", "app.supervisor", "engine.registry", "engine.core"),
    "app.cli": (*PARTS, "app.console", "app.maintenance", "app.serving", *ENGINE, *TOOLS),
    "app.__main__": ("app.cli", "app.gc_policy"),
}
"""Imports allowed to each part of the code.

A part that is missing has no place yet."""

PAGES = ("app.web", "app.main", "app.cli", "app.__main__")
FLOOR = "tools.bench_server.servers.floor"
"""Separate server that ours is compared with."""

WATCH = "tools.bench_server.servers.loop_watch"
"""Module that begins with a server."""

ONLY_IN: dict[str, tuple[str, ...]] = {
    "sqlalchemy": ("app.journal", "migrations"),
    "alembic": ("app.journal", "migrations"),
    "fastapi": (*PAGES, FLOOR),
    "starlette": PAGES,
    "jinja2": PAGES,
    "uvicorn": (*PAGES, FLOOR, WATCH),
    "prometheus_client": ("app.metrics",),
}
"""Libraries that belong to one layer."""

NO_LIBRARY = ("engine", "app.rooms")
"""Parts that import the standard library and our own code only."""

EXCEPT = {("app.rooms.model.values", "msgspec")}
"""Allowed exceptions as (module, library): rooms' values, behind our own names."""

CHANCE_AND_CLOCK = frozenset(
    {"asyncio", "concurrent", "datetime", "http", "multiprocessing", "random", "secrets", "select", "selectors"}
    | {"signal", "socket", "sqlite3", "ssl", "subprocess", "threading", "time", "urllib", "uuid", "zoneinfo"}
)
PURE: dict[str, frozenset[str]] = {
    "engine.core": CHANCE_AND_CLOCK,
    **{game: CHANCE_AND_CLOCK for game in GAMES},
    "engine.registry": CHANCE_AND_CLOCK,
    "app.rooms": CHANCE_AND_CLOCK | {"io", "logging", "os", "pathlib", "shutil", "tempfile"},
}
"""Parts that depend on their arguments alone, with their forbidden imports."""

THROWS_DICE = (
    "engine.core.game",
    "engine.core.judging",
    *(f"{game}.bot" if has(f"{game}.bot") else game for game in GAMES),
)
"""Parts that may name ``random`` and are pure all the same.

Bots, judges and their protocols name the type of the dice they get. A game may be one file."""

SIDE_DOORS = frozenset({"__import__", "eval", "exec", "input", "open", "print"})

CEILING, TEST_CEILING = 300, 400


def part_of(module: str) -> str | None:
    """Return the listed part of a module of ours; None if it has no place."""
    names = module.split(".")
    for length in range(len(names), 0, -1):
        name = ".".join(names[:length])
        if name in MAY_IMPORT and (length > 1 or len(names) == 1):
            return name
    return None


def within(module: str, parts: tuple[str, ...]) -> bool:
    """Return whether a module is one of the parts or lies in one."""
    return any(module == part or module.startswith(f"{part}.") for part in parts)


def is_allowed(module: str, name: str) -> bool:
    """Return whether ``module`` of ours may import ``name`` of ours."""
    part = part_of(module)
    if part is None:
        return False
    own = name == part if part in ("engine", "app") else within(name, (part,))
    return own or within(name, MAY_IMPORT[part])


def test_every_module_of_engine_and_app_belongs_to_a_part() -> None:
    homeless = sorted(module for module in own_modules() if part_of(module) is None)
    assert own_modules()
    assert homeless == [], "name them in MAY_IMPORT, or move them into a part that is there"


def test_allowed_imports_between_parts_form_no_cycle() -> None:
    """Two parts may not import each other, directly or through others."""
    below = {part: set(allowed) for part, allowed in MAY_IMPORT.items()}
    for _ in below:
        for allowed in below.values():
            allowed |= {far for near in tuple(allowed) for far in below.get(near, ())}
    assert [part for part, allowed in below.items() if part in allowed] == []


def test_a_part_imports_only_the_parts_below_it() -> None:
    ours = [entry for entry in each_import("engine", "app") if entry[2].split(".")[0] in ("engine", "app")]
    wrong = [f"{to_project_path(path)} imports {name}" for path, module, name in ours if not is_allowed(module, name)]
    assert ours
    assert wrong == []


def askers(files: Iterable[tuple[str, str]]) -> list[str]:
    """Return a game's modules that import from its asks without being the game itself.

    ``files`` are (module, import) pairs."""
    mine = {f"{game}.asks": f"{game}.game" for game in GAMES}
    return sorted({module for module, name in files if name in mine and module != mine[name]} - {*mine})


DRAWS = tuple(f"app.web.{part}" for part in ("cache", "text", "games", "table", "static", "html"))
MAKES_VIEWS = (
    *(f"app.rooms.model.{name}" for name in ("room", "play", "changes", "clocks")),
    *(f"app.rooms.{name}" for name in ("fold", "late", "views.log_view", "views.replay", "views.view")),
    "app.live",
    *(f"{game}.state" for game in GAMES),
)
"""Modules that know more of a room than one viewer may, or make views."""


def find_forbidden_imports(pairs: Iterable[tuple[str, str]]) -> list[str]:
    """Return such imports of rendering modules, from (module, import) pairs."""
    return [f"{module} imports {name}" for module, name in pairs if within(module, DRAWS) and within(name, MAKES_VIEWS)]


def test_what_draws_sees_views_alone() -> None:
    """Pages cannot show secrets then, and the rule for late watchers stands once."""
    pairs = [(module, name) for _, module, name in each_import("app")]
    assert len([module for module, _ in pairs if within(module, DRAWS)]) > 100
    assert find_forbidden_imports(pairs) == []
    assert find_forbidden_imports([("app.web.html.regions", "app.rooms.model.room")])


def test_no_rule_has_its_home_among_the_asks() -> None:
    """Asks follow from rules; a shared rule stands in the module of its clause."""
    pairs = [(module, name) for _, module, name in each_import("engine", "app")]
    assert askers(pairs) == []
    assert {f"{game}.asks" for game in GAMES if has(f"{game}.asks")} <= {name for _, name in pairs}
    game = GAMES[0]
    assert askers([*pairs, (f"{game}.ending", f"{game}.asks")]) == [f"{game}.ending"]


def test_the_engine_and_the_rooms_need_no_library() -> None:
    wrong = [
        f"{to_project_path(path)} imports {name}"
        for path, module, name in each_import("engine", "app")
        if within(module, NO_LIBRARY)
        and (top := name.split(".")[0]) not in {*sys.stdlib_module_names, "engine", "app"}
        and (module, top) not in EXCEPT
    ]
    assert wrong == []


def test_a_library_stays_in_its_layer() -> None:
    wrong = [
        f"{to_project_path(path)} imports {name}"
        for path, module, name in each_import("engine", "app", "migrations", "tools")
        if (top := name.split(".")[0]) in ONLY_IN and not within(module, ONLY_IN[top])
    ]
    assert wrong == []


def test_rules_and_rooms_import_no_clock_randomness_or_io() -> None:
    wrong = [
        f"{to_project_path(path)} imports {name}"
        for path, module, name in each_import("engine", "app")
        if name.split(".")[0] in PURE.get(part_of(module) or "", frozenset())
        and not (name == "random" and within(module, THROWS_DICE))
    ]
    assert wrong == []


def test_rules_and_rooms_call_no_builtin_that_reaches_outside() -> None:
    wrong = [
        f"{to_project_path(path)}:{node.lineno} calls {node.func.id}"
        for path in python_files("engine", "app")
        if part_of(module_name(path)) in PURE
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SIDE_DOORS
    ]
    assert wrong == []


def test_no_file_grows_past_its_ceiling() -> None:
    grown = {}
    for path in list_project_files():
        top = path.relative_to(ROOT).parts[0]
        if top != "migrations" and (path.suffix in (".py", ".html", ".css", ".js") or top in ("tools", "Makefile")):
            lines = len(path.read_text(encoding="utf-8").splitlines())
            if lines > (TEST_CEILING if top == "tests" else CEILING):
                grown[to_project_path(path)] = lines
    assert grown == {}, "split them"


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("import os.path", ["os.path"]),
        ("from engine import registry", ["engine.registry"]),
        ("from engine.registry import find", ["engine.registry"]),
        ("from . import room", ["app.rooms.room"]),
        ("from .room import Room", ["app.rooms.room"]),
        ("from ..journal import store", ["app.journal"]),
        ("def late():\n    import time", ["time"]),
        ("if TYPE_CHECKING:\n    from app.web import pages", ["app.web"]),
    ],
)
def test_no_way_to_write_an_import_escapes_the_reader(code: str, found: list[str]) -> None:
    modules = frozenset({"engine.registry", "app.rooms.room"})
    assert list(imports(ast.parse(code), "app.rooms.decide", modules)) == found


@pytest.mark.parametrize(
    ("module", "name", "allowed"),
    [
        ("app.rooms.decide", "engine.registry", True),
        ("app.rooms.decide", "app.live.host.host", False),
        ("app.journal.store", "app.rooms.model.ids", True),
        ("app.journal.store", "app.rooms.model.room", False),
        ("app.web.routes.rooms", "app.journal.store", False),
        ("app.web.html.regions", "app.web.text.people", True),
        ("app.web.text.people", "app.web.html.regions", False),
        ("engine.core.game", "engine.registry", False),
        ("engine.unheard_of.state", "engine.core.seats", False),
    ],
)
def test_layer_check_allows_exactly_the_imports_of_the_design(module: str, name: str, allowed: bool) -> None:
    assert is_allowed(module, name) is allowed
