"""HTTP clients of tests and tools that wait long enough for a busy machine."""

import ast
from collections.abc import Iterator

import httpx2
import pytest

from tests.sources import python_files, to_project_path

CLIENTS = frozenset(("Client", "AsyncClient", "get", "post", "put", "delete", "head", "request", "stream"))


def find_impatient_clients(code: str) -> Iterator[int]:
    """Yield the lines with a client that has the default time limit, 5 seconds.

    A client with a transport of its own is taken for one that calls the app itself."""
    for node in ast.walk(ast.parse(code)):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name("httpx2"), attr=name)) if name in CLIENTS:
                if not {"timeout", "transport"} & {each.arg for each in node.keywords}:
                    yield node.lineno


def test_clients_state_their_time_limit() -> None:
    found = [
        f"{to_project_path(path)}:{line}"
        for path in python_files("tests", "tools")
        for line in find_impatient_clients(path.read_text(encoding="utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize("name", sorted(CLIENTS))
def test_client_without_time_limit_is_found(name: str) -> None:
    assert callable(getattr(httpx2, name))
    assert list(find_impatient_clients(f"httpx2.{name}(url)")) == [1]
    assert list(find_impatient_clients(f"httpx2.{name}(url, timeout=60)")) == []
