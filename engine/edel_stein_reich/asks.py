"""Asks of each seat at each stage.

Besides declining, an ask offers no choice that would change nothing. Short asks are listed once and cached. Bids can
be many: their ask answers by the rule, and lists its choices only on demand."""

import functools
from collections.abc import Mapping
from dataclasses import dataclass

from engine.core.asks import Ask, Finite
from engine.core.seats import Seat
from engine.edel_stein_reich.choices import Action, Bid, Choice, Guess, Return, Word, action_cards
from engine.edel_stein_reich.gems import Colour, Gems, kinds
from engine.edel_stein_reich.rules import actions, bids, events
from engine.edel_stein_reich.rules.bids import BidFault
from engine.edel_stein_reich.state import Negotiation, Stage, State, active, seats_of


def asks(state: State) -> Mapping[Seat, Ask[Choice]]:
    """Return the open ask of each seat; empty when the game is over."""
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
            return {state.queue[0]: _free_choice(actions.free_choices(state, state.queue[0]))}
    return {}


@dataclass(frozen=True, slots=True)
class BidAsk:
    """Ask for a bid, or for an end of the bargaining (E5)."""

    holding: Gems
    """Gems of the asked seat."""
    standing: Gems | None
    """The bid to be raised or accepted; None where none stands."""
    single: bool
    """True if exactly one gem may be offered (E5.7)."""

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
        """True if the bids are few enough to list all of them."""
        return bids.count(self.holding, self.standing, self.single) <= bids.FEW

    @property
    def default(self) -> Choice:
        """``accept`` where a bid stands, else ``pass``."""
        return Word.PASS if self.standing is None else Word.ACCEPT

    def __contains__(self, choice: object) -> bool:
        if isinstance(choice, Bid):
            return bids.is_bid(self.holding, self.standing, self.single, choice.gems)
        return isinstance(choice, Word) and choice is self.default

    def lack(self, gems: Gems) -> BidFault:
        """Return the changes that would make these gems a bid."""
        return bids.lack(self.holding, self.standing, self.single, gems)


def bid_ask(holdings: tuple[Gems, ...], negotiation: Negotiation) -> BidAsk:
    """Return the ask of the seat whose turn it is to speak."""
    return BidAsk(holdings[negotiation.turn], negotiation.bid, negotiation.passed)


def _free_choice(choices: tuple[Choice, ...]) -> Finite[Choice]:
    return Finite(Stage.FREE_CHOICE.value, (*choices, Word.DECLINE), Word.DECLINE)


def _event(state: State, seat: Seat, card: int) -> Finite[Choice]:
    return Finite(Stage.EVENT.value, (*events.list_event_actions(state, seat, card), Word.DECLINE), Word.DECLINE)


@functools.lru_cache(maxsize=1 << 10)
def _bids(holding: Gems, standing: Gems | None, single: bool) -> tuple[Choice, ...]:
    way_out = Word.PASS if standing is None else Word.ACCEPT
    return (way_out, *(Bid(gems) for gems in bids.list_bids(holding, standing, single)))


@functools.cache
def _action(seats: int) -> Finite[Choice]:
    return Finite(Stage.ACTION.value, action_cards(seats), Action.MONEY)


@functools.cache
def _guess(guessed: tuple[Action, ...]) -> Finite[Choice]:
    choices = tuple(Guess(action) for action in (Action.MONEY, Action.EVENT, Action.GEMS) if action not in guessed)
    return Finite(Stage.GUESS.value, choices, choices[0])


@functools.cache
def _return(seat: Seat, colours: tuple[Colour, ...]) -> Finite[Choice]:
    choices = tuple(Return(seat, colour) for colour in colours)
    return Finite(Stage.RETURN_GEM.value, choices, choices[-1])


_SOURCE: Finite[Choice] = Finite(Stage.EVENT_SOURCE.value, (Word.OPEN_CARD, Word.UNSEEN_CARD), Word.OPEN_CARD)
