"""Late choices, whose refusal names the ask that is over."""

import random

import pytest

from app.rooms import commands as c
from app.rooms.model.ids import AskNumber
from app.rooms.model.refusals import SENTENCES, Refusal
from app.rooms.model.room import Room
from tests.rooms.builders import ADA, a_game, all_sealed, decide_at, end_grace_pause, game_of, seal

REVEALED, DECIDED = "Too late: the cards have been revealed.", "Too late: that has been decided."


def say(room: Room, command: c.Command) -> str:
    """Return the sentence of a refusal for an ask that is over."""
    answer = decide_at(room, command)
    assert isinstance(answer, Refusal)
    assert answer.code == "ask_is_over"
    return answer.say


def late_answers(seats: int, game: str, seed: int) -> set[tuple[bool, str]]:
    """Return the answers to a second press in random games.

    Each comes with whether several seats were asked."""
    rng, found = random.Random(seed), set()
    room = a_game(seats, game=game, seed=f"{seed:064x}")
    while room.phase == "playing":
        play = game_of(room)
        several = len(play.asks) > 1
        pressed = seal(room, next(iter(play.asks)))
        room = end_grace_pause(
            all_sealed(room, {s: play.game.text(rng.choice(ask.choices)) for s, ask in play.asks.items()})
        )
        if room.phase == "playing":
            found.add((several, say(room, pressed)))
    return found


@pytest.mark.parametrize("game", ["adel_verpflichtet", "edel_stein_reich"])
def test_a_second_press_is_told_what_is_over(game: str) -> None:
    found = {each for seed in range(3) for seats in (2, 3, 5) for each in late_answers(seats, game, seed)}
    assert found == {(True, REVEALED), (False, DECIDED)}


def test_command_for_past_or_unknown_ask_is_refused_as_over() -> None:
    room = a_game(2)
    assert say(room, c.Seal(ADA, AskNumber(99), "castle")) == SENTENCES["ask_is_over"]
    assert say(room, c.MakePlan(ADA, AskNumber(0), ("castle",))) == SENTENCES["ask_is_over"]
