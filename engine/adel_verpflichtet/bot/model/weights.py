"""What training found: weights for the chances, and what is usually played. It lies beside this module."""

import functools
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from engine.adel_verpflichtet.bot.model.box import Box, box_of
from engine.adel_verpflichtet.bot.model.prospects import Prospects
from engine.adel_verpflichtet.bot.model.usual import Usual
from engine.adel_verpflichtet.view_types import TableView

LEARNT = Path(__file__).with_name("weights.json")
"""The file: ``python -m tools.train_bots --game adel_verpflichtet`` makes it."""


@dataclass(frozen=True, eq=False)
class Weights:
    """What was learnt, and of which edition."""

    edition: str
    """The digest of the edition that was played. With another one the same weights are used, the way to the banquet
    being scaled to its length: a guess, if a good one."""
    by_seats: Mapping[int, Sequence[float]]
    """For each table size what ``Prospects`` goes by."""
    usual: Mapping[int, Usual]
    """For each table size what is usually played: by those who weigh their cards against it."""
    habitual: Mapping[int, Usual]
    """For each table size what is played by habit (``engine.adel_verpflichtet.bot.habits``)."""
    _made: dict[tuple[Box, int], Prospects] = field(default_factory=dict)

    def prospects_at(self, view: TableView) -> Prospects:
        """What tells the chances at a table like the one somebody sees."""
        key = box_of(view), len(view.seats)
        made = self._made.get(key)
        if made is None:
            if len(self._made) >= MOST_BOXES:
                self._made.clear()
            made = self._made[key] = Prospects(key[0], self.by_seats[key[1]])
        return made

    def usual_at(self, view: TableView) -> Usual:
        """What is usually played at a table like the one somebody sees."""
        return self.usual[len(view.seats)]

    def habitual_at(self, view: TableView) -> Usual:
        """What is played by habit at a table like the one somebody sees."""
        return self.habitual[len(view.seats)]


MOST_BOXES = 32
"""For how many editions and table sizes prospects are kept."""


@functools.cache
def learnt() -> Weights:
    """The weights of the file."""
    data = json.loads(LEARNT.read_text(encoding="utf-8"))
    return Weights(
        data["edition"],
        {int(seats): tuple(found) for seats, found in data["weights"].items()},
        _shares(data["usual"]),
        _shares(data["habitual"]),
    )


def _shares(data: Mapping[str, Mapping[str, float]]) -> dict[int, Usual]:
    return {int(seats): Usual(**shares) for seats, shares in data.items()}
