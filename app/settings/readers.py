"""Readers of single settings.

Each checks one value and returns it, or raises ValueError with the reason."""

import ipaddress
import re

from pydantic import SecretStr

from app.origin import read_origin
from app.settings.open_word import read_open_word

SHORTEST_TOKEN = 16
SHORTEST_CLUB_WORDS = 8

_DESTINATION = re.compile(r"(?:ssh://)?[A-Za-z0-9_][A-Za-z0-9_.@:\[\]-]*")
LONGEST_CALL_SERVER = 200
"""Longest address of a call server.

A room's name behind it must fit into a table's link."""

_CALL_SERVER = re.compile(r"https://(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::[0-9]+)?(?:/[A-Za-z0-9._~-]+)*")
OWN_NAMES = frozenset(
    {
        *("admin", "api", "apple-touch-icon.png", "calls", "csp-report", "fairness", "forget", "healthz", "join"),
        *(
            "language",
            "lesson",
            "manifest.webmanifest",
            "metrics",
            "move",
            "moved",
            "offline",
            "push-key",
            "r",
            "rooms",
            "rules",
        ),
        *("screen", "solo", "static", "worker.js"),
    }
)
"""First names of the server's own addresses.

With one of them as a sub-path, nobody could tell whether a proxy has removed the sub-path."""

_NAME_IN_PATH = re.compile(r"[A-Za-z0-9._~-]+")

_DATABASE = re.compile(r"(?:sqlite|postgres(?:ql)?)(?:\+\w+)?://", re.IGNORECASE)


def read_database(written: str | None) -> str | None:
    """Read the address of a database; an empty one is None. Raises ValueError."""
    url = (written or "").strip()
    # it may hold a password, so no refusal quotes it
    if url and not _DATABASE.match(url):
        raise ValueError("give sqlite:///path or postgresql://user:password@host/name")
    return url or None


def read_networks(written: str) -> str:
    """Check addresses and networks, separated by commas, and return the text.

    Raises ValueError for anything else, and where they cover every address, so that nobody is checked."""
    try:
        networks = [ipaddress.ip_network(each, strict=False) for each in split_list(written)]
    except ValueError as error:
        raise ValueError("give addresses or networks with commas between them, such as 127.0.0.1,10.0.0.0/8") from error
    of_4 = [each for each in networks if isinstance(each, ipaddress.IPv4Network)]
    of_6 = [each for each in networks if isinstance(each, ipaddress.IPv6Network)]
    joined = [*map(str, ipaddress.collapse_addresses(of_4)), *map(str, ipaddress.collapse_addresses(of_6))]
    if any(each.endswith("/0") for each in joined):
        raise ValueError("this trusts every address, so anybody could pose as anybody else; name your proxies only")
    return written


def read_base_path(written: str) -> str:
    """Read a sub-path; an empty one and a single slash are none.

    Raises ValueError for anything but names between slashes, and for names of this program's own addresses."""
    path = written.strip()
    if path in ("", "/"):
        return ""
    names = path.split("/")[1:]
    if not path.startswith("/") or not all(map(_NAME_IN_PATH.fullmatch, names)) or {".", ".."} & set(names):
        raise ValueError("give a path such as /signet: a slash first, none at the end, and letters, digits or -._~")
    if taken := sorted(OWN_NAMES & set(path.lower().split("/"))):
        raise ValueError(f"the server itself uses the name {taken[0]}; choose another one, such as /signet")
    return path


def split_list(written: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in written.split(",") if part.strip())


def read_token(token: SecretStr | None) -> SecretStr | None:
    """Read a token; an empty one is None.

    Raises ValueError for one that can be guessed."""
    if token is None or not token.get_secret_value():
        return None
    if len(token.get_secret_value()) < SHORTEST_TOKEN:
        raise ValueError(f"use at least {SHORTEST_TOKEN} characters")
    return token


def read_club_words(words: SecretStr | None) -> SecretStr | None:
    """Read a club's words; empty ones are None.

    Raises ValueError for words that are too short, too long or cannot be typed."""
    return read_open_word(words, SHORTEST_CLUB_WORDS)


def read_call_server(written: str | None) -> str | None:
    """Read the https address of a server for voice calls; an empty one is None.

    Raises ValueError."""
    begin, slashes, rest = (written or "").strip().partition("://")
    if not begin:
        return None
    authority, slash, path = rest.partition("/")
    address = f"{read_origin(begin + slashes + authority)}{slash}{path}".rstrip("/")
    if not _CALL_SERVER.fullmatch(address) or len(address) > LONGEST_CALL_SERVER:
        raise ValueError("give an https address without a question mark, such as https://meet.example.org")
    return address


def read_contact(address: str | None) -> str | None:
    """Read a contact; an empty one is None.

    Raises ValueError unless a mail address or page."""
    if not address:
        return None
    if not address.startswith(("mailto:", "https://")):
        raise ValueError("it must start with mailto: or https://")
    return address


def read_destination(written: str) -> str:
    """Read whom ssh is to call; empty for nobody.

    A first hyphen would be an option of ssh. Raises ValueError for what is no destination."""
    destination = written.strip()
    if destination and not _DESTINATION.fullmatch(destination):
        raise ValueError("give it as ssh takes it, such as user@play.example.org or ssh://user@play.example.org:2222")
    return destination
