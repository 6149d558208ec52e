"""The process in which bots think, with Throws and its thinkers among the games."""

import os
import signal
import sys

from engine import registry
from engine.bots.thinking import main
from tests.dummy.thinkers import LEVELS
from tests.dummy.throws import GAME, Throws

COMMAND = (sys.executable, "-m", "tests.dummy.thinking")
STILLBORN = (sys.executable, "-m", "tests.dummy.thinking", "stillborn")
"""It ends before it can be asked."""
DEAF = (sys.executable, "-m", "tests.dummy.thinking", "deaf")
"""In the midst of a thought it does not end with whoever started it."""
HASTY = (sys.executable, "-m", "tests.dummy.thinking", "hasty")
"""It begins to let others go first while it does so."""

if __name__ == "__main__":
    if sys.argv[1:] == ["stillborn"]:
        os._exit(1)
    if sys.argv[1:] == ["deaf"]:
        vars(os)["_exit"] = sys.exit
    if sys.argv[1:] == ["hasty"]:
        once = signal.setitimer
        vars(signal)["setitimer"] = lambda which, seconds: once(which, seconds, seconds)
    Throws.bots = LEVELS
    registry.GAMES = {**registry.GAMES, GAME.key: GAME}
    main()
