"""The figures by which the bots value a position: the file ``weights.json`` beside this module.

They are made by hand, after a look at how games of the normal bot went on from such positions.
They belong to the edition whose digest the file names. All are per million or per gem, so an owner's edition is valued
by the same ones: what its cards pay is taken from the view, what a majority pays from the rules (E7.1, E7.5)."""

import functools
import json
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).with_name("weights.json")
"""Where they are kept."""


class Weights(NamedTuple):
    """The figures."""

    edition: str
    """The digest of the edition for which they were chosen."""
    first_certainty: float
    """How much more likely a seat wins with each million at the beginning of a game: e to this power times."""
    last_certainty: float
    """The same at its end."""
    calmest: float
    """How open a majority is at the last turn of a round, in gems."""
    per_turn: float
    """How much more open with every turn before it."""
    sole: float
    """How often who has most is alone with it."""
    runner_up: float
    """What the second most certificates bring on the average, as a multiple of what they pay."""
    kept: tuple[float, ...]
    """What a gem of each colour that is kept brings in a later round, in millions."""
    surprise: Mapping[str, float]
    """What an immediate event card that lies face down may bring, in millions, by its effect."""


@functools.cache
def weights() -> Weights:
    """The figures, read once."""
    data = json.loads(FILE.read_text(encoding="utf-8"))
    return Weights(**{**data, "kept": tuple(data["kept"])})
