"""Sentences about the choice of places and about the auction house."""

from collections.abc import Sequence

from app.web.games.adel_verpflichtet.sentences.lists import MANY, cards, player
from app.web.games.adel_verpflichtet.sentences.trifles import trifle
from app.web.games.adel_verpflichtet.words import Words
from app.web.text.details import doer, number, numbers, texts, vary
from engine.core.effects import Effect


def locations_open(h: Effect, w: Words) -> str:
    """Return the sentence of ``locations_open``."""
    return _describe_by_location(h, w, ["" for _ in numbers(h, "seats")])


def cards_open(h: Effect, w: Words) -> str:
    """Return the sentence of ``cards_open``."""
    cards = [w.brief(card, value) for card, value in zip(texts(h, "cards"), numbers(h, "values"), strict=True)]
    return _describe_by_location(h, w, cards)


def _describe_by_location(h: Effect, w: Words, cards: Sequence[str]) -> str:
    _ = w.gettext
    at: dict[str, list[str]] = {}
    for seat, location, card in zip(numbers(h, "seats"), texts(h, "locations"), cards, strict=True):
        at.setdefault(location, []).append(player(seat, card, w) if card else w.name_seat(seat))
    by_size = sorted(at, key=lambda location: len(at[location]))
    fewest, most = by_size[0], by_size[-1]
    if len(at[most]) >= MANY and not any(cards):
        if fewest == most:
            return _("Everyone goes %(where)s.") % {"where": w.to_location(most)}
        goers = at[fewest]
        values = {"who": w.join_items(goers), "where": w.to_location(fewest), "elsewhere": w.to_location(most)}
        said = w.ngettext(
            "%(who)s goes %(where)s, the others %(elsewhere)s.",
            "%(who)s go %(where)s, the others %(elsewhere)s.",
            len(goers),
        )
        return said % values
    parts = []
    for location, goers in at.items():
        values = {"who": w.join_items(goers), "where": w.to_location(location)}
        parts.append(w.ngettext("%(who)s goes %(where)s", "%(who)s go %(where)s", len(goers)) % values)
    return _("%(first)s; %(second)s.") % {"first": parts[0], "second": parts[1]} if len(parts) == 2 else f"{parts[0]}."


def passes(h: Effect, w: Words) -> str:
    """Return the sentence of ``passes``."""
    return w.gettext("%(who)s has nothing to play at the auction house and passes.") % {"who": doer(h, w)}


def auction_opens(h: Effect, w: Words) -> str:
    """Return the sentence of ``auction_opens``."""
    return w.gettext("At the auction house: %(cards)s.") % {"cards": cards(h, w)}


def outbids(h: Effect, w: Words) -> str:
    """Return the sentence of ``outbids``."""
    lower = zip(numbers(h, "beaten_seats"), numbers(h, "beaten"), strict=True)
    return _outbids(h, w, [player(seat, w.money(value), w) for seat, value in lower])


def outbids_briefly(h: Effect, w: Words) -> str:
    """Return the sentence of ``outbids`` without the lower cheques."""
    return _outbids(h, w, [w.name_seat(seat) for seat in numbers(h, "beaten_seats")])


def _outbids(h: Effect, w: Words, beaten: Sequence[str]) -> str:
    values = {"who": doer(h, w), "cheque": w.money(number(h, "cheque")), "beaten": w.join_items(beaten)}
    if not beaten:
        return w.gettext("%(who)s's %(cheque)s is the only cheque and wins.") % values
    return w.gettext("%(who)s's %(cheque)s beats %(beaten)s.") % values


def buys(h: Effect, w: Words) -> str:
    """Return the sentence of ``buys``."""
    values = {
        "who": doer(h, w),
        "cheque": w.money(number(h, "cheque")),
        "object": w.name_in_full(texts(h, "object")[0]),
    }
    _ = w.gettext
    return (
        vary(h, (_("%(who)s pays %(cheque)s and takes %(object)s."), _("Sold to %(who)s for %(cheque)s: %(object)s.")))
        % values
    )


def turns_up(h: Effect, w: Words) -> str:
    """Return the sentence of ``turns_up``."""
    return w.gettext("Now on display: %(object)s.") % {"object": w.name_in_full(texts(h, "object")[0])}


def pile_ends(h: Effect, w: Words) -> str:
    """Return the sentence of ``pile_ends``."""
    return w.gettext("That was the last object in window %(window)s.") % {"window": number(h, "window")}


def cheques_return(h: Effect, w: Words) -> str:
    """Return the sentence of ``cheques_return``."""
    seats = numbers(h, "seats")
    said = w.ngettext("%(who)s takes the cheque back.", "%(who)s take their cheques back.", len(seats))
    return said % {"who": w.all_of(seats)}


def steals_cheque(h: Effect, w: Words) -> str:
    """Return the sentence of ``steals_cheque``."""
    values = {
        "who": doer(h, w),
        "thief": w.thief(number(h, "thief")),
        "cheque": w.money(number(h, "cheque")),
        "from": w.name_seat(number(h, "from_seat")),
    }
    _ = w.gettext
    said = vary(
        h,
        (
            _("%(who)s's %(thief)s steals %(from)s's %(cheque)s from the till."),
            _("The till rings for %(who)s: %(thief)s has %(from)s's %(cheque)s."),
        ),
    )
    return said % values


def thieves_clash(h: Effect, w: Words) -> str:
    """Return the sentence of ``thieves_clash``."""
    values = {"who": w.all_of(numbers(h, "seats")), "cheque": w.money(number(h, "cheque"))}
    if not number(h, "cheque"):
        return w.gettext("The thieves of %(who)s get in each other's way, and there was no cheque to steal.") % values
    return w.gettext("The thieves of %(who)s get in each other's way: the %(cheque)s stays in the till.") % values


def finds_no_cheque(h: Effect, w: Words) -> str:
    """Return the sentence of ``finds_no_cheque``."""
    values = {"who": doer(h, w), "thief": w.thief(number(h, "thief")), "trifle": trifle(h, w)}
    return w.gettext("No cheque was paid: %(who)s's %(thief)s gets nothing but %(trifle)s.") % values


def house_closes(h: Effect, w: Words) -> str:
    """Return the sentence of ``house_closes``."""
    return w.gettext("Both windows are empty: the auction house closes for good.")


def cheques_gone(h: Effect, w: Words) -> str:
    """Return the sentence of ``cheques_gone``."""
    return w.gettext("Nobody has a cheque left: from now on everyone goes to the castle.")
