"""Deals that are known or shared: the same cards once more, and a club's deals."""

import pytest

from app.live.host.bot_choices import question_for
from app.rooms import commands as c
from app.rooms import events as e
from app.rooms.model.room import Room
from app.rooms.play.dealing import derive_seed
from app.rooms.views.view import view
from engine import registry
from engine.core.seats import Seat
from tests.rooms.builders import (
    ADA,
    BEN,
    CARLA,
    GAME,
    JOIN_KEY,
    SEED,
    a_game,
    a_room,
    begin,
    events_of,
    game_of,
    get_refusal_code,
    holder,
    names,
    play_to_end,
    run_commands,
)

FRESH = "f1" * 32
CLUB = "c1" * 32


def same_cards(*, rotate: bool = False, game: str = GAME) -> c.Again:
    """Return the host's command to deal the last game's cards once more."""
    return c.Again(ADA, FRESH, registry.find(game).edition(), rotate, same=True)


def hands(room: Room) -> list[object]:
    """Return each seat's own view of the cards."""
    play = game_of(room)
    return [play.game.view(play.state, Seat(seat)) for seat in range(play.seats)]


@pytest.mark.parametrize("game", registry.GAMES)
@pytest.mark.parametrize("rotate", [False, True])
def test_same_cards_come_to_the_same_dealt_seats(game: str, rotate: bool) -> None:
    size = min(3, max(registry.find(game).table_sizes))
    first = a_game(size, game=game)
    again = run_commands(play_to_end(first), same_cards(rotate=rotate, game=game))
    assert hands(again) == hands(first)
    assert game_of(again).commitment == game_of(first).commitment
    assert view(again, ADA).room.same_as == 1
    seated = names(first)[:size]
    assert names(again)[:size] == ([*seated[-1:], *seated[:-1]] if rotate else seated)


def test_last_game_gives_its_options_with_its_cards() -> None:
    room = play_to_end(a_game(2, open_memory=False))
    room = run_commands(room, c.ChooseOptions(ADA, {"open_memory": True}), same_cards())
    assert dict(game_of(room).deal.options)["open_memory"] is False
    assert dict(room.options.game)["open_memory"] is False


def test_same_cards_need_as_many_players_and_an_end() -> None:
    room = play_to_end(a_game(3))
    fewer = run_commands(room, c.Leave(CARLA))
    assert get_refusal_code(fewer, same_cards()) == "bad_field"
    assert get_refusal_code(room, c.Again(BEN, FRESH, None, same=True)) == "not_host"
    assert get_refusal_code(a_game(3), same_cards()) == "already_begun"
    assert get_refusal_code(a_room(3), same_cards()) == "not_begun"
    joined = run_commands(fewer, c.TakeSeat("Dora", holder("Dora"), JOIN_KEY), same_cards())
    assert game_of(joined).deal.same_as == 1


def test_cards_of_a_third_game_are_those_of_the_second() -> None:
    room = run_commands(play_to_end(a_game(2)), same_cards())
    assert game_of(run_commands(play_to_end(room), same_cards())).deal.same_as == 2


def test_bots_choose_by_a_fresh_secret_with_known_seeds() -> None:
    edition = registry.find(GAME).edition()
    ended = run_commands(a_game(1, bots=1), c.Vote(ADA, "end", is_for=True, seed=SEED, edition=edition))
    once = run_commands(ended, same_cards())
    twice = run_commands(ended, c.Again(ADA, "0d" * 32, edition, same=True))
    assert question_for(once, BEN).dice != question_for(twice, BEN).dice


def test_club_deals_follow_from_words_game_and_number() -> None:
    edition = registry.find(GAME).edition()
    one = run_commands(a_room(2, grace=0, bot_pace=0), c.Begin(ADA, SEED, edition, club=CLUB))
    other = run_commands(a_room(2, grace=0, bot_pace=0), c.Begin(ADA, FRESH, edition, club=CLUB))
    assert game_of(one).seed == game_of(other).seed == derive_seed(CLUB, GAME, 1)
    assert view(one, None).room.dealt_from == "club"
    assert game_of(one).dice != game_of(other).dice
    next_game = run_commands(play_to_end(one), c.Again(ADA, SEED, edition, club=CLUB))
    assert game_of(next_game).seed == derive_seed(CLUB, GAME, 2)


def test_restart_in_a_club_deals_its_next_cards() -> None:
    edition = registry.find(GAME).edition()
    room = run_commands(a_room(1, bots=1), c.Begin(ADA, SEED, edition, club=CLUB))
    room = run_commands(room, c.Vote(ADA, "restart", is_for=True, seed=FRESH, edition=edition, club=CLUB))
    assert game_of(room).seed == derive_seed(CLUB, GAME, 2)


def test_usual_games_tell_nothing_new() -> None:
    (begun,) = events_of(a_room(2), begin())
    assert isinstance(begun, e.GameBegun)
    assert (begun.same_as, begun.dealt_from, begun.dice) == (0, "", "")
