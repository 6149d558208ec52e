"""Security and caching headers of every answer.

Nothing is inline, so the policy needs no exception. ``Referrer-Policy`` is ``same-origin`` and not ``no-referrer``:
with the latter browsers send ``Origin: null`` from our own forms. Over plain http in a local network, Origin alone
tells our forms from foreign ones. Other sites get no referrer either way."""

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
"""Headers of a style sheet, script or picture.

The page that loads them sets the rest of the policy."""

OF_PICTURES = ("content-security-policy", "default-src 'none'; frame-ancestors 'none'")
"""Policy of a drawing opened by itself: nothing is allowed."""

NOT_OF_PARTS = ("last-modified", "accept-ranges")
"""Headers that small files omit: the entity tag says it, or nobody uses them."""

NOT_KEPT = "no-store"
KEPT_FOR_EVER = "public, max-age=31536000, immutable"
ASKED_AGAIN = "no-cache"


def draws_clips(path: str) -> bool:
    """Return whether a path is that of a page that films a reveal."""
    return path.startswith("/r/") and path.endswith("/clip")


def content_security_policy(base_url: str | None, *, draws_clips: bool = False) -> str:
    """Return the policy of a page reached under ``base_url``.

    It names the socket's address in full: not every browser counts it as ``'self'``. A page that ``draws_clips`` may
    show pictures and films that its own scripts have made."""
    socket = ""
    if base_url is not None:
        parts = urlsplit(base_url)
        socket = f" {'wss' if parts.scheme == 'https' else 'ws'}://{parts.netloc}"
    drawn, filmed = (" data:", " blob:") if draws_clips else ("", "")
    return (
        f"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'{drawn}; font-src 'self'; "
        f"media-src 'self'{filmed}; "
        f"connect-src 'self'{socket}; manifest-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; "
        "frame-ancestors 'none'; report-to csp; report-uri /csp-report"
    )


def headers(
    base_url: str | None, *, hsts: str | None = None, part: str = "", draws_clips: bool = False
) -> tuple[tuple[str, str], ...]:
    """Return all headers for an answer reached under ``base_url``.

    ``base_url`` is None for a Host that is not ours. ``part``: the path of a page's part, which gets only the few
    headers that matter for it, because a first visit loads forty. ``hsts``: the value for transport security, over
    https alone."""
    secure = (("strict-transport-security", hsts),) if hsts is not None else ()
    if part:
        own = (OF_PICTURES,) if part.endswith(".svg") else ()
        return (*own, *(each for each in FIXED if each[0] in OF_PARTS), *secure)
    return (
        ("content-security-policy", content_security_policy(base_url, draws_clips=draws_clips)),
        ("reporting-endpoints", 'csp="/csp-report"'),
        *FIXED,
        *secure,
    )


def is_part(path: str, status: int) -> bool:
    """Return whether the answer is a style sheet, script or drawing of a page."""
    return path.startswith("/static/") and path.endswith((".css", ".js", ".svg")) and status in (200, 206, 304)


def keeping(path: str, status: int, *, names_version: bool) -> str:
    """Return the Cache-Control value of an answer.

    Pages and data are never stored. A static file is stored for ever if its address names its present version, else
    it is revalidated."""
    if not path.startswith("/static/") or status not in (200, 206, 304):
        return NOT_KEPT
    return KEPT_FOR_EVER if names_version else ASKED_AGAIN
