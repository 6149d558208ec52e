"""Training of Adel verpflichtet: values of tables, and the usual plays.

The usual plays are those of players who weigh their cards, and those by habit."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from time import monotonic

import numpy as np

from engine.adel_verpflichtet import GAME
from engine.adel_verpflichtet.bot.model.box import Box, box_of
from engine.adel_verpflichtet.bot.model.prospects import FEATURES, KNOTS, Prospects, knot_shares
from engine.adel_verpflichtet.bot.model.usual import UsualShares
from engine.adel_verpflichtet.bot.model.weights import Weights
from engine.adel_verpflichtet.bot.normal import NormalBot
from engine.adel_verpflichtet.choices import Action, Card, Choice, Location, LocationAction
from engine.adel_verpflichtet.edition import Edition
from engine.adel_verpflichtet.state import State
from engine.adel_verpflichtet.view_types import TableView
from engine.bots.seating import table_of
from engine.core.chance import SeededChance
from engine.core.game import Bot
from engine.core.seats import Seat
from engine.driver import turns
from tools.train_bots.adel_games import Lesson, lessons
from tools.train_bots.adel_habitual import HabitualBot
from tools.train_bots.fit import Numbers, fit_weights, loss_of, round_weights

GUESS = UsualShares(castle=0.6, exhibit=0.33, burgle=0.34, raid=0.4, low=0.4, high=0.4)
"""Usual plays before any are known."""

EACH = 3
"""Distance of the tables that are learnt from: neighbouring ones say the same."""

HELD_OUT = 0.1
"""Share of the games held out to validate the result."""

MARKS = (1 / 16, 1 / 4, 1)
"""Shares of the games at which the learning curve has a point."""

REHEARSALS, REHEARSED = 8, 10
"""Number of rehearsals by the usual plays of the last one, and of games in each."""

HABITUAL = 40
"""Number of games that tell the plays by habit."""

DIGITS = 4


class Probe(Prospects):
    """Prospects with the score by one feature alone, for each of the ``FEATURES``."""

    def __init__(self, box: Box) -> None:
        super().__init__(box, ())
        self._asked = 0

    def weights_at(self, lead: int) -> tuple[float, ...]:
        """Return the whole weight for the feature in question, as in Prospects."""
        return tuple([float(place == self._asked) for place in range(len(FEATURES))])

    def features(self, lesson: Lesson) -> Numbers:
        """Return a row for each seat."""
        columns = []
        for self._asked in range(len(FEATURES)):
            # the cache belongs to the previous feature
            self._by_stock.clear()
            columns.append(self.scores(lesson.position))
        return np.array(columns).T


def learn(edition: Edition, seats: int, games: int, seconds: float, seed: int) -> Iterator[str | Mapping[str, object]]:
    """Yield lines of progress, and last the result for a table size.

    The result has ``weights``, ``usual`` and ``habitual``. No more games begin after that many seconds."""
    box = box_of(GAME.view(GAME.new(seats, {}, SeededChance(b"box"), edition.data), None))
    rng = random.Random(f"{seed}/{seats}")  # noqa: S311 - games to learn from, not secrets
    probe, began = Probe(box), monotonic()
    features: list[Numbers] = []
    knots: list[Sequence[float]] = []
    shares: list[Sequence[float]] = []
    marks = [max(1, round(games * mark)) for mark in MARKS]
    weights: Numbers = np.zeros((len(KNOTS), len(FEATURES)))
    for number in range(1, games + 1):
        for lesson in lessons(box, edition, seats, rng)[rng.randrange(EACH) :: EACH]:
            features.append(probe.features(lesson))
            knots.append(knot_shares(max(lesson.position.pawns) / box.banquet))
            shares.append(lesson.shares)
        is_last = number == games or monotonic() - began > seconds
        if number in marks or is_last:
            taught = round(len(features) * (1 - HELD_OUT))
            all_of = np.array(features), np.array(knots), np.array(shares)
            known, others = ([part[cut] for part in all_of] for cut in (slice(taught), slice(taught, None)))
            weights, loss = fit_weights(*known)
            held = loss_of(weights, *others)
            yield (
                f"{seats} seats, {number:5} games, {len(features):6} tables: loss {loss:.4f}, "
                f"of others {held:.4f} (with_past_actions nothing {np.log(seats):.4f}), {monotonic() - began:.0f} s"
            )
        if is_last:
            break
    found = round_weights(weights, DIGITS)
    usual = GUESS
    for usual in rehearsals(edition, seats, found, str(seed)):
        yield f"{seats} seats, usual: {_format_shares(usual)}"
    habitual = habits_of(edition, seats, Prospects(box, found), f"{seed}/habits")
    yield f"{seats} seats, by habit: {_format_shares(habitual)}"
    yield {"weights": found, "usual": _round_shares(usual), "habitual": _round_shares(habitual)}


def rehearsals(edition: Edition, seats: int, weights: Sequence[float], seed: str) -> Iterator[UsualShares]:
    """Yield the usual plays of normal bots who expect them of each other.

    They become better each time. In the end each rehearsal counts less, which averages chance out."""
    usual = GUESS
    for number in range(REHEARSALS):
        share = 1 / max(2, number - 1)
        played = _rehearse(edition, seats, weights, usual, f"{seed}/{number}")
        usual = UsualShares(*[one + share * (other - one) for one, other in zip(usual, played, strict=True)])
        yield usual


def habits_of(edition: Edition, seats: int, prospects: Prospects, seed: str) -> UsualShares:
    """Return the plays at a table where all play by habit."""
    return _play_games(edition, seats, HabitualBot(prospects), HABITUAL, seed)


def _format_shares(shares: UsualShares) -> str:
    return ", ".join(f"{key} {share:.2f}" for key, share in shares._asdict().items())


def _round_shares(shares: UsualShares) -> dict[str, float]:
    return {key: round(share, 3) for key, share in shares._asdict().items()}


def _rehearse(edition: Edition, seats: int, weights: Sequence[float], usual: UsualShares, seed: str) -> UsualShares:
    """Return the plays of normal bots who expect the usual ones of each other."""
    # bots that weigh chances know no habits
    made = Weights(edition.digest, {seats: weights}, {seats: usual}, {})
    return _play_games(edition, seats, NormalBot(weights=lambda: made), REHEARSED, seed)


def _play_games(edition: Edition, seats: int, bot: Bot[TableView, Choice], games: int, seed: str) -> UsualShares:
    """Return the plays of that many games in which that bot has all seats."""
    bots, counts = [bot] * seats, Counter[str]()
    for number in range(games):
        dealt = f"{seed}/{number}".encode()
        chance = SeededChance(dealt)
        state = GAME.new(seats, {}, chance, edition.data)
        for turn in turns(GAME, state, table_of(bots, dealt), chance):
            for seat, choice in turn.choices.items():
                counts.update(_past_actions(turn.before, seat, choice))
    castle = counts["exhibit"] + counts["burgle"] + counts["detective"]
    auction, cheques = counts["cheque"] + counts["raid"], counts["low"] + counts["high"] + counts["middle"]
    return UsualShares(
        castle=castle / (castle + auction),
        exhibit=counts["exhibit"] / castle,
        burgle=counts["burgle"] / castle,
        raid=counts["raid"] / auction,
        low=counts["low"] / cheques,
        high=counts["high"] / cheques,
    )


def _past_actions(state: State, seat: Seat, choice: Choice) -> Iterator[str]:
    """Yield the counters of a card while the auction house is open."""
    location = choice.location if isinstance(choice, LocationAction) else state.locations[seat]
    action = choice.action if isinstance(choice, LocationAction) else choice
    if not isinstance(action, Action) or state.closed:
        return
    if action.card is Card.THIEF:
        yield "burgle" if location is Location.CASTLE else "raid"
    else:
        yield action.card.value
    purse = state.cheques[seat]
    if action.card is Card.CHEQUE and len(purse) > 2:
        yield {max(purse): "high", min(purse): "low"}.get(action.value, "middle")
