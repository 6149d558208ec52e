"""Calendar file (RFC 5545) of one evening."""

import uuid
from datetime import UTC, datetime
from gettext import NullTranslations

from app.notifications.texts import join_names
from app.rooms.model.dates import FixedDate
from app.rooms.model.ids import Millis, RoomCode

LINE_BYTES = 75
"""Longest line in octets, without its end."""

EVENING_HOURS = 3
"""Hours that a calendar keeps free."""

_ESCAPES = str.maketrans({"\\": r"\\", ";": r"\;", ",": r"\,", "\n": r"\n"})


def write_calendar(
    room: RoomCode, fixed: FixedDate, title: str, names: list[str], link: str, now: Millis, words: NullTranslations
) -> str:
    """Return the calendar file of the fixed date.

    ``title`` is the game's, ``names`` are the people who come, ``link`` leads to the table. Moments are in UTC, which
    every calendar shows in the reader's zone. The evening keeps its UID when its date changes."""
    _ = words.gettext
    summary = _("%(game)s with friends") % {"game": title}
    coming = [_("Coming: %(names)s.") % {"names": join_names(names, words)}] if names else []
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Signet//Signet//EN",
        "BEGIN:VEVENT",
        f"UID:{uuid.uuid5(uuid.NAMESPACE_URL, f'signet:{room}:{fixed.evening}')}",
        f"DTSTAMP:{_format_moment(now)}",
        f"SEQUENCE:{fixed.sequence}",
        f"STATUS:{'CANCELLED' if fixed.is_called_off else 'CONFIRMED'}",
        f"DTSTART:{_format_moment(fixed.date.at)}",
        f"DURATION:PT{EVENING_HOURS}H",
        f"SUMMARY:{_escape(summary)}",
        f"DESCRIPTION:{_escape(chr(10).join([*coming, link]))}",
        f"URL:{link}",
    ]
    if not fixed.is_called_off:
        alarm = ("BEGIN:VALARM", "ACTION:DISPLAY", f"DESCRIPTION:{_escape(summary)}", "TRIGGER:-PT1H", "END:VALARM")
        lines += alarm
    lines += ["END:VEVENT", "END:VCALENDAR"]
    return "".join(f"{_fold(line)}\r\n" for line in lines)


def _format_moment(at: Millis) -> str:
    return f"{datetime.fromtimestamp(at // 1000, UTC):%Y%m%dT%H%M%SZ}"


def _escape(text: str) -> str:
    return text.translate(_ESCAPES)


def _fold(line: str) -> str:
    """Return the line in pieces of at most 75 octets.

    None of them ends within a character."""
    pieces, piece, size = [], "", 0
    for letter in line:
        width = len(letter.encode())
        if size + width > LINE_BYTES:
            pieces.append(piece)
            # a continued line begins with a space
            piece, size = " ", 1
        piece, size = piece + letter, size + width
    return "\r\n".join([*pieces, piece])
