"""Known actions at a table, as visible to a bot that plays for a seat."""

import pytest

from app.live.host.known_actions import list_known_actions
from app.rooms.model.room import Room
from app.rooms.model.values import replace
from tests.rooms.builders import ADA, BEN, CARLA, a_room, game_of
from tests.rooms.test_views import random_game


def rounds_known(room: Room) -> set[int]:
    return {action.round for action in list_known_actions(room, ADA)}


def test_before_the_first_game_nothing_was_done() -> None:
    assert list_known_actions(a_room(2), ADA) == ()


@pytest.mark.rule("A10.3")
def test_with_open_memory_all_deeds_of_the_game_are_known() -> None:
    room = random_game(3, rounds=5, open_memory=True)
    assert rounds_known(room) == {1, 2, 3, 4, 5}
    past_actions = list_known_actions(room, ADA)
    assert list_known_actions(room, BEN) == past_actions
    assert {action.seat for action in past_actions} == {ADA, BEN, CARLA}
    assert [action.round for action in past_actions] == sorted(action.round for action in past_actions)


@pytest.mark.rule("A10.3")
def test_without_open_memory_those_of_the_last_round_are() -> None:
    room = random_game(3, rounds=5, open_memory=False)
    assert game_of(room).game.round(game_of(room).state) == 6
    assert rounds_known(room) == {5}


def test_whoever_takes_a_seat_over_has_done_nothing_yet() -> None:
    room = random_game(3, rounds=5, open_memory=True)
    occupant = room.occupant(BEN)
    assert occupant is not None
    taken = replace(room, seats=(room.seats[0], replace(occupant, name="Bella"), *room.seats[2:]))
    assert {action.seat for action in list_known_actions(taken, ADA)} == {ADA, CARLA}
    others = [action for action in list_known_actions(room, ADA) if action.seat != BEN]
    assert list(list_known_actions(taken, ADA)) == others
