"""Test for names that are so similar that one could be taken for the other.

A letter has readings: its sound, and the letters that it looks like. Two names are alike if they have equal length
and share a reading at every place. So 1 is like I, i and l, while i and l differ, and so do 1 and 2."""

import re
import unicodedata
from functools import cache

from app.rooms.model.text.lookalikes import read_lookalikes

_MARKS = frozenset({"Mn", "Me", "Cf"})
"""Unicode categories that the comparison ignores: marks and invisible characters."""

_SHAPES = frozenset("GI")
_READINGS = {
    "0": "0o", "1": "1ilI", "2": "2z", "3": "3e", "4": "4a", "5": "5s", "6": "6G", "7": "7t", "8": "8b", "9": "9g",
    "|": "|lI", "!": "!iI", "@": "@a", "$": "$s",
    "I": "iI", "l": "lI", "G": "gG",
}  # fmt: skip
"""Readings of a letter besides its own small one.

The capitals are shapes: I looks like l, G like 6. No two digits share a reading, because players number themselves."""

_RUNS = re.compile("rn|vv", re.IGNORECASE)
_RUN_IS = {"rn": "m", "vv": "w"}
"""Pairs of letters that together look like another one."""

_OWN = (
    # lookalikes of Latin capitals, exact or close
    "b=\u03b2\u0432 d=\u2202 e=\u03b5 h=\u043d k=\u03ba\u043a m=\u043c t=\u03c4\u0442 u=\u03bc\u03c5 w=\u03c9\u0448 "
    # capitals in another style
    "A=\u039b\u0245\u0394\u2206\u25b3\u2200\u2c6f a=\u028c E=\u03a3\u039e\u0404\u20ac\ua792 N=\u0418 O=\u0398 R=\u042f "
    # small capitals
    "a=\u1d00 b=\u0299 c=\u1d04 d=\u1d05 e=\u1d07 f=\ua730 g=\u0262 h=\u029c i=\u026a j=\u1d0a k=\u1d0b l=\u029f "
    "m=\u1d0d n=\u0274 o=\u1d0f p=\u1d18 r=\u0280 s=\ua731 t=\u1d1b u=\u1d1c v=\u1d20 w=\u1d21 y=\u028f z=\u1d22 "
    # stays a letter of its own for honest names, though some fonts draw it like \u039b
    "\u041b=\u041b"
)
"""Lookalikes besides Unicode's table, which compares letters of one height only."""

_BOXED = (0x1F150, 0x1F170, 0x1F1E6)
"""First letters of the alphabets in black circles, in black boxes and for flags."""


RESERVED = (
    "You", "Host", "Hosts", "Bot", "Bots", "Watcher", "Watchers", "Stand-in", "Everyone", "Everybody", "All", "Nobody",
    "Signet",
    "Du", "Dich", "Ihr", "Gastgeber", "Gastgeberin", "Zuschauer", "Zuschauerin", "Vertretung", "Alle", "Niemand",
    "Tu", "Toi", "Vous", "H\u00f4te", "H\u00f4tesse", "Spectateur", "Spectatrice", "Spectateurs", "Rempla\u00e7ant",
    "Rempla\u00e7ante", "Tous", "Tout le monde", "Personne",
    "Te", "Voi", "Spettatore", "Spettatrice", "Spettatori", "Supplente", "Tutti", "Nessuno",
    "Jij", "Jou", "Jullie", "Toeschouwer", "Toeschouwers", "Invaller", "Iedereen", "Allemaal",
)  # fmt: skip
"""Names reserved for the pages, in all languages: titles of people and of senders."""

NAME_RESERVED = "That word stands for something else on the page. Choose another name."

_ENDS = re.compile(r"^[\W_]+|[\W\d_]+$")


def is_reserved(text: str) -> bool:
    """Return whether the name could be taken for a reserved word or for a bot.

    The word may stand alone, with signs around it or before a number. Bot names: Bot 3, Bot Ben."""
    first, _, _ = text.partition(" ")
    return any(
        _meet(a, b) for each in {text, _ENDS.sub("", text)} for a in _readings(each) for b in _list_reserved_readings()
    ) or are_alike(first, "Bot")


def are_alike(one: str, other: str) -> bool:
    """Return whether two names look too similar. Marks, spaces and case do not count."""
    return any(_meet(a, b) for a in _readings(one) for b in _readings(other))


def replace_lookalikes(text: str) -> str:
    """Return the text in plain letters, by its look.

    Compatibility forms, marks and spaces are dropped. One letter stands for each group of lookalikes."""
    shapes = _shapes()
    return _RUNS.sub(
        lambda run: _RUN_IS[run[0].lower()], "".join(shapes.get(each, each) for each in _strip_marks(text))
    )


_Readings = list[frozenset[str]]
"""Readings by place."""


def _meet(a: _Readings, b: _Readings) -> bool:
    return len(a) == len(b) and all(one & other for one, other in zip(a, b, strict=True))


def _readings(text: str) -> tuple[_Readings, ...]:
    """Return the readings of the text as typed and in small letters.

    Small letters may resemble others. Both are merged by place, or stay apart if their lengths differ."""
    bare = _strip_marks(text)
    stands = [frozenset(_READINGS.get(each, each.casefold())) for each in replace_lookalikes(bare)]
    # a capital has the shape of no small letter
    small = [frozenset(_READINGS.get(each, each)) - _SHAPES for each in replace_lookalikes(bare.casefold())]
    return ([a | b for a, b in zip(stands, small, strict=True)],) if len(stands) == len(small) else (stands, small)


def _strip_marks(text: str) -> str:
    letters = (each for each in unicodedata.normalize("NFKD", text) if unicodedata.category(each) not in _MARKS)
    return "".join("".join(letters).split())


def _read(groups: str) -> dict[str, str]:
    """Parse groups of lookalikes: the letter that each letter stands for."""
    parts = (group.partition("=") for group in groups.split(" "))
    return {one: seen for seen, _, others in parts for one in others}


@cache
def _shapes() -> dict[str, str]:
    """Return the lookalike of each letter that has one.

    The table is read at the first call."""
    own = {chr(first + place): chr(ord("a") + place) for first in _BOXED for place in range(26)} | _read(_OWN)
    table = {one: seen for one, seen in read_lookalikes().items() if _strip_marks(one) == one}
    return {one: "".join(own.get(each, each) for each in _strip_marks(seen)) for one, seen in table.items()} | own


@cache
def _list_reserved_readings() -> tuple[_Readings, ...]:
    return tuple(readings for each in RESERVED for readings in _readings(each))
