"""Colour and crest: unique, chosen in the lobby, exchanged, kept over all games."""

import pytest

from app.rooms import commands as c
from app.rooms import events as e
from app.rooms.model.identity import COLOURS, CRESTS
from app.rooms.model.room import Room
from app.rooms.views.view import view
from engine import registry
from engine.core.seats import Seat
from tests.rooms.builders import (
    ADA,
    BEN,
    CARLA,
    DORA,
    GAME,
    JOIN_KEY,
    a_game,
    a_room,
    apply_events,
    begin,
    begin_again,
    events_of,
    get_occupant,
    get_refusal_code,
    holder,
    play_to_end,
    run_commands,
)

OTHER = next(key for key in registry.GAMES if key != GAME)


def identity(room: Room, seat: Seat) -> tuple[str, str]:
    """Return colour and crest of the seat's player."""
    part = next(part for part in view(room, None).seats if part.seat == seat)
    return part.colour, part.crest


def test_newcomers_get_the_first_free_colour_and_crest() -> None:
    room = a_room(3)
    assert [identity(room, seat) for seat in (ADA, BEN, CARLA)] == [*zip(COLOURS[:3], CRESTS[:3], strict=True)]
    room = run_commands(room, c.Leave(BEN), c.SeatBot(ADA, DORA, "normal"))
    assert identity(room, DORA) == (COLOURS[1], CRESTS[1])


def test_free_colour_and_crest_are_taken_at_once() -> None:
    room = run_commands(a_room(2), c.ChooseIdentity(BEN, "green", "star"))
    assert identity(room, BEN) == ("green", "star")
    assert events_of(room, c.ChooseIdentity(BEN, "green")) == ()


def test_what_a_bot_has_comes_in_exchange() -> None:
    room = run_commands(a_room(2, bots=1), c.ChooseIdentity(ADA, "beige"))
    assert identity(room, ADA) == ("beige", "shield")
    assert identity(room, CARLA) == ("red", "diamond")


@pytest.mark.parametrize(
    ("wish", "answer", "given"),
    [
        (c.ChooseIdentity(ADA, "blue"), c.ChooseIdentity(BEN, "red"), [("blue", "shield"), ("red", "circle")]),
        (
            c.ChooseIdentity(ADA, crest="circle"),
            c.ChooseIdentity(BEN, crest="shield"),
            [("red", "circle"), ("blue", "shield")],
        ),
    ],
)
def test_person_gives_a_mark_by_choosing_the_askers(
    wish: c.ChooseIdentity, answer: c.ChooseIdentity, given: list[tuple[str, str]]
) -> None:
    asked = run_commands(a_room(2), wish)
    assert [identity(asked, seat) for seat in (ADA, BEN)] == [("red", "shield"), ("blue", "circle")]
    assert view(asked, BEN).seats[ADA].wishes == (wish.colour or wish.crest,)
    assert events_of(asked, wish) == ()
    swapped = run_commands(asked, answer)
    assert [identity(swapped, seat) for seat in (ADA, BEN)] == given
    assert [part.wishes for part in view(swapped, ADA).seats] == [(), ()]


def test_choosing_ones_own_takes_a_wish_back() -> None:
    asked = run_commands(a_room(2), c.ChooseIdentity(ADA, "blue", "circle"))
    assert get_occupant(asked, ADA).wishes == ("blue", "circle")
    back = run_commands(asked, c.ChooseIdentity(ADA, "red"))
    assert get_occupant(back, ADA).wishes == ("circle",)
    assert identity(back, ADA) == ("red", "shield")


def test_mark_that_becomes_free_goes_to_who_asked() -> None:
    asked = run_commands(a_room(3), c.ChooseIdentity(CARLA, "blue"), c.ChooseIdentity(ADA, "beige"))
    room = run_commands(asked, c.ChooseIdentity(BEN, "lilac"))
    assert [identity(room, seat)[0] for seat in (ADA, BEN, CARLA)] == ["beige", "lilac", "blue"]


def test_wish_ends_with_the_next_lobby() -> None:
    asked = run_commands(a_room(2, grace=0, bot_pace=0), c.ChooseIdentity(ADA, "blue"))
    over = play_to_end(run_commands(asked, begin()))
    assert get_occupant(run_commands(over, c.SetUpAnew(ADA)), ADA).wishes == ()


def test_running_and_finished_games_keep_identities() -> None:
    choose = c.ChooseIdentity(ADA, "lilac")
    assert get_refusal_code(a_game(2), choose) == "already_begun"
    assert get_refusal_code(play_to_end(a_game(2)), choose) == "already_begun"
    assert get_refusal_code(a_room(2), c.ChooseIdentity(ADA)) == "bad_field"


def test_identity_stays_over_rematch_other_game_swap_and_name() -> None:
    room = run_commands(
        a_room(3, grace=0, bot_pace=0), c.ChooseIdentity(BEN, "lilac", "heart"), c.SwapSeats(ADA, ADA, BEN)
    )
    room = run_commands(room, c.Rename(ADA, "Benjamin"))
    assert identity(room, ADA) == ("lilac", "heart")
    begun = run_commands(room, c.SwapSeats(BEN, ADA, BEN), begin())
    again = run_commands(play_to_end(begun), begin_again())
    other = run_commands(play_to_end(again), c.SetUpAnew(ADA, OTHER), begin(game=OTHER))
    for each in (begun, again, other):
        assert identity(each, BEN) == ("lilac", "heart")
        assert identity(each, ADA) == ("red", "shield")


def test_new_player_of_a_seat_takes_over_its_identity() -> None:
    room = run_commands(a_room(3), c.ChooseIdentity(BEN, "lilac", "heart"), begin())
    room = run_commands(room, c.Leave(BEN))
    assert identity(room, BEN) == ("lilac", "heart")
    assert identity(run_commands(room, c.TakeSeat("Dora", holder("Dora"), JOIN_KEY)), BEN) == ("lilac", "heart")


def test_journal_without_choices_folds_to_the_same_identities() -> None:
    taken = (
        e.RoomOpened(a_room().code, GAME, JOIN_KEY, "the-key-of-the-watch-link"),
        e.SeatTaken(ADA, "Ada", holder("Ada")),
        e.SeatTaken(CARLA, "Lady Agatha", bot="normal"),
        e.SeatTaken(CARLA, "Lady Agatha", bot="easy"),
        e.SeatTaken(BEN, "Ben", holder("Ben")),
    )
    room = apply_events(None, taken)
    assert room is not None
    assert [identity(room, seat) for seat in (ADA, BEN, CARLA)] == [
        ("red", "shield"),
        ("beige", "diamond"),
        ("blue", "circle"),
    ]
