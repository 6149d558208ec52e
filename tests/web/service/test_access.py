"""Access to rooms: one module decides who a request is to a room.

No other module of the web looks up a room by the request. Every route and socket with a room in its address calls
that module."""

import ast
import inspect
import sys
from collections.abc import Iterator
from types import ModuleType

import pytest
from fastapi.routing import APIRoute
from starlette.routing import BaseRoute, WebSocketRoute

from app.main import create_app
from app.settings.settings import Settings
from app.web.screens import access as screen_access
from app.web.service import access
from tests.journal.memory_store import MemoryStore
from tests.sources import ROOT, python_files, to_project_path

ACCESS = {
    name: made
    for module in (access, screen_access)
    for name, made in inspect.getmembers(module, inspect.isfunction)
    if made.__module__ == module.__name__ and not name.startswith("_")
}
"""Functions of the access modules of rooms and of screens."""
FINDS = frozenset({"room_code", "find_by_join_code", "seat_of", "may_watch", "game_of_key"})
"""Functions that look up a room, or a person in it."""
KEYS = frozenset({"watch_key", "join_key"})

SERVICE = ROOT / "app" / "web" / "service"
TYPED = ROOT / "app" / "web" / "http" / "typed_links.py"
SCREENS = ROOT / "app" / "web" / "screens"
MAY_FIND = {SERVICE / "access.py", SERVICE / "askers.py", SERVICE / "command_service.py", TYPED} | {
    SCREENS / "access.py",
    SCREENS / "pairing.py",
}
"""Modules that may look up a room or a person.

They are the access modules, the type they return, and the service that tells a new player the seat. Two parse a
typed code without a look-up."""


def find_other_access(tree: ast.AST) -> Iterator[str]:
    """Yield the look-ups of rooms or people in a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in FINDS:
            yield node.attr
        elif isinstance(node, ast.Name) and node.id in FINDS:
            yield node.id
        elif isinstance(node, ast.Compare) or (
            isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) == "is_same"
        ):
            named = {each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute)}
            yield from sorted(named & KEYS)


def test_no_module_outside_access_finds_room_by_request_data() -> None:
    files = [path for path in python_files("app") if path.is_relative_to(ROOT / "app" / "web") and path not in MAY_FIND]
    assert len(files) > 100
    wrong = {
        to_project_path(path): list(find_other_access(ast.parse(path.read_text(encoding="utf-8")))) for path in files
    }
    assert {path: names for path, names in wrong.items() if names} == {}
    assert list(find_other_access(ast.parse((SERVICE / "access.py").read_text(encoding="utf-8"))))


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("room = await deps.manager.room(room_code(text))", "room_code"),
        ("room = await deps.manager.find_by_join_code(code)", "find_by_join_code"),
        ("seat = room.seat_of(device.digest)", "seat_of"),
        ("if not view.may_watch(room): pass", "may_watch"),
        ("if key != room.watch_key: pass", "watch_key"),
        ("if identity.is_same(key, room.join_key): pass", "join_key"),
    ],
)
def test_a_route_that_looks_by_itself_is_found_out(code: str, found: str) -> None:
    assert found in list(find_other_access(ast.parse(f"async def do():\n    {code}")))


def asks(function: str, module: ModuleType, seen: frozenset[str] = frozenset()) -> bool:
    """Return whether a function calls the access module.

    It may do so by way of other functions of its own module."""
    source = getattr(module, function, None)
    if source is None or function in seen or not inspect.isfunction(source):
        return False
    names = {node.id for node in ast.walk(ast.parse(inspect.getsource(source))) if isinstance(node, ast.Name)}
    mine = {name for name in names if getattr(getattr(module, name, None), "__module__", None) == module.__name__}
    here = {name for name in names & ACCESS.keys() if getattr(module, name, None) is ACCESS[name]}
    return bool(here) or any(asks(name, module, seen | {function}) for name in mine)


def endpoints(routes: list[BaseRoute]) -> Iterator[tuple[str, str, ModuleType]]:
    """Yield address, function and module of each endpoint with a room."""
    for route in routes:
        yield from endpoints(getattr(getattr(route, "original_router", None), "routes", []))
        if isinstance(route, APIRoute | WebSocketRoute) and "{room}" in route.path:
            yield route.path, route.endpoint.__name__, sys.modules[route.endpoint.__module__]


def test_every_route_and_socket_with_room_uses_access_module() -> None:
    app = create_app(Settings(), MemoryStore())
    found = list(endpoints(app.routes))
    assert len(found) > 30
    assert {module.__name__.split(".")[-2] for _, _, module in found} == {"routes", "history", "joining", "sockets"}
    assert [f"{path}: {name}" for path, name, module in found if not asks(name, module)] == []


async def forgetful(room: str) -> str:
    """Trust the address without a check."""
    return room


async def careful(room: str) -> str:
    """Check access by way of another function."""
    return await forgetful_too(room)


async def forgetful_too(room: str) -> str:
    """Check nothing."""
    return await forgetful(room)


def test_a_route_that_asks_nobody_is_found_out() -> None:
    assert not asks("forgetful", sys.modules[__name__])
    assert not asks("careful", sys.modules[__name__])
