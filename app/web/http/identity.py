"""Who asks: the device cookie of a browser, the bearer token of a program. Both are 256-bit secrets of which the server
keeps the SHA-256 only."""

import base64
import hashlib
import hmac
import re
import secrets
from collections.abc import Collection
from dataclasses import dataclass
from itertools import islice

from starlette.requests import HTTPConnection
from starlette.responses import Response

from app.rooms.model.devices import DeviceKind
from app.rooms.model.ids import ROOM_ALPHABET, ROOM_CODE_LENGTH, Digest, RoomCode
from app.web.http.cookie_names import DEVICE, FRESH, full_name, name_for, names_to_read, old_name
from app.web.http.cookies import read_cookies

COOKIE_S = 180 * 24 * 3600
"""How long a browser keeps its device cookie after it last came to one of its tables."""

MOST_SHOWN = 4
"""Devices that are read from the cookies of one request. A planted cookie must not hide the one that holds a seat."""

_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")


class BadBearerError(ValueError):
    """An Authorization header that holds no token of this server."""


@dataclass(frozen=True, slots=True)
class Holder:
    """A secret that somebody showed, and its digest, under which seats are held."""

    secret: str
    digest: Digest
    kind: DeviceKind = "other"
    """What it is that showed the secret."""

    def __repr__(self) -> str:
        return "Holder(...)"


def new_token() -> str:
    """A new secret of 256 bits, 43 characters that need no escaping in an address."""
    return secrets.token_urlsafe(32)


def digest_of(secret: str) -> Digest:
    """SHA-256 of a secret."""
    return Digest(hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest())


def holder(secret: str, kind: DeviceKind = "other") -> Holder:
    """The secret with its digest."""
    return Holder(secret, digest_of(secret), kind)


def is_token(text: str) -> bool:
    """Whether the text has the form of a token."""
    return _TOKEN.fullmatch(text) is not None


def is_same(shown: str, kept: str) -> bool:
    """Whether two secrets are the same, in a time that tells nothing."""
    return hmac.compare_digest(shown.encode("utf-8", "replace"), kept.encode("utf-8", "replace"))


def return_secret(asker: Holder, code: RoomCode, id: str | None) -> str:
    """The secret of a return link. With an id it follows from the asker's own secret, so that the same command sent
    twice is answered with the same link although the server keeps no link."""
    if id is None:
        return new_token()
    derived = hmac.digest(asker.secret.encode(), f"return/{code}/{id}".encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(derived).rstrip(b"=").decode()


def bearer(connection: HTTPConnection) -> Holder | None:
    """The bearer token of a program; None without an Authorization header. Raises BadBearerError."""
    header = connection.headers.get("authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    token = token.strip()
    if scheme.lower() != "bearer" or not is_token(token):
        raise BadBearerError
    return holder(token)


def cookie_name(host: str, *, is_https: bool) -> str:
    """Return the name of the device cookie for who asks for that Host."""
    return full_name(DEVICE, host, is_https=is_https)


def shown_devices(connection: HTTPConnection, *, is_https: bool) -> tuple[Holder, ...]:
    """List the devices that a browser shows by its cookies, those under today's name first; at most MOST_SHOWN."""
    device = names_to_read(DEVICE, connection, is_https=is_https)
    names = (*device, name_for(FRESH, connection, is_https=is_https))
    shown = (token for name in names for token in read_cookies(connection, name) if is_token(token))
    return tuple(holder(token, _kind(connection)) for token in islice(dict.fromkeys(shown), MOST_SHOWN))


def new_device(connection: HTTPConnection) -> Holder:
    """A secret for a browser that has none yet."""
    return holder(new_token(), _kind(connection))


def secret_of_id(id: str) -> str:
    """Return the device secret that belongs to a form's id: whoever sends the form again shows the same device."""
    derived = hmac.digest(id.encode(), b"signet/device", hashlib.sha256)
    return base64.urlsafe_b64encode(derived).rstrip(b"=").decode()


def device_of_form(id: str, connection: HTTPConnection) -> Holder:
    """The device of a browser that sends a form with that id and shows no device that holds a seat."""
    return holder(secret_of_id(id), _kind(connection))


def code_of_form(id: str, what: str, tries: int = 0) -> RoomCode:
    """Return the code of the room that a form with that id opens; ``tries``: how many codes before were in use."""
    derived = hmac.digest(id.encode(), f"signet/room/{what}/{tries}".encode(), hashlib.sha256)
    return RoomCode("".join(ROOM_ALPHABET[byte % len(ROOM_ALPHABET)] for byte in derived[:ROOM_CODE_LENGTH]))


def secret_of_seat_link(id: str, code: RoomCode, seat: int) -> str:
    """Return the secret of the link to a seat of the room that a form with that id brought."""
    derived = hmac.digest(id.encode(), f"signet/seat/{code}/{seat}".encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(derived).rstrip(b"=").decode()


def _kind(connection: HTTPConnection) -> DeviceKind:
    return kind_of(connection.headers.get("user-agent", ""))


def set_device(response: Response, name: str, secret: str, *, is_https: bool) -> None:
    """Let the browser keep a device secret under that name. Lax, not strict: a link from a messenger has to find its
    player again."""
    response.set_cookie(name, secret, max_age=COOKIE_S, path="/", secure=is_https, httponly=True, samesite="lax")


def forget_device(response: Response, connection: HTTPConnection, *, is_https: bool) -> None:
    """Takes the device secrets off the browser that asks."""
    for what in (DEVICE, FRESH):
        name = name_for(what, connection, is_https=is_https)
        response.delete_cookie(name, path="/", secure=is_https, httponly=True, samesite="lax")
    drop_old(response, connection, (), is_https=is_https)


def drop_old(response: Response, connection: HTTPConnection, kept: Collection[str], *, is_https: bool) -> None:
    """Take back the device cookie under its old name, unless it is one of the secrets that are ``kept``."""
    old = old_name(DEVICE, is_https=is_https) or ""
    # what another program on this host calls by that name stays
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
"""Words of a browser's own description, in the order they are looked for."""

MOST = 512
"""How much of the description is read."""


def kind_of(user_agent: str) -> DeviceKind:
    """The kind that the description speaks of; ``other`` when it speaks of none."""
    said = user_agent[:MOST].lower()
    return next((kind for kind, words in SIGNS if any(word in said for word in words)), "other")
