"""Recipes "A game", "An option" (of a game) and "A level of a bot".

They are followed with the game Throws."""

from tests.recipes.tree import Tree
from tests.sources import ROOT

DUMMY = ROOT / "tests" / "dummy"
REGISTRY = "engine/registry.py"


def add_game(tree: Tree) -> None:
    """Add a folder, a book of rules, and a line in the registry."""
    tree.write("engine/throws/__init__.py", (DUMMY / "throws.py").read_text(encoding="utf-8"))
    tree.write("engine/throws/RULES.md", (DUMMY / "RULES.md").read_text(encoding="utf-8"))
    tree.insert_after(REGISTRY, "from engine.edel_stein_reich import GAME as EDEL_STEIN_REICH\n", IMPORT)
    tree.replace(REGISTRY, "(ADEL_VERPFLICHTET, EDEL_STEIN_REICH)", "(ADEL_VERPFLICHTET, EDEL_STEIN_REICH, THROWS)")


def add_option(tree: Tree) -> None:
    """Add one more option of the game."""
    tree.replace(
        "engine/throws/__init__.py",
        'OPTIONS = (Option("rounds", ROUNDS, 5, TABLE_SIZES),)',
        'OPTIONS = (Option("rounds", ROUNDS, 5, TABLE_SIZES), Option("left_handed", (True, False), False, (2, 3)))',
    )


def add_bot(tree: Tree) -> None:
    """Add one more level and its word."""
    tree.write("engine/throws/bot/__init__.py", BOT)
    tree.insert_after(
        "engine/throws/__init__.py", "from engine.core.seats import Seat, Viewer, all_seats\n", BOT_IMPORT
    )
    tree.replace(
        "engine/throws/__init__.py", '{"normal": AnyThrow()}', '{"normal": AnyThrow(), "stubborn": Stubborn()}'
    )
    tree.replace(
        "app/web/text/sentences.py", '"strong": _("strong")', '"strong": _("strong"), "stubborn": _("stubborn")'
    )


IMPORT = "from engine.throws import GAME as THROWS\n"
BOT_IMPORT = "from engine.throws.bot import Stubborn\n"
BOT = '''"""A bot that throws the same for ever."""

import random

from engine.core.asks import Ask


class Stubborn:
    """Stone, and stone again."""

    def choose(self, view: object, ask: Ask[str], rng: random.Random) -> str:
        """Implement Bot."""
        return ask.default
'''
