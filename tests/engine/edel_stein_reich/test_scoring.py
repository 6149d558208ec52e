"""E7: scorings."""

from collections.abc import Mapping

import pytest

from engine.core.seats import Seat
from engine.edel_stein_reich.gems import Gems
from tests.engine.edel_stein_reich.tables import (
    ADA,
    BEN,
    CARLA,
    DORA,
    EMIL,
    Story,
    a_table,
    event_ids,
    gems,
    play,
    seat_in,
    view,
)
from tests.engine.scripted_chance import ScriptedChance

NOTHING = {seat: "" for seat in (ADA, BEN, CARLA, DORA, EMIL)}
LAST_TURN = {2: 10, 3: 8, 4: 7, 5: 6}
ALL_MONEY = {number: " | ".join(["money"] * number) for number in (3, 4, 5)}


def a_scoring(
    holdings: Mapping[Seat, str],
    *,
    cards: Mapping[Seat, str] | None = None,
    seats: int = 4,
    number: int = 3,
    event: str = "swap_1",
) -> Story:
    """Return the end of a round whose last actions lapse."""
    table = a_table(
        seats, holdings={**NOTHING, **holdings}, cards=cards, number=number, turn=LAST_TURN[seats], event=event
    )
    return play(table, ALL_MONEY[seats])


# M Ada, A Ben, R Carla, H Dora
EXAMPLE = {ADA: "rrgg", BEN: "rryyyyyyy", CARLA: "rrgg", DORA: "rryyyyb"}
EXAMPLE_CARDS = {
    ADA: "per_gem_red certificate_1 certificate_2",
    BEN: "certificate_3",
    CARLA: "certificate_4 sole_red",
    DORA: "per_gem_yellow sole_blue",
}


@pytest.mark.rule("E7.1", "E7.2", "E7.4", "E7.5", "E8.1", "E8.3", "E8.4")
@pytest.mark.parametrize(("yellow", "blue"), [(7, 1), (8, 1), (7, 2), (8, 2)])
def test_the_worked_example_comes_out_to_the_million(yellow: int, blue: int) -> None:
    holdings = {**EXAMPLE, BEN: "rr" + "y" * yellow, DORA: "rryyyy" + "b" * blue}
    story = a_scoring(holdings, cards=EXAMPLE_CARDS)
    assert story.state.money == (3 + 2 + 5 + 10, 3 + 12 + 4, 3 + 5 + 4, 3 + 4 + 8 + 5) == (20, 19, 12, 20)
    assert story.state.gems == (Gems(), gems("y" * (yellow - 4)), Gems(), gems("yyyy" + "b" * (blue - 1)))
    assert [step.effect.text for step in story.steps][2:] == [
        "E3.1 scoring_begins round=3",
        "E7.2 shared_majority_pays round=3 colour=red count=2 pays=3 seats=[0,1,2,3]",
        "E8.3 card_pays round=3 seat=0 card=per_gem_red colour=red count=2 pays=2",
        *(f"E7.2 majority_returns round=3 seat={seat} colour=red count=2" for seat in range(4)),
        f"E7.1 majority_pays round=3 seat=1 colour=yellow count={yellow} pays=12",
        "E8.3 card_pays round=3 seat=3 card=per_gem_yellow colour=yellow count=4 pays=4",
        "E7.1 majority_returns round=3 seat=1 colour=yellow count=4",
        "E7.2 shared_majority_pays round=3 colour=green count=2 pays=5 seats=[0,2]",
        "E7.2 majority_returns round=3 seat=0 colour=green count=2",
        "E7.2 majority_returns round=3 seat=2 colour=green count=2",
        f"E7.1 majority_pays round=3 seat=3 colour=blue count={blue} pays=8",
        f"E8.1 card_pays round=3 seat=3 card=sole_blue colour=blue count={blue} pays=5",
        "E7.1 majority_returns round=3 seat=3 colour=blue count=1",
        "E7.5 certificates_pay round=3 seat=0 place=1 count=2 pays=10",
        "E7.5 certificates_pay round=3 seat=1 place=2 count=1 pays=4",
        "E7.5 certificates_pay round=3 seat=2 place=2 count=1 pays=4",
        "E7.6 event_cards_return round=3 seats=[0,0,0,1,2,2,3,3] cards=[per_gem_red,certificate_1,certificate_2,"
        "certificate_3,certificate_4,sole_red,per_gem_yellow,sole_blue]",
        "E7.8 game_ends round=3 seats=[3,0,1,2] places=[1,2,3,4] money=[20,20,19,12]",
    ]


@pytest.mark.rule("E7.1")
@pytest.mark.parametrize(("letter", "pays"), [("r", 14), ("y", 12), ("g", 10), ("b", 8)])
@pytest.mark.parametrize(("count", "left"), [(1, 0), (2, 1), (3, 1), (4, 2), (7, 3)])
def test_majority_is_paid_and_returns_half_rounded_up(letter: str, pays: int, count: int, left: int) -> None:
    story = a_scoring({ADA: letter * count, BEN: letter * (count - 1)})
    assert story.state.money == (pays, 0, 0, 0)
    assert story.state.gems[:2] == (gems(letter * left), gems(letter * (count - 1)))


@pytest.mark.rule("E7.2")
@pytest.mark.parametrize(
    ("letter", "sharers", "each"),
    [
        (letter, sharers, each)
        for letter, shares in (("r", (7, 4, 3, 2)), ("y", (6, 4, 3, 2)), ("g", (5, 3, 2, 2)), ("b", (4, 2, 2, 1)))
        for sharers, each in enumerate(shares, start=2)
    ],
)
def test_several_with_most_share_rounded_down_and_return_two_each(letter: str, sharers: int, each: int) -> None:
    holdings = {Seat(seat): letter * (4 if seat < sharers else 3) for seat in range(5)}
    story = a_scoring(holdings, seats=5)
    assert story.state.money == (each,) * sharers + (0,) * (5 - sharers)
    assert story.state.gems == (gems(letter * 2),) * sharers + (gems(letter * 3),) * (5 - sharers)


@pytest.mark.rule("E7.2")
def test_who_shares_with_a_single_gem_returns_that_one() -> None:
    story = a_scoring({ADA: "r", BEN: "r"})
    assert story.state.money == (7, 7, 0, 0)
    assert story.state.gems[:2] == (Gems(), Gems())
    assert [told.detail("count") for told in story.effects("majority_returns")] == [1, 1]


@pytest.mark.rule("E7.3")
def test_a_colour_that_nobody_holds_is_scored_by_nobody() -> None:
    story = a_scoring({ADA: "r"}, cards={ADA: "per_gem_blue sole_blue"})
    assert [told.detail("colour") for told in story.effects("nobody_holds")] == ["yellow", "green", "blue"]
    assert story.state.money == (14, 0, 0, 0)


@pytest.mark.rule("E7.4", "E8.3")
def test_money_for_each_gem_is_paid_before_any_is_returned() -> None:
    story = a_scoring({ADA: "rrrrr"}, cards={ADA: "per_gem_red"})
    assert story.state.money[ADA] == 14 + 5
    assert story.kinds.index("card_pays") < story.kinds.index("majority_returns")


CERTIFICATES: list[tuple[tuple[int, ...], tuple[int, ...]]] = [
    ((3, 2, 1, 0), (10, 4, 0, 0)),
    ((2, 2, 1, 0), (10, 10, 0, 0)),
    ((1, 1, 1, 1), (10, 10, 10, 10)),
    ((2, 1, 1, 0), (10, 4, 4, 0)),
    ((1, 3, 1, 1), (4, 10, 4, 4)),
    ((3, 3, 2, 2), (10, 10, 0, 0)),
    ((0, 0, 1, 0), (0, 0, 10, 0)),
    ((0, 0, 0, 0), (0, 0, 0, 0)),
]


@pytest.mark.rule("E7.5", "E8.4")
@pytest.mark.parametrize(("counts", "pays"), CERTIFICATES)
def test_certificates_pay_most_and_second_most(counts: tuple[int, ...], pays: tuple[int, ...]) -> None:
    stock = iter(range(1, 16))
    cards = {Seat(seat): " ".join(f"certificate_{next(stock)}" for _ in range(n)) for seat, n in enumerate(counts)}
    story = a_scoring({}, cards=cards)
    assert story.state.money == pays
    assert ("no_certificates" in story.kinds) is not any(counts)


@pytest.mark.rule("E7.6")
def test_scoring_returns_all_event_cards_under_the_pile() -> None:
    table_cards = {ADA: "certificate_1 sole_red", CARLA: "per_gem_blue"}
    story = a_scoring({ADA: "y", BEN: "r"}, cards=table_cards, number=1)
    after = story.right_after("event_cards_return")
    assert after.cards == ((), (), (), ())
    assert event_ids(after.under)[-3:] == ["certificate_1", "sole_red", "per_gem_blue"]
    assert not any(seat.cards for seat in view(story.state).seats)


@pytest.mark.rule("E7.7", "E2.2")
@pytest.mark.parametrize(("seats", "aside"), [(3, 6), (4, 2), (5, 0)])
@pytest.mark.parametrize("number", [1, 2])
def test_gem_cards_are_reshuffled_before_rounds_2_and_3(seats: int, aside: int, number: int) -> None:
    order = ["bbb7", "ryy4", "gg7", "rb6", "yy6", "rr6", "ggg6", "bb7", "rb7", "rg7", "yb7"]
    chance = ScriptedChance({f"edel_stein_reich/gem_cards/{number + 1}": order})
    table = a_table(seats, number=number, turn=LAST_TURN[seats])
    story = play(table, ALL_MONEY[seats], chance=chance)
    shuffled = story.the("gem_cards_shuffled")
    assert (shuffled.detail("set_aside"), shuffled.detail("top")) == (aside, order[0] if aside else "none")
    assert story.right_after("gem_cards_shuffled").spent == ()
    assert [seat.gem_card and seat.gem_card.id for seat in view(story.state).seats] == order[aside : aside + seats]


@pytest.mark.rule("E7.7")
def test_seats_return_one_gem_of_a_scarce_colour() -> None:
    # returned are 3 red of 6, leaving 6 in the supply: enough; 4 of 8 yellow: 5 left are scarce
    holdings = {ADA: "rrrrrr", BEN: "rrrrryyyyyyyy", CARLA: "rrrryyyyyy", DORA: "rrrryyyyyy"}
    story = a_scoring(holdings, number=1)
    assert (story.right_after("no_certificates").supply.red, story.right_after("no_certificates").supply.yellow) == (
        6,
        6,
    )
    assert story.effects("scarce_gems_return") == []
    story = a_scoring({**holdings, ADA: "rrrrrry"}, number=1)
    scarce = story.the("scarce_gems_return")
    assert (scarce.detail("colour"), scarce.detail("left"), scarce.detail("seats")) == ("yellow", 5, (0, 1, 2, 3))
    assert [held.yellow for held in story.state.gems] == [0, 3, 5, 5]
    assert [held.red for held in story.state.gems] == [3, 5, 4, 4]


@pytest.mark.rule("E7.7")
def test_scarce_return_spares_empty_seats_and_the_last_round() -> None:
    holdings = {BEN: "y" * 9, CARLA: "y" * 8, DORA: "y" * 5}
    story = a_scoring(holdings, number=2)
    assert story.the("scarce_gems_return").detail("seats") == (1, 2, 3)
    assert story.the("scarce_gems_return").detail("left") == 5
    assert a_scoring(holdings, number=3).effects("scarce_gems_return") == []


@pytest.mark.rule("E7.1", "E7.5", "E8.1", "E8.2", "E8.3")
def test_the_view_says_what_the_coming_scoring_would_pay() -> None:
    table = a_table(4, holdings=EXAMPLE, cards=EXAMPLE_CARDS)
    forecasts = [seat_in(table, seat).forecast for seat in (ADA, BEN, CARLA, DORA)]
    assert [forecast.total for forecast in forecasts] == [20, 19, 12, 20]
    assert [forecast.certificates for forecast in forecasts] == [10, 4, 4, 0]
    red, _, green, _ = forecasts[ADA].colours
    assert (red.most, red.majority, red.extra, red.gems, red.returns) == (True, 3, 0, 2, 2)
    assert (green.colour, green.majority, green.returns) == ("green", 5, 2)
    _, yellow, _, blue = forecasts[DORA].colours
    assert (yellow.most, yellow.majority, yellow.gems, yellow.returns) == (False, 0, 4, 0)
    assert (blue.majority, blue.extra, blue.gems, blue.returns) == (8, 5, 0, 1)


@pytest.mark.rule("E7.4")
def test_what_the_view_forecasts_is_what_the_scoring_pays() -> None:
    cards = {
        ADA: "sole_all_1 sole_red sole_yellow certificate_2 certificate_3",
        BEN: "per_gem_blue certificate_1",
        CARLA: "sole_all_2 per_gem_green",
    }
    holdings = {ADA: "rrryyyb", BEN: "rrbbb", CARLA: "yyyggbb", DORA: "rrg"}
    table = a_table(4, holdings=holdings, cards=cards, turn=7, number=3)
    forecast = tuple(seat.forecast.total for seat in view(table).seats)
    returns = [sum(pay.returns for pay in seat.forecast.colours) for seat in view(table).seats]
    after = play(table, ALL_MONEY[4]).state
    assert after.money == forecast
    assert [sum(gems(holdings[Seat(seat)])) - sum(after.gems[seat]) for seat in range(4)] == returns
