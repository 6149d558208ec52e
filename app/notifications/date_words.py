"""Date and time in words, in the zone of whoever proposed it.

Pages write them again in the reader's own zone; a mail or a chat cannot."""

from datetime import UTC, datetime, tzinfo
from functools import lru_cache
from gettext import NullTranslations
from zoneinfo import ZoneInfo

from app.rooms.model.ids import Millis


def write_date(at: Millis, zone: str, words: NullTranslations) -> str:
    """Return a date with its time and zone.

    It is in UTC if this system does not know the zone."""
    _, known = words.gettext, _find_zone(zone)
    when = datetime.fromtimestamp(at / 1000, UTC).astimezone(known)
    said = _("%(weekday)s, %(day)d %(month)s, %(time)s") % {
        "weekday": _list_weekdays(words)[when.weekday()],
        "day": when.day,
        "month": _list_months(words)[when.month - 1],
        "time": f"{when:%H:%M}",
    }
    return f"{said} ({'UTC' if known is UTC else zone.replace('_', ' ')})"


@lru_cache(maxsize=128)
def _find_zone(zone: str) -> tzinfo:
    # a journal may name any zone, and some name a folder or no file of zones
    try:
        return ZoneInfo(zone)
    except (ValueError, OSError, KeyError):
        return UTC


def _list_weekdays(words: NullTranslations) -> tuple[str, ...]:
    _ = words.gettext
    first = (_("Monday"), _("Tuesday"), _("Wednesday"), _("Thursday"))
    return (*first, _("Friday"), _("Saturday"), _("Sunday"))


def _list_months(words: NullTranslations) -> tuple[str, ...]:
    _ = words.gettext
    first = (_("January"), _("February"), _("March"), _("April"), _("May"), _("June"))
    return (*first, _("July"), _("August"), _("September"), _("October"), _("November"), _("December"))
