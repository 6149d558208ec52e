"""What a seat may want to seal when it is asked next: the actions, of which every seat has all in every turn (E1.2)."""

from app.web.games.edel_stein_reich.prompts.model import choice_name
from app.web.games.edel_stein_reich.words import Words
from engine.edel_stein_reich.view_types import TableView


def list_plannable_choices(table: TableView) -> tuple[str, ...]:
    """The actions; with two seats also guesses at the other's (E10.3). Empty for the public."""
    if table.mine is None:
        return ()
    guesses = tuple(f"guess {action}" for action in table.actions) if len(table.seats) == 2 else ()
    return (*table.actions, *guesses)


def condition_name(condition: str, words: Words) -> str:
    """What a choice is made to depend on, as a clause."""
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
    return said % {"who": words.who(int(rest))} if rest else said


def name_planned_choice(choice: str, words: Words) -> str:
    """An action, a guess or another choice by name, with marks of seats."""
    name = choice_name(choice, words)
    return words.gettext("Guess: %(action)s") % {"action": name} if choice.startswith("guess ") else name
