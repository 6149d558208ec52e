"""Instructions that this game's bots take from a player.

Each takes the seat's own view and the choices, and returns the choices that obey."""

from collections.abc import Callable, Mapping

from engine.adel_verpflichtet.choices import Action, Card, Choice, Location, LocationAction, Pick, Verb
from engine.adel_verpflichtet.view_types import PrivateView, TableView
from engine.core.game import Instruction

Choices = tuple[Choice, ...]


def careful(view: TableView, choices: Choices) -> Choices:
    """Keep the choices that risk least.

    They are no thief, the lowest cheque and the smallest exhibition."""
    left = no_thief(view, choices) or choices
    lowest = min((value for value in map(_cheque_worth, left) if value), default=0)
    fewest = min((count for count in map(_count_shown, left) if count), default=0)
    return tuple(choice for choice in left if _cheque_worth(choice) <= lowest and _count_shown(choice) <= fewest)


def no_thief(view: TableView, choices: Choices) -> Choices:
    """Drop thieves, and a location where a thief is the only card (A3.4)."""
    return _drop_card(Card.THIEF, view, choices, lambda mine: bool(mine.cheques))


def no_exhibit(view: TableView, choices: Choices) -> Choices:
    """Drop the exhibit card.

    The castle stays possible, since the detective is always in hand (A1.2)."""
    return _drop_card(Card.EXHIBIT, view, choices, lambda mine: True)


def keep_best_cheque(view: TableView, choices: Choices) -> Choices:
    """Drop the highest cheque, and a location where it is the only card (A3.4)."""
    mine = view.mine
    if mine is None or not mine.cheques:
        return choices
    best, has_other = mine.cheques[0], bool(mine.cheques[1:] or mine.thieves)
    return tuple(
        choice
        for choice in choices
        if _action(choice) != Action(Card.CHEQUE, best) and (choice is not Location.AUCTION_HOUSE or has_other)
    )


INSTRUCTIONS: Mapping[str, Instruction[TableView, Choice]] = {
    "no_thief": no_thief,
    "no_exhibit": no_exhibit,
    "keep_best_cheque": keep_best_cheque,
    "careful": careful,
}
"""Instructions by key, in order of priority."""


def _drop_card(card: Card, view: TableView, choices: Choices, has_other: Callable[[PrivateView], bool]) -> Choices:
    """Return the choices that do not play that card.

    ``has_other`` returns whether the seat has another card for the auction house."""
    may_bid = view.mine is None or has_other(view.mine)
    return tuple(
        choice
        for choice in choices
        if ((action := _action(choice)) is None or action.card is not card)
        and (choice is not Location.AUCTION_HOUSE or may_bid)
    )


def _action(choice: Choice) -> Action | None:
    match choice:
        case LocationAction(_, action):
            return action
        case Action():
            return choice
    return None


def _cheque_worth(choice: Choice) -> int:
    """Return the worth of a cheque; 0 for any other choice."""
    action = _action(choice)
    return action.value if action is not None and action.card is Card.CHEQUE else 0


def _count_shown(choice: Choice) -> int:
    """Return the number of objects exhibited."""
    return len(choice.objects) if isinstance(choice, Pick) and choice.verb is Verb.SHOW else 0
