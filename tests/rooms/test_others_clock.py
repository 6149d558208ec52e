"""Clock of the players whom a table waits for, as other pages show it."""

from app.rooms import commands as c
from app.rooms.views.page_view import page_view
from engine.core.plain import Plain
from engine.core.seats import Seat
from tests.rooms.builders import ADA, a_game, game_of, run_commands, seal

BEN = Seat(1)
CLOCK: dict[str, Plain] = {"mode": "gentle", "per_ask": 60, "bank": 300}


def test_all_see_until_when_the_time_per_choice_lasts() -> None:
    room = a_game(3, clock=CLOCK)
    until = game_of(room).opened_at + 60_000
    assert {page_view(room, viewer).per_ask_until for viewer in (ADA, BEN, None)} == {until}


def test_there_is_none_without_a_clock() -> None:
    assert page_view(a_game(3), ADA).per_ask_until is None


def test_there_is_none_for_bots() -> None:
    room = a_game(1, 2, clock=CLOCK)
    assert page_view(room, ADA).per_ask_until is not None
    assert page_view(run_commands(room, c.SetStandIn(ADA, ADA, "normal")), None).per_ask_until is None


def test_nobody_learns_of_it_what_is_left_of_a_bank() -> None:
    """A seat that hesitates in secret or lifts its card does not change it."""
    room = a_game(3, clock=CLOCK)
    late = run_commands(room, seal(room, BEN), ms=90_000)
    late = run_commands(late, c.Lift(BEN, game_of(late).ask), ms=95_000)
    assert page_view(late, ADA).per_ask_until == page_view(room, ADA).per_ask_until
