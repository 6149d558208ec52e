"""Absent players at a rematch.

A stand-in continues for them. The seat stays theirs, and they take it back on their return."""

import pytest

from app.live.host.bot_choices import due_choices
from app.rooms import commands as c
from app.rooms.model.room import Room
from app.rooms.views.view import view
from engine import registry
from engine.core.plain import Plain
from engine.core.seats import Seat
from tests.rooms.builders import (
    ADA,
    BEN,
    CARLA,
    JOIN_KEY,
    SEED,
    a_game,
    begin,
    events_of,
    game_of,
    get_occupant,
    get_refusal_code,
    holder,
    run_commands,
    to_time,
)

GOES = c.SetStandIn(BEN, BEN, "normal")


def edition(game: str) -> Plain:
    return registry.find(game).edition()


def vote_for(room: Room, motion: str, game: str) -> Room:
    return run_commands(room, *(c.Vote(seat, motion, True, SEED, edition(game)) for seat in (ADA, CARLA)))


def rematches(game: str) -> dict[str, Room]:
    """Return each kind of next game, with Ben away at the end of the first one."""
    away = run_commands(a_game(3, game=game), GOES, c.GoAway(BEN, True))
    ended = vote_for(away, "end", game)
    other = next(key for key in registry.GAMES if key != game)
    return {
        "again": run_commands(ended, c.Again(ADA, SEED, edition(game))),
        "one seat further": run_commands(ended, c.Again(ADA, SEED, edition(game), rotate=True)),
        "begin": run_commands(ended, begin(game=game)),
        "restart by vote": vote_for(away, "restart", game),
        "by way of the lobby": run_commands(ended, c.SetUpAnew(ADA, None), begin(game=game)),
        "another game": run_commands(ended, c.SetUpAnew(ADA, other), begin(game=other)),
    }


def seat_of_ben(room: Room) -> Seat:
    seat = room.seat_of(holder("Ben"))
    assert seat is not None
    return seat


@pytest.mark.parametrize("way", rematches("adel_verpflichtet"))
def test_stand_in_continues_in_the_next_game_for_its_player(game: str, way: str) -> None:
    room = rematches(game)[way]
    ben = seat_of_ben(room)
    assert (get_occupant(room, ben).name, get_occupant(room, ben).stand_in, get_occupant(room, ben).is_away) == (
        "Ben",
        "normal",
        True,
    )
    assert (room.phase == "playing" and ben in game_of(room).asks) or game_of(room).asks
    chosen = [command.seat for command in due_choices(room, to_time(60_000))]
    assert chosen == [seat for seat in (ben,) if seat in game_of(room).asks]
    assert [part.stand_in for part in view(room, None).seats if part.name == "Ben"] == ["normal"]
    back = run_commands(room, c.SetStandIn(ben, ben, None))
    assert due_choices(back, to_time(60_000)) == ()
    assert get_occupant(back, ben).played_by is None


def test_seat_with_stand_in_is_reserved_for_player_between_games(game: str) -> None:
    ended = vote_for(run_commands(a_game(3, game=game), GOES), "end", game)
    lobby = run_commands(ended, c.SetUpAnew(ADA, None))
    assert get_occupant(lobby, BEN).stand_in == "normal"
    assert get_refusal_code(lobby, c.SeatBot(ADA, BEN, "normal")) == "bad_field"
    taken = run_commands(lobby, c.TakeSeat("Dora", holder("Dora"), JOIN_KEY))
    assert taken.seat_of(holder("Dora")) not in (None, BEN)
    back = run_commands(lobby, c.SetStandIn(BEN, BEN, None), begin(game=game))
    assert get_occupant(back, BEN).played_by is None


def test_who_came_back_before_the_rematch_plays_it(game: str) -> None:
    ended = vote_for(run_commands(a_game(3, game=game), GOES), "end", game)
    room = run_commands(ended, c.SetStandIn(BEN, BEN, None), c.Again(ADA, SEED, edition(game)))
    assert get_occupant(room, BEN).played_by is None


def test_whoever_gave_the_seat_up_is_not_in_the_rematch(game: str) -> None:
    ended = vote_for(run_commands(a_game(3, game=game), GOES, c.Leave(BEN)), "end", game)
    again = run_commands(ended, c.Again(ADA, SEED, edition(game)))
    assert [occupant.name for occupant in again.seats if occupant is not None] == ["Ada", "Carla"]


def test_lobby_with_nobody_away_is_set_up_by_one_event(game: str) -> None:
    ended = vote_for(a_game(3, game=game), "end", game)
    assert len(events_of(ended, c.SetUpAnew(ADA, None))) == 1
