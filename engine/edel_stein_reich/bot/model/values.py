"""Value of a position: money, expected scorings, and the chance to win."""

import math
from collections.abc import Sequence

from engine.edel_stein_reich.bot.model.position import PAYS, Column, Position
from engine.edel_stein_reich.bot.model.weights import Weights
from engine.edel_stein_reich.rules.scoring import CERTIFICATES
from engine.edel_stein_reich.view_types import TableView

Worths = tuple[float, ...]
"""Expected final money of each seat, in millions."""


class Values:
    """Values of the positions of one turn.

    Values are cached by colour, because most of a position stays the same."""

    def __init__(self, weights: Weights, view: TableView) -> None:
        self.weights = weights
        self.heat = weights.calmest + weights.per_turn * (view.turns - view.turn)
        played = (view.round - 1 + (view.turn - 1) / view.turns) / view.rounds
        self.certainty = weights.first_certainty + (weights.last_certainty - weights.first_certainty) * played**2
        self.is_last = view.round == view.rounds
        self._colours: dict[tuple[int, Column, Column, Column], Worths] = {}
        self._certificates: dict[tuple[Column, Column], Worths] = {}

    def worths(self, position: Position) -> Worths:
        """Return each seat's expected money, in millions."""
        sole, by_gem, kept = position.sole, position.by_gem, self._colours
        columns = []
        for place, numbers in enumerate(zip(*position.gems, strict=True)):
            key = place, numbers, sole[place], by_gem[place]
            column = kept.get(key)
            if column is None:
                column = kept[key] = self._colour(*key)
            columns.append(column)
        certificates = self._certificates_of(position.certificates, position.sole_certificates)
        return tuple(map(sum, zip(position.money, certificates, *columns, strict=True)))

    def outlook(self, position: Position, seat: int) -> float:
        """Return a seat's lead over the others, in millions; the richest counts most."""
        return self.rate(self.worths(position), seat)

    def rate(self, worths: Sequence[float], seat: int) -> float:
        """Return a seat's outlook at these worths.

        It is the logarithm of the seat's odds to win, by ``certainty``."""
        certainty = self.certainty
        own = worths[seat]
        rivals = sum([math.exp(certainty * (worth - own)) for worth in worths]) - 1
        return -math.log(max(rivals, 1e-9)) / certainty

    def chances(self, worths: Sequence[float]) -> tuple[float, ...]:
        """Return each seat's chance to win at these worths."""
        certainty, most = self.certainty, max(worths)
        odds = [math.exp(certainty * (worth - most)) for worth in worths]
        total = sum(odds)
        return tuple([each / total for each in odds])

    def _colour(self, place: int, numbers: Column, sole: Column, by_gem: Column) -> Worths:
        """Return each seat's expected pay for its gems of a colour, now and later."""
        weights, pays = self.weights, PAYS[place]
        later = 0.0 if self.is_last else weights.kept[place]
        return tuple(
            share * (pays + weights.sole * sole[seat]) + number * (by_gem[seat] + later * (1 - 0.5 * share))
            for seat, (number, share) in enumerate(zip(numbers, majority_chances(numbers, self.heat), strict=True))
        )

    def _certificates_of(self, numbers: Column, sole: Column) -> Worths:
        """Return each seat's expected pay for its certificates."""
        found = self._certificates.get((numbers, sole))
        if found is None:
            most, second = CERTIFICATES
            weights = self.weights
            found = tuple(
                share * (most + weights.sole * extra) + weights.runner_up * second * share * (1 - share)
                if number
                else 0.0
                for number, share, extra in zip(numbers, majority_chances(numbers, self.heat / 2), sole, strict=True)
            )
            self._certificates[numbers, sole] = found
        return found


def majority_chances(numbers: Column, heat: float) -> tuple[float, ...]:
    """Return each seat's chance to have most at the scoring, from present numbers.

    ``heat`` is the uncertainty, in gems."""
    most = max(numbers)
    weights = [math.exp((number - most) / heat) for number in numbers]
    total = sum(weights)
    return tuple([weight / total for weight in weights])
