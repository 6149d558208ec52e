"""A player's finished game, looked back at from their own perspective: how their chances went, which choices cost most,
what the reveals brought, and how far what each chose could be expected.

All of it is the estimate of a program. It follows from the game's journal, so nothing of it is kept there."""

from collections import Counter
from collections.abc import Iterator, Mapping

from app.rooms.mirror.moments import Found, chosen_by, turns_of
from app.rooms.model.ids import AskNumber
from app.rooms.model.values import Frozen
from app.rooms.views.replay import Replay
from engine.core.seats import Seat

DEAREST = 5
"""So many choices are shown as the dearest: further ones are mostly the estimate's own error."""

WORTH_A_WORD = 0.02
"""What a choice must have cost to be one of them, as a chance to win: less than that is not known so exactly."""


class Weighed(Frozen, frozen=True):
    """One choice of the player."""

    ask: AskNumber
    round: int
    chosen: str
    """Its text."""
    chances: Mapping[str, float]
    """The chance to win the game by each choice, the best first."""
    expected: Mapping[Seat, float]
    """How likely what each seat chose there was, as all could see it; empty where nobody else chose."""

    @property
    def chance(self) -> float:
        """That of the choice that was made."""
        return self.chances[self.chosen]

    @property
    def best(self) -> str:
        """What would have been best."""
        return next(iter(self.chances))

    @property
    def cost(self) -> float:
        """How much of the chance to win it gave away."""
        return self.chances[self.best] - self.chance


class Standing(Frozen, frozen=True):
    """How likely each was to win when a round or a turn began."""

    ask: AskNumber
    round: int
    chances: tuple[float, ...]
    """In seat order; together 1."""


class Luck(Frozen, frozen=True):
    """What the reveals of a round brought the player, apart from what the player chose."""

    ask: AskNumber
    """The reveal that counted most."""
    round: int
    brought: float
    """As a chance to win: below 0 they cost some."""


class Mirror(Frozen, frozen=True):
    """One game for one player."""

    number: int
    """Which game of the room it is."""
    seat: Seat
    course: tuple[Standing, ...]
    """The last one is how the game ended."""
    choices: tuple[Weighed, ...]
    """All choices of the player, in order."""
    by_clock: int = 0
    """How often the clock chose for the player, where there was a choice."""
    by_bot: int = 0
    """How often a stand-in did."""

    @property
    def dearest(self) -> tuple[Weighed, ...]:
        """The choices that cost most, the dearest first."""
        dear = [choice for choice in self.choices if choice.cost >= WORTH_A_WORD]
        return tuple(sorted(dear, key=lambda choice: -choice.cost)[:DEAREST])

    @property
    def luck(self) -> tuple[Luck, ...]:
        """By round, for the rounds in which the player sealed something."""
        rounds: dict[int, list[tuple[AskNumber, float]]] = {}
        for choice, brought in self._brought():
            rounds.setdefault(choice.round, []).append((choice.ask, brought))
        return tuple(
            Luck(max(each, key=lambda one: abs(one[1]))[0], round, sum(brought for _, brought in each))
            for round, each in rounds.items()
        )

    @property
    def readable(self) -> Mapping[Seat, float]:
        """How likely what each seat chose was, on the average over the moments at which the player sealed something
        too; the most readable first."""
        shares: dict[Seat, list[float]] = {}
        for choice in self.choices:
            for seat, share in choice.expected.items():
                shares.setdefault(seat, []).append(share)
        means = {seat: sum(each) / len(each) for seat, each in shares.items()}
        return dict(sorted(means.items(), key=lambda one: (-one[1], one[0])))

    def _brought(self) -> Iterator[tuple[Weighed, float]]:
        """What each reveal of sealed cards brought: the chance that it left, less the one that the sealed card had;
        what the player's own choices after it gave away is not the reveal's doing."""
        for place, choice in enumerate(self.choices):
            if not choice.expected:
                continue
            given_away = 0.0
            for later in self.choices[place + 1 :]:
                if later.round == choice.round and later.expected:
                    yield choice, later.chances[later.best] + given_away - choice.chance
                    break
                if later.round != choice.round:
                    yield choice, self._after(choice.round) + given_away - choice.chance
                    break
                given_away += later.cost
            else:
                yield choice, self._after(choice.round) + given_away - choice.chance

    def _after(self, round: int) -> float:
        """The player's chance when that round was over."""
        return next((each for each in self.course if each.round > round), self.course[-1]).chances[self.seat]


def mirror(replay: Replay, seat: Seat, found: Mapping[AskNumber, Found]) -> Mirror:
    """The mirror of a seat, of what was found of its moments. Raises ValueError for a game that has no winner."""
    if replay.outcome is None or not replay.outcome.ranking:
        raise ValueError("this game was not played to its end")
    begins = turns_of(replay)
    course = [
        Standing(moment.ask, moment.round, found[moment.ask].standing)
        for moment in replay.moments
        if moment.ask in begins and moment.ask in found
    ]
    first, last = replay.outcome.ranking[0], replay.moments[-1]
    seats = len(replay.game.standing(last.before))
    end = tuple(1 / len(first) if each in first else 0.0 for each in map(Seat, range(seats)))
    weighed = []
    for moment in replay.moments:
        told = found.get(moment.ask)
        if told is None or not told.chances:
            continue
        chosen = replay.game.text(replay.game.parse(moment.choices[seat]))
        chances = dict(sorted(told.chances.items(), key=lambda each: -each[1]))
        weighed.append(Weighed(moment.ask, moment.round, chosen, chances, told.expected))
    by = Counter(sealer for moment in replay.moments if (sealer := chosen_by(replay, seat, moment)) is not None)
    whole = (*course, Standing(last.ask, last.round, end))
    return Mirror(replay.number, seat, whole, tuple(weighed), by["clock"], by["bot"])
