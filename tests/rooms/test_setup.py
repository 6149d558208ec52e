"""The table made ready for another game, or for the same one again."""

import pytest

from app.rooms import commands as c
from tests.rooms.builders import (
    ADA,
    BEN,
    SEED,
    a_game,
    a_room,
    events_of,
    game_of,
    get_refusal_code,
    names,
    play_to_end,
    run_commands,
)


def test_table_can_be_set_up_for_another_game_afterwards() -> None:
    room = run_commands(play_to_end(a_game(3, tell="count")), c.Leave(BEN), c.SetUpAnew(ADA, "edel_stein_reich"))
    assert (room.phase, room.game.key, names(room)) == (
        "lobby",
        "edel_stein_reich",
        ["Ada", None, "Carla", None, None],
    )
    assert room.options.tell == "count"
    room = run_commands(room, c.Begin(ADA, SEED, room.game.edition()))
    assert (room.phase, game_of(room).game.key, room.games_so_far) == ("playing", "edel_stein_reich", 2)


@pytest.mark.parametrize("key", ["adel_verpflichtet", None])
def test_the_same_game_can_be_set_up_anew(key: str | None) -> None:
    room = run_commands(play_to_end(a_game(3, variant="confrontation")), c.SetUpAnew(ADA, key))
    assert (room.phase, dict(room.options.game)["variant"]) == ("lobby", "confrontation")
    assert events_of(room, c.SetUpAnew(ADA, key)) == ()


def test_a_running_game_is_not_set_up_anew() -> None:
    assert get_refusal_code(a_game(2), c.SetUpAnew(ADA, None)) == "already_begun"
    assert get_refusal_code(a_room(2), c.SetUpAnew(ADA, "chess")) == "bad_field"
    assert get_refusal_code(a_room(2), c.SetUpAnew(BEN, None)) == "not_host"
