"""Code of templates, made once in a process for each catalogue of words: several servers in one process, and what is
made to be thrown away, read no template twice."""

from gettext import NullTranslations
from types import CodeType
from weakref import WeakKeyDictionary

from jinja2.bccache import Bucket, BytecodeCache

_CODE: WeakKeyDictionary[NullTranslations, dict[tuple[str, str], CodeType]] = WeakKeyDictionary()


class Compiled(BytecodeCache):
    """What an environment of these words has compiled, by the template's name and the digest of its source."""

    def __init__(self, words: NullTranslations) -> None:
        self._code = _CODE.setdefault(words, {})

    def load_bytecode(self, bucket: Bucket) -> None:
        """Puts in what is known, if it is."""
        bucket.code = self._code.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keeps what was compiled."""
        if bucket.code is not None:
            self._code[bucket.key, bucket.checksum] = bucket.code
