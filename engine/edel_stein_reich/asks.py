"""What each seat owes at each stage. What would change nothing is not offered besides declining.

Short asks are listed once and kept; bids can be many, so their ask answers by the rule and lists its choices only when
somebody looks."""

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations_with_replacement

from engine.core.asks import Ask, Finite
from engine.core.seats import Seat
from engine.edel_stein_reich import bids
from engine.edel_stein_reich.bids import Lack
from engine.edel_stein_reich.choices import Action, Bid, Choice, Exchange, Guess, Return, Score, Swap, Take, Word
from engine.edel_stein_reich.components import Effect
from engine.edel_stein_reich.gems import COLOURS, ONE_EACH, Colour, Gems, gems_of, holds, kinds, plus
from engine.edel_stein_reich.state import Negotiation, Stage, State, active, chosen_by, seats_of

FREE_CHOICE_SEATS = 5
"""How many seats have the free choice card (E1.2)."""


def asks(state: State) -> Mapping[Seat, Ask[Choice]]:
    """What each seat owes now; empty when the game is over."""
    match state.stage:
        case Stage.ACTION:
            seat = active(state)
            return {each: _action(len(state.gems)) for each in (seats_of(state) if seat is None else (seat,))}
        case Stage.GUESS if (seat := active(state)) is not None:
            return {Seat(1 - seat): _guess(state.guesses)}
        case Stage.BID if state.negotiation:
            return {state.negotiation.turn: bid_ask(state.gems, state.negotiation)}
        case Stage.EVENT_SOURCE if state.actor is not None:
            return {state.actor: _SOURCE}
        case Stage.EVENT if state.actor is not None and state.event is not None:
            return {state.actor: _event(state, state.actor, state.event)}
        case Stage.RETURN_GEM if state.actor is not None:
            return {state.actor: _return(state.queue[0], kinds(state.gems[state.queue[0]]))}
        case Stage.FREE_CHOICE:
            seat = state.queue[0]
            is_alone = len(chosen_by(state, Action.FREE_CHOICE)) == 1
            return {seat: _exchange(state.gems[seat], state.supply) if is_alone else _pick(kinds(state.supply))}
    return {}


@dataclass(frozen=True, slots=True)
class BidAsk:
    """Which gems to offer, or to end the bargaining (E5)."""

    holding: Gems
    """What may be offered."""
    standing: Gems | None
    """The bid to be raised or accepted; None where none stands."""
    single: bool
    """Whether one gem is all that may be offered (E5.7)."""

    @property
    def kind(self) -> str:
        """``bid``."""
        return Stage.BID.value

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The way out, then all bids or a fair sample of them, the lowest first."""
        return _bids(self.holding, self.standing, self.single)

    @property
    def complete(self) -> bool:
        """Whether the bids are few enough to list them all."""
        return bids.count(self.holding, self.standing, self.single) <= bids.FEW

    @property
    def default(self) -> Choice:
        """``accept`` where a bid stands, else ``pass``."""
        return Word.PASS if self.standing is None else Word.ACCEPT

    def __contains__(self, choice: object) -> bool:
        if isinstance(choice, Bid):
            return bids.is_bid(self.holding, self.standing, self.single, choice.gems)
        return isinstance(choice, Word) and choice is self.default

    def lack(self, gems: Gems) -> Lack:
        """What these gems lack to be a bid."""
        return bids.lack(self.holding, self.standing, self.single, gems)


def bid_ask(holdings: tuple[Gems, ...], negotiation: Negotiation) -> BidAsk:
    """What the seat whose word it is may say."""
    return BidAsk(holdings[negotiation.turn], negotiation.bid, negotiation.passed)


def four_each(colours: tuple[Colour, ...], holding: Gems, supply: Gems) -> Gems:
    """The holding once these colours have been brought to four each, as far as the supply has them (E8.6)."""
    numbers = list(holding)
    for place in (colour.place for colour in colours):
        numbers[place] = min(4, holding[place] + supply[place])
    return Gems(*numbers)


def deeds(state: State, seat: Seat, card: int) -> tuple[Choice, ...]:
    """The ways in which the seat may carry out an immediate event card; none when nothing would change."""
    shown = state.table.edition.event_cards[card]
    others = tuple(other for other in seats_of(state) if other != seat)
    match shown.effect:
        case Effect.SCORE:
            return tuple(Score(colour) for colour in COLOURS if any(held[colour.place] for held in state.gems))
        case Effect.FOUR_EACH:
            holding = state.gems[seat]
            return (Word.FOUR_EACH,) if four_each(shown.colours, holding, state.supply) != holding else ()
        case Effect.SWAP:
            return _swaps(state.gems, seat)
        case Effect.RETURN_ONE:
            return (Word.RETURN_ONE,) if any(any(state.gems[other]) for other in others) else ()
        case Effect.TAKE_THREE:
            return tuple(Take(colour) for colour in kinds(state.supply))
        case Effect.HALVE:
            return (Word.HALVE,) if max(map(max, state.gems)) > 1 else ()
    return ()


def _event(state: State, seat: Seat, card: int) -> Finite[Choice]:
    return Finite(Stage.EVENT.value, (*deeds(state, seat, card), Word.DECLINE), Word.DECLINE)


@functools.lru_cache(maxsize=1 << 10)
def _swaps(holdings: tuple[Gems, ...], seat: Seat) -> tuple[Choice, ...]:
    return tuple(
        Swap(Seat(other), gives, takes)
        for other, holding in enumerate(holdings)
        if other != seat
        for gives in kinds(holdings[seat])
        for takes in kinds(holding)
        if gives is not takes
    )


@functools.lru_cache(maxsize=1 << 10)
def _bids(holding: Gems, standing: Gems | None, single: bool) -> tuple[Choice, ...]:
    way_out = Word.PASS if standing is None else Word.ACCEPT
    return (way_out, *(Bid(gems) for gems in bids.listed(holding, standing, single)))


@functools.cache
def _action(seats: int) -> Finite[Choice]:
    choices = tuple(Action) if seats == FREE_CHOICE_SEATS else (Action.MONEY, Action.EVENT, Action.GEMS)
    return Finite(Stage.ACTION.value, choices, Action.MONEY)


@functools.cache
def _guess(guessed: tuple[Action, ...]) -> Finite[Choice]:
    choices = tuple(Guess(action) for action in (Action.MONEY, Action.EVENT, Action.GEMS) if action not in guessed)
    return Finite(Stage.GUESS.value, choices, choices[0])


@functools.cache
def _return(seat: Seat, colours: tuple[Colour, ...]) -> Finite[Choice]:
    choices = tuple(Return(seat, colour) for colour in colours)
    return Finite(Stage.RETURN_GEM.value, choices, choices[-1])


@functools.cache
def _pick(colours: tuple[Colour, ...]) -> Finite[Choice]:
    return Finite(Stage.FREE_CHOICE.value, (*map(Take, colours), Word.DECLINE), Word.DECLINE)


@functools.lru_cache(maxsize=1 << 10)
def _exchange(holding: Gems, supply: Gems) -> Finite[Choice]:
    choices: list[Choice] = []
    for gives in kinds(holding):
        there = plus(supply, ONE_EACH[gives.place])
        number = min(2, sum(there))
        for takes in combinations_with_replacement(COLOURS, number):
            if holds(there, gems_of(takes)):
                choices.append(Exchange(gives, takes))
    return Finite(Stage.FREE_CHOICE.value, (*choices, Word.DECLINE), Word.DECLINE)


_SOURCE: Finite[Choice] = Finite(Stage.EVENT_SOURCE.value, (Word.OPEN_CARD, Word.UNSEEN_CARD), Word.OPEN_CARD)
