"""Prompts of this game: one function per kind of ask.

Prompts for negotiations and event cards are in modules of their own."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from app.rooms.views.view_types import AskPart, RoomView
from app.web.games.edel_stein_reich.prompts.bargain import bid
from app.web.games.edel_stein_reich.prompts.event import event, event_source, return_gem
from app.web.games.edel_stein_reich.prompts.headline import as_text, headline
from app.web.games.edel_stein_reich.prompts.model import (
    BlockedChoice,
    ChoiceCard,
    Compose,
    Maker,
    Prompt,
    choice_name,
    listing,
    make_choice_card,
    mine_of,
)
from app.web.games.edel_stein_reich.words import Words
from app.web.text.sentences import parts_of
from engine.edel_stein_reich.view_types import TableView


def prompt(view: RoomView, words: Words) -> Prompt:
    """Return the prompt of a view that holds an ask.

    Raises ValueError if the viewer is asked nothing."""
    if view.ask is None or view.table.mine is None:
        raise ValueError("nothing is asked of this viewer")
    made = MAKERS[view.ask.kind](view.table, view.ask, words)
    names = {int(part.seat): part.name for part in view.seats}
    if (said := headline(view.table, view.you, words)) is not None:
        return replace(made, title=as_text(said.title, words, names), hint=as_text(said.stakes, words, names))
    return replace(made, title=_insert_names(made.title, names), hint=_insert_names(made.hint, names))


def _insert_names(said: str, names: Mapping[int, str]) -> str:
    """Replace the marks of seats in a text by names."""
    return "".join(part if isinstance(part, str) else names[part] for part in parts_of(said))


def action(table: TableView, ask: AskPart, words: Words) -> Prompt:
    """Ask for the action to seal (E3.2, E10.2)."""
    _ = words.gettext
    me = mine_of(table).seat
    hint = _("Alone, you get it. Two bargain. Three or more: nobody gets it.")
    if table.guessing:
        hint = _("The other player guesses. Right first time, and you get nothing.")
    return Prompt(
        kind=ask.kind,
        title=_("What do you go for?"),
        hint=hint,
        seal=_("Seal"),
        change=_("Change"),
        choice_cards=tuple(make_choice_card(table, me, choice, choice, words) for choice in ask.choices),
        sealed_name=choice_name(ask.sealed, words) if ask.sealed else "",
    )


def guess(table: TableView, ask: AskPart, words: Words) -> Prompt:
    """Ask for a guess at the other seat's sealed action (E10.3).

    Raises ValueError if nobody guesses now."""
    _ = words.gettext
    if table.guessing is None:
        raise ValueError("nobody guesses here")
    guessed = table.guessing.guesses
    active = table.guessing.active
    hint = _("Guess right and they get nothing. Guess wrong and you try once more.")
    if guessed:
        hint = _("Guess right and you bargain for it. Guess wrong and they get it.")
    return Prompt(
        kind=ask.kind,
        title=_("What did they seal?"),
        hint=hint,
        seal=_("Guess"),
        change=_("Guess"),
        choice_cards=tuple(
            make_choice_card(table, active, choice.split(" ")[1], choice, words) for choice in ask.choices
        ),
        blocked=tuple(BlockedChoice(words.action(each), _("Already guessed."), "E10.3") for each in guessed),
        sealed_name=choice_name(ask.sealed, words) if ask.sealed else "",
    )


def free_choice(table: TableView, ask: AskPart, words: Words) -> Prompt:
    """Ask for the gems to take (E4.4)."""
    _ = words.gettext
    me = mine_of(table)
    exchanges = [choice.split(" ") for choice in ask.choices if choice.startswith("exchange ")]
    if exchanges:
        there = tuple(colour for colour in words.colours if any(colour in each[2:] for each in exchanges))
        return Prompt(
            kind=ask.kind,
            title=_("Free choice: you were the only one"),
            hint=_("Return one gem, then take any two (even the one you returned)."),
            seal=_("Take them"),
            change=_("Take them"),
            choice_cards=(ChoiceCard("decline", choice_name("decline", words), note=parts_of(_("Nothing changes."))),),
            blocked=_missing([colour for colour in words.colours if colour not in there], words),
            compose=Compose("exchange", "E4.4", me.gems, there=there),
            listed=listing(ask, words),
            sealed_name=choice_name(ask.sealed, words) if ask.sealed else "",
        )
    choice_cards = [
        ChoiceCard(choice, choice_name(choice, words), gems=(colour,), place=f"supply-{colour}")
        for choice in ask.choices
        for colour in choice.split(" ")[1:]
        if choice.startswith("take ")
    ]
    missing = [colour for colour, count in zip(words.colours, table.supply, strict=True) if not count]
    blocked = _missing(missing, words)
    if not any(me.gems) and not choice_cards and len(missing) < len(words.colours):
        blocked = (BlockedChoice(_("Swap"), _("You have no gems to return."), "E4.4"),)
    return Prompt(
        kind=ask.kind,
        title=_("Which gem do you take?"),
        hint=_("Others went for it too: each of you takes one gem."),
        seal=_("Take it"),
        change=_("Take it"),
        choice_cards=(
            *choice_cards,
            ChoiceCard("decline", choice_name("decline", words), note=parts_of(_("You take nothing."))),
        ),
        blocked=blocked,
        sealed_name=choice_name(ask.sealed, words) if ask.sealed else "",
    )


def _missing(colours: Sequence[str], words: Words) -> tuple[BlockedChoice, ...]:
    """Return the colours that are missing in the supply as blocked."""
    reason = words.gettext("The supply has none.")
    return tuple(BlockedChoice(words.colour(colour).capitalize(), reason, "E4.4") for colour in colours)


MAKERS: dict[str, Maker] = {
    "action": action,
    "guess": guess,
    "bid": bid,
    "event_source": event_source,
    "event": event,
    "return_gem": return_gem,
    "free_choice": free_choice,
}
"""Functions that make the prompt, by kind of ask."""
