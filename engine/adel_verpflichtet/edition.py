"""Editions: the component figures of a game (A1), read from data and checked.

The shipped figures are the file ``edition.json`` beside this module. An owner of the box names a file of the same
shape in the environment variable ``SIGNET_ADEL_EDITION``. ``components.py`` checks that an edition is well formed."""

import functools
import json
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.adel_verpflichtet.components import Castle, Collectible, Colour, Components, Series, components
from engine.adel_verpflichtet.objects import NONE, Objects, each
from engine.core import edition_reader
from engine.core.errors import BadEditionError
from engine.core.plain import Plain, canonical
from engine.core.plain import digest as digest_of

VARIABLE = "SIGNET_ADEL_EDITION"
"""Environment variable that names an owner's edition file."""

SHIPPED = Path(__file__).with_name("edition.json")
"""File of the club edition."""


@dataclass(frozen=True, eq=False, slots=True)
class Edition:
    """Edition: component figures of a game.

    There is one value per content: equal editions are the same object."""

    canonical: bytes
    """Data it was read from, in canonical form."""
    digest: str
    """SHA-256 of the canonical form."""
    name: str
    colours: Mapping[str, Colour]
    """Colours by name, in the order of A1.1."""
    series: tuple[Series, ...]
    """Series A to F."""
    objects: tuple[Collectible, ...]
    """All objects, the oldest first: object n is bit n of every set of objects."""
    castles: tuple[Castle, ...]
    """Castles by number; number 0 is the club room."""
    banquet_space: int
    """First space of the banquet table."""
    banquet_seats: int
    """Number of banquet seats to draw."""
    canonical_ids: tuple[str, ...]
    """Ids of all objects by letter, then year.

    This is the order of texts and of the pile before the shuffle."""
    bits: Mapping[str, Objects]
    """Bit of each object by its id."""
    series_objects: tuple[Objects, ...]
    """Objects of each series, A to F."""
    thief_colours: Mapping[int, str]
    """Colour of each thief by seniority."""
    castle_at: tuple[int, ...]
    """Number of the castle that owns each space.

    From the club room to the last space before the banquet table."""

    @property
    def data(self) -> Plain:
        """Copy of the data it was read from."""
        data: Plain = json.loads(self.canonical)
        return data

    def set_of(self, ids: Iterable[str]) -> Objects:
        """Return the set of the objects with these ids.

        Raises KeyError for an id that is not in the edition."""
        bits = self.bits
        objects = NONE
        for name in ids:
            objects |= bits[name]
        return objects

    def ids(self, objects: Objects) -> tuple[str, ...]:
        """Return the ids of a set in canonical order: by letter, then year."""
        ids: tuple[str, ...] = ()
        for series in self.series_objects:
            if here := objects & series:
                ids += _ids_of_series(self, here)
        return ids

    def __reduce__(self) -> tuple[Callable[[bytes], "Edition"], tuple[bytes]]:
        return _read, (self.canonical,)


def read(data: Plain) -> Edition:
    """Read an edition from plain data.

    Raises BadEditionError, which names the first breach of A1.1-A1.5."""
    try:
        return _read(canonical(data))
    except (TypeError, ValueError) as error:
        raise BadEditionError(f"an edition is plain JSON data: {error}") from error


def read_shipped() -> Edition:
    """Read the club edition."""
    return _read(_read_shipped_bytes())


def current_edition() -> Edition:
    """Return the edition for new games: the owner's file if named, else the shipped.

    Raises BadEditionError."""
    named = os.environ.get(VARIABLE)
    return read_file(Path(named)) if named else read_shipped()


def read_file(path: Path) -> Edition:
    """Read the edition in a JSON file.

    Raises BadEditionError, whose sentence begins with the path."""
    return edition_reader.read_file(path, read)


@functools.cache
def _read_shipped_bytes() -> bytes:
    return canonical(json.loads(SHIPPED.read_text(encoding="utf-8")))


@functools.lru_cache(maxsize=1 << 12)
def _ids_of_series(edition: Edition, objects: Objects) -> tuple[str, ...]:
    return tuple(edition.objects[thing.bit_length() - 1].id for thing in each(objects))


@functools.lru_cache(maxsize=64)
def _read(form: bytes) -> Edition:
    data: Plain = json.loads(form)
    parts: Components = components(data)
    by_age = sorted(parts.objects, key=lambda thing: thing.year)
    bits = {thing.id: 1 << place for place, thing in enumerate(by_age)}
    by_letter = [[thing.id for thing in by_age if thing.letter == series.letter] for series in parts.series]
    return Edition(
        canonical=form,
        digest=digest_of(data),
        name=parts.name,
        colours={colour.name: colour for colour in parts.colours},
        series=parts.series,
        objects=tuple(by_age),
        castles=parts.castles,
        banquet_space=parts.banquet_space,
        banquet_seats=parts.banquet_seats,
        canonical_ids=tuple(name for ids in by_letter for name in ids),
        bits=bits,
        series_objects=tuple(sum(bits[name] for name in ids) for ids in by_letter),
        thief_colours={thief: colour.name for colour in parts.colours for thief in colour.thieves},
        castle_at=tuple(castle.number for castle in parts.castles for _ in castle.spaces),
    )
