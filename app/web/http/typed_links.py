"""Parser of room codes, links and addresses as people type and paste them.

They may have signs around them, stand in a sentence, or use any script's digits."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from urllib.parse import unquote

from app.rooms.model.ids import RoomCode, room_code
from app.rooms.model.name_likeness import replace_lookalikes
from app.rooms.model.text.characters import strip_invisible
from app.web.text.languages import mark

MOST_TYPED = 2_000
"""Number of characters searched for a code, and of the longest address."""

NO_CODE = mark(
    "No table has that code. A code has 8 letters and digits, like K7QF-2M9X. A link of a table works here too."
)
MANY_CODES = mark("There is more than one code in that. Enter only one.")


class LinkFault(Enum):
    """Reasons why a text names no table."""

    NONE = NO_CODE
    MANY = MANY_CODES


@dataclass(frozen=True, slots=True)
class Link:
    """Link with a key, which holds more than a code."""

    path: str


_LINK = re.compile(
    r"(?:^|(?<=[/\s<>\"'(\[]))r/(?P<room>[^/?#\s<>\"]+)"
    r"(?:/(?P<kind>join|watch|return|replay)/(?P<key>[A-Za-z0-9_-]{16,64}))?",
    re.IGNORECASE,
)
_DASHES = frozenset("\u2212\u30fc\uff70\u2043\u00b7")
"""Characters typed for a dash, besides those that Unicode classes as dashes."""

_SOLID = re.compile(r"(?<![0-9A-Z])([0-9A-Z]{4})(?: ?- ?)?([0-9A-Z]{4})(?![0-9A-Z])", re.IGNORECASE)
_PAIR = re.compile(r"(?<![0-9A-Z])(?=([0-9A-Z]{4}) ([0-9A-Z]{4})(?![0-9A-Z]))", re.IGNORECASE)
"""Two words of four characters; pairs may overlap."""

_PAIR_OF_DIGITS = re.compile(
    r"(?<![0-9A-Z])((?=[A-Z]*[0-9])[0-9A-Z]{4}) ((?=[A-Z]*[0-9])[0-9A-Z]{4})(?![0-9A-Z])", re.IGNORECASE
)
"""Two words of four characters that both hold a digit, unlike any sentence."""

_END = re.compile(r"[^\w-]+$")
_LONG_KEY = re.compile(r"(/r/[^/]+/(?:(?:join|watch)/[\w-]{22}|return/[\w-]{43}))[_-]+$", re.ASCII)
"""Keys may end with such signs, but are of one length."""


def read_typed(text: str) -> RoomCode | Link | LinkFault:
    """Return the only code or link in a text, or the reason for its absence."""
    if len(text) > MOST_TYPED:
        return LinkFault.NONE
    plain = _to_ascii(text)
    links = _links(plain) or _links(_to_ascii(unquote(text)))
    if links:
        return links.pop() if len(links) == 1 else LinkFault.MANY
    return _read_code(plain)


def read_code(text: str) -> RoomCode | None:
    """Return the only code in a part of an address; None if none or several."""
    found = _read_code(_to_ascii(text)) if len(text) <= MOST_TYPED else None
    return None if isinstance(found, LinkFault) else found


def trim_path(path: str) -> str | None:
    """Remove a sentence's signs from the end of a path; None if it has none."""
    trimmed = _END.sub("", path) or "/"
    trimmed = _LONG_KEY.sub(r"\1", trimmed)
    if trimmed.startswith("/R/"):
        trimmed = f"/r/{trimmed[3:]}"
    return trimmed if trimmed != path and trimmed.isascii() else None


def _to_ascii(text: str) -> str:
    """Convert look-alikes to ASCII letters, digits, dashes and spaces.

    Other characters stay."""
    return "".join(map(_letter_to_ascii, strip_invisible(unicodedata.normalize("NFKC", text))))


def _letter_to_ascii(letter: str) -> str:
    if letter.isascii():
        return letter if not letter.isspace() else " "
    digit = unicodedata.digit(letter, None)
    if digit is not None:
        return str(digit)
    if unicodedata.category(letter) == "Pd" or letter in _DASHES:
        return "-"
    seen_as = replace_lookalikes(letter)
    return " " if letter.isspace() else seen_as.upper() if len(seen_as) == 1 and seen_as.isascii() else letter


def _links(text: str) -> set[RoomCode | Link]:
    found: set[RoomCode | Link] = set()
    for each in _LINK.finditer(text):
        code = _read_code(each["room"])
        if isinstance(code, LinkFault):
            continue
        is_keyed = each["kind"] is not None
        found.add(Link(f"/r/{code}/{each['kind'].lower()}/{each['key']}") if is_keyed else code)
    # a link with a key includes its code
    return {each for each in found if isinstance(each, Link)} or found


def _read_code(text: str) -> RoomCode | LinkFault:
    """Return the only code in a plain text; the likeliest candidate counts."""
    whole = room_code("".join(letter for letter in text if unicodedata.category(letter)[0] not in "PZSC"))
    if whole is not None:
        return whole
    solid, rest = _SOLID.findall(text), _SOLID.sub("/", text)
    pairs = [each for each in _PAIR.findall(rest) if _is_of_one_case(*each)]
    tiers = (
        [each for each in (*solid, *_PAIR_OF_DIGITS.findall(rest)) if _is_mixed(each)],
        [each for each in pairs if _is_mixed(each)],
        [each for each in (*solid, *pairs) if "".join(each).isdigit()],
        [each for each in (*solid, *pairs) if "".join(each).isupper()],
        solid,
    )
    for codes in map(_codes, tiers):
        if codes:
            return codes.pop() if len(codes) == 1 else LinkFault.MANY
    return LinkFault.NONE


def _codes(found: Iterable[tuple[str, str]]) -> set[RoomCode]:
    read = {room_code("".join(each)) for each in found}
    return {code for code in read if code is not None}


def _is_of_one_case(one: str, other: str) -> bool:
    """Return whether two words have the same case, so that one may continue."""
    return not ((one.islower() and other.isupper()) or (one.isupper() and other.islower()))


def _is_mixed(words: tuple[str, str]) -> bool:
    """Return whether the words mix letters and digits, as most codes do."""
    both = "".join(words)
    return any(letter.isdigit() for letter in both) and not both.isdigit()


def read_address(typed: str) -> str:
    """Normalize an address: remove invisible characters, outer blanks and brackets.

    One that is too long stays as it is, and is refused: many marks take quadratic time."""
    if len(typed) > MOST_TYPED:
        return typed
    address = strip_invisible(unicodedata.normalize("NFKC", typed)).strip()
    return address[1:-1] if address[:1] + address[-1:] == "<>" else address


def read_mail(typed: str) -> str:
    """Normalize a mail address, with its domain in IDNA."""
    name, at, domain = read_address(typed).removeprefix("mailto:").rpartition("@")
    if len(domain) > MOST_TYPED:
        return typed
    try:
        return name + at + domain.encode("idna").decode()
    except UnicodeError:
        return name + at + domain
