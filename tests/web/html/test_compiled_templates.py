"""Cache of compiled templates on disk.

The next process uses an entry only if nothing it was compiled from has changed."""

import importlib.util
import sys
from collections.abc import Callable
from gettext import NullTranslations
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import jinja2
import pytest
from jinja2 import DictLoader, Environment

from app.web.html import compiled_templates
from app.web.html.environment import environment
from app.web.html.jinja_dialect import FastJinja
from app.web.text import languages
from app.web.text.languages import ENGLISH, LANGUAGES, catalogue

PAGE = "{{ _('Your hand') }}{{ who }}"

Process = Callable[..., list[str]]


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Cache folder of this test's processes, which does not exist yet."""
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "kept"))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    return tmp_path / "kept"


@pytest.fixture
def process(kept: Path, monkeypatch: pytest.MonkeyPatch) -> Process:
    """Process without compiled templates that renders a template in a language.

    It returns the names of the templates that it compiled."""
    compiled: list[str] = []
    compile_ = Environment.compile

    def record_call(self: Environment, source: str, name: str | None = None, *rest: Any, **more: Any) -> Any:
        compiled.append(str(name))
        return compile_(self, source, name, *rest, **more)

    def run(
        language: str = "de", source: str = PAGE, words: NullTranslations | None = None, *, escapes: bool = True
    ) -> list[str]:
        monkeypatch.setattr(compiled_templates, "_CODE", WeakKeyDictionary())
        compiled.clear()
        own = words or catalogue(language)
        made = environment(own, language)
        made.autoescape = escapes
        made.loader = DictLoader({"page.html": source})
        made.read_all()
        drawn = made.get_template("page.html").render(who="<b>")
        assert drawn == own.gettext("Your hand") + ("&lt;b&gt;" if escapes else "<b>") + source.removeprefix(PAGE)
        return list(compiled)

    monkeypatch.setattr(Environment, "compile", record_call)
    return run


def the_file(kept: Path) -> Path:
    (path,) = (each for each in kept.rglob("*") if each.is_file())
    return path


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_one_process_compiled_the_next_only_reads(process: Process, kept: Path, language: str) -> None:
    assert process(language) == ["page.html"]
    assert process(language) == []
    assert the_file(kept).name.startswith(f"{language}.")


def test_every_template_there_is_is_read_from_what_was_kept(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def read() -> list[str]:
        monkeypatch.setattr(compiled_templates, "_CODE", WeakKeyDictionary())
        made = environment(catalogue("nl"), "nl")
        made.read_all()
        return made.list_templates(extensions=["html"])

    assert len(read()) > 50
    # from here on nothing can be compiled
    monkeypatch.setattr(FastJinja, "_generate", None)
    read()


def test_each_language_has_its_own(process: Process) -> None:
    for language in LANGUAGES:
        assert process(language) == ["page.html"], language


def test_a_template_that_changed_is_compiled_and_then_kept(process: Process, kept: Path) -> None:
    assert process(source=PAGE) == ["page.html"]
    size = the_file(kept).stat().st_size
    assert process(source=PAGE + "!") == ["page.html"]
    assert process(source=PAGE + "!") == []
    assert the_file(kept).stat().st_size < 1.5 * size, "what is gone is kept no longer"


def test_nothing_counts_of_what_was_damaged_or_cut_off(process: Process, kept: Path) -> None:
    process()
    whole = the_file(kept).read_bytes()
    for at in (0, 31, 32, 40, len(whole) // 2, len(whole) - 1):
        for damaged in (whole[:at], whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :]):
            the_file(kept).write_bytes(damaged)
            assert process() == ["page.html"]
    assert process() == []


@pytest.mark.parametrize(
    ("holder", "name", "value"),
    [
        (jinja2, "__version__", "3.1.999"),
        (importlib.util, "MAGIC_NUMBER", b"another"),
        (compiled_templates, "TEMPLATES", Path("/elsewhere")),
        (languages, "__file__", __file__),
        (compiled_templates, "__file__", __file__),
        (compiled_templates, "CATALOGUES", Path("/elsewhere")),
    ],
)
def test_nothing_counts_that_came_from_something_else(
    process: Process, monkeypatch: pytest.MonkeyPatch, holder: object, name: str, value: object
) -> None:
    """The cases are another library, Python, place, set of modules or set of words."""
    process()
    if name == "TEMPLATES":
        # same file, as if the whole folder had moved
        path = compiled_templates._path("de")
        monkeypatch.setattr(compiled_templates, "_path", lambda language: path)
    monkeypatch.setattr(holder, name, value)
    assert process() == ["page.html"]
    assert process() == []


def test_pages_with_and_without_escaping_share_no_compiled_template(process: Process) -> None:
    assert process(escapes=True) == ["page.html"]
    assert process(escapes=False) == ["page.html"]
    assert process(escapes=True) == ["page.html"]


def test_foreign_translations_neither_write_nor_read_compiled_templates(process: Process, kept: Path) -> None:
    other = NullTranslations()
    assert process(ENGLISH, words=other) == ["page.html"]
    assert not kept.exists()
    assert process(ENGLISH) == ["page.html"]
    assert process(ENGLISH, words=other) == ["page.html"]


def test_nothing_is_kept_where_python_is_to_write_nothing(
    process: Process, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert process() == ["page.html"]
    assert not kept.exists()


def test_pages_render_without_writable_template_cache(process: Process, kept: Path) -> None:
    kept.write_bytes(b"no folder")
    assert process() == process() == ["page.html"]
