"""Template environment: it translates on load and escapes values on render."""

import asyncio
import sys
from gettext import NullTranslations
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import pytest
from jinja2 import DictLoader, Environment, UndefinedError, nodes

from app.web.html import compiled_templates
from app.web.html.environment import environment
from app.web.html.jinja_dialect import FastJinja
from app.web.text.languages import ENGLISH, LANGUAGES, catalogue
from tests.web.tables import a_web


def render_template(source: str, words: NullTranslations | None = None, **values: object) -> str:
    """Render a template with that source."""
    made = environment(words or NullTranslations(), ENGLISH)
    made.loader = DictLoader({"page": source})
    return made.get_template("page").render(values)


def test_a_text_is_in_the_language_of_its_environment() -> None:
    words = catalogue("de")
    said = words.gettext("Your hand")
    assert said != "Your hand"
    assert render_template("{{ _('Your hand') }}", words) == said
    assert render_template("{{ _('Your hand') if it else _('Log') }}", words, it=False) == words.gettext("Log")


@pytest.mark.parametrize(
    "source",
    ["{{ _('%(who)s buys', who=who) }}", "{% set text %}{{ _('%(who)s buys', who=who) }}{% endset %}{{ text }}"],
)
def test_what_is_put_into_a_text_is_escaped(source: str) -> None:
    assert render_template(source, who="<b>") == "&lt;b&gt; buys"


def test_a_text_is_no_markup_of_its_own_making() -> None:
    """A text of ours may hold a percent sign, written twice, with or without values."""
    assert render_template("{{ _('100 %%') }}{{ _('%(n)d %%', n=5) }}") == "100 %5 %"


def test_a_text_whose_value_is_missing_is_an_error() -> None:
    with pytest.raises(UndefinedError):
        render_template("{{ _('%(who)s buys', who=who) }}")


def test_macros_are_called_as_in_the_library() -> None:
    macros = (
        "{% macro of(x, y=2) %}{{ x }}{{ y }}{% endmacro %}{% macro around(x) %}{{ x }}{{ caller() }}{% endmacro %}"
    )
    calls = "{% for x in ['<'] %}{{ of(x) }}{{ of(x, y='&') }}{% call around(x) %}!{% endcall %}{% endfor %}"
    assert render_template(macros + calls) == "&lt;2&lt;&amp;&lt;!"


def test_template_cache_keeps_translations_and_sources_apart() -> None:
    german = catalogue("de")
    for words in (german, NullTranslations(), german):
        assert render_template("{{ _('Your hand') }}", words) == words.gettext("Your hand")
        assert render_template("{{ _('Log') }}", words) == words.gettext("Log")


def test_environments_of_the_same_words_read_a_template_once(monkeypatch: pytest.MonkeyPatch) -> None:
    words, read = NullTranslations(), list[str]()
    generated = FastJinja._generate

    def record_call(self: FastJinja, source: nodes.Template, name: str | None, *rest: Any, **more: Any) -> str:
        read.append(str(name))
        return generated(self, source, name, *rest, **more)

    monkeypatch.setattr(FastJinja, "_generate", record_call)
    assert [
        render_template("{{ 1 + 1 }}", words),
        render_template("{{ 1 + 1 }}", words),
        render_template("{{ 3 }}", words),
    ] == ["2", "2", "3"]
    assert read == ["page", "page"]


def on_a_loop() -> bool:
    """Return whether this is the thread of an event loop."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def test_server_compiles_no_template_on_loop_and_none_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Templates load off the loop, for the first page of a language and later ones.

    A second server in the process loads none again. The cache on disk is empty."""
    monkeypatch.setattr(compiled_templates, "_CODE", WeakKeyDictionary())
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "compiled"))
    read: list[tuple[str | None, bool]] = []
    compiled = Environment.compile

    def record_call(self: Environment, source: str, name: str | None = None, *rest: Any, **more: Any) -> Any:
        read.append((name, on_a_loop()))
        return compiled(self, source, name, *rest, **more)

    monkeypatch.setattr(Environment, "compile", record_call)
    languages = [ENGLISH, list(LANGUAGES)[-1]]
    counts = []
    for _ in range(2):
        with a_web() as web:
            table = web.playing("Ada", "Ben")
            for language in languages * 2:
                headers = {"cookie": f"dev={table.tokens[0]}", "accept-language": language}
                page = web.client.get(f"/r/{table.code}", headers=headers)
                assert page.status_code == 200 and f'lang="{language}"' in page.text
                counts.append(len(read))
    once = counts[0]
    assert once > 50
    assert counts == [once, 2 * once, *[2 * once] * 6]
    assert not [name for name, on_loop in read if on_loop]
