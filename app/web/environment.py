"""The one template environment: escaping always on, unknown names an error, every text through gettext."""

import hashlib
import re
from collections.abc import Callable, MutableMapping
from gettext import NullTranslations
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, nodes
from jinja2.runtime import Context, Macro
from jinja2.utils import internalcode
from jinja2.visitor import NodeTransformer

from app.web.bundles import bundle
from app.web.languages import ENGLISH, LANGUAGES
from app.web.rule_books import rules_path
from app.web.sentences import Speech

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = ROOT / "templates"
STATIC = ROOT / "static"
SHEETS = "img/games"
"""Drawings that are too large for every page, a file of symbols for each game."""


class _Context(Context):
    """The library's, but that a macro is called at once: to ask four times whether it wishes for anything besides its
    arguments is most of what a short one takes."""

    @internalcode
    def call(self, callee: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        """As in the library."""
        if type(callee) is Macro:
            kwargs.pop("_loop_vars", None)
            kwargs.pop("_block_vars", None)
            return callee(self.eval_ctx, *args, **kwargs)
        return super().call(callee, *args, **kwargs)


class _Told(NodeTransformer):
    """Puts the words of the language in place of the texts that are looked up: once, when a template is read."""

    def __init__(self, words: NullTranslations) -> None:
        self._words = words

    def visit_Call(self, node: nodes.Call) -> nodes.Node:
        """``_("text", name=value)`` becomes the translated text, with the values put in."""
        self.generic_visit(node)
        text = node.args[0] if len(node.args) == 1 else None
        is_told = isinstance(node.node, nodes.Name) and node.node.name == "_"
        if not is_told or not isinstance(text, nodes.Const) or node.dyn_args or node.dyn_kwargs:
            return node
        said = self._words.gettext(text.value)
        if not node.kwargs:
            return nodes.MarkSafe(nodes.Const(said % {}), lineno=node.lineno)
        # what is put into a text marked as safe is escaped
        values = nodes.Dict([nodes.Pair(nodes.Const(each.key), each.value) for each in node.kwargs])
        return nodes.Mod(nodes.MarkSafe(nodes.Const(said)), values, lineno=node.lineno)


class _Environment(Environment):
    """The library's, but that globals are one plain mapping: every rendering copies them, which is slow for a chain;
    and that texts are translated when a template is read."""

    context_class = _Context

    def __init__(self, words: NullTranslations, **options: Any) -> None:
        super().__init__(**options)
        self._words = words

    def _generate(
        self, source: nodes.Template, name: str | None, filename: str | None, defer_init: bool = False
    ) -> str:
        """The hook of the library for whoever generates code otherwise."""
        told: nodes.Template = _Told(self._words).visit(source)
        return super()._generate(told, name, filename, defer_init)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Of a template: its own and those of the environment."""
        return {**self.globals, **(d or {})}


def environment(words: NullTranslations, language: str = ENGLISH) -> Environment:
    """The environment of one language: its words, and its code for the pages."""
    made = _Environment(
        words,
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        cache_size=-1,
        extensions=["jinja2.ext.i18n"],
    )
    # the extension adds this method when it is loaded, so the class does not have it
    vars(made)["install_gettext_callables"](
        words.gettext, words.ngettext, newstyle=True, pgettext=words.pgettext, npgettext=words.npgettext
    )
    made.globals["rules_path"] = rules_path
    static = versioned()
    made.globals |= {
        "static": static,
        "art": drawings(static),
        "language": language,
        "languages": LANGUAGES,
        "told": Speech(words, language).refusal,
    }
    return made


def drawings(static: Callable[[str], str]) -> Callable[[str], str]:
    """Where a drawing lies, by its id: in one of the games' sheets, or else among the symbols of the page itself."""
    sheets = {
        id: f"{SHEETS}/{sheet.name}"
        for sheet in sorted((STATIC / SHEETS).glob("*.svg"))
        for id in re.findall(r'<symbol id="([\w-]+)"', sheet.read_text(encoding="utf-8"))
    }

    def art(id: str) -> str:
        return f"{static(sheets[id])}#{id}" if id in sheets else f"#{id}"

    return art


def versioned() -> Callable[[str], str]:
    """Addresses of static files that change with their content, so that browsers may keep them for ever."""
    known: dict[str, str] = {}

    def static(path: str) -> str:
        if path not in known:
            content = bundle(path) or (STATIC / path).read_bytes()
            known[path] = f"/static/{path}?v={hashlib.sha256(content).hexdigest()[:12]}"
        return known[path]

    return static
