"""What templates compile to: kept by the process, and for a language's own words beside the templates, where Python
keeps what its modules compile to. To compile all templates of a language takes a second of the processor, to read what
was kept a hundredth.

Whoever may write there may write the program's compiled modules as well. What is kept counts for nothing unless all
that it came from is as it was: the words, these modules, Python and the library."""

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
"""Of a template: its name and its file, its source, and by which rules the environment compiles."""

_CODE: WeakKeyDictionary[NullTranslations, dict[Key, CodeType]] = WeakKeyDictionary()


class Compiled(BytecodeCache):
    """What an environment of these words has compiled, and those of the same words before it."""

    def __init__(self, words: NullTranslations, language: str) -> None:
        """Nothing is kept beside the templates of words that are not the language's own."""
        self._code = _CODE.setdefault(words, {})
        self._language = language if words is languages.catalogue(language) else None
        self._asked: dict[Key, CodeType] = {}
        self._is_kept = True

    def load_bytecode(self, bucket: Bucket) -> None:
        """Puts in what is known, if it is."""
        if self._language is not None and not self._code:
            self._code |= _read(self._language)
        key = _key(bucket)
        bucket.code = self._code.get(key)
        if bucket.code is not None:
            self._asked[key] = bucket.code

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Takes what was compiled."""
        if bucket.code is not None:
            key = _key(bucket)
            self._code[key] = self._asked[key] = bucket.code
            self._is_kept = False

    def keep(self) -> None:
        """Writes what the environment has asked for, if any of it had to be compiled."""
        if self._language is not None and not self._is_kept:
            _write(self._language, self._asked)
            self._is_kept = True


def _key(bucket: Bucket) -> Key:
    """A page that escapes nothing is not to be drawn by the code of one that does, nor the other way round."""
    made = bucket.environment
    rules = (made.autoescape, type(made).code_generator_class, made.finalize, sorted(made.extensions))
    return bucket.key, bucket.checksum, repr(rules)


def _path(language: str) -> Path:
    return Path(importlib.util.cache_from_source(TEMPLATES / f"{language}.html"))


def _read(language: str) -> dict[Key, CodeType]:
    with suppress(OSError):
        digest, kept = (content := _path(language).read_bytes())[:32], memoryview(content)[32:]
        if digest == _digest(language, kept):
            known: dict[Key, CodeType] = marshal.loads(kept)  # noqa: S302 - from where the modules come from
            return known
    return {}


def _write(language: str, code: Mapping[Key, CodeType]) -> None:
    """Whole or not at all; not if Python was told to write nothing, or may not."""
    if sys.dont_write_bytecode:
        return
    kept, path = marshal.dumps(dict(code)), _path(language)
    part = path.with_suffix(f".{os.getpid()}")
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(_digest(language, kept) + kept)
        part.replace(path)


def _digest(language: str, kept: bytes | memoryview) -> bytes:
    """Of what was kept and of all that it came from, but for the templates: each has its own."""
    words = CATALOGUES / language / "LC_MESSAGES" / f"{languages.DOMAIN}.mo"
    sources = [*sorted(Path(__file__).parent.glob("*.py")), Path(languages.__file__), *[words] * words.exists()]
    digest = hashlib.sha256(repr((importlib.util.MAGIC_NUMBER, jinja2.__version__, str(TEMPLATES))).encode())
    for source in sources:
        digest.update(hashlib.sha256(source.read_bytes()).digest())
    digest.update(kept)
    return digest.digest()
