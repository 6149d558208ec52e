"""Votes: more than half of the players can end or restart a game."""

from collections.abc import Mapping

import pytest

from app.rooms import commands as c
from app.rooms import events as e
from app.rooms.views.view import view
from engine import registry
from engine.core.plain import Plain
from engine.core.seats import Seat
from tests.rooms.builders import (
    ADA,
    BEN,
    CARLA,
    DORA,
    GAME,
    JOIN_KEY,
    NEW,
    SEED,
    a_game,
    a_room,
    apply_events,
    events_of,
    game_of,
    get_refusal_code,
    holder,
    motion,
    play_to_end,
    run_commands,
    seal,
)

EDITION = registry.find(GAME).edition()
OTHER_SEED = "7a" * 32


def test_more_than_half_of_the_players_end_a_game() -> None:
    room = run_commands(a_game(4, bots=1), motion(ADA), motion(BEN))
    assert room.phase == "playing"
    assert view(room, CARLA).room.votes == {"end": (ADA, BEN)}
    room = run_commands(room, motion(BEN, is_for=False), motion(BEN), motion(CARLA))
    assert room.phase == "finished"
    outcome = view(room, None).outcome
    assert outcome is not None
    assert (outcome.ranking, outcome.reason, outcome.seed) == ((), "aborted", SEED)
    assert room.evening == ()
    assert get_refusal_code(room, seal(a_game(4), ADA)) == "game_over"


def test_nobody_is_outvoted_by_half_the_table() -> None:
    assert run_commands(a_game(2), motion(ADA)).phase == "playing"
    assert run_commands(a_game(1, bots=2), motion(ADA)).phase == "finished", "bots have no voice"


def test_votes_of_departed_players_lapse_and_fewer_are_needed() -> None:
    room = run_commands(a_game(4), motion(ADA), motion(BEN), c.Leave(ADA))
    assert view(room, BEN).room.votes == {"end": (BEN,)}
    assert run_commands(room, motion(CARLA)).phase == "finished"


def test_a_restart_deals_anew_at_once() -> None:
    room = run_commands(a_game(3), motion(ADA, "restart"), motion(BEN, "restart"))
    assert (room.phase, room.games_so_far, game_of(room).seed) == ("playing", 2, SEED[::-1])
    assert room.votes == {}


def test_votes_are_for_running_games_and_known_motions() -> None:
    assert get_refusal_code(a_room(2), motion(ADA)) == "not_begun"
    assert get_refusal_code(play_to_end(a_game(2)), motion(ADA)) == "game_over"
    assert get_refusal_code(a_game(2), motion(ADA, "dance")) == "bad_field"
    assert events_of(run_commands(a_game(3), motion(ADA)), motion(ADA)) == ()


def vote_against(seat: Seat, what: str = "end") -> c.Vote:
    """Return the seat's vote against a motion."""
    return c.Vote(seat, what, False, SEED[::-1], EDITION, True)


GOES: Mapping[str, c.Command] = {
    "leaves": c.Leave(DORA, seed=OTHER_SEED, edition=EDITION),
    "is removed": c.Remove(ADA, DORA, *NEW, OTHER_SEED, EDITION),
}


@pytest.mark.parametrize("how", GOES)
@pytest.mark.parametrize("phase", ["playing", "paused"])
def test_votes_are_counted_anew_when_somebody_goes(how: str, phase: str) -> None:
    """Two of four are no majority, two of three are."""
    before = run_commands(a_game(4), motion(ADA), motion(BEN), *([c.Pause(ADA)] if phase == "paused" else []))
    assert before.phase == phase
    events = events_of(before, GOES[how])
    assert e.GameAborted(1) in events, "what the votes decide is an event of its own"
    assert run_commands(before, GOES[how]).phase == "finished"
    still = run_commands(a_game(4), motion(ADA), GOES[how])
    assert still.phase == "playing", "one of three is none"


@pytest.mark.parametrize("how", GOES)
def test_restart_passed_by_a_departure_deals_to_remaining_players(how: str) -> None:
    room = run_commands(a_game(4), motion(ADA, "restart"), motion(BEN, "restart"), GOES[how])
    assert (room.phase, room.games_so_far, game_of(room).seed, game_of(room).seats) == ("playing", 2, OTHER_SEED, 3)


def test_a_restart_that_cannot_be_dealt_waits() -> None:
    """Two players want a rematch, but one leaves, so there is no game.

    A server without figures begins none, either."""
    room = run_commands(a_game(2), motion(ADA, "restart"), c.Leave(BEN, seed=OTHER_SEED, edition=EDITION))
    assert (room.phase, room.games_so_far) == ("playing", 1)
    room = run_commands(a_game(4), motion(ADA, "restart"), motion(BEN, "restart"), c.Leave(DORA))
    assert (room.phase, room.games_so_far) == ("playing", 1)
    assert run_commands(room, motion(ADA, "restart")).games_so_far == 2, "any further vote for it carries it"


@pytest.mark.parametrize("how", GOES)
def test_next_game_begins_when_the_player_against_it_leaves(how: str) -> None:
    room = run_commands(play_to_end(a_game(4)), motion(BEN, "again"), motion(CARLA, "again"))
    assert room.phase == "finished"
    room = run_commands(room, GOES[how])
    assert (room.phase, room.games_so_far, game_of(room).seats) == ("playing", 2, 3)


def test_leaving_is_counted_for_motions_of_those_who_stay_alone() -> None:
    room = run_commands(a_game(3), motion(ADA), c.Leave(ADA, seed=OTHER_SEED, edition=EDITION))
    assert room.phase == "playing", "who goes takes the vote along"


def test_who_takes_a_seat_over_does_not_carry_anything() -> None:
    room = run_commands(a_game(4), c.Leave(DORA), motion(ADA), c.TakeSeat("Emil", holder("Emil"), JOIN_KEY))
    assert room.phase == "playing"
    assert view(room, DORA).room.votes == {"end": (ADA,)}


def test_older_journal_without_a_recount_folds_as_before() -> None:
    room = apply_events(
        run_commands(a_game(4), motion(ADA), motion(BEN)), [e.SeatLeft(DORA), e.StandInSet(DORA, "normal")]
    )
    assert room is not None and room.phase == "playing"
    assert run_commands(room, motion(ADA)).phase == "finished", "whoever presses once more has it counted"


def test_half_the_table_against_it_drops_a_motion() -> None:
    room = run_commands(a_game(4), motion(ADA), motion(BEN), vote_against(CARLA))
    assert (view(room, ADA).room.votes, view(room, ADA).room.against) == ({"end": (ADA, BEN)}, {"end": (CARLA,)})
    assert events_of(room, vote_against(DORA))[-1] == e.MotionDropped("end")
    room = run_commands(room, vote_against(DORA))
    assert (room.phase, view(room, ADA).room.votes, view(room, ADA).room.against) == (
        "playing",
        {"end": ()},
        {"end": ()},
    )
    assert [each.kind for each in room.announcements][-1] == "dropped"


def test_a_mind_is_changed_either_way() -> None:
    room = run_commands(a_game(3), motion(ADA), vote_against(BEN))
    assert run_commands(room, motion(BEN)).phase == "finished"
    room = run_commands(room, motion(BEN, is_for=False))
    assert view(room, ADA).room.against == {"end": ()}
    assert events_of(room, motion(BEN, is_for=False)) == ()


def test_who_wanted_it_and_says_no_alone_withdraws() -> None:
    room = run_commands(a_game(3), motion(ADA), vote_against(ADA))
    assert (view(room, ADA).room.votes, view(room, ADA).room.against) == ({"end": ()}, {"end": ()})
    assert events_of(room, vote_against(BEN)) == (), "there is nothing to be against"


def test_motion_is_dropped_when_departures_leave_half_against_it() -> None:
    room = run_commands(a_game(4), motion(ADA), vote_against(BEN), c.Leave(CARLA), c.Leave(DORA))
    assert view(room, ADA).room.votes == {"end": ()}


def test_a_vote_is_for_or_against() -> None:
    both: Plain = None
    assert get_refusal_code(a_game(3), c.Vote(ADA, "end", True, SEED, both, True)) == "bad_field"


def test_saving_that_too_many_are_against_is_dropped() -> None:
    room = run_commands(a_game(3), motion(ADA, "save"), motion(BEN, "save"))
    assert room.is_save_agreed
    room = run_commands(room, vote_against(BEN, "save"), vote_against(CARLA, "save"))
    assert (room.is_save_agreed, view(room, ADA).room.votes) == (False, {"save": ()})


def test_any_player_can_propose_another_game_and_a_majority_begins() -> None:
    room = run_commands(play_to_end(a_game(5)), c.Leave(Seat(4)), c.SeatBot(ADA, Seat(4), "normal"))
    room = run_commands(room, motion(BEN, "again"))
    assert (room.phase, view(room, ADA).room.votes) == ("finished", {"again": (BEN,)})
    assert run_commands(room, motion(CARLA, "again")).phase == "finished"
    room = run_commands(room, motion(CARLA, "again"), motion(DORA, "again"))
    assert (room.phase, room.games_so_far, game_of(room).seed, room.votes) == ("playing", 2, SEED[::-1], {})


def test_the_hosts_press_begins_at_once_whatever_was_proposed() -> None:
    room = run_commands(play_to_end(a_game(3)), motion(BEN, "again"), c.Again(ADA, OTHER_SEED, EDITION))
    assert (room.phase, room.votes) == ("playing", {})


def test_another_game_is_proposed_after_a_game_alone() -> None:
    assert get_refusal_code(a_room(2), motion(BEN, "again")) == "not_begun"
    assert get_refusal_code(a_game(2), motion(BEN, "again")) == "already_begun"


def test_motion_without_supporters_is_dropped_after_a_game_too() -> None:
    room = run_commands(play_to_end(a_game(2)), motion(BEN, "again"), vote_against(ADA, "again"))
    assert view(room, ADA).room.votes == {"again": ()}
    assert run_commands(room, c.SetUpAnew(ADA, None)).votes == {}
