"""Cache of compiled templates, in memory and on disk.

The files lie beside the templates, in Python's bytecode folder; only a language's own catalogue is cached there. To
compile all templates of a language takes a second of CPU time; to load them takes a hundredth.

Whoever can write to that folder can write the program's compiled modules too. A cache file is valid only while its
sources are unchanged: the catalogue, these modules, Python and the library."""

import hashlib
import importlib.util
import marshal
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from gettext import NullTranslations
from pathlib import Path
from types import CodeType
from weakref import WeakKeyDictionary

import jinja2
from jinja2.bccache import Bucket, BytecodeCache

from app.paths import CATALOGUES, TEMPLATES
from app.web.text import languages

Key = tuple[str, str, str]
"""Cache key of a template: name and file, source checksum, and compile settings."""

_CODE: WeakKeyDictionary[NullTranslations, dict[Key, CodeType | bytes]] = WeakKeyDictionary()
"""Code of each catalogue's templates, marshalled until somebody asks for it.

Each template is unmarshalled by itself: all at once would block the event loop."""


class TemplateBytecode(BytecodeCache):
    """Bytecode cache of the environments that share a catalogue."""

    def __init__(self, words: NullTranslations, language: str) -> None:
        """Use the disk only if ``words`` is the language's own catalogue."""
        self._code = _CODE.setdefault(words, {})
        self._language = language if words is languages.catalogue(language) else None
        self._asked: dict[Key, CodeType] = {}
        self._is_kept = True

    def is_empty(self) -> bool:
        """Return whether no code is cached, in memory or on disk."""
        if self._language is not None and not self._code:
            self._code |= _read(self._language)
        return not self._code

    def load_bytecode(self, bucket: Bucket) -> None:
        """Load the compiled code if it is cached."""
        key = _key(bucket)
        if self.is_empty() or key not in self._code:
            return
        code = self._code[key]
        if isinstance(code, bytes):
            code = marshal.loads(code)  # noqa: S302 - as trusted as compiled modules
        bucket.code = self._code[key] = self._asked[key] = code

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Store the compiled code."""
        if bucket.code is not None:
            key = _key(bucket)
            self._code[key] = self._asked[key] = bucket.code
            self._is_kept = False

    def keep(self) -> None:
        """Write the requested code to disk if any of it had to be compiled."""
        if self._language is not None and not self._is_kept:
            _write(self._language, self._asked)
            self._is_kept = True


def _key(bucket: Bucket) -> Key:
    """Return the cache key, which separates code with and without escaping."""
    made = bucket.environment
    rules = (made.autoescape, type(made).code_generator_class, made.finalize, sorted(made.extensions))
    return bucket.key, bucket.checksum, repr(rules)


def _path(language: str) -> Path:
    return Path(importlib.util.cache_from_source(TEMPLATES / f"{language}.html"))


def _read(language: str) -> dict[Key, bytes]:
    with suppress(OSError):
        digest, kept = (content := _path(language).read_bytes())[:32], memoryview(content)[32:]
        if digest == _digest(language, kept):
            known: dict[Key, bytes] = marshal.loads(kept)  # noqa: S302 - as trusted as compiled modules
            return known
    return {}


def _write(language: str, code: Mapping[Key, CodeType]) -> None:
    """Write the file atomically; skip it if Python may not write bytecode."""
    if sys.dont_write_bytecode:
        return
    kept, path = marshal.dumps({key: marshal.dumps(it) for key, it in code.items()}), _path(language)
    part = path.with_suffix(f".{os.getpid()}")
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(_digest(language, kept) + kept)
        part.replace(path)


def _digest(language: str, kept: bytes | memoryview) -> bytes:
    """Return the digest of the cached code and its sources.

    The templates are left out: each has its own checksum."""
    words = CATALOGUES / language / "LC_MESSAGES" / f"{languages.DOMAIN}.mo"
    sources = [*sorted(Path(__file__).parent.glob("*.py")), Path(languages.__file__), *[words] * words.exists()]
    digest = hashlib.sha256(repr((importlib.util.MAGIC_NUMBER, jinja2.__version__, str(TEMPLATES))).encode())
    for source in sources:
        digest.update(hashlib.sha256(source.read_bytes()).digest())
    digest.update(kept)
    return digest.digest()
