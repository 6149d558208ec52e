"""The state of a game: immutable, with one entry per seat in every tuple that is about seats."""

from enum import StrEnum
from typing import NamedTuple, TypeVar

from engine.adel_verpflichtet.choices import Action, Card, Location
from engine.adel_verpflichtet.edition import Edition
from engine.adel_verpflichtet.objects import Object, Objects
from engine.core.seats import Seat, all_seats

T = TypeVar("T")


class Stage(StrEnum):
    """What the table waits for; every stage but the last is also the kind of its asks."""

    LOCATION = "location"
    ACTION = "action"
    LOCATION_ACTION = "location_action"
    PURCHASE = "purchase"
    EXHIBITION = "exhibition"
    THEFT = "theft"
    OVER = "over"


class Variant(StrEnum):
    """How two seats play (A9)."""

    SURPRISE = "surprise"
    CONFRONTATION = "confrontation"


class Rules(StrEnum):
    """The edition of the rules (A11)."""

    OF_2000 = "2000"
    OF_1990 = "1990"


class Table(NamedTuple):
    """What stays the same from the first round to the last."""

    edition: Edition
    colours: tuple[str, ...]
    """The colour of each seat."""
    variant: Variant | None
    """None with three seats or more."""
    open_memory: bool
    """Whether views show what perfect recall would know (A10.3)."""
    rules: Rules = Rules.OF_2000


class State(NamedTuple):
    """A game at one moment."""

    table: Table
    round: int
    stage: Stage
    closed: bool
    """Whether this round is played without the auction house (A4.8, A9.2)."""
    pawns: tuple[int, ...]
    """The space of each seat's pawn."""
    hands: tuple[Objects, ...]
    """The hidden objects of each seat; objects on show are not among them."""
    seen: Objects
    """All objects that were ever shown to everybody: bought or exhibited (A10.3)."""
    cheques: tuple[tuple[int, ...], ...]
    """Each seat's cheques, highest first. A card on the table is still its owner's until it is lost."""
    thieves: tuple[tuple[int, ...], ...]
    """Each seat's thieves outside the cells, highest seniority first."""
    cells: tuple[int, ...]
    """The thieves in the cells; cell 1 is first (A7)."""
    till: tuple[int, ...]
    """The cheques in the till, highest first."""
    paid: int
    """The cheque paid this round, 0 if none."""
    windows: tuple[tuple[Object, ...], tuple[Object, ...]]
    """The two piles; the face-up object is first."""
    covered: int | None
    """The window whose next object is still to be turned up, in the midst of a purchase only."""
    locations: tuple[Location | None, ...]
    """The locations revealed this round."""
    actions: tuple[Action | None, ...]
    """This round's actions once nobody may change theirs (A4.0): at the auction house they lie open."""
    castle_open: bool
    """Whether the actions at the castle lie open."""
    exhibitions: tuple[Objects, ...]
    """What each seat has on show."""
    prowling: tuple[int, ...]
    """The thieves at the castle that have still to act, in their order (A6.4)."""
    finals: tuple[Objects, ...]
    """Each seat's final exhibition (A8.2)."""
    reason: str
    """Why the game ended (``banquet``, ``rounds``); empty while it runs."""


def seats_of(state: State) -> tuple[Seat, ...]:
    """All seats in seat order."""
    return _SEATS[len(state.pawns)]


def played(state: State, location: Location, card: Card) -> list[tuple[int, Seat]]:
    """The action cards of this kind played there and who played them, highest first."""
    found = []
    for seat, action in enumerate(state.actions):
        if action and action.card is card and state.locations[seat] is location:
            found.append((action.value, Seat(seat)))
    found.sort(reverse=True)
    return found


def owner(state: State, thief: int) -> Seat:
    """The seat whose thief this is."""
    table = state.table
    return Seat(table.colours.index(table.edition.thief_colours[thief]))


def with_seat(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """``values`` with that seat's entry changed."""
    return (*values[:seat], value, *values[seat + 1 :])


_SEATS = tuple(all_seats(count) for count in range(6))
