"""A sensible opponent."""

from collections.abc import Mapping

from engine.core.game import Bot
from engine.edel_stein_reich.choices import Choice
from engine.edel_stein_reich.view import TableView

LEVELS: Mapping[str, Bot[TableView, Choice]] = {}
"""The bots by level."""
