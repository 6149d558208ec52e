"""A player that is a process of its own and speaks JSON lines: docs/bots.md says what is said."""

import json
import random
from collections.abc import Sequence
from time import perf_counter
from typing import Any

from engine.arena.errors import PlayerFaultError
from engine.arena.pipe import Pipe
from engine.arena.player import Place, Spent
from engine.core.asks import Ask
from engine.core.game import AnyGame, Bot, Deed
from engine.core.outcome import Outcome
from engine.core.plain import Plain, plain

START_S = 30.0
"""How much longer the first answer of a process may take, for it has to start. It is in no figure of its time."""


class Program:
    """Plays by processes of one command, one for each seat it has at a table; they are kept from game to game.

    ``seconds`` is how long a process may take for an answer, by the clock on the wall. Raises BadOptionsError when it
    cannot be started."""

    clock = "wall"

    def __init__(self, name: str, command: Sequence[str], seconds: float) -> None:
        self.name = name
        self.spent = Spent()
        self.seconds = seconds
        self._command = command
        self._idle = [Line(command)]
        self._seated: list[_Seated] = []

    def sit(self, place: Place) -> Bot[Any, Any]:
        """As in Player. Raises BadOptionsError."""
        line = self._idle.pop(0) if self._idle else Line(self._command)
        self._seated.append(_Seated(self, line, place))
        return self._seated[-1]

    def over(self, outcome: Outcome) -> None:
        """As in Player. Raises PlayerFaultError when a process has said something unasked."""
        for seated in self._seated:
            seated.line.say({"over": {"ranking": plain(outcome.ranking), "reason": outcome.reason}})
        # in this order each has the seats it would have had in any other game
        self._idle = [*(seated.line for seated in self._seated), *self._idle]
        self._seated = []

    def close(self) -> None:
        """As in Player."""
        for line in (*(seated.line for seated in self._seated), *self._idle):
            line.close()


class Line:
    """A process to which plain data is said, and which answers. Raises BadOptionsError when it cannot be started."""

    def __init__(self, command: Sequence[str]) -> None:
        self._pipe = Pipe(command)
        self.has_answered = False

    def say(self, message: Plain) -> None:
        """Says it. Raises PlayerFaultError when the process has said something unasked."""
        self._pipe.send(json.dumps(message, ensure_ascii=False, separators=(",", ":")))

    def answer(self, seconds: float) -> str:
        """The text of the choice that it answers with. Raises PlayerFaultError."""
        said = self._pipe.receive(seconds if self.has_answered else seconds + START_S)
        self.has_answered = True
        try:
            answer = json.loads(said)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict) or not isinstance(answer.get("choice"), str):
            raise PlayerFaultError(f'answered {said.strip()[:80]!r}, which is no {{"choice": "..."}}')
        return str(answer["choice"])

    def close(self) -> None:
        """Ends the process."""
        self._pipe.close()


class _Seated:
    """Plays one game on one seat by a process."""

    def __init__(self, program: Program, line: Line, place: Place) -> None:
        self.line = line
        self._program = program
        self._place = place
        self._is_greeted = False

    def choose(self, view: object, ask: Ask[Any], rng: random.Random) -> str:
        if not self._is_greeted:
            self.line.say(hello(self._place, rng))
            self._is_greeted = True
        message = question(self._place.game, view, ask, self._place.deeds)
        has_started, began = self.line.has_answered, perf_counter()
        self.line.say(message)
        text = self.line.answer(self._program.seconds)
        if has_started:
            self._program.spent.add(perf_counter() - began)
        return text


def hello(place: Place, rng: random.Random) -> Plain:
    """What a process is told before a game. ``dice`` is to seed dice of its own: from the seat's, so that the deal
    cannot be told from it."""
    return {
        "hello": {
            "game": place.game.key,
            "seats": place.seats,
            "seat": place.seat,
            "options": dict(place.options),
            "dice": f"{rng.getrandbits(128):032x}",
        }
    }


def question(game: AnyGame, view: object, ask: Ask[Any], deeds: Sequence[Deed]) -> Plain:
    """What a process is told for a decision: the view and the ask as the protocol of the server has them, and what was
    done so far."""
    return {
        "view": plain(view),
        "ask": {
            "kind": ask.kind,
            "choices": [game.text(choice) for choice in ask.choices],
            "complete": ask.complete,
            "default": game.text(ask.default),
        },
        "deeds": [list(deed) for deed in deeds],
    }
