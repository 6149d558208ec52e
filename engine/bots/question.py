"""What a bot is asked: all that it gets to know, so that it can be asked in another process as well as here."""

import json
import pickle
import random
import traceback
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engine.core.asks import Ask
from engine.core.bots.deeds import informed
from engine.core.game import Deed
from engine.core.seats import Seat
from engine.registry import find


class Question(NamedTuple):
    """A seat's view and ask, what everybody did so far, and chance of the bot's own: nothing of the game's state, of
    its seed or of the room."""

    game: str
    level: str
    view: Any
    ask: Ask[Any]
    """With the seat's orders applied."""
    dice: bytes
    """The seed of the bot's own chance: the same question is answered by the same choice."""
    deeds: tuple[Deed, ...] = ()
    """What was done so far, as far as a table may show it; empty for a bot that does not go by it."""


class Retrospect(NamedTuple):
    """A moment that is past, to be judged: what a seat saw and was asked then, and what was opened."""

    game: str
    view: Any
    ask: Ask[Any] | None
    """None where the seat was not asked: then only the chances are told."""
    chosen: Mapping[Seat, str]
    """The texts of what all that were asked chose."""
    dice: bytes
    """The seed of the estimate's own chance."""

    @property
    def level(self) -> str:
        """What it is called among the levels of bots, in logs."""
        return "judge"


class Answer(NamedTuple):
    """What came of a question."""

    choice: str | None
    """The choice's canonical text, or what a moment was judged to be, as JSON; None where the bot failed."""
    error: str = ""
    """What kind of error it failed by: its words could hold a card."""
    where: tuple[str, ...] = ()
    """The lines of code at which it did."""


def answer(question: Question) -> str:
    """The text of the bot's choice. Raises whatever a bot may fail by."""
    game = find(question.game)
    dice = random.Random(question.dice)
    bot = informed(game.bots[question.level], question.deeds)
    return game.text(bot.choose(question.view, question.ask, dice))


def judgement(moment: Retrospect) -> str:
    """The moment judged, as JSON: ``standing`` has every seat's chance to win; ``chances`` the seat's own by the text
    of each choice, and ``expected`` by seat how likely its choice was, both empty where it was not asked. Raises
    ValueError for a game that has no estimate, and whatever that may fail by."""
    game = find(moment.game)
    if game.judge is None:
        raise ValueError(f"{moment.game} has no estimate")
    judge, dice = game.judge, random.Random(moment.dice)
    found: dict[str, Any] = {"standing": list(judge.standing(moment.view, dice)), "chances": {}, "expected": {}}
    if moment.ask is not None:
        chosen = {seat: game.parse(text) for seat, text in moment.chosen.items()}
        judged = judge.judged(moment.view, moment.ask, chosen, dice)
        found["chances"] = {game.text(choice): chance for choice, chance in judged.chances.items()}
        found["expected"] = {str(int(seat)): share for seat, share in judged.expected.items()}
    return json.dumps(found)


def sure_answer(question: bytes) -> bytes:
    """The answer to a packed question, packed."""
    try:
        is_past, fields = pickle.loads(question)  # noqa: S301 - of who started this process
        answered = Answer(judgement(Retrospect(*fields)) if is_past else answer(unpacked(fields)))
    except Exception as error:
        # whatever a bot fails by: the next question may be another's
        answered = Answer(None, type(error).__name__, tuple(traceback.format_tb(error.__traceback__)))
    return json.dumps(answered).encode()


def packed(question: Question | Retrospect) -> bytes:
    """The question as bytes, for a process that this one has started."""
    if isinstance(question, Question):
        # hundreds of deeds: as plain values they are packed in a fifth of the time
        return _pickled(False, (*question[:-1], [tuple(deed) for deed in question.deeds]))
    return _pickled(True, tuple(question))


def unpacked(fields: Sequence[Any]) -> Question:
    """The question that was packed with these fields."""
    question = Question(*fields)
    return question._replace(deeds=tuple([Deed(*deed) for deed in question.deeds]))


def _pickled(is_past: bool, fields: tuple[Any, ...]) -> bytes:
    return pickle.dumps((is_past, fields), pickle.HIGHEST_PROTOCOL)


def read_answer(data: bytes) -> Answer:
    """The answer in these bytes. Plain data: whatever a bot does, it makes no objects here. Raises ValueError."""
    choice, error, where = json.loads(data)
    return Answer(choice if isinstance(choice, str) else None, str(error), tuple(map(str, where)))
