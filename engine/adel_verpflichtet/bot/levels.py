"""The bots of this game, by level."""

from collections.abc import Mapping

from engine.adel_verpflichtet.bot.normal import NormalBot
from engine.adel_verpflichtet.choices import Choice
from engine.adel_verpflichtet.view_types import TableView
from engine.core.game import Bot

LEVELS: Mapping[str, Bot[TableView, Choice]] = {"normal": NormalBot()}
"""The bots by level."""
