"""Randomness of a game: labelled shuffles, each derived from one seed.

Every deal has a label (``<key of the game>/cards``). So the order of one pile never depends on when another pile was
shuffled. Anyone can recompute a deal in any language:

- block *k* (k = 0, 1, 2 ...) of a label is HMAC-SHA256(key = seed, message = UTF-8 of ``label`` + ``#`` + decimal k);
- the blocks, one after the other, are read as big-endian 32-bit words;
- a number below n is the next word modulo n, skipping words not below the largest multiple of n that fits 32 bits;
- the shuffle is Fisher-Yates (Durstenfeld 1964, CACM Algorithm 235) from the end: for i = last .. 1, swap items i and
  j, j a number below i + 1."""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")

_WORDS = 1 << 32


class Chance(Protocol):
    """Source of a game's randomness."""

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        """Return ``items`` in the order that ``label`` gives them."""
        ...


class SeededChance:
    """Chance derived from one secret seed.

    The same seed and label give the same order for ever."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        """Return ``items`` shuffled by seed and ``label``, as the module describes."""
        order = list(items)
        words = self._words(label)
        for last in range(len(order) - 1, 0, -1):
            other = _below(last + 1, words)
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    def _words(self, label: str) -> Iterator[int]:
        block = 0
        while True:
            digest = hmac.digest(self._seed, f"{label}#{block}".encode(), hashlib.sha256)
            yield from (int.from_bytes(digest[start : start + 4], "big") for start in range(0, 32, 4))
            block += 1


def _below(bound: int, words: Iterator[int]) -> int:
    limit = _WORDS - _WORDS % bound
    return next(word for word in words if word < limit) % bound
