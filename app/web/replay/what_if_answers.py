"""Choices of all seats in a what-if.

A seat that is asked exactly what it was really asked repeats its real choice. All other choices are assumed: the
game's own bot chooses them from that seat's view, with the same dice every time."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.rooms.model.ids import AskNumber
from app.rooms.model.refusals import Refusal, refuse
from app.rooms.views.replay import Moment, Replay
from app.web.text.languages import mark
from engine.core.asks import Ask
from engine.core.bots.levels import Thinker
from engine.core.errors import BadTextError
from engine.core.seats import Seat

LEVEL = "normal"
"""Level of the bot that makes the assumed choices."""

NOT_ASKED = mark("This player had nothing to choose there.")
NOT_LEGAL = mark("That couldn't be chosen there.")


class NoSuchChoiceError(Exception):
    """What-if that cannot be tried; ``refusal`` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class Answer:
    """Choice of a seat at one ask."""

    ask: AskNumber
    seat: Seat
    choice: str
    is_assumed: bool = False


class Answers:
    """Answers to the asks of a stretch, in their order."""

    def __init__(self, replay: Replay, stretch: Sequence[Moment], seat: Seat, choices: Sequence[str]) -> None:
        """Start with the real course as ``stretch``; the seat makes ``choices`` first."""
        self.given: list[Answer] = []
        self._game = replay.game
        self._seed = seed_of(replay)
        self._seat = seat
        self._choices = list(choices)
        self._stretch = [(moment, replay.game.asks(moment.before)) for moment in stretch]
        self._used: dict[Seat, int] = {}

    def answer(self, at: AskNumber, seat: Seat, ask: Ask[Any], state: Any) -> str:
        """Return the text of the seat's choice.

        Raises NoSuchChoiceError if the ask does not allow a changed choice."""
        really = self._take_real_choice(seat, ask)
        if seat == self._seat and self._choices:
            given = Answer(at, seat, self._check_legal(self._choices.pop(0), ask))
        elif really is not None:
            given = Answer(at, seat, really)
        else:
            given = Answer(at, seat, self._assume_choice(at, seat, ask, state), is_assumed=True)
        self.given.append(given)
        return given.choice

    def _take_real_choice(self, seat: Seat, ask: Ask[Any]) -> str | None:
        """Return the seat's real choice at the very same ask; None if there is none.

        Each real choice is used once."""
        for place in range(self._used.get(seat, 0), len(self._stretch)):
            moment, asks = self._stretch[place]
            if asks.get(seat) == ask:
                self._used[seat] = place + 1
                return moment.choices[seat]
        return None

    def _check_legal(self, text: str, ask: Ask[Any]) -> str:
        try:
            choice = self._game.parse(text)
        except BadTextError as error:
            raise NoSuchChoiceError(refuse("choice_not_legal", NOT_LEGAL)) from error
        if choice not in ask:
            raise NoSuchChoiceError(refuse("choice_not_legal", NOT_LEGAL))
        return text

    def _assume_choice(self, at: AskNumber, seat: Seat, ask: Ask[Any], state: Any) -> str:
        bots: Mapping[str, Any] = self._game.bots
        bot = bots.get(LEVEL)
        if isinstance(bot, Thinker):
            bot = bots.get(bot.cheaper)
        if bot is None:
            return self._game.text(ask.default)
        # the label is that of the first releases, so that old links give the same
        label = f"{self._seed}/otherwise/{at}/{seat}"
        dice = random.Random(label)  # noqa: S311 - the seed of a finished game is public
        choice = bot.choose(self._game.view(state, seat), ask, dice)
        return self._game.text(choice if choice in ask else ask.default)


def seed_of(replay: Replay) -> str:
    """Return the game's seed. Raises ValueError for a room that has none."""
    if replay.room.play is None:
        raise ValueError("a replay is of a game")
    return replay.room.play.seed
