"""Asks of each stage.

Short asks are listed once and cached. Exhibitions and thefts can be many, so their asks answer by the rule and list
their choices only on demand."""

import functools
from collections.abc import Mapping
from dataclasses import dataclass

from engine.adel_verpflichtet import choice_samples
from engine.adel_verpflichtet.choices import (
    DETECTIVE,
    Choice,
    Location,
    LocationAction,
    Pick,
    Verb,
    buy,
    show,
    steal,
)
from engine.adel_verpflichtet.edition import Edition
from engine.adel_verpflichtet.objects import Objects, oldest, size
from engine.adel_verpflichtet.rules import auction, castle, exhibition
from engine.adel_verpflichtet.state import Stage, State, owner, seats_of
from engine.core.asks import Ask, Finite
from engine.core.seats import Seat


def asks(state: State) -> Mapping[Seat, Ask[Choice]]:
    """Return what each seat owes now; empty if the game is over."""
    match state.stage:
        case Stage.LOCATION:
            return {seat: _location(auction.can_act(state, seat)) for seat in seats_of(state)}
        case Stage.ACTION:
            return {seat: _action_of(state, seat) for seat in seats_of(state) if _has_action(state, seat)}
        case Stage.LOCATION_ACTION:
            return {
                seat: _location_action(state.cheques[seat], state.thieves[seat], _can_exhibit(state, seat))
                for seat in seats_of(state)
            }
        case Stage.PURCHASE:
            return {auction.winner(state): _purchase(state.table.edition, state.windows[0][0], state.windows[1][0])}
        case Stage.EXHIBITION:
            edition = state.table.edition
            return {seat: ExhibitionAsk(edition, state.hands[seat]) for seat in castle.exhibitors(state)}
        case Stage.THEFT:
            return {owner(state, state.prowling[0]): TheftAsk(state.table.edition, castle.nonempty_exhibitions(state))}
        case Stage.OVER:
            return {}


@dataclass(frozen=True, slots=True)
class ExhibitionAsk:
    """Ask which objects of the hand to show (A5.2)."""

    edition: Edition
    hand: Objects

    @property
    def kind(self) -> str:
        """``exhibition``."""
        return Stage.EXHIBITION.value

    @property
    def choices(self) -> tuple[Choice, ...]:
        """All exhibitions of the hand, or a fair sample of them."""
        return choice_samples.exhibitions(self.edition, self.hand)

    @property
    def complete(self) -> bool:
        """True if the hand is small enough to list them all."""
        return choice_samples.lists_all_exhibitions(self.edition, self.hand)

    @property
    def default(self) -> Choice:
        """Most valuable exhibition."""
        return show(*self.edition.ids(exhibition.best(self.edition, self.hand)))

    def __contains__(self, choice: object) -> bool:
        objects = _objects_of(self.edition, Verb.SHOW, choice)
        return objects & ~self.hand == 0 and exhibition.is_valid(self.edition, objects)


@dataclass(frozen=True, slots=True)
class TheftAsk:
    """Ask which object to take from each exhibition that still has one (A6.4)."""

    edition: Edition
    exhibitions: tuple[Objects, ...]

    @property
    def kind(self) -> str:
        """``theft``."""
        return Stage.THEFT.value

    @property
    def choices(self) -> tuple[Choice, ...]:
        """All combinations of one object from each, or a fair sample of them."""
        return choice_samples.thefts(self.edition, self.exhibitions)

    @property
    def complete(self) -> bool:
        """True if the combinations are few enough to list."""
        return choice_samples.lists_all_thefts(self.exhibitions)

    @property
    def default(self) -> Choice:
        """Oldest object of each."""
        return steal(*self.edition.ids(sum(oldest(shown) for shown in self.exhibitions)))

    def __contains__(self, choice: object) -> bool:
        objects = _objects_of(self.edition, Verb.STEAL, choice)
        return size(objects) == len(self.exhibitions) and all(size(objects & shown) == 1 for shown in self.exhibitions)


def _has_action(state: State, seat: Seat) -> bool:
    return state.locations[seat] is Location.CASTLE or auction.can_act(state, seat)


def _can_exhibit(state: State, seat: Seat) -> bool:
    return exhibition.can_exhibit(state.table.edition, state.hands[seat])


def _action_of(state: State, seat: Seat) -> Finite[Choice]:
    if state.locations[seat] is Location.CASTLE:
        return _castle_action(state.thieves[seat], _can_exhibit(state, seat))
    return _auction_action(state.cheques[seat], state.thieves[seat])


def _objects_of(edition: Edition, verb: Verb, choice: object) -> Objects:
    """Return the objects of a pick with that verb.

    None if it names objects outside the edition, or not in canonical order."""
    if not isinstance(choice, Pick) or choice.verb != verb or not all(name in edition.bits for name in choice.objects):
        return 0
    objects = edition.set_of(choice.objects)
    return objects if edition.ids(objects) == choice.objects else 0


@functools.cache
def _location(auction_house_too: bool) -> Finite[Choice]:
    choices = (Location.CASTLE, Location.AUCTION_HOUSE) if auction_house_too else (Location.CASTLE,)
    return Finite(Stage.LOCATION.value, choices, Location.CASTLE)


@functools.lru_cache(maxsize=1 << 12)
def _auction_action(cheques: tuple[int, ...], thieves: tuple[int, ...]) -> Finite[Choice]:
    choices = auction.cards(cheques, thieves)
    # the lowest cheque; without any, the thief of the lowest seniority
    return Finite(Stage.ACTION.value, choices, choices[len(cheques) - 1])


@functools.lru_cache(maxsize=1 << 12)
def _castle_action(thieves: tuple[int, ...], can_exhibit: bool) -> Finite[Choice]:
    return Finite(Stage.ACTION.value, castle.cards(thieves, can_exhibit), DETECTIVE)


@functools.lru_cache(maxsize=1 << 12)
def _location_action(cheques: tuple[int, ...], thieves: tuple[int, ...], can_exhibit: bool) -> Finite[Choice]:
    choices = (
        *(LocationAction(Location.CASTLE, action) for action in castle.cards(thieves, can_exhibit)),
        *(LocationAction(Location.AUCTION_HOUSE, action) for action in auction.cards(cheques, thieves)),
    )
    return Finite(Stage.LOCATION_ACTION.value, choices, LocationAction(Location.CASTLE, DETECTIVE))


@functools.lru_cache(maxsize=1 << 12)
def _purchase(edition: Edition, first: Objects, second: Objects) -> Finite[Choice]:
    choices = tuple(buy(*edition.ids(face_up)) for face_up in (first, second))
    return Finite(Stage.PURCHASE.value, choices, choices[0])
