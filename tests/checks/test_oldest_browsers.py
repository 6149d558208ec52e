"""Oldest browsers in the README: they have every feature that CSS and scripts use."""

import re

import pytest

from tests.sources import ROOT

FEATURES: dict[str, tuple[str, tuple[float, float, float]]] = {
    ":has()": (r":has\(", (15.4, 121, 105)),
    "popover": (r"popover(?=[\s=\"(:]|target|-open)", (17.0, 125, 114)),
    "<dialog>": (r"<dialog|showModal\(", (15.4, 98, 37)),
    "light-dark()": (r"light-dark\(", (17.5, 120, 123)),
    "color-mix()": (r"color-mix\(", (16.2, 113, 111)),
    "@container": (r"@container", (16.0, 110, 105)),
    "@layer": (r"@layer", (15.4, 97, 99)),
    "dvh": (r"\d(?:dvh|svh|lvh)", (15.4, 101, 108)),
    "text-wrap: balance": (r"text-wrap: balance", (17.5, 121, 114)),
    "checkVisibility()": (r"\.checkVisibility\(", (17.4, 106, 105)),
    "AbortSignal.timeout()": (r"AbortSignal\.timeout", (16.0, 100, 103)),
    "findLast()": (r"\.findLast(?:Index)?\(", (15.4, 104, 97)),
    "toSorted()": (r"\.to(?:Sorted|Reversed|Spliced)\(", (16.0, 115, 110)),
    "text-wrap: pretty": (r"text-wrap: pretty", (26.0, 999, 117)),
    "@starting-style": (r"@starting-style", (17.5, 129, 117)),
    "allow-discrete": (r"allow-discrete", (18.0, 129, 117)),
    "@scope": (r"@scope", (17.4, 146, 118)),
    "@property": (r"@property", (16.4, 128, 85)),
    "anchor positioning": (r"anchor-name|position-anchor|anchor\(", (26.0, 147, 125)),
    "interpolate-size": (r"interpolate-size|calc-size\(", (999, 999, 129)),
    "field-sizing": (r"field-sizing", (26.2, 999, 123)),
    "view transitions": (r"startViewTransition|@view-transition", (18.0, 144, 111)),
    "Promise.withResolvers()": (r"Promise\.withResolvers", (17.4, 121, 119)),
    "Promise.try()": (r"Promise\.try\(", (18.2, 134, 128)),
    "Object.groupBy()": (r"(?:Object|Map)\.groupBy", (17.4, 119, 117)),
    "sets' own algebra": (r"\.(?:isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(", (17.0, 127, 122)),
    "iterators' helpers": (r"Iterator\.from|\.(?:values|keys|entries)\(\)\.(?:map|filter|toArray)\(", (18.4, 131, 122)),
    "command and commandfor": (r"\bcommandfor=", (26.2, 144, 135)),
    "scheduler": (r"\bscheduler\.", (999, 142, 129)),
}
"""Patterns of features, with their first Safari, Firefox and Chrome.

The versions are from MDN's compatibility tables. Add every newer feature here."""

FLOOR = re.compile(r"Safari ([\d.]+),\s+Firefox ([\d.]+),\s+Chrome ([\d.]+)\s+or\s+newer")

SINCE_2019 = re.compile(
    r"\?\.(?!\d)|\?\?|\|\|=|&&=|\B#\w+\s*[(;=]|\bstatic \{|\d_\d|\bimport\(|^(?:import|export) ", re.M
)
"""Syntax that browsers before 2019 cannot read."""


def sources() -> dict[str, str]:
    """Return all style sheets, scripts and templates of ours."""
    files = [*ROOT.glob("static/css/**/*.css"), *ROOT.glob("static/js/**/*.js"), *ROOT.glob("templates/**/*.html")]
    return {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in files}


def floor(document: str) -> tuple[float, ...]:
    """Return the versions that a document names."""
    found = FLOOR.search((ROOT / document).read_text(encoding="utf-8"))
    assert found is not None
    return tuple(map(float, found.groups()))


def too_new(texts: dict[str, str], oldest: tuple[float, ...]) -> list[str]:
    """Return the used features that the oldest browsers lack, with their places."""
    return [
        f"{path}: {name} needs {since}"
        for name, (pattern, since) in FEATURES.items()
        if any(one > other for one, other in zip(since, oldest, strict=True))
        for path, text in texts.items()
        if re.search(pattern, text)
    ]


def test_the_oldest_browsers_have_all_that_is_used() -> None:
    texts = sources()
    assert len(texts) > 100
    assert too_new(texts, floor("README.md")) == []


def test_the_page_says_the_same_as_the_readme() -> None:
    assert floor("templates/parts/lacks.html") == floor("README.md")


@pytest.mark.parametrize("text", ["a?.b", "a ?? b", "a ||= b", "class A { #b = 1; }", "1_000", 'import "./a.js";'])
def test_early_script_uses_no_syntax_newer_than_old_browsers_read(text: str) -> None:
    assert not SINCE_2019.search((ROOT / "static/js/settings/early.js").read_text(encoding="utf-8"))
    assert SINCE_2019.search(text)


@pytest.mark.parametrize("text", ["a { transition: allow-discrete }", "Promise.try(f)", "p { anchor-name: --a }"])
def test_something_newer_is_found_out(text: str) -> None:
    assert too_new({"new": text}, floor("README.md"))


def test_no_version_is_newer_than_something_that_is_used() -> None:
    """The named versions are as old as the used features allow."""
    used = [since for _, (pattern, since) in FEATURES.items() if any(re.search(pattern, t) for t in sources().values())]
    assert tuple(map(max, zip(*used, strict=True))) == floor("README.md")
