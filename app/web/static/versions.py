"""Versions of static files in their addresses, so that browsers cache them."""

import functools
import hashlib
import os
import re

from app.paths import STATIC
from app.web.static.bundles import bundle

PREFIX = "/static/"

_QUERY = re.compile(rb"v=([0-9a-f]{12})")


@functools.cache
def build_static_url(path: str) -> str:
    """Return the address of a static file with its version.

    Raises OSError if it does not exist."""
    return f"{PREFIX}{path}?v={_version(path)}"


def names_version(path: str, query: bytes) -> bool:
    """Return whether the address names the present version of the file.

    Another version must not be cached for ever under that name. A newer server's page may ask an older one, or the
    file was just replaced."""
    asked = _QUERY.fullmatch(query)
    if asked is None or not path.startswith(PREFIX):
        return False
    try:
        return _version(path.removeprefix(PREFIX)) == asked[1].decode()
    except (OSError, ValueError):
        return False


def _version(path: str) -> str:
    content = bundle(path)
    if content is not None:
        return _hash_bundle(content)
    state = os.stat(STATIC / path)
    return _hash_file(path, state.st_mtime_ns, state.st_size)


@functools.lru_cache(maxsize=64)
def _hash_bundle(content: bytes) -> str:
    return _digest(content)


@functools.lru_cache(maxsize=1024)
def _hash_file(path: str, changed_ns: int, size: int) -> str:
    """Return the version of a file's content.

    ``changed_ns`` and ``size`` tell contents apart in the cache."""
    return _digest((STATIC / path).read_bytes())


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:12]
