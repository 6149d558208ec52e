"""Calendar file: grammar, folding, escapes and properties of RFC 5545."""

import re
from collections.abc import Iterator

import pytest

from app.rooms.model.dates import FixedDate, ProposedDate
from app.rooms.model.ids import Millis, RoomCode
from app.rooms.model.values import replace
from app.web.text.calendar import LINE_BYTES, write_calendar
from app.web.text.languages import LANGUAGES, catalogue

AT = Millis(1_790_000_000_000)
FIXED = FixedDate(ProposedDate(2, AT, "Europe/Berlin", 1, frozenset({1})), 2, 0, AT)
ROOM = RoomCode("K7QF2M9X")
LINK = "https://play.example.org/r/K7QF2M9X"
HOSTILE = ["A;B,C\\n", "\\", "👑🎩💎" * 12, 'x:y"z', "BEGIN:VEVENT"]

# RFC 5545, 3.1: contentline = name *(";" param) ":" value; a value has no control characters but tabs
LINE = re.compile(
    r'([A-Z][A-Z0-9-]*)((?:;[A-Z-]+=(?:"[^"\x00-\x1f]*"|[^";:,\x00-\x1f]*))*):([^\x00-\x08\x0a-\x1f\x7f]*)'
)
# 3.3.11: TSAFE-CHAR, or a backslash before one of \ ; , N n
TEXT = re.compile(r"(?:[^\\;,\x00-\x1f]|\\[\\;,Nn])*")
ONCE = {"UID", "DTSTAMP", "DTSTART", "DURATION", "SUMMARY", "SEQUENCE", "STATUS", "DESCRIPTION", "URL"}


def write(fixed: FixedDate = FIXED, names: list[str] | None = None, language: str = "en") -> str:
    """Return the file for that date."""
    chosen = ["Ada", "Ben"] if names is None else names
    return write_calendar(ROOM, fixed, "Edel, Stein & Reich", chosen, LINK, AT, catalogue(language))


def unfold(text: str) -> list[str]:
    """Return the content lines, each checked against the rule of 75 octets."""
    assert text.endswith("\r\n")
    assert "\n" not in text.replace("\r\n", "")
    lines = text.removesuffix("\r\n").split("\r\n")
    assert max(len(line.encode()) for line in lines) <= LINE_BYTES
    return text.removesuffix("\r\n").replace("\r\n ", "").split("\r\n")


def parse(text: str) -> Iterator[tuple[tuple[str, ...], str, str]]:
    """Yield each property with the components around it."""
    within: tuple[str, ...] = ()
    for line in unfold(text):
        found = LINE.fullmatch(line)
        assert found is not None, line
        name, _, value = found.groups()
        if name == "BEGIN":
            within = (*within, value)
        elif name == "END":
            assert within[-1] == value
            within = within[:-1]
        else:
            yield within, name, value
    assert within == ()


def read_event(text: str) -> dict[str, str]:
    """Return the properties of the only event, each of which comes once."""
    found = [(name, value) for within, name, value in parse(text) if within == ("VCALENDAR", "VEVENT")]
    assert len({name for name, _ in found}) == len(found)
    return dict(found)


def unescape(value: str) -> str:
    """Return a text value as it is meant."""
    assert TEXT.fullmatch(value) is not None, value
    return re.sub(r"\\(.)", lambda pair: "\n" if pair[1] in "nN" else pair[1], value)


def test_the_file_has_every_required_property_once() -> None:
    outer = [(name, value) for within, name, value in parse(write()) if within == ("VCALENDAR",)]
    assert outer == [("VERSION", "2.0"), ("PRODID", "-//Signet//Signet//EN")]
    event = read_event(write())
    assert event.keys() == ONCE
    assert (event["DTSTART"], event["DTSTAMP"]) == ("20260921T141320Z", "20260921T141320Z")
    assert (event["DURATION"], event["STATUS"], event["SEQUENCE"]) == ("PT3H", "CONFIRMED", "0")
    assert (unescape(event["SUMMARY"]), event["URL"]) == ("Edel, Stein & Reich with friends", LINK)
    assert unescape(event["DESCRIPTION"]) == f"Coming: Ada and Ben.\n{LINK}"


def test_an_alarm_rings_an_hour_before() -> None:
    alarm = {name: value for within, name, value in parse(write()) if within[-1] == "VALARM"}
    assert (alarm["ACTION"], alarm["TRIGGER"]) == ("DISPLAY", "-PT1H")
    assert alarm["DESCRIPTION"]


def test_a_called_off_evening_is_cancelled_without_an_alarm() -> None:
    off = write(replace(FIXED, is_called_off=True, sequence=1))
    event = read_event(off)
    assert (event["STATUS"], event["SEQUENCE"], "VALARM" in off) == ("CANCELLED", "1", False)
    assert event["UID"] == read_event(write())["UID"]


def test_a_moved_date_keeps_its_id() -> None:
    moved = replace(FIXED, date=replace(FIXED.date, number=5, at=Millis(AT + 1)), sequence=1)
    assert read_event(write(moved))["UID"] == read_event(write())["UID"]


def test_another_evening_has_another_id() -> None:
    assert read_event(write(replace(FIXED, evening=5)))["UID"] != read_event(write())["UID"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_hostile_names_break_no_line(language: str) -> None:
    event = read_event(write(names=HOSTILE, language=language))
    said = unescape(event["DESCRIPTION"])
    assert all(name in said for name in HOSTILE)
    assert said.endswith(f"\n{LINK}")


def test_nobody_coming_leaves_the_link_alone() -> None:
    assert unescape(read_event(write(names=[]))["DESCRIPTION"]) == LINK
