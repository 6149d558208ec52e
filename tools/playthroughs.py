"""Writer of the recorded games and counts in tests/engine.

Read the changes as a diff."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from engine.core.game import AnyGame
from engine.core.options import Value
from engine.core.plain import Plain
from engine.count import count, deals
from engine.playthrough import playthrough
from engine.registry import GAMES, find

FOLDER = Path(__file__).resolve().parents[1] / "tests" / "engine" / "playthroughs"
COUNTS = FOLDER.parent / "counts.json"


class RecordedGame(NamedTuple):
    """Recorded game of random choices, which depends on the rules alone."""

    game: str
    name: str
    seats: int
    options: tuple[tuple[str, Value], ...]
    seed: str

    @property
    def path(self) -> Path:
        """Path of its file."""
        return FOLDER / f"{self.game}-{self.name}.txt"

    def text(self) -> str:
        """Return its text as the engine plays it now."""
        lines = playthrough(find(self.game), self.seats, dict(self.options), bytes.fromhex(self.seed))
        return "".join(f"{line}\n" for line in lines)


ADEL = "adel_verpflichtet"
EDEL = "edel_stein_reich"

RECORDED = (
    RecordedGame(ADEL, "2-surprise", 2, (("variant", "surprise"), ("open_memory", True)), "a2"),
    RecordedGame(ADEL, "2-confrontation", 2, (("variant", "confrontation"), ("open_memory", False)), "b2"),
    RecordedGame(ADEL, "3", 3, (("open_memory", True),), "05"),
    RecordedGame(ADEL, "4-1990", 4, (("open_memory", True), ("rules", "1990")), "19"),
    RecordedGame(ADEL, "5", 5, (("open_memory", False),), "75"),
    RecordedGame(EDEL, "2", 2, (), "e2"),
    RecordedGame(EDEL, "3", 3, (), "e3"),
    RecordedGame(EDEL, "5", 5, (), "e5"),
)
"""Games recorded as text. Every game of the registry owes at least two."""

SEEDS = (bytes(32), b"\x01" * 32)
"""Seeds of the deals that are counted at every table."""

DEPTH = 3


def count_tables(game: AnyGame) -> Iterator[Plain]:
    """Yield the counts of a game's tables as the engine counts now."""
    for seats, options, seed in deals(game, SEEDS):
        yield count(game, seats, options, seed, DEPTH).data()


def main() -> None:
    """Write all files and list them."""
    FOLDER.mkdir(exist_ok=True)
    kept = {recorded.path for recorded in RECORDED}
    for old in set(FOLDER.glob("*.txt")) - kept:
        old.unlink()
    for recorded in RECORDED:
        recorded.path.write_text(recorded.text(), encoding="utf-8")
        print(f"{recorded.path.name}: {recorded.path.stat().st_size // 1000} kB")
    rows = [row for game in GAMES.values() for row in count_tables(game)]
    # one row a line, so that a diff shows which number changed
    body = ",\n".join(json.dumps(row) for row in rows)
    COUNTS.write_text(f"[\n{body}\n]\n", encoding="utf-8")
    print(f"{COUNTS.name}: {len(rows)} deals")


if __name__ == "__main__":
    main()
