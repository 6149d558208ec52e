"""Votes: a game is ended or dealt anew when more than half of the players want it."""

from app.rooms import commands as c
from app.rooms.view import view
from tests.rooms.builders import (
    ADA,
    BEN,
    CARLA,
    SEED,
    a_game,
    a_room,
    after,
    facts_of,
    finished,
    game_of,
    motion,
    refused,
    seal,
)


def test_more_than_half_of_the_players_end_a_game() -> None:
    room = after(a_game(4, bots=1), motion(ADA), motion(BEN))
    assert room.phase == "playing"
    assert view(room, CARLA).room.votes == {"end": (ADA, BEN)}
    room = after(room, motion(BEN, is_for=False), motion(BEN), motion(CARLA))
    assert room.phase == "finished"
    outcome = view(room, None).outcome
    assert outcome is not None
    assert (outcome.ranking, outcome.reason, outcome.seed) == ((), "aborted", SEED)
    assert room.evening == ()
    assert refused(room, seal(a_game(4), ADA)) == "game_over"


def test_nobody_is_outvoted_by_half_the_table() -> None:
    assert after(a_game(2), motion(ADA)).phase == "playing"
    assert after(a_game(1, bots=2), motion(ADA)).phase == "finished", "bots have no voice"


def test_the_votes_of_who_left_do_not_count_and_fewer_are_needed_then() -> None:
    room = after(a_game(4), motion(ADA), motion(BEN), c.Leave(ADA))
    assert view(room, BEN).room.votes == {"end": (BEN,)}
    assert after(room, motion(CARLA)).phase == "finished"


def test_a_restart_deals_anew_at_once() -> None:
    room = after(a_game(3), motion(ADA, "restart"), motion(BEN, "restart"))
    assert (room.phase, room.games_so_far, game_of(room).seed) == ("playing", 2, SEED[::-1])
    assert room.votes == {}


def test_votes_are_for_running_games_and_known_motions() -> None:
    assert refused(a_room(2), motion(ADA)) == "not_begun"
    assert refused(finished(a_game(2)), motion(ADA)) == "game_over"
    assert refused(a_game(2), motion(ADA, "dance")) == "bad_field"
    assert facts_of(after(a_game(3), motion(ADA)), motion(ADA)) == ()
