"""Who is signed in to the operator's page: a browser that has shown the token, for half a day or until somebody leaves.

Its cookie holds the end of that time and the session it belongs to, under a proof that only who has the token can make.
All browsers that are signed in share one session, which the store names: so it is the same in every process and after a
restart, and whoever leaves ends it for all."""

import hashlib
import hmac
import secrets
from collections.abc import Iterable

from starlette.responses import Response

from app.journal.callbook import Callbook

SIGNED_IN_S = 12 * 3600

SESSION = "admin_session"
"""The name under which the store keeps the session."""


async def admit(response: Response, name: str, callbook: Callbook, token: str, now_s: int, *, is_https: bool) -> None:
    """Lets the browser in with a cookie of that name. Raises StoreDownError."""
    until, session = now_s + SIGNED_IN_S, await _session(callbook)
    response.set_cookie(
        name,
        f"{until}.{session}.{_proof(until, session, token)}",
        max_age=SIGNED_IN_S,
        path="/",
        secure=is_https,
        httponly=True,
        samesite="strict",
    )


async def is_signed_in(shown: str, callbook: Callbook, token: str, now_s: int) -> bool:
    """Whether that cookie is one of the running session. Raises StoreDownError."""
    until, _, rest = shown.partition(".")
    session, _, proof = rest.partition(".")
    if not (until.isascii() and until.isdigit() and len(until) <= 12):
        return False
    # the store is asked for nobody who made a cookie up
    is_ours = _is_same(proof, _proof(int(until), session, token)) and now_s < int(until)
    return is_ours and _is_same(session, await _session(callbook))


async def end_session(callbook: Callbook) -> None:
    """No cookie that is out opens the page any more, in any process. Raises StoreDownError."""
    await callbook.renew(SESSION, _new_session())


def forget_admin(response: Response, names: Iterable[str], *, is_https: bool) -> None:
    """Takes the cookies of these names off the browser that asks."""
    for name in names:
        response.delete_cookie(name, path="/", secure=is_https, httponly=True, samesite="strict")


def _is_same(shown: str, kept: str) -> bool:
    return hmac.compare_digest(shown.encode("utf-8", "replace"), kept.encode())


async def _session(callbook: Callbook) -> str:
    return await callbook.key(SESSION, _new_session())


def _new_session() -> str:
    return secrets.token_hex(16)


def _proof(until: int, session: str, token: str) -> str:
    said = f"admin/{until}/{session}".encode("utf-8", "replace")
    return hmac.digest(token.encode(), said, hashlib.sha256).hex()
