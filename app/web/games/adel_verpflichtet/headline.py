"""Headline for a player who waits, about what another's choice means for them.

It follows from the player's own view: from revealed cards and exhibitions alone."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.rooms.views.view_types import RoomView
from app.web.games.adel_verpflichtet.words import Words
from app.web.text.sentences import Part, parts_of
from engine.adel_verpflichtet.choices import Location
from engine.adel_verpflichtet.view_types import SeatView


@dataclass(frozen=True, slots=True)
class Headline:
    """Headline of the strip, and its second line."""

    title: tuple[Part, ...]
    note: tuple[Part, ...]


def headline(view: RoomView, words: Words) -> Headline | None:
    """Return the headline of a waiting player; None if nothing concerns them."""
    if view.you is None or view.ask is not None or view.table.stage not in ("purchase", "exhibition", "theft"):
        return None
    mine: SeatView = view.table.seats[view.you]
    asked = [int(part.seat) for part in view.seats if part.state != "idle"]
    said = {"purchase": _purchase, "exhibition": _exhibition, "theft": _theft}[view.table.stage](mine, asked, words)
    if said is None:
        return None
    title, note = (parts_of(each % {"who": words.all_of(asked)}) for each in said)
    return Headline(title, note)


def _purchase(mine: SeatView, asked: Sequence[int], words: Words) -> tuple[str, str] | None:
    """Speak to a player at the auction house."""
    _ = words.gettext
    card = _card(mine, Location.AUCTION_HOUSE)
    notes = {"cheque": _("You get your cheque back."), "thief": _("Your thief has an eye on the cheque.")}
    return (_("%(who)s is choosing an object."), notes[card]) if card in notes else None


def _exhibition(mine: SeatView, asked: Sequence[int], words: Words) -> tuple[str, str] | None:
    """Speak to a player with a thief or a detective at the castle."""
    _ = words.gettext
    card = _card(mine, Location.CASTLE)
    notes = {"thief": _("Your thief can hardly wait."), "detective": _("Your detective is watching the doors.")}
    title = words.ngettext("%(who)s is setting up an exhibition.", "%(who)s are setting up exhibitions.", len(asked))
    return (title, notes[card]) if card in notes else None


def _theft(mine: SeatView, asked: Sequence[int], words: Words) -> tuple[str, str] | None:
    """Speak to a victim, or to a player with a thief or a detective at the castle."""
    _ = words.gettext
    if mine.exhibition:
        return _("%(who)s's thief is looking round your exhibition."), _(
            "It takes one object; you get the others back."
        )
    notes = {
        "thief": _("Your thief is watching."),
        "detective": _("Your detective is waiting at the door."),
    }
    card = _card(mine, Location.CASTLE)
    return (_("%(who)s's thief is choosing its loot."), notes[card]) if card in notes else None


def _card(mine: SeatView, location: Location) -> str | None:
    """Return the kind of the card that a seat has revealed at a location."""
    return mine.action.card if mine.action is not None and mine.location == location.value else None
