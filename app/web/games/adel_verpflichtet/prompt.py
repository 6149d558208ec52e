"""Prompts for a seat, laid out for their template.

A prompt holds the cards that can be chosen, the blocked ones with reasons, and the buttons' texts."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from app.rooms.views.view_types import AskPart, RoomView
from app.web.games.adel_verpflichtet.words import Words
from engine.adel_verpflichtet.view_types import ObjectView, SeatView, TableView

Compose = Literal["show", "steal"]


@dataclass(frozen=True, slots=True)
class Card:
    """Card that can be chosen, or that is shown beside the choices."""

    choice: str
    """The canonical text of the choice; empty for a card that cannot be chosen."""
    art: str
    """The name of its symbol."""
    title: str
    figure: str = ""
    """The figure on it, or the word of a card that has none."""
    note: str = ""
    piece: str = ""
    """Id of the piece on the table for this card; empty for a place."""
    place: str = ""
    """Id of the place in the picture for this card; empty for a piece."""


@dataclass(frozen=True, slots=True)
class Group:
    """Cards under one heading."""

    title: str
    cards: tuple[Card, ...]
    place: str = ""
    """Id of the place of play, if it is chosen together with the card."""


@dataclass(frozen=True, slots=True)
class BlockedCards:
    """Cards that cannot be chosen now, with the reason."""

    cards: tuple[Card, ...]
    reason: str
    clause: str

    @property
    def pieces(self) -> str:
        """Ids of the cards' pieces, separated by spaces."""
        return " ".join(card.piece for card in self.cards if card.piece)


@dataclass(frozen=True, slots=True)
class Rack:
    """Objects of one owner to pick from."""

    seat: int | None
    """Owner of the objects; None for the viewer's own."""
    objects: tuple[ObjectView, ...]


@dataclass(frozen=True, slots=True)
class Prompt:
    """Prompt for one seat."""

    kind: str
    title: str
    hint: str
    seal: str
    """Text of the button."""
    change: str
    """Text of the button once something is sealed."""
    groups: tuple[Group, ...] = ()
    objects: tuple[tuple[int, ObjectView], ...] = ()
    """Objects of which one is chosen as a card, each with the number of its window."""
    blocked: tuple[BlockedCards, ...] = ()
    compose: Compose | None = None
    racks: tuple[Rack, ...] = ()
    best: tuple[str, ...] = ()
    """The ids that the quick choice picks."""
    sealed_name: str = ""
    """Sealed choice in words."""
    picked: frozenset[str] = frozenset()
    """The ids that lie sealed."""


def prompt(view: RoomView, words: Words) -> Prompt:
    """Return the prompt of a view that holds an ask.

    Raises ValueError if the viewer is asked nothing."""
    if view.ask is None or view.table.mine is None:
        raise ValueError("nothing is asked of this viewer")
    makers: dict[str, Callable[[TableView, AskPart, Words], Prompt]] = {
        "location": _location,
        "action": _action,
        "location_action": _location_action,
        "purchase": _purchase,
        "exhibition": _exhibition,
        "theft": _theft,
    }
    return makers[view.ask.kind](view.table, view.ask, words)


def _location(table: TableView, ask: AskPart, words: Words) -> Prompt:
    _ = words.gettext
    notes = {
        "castle": _("Exhibit, steal objects, catch thieves"),
        "auction_house": _("Buy an object, or steal a cheque"),
    }
    cards = tuple(
        Card(choice, choice, words.location(choice), note=notes[choice], place=choice) for choice in ask.choices
    )
    return Prompt(
        kind=ask.kind,
        title=_("Where do you go?"),
        hint=_("Everyone's choice is revealed at once."),
        seal=_("Seal"),
        change=_("Change"),
        groups=(Group("", cards),),
        blocked=() if "auction_house" in ask.choices else (_shut(words),),
        sealed_name=words.location(ask.sealed) if ask.sealed else "",
    )


def _action(table: TableView, ask: AskPart, words: Words) -> Prompt:
    _ = words.gettext
    here = _my_seat(table).location or table.place or "castle"
    seat = _my_seat(table).seat
    cards = tuple(_card(choice, choice, words, seat) for choice in ask.choices)
    return Prompt(
        kind=ask.kind,
        title=_("What do you play at the castle?") if here == "castle" else _("What do you play at the auction house?"),
        hint=_castle_hint(table, words)
        if here == "castle"
        else _("The highest cheque buys an object. A lone thief steals that cheque."),
        seal=_("Seal"),
        change=_("Change"),
        groups=(Group("", cards),),
        blocked=_list_blocked(table, words, {"castle", "auction_house"} & {here}),
        sealed_name=_name(ask.sealed, words),
    )


def _location_action(table: TableView, ask: AskPart, words: Words) -> Prompt:
    _ = words.gettext
    groups, seat = [], _my_seat(table).seat
    for location in ("castle", "auction_house"):
        cards = [
            _card(choice, choice.partition(" ")[2], words, seat)
            for choice in ask.choices
            if choice.startswith(f"{location} ")
        ]
        if cards:
            groups.append(Group(words.location(location), tuple(cards), location))
    return Prompt(
        kind=ask.kind,
        title=_("Where do you go, and what do you play there?"),
        hint=_castle_hint(table, words),
        seal=_("Seal"),
        change=_("Change"),
        groups=tuple(groups),
        blocked=(
            *(() if len(groups) > 1 else (_shut(words),)),
            *_list_blocked(table, words, {"castle", "auction_house"}),
        ),
        sealed_name=_name(ask.sealed, words),
    )


def _shut(words: Words) -> BlockedCards:
    """Return the auction house as blocked, for a seat that can do nothing there."""
    reason = words.gettext("You have no cheques, and both your thieves are in the cells.")
    return BlockedCards((Card("", "auction_house", words.location("auction_house")),), reason, "A3.4")


def _purchase(table: TableView, ask: AskPart, words: Words) -> Prompt:
    _ = words.gettext
    offered = tuple(
        (number, window.object)
        for number, window in enumerate(table.windows)
        if window.object and f"buy {window.object.id}" in ask.choices
    )
    return Prompt(
        kind=ask.kind,
        title=_("Your cheque is the highest. Which object do you take?"),
        hint=_("The object goes to your hand, your cheque into the till."),
        seal=_("Buy"),
        change=_("Buy"),
        objects=offered,
        sealed_name=_objects(ask.sealed, words),
    )


def _exhibition(table: TableView, ask: AskPart, words: Words) -> Prompt:
    _ = words.gettext
    mine = table.mine.objects if table.mine else ()
    best = table.mine.best_exhibition if table.mine else ()
    picked = ask.sealed.split(" ")[1:] if ask.sealed else []
    return Prompt(
        kind=ask.kind,
        title=_("What do you exhibit?"),
        hint=_("At least three, with no gap in the letters. Thieves at the castle can steal what you show."),
        seal=_("Seal"),
        change=_("Change"),
        compose="show",
        racks=(Rack(None, mine),),
        best=tuple(thing.id for thing in best),
        sealed_name=words.ngettext("%(count)d object", "%(count)d objects", len(picked)) % {"count": len(picked)},
        picked=frozenset(picked),
    )


def _theft(table: TableView, ask: AskPart, words: Words) -> Prompt:
    _ = words.gettext
    shown = tuple(Rack(seat.seat, seat.exhibition) for seat in table.seats if seat.exhibition)
    return Prompt(
        kind=ask.kind,
        title=_("What does your thief take?"),
        hint="",
        seal=_("Steal"),
        change=_("Steal"),
        compose="steal",
        racks=shown,
        best=tuple(ask.default.split(" ")[1:]),
        sealed_name=_objects(ask.sealed, words),
    )


def _castle_hint(table: TableView, words: Words) -> str:
    if table.castle is None:
        return ""
    values = {"best": table.castle.best, "second": table.castle.second}
    return words.gettext("Spaces to move: %(best)d for the best exhibition, %(second)d for the second best.") % values


def _card(choice: str, action: str, words: Words, seat: int) -> Card:
    card, _, value = action.partition(" ")
    figure = words.money(int(value)) if card == "cheque" else value or words.card_sign(card)
    return Card(choice, card, words.card_title(card, int(value or 0)), figure, piece=f"{card}-{value or seat}")


def _objects(choice: str | None, words: Words) -> str:
    """Return the objects in a choice like ``buy C1468``."""
    return words.join_items([words.quote_name(thing) for thing in (choice or "").split(" ")[1:]])


def _name(choice: str | None, words: Words) -> str:
    if not choice:
        return ""
    first, _, rest = choice.partition(" ")
    if first in ("castle", "auction_house"):
        return words.name_place_and_card(first, _title(rest, words))
    return _title(choice, words)


def _title(action: str, words: Words) -> str:
    card, _, value = action.partition(" ")
    return words.card_title(card, int(value or 0))


def _my_seat(table: TableView) -> SeatView:
    if table.mine is None:
        raise ValueError("the public has no seat")
    return table.seats[table.mine.seat]


def _list_blocked(table: TableView, words: Words, at: set[str]) -> tuple[BlockedCards, ...]:
    _ = words.gettext
    mine, me = table.mine, _my_seat(table)
    if mine is None:
        return ()
    blocked = []
    if "auction_house" not in at and mine.cheques:
        cheques = tuple(_card("", f"cheque {value}", words, me.seat) for value in mine.cheques)
        blocked.append(BlockedCards(cheques, _("Cheques only work at the auction house."), "A3.2"))
    if "castle" not in at:
        castle_only = (_card("", "detective", words, me.seat), _card("", "exhibit", words, me.seat))
        blocked.append(BlockedCards(castle_only, _("These only work at the castle."), "A4.7"))
    elif not mine.can_exhibit:
        reason = _("You can't exhibit yet: you need three objects with no gap in their letters.")
        blocked.append(BlockedCards((_card("", "exhibit", words, me.seat),), reason, "A3.3"))
    caught = tuple(
        _card("", f"thief {value}", words, me.seat) for value in me.starting_thieves if value not in mine.thieves
    )
    caught = tuple(card for card in caught if any(cell and f"{cell.value}" == card.figure for cell in table.cells))
    if caught:
        blocked.append(BlockedCards(caught, _("In the cells."), "A7.4"))
    return tuple(blocked)
