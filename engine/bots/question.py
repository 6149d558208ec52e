"""Questions to bots: all that a bot gets to know, ready for another process."""

import json
import pickle
import random
import traceback
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engine.core.asks import Ask
from engine.core.bots.past_actions import inform
from engine.core.game import PastAction
from engine.core.seats import Seat
from engine.registry import find


class Question(NamedTuple):
    """Seat's view and ask, public actions so far, and a seed of the bot's own.

    It holds nothing of the game's state, of its seed or of the room."""

    game: str
    level: str
    view: Any
    ask: Ask[Any]
    """Ask with the seat's instructions applied."""
    dice: bytes
    """Seed of the bot's own chance: the same question gets the same choice."""
    past_actions: tuple[PastAction, ...] = ()
    """Actions so far that a table may show; empty for a bot that does not use them."""


class Retrospect(NamedTuple):
    """Past moment to be judged: the seat's view, its ask, and the revealed choices."""

    game: str
    view: Any
    ask: Ask[Any] | None
    """Ask of the seat, or None if it was not asked: then only chances are given."""
    chosen: Mapping[Seat, str]
    """Texts of the choices of all asked seats."""
    dice: bytes
    """Seed of the estimate's own chance."""

    @property
    def level(self) -> str:
        """Name among the levels of bots, for logs."""
        return "judge"


class Answer(NamedTuple):
    """Answer to a question."""

    choice: str | None
    """Canonical text of the choice, or a judgement as JSON; None if the bot failed."""
    error: str = ""
    """Class name of the bot's error; its message could hold a card."""
    where: tuple[str, ...] = ()
    """Lines of code at which it failed."""


def answer(question: Question) -> str:
    """Return the text of the bot's choice.

    Raises any error of the bot."""
    game = find(question.game)
    dice = random.Random(question.dice)
    bot = inform(game.bots[question.level], question.past_actions)
    return game.text(bot.choose(question.view, question.ask, dice))


def judgement(moment: Retrospect) -> str:
    """Judge a moment and return JSON.

    ``standing`` has every seat's chance to win. ``chances`` maps the text of each choice to the seat's chance.
    ``expected`` maps each seat to the probability of its choice. Both are empty if the seat was not asked. Raises
    ValueError for a game without an estimate, and any error of the estimate."""
    game = find(moment.game)
    if game.judge is None:
        raise ValueError(f"{moment.game} has no estimate")
    judge, dice = game.judge, random.Random(moment.dice)
    found: dict[str, Any] = {"standing": list(judge.standing(moment.view, dice)), "chances": {}, "expected": {}}
    if moment.ask is not None:
        chosen = {seat: game.parse(text) for seat, text in moment.chosen.items()}
        judged = judge.judge_ask(moment.view, moment.ask, chosen, dice)
        found["chances"] = {game.text(choice): chance for choice, chance in judged.chances.items()}
        found["expected"] = {str(int(seat)): share for seat, share in judged.expected.items()}
    return json.dumps(found)


def sure_answer(question: bytes) -> bytes:
    """Return the packed answer to a packed question; bots' errors are answers too."""
    try:
        is_past, fields = pickle.loads(question)  # noqa: S301 - of who started this process
        answered = Answer(judgement(Retrospect(*fields)) if is_past else answer(unpack_question(fields)))
    except Exception as error:
        # any error of a bot: the next question may be another bot's
        answered = Answer(None, type(error).__name__, tuple(traceback.format_tb(error.__traceback__)))
    return json.dumps(answered).encode()


def pack_question(question: Question | Retrospect) -> bytes:
    """Pack a question as bytes for a process that this one started."""
    if isinstance(question, Question):
        # hundreds of actions: as plain values they are packed in a fifth of the time
        return _pickle(False, (*question[:-1], [tuple(action) for action in question.past_actions]))
    return _pickle(True, tuple(question))


def unpack_question(fields: Sequence[Any]) -> Question:
    """Unpack the question with these fields."""
    question = Question(*fields)
    return question._replace(past_actions=tuple([PastAction(*action) for action in question.past_actions]))


def _pickle(is_past: bool, fields: tuple[Any, ...]) -> bytes:
    return pickle.dumps((is_past, fields), pickle.HIGHEST_PROTOCOL)


def read_answer(data: bytes) -> Answer:
    """Parse an answer from JSON bytes.

    Plain data: a bot's process can make no objects here. Raises ValueError."""
    choice, error, where = json.loads(data)
    return Answer(choice if isinstance(choice, str) else None, str(error), tuple(map(str, where)))
