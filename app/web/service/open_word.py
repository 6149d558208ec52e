"""Check of the word that opens tables. A browser gives it once.

Its cookie then holds a digest of the word under a key of the server's. So the cookie does not tell the word, is valid
in every process, and becomes void when the word changes."""

import hashlib
import hmac
import secrets

from starlette.requests import HTTPConnection
from starlette.responses import Response

from app.rooms.model.refusals import refuse
from app.settings.open_word import LONGEST_WORD, fold_word
from app.web.html.renderer import WordState
from app.web.http.cookie_names import WORD, name_for
from app.web.http.cookies import read_cookies
from app.web.http.errors import RefusedError, too_fast
from app.web.http.identity import COOKIE_S, is_same
from app.web.service.dependencies import Dependencies, address_of_connection
from app.web.text.languages import mark

WORD_KEY = "open_word"
"""Name of the key in the store."""

PROOF = "signet.open_word"
"""Scope key: the digest that this browser keeps, once it has given the word."""

MOST_TYPED = 4 * LONGEST_WORD
"""Characters that are compared: many marks take quadratic time to fold."""

WRONG = mark("That isn't the password. Check it, or ask whoever runs this server.")


async def find_word_state(deps: Dependencies, connection: HTTPConnection) -> WordState:
    """Return whether this browser must give the word first. Raises StoreDownError."""
    if deps.settings.open_word is None:
        return "none"
    if PROOF in connection.scope:
        return "kept"
    kept = [*read_cookies(connection, name_for(WORD, connection, is_https=deps.is_https(connection)))]
    proof = await _make_proof(deps, deps.settings.open_word.get_secret_value()) if kept else ""
    if not any(is_same(each, proof) for each in kept):
        return "asked"
    connection.scope[PROOF] = proof
    return "kept"


async def check_browsers_word(deps: Dependencies, connection: HTTPConnection, typed: str) -> RefusedError | None:
    """Return the refusal of a browser that has never given the word.

    None if it may open tables. Raises StoreDownError."""
    state = await find_word_state(deps, connection)
    return await check_word(deps, connection, typed) if state == "asked" else None


async def check_word(deps: Dependencies, connection: HTTPConnection, typed: str) -> RefusedError | None:
    """Return the refusal of a word, None for the right one or if none is set.

    Raises StoreDownError."""
    if deps.settings.open_word is None:
        return None
    if len(typed) > MOST_TYPED:
        return RefusedError(refuse("no_word", WRONG))
    if not fold_word(typed):
        return RefusedError(refuse("no_word"))
    proof, shown = [await _make_proof(deps, each) for each in (deps.settings.open_word.get_secret_value(), typed)]
    # nothing is awaited from here on, so guesses at the same time cannot pass the limit
    wait = deps.limits.guess(address_of_connection(connection))
    if wait:
        return too_fast(wait)
    if not is_same(shown, proof):
        # a short word is guessed like a code: the limit of the whole server holds too
        return deps.refuse_guess(connection, "no_word", WRONG, is_code=True)
    connection.scope[PROOF] = proof
    return None


def keep_word(deps: Dependencies, connection: HTTPConnection, response: Response) -> Response:
    """Let the browser keep the word that it has given, and return the response."""
    proof, is_https = connection.scope.get(PROOF), deps.is_https(connection)
    if proof is not None:
        name = name_for(WORD, connection, is_https=is_https)
        response.set_cookie(name, proof, max_age=COOKIE_S, path="/", secure=is_https, httponly=True, samesite="lax")
    return response


def forget_word(response: Response, connection: HTTPConnection, *, is_https: bool) -> None:
    """Delete the cookie of the word."""
    name = name_for(WORD, connection, is_https=is_https)
    response.delete_cookie(name, path="/", secure=is_https, httponly=True, samesite="lax")


async def _make_proof(deps: Dependencies, word: str) -> str:
    key = await deps.notifications.contacts.key(WORD_KEY, secrets.token_hex(32))
    return hmac.digest(bytes.fromhex(key), fold_word(word).encode("utf-8", "replace"), hashlib.sha256).hex()
