"""Cookies that tests give to browsers."""

from urllib.parse import urlsplit

from app.web.http.identity import cookie_name


def get_device_cookie_name(url: str) -> str:
    """Return the name of the device cookie on a server."""
    return cookie_name(urlsplit(url).netloc, is_https=False)
