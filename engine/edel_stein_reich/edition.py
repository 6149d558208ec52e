"""Edition: the component figures of a game (E1), read from data and checked.

The shipped figures are the file ``edition.json`` beside this module. An owner of the box names a file of the same
shape in the environment variable ``SIGNET_EDEL_EDITION``. ``components.py`` checks its shape. Such a file has figures
alone, no revision of the rules. A new game writes the present revision into its own data, and keeps it to its end."""

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
    """One edition. Equal data give the same object."""

    canonical: bytes
    """The data it was read from, in the canonical form."""
    digest: str
    """SHA-256 of that form."""
    name: str
    rules: int
    """The revision of the rules that its games follow."""
    gem_cards: tuple[GemCard, ...]
    """Gem cards in the order of the data, which a shuffle starts from."""
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
    """Return the edition with these figures.

    Raises BadEditionError, which names the first breach of E1.1 or E8."""
    try:
        return _read(canonical(data))
    except (TypeError, ValueError) as error:
        raise BadEditionError(f"an edition is plain JSON data: {error}") from error


def read_shipped() -> Edition:
    """Return the club edition, by the present rules."""
    return _read(_read_shipped_bytes())


def current_edition() -> Edition:
    """Return the edition for new games, by the present rules.

    It is the owner's file if one is named, else the shipped one. Raises BadEditionError."""
    named = os.environ.get(VARIABLE)
    return read_file(Path(named), _read_file) if named else read_shipped()


@functools.cache
def _read_shipped_bytes() -> bytes:
    return canonical(_add_present_rules(json.loads(SHIPPED.read_text(encoding="utf-8"))))


def _read_file(data: Plain) -> Edition:
    return read(_add_present_rules(data))


def _add_present_rules(data: Plain) -> Plain:
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
