"""Parser of effects' texts, so that tests can write effects as texts."""

import re

from engine.core.effects import Detail, Effect
from engine.core.errors import BadTextError
from engine.core.seats import Seat

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|-?[0-9]{1,18}")


def parse_effect(text: str) -> Effect:
    """Parse an effect. Raises BadTextError."""
    head = text.split(" ")
    if len(head) < 3 or not head[2].startswith("round="):
        raise BadTextError(f"no effect: {text!r}")
    seat: Seat | None = None
    audience: tuple[Seat, ...] | None = None
    details: list[tuple[str, Detail]] = []
    for part in head[3:]:
        name, equals, written = part.partition("=")
        if not equals:
            raise BadTextError(f"no detail: {part!r}")
        value = _read(written)
        if name == "seat" and isinstance(value, int):
            seat = Seat(value)
        elif name == "for" and isinstance(value, tuple):
            audience = _seats(value, text)
        else:
            details.append((name, value))
    number = _read(head[2].removeprefix("round="))
    if not isinstance(number, int):
        raise BadTextError(f"no round: {text!r}")
    effect = Effect(head[0], head[1], number, seat, tuple(details), audience)
    if effect.text != text:
        raise BadTextError(f"not the canonical text of an effect: {text!r}")
    return effect


def _seats(value: tuple[int | str, ...], text: str) -> tuple[Seat, ...]:
    if not all(isinstance(number, int) for number in value):
        raise BadTextError(f"no seats: {text!r}")
    return tuple(Seat(int(number)) for number in value)


def _read(written: str) -> Detail:
    if written.startswith("[") and written.endswith("]"):
        inner = written[1:-1]
        return tuple(_read_word(word) for word in inner.split(",")) if inner else ()
    return _read_word(written)


def _read_word(word: str) -> int | str:
    if not _WORD.fullmatch(word):
        raise BadTextError(f"no number or word: {word!r}")
    return int(word) if word.lstrip("-").isdigit() else word
