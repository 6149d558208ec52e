"""What a call says: that the table waits, for whom as far as everybody may know, and where it is. Never what lies on it
or in a hand: texts are made from names and the title of the game alone."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from gettext import NullTranslations

from app.rooms.model.ids import RoomCode
from app.rooms.model.room import Room
from app.rooms.reminders.calls_due import Call, named_to_table

Words = Callable[[str], NullTranslations]
"""The words of a language."""


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail's subject and text."""

    subject: str
    text: str


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice of the browser."""

    title: str
    text: str


def path_of(room: RoomCode) -> str:
    """Where the table is, on this server."""
    return f"/r/{room}"


def to_seat(room: Room, call: Call, words: NullTranslations) -> Notice:
    """The notice of a seat's own call."""
    _ = words.gettext
    nudger = room.occupant(call.by) if call.by is not None else None
    if nudger is not None:
        text = _("%(who)s is nudging you: it's your turn.") % {"who": nudger.name}
    else:
        text = _("It's your turn.")
    return Notice(_("Your turn in %(game)s") % {"game": room.game.title}, text)


def to_table(room: Room, words: NullTranslations) -> str:
    """The call to the whole table."""
    _ = words.gettext
    names = [who.name for seat in named_to_table(room) if (who := room.occupant(seat)) is not None]
    if not names:
        return _("%(game)s: the table is waiting for a player.") % {"game": room.game.title}
    return _("%(game)s: waiting for %(names)s.") % {"game": room.game.title, "names": listed(names, words)}


def letter(notice: Notice, link: str, stop: str, words: NullTranslations) -> Letter:
    """The mail with a seat's own call. ``stop`` is the link that ends them."""
    _ = words.gettext
    ending = _("Stop emails from this table: %(link)s") % {"link": stop}
    return Letter(notice.title, f"{notice.text}\n\n{link}\n\n-- \n{ending}\n")


def question(link: str, words: NullTranslations) -> Letter:
    """The mail that asks whether an address is its giver's."""
    _ = words.gettext
    text = _("Someone at a Signet game table gave this address to be emailed when it's their turn.")
    yes = _("If that was you, confirm here: %(link)s") % {"link": link}
    no = _("If not, ignore this email. You won't get another.")
    return Letter(_("Emails from Signet?"), f"{text}\n\n{yes}\n\n{no}\n")


def listed(names: Sequence[str], words: NullTranslations) -> str:
    """``Ada``, ``Ada and Ben``, ``Ada, Ben and Carla``."""
    if len(names) < 2:
        return "".join(names)
    return words.gettext("%(first)s and %(last)s") % {"first": ", ".join(names[:-1]), "last": names[-1]}
