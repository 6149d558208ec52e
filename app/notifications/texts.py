"""Texts of notifications: whom the table waits for, where it is, when to meet.

In games over days they also tell the last reveal. They are made from names, the game's title and public sentences
alone, never from what lies sealed or in a hand."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from gettext import NullTranslations

from app.notifications.date_words import write_date
from app.notifications.digest import last_reveal
from app.rooms.due_notifications import DueNotification, list_nameable_seats
from app.rooms.model.dates import ProposedDate
from app.rooms.model.ids import RoomCode
from app.rooms.model.reveal import Reveal
from app.rooms.model.room import Room
from engine.core.seats import Viewer

Words = Callable[[str], NullTranslations]
"""The words of a language."""

Digest = Callable[[str, Reveal, str], str]
"""Function that tells a reveal by game key and language: up to two sentences."""


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
    """Return the table's path on this server."""
    return f"/r/{room}"


def write_status(room: Room, viewer: Viewer, language: str, digest: Digest) -> str:
    """Return what a notification tells of the last reveal; empty where it may not."""
    reveal = last_reveal(room, viewer)
    return digest(room.game.key, reveal, language) if reveal is not None else ""


def to_seat(room: Room, due: DueNotification, words: NullTranslations, told: str) -> Notice:
    """Return the notice to a seat. ``told`` is the digest of the last reveal."""
    if due.is_of_date:
        return write_reminder(room, words)
    _ = words.gettext
    nudger = room.occupant(due.by) if due.by is not None else None
    if nudger is not None:
        text = _("%(who)s is nudging you: it's your turn.") % {"who": nudger.name}
    else:
        text = _("It's your turn.")
    said = f"{text}\n{told}" if told else text
    return Notice(_("Your turn in %(game)s") % {"game": room.game.title}, said)


def to_table(room: Room, due: DueNotification, words: NullTranslations, told: str) -> str:
    """Return the message to the whole table.

    ``told`` is the digest of the last reveal."""
    if due.is_of_date:
        reminder = write_reminder(room, words)
        return f"{reminder.title}. {reminder.text}"
    _ = words.gettext
    names = list_names(room, due)
    if not names:
        said = _("%(game)s: the table is waiting for a player.") % {"game": room.game.title}
    else:
        said = _("%(game)s: waiting for %(names)s.") % {"game": room.game.title, "names": join_names(names, words)}
    return f"{said} {told}" if told else said


def list_names(room: Room, due: DueNotification) -> list[str]:
    """Return the names that a message to the whole table names.

    These are the players the table waits for, or those who come on the date."""
    if due.is_of_date:
        return _list_coming(room, room.fixed_date.date) if room.fixed_date is not None else []
    return [who.name for seat in list_nameable_seats(room) if (who := room.occupant(seat)) is not None]


def _list_coming(room: Room, date: ProposedDate) -> list[str]:
    return [room.name_of(seat) for seat in room.people() if room.person_of(seat) in date.can]


def write_reminder(room: Room, words: NullTranslations) -> Notice:
    """Return the reminder of the fixed date, to a seat or to the table.

    Raises ValueError for a room without one."""
    if room.fixed_date is None:
        raise ValueError("the room has no date")
    _, date = words.gettext, room.fixed_date.date
    names = _list_coming(room, date)
    coming = _("Coming: %(names)s.") % {"names": join_names(names, words)} if names else room.game.title
    return Notice(_("Next evening: %(date)s") % {"date": write_date(date.at, date.zone, words)}, coming)


def letter(notice: Notice, link: str, stop: str, words: NullTranslations) -> Letter:
    """Return the mail to a seat. ``stop`` is the link that ends them."""
    _ = words.gettext
    ending = _("Stop emails from this table: %(link)s") % {"link": stop}
    return Letter(notice.title, f"{notice.text}\n\n{link}\n\n-- \n{ending}\n")


def question(link: str, words: NullTranslations) -> Letter:
    """Return the mail that asks for an address's confirmation."""
    _ = words.gettext
    text = _("Someone at a Signet game table gave this address to be emailed when it's their turn.")
    yes = _("If that was you, confirm here: %(link)s") % {"link": link}
    no = _("If not, ignore this email. You won't get another.")
    return Letter(_("Emails from Signet?"), f"{text}\n\n{yes}\n\n{no}\n")


def join_names(names: Sequence[str], words: NullTranslations) -> str:
    """``Ada``, ``Ada and Ben``, ``Ada, Ben and Carla``."""
    if len(names) < 2:
        return "".join(names)
    return words.gettext("%(first)s and %(last)s") % {"first": ", ".join(names[:-1]), "last": names[-1]}
