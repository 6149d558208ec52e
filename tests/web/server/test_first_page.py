"""Templates and bundles that a server prepares before it serves and after."""

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import pytest
import uvicorn

from app.web.html import compiled_templates
from app.web.html.renderer import Renderer
from app.web.text.languages import ENGLISH
from tests.web.servers import a_server

Process = Callable[[], list[str]]


@pytest.fixture
def process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Process:
    """Process that serves for a moment, with the files of earlier ones.

    It returns in order what it prepared, and "serve"."""
    done: list[str] = []
    once, startup = Renderer._once, uvicorn.Server.startup

    async def record_once(self: Renderer, name: str, work: Callable[[], None]) -> None:
        await once(self, name, work)
        done.append(name)

    async def record_startup(*arguments: Any, **named: Any) -> None:
        done.append("serve")
        await startup(*arguments, **named)

    async def serve() -> None:
        async with a_server():
            pass

    def run() -> list[str]:
        done.clear()
        monkeypatch.setattr(compiled_templates, "_CODE", WeakKeyDictionary())
        asyncio.run(serve())
        return list(dict.fromkeys(done))

    monkeypatch.setattr(Renderer, "_once", record_once)
    monkeypatch.setattr(uvicorn.Server, "startup", record_startup)
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    return run


def test_only_the_first_start_compiles_pages_before_it_serves(process: Process) -> None:
    assert process() == [ENGLISH, "serve", "tables"]
    assert process() == ["serve", ENGLISH, "tables"]


def test_no_start_compiles_pages_that_it_may_not_keep(process: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert process() == process() == ["serve", ENGLISH, "tables"]
