"""An edition: the component figures a game is played with (E1), read from data and checked before anybody sits down.

The shipped figures are the file ``edition.json`` beside this module; an owner of the box names a file of the same
shape in the environment variable ``SIGNET_EDEL_EDITION``. What a well-formed edition is, is decided in
``components.py``. Such a file has figures alone: which revision of the rules a new game follows is not its to say, and
is written among the figures that the game keeps, so that a game goes on by the rules it began with."""

import functools
import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.core.edition_reader import read_file
from engine.core.errors import BadEditionError
from engine.core.plain import Plain, canonical
from engine.core.plain import digest as digest_of
from engine.edel_stein_reich.components import RULES, EventCard, GemCard, components

VARIABLE = "SIGNET_EDEL_EDITION"
"""The environment variable that names an owner's edition file."""

SHIPPED = Path(__file__).with_name("edition.json")
"""The file of the club edition."""


@dataclass(frozen=True, eq=False, repr=False, slots=True)
class Edition:
    """One edition. There is one value per content: equal editions are the same value, whoever read them."""

    canonical: bytes
    """The data it was read from, in the canonical form."""
    digest: str
    """SHA-256 of that form."""
    name: str
    rules: int
    """The revision of the rules that its games follow."""
    gem_cards: tuple[GemCard, ...]
    """In the order of the data: the canonical order of the pile before a shuffle."""
    event_cards: tuple[EventCard, ...]
    """Likewise."""
    gem_card_places: Mapping[str, int]
    """Each gem card's place in that list by its id."""
    event_card_places: Mapping[str, int]
    """Each event card's place by its id."""

    @property
    def data(self) -> Plain:
        """The data it was read from: a copy of the caller's own."""
        data: Plain = json.loads(self.canonical)
        return data

    def __repr__(self) -> str:
        return f"<edition {self.name!r} {self.digest[:12]}>"

    def __reduce__(self) -> tuple[Callable[[bytes], "Edition"], tuple[bytes]]:
        return _read, (self.canonical,)


def read(data: Plain) -> Edition:
    """The edition with these figures. Raises BadEditionError, naming the first thing that breaks E1.1 or E8."""
    try:
        return _read(canonical(data))
    except (TypeError, ValueError) as error:
        raise BadEditionError(f"an edition is plain JSON data: {error}") from error


def shipped() -> Edition:
    """The club edition, by the present rules."""
    return _read(_shipped_bytes())


def in_force() -> Edition:
    """The edition for new games: the owner's file if one is named, else the shipped one, by the present rules. Raises
    BadEditionError."""
    named = os.environ.get(VARIABLE)
    return read_file(Path(named), _read_file) if named else shipped()


@functools.cache
def _shipped_bytes() -> bytes:
    return canonical(_by_present_rules(json.loads(SHIPPED.read_text(encoding="utf-8"))))


def _read_file(data: Plain) -> Edition:
    return read(_by_present_rules(data))


def _by_present_rules(data: Plain) -> Plain:
    return {**data, "rules": RULES} if isinstance(data, dict) else data


@functools.lru_cache(maxsize=64)
def _read(form: bytes) -> Edition:
    data: Plain = json.loads(form)
    parts = components(data)
    return Edition(
        canonical=form,
        digest=digest_of(data),
        name=parts.name,
        rules=parts.rules,
        gem_cards=parts.gem_cards,
        event_cards=parts.event_cards,
        gem_card_places={card.id: place for place, card in enumerate(parts.gem_cards)},
        event_card_places={card.id: place for place, card in enumerate(parts.event_cards)},
    )
