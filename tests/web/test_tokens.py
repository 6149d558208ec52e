"""Colours of the style sheet: readable on each other, in light and in dark."""

import re
from pathlib import Path

import pytest

from tools.served import ROOT

CSS = ROOT / "static" / "css"
COLOUR = re.compile(r"--([a-z-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}));")
AA = 4.5
"""Least contrast of small text (WCAG 2.2, 1.4.3)."""

ON = {
    "page": ("ink", "muted", "brass-ink"),
    "panel": ("ink", "muted", "brass-ink"),
    "field": ("ink", "muted"),
    "baize": ("on-baize", "on-baize-muted", "gold"),
    "baize-deep": ("on-baize", "on-baize-muted", "gold"),
    "walnut-light": ("on-walnut", "on-walnut-muted"),
    "walnut": ("on-walnut", "on-walnut-muted", "gold"),
    "walnut-deep": ("on-walnut", "on-walnut-muted", "gold"),
    "wax": ("on-wax",),
    "wax-deep": ("on-wax",),
    "card": ("card-ink", "card-muted", "gold-ink"),
    "beige": ("on-beige",),
}
"""Text colours by background."""


def colours(look: int) -> dict[str, str]:
    """Return the colours by name, of the light (0) or the dark look (1)."""
    found = COLOUR.findall((CSS / "tokens.css").read_text())
    return {name: both or (light, dark)[look] for name, light, dark, both in found}


def luminance(colour: str) -> float:
    """Return the relative luminance of ``#rrggbb``."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("look", [0, 1], ids=["light", "dark"])
def test_what_is_written_can_be_read(look: int) -> None:
    by_name = colours(look)
    poor = {
        f"{ink} on {paper}": round(contrast(by_name[ink], by_name[paper]), 2)
        for paper, inks in ON.items()
        for ink in inks
        if contrast(by_name[ink], by_name[paper]) < AA
    }
    assert poor == {}


@pytest.mark.parametrize("sheet", sorted(CSS.rglob("*.css")), ids=lambda sheet: sheet.name)
def test_no_sheet_asks_the_system_which_look_to_wear(sheet: Path) -> None:
    assert "prefers-color-scheme" not in sheet.read_text()


def test_every_colour_that_is_used_is_a_token() -> None:
    """A misspelt property would fall back silently."""
    written = {sheet: sheet.read_text() for sheet in CSS.rglob("*.css")}
    made = {name for text in written.values() for name in re.findall(r"(--[\w-]+)\s*:", text)}
    scripts = [script.read_text() for script in (ROOT / "static" / "js").rglob("*.js")]
    made |= {name for text in scripts for name in re.findall(r"setProperty\(\"(--[\w-]+)\"", text)}
    used = {name for text in written.values() for name in re.findall(r"var\((--[\w-]+)\)", text)}
    assert used <= made
