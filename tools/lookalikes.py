"""Letters that are drawn alike, for names: what Unicode's table of confusables says, as a module of the rooms.

Run as ``python -m tools.lookalikes``, after a newer ``confusable-homoglyphs`` was installed: it carries the table."""

import json
import unicodedata
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "app" / "rooms" / "model" / "lookalikes.py"
WIDTH = 112

HEAD = '''"""Letters that are drawn alike: each group is the one that stands for them, an equals sign, and the others.

Written by ``python -m tools.lookalikes`` from Unicode's table of confusables (UTS 39)."""

GROUPS = (
'''

_NOT_IN_NAMES = {"Cc", "Cf", "Co", "Cs", "Zl", "Zp", "Mn", "Me"}
"""What no name holds, or what is set aside before letters are compared."""


def prototypes() -> dict[str, str]:
    """What each letter is to be taken for, by the letter. Plain ASCII stands for itself: names are written with it."""
    data = files("confusable_homoglyphs").joinpath("confusables.json").read_text(encoding="utf-8")
    told = {_bare(one): [_bare(each["c"]) for each in others] for one, others in json.loads(data).items()}
    return {one: prototype for one, prototype in _pairs(told) if _is_wanted(one, prototype)}


def written(groups: dict[str, str]) -> str:
    """The module: the groups in order, in ASCII."""
    by_prototype: dict[str, str] = {}
    for one, prototype in sorted(groups.items()):
        by_prototype[prototype] = by_prototype.get(prototype, "") + one
    lines: list[str] = []
    line = ""
    for piece in map(_escaped, " ".join(f"{one}={others}" for one, others in sorted(by_prototype.items()))):
        if len(line) + len(piece) > WIDTH:
            lines, line = [*lines, f'    "{line}"\n'], ""
        line += piece
    return f'{HEAD}{"".join(lines)}    "{line}"\n)\n'


def _pairs(told: dict[str, list[str]]) -> Iterator[tuple[str, str]]:
    """Each letter with the one that stands for it, of which the table knows that others are like it."""
    for one, others in told.items():
        if len(others) == 1:
            (other,) = others
            # of two that are like each other alone, either may stand for both
            if len(told[other]) > 1 or other < one:
                yield one, other


def _is_wanted(one: str, prototype: str) -> bool:
    is_letter = any(unicodedata.category(each)[0] in "LN" for each in prototype)
    is_in_names = unicodedata.category(one[0]) not in _NOT_IN_NAMES and unicodedata.normalize("NFKD", one) == one
    return len(one) == 1 and not one.isascii() and is_letter and is_in_names


def _bare(text: str) -> str:
    """Without the marks of direction that the table puts around letters written from right to left."""
    return "".join(each for each in text if unicodedata.category(each) != "Cf")


def _escaped(letter: str) -> str:
    if letter.isascii():
        return letter.replace("\\", "\\\\").replace('"', '\\"')
    return f"\\u{ord(letter):04x}" if ord(letter) < 0x10000 else f"\\U{ord(letter):08x}"


if __name__ == "__main__":
    TARGET.write_text(written(prototypes()), encoding="utf-8")
