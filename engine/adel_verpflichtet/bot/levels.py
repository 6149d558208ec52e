"""Bots of this game, by level."""

from collections.abc import Mapping

from engine.adel_verpflichtet.bot.characters import LEANINGS, CharacterBot
from engine.adel_verpflichtet.bot.easy import EasyBot
from engine.adel_verpflichtet.bot.normal import NormalBot
from engine.adel_verpflichtet.bot.strong import StrongBot
from engine.adel_verpflichtet.choices import Choice
from engine.adel_verpflichtet.view_types import TableView
from engine.core.game import Bot

LEVELS: Mapping[str, Bot[TableView, Choice]] = {
    "easy": EasyBot(),
    "normal": NormalBot(),
    "strong": StrongBot(),
    **{f"strong_{character}": CharacterBot(character) for character in LEANINGS},
}
"""Bots by level."""
