"""Choices that come too late: the refusal says what was over."""

import random

import pytest

from app.rooms import commands as c
from app.rooms.model.ids import AskNumber
from app.rooms.model.refusals import OVER, SENTENCES, Refusal
from app.rooms.model.room import Room
from tests.rooms.builders import ADA, a_game, all_sealed, decided, game_of, opened, seal

SAID = {
    "action": {"Too late: the cards have been revealed.", "Too late: that has been decided."},
    "bid": {"That offer has been answered.", "Too late: the bargain has moved on."},
    "event": {"Too late: that event is over."},
    "event_source": {"Too late: the event card has been taken."},
    "exhibition": {"Too late: the exhibitions have been revealed."},
    "free_choice": {"Too late: the free choice has been made."},
    "guess": {"Too late: that guess has been made."},
    "location": {"Too late: the cards have been revealed."},
    "location_action": {"Too late: the cards have been revealed."},
    "purchase": {"Too late: that purchase has been made."},
    "return_gem": {"Too late: that gem has been chosen."},
    "theft": {"Too late: that theft has been committed."},
}
"""What is said of every kind of ask once it is over."""


def say(room: Room, command: c.Command) -> str:
    """The sentence of a refusal for an ask that is over."""
    answer = decided(room, command)
    assert isinstance(answer, Refusal)
    assert answer.code == "ask_is_over"
    return answer.say


def late_answers(seats: int, game: str, seed: int) -> set[tuple[str, str]]:
    """The kinds of asks of games played at random, each with what a second press is told."""
    rng, found = random.Random(seed), set()
    room = a_game(seats, game=game, seed=f"{seed:064x}")
    while room.phase == "playing":
        play = game_of(room)
        kind = next(iter(play.asks.values())).kind
        pressed = seal(room, next(iter(play.asks)))
        room = opened(all_sealed(room, {s: play.game.text(rng.choice(ask.choices)) for s, ask in play.asks.items()}))
        if room.phase == "playing":
            found.add((kind, say(room, pressed)))
    return found


@pytest.mark.parametrize(
    ("game", "kinds"),
    [
        ("adel_verpflichtet", {"location", "action", "location_action", "purchase", "exhibition", "theft"}),
        ("edel_stein_reich", {"action", "guess", "bid", "event_source", "event", "return_gem", "free_choice"}),
    ],
)
def test_a_second_press_is_told_what_is_over(game: str, kinds: set[str]) -> None:
    found = set()
    for seed in range(3):
        for seats in (2, 3, 5):
            found |= late_answers(seats, game, seed)
    assert {kind for kind, _ in found} >= kinds - {"location_action"}
    for kind, said in found:
        assert said in SAID[kind], kind
    if game == "edel_stein_reich":
        assert {said for kind, said in found if kind == "bid"} == SAID["bid"]


def test_of_an_ask_long_over_or_never_made_it_says_that_the_game_has_moved_on() -> None:
    room = a_game(2)
    assert say(room, c.Seal(ADA, AskNumber(99), "castle")) == SENTENCES["ask_is_over"]
    assert say(room, c.SealAhead(ADA, AskNumber(0), ("castle",))) == SENTENCES["ask_is_over"]


def test_every_closer_sentence_is_for_a_kind_of_ask() -> None:
    assert {key.split()[0] for key in OVER} <= SAID.keys()
