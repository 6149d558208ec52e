"""Choices of a seat, and the canonical text of each.

============================  ==========================================================
ask                           texts
============================  ==========================================================
``location``                  ``castle``, ``auction_house``
``action``                    ``cheque 25``, ``thief 8``, ``detective``, ``exhibit``
``location_action`` (A9.1)    ``castle thief 8``, ``auction_house cheque 25``
``purchase``                  ``buy C1468``
``exhibition``                ``show A1468 A1660 B1755``: by letter, then year
``theft``                     ``steal A1517 C1468``: one from each exhibition that still has any; same order
============================  =========================================================="""

import functools
import re
from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple

from engine.core.errors import BadTextError


class Location(StrEnum):
    """Location card (A1.2)."""

    CASTLE = "castle"
    AUCTION_HOUSE = "auction_house"


class Card(StrEnum):
    """Sort of action card (A1.2)."""

    CHEQUE = "cheque"
    THIEF = "thief"
    DETECTIVE = "detective"
    EXHIBIT = "exhibit"


class Verb(StrEnum):
    """Use of a pick's objects."""

    BUY = "buy"
    SHOW = "show"
    STEAL = "steal"


class Action(NamedTuple):
    """Action card."""

    card: Card
    value: int = 0
    """Cheque's worth in thousands, thief's seniority, 0 for the others."""


class LocationAction(NamedTuple):
    """Location and action there, sealed together (A9.1)."""

    location: Location
    action: Action


class Pick(NamedTuple):
    """Picked objects: the one bought (A4.1), those shown (A6.1) or stolen (A6.4)."""

    verb: Verb
    objects: tuple[str, ...]
    """Ids by letter, then year."""


Choice = Location | Action | LocationAction | Pick

DETECTIVE = Action(Card.DETECTIVE)
EXHIBIT = Action(Card.EXHIBIT)

_LOCATIONS = {location.value: location for location in Location}
_VERBS = {verb.value: verb for verb in Verb}
_CARDS = {card.value: card for card in Card}
_PLAIN = {action.card.value: action for action in (DETECTIVE, EXHIBIT)}
"""Action cards without a number."""
_NUMBERED = re.compile(r"(cheque|thief) ([1-9][0-9]{0,3})")
_OBJECT = re.compile(r"[A-F][1-9][0-9]{0,3}")


def cheque(value: int) -> Action:
    """Return the cheque over that many thousands."""
    return Action(Card.CHEQUE, value)


def thief(seniority: int) -> Action:
    """Return the thief of that seniority."""
    return Action(Card.THIEF, seniority)


def buy(bought: str) -> Pick:
    """Return the purchase of the object with that id."""
    return Pick(Verb.BUY, (bought,))


def show(*ids: str) -> Pick:
    """Return the exhibition of these objects, given in any order."""
    return Pick(Verb.SHOW, sort_ids(ids))


def steal(*ids: str) -> Pick:
    """Return the theft of these objects, given in any order."""
    return Pick(Verb.STEAL, sort_ids(ids))


def sort_ids(ids: tuple[str, ...]) -> tuple[str, ...]:
    """Sort ids by letter, then year."""
    return tuple(sorted(ids, key=_letter_and_year))


# every ask lists the same few choices
@functools.lru_cache(maxsize=1 << 11, typed=True)
def text(choice: Choice) -> str:
    """Return the choice's canonical text."""
    match choice:
        case Location():
            return choice.value
        case Action(card, value):
            return f"{card} {value}" if value else card.value
        case LocationAction(location, action):
            return f"{location} {text(action)}"
        case Pick(verb, objects):
            return f"{verb} {' '.join(objects)}"


# a choice is parsed when it is sealed, decided and revealed
@functools.lru_cache(maxsize=1 << 9)
def parse(written: str) -> Choice:
    """Parse a canonical text. Raises BadTextError for any other text."""
    if (location := _LOCATIONS.get(written)) is not None:
        return location
    first, _, rest = written.partition(" ")
    if (verb := _VERBS.get(first)) is not None:
        return _pick(verb, rest)
    if (location := _LOCATIONS.get(first)) is not None:
        return LocationAction(location, _action(rest))
    return _action(written)


def _action(written: str) -> Action:
    if (plain := _PLAIN.get(written)) is not None:
        return plain
    found = _NUMBERED.fullmatch(written)
    if not found:
        raise BadTextError(f"no choice: {written!r}")
    card, value = found.groups()
    return Action(_CARDS[card], int(value))


def _pick(verb: Verb, rest: str) -> Pick:
    ids = tuple(rest.split(" "))
    for name in ids:
        if not _OBJECT.fullmatch(name):
            raise BadTextError(f"no object: {name!r}")
    keys = [_letter_and_year(name) for name in ids]
    if any(one >= other for one, other in pairwise(keys)):
        raise BadTextError(f"objects are named by letter, then year, each once: {rest!r}")
    if verb is Verb.BUY and len(ids) > 1:
        raise BadTextError("one object is bought at a time")
    return Pick(verb, ids)


def _letter_and_year(name: str) -> tuple[str, int]:
    return name[0], int(name[1:])
