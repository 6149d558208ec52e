"""State of a game: immutable, with one entry per seat in every tuple about seats.

Cards are numbers: their places in the edition's lists."""

from enum import StrEnum
from typing import NamedTuple, TypeVar

from engine.core.seats import Seat, all_seats
from engine.edel_stein_reich.choices import Action
from engine.edel_stein_reich.edition import Edition
from engine.edel_stein_reich.gems import Gems

T = TypeVar("T")

TURNS = {2: 10, 3: 8, 4: 7, 5: 6}
"""Turns of a round by the number of seats (E3.1, E10.1)."""

SET_ASIDE = {2: 0, 3: 6, 4: 2, 5: 0}
"""Gem cards set aside before a round by the number of seats (E2.2, E10.1)."""


class Stage(StrEnum):
    """Stage of a turn; every stage but the last two is also the kind of its asks."""

    ACTION = "action"
    GUESS = "guess"
    BID = "bid"
    EVENT_SOURCE = "event_source"
    EVENT = "event"
    RETURN_GEM = "return_gem"
    FREE_CHOICE = "free_choice"
    RESOLVING = "resolving"
    """Nothing: something is just being carried out."""
    OVER = "over"


class Table(NamedTuple):
    """Constants of a game from the first round to the last."""

    edition: Edition
    colours: tuple[str, ...]
    """The colour of each seat."""
    starter: Seat | None
    """Seat that begins the first round of two seats (E10.1), else None."""


class Negotiation(NamedTuple):
    """Two seats bargaining for an action (E5)."""

    opener: Seat
    other: Seat
    turn: Seat
    """Seat that speaks next."""
    bid: Gems | None
    """The standing bid; it is never that of the seat whose word it is."""
    passed: bool
    """True if the opener made no bid, so that the other may offer a single gem (E5.7)."""


class State(NamedTuple):
    """A game at one moment."""

    table: Table
    round: int
    turn: int
    """The turn of the round, 1 for the first."""
    stage: Stage
    gems: tuple[Gems, ...]
    """Gems of each seat."""
    money: tuple[int, ...]
    """Money of each seat, in millions."""
    supply: Gems
    gem_pile: tuple[int, ...]
    """The gem cards face down, the top one first."""
    set_aside: tuple[int, ...]
    """The gem cards set aside; only the first is visible (E2.2)."""
    gem_cards: tuple[int | None, ...]
    """Gem card of each seat; with two seats only the active one has one (E10.2)."""
    spent: tuple[int, ...]
    """The gem cards discarded, the oldest first."""
    event_pile: tuple[int, ...]
    """The event cards face down, the top one first."""
    under: tuple[int, ...]
    """The event cards face up under the pile, the topmost first."""
    shuffles: int
    """Number of shuffles of event cards."""
    open_event: int | None
    """The event card that lies open."""
    cards: tuple[tuple[int, ...], ...]
    """The scoring cards in front of each seat, in the order they came."""
    actions: tuple[Action | None, ...]
    """Actions of this turn.

    With two seats they are sealed until the guessing is over, else open (E9.1)."""
    is_open: bool
    """True if the actions lie open."""
    guesses: tuple[Action, ...]
    """Guesses of this turn (E10.3)."""
    step: Action | None
    """The action that is being carried out or negotiated."""
    actor: Seat | None
    """Seat that carries out the action, once that is settled."""
    negotiation: Negotiation | None
    event: int | None
    """The immediate event card that the actor has taken (E8)."""
    queue: tuple[Seat, ...]
    """Seats whose free choice is to come (E4.4), or that must lose a gem (E8.8).

    The next one comes first."""
    scored: tuple[Gems, ...] | None = None
    """Pay of each seat by the colours scored so far, during a scoring.

    No table waits during a scoring, so it is not dumped."""
    opener: Seat | None = None
    """Seat that begins this round of two seats (E10.1), else None.

    Also None in games of the first revision of the rules, in which the same seat begins every round."""


def seats_of(state: State) -> tuple[Seat, ...]:
    """Return all seats in seat order."""
    return _SEATS[len(state.gems)]


def active(state: State) -> Seat | None:
    """Return the active one of two seats (E10.1), else None."""
    opener = state.table.starter if state.opener is None else state.opener
    return opener if opener is None or state.turn % 2 else Seat(1 - opener)


def gem_card_of(state: State, seat: Seat) -> int:
    """Return a seat's gem card (E5.9); with two seats the active one's (E10.3)."""
    card = state.gem_cards[seat]
    return card if card is not None else next(other for other in state.gem_cards if other is not None)


def chosen_by(state: State, action: Action) -> tuple[Seat, ...]:
    """Return the seats that chose an action, in seat order."""
    return tuple(seat for seat in seats_of(state) if state.actions[seat] is action)


def sort_by_opening(state: State, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Sort seats by who opens a negotiation (E5.1).

    Fewer red gems first, then fewer yellow, green, blue, then less money, then seat order."""
    return tuple(sorted(seats, key=lambda seat: (state.gems[seat], state.money[seat], seat)))


def replace_seat(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """Return ``values`` with another entry for that seat."""
    return (*values[:seat], value, *values[seat + 1 :])


_SEATS = tuple(all_seats(count) for count in range(6))
