"""A bot for Adel verpflichtet, as a class and as a process. docs/bots.md says what is what.

.venv/bin/python -m engine arena docs/example_bot.py:Exhibitor normal
.venv/bin/python -m engine arena "process:.venv/bin/python -m docs.example_bot" normal"""

import json
import sys
from random import Random
from typing import Any

from engine.adel_verpflichtet import GAME
from engine.core.plain import plain


def pick(table: Any, choices: list[str]) -> str:
    """Goes to the castle and exhibits the most it can, else to the auction house; of equals the first that is listed,
    and so the highest cheque."""
    place = "castle" if table["mine"]["can_exhibit"] else "auction_house"

    def worth(choice: str) -> tuple[bool, bool, int]:
        return choice.startswith(place), choice.endswith("exhibit"), choice.startswith("show") * len(choice)

    return max(choices, key=worth)


class Exhibitor:
    """Made anew for each seat and each game."""

    def choose(self, view: Any, ask: Any, rng: Random) -> Any:
        """One of ``ask.choices``. The view is the game's own; here it is looked at as JSON has it."""
        return GAME.parse(pick(plain(view), [GAME.text(choice) for choice in ask.choices]))


def main() -> None:
    """Answers every ask; what a game begins and ends with needs no answer."""
    for line in sys.stdin:
        if "ask" in (message := json.loads(line)):
            print(json.dumps({"choice": pick(message["view"], message["ask"]["choices"])}), flush=True)


if __name__ == "__main__":
    main()
