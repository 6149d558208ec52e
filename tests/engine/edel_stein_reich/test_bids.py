"""Legal bids (E5.2, E5.4): counts, lists, and hints for incomplete bids."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.edel_stein_reich.asks import BidAsk
from engine.edel_stein_reich.choices import Bid, Word
from engine.edel_stein_reich.gems import NO_GEMS, Colour, Gems, holds, plus, size
from engine.edel_stein_reich.rules import bids
from engine.edel_stein_reich.rules.bids import NOTHING_LACKS, BidFault, is_bid, is_raise, lack
from tests.engine.edel_stein_reich.tables import gems

holdings = st.builds(Gems, *(st.integers(0, 4) for _ in range(4)))
standings = st.none() | holdings.filter(any)


def parts(holding: Gems) -> list[Gems]:
    """Return all parts of a holding, including the empty one."""
    return [Gems(*numbers) for numbers in product(*(range(number + 1) for number in holding))]


@pytest.mark.rule("E5.2", "E5.4")
@settings(max_examples=150, deadline=None)
@given(holding=holdings, standing=standings)
def test_listed_bids_rise_and_are_complete_when_few(holding: Gems, standing: Gems | None) -> None:
    every = [part for part in parts(holding) if is_bid(holding, standing, False, part)]
    listed = bids.list_bids(holding, standing, False)
    assert bids.count(holding, standing, False) == len(every)
    assert set(listed) <= set(every)
    assert list(listed) == sorted(set(listed), key=lambda bid: (size(bid), bid))
    if len(every) <= bids.FEW:
        assert set(listed) == set(every)
    else:
        assert len(listed) <= bids.FEW
        ordered = sorted(every, key=lambda bid: (size(bid), bid))
        assert listed[:20] == tuple(ordered[:20])
        assert listed[-1] == ordered[-1] == holding


@pytest.mark.rule("E5.4")
@given(one=holdings, other=holdings)
def test_exactly_one_of_two_bids_raises_the_other(one: Gems, other: Gems) -> None:
    assert (is_raise(one, other), is_raise(other, one)).count(True) == int(one != other)
    if size(one) < size(other):
        assert not is_raise(one, other)


@pytest.mark.rule("E5.7")
@given(holding=holdings)
def test_a_single_gem_is_one_gem_of_any_colour_held(holding: Gems) -> None:
    singles = [part for part in parts(holding) if size(part) == 1]
    assert set(bids.list_bids(holding, None, True)) == set(singles)
    assert bids.count(holding, None, True) == len(singles)
    assert [part for part in parts(holding) if is_bid(holding, None, True, part)] == singles


def test_a_huge_holding_is_listed_by_a_sample_at_once() -> None:
    ask = BidAsk(Gems(22, 22, 22, 22), gems("ryb"), False)
    assert not ask.complete
    assert len(ask.choices) == len(set(ask.choices)) <= 64
    assert all(choice in ask for choice in ask.choices)
    assert ask.choices[0] == ask.default == Word.ACCEPT


def test_what_is_not_held_is_no_bid() -> None:
    ask = BidAsk(gems("rb"), None, False)
    assert Bid(gems("rr")) not in ask
    assert Bid(Gems(red=1, blue=-1)) not in ask
    assert Bid(NO_GEMS) not in ask
    assert Word.ACCEPT not in ask
    assert Word.PASS in ask
    assert "pass" not in ask


RED, YELLOW, GREEN, BLUE = Colour

LACKS: list[tuple[str, str, str, BidFault]] = [
    # holding, standing, laid together, what is lacking
    ("rryybb", "", "", BidFault(False, NO_GEMS, 0, 1, NO_GEMS, None)),
    ("rryybb", "", "b", NOTHING_LACKS),
    ("rryybb", "ry", "r", BidFault(False, NO_GEMS, 0, 2, gems("r"), None)),
    ("rryybb", "yb", "y", BidFault(False, NO_GEMS, 0, 2, gems("y"), None)),
    ("rryybb", "ryb", "ry", BidFault(False, NO_GEMS, 0, 2, gems("y"), None)),
    ("rryybb", "ry", "bb", BidFault(False, NO_GEMS, 0, 1, NO_GEMS, None)),
    ("rryybb", "yb", "bb", BidFault(False, NO_GEMS, 0, 1, NO_GEMS, (BLUE, RED))),
    ("rryybb", "bb", "bb", BidFault(False, NO_GEMS, 0, 1, NO_GEMS, (BLUE, YELLOW))),
    ("rb", "ryy", "rb", BidFault(False, NO_GEMS, 0, 0, NO_GEMS, None)),
    ("rrb", "rry", "rb", BidFault(False, NO_GEMS, 0, 0, NO_GEMS, None)),
    ("rrr", "rry", "rr", BidFault(False, NO_GEMS, 0, 0, gems("r"), None)),
    ("rb", "", "rrg", BidFault(False, gems("rg"), 0, 0, NO_GEMS, None)),
]


@pytest.mark.rule("E5.4")
@pytest.mark.parametrize(("holding", "standing", "laid", "lacking"), LACKS)
def test_lack_reports_what_an_incomplete_bid_needs(holding: str, standing: str, laid: str, lacking: BidFault) -> None:
    ask = BidAsk(gems(holding), gems(standing) if standing else None, False)
    assert ask.lack(gems(laid)) == lacking
    assert lacking.is_bid is (Bid(gems(laid)) in ask)


@pytest.mark.rule("E5.7")
def test_a_single_gem_may_lack_itself_or_have_company() -> None:
    ask = BidAsk(gems("rbb"), None, True)
    assert ask.lack(NO_GEMS) == BidFault(False, NO_GEMS, 0, 1, NO_GEMS, None)
    assert ask.lack(gems("rbb")) == BidFault(False, NO_GEMS, 2, 0, NO_GEMS, None)
    assert ask.lack(gems("b")).is_bid


@pytest.mark.rule("E5.4")
@settings(max_examples=200, deadline=None)
@given(holding=holdings, standing=standings, data=st.data())
def test_lack_is_the_least_that_makes_a_bid(holding: Gems, standing: Gems | None, data: st.DataObject) -> None:
    laid = data.draw(st.sampled_from(parts(holding)))
    wanted = lack(holding, standing, False, laid)
    assert wanted.is_bid is is_bid(holding, standing, False, laid)
    better = [part for part in parts(holding) if is_bid(holding, standing, False, part)]
    containing = [part for part in better if holds(part, laid)]
    equal = [part for part in containing if standing and size(part) == size(standing)]
    if wanted.is_bid:
        return
    if wanted.more:
        enough = [part for part in parts(holding) if holds(part, laid) and size(part) == size(laid) + wanted.more]
        assert enough
        assert all(part in better for part in enough)
    else:
        assert max(size(part) for part in parts(holding)) <= size(standing or NO_GEMS)
    if any(wanted.gems):
        assert plus(laid, wanted.gems) == min(equal)
    else:
        assert [part for part in equal if size(part) > size(laid)] == []
    if wanted.upgrade:
        gone, come = wanted.upgrade
        swapped = [*laid]
        swapped[gone.place] -= 1
        swapped[come.place] += 1
        assert Gems(*swapped) in better
        assert size(laid) == size(standing or NO_GEMS)
