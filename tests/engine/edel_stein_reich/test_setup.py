"""E2: setting up."""

import pytest

from engine.core.chance import SeededChance
from engine.core.errors import BadOptionsError, EngineError
from engine.edel_stein_reich import GAME
from engine.edel_stein_reich.components import SEAT_COLOURS
from engine.edel_stein_reich.edition import read_shipped
from engine.edel_stein_reich.gems import Gems
from tests.engine.edel_stein_reich.tables import a_table, view
from tests.engine.scripted_chance import ScriptedChance


@pytest.mark.rule("E2.1")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_seats_start_with_three_open_gems_of_each_colour(seats: int) -> None:
    table = view(GAME.new(seats, {}, SeededChance(b"seats")))
    assert [seat.gems for seat in table.seats] == [Gems(3, 3, 3, 3)] * seats
    assert [seat.gem_count for seat in table.seats] == [12] * seats
    assert table.supply == Gems(*(22 - 3 * seats,) * 4)
    assert GAME.table_sizes == (2, 3, 4, 5)


@pytest.mark.rule("E2.1")
@pytest.mark.parametrize("seats", [-1, 0, 1, 6])
def test_other_tables_are_refused(seats: int) -> None:
    with pytest.raises(BadOptionsError):
        GAME.new(seats, {}, SeededChance(b"seats"))


def test_there_is_nothing_to_choose_before_the_start() -> None:
    assert GAME.options == ()
    with pytest.raises(BadOptionsError):
        GAME.new(3, {"variant": "surprise"}, SeededChance(b"options"))


@pytest.mark.rule("E2.2")
@pytest.mark.parametrize(("seats", "aside"), [(3, 6), (4, 2), (5, 0)])
def test_only_the_top_set_aside_gem_card_is_visible(seats: int, aside: int) -> None:
    order = [card.id for card in reversed(read_shipped().gem_cards)]
    chance = ScriptedChance(
        {
            "edel_stein_reich/colours": SEAT_COLOURS,
            "edel_stein_reich/events/1": (),
            "edel_stein_reich/gem_cards/1": order,
        }
    )
    state = GAME.new(seats, {}, chance)
    table = view(state)
    assert table.set_aside == aside
    assert (table.set_aside_top.id if table.set_aside_top else None) == (order[0] if aside else None)
    assert [seat.gem_card and seat.gem_card.id for seat in table.seats] == order[aside : aside + seats]
    assert table.gem_pile == 30 - aside - seats


@pytest.mark.rule("E2.2")
def test_setup_shuffles_event_cards_and_opens_the_top() -> None:
    events = [card.id for card in reversed(read_shipped().event_cards)]
    chance = ScriptedChance(
        {
            "edel_stein_reich/colours": SEAT_COLOURS,
            "edel_stein_reich/events/1": events,
            "edel_stein_reich/gem_cards/1": (),
        }
    )
    table = view(GAME.new(4, {}, chance))
    assert table.open_event is not None
    assert table.open_event.id == events[0]
    assert (table.event_pile, table.event_cards_under) == (38, ())


@pytest.mark.rule("E2.2", "E10.1")
def test_a_set_up_draws_exactly_the_labels_it_names() -> None:
    labels = {f"edel_stein_reich/{name}": () for name in ("colours", "events/1", "gem_cards/1", "start")}
    GAME.new(2, {}, ScriptedChance(labels))
    for missing in labels:
        fewer = ScriptedChance({label: () for label in labels if label != missing})
        with pytest.raises(EngineError):
            GAME.new(2, {}, fewer)
    del labels["edel_stein_reich/start"]
    for seats in (3, 4, 5):
        GAME.new(seats, {}, ScriptedChance(labels))


@pytest.mark.rule("E2.3")
def test_everybody_starts_with_no_money() -> None:
    assert [seat.money for seat in view(a_table(5)).seats] == [0] * 5


def test_seats_have_different_colours() -> None:
    for seed in range(20):
        colours = GAME.colours(GAME.new(5, {}, SeededChance(bytes([seed]))))
        assert sorted(colours) == sorted(SEAT_COLOURS)
    assert GAME.colours(a_table(3)) == ("beige", "blue", "green")
