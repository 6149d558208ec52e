"""Sign-in to the operator's page: by token, for half a day or until sign-out.

The cookie holds the end of that time, the session, and a proof that needs the token. All signed-in browsers share
one session in the store, so it is equal in every process and survives a restart. Signing out ends it for all."""

import hashlib
import hmac
import secrets
from collections.abc import Iterable

from starlette.responses import Response

from app.journal.contacts import Contacts

SIGNED_IN_S = 12 * 3600

SESSION = "admin_session"
"""Key of the session in the store."""


async def admit(response: Response, name: str, contacts: Contacts, token: str, now_s: int, *, is_https: bool) -> None:
    """Sign the browser in with a cookie of that name. Raises StoreDownError."""
    until, session = now_s + SIGNED_IN_S, await _session(contacts)
    response.set_cookie(
        name,
        f"{until}.{session}.{_proof(until, session, token)}",
        max_age=SIGNED_IN_S,
        path="/",
        secure=is_https,
        httponly=True,
        samesite="strict",
    )


async def is_signed_in(shown: str, contacts: Contacts, token: str, now_s: int) -> bool:
    """Return whether that cookie belongs to the current session.

    Raises StoreDownError."""
    until, _, rest = shown.partition(".")
    session, _, proof = rest.partition(".")
    if not (until.isascii() and until.isdigit() and len(until) <= 12):
        return False
    # a forged cookie causes no query to the store
    is_ours = _is_same(proof, _proof(int(until), session, token)) and now_s < int(until)
    return is_ours and _is_same(session, await _session(contacts))


async def end_session(contacts: Contacts) -> None:
    """Invalidate all issued cookies, in every process. Raises StoreDownError."""
    await contacts.renew(SESSION, _new_session())


def forget_admin(response: Response, names: Iterable[str], *, is_https: bool) -> None:
    """Delete the cookies of these names in the requesting browser."""
    for name in names:
        response.delete_cookie(name, path="/", secure=is_https, httponly=True, samesite="strict")


def _is_same(shown: str, kept: str) -> bool:
    return hmac.compare_digest(shown.encode("utf-8", "replace"), kept.encode())


async def _session(contacts: Contacts) -> str:
    return await contacts.key(SESSION, _new_session())


def _new_session() -> str:
    return secrets.token_hex(16)


def _proof(until: int, session: str, token: str) -> str:
    said = f"admin/{until}/{session}".encode("utf-8", "replace")
    return hmac.digest(token.encode(), said, hashlib.sha256).hex()
