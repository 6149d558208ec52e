"""What a bot is asked: all that it gets to know, so that it can be asked in another process as well as here."""

import json
import pickle
import random
import traceback
from typing import Any, NamedTuple

from engine.core.asks import Ask
from engine.registry import find


class Question(NamedTuple):
    """A seat's view and ask, and chance of the bot's own: nothing of the game's state, of its seed or of the room."""

    game: str
    level: str
    view: Any
    ask: Ask[Any]
    """With the seat's orders applied."""
    dice: bytes
    """The seed of the bot's own chance: the same question is answered by the same choice."""


class Answer(NamedTuple):
    """What came of a question."""

    choice: str | None
    """The choice's canonical text; None where the bot failed."""
    error: str = ""
    """What kind of error it failed by: its words could hold a card."""
    where: tuple[str, ...] = ()
    """The lines of code at which it did."""


def answer(question: Question) -> str:
    """The text of the bot's choice. Raises whatever a bot may fail by."""
    game = find(question.game)
    dice = random.Random(question.dice)
    return game.text(game.bots[question.level].choose(question.view, question.ask, dice))


def sure_answer(question: bytes) -> bytes:
    """The answer to a packed question, packed."""
    try:
        answered = Answer(answer(Question(*pickle.loads(question))))  # noqa: S301 - of who started this process
    except Exception as error:
        # whatever a bot fails by: the next question may be another's
        answered = Answer(None, type(error).__name__, tuple(traceback.format_tb(error.__traceback__)))
    return json.dumps(answered).encode()


def packed(question: Question) -> bytes:
    """The question as bytes, for a process that this one has started."""
    return pickle.dumps(tuple(question), pickle.HIGHEST_PROTOCOL)


def read_answer(data: bytes) -> Answer:
    """The answer in these bytes. Plain data: whatever a bot does, it makes no objects here. Raises ValueError."""
    choice, error, where = json.loads(data)
    return Answer(choice if isinstance(choice, str) else None, str(error), tuple(map(str, where)))
