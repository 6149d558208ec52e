"""Choice of a device's language: its own, its browser's, or its room's."""

import re

from starlette.requests import HTTPConnection
from starlette.responses import Response

from app.web.http.cookie_names import LANGUAGE, full_name, name_for, read_any
from app.web.text.languages import ENGLISH, LANGUAGES

MOST_RANGES = 32
"""Largest number of a browser's languages read; nobody lists more."""

_WEIGHT = re.compile(r"q=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)", re.IGNORECASE)

KEPT_S = 180 * 24 * 3600
"""Lifetime of the language cookie in seconds, after the choice."""


def language(connection: HTTPConnection, *, is_https: bool, default: str = ENGLISH) -> str:
    """Return the device's language.

    The cookie's language comes first, then the best of Accept-Language, then ``default``."""
    kept = read_any(LANGUAGE, connection, is_https=is_https)
    if kept is not None and kept in LANGUAGES:
        return kept
    return negotiate_language(",".join(connection.headers.getlist("accept-language"))) or default


def negotiate_language(header: str) -> str | None:
    """Return our language that an Accept-Language header prefers.

    None if it names none (RFC 9110, 12.5.4). A region counts as its language: ``de-AT`` is German. ``*`` names no
    language."""
    best, most = None, 0.0
    for part in header.split(",", MOST_RANGES)[:MOST_RANGES]:
        name, semicolon, parameter = (piece.strip() for piece in part.partition(";"))
        code = name.lower().partition("-")[0]
        found = _WEIGHT.fullmatch(parameter)
        weight = float(found[1]) if found else 0.0 if semicolon else 1.0
        if code in LANGUAGES and weight > most:
            best, most = code, weight
    return best


def cookie_name(host: str, *, is_https: bool) -> str:
    """Return the name of the language cookie under that Host."""
    return full_name(LANGUAGE, host, is_https=is_https)


def remember_language(response: Response, connection: HTTPConnection, language: str, *, is_https: bool) -> None:
    """Set the cookie with the chosen language."""
    response.set_cookie(
        name_for(LANGUAGE, connection, is_https=is_https),
        language,
        max_age=KEPT_S,
        path="/",
        secure=is_https,
        httponly=True,
        samesite="lax",
    )
