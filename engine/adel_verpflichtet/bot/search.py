"""Search of the coming round: mixed strategies and chances by choice.

It runs twice. The first run takes the public view: all hidden hands are dealt anew again and again, one's own too. It
finds what all would play who know only public data. The second run has one's own hand. The others play half by the
first run, and half as their past actions suggest: by habit, or by weighing cards against what is usual. ``Prospects``
values the results."""

import random
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.adel_verpflichtet.bot.habits import Habits
from engine.adel_verpflichtet.bot.model.box import Box, box_of
from engine.adel_verpflichtet.bot.model.cards import AUCTION_HOUSE, CASTLE, location_of
from engine.adel_verpflichtet.bot.model.deals import deals_of
from engine.adel_verpflichtet.bot.model.options import Option, options_of
from engine.adel_verpflichtet.bot.model.position import Position, cards_at, locations_of
from engine.adel_verpflichtet.bot.model.prospects import Prospects
from engine.adel_verpflichtet.bot.model.rounds import play_round
from engine.adel_verpflichtet.bot.model.weights import Weights
from engine.adel_verpflichtet.bot.reading import weighing
from engine.adel_verpflichtet.bot.regrets import Belief, Moment
from engine.adel_verpflichtet.bot.weighing import Weighers
from engine.adel_verpflichtet.choices import Choice
from engine.adel_verpflichtet.view_types import PrivateView, TableView
from engine.core.asks import Ask
from engine.core.game import PastAction
from engine.core.seats import Seat

ROUNDS: Mapping[str, int] = {"location": 36, "action": 72, "location_action": 108}
"""Number of rounds searched for each kind of ask: more for quick ones."""

FEWEST = 5
"""Least number of rounds searched."""

AS_EVER = 0.5
"""Share by which others are believed to play in their own style."""

WEIGHED = 24
"""Number of rounds searched to find the play of those who weigh their cards."""

IDLE = 0.06
"""Cost of a round in which nothing moves, or equal players would wait for ever."""


class Table(NamedTuple):
    """Constants of a search."""

    box: Box
    prospects: Prospects
    locations: tuple[int | None, ...]
    """Each seat's location, if revealed."""


class Rounds:
    """Repeated play of a round: the present decision and those that follow."""

    def __init__(
        self, table: Table, kind: str, rng: random.Random, seats: "Others | None" = None, idle: float = IDLE
    ) -> None:
        """Prepare the search for the ``kind`` of the ask.

        With ``seats`` only their own seat learns, and the others are believed to play so. ``idle`` is the cost of a
        round in which nothing moves."""
        self._table = table
        self._idle = idle
        self._rng = rng
        self._others = seats
        self._later: dict[tuple[int, ...], Moment] = {}
        self._seats = len(table.locations)
        if kind == "location":
            self.now = Moment(self._seats, self._locations, self._went, rng)
        elif kind == "location_action":
            self.now = Moment(self._seats, self._anywhere, self._came, rng)
        else:
            self.now = self.moment_at(tuple([CASTLE if place is None else place for place in table.locations]))

    def play(self, position: Position) -> None:
        """Play one more round from this position."""
        others = self._others
        if others is None:
            self.now.play(position)
        else:
            self.now.play(position, others.own, others.now)

    def moment_at(self, locations: tuple[int, ...]) -> Moment:
        """Return the decision at which everybody plays a card at these locations."""
        moment = self._later.get(locations)
        if moment is None:
            box = self._table.box
            others = self._others

            def options(position: Position, seat: int) -> tuple[Option, ...]:
                if others is not None and seat == others.own and others.cards:
                    return others.cards
                return cards_at(box, position, seat, locations[seat])

            moment = self._later[locations] = Moment(self._seats, options, self._came, self._rng)
        return moment

    def _locations(self, position: Position, seat: int) -> tuple[Option, ...]:
        others = self._others
        return others.places if others is not None and seat == others.own else locations_of(position, seat)

    def _anywhere(self, position: Position, seat: int) -> tuple[Option, ...]:
        others = self._others
        if others is not None and seat == others.own:
            return others.cards
        box = self._table.box
        cards = cards_at(box, position, seat, CASTLE)
        if AUCTION_HOUSE in locations_of(position, seat):
            cards = cards + cards_at(box, position, seat, AUCTION_HOUSE)
        return cards

    def _went(self, position: Position, locations: list[Option], learn: bool) -> Sequence[float]:
        there = tuple(locations)
        others = self._others
        if others is None:
            return self.moment_at(there).play(position, learn=learn)
        return self.moment_at(there).play(position, others.own, others.belief_at(there), learn=learn)

    def _came(self, position: Position, cards: list[Option], learn: bool) -> Sequence[float]:
        after = play_round(self._table.box, position, cards)
        chances = self._table.prospects.chances(after)
        if after.pawns == position.pawns and after.hands == position.hands:
            return [chance - self._idle for chance in chances]
        return chances


class Styles(NamedTuple):
    """Styles of the others, as far as they have shown them."""

    weigh: Sequence[float]
    """Probability that each seat weighs its cards; otherwise it plays by habit."""
    weighers: Weighers | None
    """Play of those who weigh; None if no seat does."""


class Others:
    """Beliefs about all seats but one, by public data and by each seat's own style."""

    def __init__(
        self,
        table: Table,
        common: Rounds,
        ways: Styles,
        open_to_all: Position,
        kind: str,
        own: Seat,
        options: Sequence[Option],
    ) -> None:
        """Prepare the beliefs.

        ``common``: the round as searched from public data. ``open_to_all``: a position of public data. ``options``
        are the own seat's now."""
        self.own = own
        self.places = tuple(options) if kind == "location" else ()
        self.cards = () if kind == "location" else tuple(options)
        self._table = table
        self._common = common
        self._ways = ways
        self._open = open_to_all
        self._habits = Habits(table.box, open_to_all, table.locations)
        self._beliefs: dict[tuple[int, ...], Belief] = {}
        self.now: Belief
        if kind == "location":
            self.now = self._places
        elif kind == "location_action":
            self.now = self._cards_of(common.now, self._habits)
        else:
            self.now = self.belief_at(tuple([CASTLE if place is None else place for place in table.locations]))

    def belief_at(self, locations: tuple[int, ...]) -> Belief:
        belief = self._beliefs.get(locations)
        if belief is None:
            habits = Habits(self._table.box, self._open, locations)
            belief = self._beliefs[locations] = self._cards_of(self._common.moment_at(locations), habits)
        return belief

    def option_shares(self, position: Position, seat: int) -> dict[Option, float]:
        """Return the probability of each of a seat's options, with its hand in a position."""
        options = self._common.now.options(position, seat)
        shares = self.now(position, seat, options) if len(options) > 1 else [1.0]
        return dict(zip(options, shares, strict=True))

    def _places(self, position: Position, seat: int, locations: Sequence[Option]) -> Sequence[float]:
        weigh, weighers = self._ways.weigh[seat], self._ways.weighers
        own_way: Sequence[float] = self._habits.locations(position, seat, locations)
        if weighers is not None and weigh > 0:
            own_way = _mix(own_way, weighers.locations(position, seat, locations), weigh)
        return _mix(self._common.now.mix(seat, locations), own_way, AS_EVER)

    def _cards_of(self, moment: Moment, habits: Habits) -> Belief:
        weigh, weighers = self._ways

        def belief(position: Position, seat: int, cards: Sequence[Option]) -> Sequence[float]:
            own_way: Sequence[float] = habits.cards(position, seat, cards)
            if weighers is not None and weigh[seat] > 0:
                own_way = _mix(own_way, weighers.cards(seat, cards), weigh[seat])
            return _mix(moment.mix(seat, cards), own_way, AS_EVER)

        return belief


def _mix(some: Sequence[float], others: Sequence[float], share: float) -> list[float]:
    return [(1 - share) * one + share * other for one, other in zip(some, others, strict=True)]


class SearchResult(NamedTuple):
    """Result of a search for one seat's ask."""

    mix: tuple[float, ...]
    """Probability of each choice; of equivalent ones only the first has one."""
    chances: tuple[float, ...]
    """Seat's chance to win by each choice."""


class FinishedSearch(NamedTuple):
    """Completed search for one seat's ask."""

    table: Table
    own: Rounds
    others: Others
    options: tuple[Option, ...]
    """Option in the model for each of the ask's choices."""


def think_through(
    view: TableView,
    mine: PrivateView,
    ask: Ask[Choice],
    weights: Weights,
    rng: random.Random,
    idle: float = IDLE,
    past_actions: Sequence[PastAction] = (),
    effort: float = 1.0,
) -> FinishedSearch:
    """Search the round of an ask at which cards are laid down.

    ``idle``: cost for the seat if nothing moves. ``past_actions``: actions so far. ``effort``: share of the rounds
    that is searched."""
    seat = Seat(mine.seat)
    locations = tuple([location_of(each, view.place) for each in view.seats])
    table = Table(box_of(view), weights.prospects_at(view), locations)
    options = options_of(ask.choices, locations[seat])
    different = list(dict.fromkeys(options))
    rounds = max(FEWEST, round(ROUNDS[ask.kind] * effort))
    common = Rounds(table, ask.kind, rng)
    deal = deals_of(view, None, rng)
    for _ in range(rounds):
        common.play(deal())
    ways = _ways(view, table, ask.kind, seat, weights, past_actions, rng, effort)
    others = Others(table, common, ways, deal(), ask.kind, seat, different)
    own = Rounds(table, ask.kind, rng, others, idle)
    deal = deals_of(view, mine, rng)
    for _ in range(rounds):
        own.play(deal())
    return FinishedSearch(table, own, others, options)


def _ways(
    view: TableView,
    table: Table,
    kind: str,
    own: Seat,
    weights: Weights,
    past_actions: Sequence[PastAction],
    rng: random.Random,
    effort: float,
) -> Styles:
    """Return the styles of the others by their past actions."""
    usual = weights.usual_at(view)
    weigh = weighing(past_actions, len(view.seats), weights.habitual_at(view), usual)
    weigh[own] = 0.0
    if not any(weigh):
        return Styles(weigh, None)
    moment = Rounds(table, "action" if kind == "action" else "location_action", rng).now
    weighers = Weighers(table.box, usual, moment)
    deal = deals_of(view, None, rng)
    for _ in range(max(FEWEST, round(WEIGHED * effort))):
        weighers.learn(deal())
    return Styles(weigh, weighers)


def search(
    view: TableView,
    mine: PrivateView,
    ask: Ask[Choice],
    weights: Weights,
    rng: random.Random,
    past_actions: Sequence[PastAction] = (),
    effort: float = 1.0,
) -> SearchResult:
    """Return the result of a search where cards are laid down, after these actions."""
    _, own, _, options = think_through(view, mine, ask, weights, rng, past_actions=past_actions, effort=effort)
    different = list(dict.fromkeys(options))
    mix = dict(zip(different, own.now.mix(mine.seat, different), strict=True))
    chances = tuple([own.now.get_mean_value(mine.seat, option) or 0.0 for option in options])
    taken = [mix.pop(option, 0.0) for option in options]
    return SearchResult(tuple(taken), chances)
