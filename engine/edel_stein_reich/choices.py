"""Choices of a seat, and the canonical text of each.

Colours in a text stand in order of value.

=========================  =============================================================================================
ask                        texts
=========================  =============================================================================================
``action`` (E3.2, E10.2)   ``money``, ``event``, ``gems``; with five seats also ``free_choice``
``guess`` (E10.3)          ``guess money``, ``guess event``, ``guess gems``
``bid`` (E5)               ``bid red blue blue``: an opening bid, a raise, or the single gem of E5.7;
                           ``pass`` where no bid stands, ``accept`` where one does
``event_source`` (E4.2)    ``open_card``, ``unseen_card``
``event`` (E8.5-E8.10)     ``decline``, or the card's action: ``score red``; ``four_each``; ``swap 2 red blue``, which
                           gives seat 2 a red gem for a blue one; ``return_one``; ``take red``: three; ``halve``
``return_gem`` (E8.8)      ``return 1 red``: seat 1's gem that goes back
``free_choice`` (E4.4)     ``decline``; alone ``exchange red yellow blue``, which returns a red gem and takes the other
                           two, or ``exchange red red`` when the supply has no more; among several ``take red``
=========================  =============================================================================================
"""

import functools
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from engine.core.errors import BadTextError
from engine.core.seats import Seat
from engine.edel_stein_reich.gems import Colour, Gems, each, gems_of


class Action(StrEnum):
    """An action card (E1.2); they are carried out in this order."""

    MONEY = "money"
    EVENT = "event"
    GEMS = "gems"
    FREE_CHOICE = "free_choice"


FREE_CHOICE_SEATS = 5
"""Number of seats at which each has the free choice card (E1.2)."""


def action_cards(seats: int) -> tuple[Action, ...]:
    """Return the action cards of each seat at a table of this size (E1.2)."""
    return tuple(action for action in Action if action is not Action.FREE_CHOICE or seats == FREE_CHOICE_SEATS)


class Word(StrEnum):
    """A choice that needs no more than a word."""

    PASS = "pass"  # noqa: S105 - what a bidder says, no password
    ACCEPT = "accept"
    OPEN_CARD = "open_card"
    UNSEEN_CARD = "unseen_card"
    DECLINE = "decline"
    FOUR_EACH = "four_each"
    RETURN_ONE = "return_one"
    HALVE = "halve"


@dataclass(frozen=True, slots=True)
class Guess:
    """Guess of the active seat's sealed action (E10.3)."""

    action: Action


@dataclass(frozen=True, slots=True)
class Bid:
    """Gems offered for an action (E5.2)."""

    gems: Gems


@dataclass(frozen=True, slots=True)
class Score:
    """The colour to be scored now (E8.5)."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class Take:
    """The colour of the gems to be taken (E4.4, E8.9)."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class Swap:
    """One own gem for one of another seat (E8.7)."""

    seat: Seat
    """The other seat."""
    gives: Colour
    takes: Colour


@dataclass(frozen=True, slots=True)
class Return:
    """The gem of another seat that goes back to the supply (E8.8)."""

    seat: Seat
    colour: Colour


@dataclass(frozen=True, slots=True)
class Exchange:
    """One gem returned, two taken (E4.4)."""

    gives: Colour
    takes: tuple[Colour, ...]
    """Gems taken, in order of value; one only if the supply has no more."""


Choice = Action | Word | Guess | Bid | Score | Take | Swap | Return | Exchange

MOST_GEMS = 88
"""All gems there are (E1.1)."""

_SEATS = {str(seat): Seat(seat) for seat in range(5)}


# asks repeat the same few choices
@functools.lru_cache(maxsize=1 << 11, typed=True)
def text(choice: Choice) -> str:
    """Return the choice's canonical text."""
    match choice:
        case Action() | Word():
            return choice.value
        case Guess(action):
            return f"guess {action}"
        case Bid(gems):
            return f"bid {' '.join(each(gems))}"
        case Score(colour):
            return f"score {colour}"
        case Take(colour):
            return f"take {colour}"
        case Swap(seat, gives, takes):
            return f"swap {seat} {gives} {takes}"
        case Return(seat, colour):
            return f"return {seat} {colour}"
        case Exchange(gives, takes):
            return f"exchange {gives} {' '.join(takes)}"


# a choice is parsed when it is sealed, decided and revealed
@functools.lru_cache(maxsize=1 << 9)
def parse(written: str) -> Choice:
    """Return the choice that prints as ``written``.

    Raises BadTextError for any text that is not canonical."""
    if (word := _WORDS.get(written)) is not None:
        return word
    match written.split(" "):
        case ["guess", action] if action in _GUESSES:
            return _GUESSES[action]
        case ["bid", *names] if 0 < len(names) <= MOST_GEMS:
            return Bid(gems_of(_parse_colours(names)))
        case ["score", name]:
            return Score(_colour(name))
        case ["take", name]:
            return Take(_colour(name))
        case ["swap", seat, gives, takes] if seat in _SEATS:
            return Swap(_SEATS[seat], _colour(gives), _colour(takes))
        case ["return", seat, name] if seat in _SEATS:
            return Return(_SEATS[seat], _colour(name))
        case ["exchange", gives, *names] if 0 < len(names) < 3:
            return Exchange(_colour(gives), _parse_colours(names))
    raise BadTextError(f"no choice: {written!r}")


def _colour(name: str) -> Colour:
    colour = _COLOURS.get(name)
    if colour is None:
        raise BadTextError(f"no colour: {name!r}")
    return colour


def _parse_colours(names: list[str]) -> tuple[Colour, ...]:
    colours = tuple(map(_colour, names))
    if any(one.place > other.place for one, other in pairwise(colours)):
        raise BadTextError(f"colours are named in order of value: {' '.join(names)!r}")
    return colours


_WORDS: dict[str, Action | Word] = {word.value: word for word in (*Action, *Word)}
_COLOURS = {colour.value: colour for colour in Colour}
_GUESSES = {action.value: Guess(action) for action in (Action.MONEY, Action.EVENT, Action.GEMS)}
