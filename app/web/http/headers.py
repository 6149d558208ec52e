"""The headers every answer carries: what a page may load, whom it may talk to, what may be kept.

Nothing is inline, so the policy needs no exception. ``Referrer-Policy`` is ``same-origin`` and not ``no-referrer``:
with the latter browsers send ``Origin: null`` from our own forms, and over plain http in a local network Origin is all
there is to tell our forms from foreign ones. Other sites get no referrer either way."""

from urllib.parse import urlsplit

FIXED = (
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
    ("x-robots-tag", "noindex, nofollow"),
    ("x-frame-options", "DENY"),
)

OF_PARTS = frozenset({"x-content-type-options", "cross-origin-resource-policy"})
"""All that matters to a style sheet, a script or a picture: what they may do is said by the page that loads them."""

OF_PICTURES = ("content-security-policy", "default-src 'none'; frame-ancestors 'none'")
"""A drawing can be opened by itself as well, and then may do nothing at all."""

NOT_OF_PARTS = ("last-modified", "accept-ranges")
"""What the entity tag says as well, or nobody asks of a small file."""

NOT_KEPT = "no-store"
KEPT_FOR_EVER = "public, max-age=31536000, immutable"
ASKED_AGAIN = "no-cache"


def content_security_policy(base_url: str | None) -> str:
    """The policy of a page reached under ``base_url``. The socket's address is named in full: not every browser counts
    it as ``'self'``."""
    socket = ""
    if base_url is not None:
        parts = urlsplit(base_url)
        socket = f" {'wss' if parts.scheme == 'https' else 'ws'}://{parts.netloc}"
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; media-src 'self'; "
        f"connect-src 'self'{socket}; manifest-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; "
        "frame-ancestors 'none'; report-to csp; report-uri /csp-report"
    )


def headers(base_url: str | None, *, hsts: str | None = None, part: str = "") -> tuple[tuple[str, str], ...]:
    """All headers for an answer reached under ``base_url``, which is None for a Host that is not ours. A part of pages
    (``part``: its path) gets the few that mean something for it: a first visit loads forty of them. ``hsts``: what is
    said of transport security, over https alone."""
    secure = (("strict-transport-security", hsts),) if hsts is not None else ()
    if part:
        own = (OF_PICTURES,) if part.endswith(".svg") else ()
        return (*own, *(each for each in FIXED if each[0] in OF_PARTS), *secure)
    return (
        ("content-security-policy", content_security_policy(base_url)),
        ("reporting-endpoints", 'csp="/csp-report"'),
        *FIXED,
        *secure,
    )


def is_part(path: str, status: int) -> bool:
    """Whether the answer is a style sheet, a script or a drawing, of which pages are made."""
    return path.startswith("/static/") and path.endswith((".css", ".js", ".svg")) and status in (200, 206, 304)


def keeping(path: str, status: int, *, names_version: bool) -> str:
    """What may be kept of an answer: pages and data never; a static file for ever when its address names the version
    that it has, else after asking again."""
    if not path.startswith("/static/") or status not in (200, 206, 304):
        return NOT_KEPT
    return KEPT_FOR_EVER if names_version else ASKED_AGAIN
