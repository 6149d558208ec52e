"""What a seat is asked, laid out for its template: what may be chosen and what each choice would bring, and what may
not be chosen and why."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from app.rooms.views.view_types import AskPart
from app.web.games.edel_stein_reich.words import Words
from app.web.text.sentences import Part, parts_of
from engine.edel_stein_reich.gems import NO_GEMS, Gems, common, each, minus
from engine.edel_stein_reich.view_types import EventCardView, GemCardView, SeatView, TableView


@dataclass(frozen=True, slots=True)
class Change:
    """What a choice would change for a seat, to be drawn."""

    seat: int
    gives: Gems = NO_GEMS
    takes: Gems = NO_GEMS
    money: int = 0


@dataclass(frozen=True, slots=True)
class Deed:
    """A card that can be chosen."""

    choice: str
    """The canonical text of the choice."""
    title: str
    art: str = ""
    """The name of its symbol; none for a choice that is mere words."""
    gems: tuple[str, ...] = ()
    """The gems drawn on it."""
    figure: str = ""
    note: tuple[Part, ...] = ()
    """What it would do."""
    event: EventCardView | None = None
    """The event card it stands for."""
    changes: tuple[Change, ...] = ()
    """The same as the note says, seat by seat."""
    place: str = ""
    """The place of the table that stands for it."""
    piece: str = ""
    """The piece that does."""
    soon: tuple[tuple[str, int], ...] = ()
    """What it would bring at least, and how many: colours or ``money`` of the asked seat, or a place of the table."""


@dataclass(frozen=True, slots=True)
class Blocked:
    """What cannot be chosen now, with the reason."""

    title: str
    reason: str
    clause: str


@dataclass(frozen=True, slots=True)
class Rack:
    """The colours of which somebody has gems, to pick one."""

    seat: int
    gems: Gems


@dataclass(frozen=True, slots=True)
class Compose:
    """A choice that is put together from gems."""

    kind: str
    """``bid``, ``swap`` or ``exchange``."""
    clause: str
    holding: Gems
    """What the asked seat has."""
    standing: Gems | None = None
    """The bid to beat."""
    against: int | None = None
    """With whom one bargains."""
    single: bool = False
    """Whether one gem is all that may be offered."""
    racks: tuple[Rack, ...] = ()
    """What others have to be swapped for."""
    there: tuple[str, ...] = ()
    """Colours that can be taken."""
    best: str = ""
    """A choice made by one tap: the least that will do."""
    best_name: str = ""


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a seat is asked."""

    kind: str
    title: str
    hint: str
    seal: str
    """What the button says."""
    change: str
    """What it says once something is sealed."""
    deeds: tuple[Deed, ...] = ()
    blocked: tuple[Blocked, ...] = ()
    compose: Compose | None = None
    listed: tuple[tuple[str, tuple[Part, ...]], ...] = ()
    """Choices with their names, for pages without JavaScript; only where the choice is composed."""
    sealed_name: str = ""
    """What lies sealed, in words."""


Maker = Callable[[TableView, AskPart, Words], Prompt]


def card_of(table: TableView, seat: int) -> GemCardView | None:
    """The gem card that counts for the seat: its own (E5.9), with two seats the active one's (E10.3)."""
    shown = [each.gem_card for each in table.seats if each.gem_card]
    return table.seats[seat].gem_card or (shown[0] if len(shown) == 1 else None)


def brings(table: TableView, seat: int, action: str, words: Words) -> str:
    """What an action would bring the seat."""
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


def action_deed(table: TableView, seat: int, action: str, choice: str, words: Words) -> Deed:
    """An action card with what it would bring the seat; the action's station stands for it on the table."""
    return replace(_action_deed(table, seat, action, choice, words), place=f"rail-{action}")


def _action_deed(table: TableView, seat: int, action: str, choice: str, words: Words) -> Deed:
    _ = words.gettext
    card = card_of(table, seat)
    title, art = words.action(action), f"card-{action}"
    match action:
        case "money" if card:
            return Deed(choice, title, art, figure=words.money(card.money), soon=(("money", card.money),))
        case "gems" if card:
            there = common(card.gems, table.supply)
            lost = minus(card.gems, there)
            note = _("The supply is %(gems)s short.") % {"gems": words.holding(lost)} if any(lost) else ""
            soon = tuple((colour, count) for colour, count in zip(words.colours, there, strict=True) if count)
            return Deed(choice, title, art, gems=words_of(card.gems), note=parts_of(note), soon=soon)
        case "event":
            opened = words.event(table.open_event.id) if table.open_event else _("the open card")
            return Deed(choice, title, art, note=parts_of(_("%(card)s, or the face-down card") % {"card": opened}))
    note = _("Alone: swap one gem for any two. Otherwise: take one.")
    return Deed(choice, title, art, note=parts_of(note))


def words_of(gems: Gems) -> tuple[str, ...]:
    """The colour of every gem."""
    return tuple(colour.value for colour in each(gems))


def mine_of(table: TableView) -> SeatView:
    """The asked seat. Raises ValueError for the public."""
    if table.mine is None:
        raise ValueError("the public has no seat")
    return table.seats[table.mine.seat]


def listing(ask: AskPart, words: Words) -> tuple[tuple[str, tuple[Part, ...]], ...]:
    """The choices with their names, where they are to be picked from a list."""
    return tuple((choice, parts_of(choice_name(choice, words))) for choice in ask.choices)


def choice_name(choice: str, words: Words) -> str:
    """A choice in a few words, with marks of seats. Raises ValueError for what is no choice of this game."""
    _ = words.gettext
    match choice.split(" "):
        case ["bid", *gems]:
            return _("Offer %(gems)s") % {"gems": words.gems(gems)}
        case ["swap", seat, gives, takes]:
            values = {"who": words.who(int(seat)), "gives": words.gem(gives), "takes": words.gem(takes)}
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
