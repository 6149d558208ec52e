"""The bots of this game, by level."""

from collections.abc import Mapping

from engine.core.game import Bot
from engine.edel_stein_reich.bot.characters import LEANINGS
from engine.edel_stein_reich.bot.easy import EasyBot
from engine.edel_stein_reich.bot.normal import NormalBot
from engine.edel_stein_reich.bot.strong import StrongBot
from engine.edel_stein_reich.choices import Choice
from engine.edel_stein_reich.view_types import TableView

LEVELS: Mapping[str, Bot[TableView, Choice]] = {
    "easy": EasyBot(),
    "normal": NormalBot(),
    "strong": StrongBot(),
    **{f"strong_{character}": StrongBot(leaning) for character, leaning in LEANINGS.items()},
}
"""The bots by level, the weaker first."""
