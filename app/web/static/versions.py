"""Versions of static files: what their addresses name, so that browsers may keep them for ever."""

import functools
import hashlib
import os
import re

from app.paths import STATIC
from app.web.static.bundles import bundle

PREFIX = "/static/"

_QUERY = re.compile(rb"v=([0-9a-f]{12})")


@functools.cache
def versioned(path: str) -> str:
    """The address of a static file, with its version. Raises OSError where there is none."""
    return f"{PREFIX}{path}?v={_version(path)}"


def names_version(path: str, query: bytes) -> bool:
    """Whether the address names the very version of the file that lies there now. One that names another must not be
    kept for ever under that name: a page of a newer server may ask an older one, or the file was just replaced."""
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
        return _of_bundle(content)
    state = os.stat(STATIC / path)
    return _of_file(path, state.st_mtime_ns, state.st_size)


@functools.lru_cache(maxsize=64)
def _of_bundle(content: bytes) -> str:
    return _digest(content)


@functools.lru_cache(maxsize=1024)
def _of_file(path: str, changed_ns: int, size: int) -> str:
    """``changed_ns`` and ``size`` tell one content of the file from another."""
    return _digest((STATIC / path).read_bytes())


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:12]
