"""Weights by which the bots value a position, from the file ``weights.json``.

They were set by hand, from games of the normal bot. They belong to the edition whose digest the file names. All are
per million or per gem, so they also serve an owner's edition. Pay of cards comes from the view, pay of majorities
from the rules (E7.1, E7.5)."""

import functools
import json
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).with_name("weights.json")
"""Path of the weights."""


class Weights(NamedTuple):
    """The figures."""

    edition: str
    """The digest of the edition for which they were chosen."""
    first_certainty: float
    """Growth of the odds to win by a million at the start of a game: e to this power."""
    last_certainty: float
    """The same at its end."""
    calmest: float
    """Uncertainty of a majority at the last turn of a round, in gems."""
    per_turn: float
    """Added uncertainty of every turn before it, in gems."""
    sole: float
    """Probability that a majority is a sole one."""
    runner_up: float
    """Average value of second most certificates, as a multiple of their pay."""
    kept: tuple[float, ...]
    """Value in later rounds of a gem of each colour, in millions."""
    surprise: Mapping[str, float]
    """Value of an unseen immediate event card, in millions, by its effect."""


@functools.cache
def weights() -> Weights:
    """Return the weights, read once."""
    data = json.loads(FILE.read_text(encoding="utf-8"))
    return Weights(**{**data, "kept": tuple(data["kept"])})
