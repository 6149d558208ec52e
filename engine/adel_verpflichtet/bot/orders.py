"""What a player can order the bot that plays in their place. Each order looks at the seat's own view and the choices,
and leaves those that obey it."""

from collections.abc import Callable, Mapping

from engine.adel_verpflichtet.choices import Action, Card, Choice, Location, LocationAction, Pick, Verb
from engine.adel_verpflichtet.view_types import Mine, TableView
from engine.core.game import Order

Choices = tuple[Choice, ...]


def careful(view: TableView, choices: Choices) -> Choices:
    """What can cost least: no thief, of cheques the lowest, of exhibitions the smallest."""
    left = no_thief(view, choices) or choices
    lowest = min((value for value in map(_cheque, left) if value), default=0)
    fewest = min((count for count in map(_shown, left) if count), default=0)
    return tuple(choice for choice in left if _cheque(choice) <= lowest and _shown(choice) <= fewest)


def no_thief(view: TableView, choices: Choices) -> Choices:
    """No thief is played, and no place chosen where a thief is all there is to play (A3.4)."""
    return _without(Card.THIEF, view, choices, lambda mine: bool(mine.cheques))


def no_exhibit(view: TableView, choices: Choices) -> Choices:
    """Nothing is exhibited. The castle stays open: the detective is always in hand (A1.2)."""
    return _without(Card.EXHIBIT, view, choices, lambda mine: True)


def keep_best_cheque(view: TableView, choices: Choices) -> Choices:
    """The highest cheque in hand is not played, and no place chosen where it is all there is to play (A3.4)."""
    mine = view.mine
    if mine is None or not mine.cheques:
        return choices
    best, has_other = mine.cheques[0], bool(mine.cheques[1:] or mine.thieves)
    return tuple(
        choice
        for choice in choices
        if _action(choice) != Action(Card.CHEQUE, best) and (choice is not Location.AUCTION_HOUSE or has_other)
    )


ORDERS: Mapping[str, Order[TableView, Choice]] = {
    "no_thief": no_thief,
    "no_exhibit": no_exhibit,
    "keep_best_cheque": keep_best_cheque,
    "careful": careful,
}
"""The orders by key, the weightier first."""


def _without(card: Card, view: TableView, choices: Choices, has_other: Callable[[Mine], bool]) -> Choices:
    """The choices that do not play that card; ``has_other``: whether the auction house leaves the seat another one."""
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


def _cheque(choice: Choice) -> int:
    """What a cheque is worth; 0 for whatever else."""
    action = _action(choice)
    return action.value if action is not None and action.card is Card.CHEQUE else 0


def _shown(choice: Choice) -> int:
    """How many objects are exhibited."""
    return len(choice.objects) if isinstance(choice, Pick) and choice.verb is Verb.SHOW else 0
