"""Headline of a negotiation (E5): turn, standing bid, and worth of the action.

Partners, other seats and the public each have their own words. Other choices have one for a waiting player whom they
concern. Gems are separate parts that templates draw: drawings
take far less room than words in every language."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from app.rooms.views.view_types import RoomView
from app.web.games.edel_stein_reich.prompts.model import card_of, describe_gain
from app.web.games.edel_stein_reich.words import Words
from app.web.text.sentences import Part, parts_of
from engine.edel_stein_reich.gems import Gems, common
from engine.edel_stein_reich.view_types import NegotiationView, TableView

HeadlinePart = Part | Gems
"""Text, a seat to be named, or gems."""

_GEMS = re.compile("\x04([0-9,]+)\x05")


@dataclass(frozen=True, slots=True)
class Headline:
    """Headline of a negotiation for the strip."""

    title: tuple[HeadlinePart, ...]
    stakes: tuple[HeadlinePart, ...]


def headline(table: TableView, me: int | None, words: Words) -> Headline | None:
    """Return the headline for a seat or the public; None without a negotiation."""
    bargain = table.negotiation
    if bargain is None:
        return None
    return Headline(_parts(_title(bargain, me, words)), _parts(_stakes(table, bargain, me, words)))


def headline_of_waiting(view: RoomView, words: Words) -> Headline | None:
    """Return the headline of a waiting player; None if nothing concerns them."""
    table: TableView = view.table
    if view.you is None or view.ask is not None:
        return None
    asked = [int(part.seat) for part in view.seats if part.state != "idle"]
    title, note = _tell_waiting(table, int(view.you), words)
    if len(asked) != 1 or not title:
        return None
    return Headline(parts_of(title % {"who": words.name_seat(asked[0])}), parts_of(note))


def _tell_waiting(table: TableView, me: int, words: Words) -> tuple[str, str]:
    """Say what the choice of another seat means for this one; empty if nothing."""
    _ = words.gettext
    if table.stage == "guess" and table.guessing is not None and table.guessing.active == me:
        return _("%(who)s is guessing what you sealed."), _("Right first time, and you get nothing.")
    if table.stage == "return_gem" and me in table.queue:
        return _("%(who)s is choosing a gem that you return."), _("You can't refuse.")
    if table.stage == "free_choice" and me in table.queue:
        return _("%(who)s chooses before you."), _("Then it's your turn.")
    if table.stage == "event" and table.event and table.event.effect == "swap" and any(table.seats[me].gems):
        return _("%(who)s may swap a gem with you."), _("You can't refuse.")
    return "", ""


def as_text(parts: tuple[HeadlinePart, ...], words: Words, names: Mapping[int, str]) -> str:
    """Return a line of the headline in words alone."""
    said = (words.holding(part) if isinstance(part, Gems) else part for part in parts)
    return "".join(part if isinstance(part, str) else names[part] for part in said)


def _title(bargain: NegotiationView, me: int | None, words: Words) -> str:
    """Say whose turn it is, and the standing bid."""
    _ = words.gettext
    who, other = bargain.turn, bargain.other if bargain.opener == bargain.turn else bargain.opener
    if bargain.bid:
        mine = _("%(them)s offers you %(gems)s to step back from %(action)s.")
        theirs = _("%(who)s is weighing your offer of %(gems)s for %(action)s.")
        public = _("%(other)s offers %(who)s %(gems)s to step back from %(action)s.")
    elif bargain.passed:
        mine = _("%(them)s offered nothing, so one gem buys you %(action)s.")
        theirs = _("You offered nothing, so one gem buys %(who)s %(action)s.")
        public = _("%(other)s offered nothing, so one gem buys %(who)s %(action)s.")
    else:
        mine = _("%(them)s wants %(action)s too.")
        theirs = _("%(who)s is making you an offer for %(action)s.")
        public = _("%(who)s is making %(other)s an offer for %(action)s.")
    said = mine if me == who else theirs if me == other else public
    values = {"who": words.name_seat(who), "other": words.name_seat(other), "action": words.the_action(bargain.action)}
    return said % {**values, "them": values["other"], "gems": _mark(bargain.bid) if bargain.bid else ""}


def _stakes(table: TableView, bargain: NegotiationView, me: int | None, words: Words) -> str:
    """Say what the action is worth to both seats, the viewer first."""
    _ = words.gettext
    first, second = bargain.opener, bargain.other
    if me == second:
        first, second = second, first
    one, two = (_worth(table, seat, bargain.action, words) for seat in (first, second))
    if one == two:
        said = _("Worth the same to both of you: %(mine)s.") if me == first else _("Worth the same to both: %(mine)s.")
        return said % {"mine": one}
    if me == first:
        return _("Worth %(mine)s to you, %(theirs)s to %(them)s.") % {
            "mine": one,
            "theirs": two,
            "them": words.name_seat(second),
        }
    values = {"one": one, "who": words.name_seat(first), "two": two, "other": words.name_seat(second)}
    return _("Worth %(one)s to %(who)s, %(two)s to %(other)s.") % values


def _worth(table: TableView, seat: int, action: str, words: Words) -> str:
    """Return what the action brings a seat, with gems as a mark."""
    card = card_of(table, seat)
    if action == "gems" and card:
        there = common(card.gems, table.supply)
        if any(there):
            return _mark(there)
    return describe_gain(table, seat, action, words)


def _mark(gems: Gems) -> str:
    """Encode gems as a mark within a text."""
    return f"\x04{','.join(map(str, gems))}\x05"


def _parts(said: str) -> tuple[HeadlinePart, ...]:
    """Split a text at its marks."""
    found: list[HeadlinePart] = []
    for place, piece in enumerate(_GEMS.split(said)):
        found += [Gems(*map(int, piece.split(",")))] if place % 2 else parts_of(piece)
    return tuple(found)
