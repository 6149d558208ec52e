"""When two names are too much alike: one could be taken for the other.

A letter has readings: how it is said, and as what it can be seen. Two names are alike when they are of one length and
at every place some reading is both's. So a 1 is like an I, an i and an l, while i and l are not like each other, nor is
a 1 like a 2."""

import re
import unicodedata
from functools import cache

from app.rooms.model.lookalikes import read_lookalikes

_MARKS = frozenset({"Mn", "Me", "Cf"})
"""What is set aside: marks, and what shows nothing, as joiners."""

_SHAPES = frozenset("GI")
_READINGS = {
    "0": "0o", "1": "1ilI", "2": "2z", "3": "3e", "4": "4a", "5": "5s", "6": "6G", "7": "7t", "8": "8b", "9": "9g",
    "|": "|lI", "!": "!iI", "@": "@a", "$": "$s",
    "I": "iI", "l": "lI", "G": "gG",
}  # fmt: skip
"""What a letter is read as, if not as its small one alone. The capitals are shapes: I looks like l, G like 6. No two
digits share a reading, for players number themselves."""

_RUNS = re.compile("rn|vv", re.IGNORECASE)
_RUN_IS = {"rn": "m", "vv": "w"}
"""Letters that are like another one together."""

_OWN = (
    # twins of Latin letters as capitals, or nearly twins
    "b=\u03b2\u0432 d=\u2202 e=\u03b5 h=\u043d k=\u03ba\u043a m=\u043c t=\u03c4\u0442 u=\u03bc\u03c5 w=\u03c9\u0448 "
    # capitals drawn in another hand
    "A=\u039b\u0245\u0394\u2206\u25b3\u2200\u2c6f a=\u028c E=\u03a3\u039e\u0404\u20ac\ua792 N=\u0418 O=\u0398 R=\u042f "
    # capitals as small as small letters
    "a=\u1d00 b=\u0299 c=\u1d04 d=\u1d05 e=\u1d07 f=\ua730 g=\u0262 h=\u029c i=\u026a j=\u1d0a k=\u1d0b l=\u029f "
    "m=\u1d0d n=\u0274 o=\u1d0f p=\u1d18 r=\u0280 s=\ua731 t=\u1d1b u=\u1d1c v=\u1d20 w=\u1d21 y=\u028f z=\u1d22 "
    # a letter of its own in honest names, though some hands draw it like \u039b
    "\u041b=\u041b"
)
"""What is taken for what besides Unicode's table, which knows letters of one height and one hand only."""

_BOXED = (0x1F150, 0x1F170, 0x1F1E6)
"""Where the alphabet stands in black circles, in black boxes and for flags."""


RESERVED = (
    "You", "Host", "Hosts", "Bot", "Bots", "Watcher", "Watchers", "Stand-in", "Everyone", "Everybody", "All", "Nobody",
    "Signet",
    "Du", "Dich", "Ihr", "Gastgeber", "Gastgeberin", "Zuschauer", "Zuschauerin", "Vertretung", "Alle", "Niemand",
    "Tu", "Toi", "Vous", "H\u00f4te", "H\u00f4tesse", "Spectateur", "Spectatrice", "Spectateurs", "Rempla\u00e7ant",
    "Rempla\u00e7ante", "Tous", "Tout le monde", "Personne",
    "Te", "Voi", "Spettatore", "Spettatrice", "Spettatori", "Supplente", "Tutti", "Nessuno",
    "Jij", "Jou", "Jullie", "Toeschouwer", "Toeschouwers", "Invaller", "Iedereen", "Allemaal",
)  # fmt: skip
"""What pages call people in all languages, and what says things by itself: no names for players."""

NAME_RESERVED = "That word stands for something else on the page. Choose another name."

_ENDS = re.compile(r"^[\W_]+|[\W\d_]+$")


def is_reserved(text: str) -> bool:
    """Whether the name could be taken for a word of the page, alone, with signs around it or with a number behind it,
    or for that of a bot: Bot 3, Bot Ben."""
    first, _, _ = text.partition(" ")
    return any(
        _meet(a, b) for each in {text, _ENDS.sub("", text)} for a in _readings(each) for b in _reserved()
    ) or alike(first, "Bot")


def alike(one: str, other: str) -> bool:
    """Whether two names, as they are shown, are too much alike; marks, spaces and case are set aside."""
    return any(_meet(a, b) for a in _readings(one) for b in _readings(other))


def drawn(text: str) -> str:
    """What the text looks like in plain letters: compatibility forms, marks and spaces set aside, every letter of a
    group by the one that stands for it."""
    shapes = _shapes()
    return _RUNS.sub(lambda run: _RUN_IS[run[0].lower()], "".join(shapes.get(each, each) for each in _bare(text)))


_Readings = list[frozenset[str]]
"""By place."""


def _meet(a: _Readings, b: _Readings) -> bool:
    return len(a) == len(b) and all(one & other for one, other in zip(a, b, strict=True))


def _readings(text: str) -> tuple[_Readings, ...]:
    """As it stands, and in small letters, which may look like others: together, or one by one if one is longer."""
    bare = _bare(text)
    stands = [frozenset(_READINGS.get(each, each.casefold())) for each in drawn(bare)]
    # what is written large has the shape of no small letter
    small = [frozenset(_READINGS.get(each, each)) - _SHAPES for each in drawn(bare.casefold())]
    return ([a | b for a, b in zip(stands, small, strict=True)],) if len(stands) == len(small) else (stands, small)


def _bare(text: str) -> str:
    letters = (each for each in unicodedata.normalize("NFKD", text) if unicodedata.category(each) not in _MARKS)
    return "".join("".join(letters).split())


def _read(groups: str) -> dict[str, str]:
    """What each letter is to be taken for."""
    parts = (group.partition("=") for group in groups.split(" "))
    return {one: seen for seen, _, others in parts for one in others}


@cache
def _shapes() -> dict[str, str]:
    """What each letter looks like, if not like itself. The table is read when a name is first looked at."""
    own = {chr(first + place): chr(ord("a") + place) for first in _BOXED for place in range(26)} | _read(_OWN)
    table = {one: seen for one, seen in read_lookalikes().items() if _bare(one) == one}
    return {one: "".join(own.get(each, each) for each in _bare(seen)) for one, seen in table.items()} | own


@cache
def _reserved() -> tuple[_Readings, ...]:
    return tuple(readings for each in RESERVED for readings in _readings(each))
