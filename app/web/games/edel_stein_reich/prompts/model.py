"""Prompts for a seat, laid out for their template.

A prompt holds the choices with their results, and the blocked ones with reasons."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from app.rooms.views.view_types import AskPart
from app.web.games.edel_stein_reich.words import Words
from app.web.text.sentences import Part, parts_of
from engine.edel_stein_reich.gems import NO_GEMS, Gems, common, each, minus
from engine.edel_stein_reich.view_types import EventCardView, GemCardView, SeatView, TableView


@dataclass(frozen=True, slots=True)
class Change:
    """Change that a choice makes for one seat, to be drawn."""

    seat: int
    gives: Gems = NO_GEMS
    takes: Gems = NO_GEMS
    money: int = 0


@dataclass(frozen=True, slots=True)
class ChoiceCard:
    """Card that can be chosen."""

    choice: str
    """The canonical text of the choice."""
    title: str
    art: str = ""
    """Name of its symbol; empty for a choice in words alone."""
    gems: tuple[str, ...] = ()
    """The gems drawn on it."""
    figure: str = ""
    note: tuple[Part, ...] = ()
    """Result of the choice in words."""
    event: EventCardView | None = None
    """Event card that the choice represents."""
    changes: tuple[Change, ...] = ()
    """Result of the choice, seat by seat."""
    place: str = ""
    """Place of the table that represents the choice."""
    piece: str = ""
    """Piece that represents the choice."""
    soon: tuple[tuple[str, int], ...] = ()
    """Least gains of the choice, each with its amount.

    Each is a colour or ``money`` of the asked seat, or a place of the table."""


@dataclass(frozen=True, slots=True)
class BlockedChoice:
    """Choice that is not possible now, with the reason."""

    title: str
    reason: str
    clause: str


@dataclass(frozen=True, slots=True)
class Rack:
    """Gems of another seat, to pick one of a colour."""

    seat: int
    gems: Gems


@dataclass(frozen=True, slots=True)
class Compose:
    """Choice that is composed of gems."""

    kind: str
    """``bid``, ``swap`` or ``exchange``."""
    clause: str
    holding: Gems
    """Gems of the asked seat."""
    standing: Gems | None = None
    """The bid to beat."""
    against: int | None = None
    """Other seat of the negotiation."""
    single: bool = False
    """True if only one gem may be offered."""
    racks: tuple[Rack, ...] = ()
    """Gems of other seats for a swap."""
    there: tuple[str, ...] = ()
    """Colours that can be taken."""
    best: str = ""
    """Choice made by one tap: the smallest sufficient one."""
    best_name: str = ""


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
    choice_cards: tuple[ChoiceCard, ...] = ()
    blocked: tuple[BlockedChoice, ...] = ()
    compose: Compose | None = None
    listed: tuple[tuple[str, tuple[Part, ...]], ...] = ()
    """Choices with names for pages without JavaScript; only if the choice is composed."""
    sealed_name: str = ""
    """Sealed choice in words."""


Maker = Callable[[TableView, AskPart, Words], Prompt]


def card_of(table: TableView, seat: int) -> GemCardView | None:
    """Return the gem card that counts for the seat.

    It is the seat's own (E5.9), with two seats the active one's (E10.3)."""
    shown = [each.gem_card for each in table.seats if each.gem_card]
    return table.seats[seat].gem_card or (shown[0] if len(shown) == 1 else None)


def describe_gain(table: TableView, seat: int, action: str, words: Words) -> str:
    """Return what an action would bring the seat."""
    _ = words.gettext
    card = card_of(table, seat)
    match action:
        case "money" if card:
            return words.money(card.money)
        case "gems" if card:
            return words.holding(common(card.gems, table.supply))
        case "event":
            return _("the open card or the face-down one")
    return _("any gems")


def make_choice_card(table: TableView, seat: int, action: str, choice: str, words: Words) -> ChoiceCard:
    """Return an action card with its gains; the action's station represents it."""
    return replace(_make_choice_card(table, seat, action, choice, words), place=f"rail-{action}")


def _make_choice_card(table: TableView, seat: int, action: str, choice: str, words: Words) -> ChoiceCard:
    _ = words.gettext
    card = card_of(table, seat)
    title, art = words.action(action), f"card-{action}"
    match action:
        case "money" if card:
            return ChoiceCard(choice, title, art, figure=words.money(card.money), soon=(("money", card.money),))
        case "gems" if card:
            there = common(card.gems, table.supply)
            lost = minus(card.gems, there)
            note = _("The supply is %(gems)s short.") % {"gems": words.holding(lost)} if any(lost) else ""
            soon = tuple((colour, count) for colour, count in zip(words.colours, there, strict=True) if count)
            return ChoiceCard(choice, title, art, gems=words_of(card.gems), note=parts_of(note), soon=soon)
        case "event":
            opened = words.event(table.open_event.id) if table.open_event else _("the open card")
            return ChoiceCard(
                choice, title, art, note=parts_of(_("%(card)s, or the face-down card") % {"card": opened})
            )
    note = _("Alone: swap one gem for any two. Otherwise: take one.")
    return ChoiceCard(choice, title, art, note=parts_of(note))


def words_of(gems: Gems) -> tuple[str, ...]:
    """Return the colour of every gem."""
    return tuple(colour.value for colour in each(gems))


def mine_of(table: TableView) -> SeatView:
    """Return the asked seat. Raises ValueError for the public."""
    if table.mine is None:
        raise ValueError("the public has no seat")
    return table.seats[table.mine.seat]


def listing(ask: AskPart, words: Words) -> tuple[tuple[str, tuple[Part, ...]], ...]:
    """Return the choices with their names for a list."""
    return tuple((choice, parts_of(choice_name(choice, words))) for choice in ask.choices)


def choice_name(choice: str, words: Words) -> str:
    """Name a choice in a few words, with marks of seats.

    Raises ValueError for a text that is no choice of this game."""
    _ = words.gettext
    match choice.split(" "):
        case ["bid", *gems]:
            return _("Offer %(gems)s") % {"gems": words.gems(gems)}
        case ["swap", seat, gives, takes]:
            values = {"who": words.name_seat(int(seat)), "gives": words.gem(gives), "takes": words.gem(takes)}
            return _("Give %(who)s %(gives)s for %(takes)s") % values
        case ["exchange", gives, *takes]:
            values = {"gives": words.gem(gives), "takes": words.gems(takes)}
            return _("Return %(gives)s, take %(takes)s") % values
        case ["return", *_seat, colour] | ["take" | "score", *_seat, colour]:
            return words.colour(colour).capitalize()
        case ["guess", action] | [("money" | "event" | "gems" | "free_choice") as action]:
            return words.action(action)
        case [word]:
            return {
                "pass": _("Offer nothing"),
                "accept": _("Accept"),
                "open_card": _("The open card"),
                "unseen_card": _("The face-down card"),
                "decline": _("Leave it"),
                "four_each": _("Make it four each"),
                "return_one": _("Make them return gems"),
                "halve": _("Halve everything"),
            }[word]
    raise ValueError(f"no choice of this game: {choice}")
