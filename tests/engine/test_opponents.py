"""What Adel verpflichtet's bot expects: habits that are likelihoods, lean to what pays, and rest on what lies open."""

import pytest

from engine.adel_verpflichtet import GAME
from engine.adel_verpflichtet.bot.opponents import (
    BURGLE,
    BUY,
    DETECT,
    EXHIBIT,
    RAID,
    Expectations,
    expected_size,
    likely_larger,
)
from engine.adel_verpflichtet.choices import Location
from engine.adel_verpflichtet.state import Stage, State
from engine.core.seats import Seat, in_order
from tests.engine.deals import DEALS, Deal

ADEL = [deal for deal in DEALS if deal.key == GAME.key]


def moments(deal: Deal) -> list[State]:
    """Moments of a random game at which cards are chosen."""
    stages = (Stage.LOCATION, Stage.ACTION, Stage.LOCATION_ACTION)
    return [turn.before for turn in deal.story() if turn.before.stage in stages]


@pytest.mark.parametrize("deal", ADEL, ids=str)
def test_a_habit_shares_out_what_a_seat_can_do(deal: Deal) -> None:
    for state in moments(deal):
        habits = Expectations(GAME.view(state, None)).habits
        for seat, habit in enumerate(habits):
            place = state.locations[seat]
            can_act = place is not Location.AUCTION_HOUSE or state.cheques[seat] or state.thieves[seat]
            assert sum(habit) == pytest.approx(1.0 if can_act else 0.0)
            assert min(habit) >= 0
            if place is Location.CASTLE:
                assert habit[BUY] == habit[RAID] == 0
            if place is Location.AUCTION_HOUSE:
                assert habit[EXHIBIT] == habit[BURGLE] == habit[DETECT] == 0
            if not state.thieves[seat]:
                assert habit[BURGLE] == habit[RAID] == 0
            if not state.cheques[seat]:
                assert habit[BUY] == 0


@pytest.mark.parametrize("deal", ADEL, ids=str)
def test_everybody_expects_the_same_of_everybody(deal: Deal) -> None:
    """A hidden hand changes no expectation: all rest on what lies open."""
    for state in moments(deal)[::5]:
        public = Expectations(GAME.view(state, None)).habits
        assert all(Expectations(GAME.view(state, seat)).habits == public for seat in in_order(deal.seats))


def at_the_castle(pawns: tuple[int, ...]) -> Expectations:
    """A table of four, all at the castle, with these pawns."""
    deal = next(deal for deal in ADEL if deal.seats == 4)
    state: State = deal.start()._replace(stage=Stage.ACTION, pawns=pawns, locations=(Location.CASTLE,) * 4)
    return Expectations(GAME.view(state, None))


def test_who_is_farther_behind_calls_the_detective_more_often() -> None:
    habits = at_the_castle((30, 20, 10, 5)).habits
    calls = [habit[DETECT] for habit in habits]
    assert calls == sorted(calls)
    assert calls[3] > 1.5 * calls[0]


def test_the_farther_the_leader_the_more_is_exhibited() -> None:
    early = at_the_castle((0, 0, 0, 0)).habits
    late = at_the_castle((45, 45, 45, 45)).habits
    assert all(late[seat][EXHIBIT] > early[seat][EXHIBIT] for seat in range(4))


def test_more_detectives_make_thieves_rare() -> None:
    expected = at_the_castle((10, 10, 10, 10))
    before = expected.burgle(Seat(0))
    expected.habits = [[0.2, 0.0, 0.8, 0.0, 0.0] for _ in range(4)]
    assert expected.burgle(Seat(0)) < before


def test_a_larger_exhibition_is_expected_to_win() -> None:
    assert likely_larger(3, 6) < 0.05
    assert likely_larger(4, 4) == pytest.approx(0.5, abs=0.01)
    assert likely_larger(7, 4) > 0.95
    assert likely_larger(45, 3) < 1


def test_what_was_seen_in_a_hand_is_expected_to_be_shown() -> None:
    deal = next(deal for deal in ADEL if deal.seats == 4)
    start: State = deal.start()
    edition = start.table.edition
    hand = edition.series_objects[0]
    seen = start._replace(hands=(hand, *start.hands[1:]), seen=hand)
    unseen = seen._replace(seen=0)
    sizes = [expected_size(GAME.view(state, None).seats[0]) for state in (seen, unseen)]
    assert sizes[0] == hand.bit_count() > sizes[1]
