"""State of a game: immutable, with one entry per seat in every tuple about seats."""

from enum import StrEnum
from typing import NamedTuple, TypeVar

from engine.adel_verpflichtet.choices import Action, Card, Location
from engine.adel_verpflichtet.edition import Edition
from engine.adel_verpflichtet.objects import Object, Objects
from engine.core.seats import Seat, all_seats

T = TypeVar("T")


class Stage(StrEnum):
    """Stage the table waits at; every stage but the last is a kind of ask."""

    LOCATION = "location"
    ACTION = "action"
    LOCATION_ACTION = "location_action"
    PURCHASE = "purchase"
    EXHIBITION = "exhibition"
    THEFT = "theft"
    OVER = "over"


class Variant(StrEnum):
    """Variant for two seats (A9)."""

    SURPRISE = "surprise"
    CONFRONTATION = "confrontation"


class Rules(StrEnum):
    """Edition of the rules (A11)."""

    OF_2000 = "2000"
    OF_1990 = "1990"


class Table(NamedTuple):
    """Constants of a game."""

    edition: Edition
    colours: tuple[str, ...]
    """Colour of each seat."""
    variant: Variant | None
    """None with three seats or more."""
    open_memory: bool
    """True if views show what perfect recall would know (A10.3)."""
    rules: Rules = Rules.OF_2000


class State(NamedTuple):
    """State of a game."""

    table: Table
    round: int
    stage: Stage
    closed: bool
    """True if this round is played without the auction house (A4.8, A9.2)."""
    pawns: tuple[int, ...]
    """Space of each seat's pawn."""
    hands: tuple[Objects, ...]
    """Hidden objects of each seat, without objects on show."""
    seen: Objects
    """All objects that were ever public: bought or exhibited (A10.3)."""
    cheques: tuple[tuple[int, ...], ...]
    """Each seat's cheques, highest first.

    A card on the table is still its owner's until it is lost."""
    thieves: tuple[tuple[int, ...], ...]
    """Each seat's thieves outside the cells, highest seniority first."""
    cells: tuple[int, ...]
    """Thieves in the cells; cell 1 is first (A7)."""
    till: tuple[int, ...]
    """Cheques in the till, highest first."""
    paid: int
    """Cheque paid this round, 0 if none."""
    windows: tuple[tuple[Object, ...], tuple[Object, ...]]
    """Both piles; the face-up object is first."""
    covered: int | None
    """Window whose next object is not turned up yet; only during a purchase."""
    locations: tuple[Location | None, ...]
    """Locations revealed this round."""
    actions: tuple[Action | None, ...]
    """Actions of this round once nobody may change theirs (A4.0).

    At the auction house they lie open."""
    castle_open: bool
    """True if the actions at the castle lie open."""
    exhibitions: tuple[Objects, ...]
    """Objects on show of each seat."""
    prowling: tuple[int, ...]
    """Thieves at the castle that have yet to act, in their order (A6.4)."""
    finals: tuple[Objects, ...]
    """Each seat's final exhibition (A8.2)."""
    reason: str
    """Reason of the end (``banquet``, ``rounds``); empty while the game runs."""


def seats_of(state: State) -> tuple[Seat, ...]:
    """Return all seats in seat order."""
    return _SEATS[len(state.pawns)]


def cards_played(state: State, location: Location, card: Card) -> list[tuple[int, Seat]]:
    """Return the action cards of this kind played there and their seats.

    Highest first."""
    found = []
    for seat, action in enumerate(state.actions):
        if action and action.card is card and state.locations[seat] is location:
            found.append((action.value, Seat(seat)))
    found.sort(reverse=True)
    return found


def owner(state: State, thief: int) -> Seat:
    """Return the seat that owns the thief."""
    table = state.table
    return Seat(table.colours.index(table.edition.thief_colours[thief]))


def replace_seat(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """Return ``values`` with that seat's entry replaced."""
    return (*values[:seat], value, *values[seat + 1 :])


_SEATS = tuple(all_seats(count) for count in range(6))
