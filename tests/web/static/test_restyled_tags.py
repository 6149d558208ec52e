"""Style rules that would restyle far too much of a table.

A rule may have ``:has()`` before a bare tag, as ``.a:has(.b) span``. For it, Chromium restyles every span below an
element whenever anything changes that some ``:has()`` looks for there. That was half of what a reveal restyled."""

import re
from collections.abc import Iterator

import pytest

from app.paths import STATIC
from app.web.games import find_presenter
from app.web.static import bundles
from engine import registry

GAMES = [f"games/{name}" for game in registry.GAMES for name in find_presenter(game).sheets]
FREQUENT = ("b", "div", "i", "li", "small", "span", "svg")
"""Tags of which a table has many."""

NAMES = [*bundles.SHEETS, *bundles.PLAY, *dict.fromkeys(GAMES)]


def split_top(text: str, signs: str) -> Iterator[str]:
    """Yield the parts of a selector between these signs, outside brackets."""
    depth, start = 0, 0
    for place, sign in enumerate(text):
        depth += (sign in "([") - (sign in ")]")
        if depth == 0 and sign in signs:
            yield text[start:place].strip()
            start = place + 1
    yield text[start:].strip()


def is_bare_tag(compound: str) -> bool:
    """Return whether a compound names a frequent tag and no class, id or attribute."""
    if group := re.match(r":is\((.*)\)$", compound, re.DOTALL):
        return any(is_bare_tag([*split_top(each, " >~+\n")][-1]) for each in split_top(group[1], ","))
    return re.match(rf"(?:{'|'.join(FREQUENT)})\b", compound) is not None and not re.search(r"[.#[]", compound)


def list_wide_rules(sheet: str) -> Iterator[str]:
    """Yield the selectors that name a bare tag after ``:has()``.

    Those of nested rules count, too."""
    above: list[bool] = []
    for found in re.finditer(r"([^{};]*)([{};])", re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)):
        selector, sign = found[1].strip(), found[2]
        if sign == "}":
            above.pop()
        elif sign == "{":
            for each in split_top(selector, ",") if not selector.startswith("@") else ():
                *before, last = filter(None, split_top(each, " >~+\n"))
                if is_bare_tag(last) and (any(above) or any(":has(" in part for part in before)):
                    yield each
            above.append(":has(" in selector)


@pytest.mark.parametrize("name", NAMES)
def test_no_bare_tag_follows_has(name: str) -> None:
    assert [*list_wide_rules((STATIC / f"css/{name}.css").read_text())] == []


@pytest.mark.parametrize(
    "rule",
    [
        ".a:has(.b) span { x: y }",
        ".a:has(.b) > :is(i, .c) { x: y }",
        "@media (x) { .a:has(.b) { x: y; & > svg { x: y } } }",
    ],
)
def test_wide_rules_are_found(rule: str) -> None:
    assert len([*list_wide_rules(rule)]) == 1


@pytest.mark.parametrize(
    "rule", [".a:has(b) { x: y } .c span { x: y }", ".a:has(.b) .c { x: y }", ".a span:has(b) { x: y }", "i { x: y }"]
)
def test_narrow_rules_are_allowed(rule: str) -> None:
    assert [*list_wide_rules(rule)] == []
