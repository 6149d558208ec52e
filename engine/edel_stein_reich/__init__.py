"""The game Edel, Stein & Reich; its rules are numbered in RULES.md."""

from engine.edel_stein_reich.game import GAME

__all__ = ["GAME"]
