"""What is learnt of Adel verpflichtet: what a table is worth to its seats, and what is usually played, by those who
weigh their cards and by habit."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from time import monotonic

import numpy as np

from engine.adel_verpflichtet import GAME
from engine.adel_verpflichtet.bot.model.box import Box, box_of
from engine.adel_verpflichtet.bot.model.prospects import FEATURES, KNOTS, Prospects, knot_shares
from engine.adel_verpflichtet.bot.model.usual import Usual
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
from tools.train_bots.fit import Numbers, fitted, loss_of, rounded

GUESS = Usual(castle=0.6, exhibit=0.33, burgle=0.34, raid=0.4, low=0.4, high=0.4)
"""What is taken to be usual before anything is known."""

EACH = 3
"""Of each game every third table is learnt from: neighbouring ones say the same."""

HELD_OUT = 0.1
"""The part of the games that shows whether what was learnt holds for others."""

MARKS = (1 / 16, 1 / 4, 1)
"""After which part of the games the learning curve has a point."""

REHEARSALS, REHEARSED = 8, 10
"""How often bots play by what was usual the last time, and how many games each time."""

HABITUAL = 40
"""How many games tell what is played by habit."""

DIGITS = 4


class Probe(Prospects):
    """Tells of a table what each of the ``FEATURES`` is for each seat: the score by that one alone."""

    def __init__(self, box: Box) -> None:
        super().__init__(box, ())
        self._asked = 0

    def weights_at(self, lead: int) -> tuple[float, ...]:
        """As in Prospects: all for the one that is asked for."""
        return tuple([float(place == self._asked) for place in range(len(FEATURES))])

    def features(self, lesson: Lesson) -> Numbers:
        """A row for each seat."""
        columns = []
        for self._asked in range(len(FEATURES)):
            # what is kept was found for the feature before
            self._by_stock.clear()
            columns.append(self.scores(lesson.position))
        return np.array(columns).T


def learn(edition: Edition, seats: int, games: int, seconds: float, seed: int) -> Iterator[str | Mapping[str, object]]:
    """Lines that tell how it goes, and last what was learnt for a table size: ``weights``, ``usual`` and ``habitual``.
    No more games are begun after so many seconds."""
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
            weights, loss = fitted(*known)
            held = loss_of(weights, *others)
            yield (
                f"{seats} seats, {number:5} games, {len(features):6} tables: loss {loss:.4f}, "
                f"of others {held:.4f} (knowing nothing {np.log(seats):.4f}), {monotonic() - began:.0f} s"
            )
        if is_last:
            break
    found = rounded(weights, DIGITS)
    usual = GUESS
    for usual in rehearsals(edition, seats, found, str(seed)):
        yield f"{seats} seats, usual: {_shown(usual)}"
    habitual = habits_of(edition, seats, Prospects(box, found), f"{seed}/habits")
    yield f"{seats} seats, by habit: {_shown(habitual)}"
    yield {"weights": found, "usual": _rounded(usual), "habitual": _rounded(habitual)}


def rehearsals(edition: Edition, seats: int, weights: Sequence[float], seed: str) -> Iterator[Usual]:
    """What is usual by what normal bots play who expect that of each other, better each time. In the end each
    rehearsal counts less, so that chance is averaged out."""
    usual = GUESS
    for number in range(REHEARSALS):
        share = 1 / max(2, number - 1)
        played = _rehearsed(edition, seats, weights, usual, f"{seed}/{number}")
        usual = Usual(*[one + share * (other - one) for one, other in zip(usual, played, strict=True)])
        yield usual


def habits_of(edition: Edition, seats: int, prospects: Prospects, seed: str) -> Usual:
    """What is played at a table where all play by habit."""
    return _played(edition, seats, HabitualBot(prospects), HABITUAL, seed)


def _shown(shares: Usual) -> str:
    return ", ".join(f"{key} {share:.2f}" for key, share in shares._asdict().items())


def _rounded(shares: Usual) -> dict[str, float]:
    return {key: round(share, 3) for key, share in shares._asdict().items()}


def _rehearsed(edition: Edition, seats: int, weights: Sequence[float], usual: Usual, seed: str) -> Usual:
    """What normal bots play who expect that of each other."""
    # those who weigh know of no habits
    made = Weights(edition.digest, {seats: weights}, {seats: usual}, {})
    return _played(edition, seats, NormalBot(weights=lambda: made), REHEARSED, seed)


def _played(edition: Edition, seats: int, bot: Bot[TableView, Choice], games: int, seed: str) -> Usual:
    """What is played in so many games in which that bot has all seats."""
    bots, counts = [bot] * seats, Counter[str]()
    for number in range(games):
        dealt = f"{seed}/{number}".encode()
        chance = SeededChance(dealt)
        state = GAME.new(seats, {}, chance, edition.data)
        for turn in turns(GAME, state, table_of(bots, dealt), chance):
            for seat, choice in turn.choices.items():
                counts.update(_deeds(turn.before, seat, choice))
    castle = counts["exhibit"] + counts["burgle"] + counts["detective"]
    auction, cheques = counts["cheque"] + counts["raid"], counts["low"] + counts["high"] + counts["middle"]
    return Usual(
        castle=castle / (castle + auction),
        exhibit=counts["exhibit"] / castle,
        burgle=counts["burgle"] / castle,
        raid=counts["raid"] / auction,
        low=counts["low"] / cheques,
        high=counts["high"] / cheques,
    )


def _deeds(state: State, seat: Seat, choice: Choice) -> Iterator[str]:
    """What a card is counted as, if the auction house is open."""
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
