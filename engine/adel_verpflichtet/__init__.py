"""Game Adel verpflichtet; its rules are numbered in RULES.md."""

from engine.adel_verpflichtet.game import GAME

__all__ = ["GAME"]
