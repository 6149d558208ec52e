"""Pairing of a screen with a table, by a short code that the screen shows.

The server keeps nothing of a screen that waits. The screen's secret follows from its code under a key of the
server's. So a player who types the code names the secret without learning it. All processes share the key."""

import base64
import hashlib
import hmac
import re
import secrets

from starlette.requests import HTTPConnection
from starlette.responses import Response

from app.rooms.model.ids import ROOM_ALPHABET, ROOM_CODE_LENGTH, room_code
from app.web.http.cookie_names import SCREEN, name_for
from app.web.http.cookies import read_cookies
from app.web.http.identity import Holder, holder, set_device
from app.web.service.dependencies import Dependencies

SCREEN_KEY = "screens"
"""Name of the key in the store."""

_KEPT = re.compile(rf"([{ROOM_ALPHABET}]{{{ROOM_CODE_LENGTH}}})\.([A-Za-z0-9_-]{{43}})")
"""Code and secret, as the screen's cookie has them."""


async def new_code(deps: Dependencies) -> str:
    """Return a new code for a screen. Raises StoreDownError."""
    letters = "".join(secrets.choice(ROOM_ALPHABET) for _ in range(ROOM_CODE_LENGTH - 1))
    return letters + _check_letter(await _read_key(deps), letters)


async def read_screen_code(deps: Dependencies, typed: str) -> str | None:
    """Return the code of a screen as typed; None if no screen of this server has it.

    The last letter is a check, so most typing errors are noticed. Raises StoreDownError."""
    code = room_code(typed)
    key = await _read_key(deps)
    return code if code is not None and hmac.compare_digest(code[-1], _check_letter(key, code[:-1])) else None


async def find_screen(deps: Dependencies, code: str) -> Holder:
    """Return the screen that shows the code. Raises StoreDownError."""
    derived = hmac.digest(await _read_key(deps), f"signet/screen/{code}".encode(), hashlib.sha256)
    return holder(base64.urlsafe_b64encode(derived).rstrip(b"=").decode())


def read_kept_screen(deps: Dependencies, connection: HTTPConnection) -> tuple[str, Holder] | None:
    """Return the code and the secret that the browser keeps as a screen; None without."""
    for text in read_cookies(connection, name_for(SCREEN, connection, is_https=deps.is_https(connection))):
        found = _KEPT.fullmatch(text)
        if found is not None:
            return found[1], holder(found[2])
    return None


def keep_screen(deps: Dependencies, connection: HTTPConnection, response: Response, code: str, screen: Holder) -> None:
    """Let the browser keep its code and secret."""
    is_https = deps.is_https(connection)
    name = name_for(SCREEN, connection, is_https=is_https)
    set_device(response, name, f"{code}.{screen.secret}", is_https=is_https)


def _check_letter(key: bytes, letters: str) -> str:
    derived = hmac.digest(key, f"signet/check/{letters}".encode(), hashlib.sha256)
    return ROOM_ALPHABET[derived[0] % len(ROOM_ALPHABET)]


async def _read_key(deps: Dependencies) -> bytes:
    return bytes.fromhex(await deps.notifications.contacts.key(SCREEN_KEY, secrets.token_hex(32)))
