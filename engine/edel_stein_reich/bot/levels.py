"""The bots of this game, by level."""

from collections.abc import Mapping

from engine.core.game import Bot
from engine.edel_stein_reich.bot.normal import NormalBot
from engine.edel_stein_reich.choices import Choice
from engine.edel_stein_reich.view_types import TableView

LEVELS: Mapping[str, Bot[TableView, Choice]] = {"normal": NormalBot()}
"""The bots by level."""
