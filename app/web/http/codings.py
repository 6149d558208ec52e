"""Content codings that a request accepts (RFC 9110, 12.5.3)."""

import re
from collections.abc import Iterator

from starlette.datastructures import Headers

_WEIGHT = re.compile(r"q=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)", re.IGNORECASE)

GZIP_NAMES = frozenset({"gzip", "x-gzip"})


def accepts_gzip(headers: Headers) -> bool:
    """Return whether the answer may be compressed by gzip.

    The request must name gzip, or ``*``, with a weight above 0 that is no less than the weight of the plain form. A
    part of a file is never compressed: its range counts plain bytes."""
    if "range" in headers:
        return False
    gzip, others, plain = 0.0, 0.0, 0.0
    has_gzip = False
    for coding, weight in _codings(headers):
        if coding in GZIP_NAMES:
            gzip, has_gzip = max(gzip, weight), True
        elif coding == "*":
            others = weight
        elif coding == "identity":
            plain = weight
    weight = gzip if has_gzip else others
    return weight > 0 and weight >= plain


def _codings(headers: Headers) -> Iterator[tuple[str, float]]:
    """Yield each named coding with its weight; 0 for an invalid weight."""
    for header in headers.getlist("accept-encoding"):
        for entry in header.split(","):
            coding, *parameters = (part.strip(" \t") for part in entry.split(";"))
            found = _WEIGHT.fullmatch(parameters[0]) if parameters else None
            yield coding.lower(), float(found[1]) if found else 0.0 if parameters else 1.0
