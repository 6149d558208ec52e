"""A region as it is sent: whole, or as what changed in it since this connection was last sent it.

A patch is a list that is read from left to right, with a finger on the old text: a number above zero copies so many
characters, one below zero passes over so many, a text is put in; what is left of the old text then follows by itself.
Numbers count UTF-16 code units, as JavaScript's strings do, so that a browser needs slices alone."""

from collections.abc import Iterator
from difflib import SequenceMatcher
from functools import lru_cache

from engine.core.plain import Plain

WORTH = 160
"""Texts shorter than this between two equal ends are not searched for equal lines."""


@lru_cache(maxsize=1024)
def changed(before: str | None, after: str) -> Plain:
    """``after`` for somebody who has ``before``: a patch where that is shorter, else the whole text. Several who have
    and get the same share one answer, so nobody may change it."""
    if before is None:
        return after
    pieces: list[Plain] = []
    sent = 0
    for kept, passed, put in _joined(_hunks(before, after)):
        pieces += [kept] if kept else []
        pieces += [-passed] if passed else []
        pieces += [put] if put else []
        sent += len(put) + 8
    return pieces if sent < len(after) else after


def patched(before: str, change: Plain) -> str:
    """What a browser makes of a change. Raises TypeError for what is no change."""
    if isinstance(change, str):
        return change
    if not isinstance(change, list):
        raise TypeError(f"no change: {change!r}")
    old, new, at = before.encode("utf-16-le"), b"", 0
    for piece in change:
        if isinstance(piece, str):
            new += piece.encode("utf-16-le")
        elif isinstance(piece, int):
            new += old[at : at + 2 * piece] if piece > 0 else b""
            at += 2 * abs(piece)
        else:
            raise TypeError(f"no piece of a patch: {piece!r}")
    return (new + old[at:]).decode("utf-16-le")


Hunk = tuple[int, int, str]
"""How much of the old text is kept, how much is passed over after that, and what is put in there."""


def _hunks(before: str, after: str) -> Iterator[Hunk]:
    """What turns one text into the other: found by equal ends, then by equal lines between them."""
    start = _common_start(before, after)
    end = _common_end(before[start:], after[start:])
    old, new = before[start : len(before) - end], after[start : len(after) - end]
    yield _units(before[:start]), 0, ""
    if min(len(old), len(new)) < WORTH:
        yield 0, _units(old), new
        return
    old_lines, new_lines = old.splitlines(keepends=True), new.splitlines(keepends=True)
    for what, i, j, k, m in SequenceMatcher(None, old_lines, new_lines, autojunk=False).get_opcodes():
        was, now = "".join(old_lines[i:j]), "".join(new_lines[k:m])
        if what == "equal":
            yield _units(was), 0, ""
        else:
            start = _common_start(was, now)
            end = _common_end(was[start:], now[start:])
            yield _units(was[:start]), _units(was[start : len(was) - end]), now[start : len(now) - end]
            yield _units(was[len(was) - end :]), 0, ""


def _joined(hunks: Iterator[Hunk]) -> Iterator[Hunk]:
    """The hunks that change something, with all that is kept before each of them."""
    kept = 0
    for more, passed, put in hunks:
        kept += more
        if passed or put:
            yield kept, passed, put
            kept = 0


def _common_start(one: str, other: str) -> int:
    """How many characters both begin with: by halving, as comparing slices is far quicker than going one by one."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _common_end(one: str, other: str) -> int:
    """How many characters both end with."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[len(one) - middle :] == other[len(other) - middle :]:
            low = middle
        else:
            high = middle - 1
    return low


def _units(text: str) -> int:
    """The length of a text in UTF-16 code units."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2
