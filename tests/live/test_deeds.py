"""Deeds at a table, as visible to a bot that plays for a seat."""

import pytest

from app.live.host.deeds import known_deeds
from app.rooms.model.room import Room
from app.rooms.model.values import replace
from tests.rooms.builders import ADA, BEN, CARLA, a_room, game_of
from tests.rooms.test_views import random_game


def rounds_known(room: Room) -> set[int]:
    return {deed.round for deed in known_deeds(room, ADA)}


def test_before_the_first_game_nothing_was_done() -> None:
    assert known_deeds(a_room(2), ADA) == ()


@pytest.mark.rule("A10.3")
def test_with_open_memory_all_deeds_of_the_game_are_known() -> None:
    room = random_game(3, rounds=5, open_memory=True)
    assert rounds_known(room) == {1, 2, 3, 4, 5}
    deeds = known_deeds(room, ADA)
    assert known_deeds(room, BEN) == deeds
    assert {deed.seat for deed in deeds} == {ADA, BEN, CARLA}
    assert [deed.round for deed in deeds] == sorted(deed.round for deed in deeds)


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
    assert {deed.seat for deed in known_deeds(taken, ADA)} == {ADA, CARLA}
    others = [deed for deed in known_deeds(room, ADA) if deed.seat != BEN]
    assert list(known_deeds(taken, ADA)) == others
