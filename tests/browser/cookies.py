"""The cookies that tests put into browsers."""

from urllib.parse import urlsplit

from app.web.http.identity import cookie_name


def device_cookie(url: str) -> str:
    """The name of the device cookie on the server with that address."""
    return cookie_name(urlsplit(url).netloc, is_https=False)
