"""A sensible opponent: it weighs what each choice may bring, in millions, and draws among the good ones.

It reads its seat's view and its ask, nothing else. Gems are worth what the coming scoring may pay for them, and a
little for later rounds; what the others gain counts against it. Whoever sees the table can say why it chose; nobody can
say for sure what it will choose."""

import math
import random
from collections.abc import Sequence
from itertools import islice

from engine.core.asks import Ask
from engine.edel_stein_reich.bot.opponents import Weighing
from engine.edel_stein_reich.bot.values import liked
from engine.edel_stein_reich.choices import Action, Bid, Choice, Guess, Word
from engine.edel_stein_reich.gems import COLOURS, NO_GEMS, ONE_EACH, Gems, kinds
from engine.edel_stein_reich.view_types import NegotiationView, TableView

COOLNESS = 1.1
"""How firmly the better choice is preferred: e to this power times as often for each million it brings more."""

READING = 0.5
"""The same for what others are believed to choose: nobody is read that well."""

BARGAIN = 0.45
"""What is left of an action's gain, on the average, when it has to be bargained for."""

CLOSE = 1.2
"""By how many millions two answers of the other in a negotiation may differ and still both be likely."""

WEIGHED = 20
"""How many of the lowest bids are weighed."""


class NormalBot:
    """The bot of the level ``normal``."""

    def choose(self, view: TableView, ask: Ask[Choice], rng: random.Random) -> Choice:
        """A choice for the ask, drawn by its prospects. Raises ValueError for the public's view: it has no hand."""
        if view.mine is None:
            raise ValueError("a bot plays for a seat and needs its view")
        seat = view.mine.seat
        weighing = Weighing(view)
        match ask.kind:
            case "action":
                return self._action(weighing, seat, ask.choices, rng)
            case "guess":
                return self._guess(weighing, ask.choices, rng)
            case "bid" if view.negotiation is not None:
                bids = tuple(islice(ask.choices, 1 + WEIGHED))
                return drawn(bids, [_bid_outlook(weighing, view.negotiation, bid) for bid in bids], rng)
            case "event_source":
                gains: dict[Choice, float] = dict(
                    zip((Word.OPEN_CARD, Word.UNSEEN_CARD), weighing.event_gains(seat), strict=True)
                )
                return drawn(ask.choices, [gains[choice] for choice in ask.choices], rng)
        # a deed of an event card, a gem to be returned, a free choice
        outlooks = [weighing.position.after(seat, choice, view.event).outlook(seat) for choice in ask.choices]
        return drawn(ask.choices, outlooks, rng)

    def _action(self, weighing: Weighing, seat: int, choices: Sequence[Choice], rng: random.Random) -> Choice:
        """What it brings alone, less for every other that may want the same (E3.3); two seats: that may guess it."""
        actions = [action for action in choices if isinstance(action, Action)]
        gains = [weighing.gain(seat, action) for action in actions]
        if weighing.view.guessing is not None:
            # the more an action brings, the sooner it is guessed
            return drawn(actions, [READING * gain for gain in gains], rng)
        others = [
            habits([weighing.gain(other.seat, action) for action in actions])
            for other in weighing.view.seats
            if other.seat != seat
        ]
        expected = []
        for place, (action, gain) in enumerate(zip(actions, gains, strict=True)):
            nobody = math.prod(1 - habit[place] for habit in others)
            one = sum(nobody * habit[place] / max(0.05, 1 - habit[place]) for habit in others)
            shared = 1 - nobody if action is Action.FREE_CHOICE else one
            expected.append(gain * (nobody + BARGAIN * shared))
        return drawn(actions, expected, rng)

    def _guess(self, weighing: Weighing, choices: Sequence[Choice], rng: random.Random) -> Choice:
        """What would bring the active seat most is guessed most often (E10.3)."""
        guessing = weighing.view.guessing
        active = guessing.active if guessing else 0
        guesses = [guess for guess in choices if isinstance(guess, Guess)]
        return drawn(guesses, [READING * weighing.gain(active, guess.action) for guess in guesses], rng)


def _bid_outlook(weighing: Weighing, bargain: NegotiationView, choice: Choice) -> float:
    """How the seat whose word it is would like the end of a negotiation after this answer (E5)."""
    seat = bargain.turn
    other = bargain.other if seat == bargain.opener else bargain.opener
    action = Action(bargain.action)
    position = weighing.position
    if isinstance(choice, Bid):
        mine = weighing.carried_out(position.handed(seat, other, choice.gems), seat, action)
        if bargain.passed:
            return mine.outlook(seat)
        worths = mine.worths()
        raised = _as_many(position.gems[other], choice.gems)
        beaten = weighing.carried_out(position.handed(other, seat, raised), other, action).worths()
        accepts = 1 / (1 + math.exp(min(50.0, (liked(beaten, other) - liked(worths, other)) / CLOSE)))
        return accepts * liked(worths, seat) + (1 - accepts) * liked(beaten, seat)
    if choice is Word.ACCEPT and bargain.bid is not None:
        return weighing.carried_out(position.handed(other, seat, bargain.bid), other, action).outlook(seat)
    if bargain.passed or not any(position.gems[other]):
        return position.outlook(seat)
    cheapest = ONE_EACH[kinds(position.gems[other])[-1].place]
    return weighing.carried_out(position.handed(other, seat, cheapest), other, action).outlook(seat)


def _as_many(holding: Gems, bid: Gems) -> Gems:
    """One gem more than the bid has, the cheapest of a holding: what a raise would cost its owner."""
    left = sum(bid) + 1
    raised = NO_GEMS
    for place in reversed(range(len(COLOURS))):
        here = min(left, holding[place])
        raised = raised._replace(**{COLOURS[place].value: here})
        left -= here
    return raised


def habits(gains: Sequence[float]) -> list[float]:
    """How often a seat to which the actions bring this much may be believed to choose each."""
    best = max(gains)
    weights = [math.exp(READING * max(gain - best, -8.0)) for gain in gains]
    return [weight / sum(weights) for weight in weights]


def drawn(choices: Sequence[Choice], prospects: Sequence[float], rng: random.Random) -> Choice:
    """One of the choices, the better its prospect the more often (a softmax, cut off far below the best)."""
    best = max(prospects)
    weights = [math.exp(COOLNESS * (each - best)) if each > best - 4.0 else 0.0 for each in prospects]
    return rng.choices(choices, weights)[0]
