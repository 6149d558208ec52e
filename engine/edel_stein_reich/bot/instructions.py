"""Instructions to a stand-in. Each filters the choices of an ask."""

from collections.abc import Mapping

from engine.core.game import Instruction
from engine.edel_stein_reich.choices import Action, Bid, Choice, Word
from engine.edel_stein_reich.gems import size
from engine.edel_stein_reich.view_types import TableView

Choices = tuple[Choice, ...]


def careful(view: TableView, choices: Choices) -> Choices:
    """Return the choices of least cost: no bid above the lowest, no unseen event card."""
    return tuple(choice for choice in low_bids(view, choices) if choice is not Word.UNSEEN_CARD)


def low_bids(view: TableView, choices: Choices) -> Choices:
    """Return the choices without all bids above the lowest legal one (E5.4)."""
    bids = [choice for choice in choices if isinstance(choice, Bid)]
    lowest = min(bids, key=lambda bid: (size(bid.gems), bid.gems), default=None)
    return tuple(choice for choice in choices if not isinstance(choice, Bid) or choice == lowest)


def no_bids(view: TableView, choices: Choices) -> Choices:
    """Never a bid: the other is let have the action (E5.6, E5.7)."""
    return tuple(choice for choice in choices if not isinstance(choice, Bid))


def no_events(view: TableView, choices: Choices) -> Choices:
    """Never the action card that takes an event card (E3.2)."""
    return tuple(choice for choice in choices if choice is not Action.EVENT)


INSTRUCTIONS: Mapping[str, Instruction[TableView, Choice]] = {
    "no_events": no_events,
    "no_bids": no_bids,
    "low_bids": low_bids,
    "careful": careful,
}
"""The instructions by key, the weightier first."""
