"""Selectors with ``:has`` that reach other elements: they must name their target.

They never begin at the whole page. A browser restyles all elements that such a rule may match, at every move of a
piece."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.sources import ROOT, to_project_path

SHEETS = sorted((ROOT / "static" / "css").rglob("*.css"))
NAMES = re.compile(r"^[a-z]|[.#\[]|:is\(")
WHOLE_PAGE = re.compile(r"(?<![\w.#-])(body|html|:root)[^\s>+~]*:has\(")


@pytest.mark.parametrize("sheet", SHEETS, ids=to_project_path)
def test_css_rule_with_has_names_target_and_starts_below_page(sheet: Path) -> None:
    assert [line for line in _selectors(sheet.read_text(encoding="utf-8")) if any(_faults(line))] == []


@pytest.mark.parametrize(
    "selector",
    [
        "body:has(.told) .seat",
        ":is(#phase ~ .rail, body:has(.told)) .seat",
        ".road:has(> i) > :nth-child(even)",
        ".window:is(:has(> .picked) ~ *, .other) > .face",
        ".road { &:has(i) { > * {} } }",
    ],
)
def test_a_rule_that_reaches_for_everything_is_found(selector: str) -> None:
    text = selector if "{" in selector else f"{selector} {{ left: 0; }}"
    assert any(fault for line in _selectors(text) for fault in _faults(line))


@pytest.mark.parametrize(
    "selector", ["body:has(#phase)", ".road:has(> i)", ".road:has(> i) > .piece:nth-child(even)", ".road > :last-child"]
)
def test_a_rule_that_names_what_it_reaches_for_is_none(selector: str) -> None:
    assert not any(_faults(selector))


def _selectors(text: str) -> Iterator[str]:
    """Yield the selectors of a sheet, those of nested rules with their parents."""
    within: list[str] = []
    for prelude, mark in re.findall(r"([^{};]*)([{};])", re.sub(r"/\*.*?\*/", "", text, flags=re.S)):
        if mark == "}":
            within.pop()
        elif mark == "{":
            own = " ".join(prelude.split())
            above = within[-1] if within else ""
            # an at-rule passes its own parent on to its content
            if not own.startswith("@"):
                own = own.replace("&", above) if "&" in own else f"{above} {own}".strip()
                yield own
            within.append(above if own.startswith("@") else own)


def _faults(selectors: str) -> Iterator[bool]:
    """Yield one value per selector that goes on after ``:has``.

    It is True if the selector reaches everything."""
    for selector in _split(selectors, ","):
        steps = _split(re.sub(r"\s*([>+~])\s*(?![^\[]*\])", " ", selector), " ")
        for step in steps[:-1]:
            if ":has(" in step:
                yield not NAMES.search(_bare(steps[-1])) or bool(WHOLE_PAGE.search(step))
        for step in steps:
            for inner in _arguments(step):
                yield from _faults(inner)


@cache
def _split(text: str, mark: str) -> tuple[str, ...]:
    """Split a text at the marks that stand outside all brackets."""
    parts, depth = [""], 0
    for sign in text:
        depth += (sign in "([") - (sign in ")]")
        if sign == mark and not depth:
            parts.append("")
        else:
            parts[-1] += sign
    return tuple(part.strip() for part in parts if part.strip())


def _bare(step: str) -> str:
    """Remove a step's conditions, but for ``:is``, which names elements."""
    for condition in _arguments(step):
        step = step.replace(f"({condition})", "(")
    return step


def _arguments(step: str) -> Iterator[str]:
    """Yield the content of a step's brackets."""
    depth, begun = 0, 0
    for place, sign in enumerate(step):
        if sign == "(":
            depth, begun = depth + 1, begun if depth else place + 1
        elif sign == ")":
            depth -= 1
            if not depth:
                yield step[begun:place]
