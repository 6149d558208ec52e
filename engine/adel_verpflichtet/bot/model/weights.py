"""Results of training: weights for the chances, and usual play.

They are in a file beside this module."""

import functools
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from engine.adel_verpflichtet.bot.model.box import Box, box_of
from engine.adel_verpflichtet.bot.model.prospects import Prospects
from engine.adel_verpflichtet.bot.model.usual import UsualShares
from engine.adel_verpflichtet.view_types import TableView

LEARNT = Path(__file__).with_name("weights.json")
"""File of ``python -m tools.train_bots --game adel_verpflichtet``."""


@dataclass(frozen=True, eq=False)
class Weights:
    """Results of training, and their edition."""

    edition: str
    """Digest of the edition that was played.

    With another edition the same weights are used, with the way to the banquet scaled to its length: a good guess."""
    by_seats: Mapping[int, Sequence[float]]
    """Weights of ``Prospects`` for each table size."""
    usual: Mapping[int, UsualShares]
    """Usual play for each table size, by those who weigh their cards against it."""
    habitual: Mapping[int, UsualShares]
    """Habitual play for each table size (``engine.adel_verpflichtet.bot.habits``)."""
    _made: dict[tuple[Box, int], Prospects] = field(default_factory=dict)

    def prospects_at(self, view: TableView) -> Prospects:
        """Return the prospects for a table like the viewed one."""
        key = box_of(view), len(view.seats)
        made = self._made.get(key)
        if made is None:
            if len(self._made) >= MOST_BOXES:
                self._made.clear()
            made = self._made[key] = Prospects(key[0], self.by_seats[key[1]])
        return made

    def usual_at(self, view: TableView) -> UsualShares:
        """Return the usual play at a table like the viewed one."""
        return self.usual[len(view.seats)]

    def habitual_at(self, view: TableView) -> UsualShares:
        """Return the habitual play at a table like the viewed one."""
        return self.habitual[len(view.seats)]


MOST_BOXES = 32
"""Number of editions and table sizes whose prospects are cached."""


@functools.cache
def learnt() -> Weights:
    """Return the weights of the file."""
    data = json.loads(LEARNT.read_text(encoding="utf-8"))
    return Weights(
        data["edition"],
        {int(seats): tuple(found) for seats, found in data["weights"].items()},
        _shares(data["usual"]),
        _shares(data["habitual"]),
    )


def _shares(data: Mapping[str, Mapping[str, float]]) -> dict[int, UsualShares]:
    return {int(seats): UsualShares(**shares) for seats, shares in data.items()}
