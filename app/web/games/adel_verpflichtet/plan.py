"""Choices that a seat can plan, from its own hand and the stage of the round."""

from app.web.games.adel_verpflichtet.words import Words
from engine.adel_verpflichtet.view_types import TableView

PLACES = ("castle", "auction_house")
OF_OBJECTS = ("buy", "show", "steal")


def list_plannable_choices(table: TableView) -> tuple[str, ...]:
    """Return the choices that a seat can plan; empty for the public.

    While places are chosen (A3.2): the cards in hand. Later in the round: the places of the next round. With two
    seats, or once the auction house is closed: the cards at once."""
    if table.mine is None:
        return ()
    mine = table.mine
    own = ["exhibit", "detective", *(f"thief {value}" for value in mine.thieves)]
    cards = [f"cheque {value}" for value in mine.cheques]
    if table.variant == "surprise":
        at_castle = [f"castle {card}" for card in own]
        thieves = [f"auction_house {card}" for card in own if card.startswith("thief")]
        return (*at_castle, *(f"auction_house {card}" for card in cards), *thieves)
    if table.variant == "confrontation" or table.stage == "location" or table.closed:
        return (*own, *cards)
    return PLACES


def choice_name(choice: str, words: Words) -> str:
    """Return the name of a place, a card, a card at a place, or objects."""
    first, _, rest = choice.partition(" ")
    if first in PLACES:
        return words.name_place_and_card(first, _card(rest, words)) if rest else words.location(first)
    if first in OF_OBJECTS:
        return words.short(rest.split(" "))
    return _card(choice, words)


def condition_name(condition: str, words: Words) -> str:
    """Return the condition of a choice as a clause."""
    _ = words.gettext
    first, _space, rest = condition.partition(" ")
    if first == "any":
        return _("if anyone else plays a thief") if rest == "thief" else _("if anyone else plays a detective")
    said = {
        "castle": _("if %(who)s is at the castle"),
        "auction_house": _("if %(who)s is at the auction house"),
        "alone": _("if nobody else is where you are"),
        "thief": _("if %(who)s plays a thief"),
        "detective": _("if %(who)s plays a detective"),
    }[first]
    return said % {"who": words.name_seat(int(rest))} if rest else said


def _card(text: str, words: Words) -> str:
    card, _, value = text.partition(" ")
    return words.card_title(card, int(value or 0))
