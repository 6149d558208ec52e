"""Prompts of event cards: their source and their use (E4.2, E8)."""

from collections.abc import Iterable, Iterator

from app.rooms.views.view_types import AskPart
from app.web.games.edel_stein_reich.prompts.model import (
    BlockedChoice,
    Change,
    ChoiceCard,
    Compose,
    Prompt,
    Rack,
    choice_name,
    listing,
    mine_of,
)
from app.web.games.edel_stein_reich.words import Words
from app.web.text.sentences import parts_of
from engine.edel_stein_reich.gems import COLOURS, Colour, Gems, gems_of, minus
from engine.edel_stein_reich.view_types import EventCardView, TableView

TAKEN = 3
"""Number of gems taken by E8.9."""


def event_source(table: TableView, ask: AskPart, words: Words) -> Prompt:
    """Ask for the open event card or the face-down one (E4.2)."""
    _ = words.gettext
    opened = table.open_event
    if table.event_pile:
        said = words.ngettext(
            "Only %(count)d card is face down.", "One of %(count)d face-down cards.", table.event_pile
        )
        unseen = said % {"count": table.event_pile}
    else:
        unseen = _("The pile is shuffled first.")
    notes = {
        "open_card": _describe_card(opened, words) if opened else "",
        "unseen_card": " ".join((unseen, _("The open card goes under the pile unused."))),
    }
    titles = {"open_card": words.event(opened.id) if opened else "", "unseen_card": choice_name("unseen_card", words)}
    return Prompt(
        kind=ask.kind,
        title=_("Which event card do you take?"),
        hint="",
        seal=_("Take it"),
        change=_("Take it"),
        choice_cards=tuple(
            ChoiceCard(
                choice,
                titles[choice] or choice_name(choice, words),
                art="" if choice == "open_card" else "event-back",
                note=parts_of(notes[choice]),
                event=opened if choice == "open_card" else None,
                place="" if choice == "open_card" else "event-pile",
                piece=f"event-{opened.id}" if opened and choice == "open_card" else "",
            )
            for choice in ask.choices
        ),
        sealed_name=choice_name(ask.sealed, words) if ask.sealed else "",
    )


def event(table: TableView, ask: AskPart, words: Words) -> Prompt:
    """Ask how to carry out an immediate event card (E8.5-E8.10).

    Raises ValueError if no event card waits to be carried out."""
    _ = words.gettext
    card = table.event
    if card is None:
        raise ValueError("no event card is to be carried out")
    choice_cards = [
        ChoiceCard(
            choice,
            *_face(choice, card, words),
            note=parts_of(_would(table, card, choice, words)),
            changes=_changes(table, card, choice),
            place=_place(choice),
            soon=tuple(_soon(_changes(table, card, choice))),
        )
        for choice in ask.choices
        if not choice.startswith("swap ")
    ]
    is_swap = len(choice_cards) < len(ask.choices)
    me = mine_of(table)
    racks = tuple(Rack(seat.seat, seat.gems) for seat in table.seats if seat.seat != me.seat and any(seat.gems))
    return Prompt(
        kind=ask.kind,
        title=words.event(card.id),
        hint=_describe_card(card, words),
        seal=_("Confirm"),
        change=_("Confirm"),
        choice_cards=tuple(choice_cards),
        blocked=_list_blocked(table, card, words) or _void(ask, card, words),
        compose=Compose("swap", card.clause, me.gems, racks=racks) if is_swap else None,
        listed=listing(ask, words) if is_swap else (),
        sealed_name=choice_name(ask.sealed, words) if ask.sealed else "",
    )


def return_gem(table: TableView, ask: AskPart, words: Words) -> Prompt:
    """Ask which gem another seat returns (E8.8)."""
    _ = words.gettext
    owner = table.queue[0]
    return Prompt(
        kind=ask.kind,
        title=_("%(who)s returns a gem of your choice.") % {"who": words.name_seat(owner)},
        hint=_("They can't refuse."),
        seal=_("Make them return it"),
        change=_("Make them return it"),
        choice_cards=tuple(
            ChoiceCard(
                choice,
                choice_name(choice, words),
                gems=(colour,),
                note=parts_of(_describe_gems_left(table, owner, colour, words)),
                place=f"tray-{owner}-{colour}",
            )
            for choice in ask.choices
            for colour in choice.split(" ")[2:]
        ),
        sealed_name=choice_name(ask.sealed, words) if ask.sealed else "",
    )


def _soon(changes: Iterable[Change]) -> Iterator[tuple[str, int]]:
    """Yield each changed place of the table with its difference."""
    for change in changes:
        for colour, gives, takes in zip(COLOURS, change.gives, change.takes, strict=True):
            if gives != takes:
                yield f"tray-{change.seat}-{colour.value}", takes - gives
        if change.money:
            yield f"purse-{change.seat}", change.money


def _place(choice: str) -> str:
    """Return the place of the table for the choice: the supply of a colour, or ""."""
    match choice.split(" "):
        case ["score" | "take", colour]:
            return f"supply-{colour}"
    return ""


def _describe_gems_left(table: TableView, owner: int, colour: str, words: Words) -> str:
    count = table.seats[owner].gems[Colour(colour).place] - 1
    return words.gettext("leaves them %(count)d") % {"count": count}


def _describe_card(card: EventCardView, words: Words) -> str:
    return words.event_says(card)


def _face(choice: str, card: EventCardView, words: Words) -> tuple[str, str, tuple[str, ...]]:
    """Return title, drawing and gems of a choice."""
    match choice.split(" "):
        case ["score" | "take" as word, colour]:
            count = 1 if word == "score" else TAKEN
            return choice_name(choice, words), "", (colour,) * count
        case ["decline"]:
            return choice_name(choice, words), "", ()
    return choice_name(choice, words), f"event-{card.effect}", ()


def _would(table: TableView, card: EventCardView, choice: str, words: Words) -> str:
    """Describe the result of the choice."""
    _ = words.gettext
    me = mine_of(table)
    match choice.split(" "):
        case ["score", colour]:
            return _describe_scoring(table, colour, words)
        case ["take", colour]:
            got = min(TAKEN, table.supply[Colour(colour).place])
            return _("you take %(gems)s") % {"gems": words.number_of(got, colour)}
        case ["four_each"]:
            back, more = _to_four(me.gems, table.supply, card.colours)
            said = [_("you return %(gems)s") % {"gems": words.holding(back)}] if any(back) else []
            said += [_("you take %(gems)s") % {"gems": words.holding(more)}] if any(more) else []
            return words.join_items(said)
        case ["return_one"]:
            losers = [seat.seat for seat in table.seats if seat.seat != me.seat and any(seat.gems)]
            said_of = words.ngettext("%(who)s loses a gem", "%(who)s lose a gem each", len(losers))
            return said_of % {"who": words.all_of(losers)}
        case ["halve"]:
            return ", ".join(
                _("%(who)s returns %(gems)s") % {"who": words.name_seat(each.seat), "gems": words.holding(each.gives)}
                for each in _changes(table, card, choice)
            )
    return _("Nothing changes.")


def _changes(table: TableView, card: EventCardView, choice: str) -> tuple[Change, ...]:
    """Return the changes per seat, as far as the choice settles them."""
    me = mine_of(table)
    match choice.split(" "):
        case ["score", colour]:
            place = Colour(colour).place
            paid = [(seat.seat, seat.forecast.colours[place]) for seat in table.seats]
            return tuple(
                Change(seat, gives=_make_gems(pay.returns, colour), money=pay.majority)
                for seat, pay in paid
                if pay.most
            )
        case ["take", colour]:
            return (Change(me.seat, takes=_make_gems(min(TAKEN, table.supply[Colour(colour).place]), colour)),)
        case ["four_each"]:
            back, more = _to_four(me.gems, table.supply, card.colours)
            return (Change(me.seat, back, more),)
        case ["halve"]:
            halves = [(seat.seat, Gems(*(count // 2 for count in seat.gems))) for seat in table.seats]
            return tuple(Change(seat, half) for seat, half in halves if any(half))
    return ()


def _make_gems(count: int, colour: str) -> Gems:
    """Return gems of a single colour."""
    return gems_of([Colour(colour)] * count)


def _describe_scoring(table: TableView, colour: str, words: Words) -> str:
    """Say which seats would be paid for a colour now (E7.1, E7.2)."""
    _ = words.gettext
    place = Colour(colour).place
    leads = [(seat.seat, seat.forecast.colours[place]) for seat in table.seats if seat.forecast.colours[place].most]
    if not leads:
        return _("nobody is paid")
    pay = leads[0][1]
    values = {
        "who": words.all_of(seat for seat, _pay in leads),
        "pays": words.money(pay.majority),
        "gems": words.number_of(pay.returns, colour),
    }
    if len(leads) == 1:
        return _("%(who)s gets %(pays)s and returns %(gems)s") % values
    return _("%(who)s get %(pays)s each and return %(gems)s each") % values


def _to_four(gems: Gems, supply: Gems, colours: tuple[str, ...]) -> tuple[Gems, Gems]:
    """Return the gems to return and to take for four of both colours (E8.6)."""
    after = [
        min(4, held + there) if colour.value in colours else held
        for colour, held, there in zip(COLOURS, gems, supply, strict=True)
    ]
    kept = Gems(*map(min, after, gems))
    return minus(gems, kept), minus(Gems(*after), kept)


def _void(ask: AskPart, card: EventCardView, words: Words) -> tuple[BlockedChoice, ...]:
    """Return the card as blocked if carrying it out would change nothing."""
    if len(ask.choices) > 1:
        return ()
    return (BlockedChoice(words.event(card.id), words.gettext("It would change nothing."), card.clause),)


def _list_blocked(table: TableView, card: EventCardView, words: Words) -> tuple[BlockedChoice, ...]:
    _ = words.gettext
    if card.effect == "take_three":
        missing, reason = table.supply, _("The supply has none.")
    elif card.effect == "score":
        missing, reason = Gems(*map(sum, zip(*(seat.gems for seat in table.seats), strict=True))), _("Nobody has any.")
    else:
        return ()
    lacking = [colour for colour, count in zip(words.colours, missing, strict=True) if not count]
    return tuple(BlockedChoice(words.colour(colour).capitalize(), reason, card.clause) for colour in lacking)
