"""Training of the strong bots: makes their weights again.

``python -m tools.train_bots --game adel_verpflichtet`` trains. The same seed makes the same weights, unless time
runs out. The result replaces the file that bots read, with the digest of the edition in force. Hand-made values stay
as they are."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from textwrap import fill

from engine.adel_verpflichtet import GAME as ADEL
from engine.adel_verpflichtet.bot.model.weights import LEARNT
from engine.adel_verpflichtet.edition import current_edition
from engine.core.errors import BadEditionError
from engine.registry import GAMES
from tools.train_bots.adel_training import learn

WIDTH = 118


def main(argv: Sequence[str] | None = None) -> int:
    """Train, report progress, and write the file; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.train_bots", description=__doc__)
    parser.add_argument("--game", choices=list(GAMES), required=True)
    parser.add_argument("--seats", type=int, nargs="*", choices=ADEL.table_sizes, help="table sizes (default: all)")
    parser.add_argument("--games", type=int, default=6_000, help="games of each size (default: %(default)s)")
    parser.add_argument("--minutes", type=float, default=4, help="at most, for those of a size (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=LEARNT, help="the file (default: that of the bots)")
    given = parser.parse_args(argv)
    if given.game != ADEL.key:
        parser.error(f"the weights of {GAMES[given.game].title} are made by hand: there is nothing to train")
    try:
        edition = current_edition()
    except BadEditionError as error:
        parser.error(str(error))
    kept = json.loads(given.out.read_text(encoding="utf-8")) if given.out.exists() else {}
    if kept.get("edition") != edition.digest:
        kept = {"edition": edition.digest, "weights": {}, "usual": {}, "habitual": {}}
    for seats in given.seats or ADEL.table_sizes:
        for told in learn(edition, seats, given.games, given.minutes * 60, given.seed):
            if isinstance(told, str):
                print(told, flush=True)
            else:
                for what, learnt in told.items():
                    kept[what][str(seats)] = learnt
    given.out.write_text(fill(json.dumps(kept), WIDTH, break_on_hyphens=False) + "\n", encoding="utf-8")
    print(f"written to {given.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
