"""Question to the gallery: the ask whose reveal the watchers see next."""

from typing import NamedTuple

from app.rooms.model.ids import AskNumber
from app.rooms.model.room import Room
from app.rooms.model.watching.gallery import Guess
from engine.core.conditions.guesses import Questions, list_questions
from engine.core.seats import Seat

SEATS = ("0", "1", "2", "3", "4")


class Question(NamedTuple):
    """Ask whose reveal the watchers see next, and what may be guessed of it."""

    ask: AskNumber
    seats: Questions
    """Possible answers by seat."""


def find_question(room: Room) -> Question | None:
    """Return the watchers' question; None if there is nothing to guess.

    Delayed watchers guess the last reveal until they see it, with the next one. ``room`` may be theirs already."""
    play = room.play
    if play is None or room.phase not in ("playing", "paused") or room.options.watchers == "none":
        return None
    is_behind = room.is_delayed and bool(play.history)
    ask, state = (AskNumber(play.ask - 1), play.before) if is_behind else (play.ask, play.state)

    def find() -> Questions:
        game = play.game
        return list_questions(game, game.view(state, None), game.asks(state))

    questions = play.memo.once(state, ("guesses", ask), find)
    return Question(ask, questions) if questions else None


def read_guess(questions: Questions, answers: tuple[str, ...]) -> Guess | None:
    """Return the guess in seat order; None for an impossible one.

    No seat may be named twice."""
    guess = split_guess(answers)
    is_possible = all(answer in questions.get(Seat(seat), ()) for seat, answer in guess)
    return guess if is_possible and len(dict(guess)) == len(guess) else None


def split_guess(answers: tuple[str, ...]) -> Guess:
    """Return the seats and answers of a guess, in seat order.

    The seat is -1 for a text without one."""
    parts = (each.partition(" ") for each in answers)
    return tuple(sorted((int(seat) if seat in SEATS else -1, answer) for seat, _, answer in parts))


def format_guess(guess: Guess) -> tuple[str, ...]:
    """Return the guess as commands and events write it: ``0 castle``."""
    return tuple(f"{seat} {answer}" for seat, answer in guess)
