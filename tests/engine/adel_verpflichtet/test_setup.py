"""Set-up (A2)."""

import pytest

from engine.adel_verpflichtet import GAME
from engine.adel_verpflichtet.edition import read_shipped
from engine.core.chance import SeededChance
from engine.core.errors import BadEditionError, BadOptionsError
from tests.engine.adel_verpflichtet.tables import ADA, BEN, CARLA, colour_order_chance, hand, view
from tests.engine.scripted_chance import ScriptedChance


@pytest.mark.rule("A2.1")
def test_colours_are_drawn_and_unused_ones_leave_the_game() -> None:
    orders = {"adel_verpflichtet/colours": ("red", "green", "blue"), "adel_verpflichtet/objects": ()}
    state = GAME.new(3, {}, ScriptedChance(orders))
    assert state.table.colours == ("red", "green", "blue")
    assert state.cheques == ((21, 15, 9, 5), (23, 17, 7, 3), (24, 14, 10, 2))
    assert state.thieves == ((6, 5), (8, 3), (9, 2))
    assert [seat.colour for seat in view(state).seats] == ["red", "green", "blue"]


@pytest.mark.rule("A2.1", "A2.2")
def test_every_seed_deals_its_own_game_and_always_the_same() -> None:
    games = [GAME.new(4, {}, SeededChance(bytes([number % 20]))) for number in range(40)]
    assert games[:20] == games[20:]
    assert len({game.hands for game in games}) == 20
    assert len({game.table.colours[0] for game in games}) == 5


@pytest.mark.rule("A2.2")
def test_each_seat_is_dealt_four_objects_that_only_it_sees() -> None:
    state = GAME.new(5, {}, SeededChance(b"deal"))
    for seat in range(5):
        assert state.hands[seat].bit_count() == 4
    table = view(state, ADA)
    assert table.mine is not None
    assert " ".join(thing.id for thing in table.mine.objects) == hand(state, ADA)
    assert all(seat.hand == 4 and seat.known_objects == () for seat in table.seats)


@pytest.mark.rule("A2.3")
def test_four_objects_per_seat_come_from_the_top() -> None:
    order = sorted(read_shipped().bits, key=lambda name: name[::-1])
    state = GAME.new(3, {}, colour_order_chance(order))
    assert hand(state, ADA).split() == sorted(order[:4])
    assert hand(state, BEN).split() == sorted(order[4:8])
    assert hand(state, CARLA).split() == sorted(order[8:12])
    first, second = ([read_shipped().objects[thing.bit_length() - 1].id for thing in pile] for pile in state.windows)
    assert (len(first), len(second)) == (17, 16)
    assert [*first, *second] == order[12:]


@pytest.mark.rule("A2.3")
def test_views_show_only_a_piles_top_and_size() -> None:
    state = GAME.new(2, {}, colour_order_chance())
    windows = view(state, ADA).windows
    top = [read_shipped().objects[pile[0].bit_length() - 1].id for pile in state.windows]
    assert [window.object and window.object.id for window in windows] == top
    assert [window.pile for window in windows] == [19, 18]


@pytest.mark.rule("A2.4")
def test_all_pawns_stand_on_the_club_room() -> None:
    table = view(GAME.new(5, {}, colour_order_chance()))
    assert [seat.space for seat in table.seats] == [0] * 5
    assert table.castle is not None
    assert table.castle.number == 0


@pytest.mark.rule("A1.1")
@pytest.mark.parametrize("seats", [0, 1, 6])
def test_other_numbers_of_seats_are_refused(seats: int) -> None:
    with pytest.raises(BadOptionsError):
        GAME.new(seats, {}, SeededChance(b""))


def test_unknown_options_and_editions_are_refused() -> None:
    with pytest.raises(BadOptionsError):
        GAME.new(2, {"variant": "chess"}, SeededChance(b""))
    with pytest.raises(BadOptionsError):
        GAME.new(2, {"jokers": True}, SeededChance(b""))
    with pytest.raises(BadEditionError):
        GAME.new(2, {}, SeededChance(b""), {"name": "empty"})


@pytest.mark.rule("A9.1")
def test_the_variant_means_nothing_with_three_seats_or_more() -> None:
    for variant in ("surprise", "confrontation"):
        assert view(GAME.new(3, {"variant": variant}, SeededChance(b""))).variant is None
