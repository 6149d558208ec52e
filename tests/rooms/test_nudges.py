"""Nudges between players: permission, timing, and visibility to others."""

import pytest

from app.rooms import commands as c
from app.rooms.audience import audience
from app.rooms.model.room import Room
from app.rooms.views.view import view
from tests.rooms.builders import (
    ADA,
    BEN,
    CARLA,
    a_game,
    a_room,
    all_sealed,
    events_of,
    game_of,
    get_refusal_code,
    lift,
    one_decides,
    play_to_end,
    run_commands,
    seal,
    to_time,
)


def nudge_ben(room: Room, ms: int = 0) -> Room:
    """Return the room after Ada has nudged Ben."""
    return run_commands(room, c.Nudge(ADA, BEN), ms=ms)


def test_who_is_nudged_sees_by_whom_and_nobody_else_anything(game: str) -> None:
    room = a_game(3, game=game)
    (event,) = events_of(room, c.Nudge(ADA, BEN))
    assert audience(room, event) == BEN
    later = nudge_ben(room, ms=500)
    assert view(later, BEN).nudged == (ADA, to_time(500))
    for viewer in (ADA, CARLA, None):
        assert view(later, viewer) == view(room, viewer)


def test_nobody_nudges_the_same_player_twice_within_a_minute(game: str) -> None:
    room = nudge_ben(a_game(3, game=game))
    assert get_refusal_code(room, c.Nudge(ADA, BEN), ms=59_999) == "too_fast"
    assert view(nudge_ben(room, ms=60_000), BEN).nudged == (ADA, to_time(60_000))
    assert view(run_commands(room, c.Nudge(CARLA, BEN), ms=1), BEN).nudged == (CARLA, to_time(1))


def test_the_minute_goes_on_when_cards_are_revealed(game: str) -> None:
    room = all_sealed(nudge_ben(a_game(2, game=game)))
    if room.play is not None and BEN in room.play.asks:
        assert get_refusal_code(room, c.Nudge(ADA, BEN), ms=1_000) == "too_fast"
    assert view(room, BEN).nudged is None, "it was for an ask that is over"


def test_only_players_the_table_waits_for_are_nudged(game: str) -> None:
    room = a_game(3, bots=1, game=game)
    assert get_refusal_code(room, c.Nudge(ADA, ADA)) == "bad_field"
    assert get_refusal_code(room, c.Nudge(ADA, room.list_taken()[-1])) == "bad_field", "a bot"
    assert get_refusal_code(run_commands(room, seal(room, BEN)), c.Nudge(ADA, BEN)) == "bad_field", (
        "has sealed, as all can see"
    )
    assert get_refusal_code(run_commands(room, c.SetStandIn(BEN, BEN, "normal")), c.Nudge(ADA, BEN)) == "bad_field", (
        "a stand-in plays"
    )
    alone = one_decides(a_game(3, game=game))
    (asked,) = game_of(alone).asks
    idle = next(seat for seat in alone.people() if seat != asked)
    assert get_refusal_code(alone, c.Nudge(asked, idle)) == "bad_field", "is not asked"


def test_nudge_does_not_disclose_a_lifted_card(game: str) -> None:
    room = a_game(3, game=game)
    sealed = run_commands(room, seal(room, BEN))
    lifted = run_commands(sealed, lift(sealed, BEN))
    assert get_refusal_code(lifted, c.Nudge(ADA, BEN)) == get_refusal_code(sealed, c.Nudge(ADA, BEN)) == "bad_field"


@pytest.mark.parametrize("tell", ["count", "nothing"])
def test_nudge_hides_who_has_sealed_if_the_room_does(game: str, tell: str) -> None:
    room = a_game(3, game=game, tell=tell)
    sealed = run_commands(room, seal(room, BEN))
    assert view(nudge_ben(room), ADA) == view(room, ADA)
    assert view(nudge_ben(sealed), ADA) == view(sealed, ADA)
    assert view(nudge_ben(sealed), BEN).nudged is None, "who has sealed is not called"


def test_a_table_that_does_not_play_waits_for_nobody(game: str) -> None:
    assert get_refusal_code(a_room(2, game=game), c.Nudge(ADA, BEN)) == "not_begun"
    assert get_refusal_code(run_commands(a_game(2, game=game), c.Pause(BEN)), c.Nudge(ADA, BEN)) == "paused"
    assert get_refusal_code(play_to_end(a_game(2, game=game)), c.Nudge(ADA, BEN)) == "game_over"
    assert get_refusal_code(all_sealed(a_game(2, game=game, grace=2)), c.Nudge(ADA, BEN)) == "bad_field", (
        "all have sealed"
    )
