"""Readers of messages, one class for each protocol version that the driver speaks.

They read no further than a round needs."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

import orjson

ANSWER = b'{"re":'


@dataclass(frozen=True, slots=True)
class Asked:
    """Ask of a seat: its number, and some legal choices.

    The number is 0 if there is none or if it is sealed. Choices are empty if the message does not list them."""

    ask: int = 0
    choices: Sequence[str] = ()
    is_over: bool = False
    """True if the game has finished."""


class Reading(Protocol):
    """Reader of one connection's messages."""

    def receive(self, message: bytes) -> bool | None:
        """Return whether the message reveals cards.

        None if it tells nothing new of the table. Raises AssertionError for a refusal."""
        ...

    def find_ask(self) -> Asked:
        """Return the ask that is open after all messages."""
        ...

    def seal(self, ask: int, choice: str) -> bytes:
        """Return the message that seals a choice."""
        ...


class FloorReading:
    """Reader of a seat at the floor."""

    _choices = ("a", "b", "c", "d")
    _round = re.compile(rb'"round": ?(\d+)')

    def __init__(self) -> None:
        self._last = b""

    def receive(self, message: bytes) -> bool | None:
        """Implement Reading."""
        self._last = message
        return b'"revealed"' in message

    def find_ask(self) -> Asked:
        """Implement Reading."""
        found = self._round.search(self._last)
        return Asked(int(found[1]) if found else 0, self._choices)

    def seal(self, ask: int, choice: str) -> bytes:
        """Implement Reading."""
        return b'{"round": %d, "choice": "%b"}' % (ask, choice.encode())


def _encode_seal(ask: int, choice: str) -> bytes:
    return b'{"do":"seal","ask":%d,"choice":%b}' % (ask, orjson.dumps(choice))


class ProgramReading:
    """Reader of a program's seat: each update has the whole view, which is searched."""

    _effects = b'"effects":['
    _ask = b'"ask":{"ask":'
    _choices = b'"choices":'
    _sealed = b'"sealed":'

    def __init__(self) -> None:
        self._last = b""

    def receive(self, message: bytes) -> bool | None:
        """Implement Reading."""
        if message.startswith(ANSWER):
            assert b'"refused":' not in message, message
            return None
        self._last = message
        at = message.rfind(self._effects)
        return at >= 0 and not message.startswith(b"]", at + len(self._effects))

    def find_ask(self) -> Asked:
        """Implement Reading."""
        last = self._last
        at = last.find(self._ask)
        if at < 0:
            return Asked(is_over=b'"phase":"finished"' in last)
        begin = last.find(self._choices, at) + len(self._choices)
        try:
            # nearly all choices are words without brackets
            choices = orjson.loads(last[begin : last.index(b"]", begin) + 1])
        except orjson.JSONDecodeError:
            choices = orjson.loads(last)["view"]["ask"]["choices"]
        number = int(last[at + len(self._ask) : last.index(b",", at)])
        sealed = last.find(self._sealed, begin) + len(self._sealed)
        return Asked(number if last.startswith(b"null", sealed) else 0, choices)

    def seal(self, ask: int, choice: str) -> bytes:
        """Implement Reading."""
        return _encode_seal(ask, choice)


class PageReading:
    """Reader of a page's seat, which gets data and regions.

    Choices are in the region of its prompt."""

    _choice: ClassVar[re.Pattern[str]] = re.compile(r'name="choice"[^>]*? value="([^"]*)"')

    def __init__(self) -> None:
        self._prompt = ""
        self._state: dict[str, Any] = {}

    def receive(self, message: bytes) -> bool | None:
        """Implement Reading."""
        data: dict[str, Any] = orjson.loads(message)
        if "version" not in data or "re" in data:
            assert "refused" not in data, data
            return None
        self._prompt = data.get("regions", {}).get("prompt", self._prompt)
        self._state |= data.get("state", {})
        return "film" in data

    def find_ask(self) -> Asked:
        """Implement Reading."""
        state = self._state
        ask = state["ask"] if state["turn"] else 0
        return Asked(ask, self._choice.findall(self._prompt) if ask else (), state["phase"] == "finished")

    def seal(self, ask: int, choice: str) -> bytes:
        """Implement Reading."""
        return _encode_seal(ask, choice)
