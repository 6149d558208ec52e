"""Words of a plain page, which knows things only by their names."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.web.text.sentences import Speech
from engine.core.effects import Effect
from engine.core.options import Option
from engine.core.plain import Plain, to_plain


@dataclass(frozen=True, slots=True)
class Entry:
    """Line of the list that shows a table."""

    label: str
    text: str
    """Text of the line; empty if it has entries below."""
    below: tuple["Entry", ...] = ()


class PlainWords:
    """Words of one language, for templates and the plain face."""

    def __init__(self, speech: Speech) -> None:
        self.speech = speech

    def split_identifier(self, key: str) -> str:
        """Return an identifier as words: ``SealedCard`` becomes sealed card."""
        return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|_", " ", key).lower()

    def bounds(self, option: Option) -> str:
        """Return the range of an option's integers; empty if its values are listed."""
        if not isinstance(option.values, range):
            return ""
        said = self.speech.words.gettext("From %(least)d to %(most)d.")
        return said % {"least": option.values[0], "most": option.values[-1]}

    def entries(self, view: Any) -> tuple[Entry, ...]:
        """List the parts of a game's view in order."""
        return self._entries(to_plain(view))

    def make_sentence(self, effect: Effect) -> str:
        """Return an effect as a sentence: its seat, its name and its details."""
        told = self.describe_effect(effect)
        if effect.seat is None:
            return told
        said = self.speech.words.gettext("%(title)s: %(value)s")
        return said % {"title": self.speech.name_seat(int(effect.seat)), "value": told}

    def describe_effect(self, effect: Effect) -> str:
        """Return an effect's name and details."""
        what = self.split_identifier(effect.kind)
        details = ", ".join(
            f"{self.split_identifier(key)} {self._text(to_plain(value))}" for key, value in effect.details
        )
        return f"{what} ({details})" if details else what

    def _entries(self, value: Plain) -> tuple[Entry, ...]:
        if isinstance(value, Mapping):
            return tuple(self._entry(self.split_identifier(str(key)), each) for key, each in value.items())
        if isinstance(value, Sequence) and not isinstance(value, str):
            return tuple(self._entry(str(number), each) for number, each in enumerate(value, start=1))
        return (Entry("", self._text(value)),)

    def _entry(self, label: str, value: Plain) -> Entry:
        is_nested = isinstance(value, Mapping | Sequence) and not isinstance(value, str)
        is_short = is_nested and not any(isinstance(each, Mapping | list | tuple) for each in self._parts(value))
        if is_nested and not is_short:
            return Entry(label, "", self._entries(value))
        return Entry(label, self._text(value))

    def _parts(self, value: Plain) -> Sequence[Plain]:
        if isinstance(value, Mapping):
            return tuple(value.values())
        return value if isinstance(value, Sequence) and not isinstance(value, str) else ()

    def _text(self, value: Plain) -> str:
        _ = self.speech.words.gettext
        if value is None or (isinstance(value, list | dict) and not value):
            return "–"
        if isinstance(value, bool):
            return _("yes") if value else _("no")
        if isinstance(value, Mapping):
            return ", ".join(f"{self.split_identifier(str(key))} {self._text(each)}" for key, each in value.items())
        if isinstance(value, Sequence) and not isinstance(value, str):
            return ", ".join(map(self._text, value))
        return str(value)
