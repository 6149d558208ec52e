"""Bot for Adel verpflichtet, as a class and as a process. See docs/bots.md.

.venv/bin/python -m engine arena docs/example_bot.py:Exhibitor normal
.venv/bin/python -m engine arena "process:.venv/bin/python -m docs.example_bot" normal"""

import json
import sys
from random import Random
from typing import Any

from engine.adel_verpflichtet import GAME
from engine.core.plain import to_plain


def pick(table: Any, choices: list[str]) -> str:
    """Pick the castle and the largest exhibition, else the auction house."""
    place = "castle" if table["mine"]["can_exhibit"] else "auction_house"

    def worth(choice: str) -> tuple[bool, bool, int]:
        return choice.startswith(place), choice.endswith("exhibit"), choice.startswith("show") * len(choice)

    return max(choices, key=worth)


class Exhibitor:
    """Bot of one seat in one game."""

    def choose(self, view: Any, ask: Any, rng: Random) -> Any:
        """Return one of ``ask.choices``.

        The view is the game's own; here it is read as JSON."""
        return GAME.parse(pick(to_plain(view), [GAME.text(choice) for choice in ask.choices]))


def main() -> None:
    """Answer every ask. The begin and the end of a game need no answer."""
    for line in sys.stdin:
        if "ask" in (message := json.loads(line)):
            print(json.dumps({"choice": pick(message["view"], message["ask"]["choices"])}), flush=True)


if __name__ == "__main__":
    main()
