"""Player that is a process and speaks JSON lines, as docs/bots.md specifies."""

import json
import random
from collections.abc import Sequence
from time import perf_counter
from typing import Any

from engine.arena.errors import PlayerFaultError
from engine.arena.pipe import Pipe
from engine.arena.player import Assignment, DecisionTimes
from engine.core.asks import Ask
from engine.core.game import AnyGame, Bot, PastAction
from engine.core.outcome import Outcome
from engine.core.plain import Plain, to_plain

START_S = 30.0
"""Further seconds for the first answer of a process, which has to start.

The first answer is not part of the measured time."""


class Program:
    """Player that runs a command, one process per seat, kept from game to game.

    ``seconds`` is the wall-clock limit of an answer. Raises BadOptionsError if it cannot be started."""

    clock = "wall"

    def __init__(self, name: str, command: Sequence[str], seconds: float) -> None:
        self.name = name
        self.spent = DecisionTimes()
        self.seconds = seconds
        self._command = command
        self._idle = [Line(command)]
        self._seated: list[_ProgramBot] = []

    def sit(self, place: Assignment) -> Bot[Any, Any]:
        """Return a bot that plays by a process. Raises BadOptionsError."""
        line = self._idle.pop(0) if self._idle else Line(self._command)
        self._seated.append(_ProgramBot(self, line, place))
        return self._seated[-1]

    def over(self, outcome: Outcome) -> None:
        """Send the outcome to every process.

        Raises PlayerFaultError if a process has written a line unasked."""
        for seated in self._seated:
            seated.line.say({"over": {"ranking": to_plain(outcome.ranking), "reason": outcome.reason}})
        # in this order each process gets the same seats in every game
        self._idle = [*(seated.line for seated in self._seated), *self._idle]
        self._seated = []

    def close(self) -> None:
        """End all processes."""
        for line in (*(seated.line for seated in self._seated), *self._idle):
            line.close()


class Line:
    """Connection to a process. Raises BadOptionsError if it cannot start."""

    def __init__(self, command: Sequence[str]) -> None:
        self._pipe = Pipe(command)
        self.has_answered = False

    def say(self, message: Plain) -> None:
        """Send a message. Raises PlayerFaultError if the process has written unasked."""
        self._pipe.send(json.dumps(message, ensure_ascii=False, separators=(",", ":")))

    def answer(self, seconds: float) -> str:
        """Return the text of the choice in the process's answer.

        Raises PlayerFaultError."""
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
        """End the process."""
        self._pipe.close()


class _ProgramBot:
    """Bot that plays one game on one seat by a process."""

    def __init__(self, program: Program, line: Line, place: Assignment) -> None:
        self.line = line
        self._program = program
        self._place = place
        self._is_greeted = False

    def choose(self, view: object, ask: Ask[Any], rng: random.Random) -> str:
        if not self._is_greeted:
            self.line.say(hello(self._place, rng))
            self._is_greeted = True
        message = question(self._place.game, view, ask, self._place.past_actions)
        has_started, began = self.line.has_answered, perf_counter()
        self.line.say(message)
        text = self.line.answer(self._program.seconds)
        if has_started:
            self._program.spent.add(perf_counter() - began)
        return text


def hello(place: Assignment, rng: random.Random) -> Plain:
    """Return the message before a game.

    ``dice`` is a seed for dice of its own. It comes from the seat's dice, so it reveals nothing of the deal."""
    return {
        "hello": {
            "game": place.game.key,
            "seats": place.seats,
            "seat": place.seat,
            "options": dict(place.options),
            "dice": f"{rng.getrandbits(128):032x}",
        }
    }


def question(game: AnyGame, view: object, ask: Ask[Any], past_actions: Sequence[PastAction]) -> Plain:
    """Return the message for a decision.

    It has the view and the ask as in the server's protocol, and the actions so far."""
    return {
        "view": to_plain(view),
        "ask": {
            "kind": ask.kind,
            "choices": [game.text(choice) for choice in ask.choices],
            "complete": ask.complete,
            "default": game.text(ask.default),
        },
        "past": [list(action) for action in past_actions],
    }
