"""Identity of a caller: a browser's device cookie, or a program's bearer token.

Both are 256-bit secrets; the server stores only their SHA-256."""

import base64
import hashlib
import hmac
import re
import secrets
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from starlette.requests import HTTPConnection
from starlette.responses import Response

from app.rooms.model.devices import DeviceKind
from app.rooms.model.ids import ROOM_ALPHABET, ROOM_CODE_LENGTH, Digest, RoomCode
from app.web.http.cookie_names import (
    DEVICE,
    FRESH,
    SCREEN,
    SHARED,
    WATCHER,
    full_name,
    name_for,
    names_to_read,
    old_name,
)
from app.web.http.cookies import read_cookie, read_cookies

COOKIE_S = 180 * 24 * 3600
"""Lifetime of a device cookie in seconds, after the last visit to a table."""

FURTHER_HANDS = 4
"""Number of further people who may share a device: a table has five seats."""

MOST_SHOWN = 4
"""Largest number of devices read from one request's cookies.

A planted cookie must not hide the one that holds a seat."""

_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")


class BadBearerError(ValueError):
    """An Authorization header that holds no token of this server."""


@dataclass(frozen=True, slots=True)
class Holder:
    """Secret of a caller, and its digest, which holds seats."""

    secret: str
    digest: Digest
    kind: DeviceKind = "other"
    """Kind of device that showed the secret."""
    first: str = ""
    """Secret in the browser's cookie if this is a further hand's; else empty."""

    @property
    def kept(self) -> str:
        """Secret that the browser keeps for this one."""
        return self.first or self.secret

    def __repr__(self) -> str:
        return "Holder(...)"


def new_token() -> str:
    """Return a new secret of 256 bits: 43 characters, safe in an address."""
    return secrets.token_urlsafe(32)


def digest_of(secret: str) -> Digest:
    """Return the SHA-256 of a secret."""
    return Digest(hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest())


def holder(secret: str, kind: DeviceKind = "other") -> Holder:
    """Return the secret with its digest."""
    return Holder(secret, digest_of(secret), kind)


def is_token(text: str) -> bool:
    """Return whether the text has the form of a token."""
    return _TOKEN.fullmatch(text) is not None


def is_same(shown: str, kept: str) -> bool:
    """Return whether two secrets are equal, in constant time."""
    return hmac.compare_digest(shown.encode("utf-8", "replace"), kept.encode("utf-8", "replace"))


def return_secret(asker: Holder, code: RoomCode, id: str | None) -> str:
    """Return the secret of a return link.

    With an id it follows from the player's own secret. So a repeated command gets the same link, although the server
    stores no link."""
    if id is None:
        return new_token()
    derived = hmac.digest(asker.secret.encode(), f"return/{code}/{id}".encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(derived).rstrip(b"=").decode()


def bearer(connection: HTTPConnection) -> Holder | None:
    """Return a program's bearer token; None without an Authorization header.

    Raises BadBearerError."""
    header = connection.headers.get("authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    token = token.strip()
    if scheme.lower() != "bearer" or not is_token(token):
        raise BadBearerError
    return holder(token)


def cookie_name(host: str, *, is_https: bool) -> str:
    """Return the name of the device cookie under that Host."""
    return full_name(DEVICE, host, is_https=is_https)


def list_cookie_devices(connection: HTTPConnection, *, is_https: bool) -> tuple[Holder, ...]:
    """List the devices in a browser's cookies, at most MOST_SHOWN.

    Those under today's name come first."""
    device = names_to_read(DEVICE, connection, is_https=is_https)
    names = (*device, name_for(FRESH, connection, is_https=is_https))
    shown = (token for name in names for token in read_cookies(connection, name) if is_token(token))
    return tuple(holder(token, _kind(connection)) for token in islice(dict.fromkeys(shown), MOST_SHOWN))


def new_device(connection: HTTPConnection) -> Holder:
    """Return a secret for a browser that has none yet."""
    return holder(new_token(), _kind(connection))


def list_hands(first: Holder) -> tuple[Holder, ...]:
    """Return a browser's device, and the devices of further people who share it.

    Their secrets follow from the first one, so the browser keeps one cookie for all."""
    return first, *(_further_hand(first, number) for number in range(1, FURTHER_HANDS + 1))


@lru_cache(maxsize=1024)
def _further_hand(first: Holder, number: int) -> Holder:
    derived = hmac.digest(first.secret.encode(), f"signet/hand/{number}".encode(), hashlib.sha256)
    secret = base64.urlsafe_b64encode(derived).rstrip(b"=").decode()
    return Holder(secret, digest_of(secret), first.kind, first.secret)


def secret_of_id(id: str) -> str:
    """Return the device secret of a form's id; a form sent again shows the same."""
    derived = hmac.digest(id.encode(), b"signet/device", hashlib.sha256)
    return base64.urlsafe_b64encode(derived).rstrip(b"=").decode()


def device_of_form(id: str, connection: HTTPConnection) -> Holder:
    """Return the device of a form's id, for a browser without a seated device."""
    return holder(secret_of_id(id), _kind(connection))


def code_of_form(id: str, what: str, tries: int = 0) -> RoomCode:
    """Return the code of the room that a form with that id opens.

    ``tries``: how many earlier codes were in use."""
    derived = hmac.digest(id.encode(), f"signet/room/{what}/{tries}".encode(), hashlib.sha256)
    return RoomCode("".join(ROOM_ALPHABET[byte % len(ROOM_ALPHABET)] for byte in derived[:ROOM_CODE_LENGTH]))


def secret_of_seat_link(id: str, code: RoomCode, seat: int) -> str:
    """Return the secret of a seat link in the room imported by that form."""
    derived = hmac.digest(id.encode(), f"signet/seat/{code}/{seat}".encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(derived).rstrip(b"=").decode()


def _kind(connection: HTTPConnection) -> DeviceKind:
    return kind_of(connection.headers.get("user-agent", ""))


def set_device(response: Response, name: str, secret: str, *, is_https: bool) -> None:
    """Set a cookie with a device secret under that name.

    SameSite is lax, not strict, so that a link from a messenger finds its player again."""
    response.set_cookie(name, secret, max_age=COOKIE_S, path="/", secure=is_https, httponly=True, samesite="lax")


def mark_shared(response: Response, connection: HTTPConnection, *, is_https: bool) -> None:
    """Let the browser say that several people share it.

    Then all of them are looked up."""
    set_device(response, name_for(SHARED, connection, is_https=is_https), "yes", is_https=is_https)


def is_shared(connection: HTTPConnection, *, is_https: bool) -> bool:
    """Return whether the browser says that several people share it."""
    return read_cookie(connection, name_for(SHARED, connection, is_https=is_https)) is not None


def read_watcher(connection: HTTPConnection, code: RoomCode, *, is_https: bool) -> Digest | None:
    """Return the digest by which a room knows this browser's guesses.

    Every room has another one. None without a secret."""
    secret = read_cookie(connection, name_for(WATCHER, connection, is_https=is_https))
    return digest_of(f"{secret}/{code}") if secret is not None and is_token(secret) else None


def keep_watcher(response: Response, connection: HTTPConnection, *, is_https: bool) -> None:
    """Let the browser keep a secret for its guesses, unless it has one."""
    name = name_for(WATCHER, connection, is_https=is_https)
    if not is_token(read_cookie(connection, name) or ""):
        set_device(response, name, new_token(), is_https=is_https)


def forget_device(response: Response, connection: HTTPConnection, *, is_https: bool) -> None:
    """Delete the device cookies of the browser."""
    for what in (DEVICE, FRESH, SHARED, WATCHER, SCREEN):
        name = name_for(what, connection, is_https=is_https)
        response.delete_cookie(name, path="/", secure=is_https, httponly=True, samesite="lax")
    drop_old(response, connection, (), is_https=is_https)


def drop_old(response: Response, connection: HTTPConnection, kept: Collection[str], *, is_https: bool) -> None:
    """Delete the device cookie under its old name, unless it is in ``kept``."""
    old = old_name(DEVICE, connection, is_https=is_https) or ""
    # another program on this host may use the same name; leave its cookie alone
    shown = [token for token in read_cookies(connection, old) if is_token(token)]
    if shown and not any(token in kept for token in shown):
        response.delete_cookie(old, path="/", secure=is_https, httponly=True, samesite="lax")


SIGNS: tuple[tuple[DeviceKind, tuple[str, ...]], ...] = (
    ("tablet", ("ipad", "tablet", "kindle", "silk/")),
    ("phone", ("iphone", "ipod", "mobile", "phone")),
    # Android says "mobile" on phones only
    ("tablet", ("android",)),
    ("computer", ("windows nt", "macintosh", "x11", "cros", "linux")),
)
"""Words of a browser's description, in order of search."""

MOST = 512
"""Number of characters read from the description."""


def kind_of(user_agent: str) -> DeviceKind:
    """Return the kind of device in the description; ``other`` if it names none."""
    said = user_agent[:MOST].lower()
    return next((kind for kind, words in SIGNS if any(word in said for word in words)), "other")
