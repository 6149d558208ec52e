"""Mirror: a player's analysis of their finished game.

It shows the course of their chances, the costliest choices, what the reveals brought, and how predictable each
player was. Everything in it is a program's estimate. It follows from the game's journal, so it is not stored."""

from collections import Counter
from collections.abc import Iterator, Mapping

from app.rooms.mirror.moments import Estimate, chosen_by, turns_of
from app.rooms.model.ids import AskNumber
from app.rooms.model.values import Frozen
from app.rooms.views.replay import Replay
from engine.core.seats import Seat

DEAREST = 5
"""Number of costliest choices shown.

Further ones are mostly the estimate's own error."""

WORTH_A_WORD = 0.02
"""Least cost of such a choice, as a chance to win.

Smaller costs are within the estimate's error."""


class WeighedChoice(Frozen, frozen=True):
    """Choice of the player with its estimate."""

    ask: AskNumber
    round: int
    chosen: str
    """Text of the choice."""
    chances: Mapping[str, float]
    """Chance to win the game by choice, the best first."""
    expected: Mapping[Seat, float]
    """Probability of each seat's choice, from public facts.

    It is empty if nobody else chose."""

    @property
    def chance(self) -> float:
        """Chance to win with the choice that was made."""
        return self.chances[self.chosen]

    @property
    def best(self) -> str:
        """Best choice."""
        return next(iter(self.chances))

    @property
    def cost(self) -> float:
        """Chance to win that the choice gave away."""
        return self.chances[self.best] - self.chance


class Standing(Frozen, frozen=True):
    """Chances to win of all players when a round or a turn began."""

    ask: AskNumber
    round: int
    chances: tuple[float, ...]
    """Chances in seat order; their sum is 1."""


class Luck(Frozen, frozen=True):
    """Luck of the player in one round: the effect of its reveals, not of choices."""

    ask: AskNumber
    """Ask whose reveal changed the chance most."""
    round: int
    brought: float
    """Change of the chance to win; negative if the reveals cost some."""


class Mirror(Frozen, frozen=True):
    """Mirror of one game for one player."""

    number: int
    """Number of the game in the room, from 1."""
    seat: Seat
    course: tuple[Standing, ...]
    """Chances in the course of the game; the last entry is its end."""
    choices: tuple[WeighedChoice, ...]
    """Player's choices, in order."""
    by_clock: int = 0
    """Number of choices that the clock made for the player, if there was a choice."""
    by_bot: int = 0
    """Number of such choices that a stand-in made."""

    @property
    def dearest(self) -> tuple[WeighedChoice, ...]:
        """Costliest choices, the costliest first."""
        dear = [choice for choice in self.choices if choice.cost >= WORTH_A_WORD]
        return tuple(sorted(dear, key=lambda choice: -choice.cost)[:DEAREST])

    @property
    def luck(self) -> tuple[Luck, ...]:
        """Luck by round, for the rounds in which the player sealed a choice."""
        rounds: dict[int, list[tuple[AskNumber, float]]] = {}
        for choice, brought in self._list_gains():
            rounds.setdefault(choice.round, []).append((choice.ask, brought))
        return tuple(
            Luck(max(each, key=lambda one: abs(one[1]))[0], round, sum(brought for _, brought in each))
            for round, each in rounds.items()
        )

    @property
    def readable(self) -> Mapping[Seat, float]:
        """Average probability of each seat's choices, the most readable seat first.

        It counts the moments at which the player sealed a choice too."""
        shares: dict[Seat, list[float]] = {}
        for choice in self.choices:
            for seat, share in choice.expected.items():
                shares.setdefault(seat, []).append(share)
        means = {seat: sum(each) / len(each) for seat, each in shares.items()}
        return dict(sorted(means.items(), key=lambda one: (-one[1], one[0])))

    def _list_gains(self) -> Iterator[tuple[WeighedChoice, float]]:
        """Iterate over the effect of each reveal of sealed cards.

        It is the chance after the reveal, less the chance that the sealed card had. It leaves out what the player's
        own later choices gave away."""
        for place, choice in enumerate(self.choices):
            if not choice.expected:
                continue
            given_away = 0.0
            for later in self.choices[place + 1 :]:
                if later.round == choice.round and later.expected:
                    yield choice, later.chances[later.best] + given_away - choice.chance
                    break
                if later.round != choice.round:
                    yield choice, self._find_chance_after(choice.round) + given_away - choice.chance
                    break
                given_away += later.cost
            else:
                yield choice, self._find_chance_after(choice.round) + given_away - choice.chance

    def _find_chance_after(self, round: int) -> float:
        """Return the player's chance when that round was over."""
        return next((each for each in self.course if each.round > round), self.course[-1]).chances[self.seat]


def mirror(replay: Replay, seat: Seat, found: Mapping[AskNumber, Estimate]) -> Mirror:
    """Build the mirror of a seat from the estimates of its moments.

    Raises ValueError for a game that has no winner."""
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
        weighed.append(WeighedChoice(moment.ask, moment.round, chosen, chances, told.expected))
    by = Counter(sealer for moment in replay.moments if (sealer := chosen_by(replay, seat, moment)) is not None)
    whole = (*course, Standing(last.ask, last.round, end))
    return Mirror(replay.number, seat, whole, tuple(weighed), by["clock"], by["bot"])
