"""Choices that a seat can plan: every seat has all actions in every turn (E1.2)."""

from app.web.games.edel_stein_reich.prompts.model import choice_name
from app.web.games.edel_stein_reich.words import Words
from engine.edel_stein_reich.view_types import TableView


def list_plannable_choices(table: TableView) -> tuple[str, ...]:
    """Return the actions, and with two seats also guesses (E10.3).

    Empty for the public."""
    if table.mine is None:
        return ()
    guesses = tuple(f"guess {action}" for action in table.actions) if len(table.seats) == 2 else ()
    return (*table.actions, *guesses)


def condition_name(condition: str, words: Words) -> str:
    """Return the condition of a choice as a clause."""
    _ = words.gettext
    first, _space, rest = condition.partition(" ")
    if first == "pays":
        return _("if your next gem card pays %(money)s or more") % {"money": words.money(int(rest))}
    said = {
        "scoring": _("if the next event card is kept until the scoring"),
        "certificate": _("if the next event card is a certificate"),
        "money": _("if %(who)s goes for the money"),
        "event": _("if %(who)s goes for the event card"),
        "gems": _("if %(who)s goes for the gems"),
        "free_choice": _("if %(who)s goes for the free choice"),
    }[first]
    return said % {"who": words.name_seat(int(rest))} if rest else said


def name_planned_choice(choice: str, words: Words) -> str:
    """Return the name of an action, a guess or another choice, with marks of seats."""
    name = choice_name(choice, words)
    return words.gettext("Guess: %(action)s") % {"action": name} if choice.startswith("guess ") else name
