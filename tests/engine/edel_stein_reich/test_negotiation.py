"""E5: two seats bargain for an action."""

import pytest

from engine.edel_stein_reich.gems import Gems
from tests.engine.edel_stein_reich.tables import (
    ADA,
    BEN,
    CARLA,
    DORA,
    Story,
    a_table,
    gems,
    kinds_of_asks,
    list_texts,
    may,
    play,
    random_stories,
    seat_in,
    view,
)


def bargain_for_money(ada: str, ben: str, *words: str, gem_cards: str = "ryy4 rb6 bb7") -> Story:
    """Ada and Ben bargain for money and say these words."""
    table = a_table(3, holdings={ADA: ada, BEN: ben}, gem_cards=gem_cards)
    return play(table, "money | money | gems", *words)


ORDERS = [
    ("rr", "r", 0, 0, BEN),
    ("r", "rr", 9, 0, ADA),
    ("ryy", "ry", 0, 0, BEN),
    ("rygg", "ryg", 0, 0, BEN),
    ("rygbb", "rygb", 0, 0, BEN),
    ("rbbb", "ry", 0, 0, ADA),
    ("ryg", "ryg", 5, 4, BEN),
    ("ryg", "ryg", 4, 5, ADA),
    ("ryg", "ryg", 4, 4, ADA),
]


@pytest.mark.rule("E5.1")
@pytest.mark.parametrize(("ada", "ben", "her_money", "his_money", "opener"), ORDERS)
def test_the_poorer_in_red_yellow_green_blue_then_money_opens(
    ada: str, ben: str, her_money: int, his_money: int, opener: int
) -> None:
    table = a_table(3, holdings={ADA: ada, BEN: ben}, money={ADA: her_money, BEN: his_money})
    story = play(table, "money | money | gems")
    begun = story.the("negotiation_begins")
    assert (begun.seat, begun.detail("other"), begun.detail("action")) == (opener, 1 - opener, "money")
    assert kinds_of_asks(story.state) == {opener: "bid"}


@pytest.mark.rule("E5.2")
def test_bid_is_only_gems_of_the_bidders_holding() -> None:
    state = bargain_for_money("rbb", "rrrr").state
    assert list_texts(state, ADA) == {
        "pass",
        "bid red",
        "bid blue",
        "bid red blue",
        "bid blue blue",
        "bid red blue blue",
    }
    for text in ("bid yellow", "bid red red", "bid blue blue blue", "accept", "money", "take red"):
        assert not may(state, ADA, text)


@pytest.mark.rule("E5.3")
def test_accepted_bid_pays_gems_and_gives_the_action() -> None:
    story = bargain_for_money("rbb", "rrrr", "bid red blue", "accept")
    assert story.kinds[:2] == ["accepts", "takes_money"]
    accepted = story.the("accepts")
    assert (accepted.seat, accepted.detail("gems"), accepted.detail("from_seat")) == (BEN, ("red", "blue"), 0)
    assert accepted.detail("could_raise") == "yes"
    after = story.right_after("takes_money")
    assert (after.gems[ADA], after.gems[BEN]) == (gems("b"), gems("rrrrrb"))
    assert after.money == (4, 0, 0)


@pytest.mark.rule("E5.3")
def test_event_winner_takes_a_card_and_may_decline_it() -> None:
    table = a_table(3, holdings={ADA: "rb", BEN: "rr"}, event="halve_1")
    story = play(table, "event | event | money", "bid red", "accept")
    assert kinds_of_asks(story.state) == {ADA: "event_source"}
    assert list_texts(story.state, ADA) == {"open_card", "unseen_card"}
    story = play(story.state, "open_card")
    assert "decline" in list_texts(story.state, ADA)
    assert "declines_event" in play(story.state, "decline").kinds


@pytest.mark.rule("E5.4")
def test_raise_has_more_gems_or_higher_value() -> None:
    state = bargain_for_money("bb", "rrggbbbbb", "bid blue blue").state
    assert kinds_of_asks(state) == {BEN: "bid"}
    for text in ("bid blue blue blue", "bid red red", "bid red blue", "bid green blue", "bid green green"):
        assert may(state, BEN, text)
    for text in ("bid blue blue", "bid red", "bid blue", "pass"):
        assert not may(state, BEN, text)


@pytest.mark.rule("E5.4")
def test_among_equally_many_the_first_difference_from_red_on_decides() -> None:
    state = bargain_for_money("rybb", "rrryyygggg", "bid red yellow blue").state
    for text in ("bid red red green", "bid red yellow green", "bid red yellow yellow", "bid green green green green"):
        assert may(state, BEN, text)
    for text in ("bid red green green", "bid yellow yellow yellow", "bid red red", "bid red green"):
        assert not may(state, BEN, text)


@pytest.mark.rule("E5.5")
def test_raise_replaces_the_bidders_earlier_bid() -> None:
    story = bargain_for_money("rbbb", "rrrr", "bid red", "bid red red", "bid blue blue blue", "accept")
    assert story.right_after("accepts").gems == (gems("r"), gems("rrrrbbb"), gems("rrryyygggbbb"))
    raised = bargain_for_money("rbbb", "rrrr", "bid red", "bid red red", "bid blue blue blue").the("raises")
    assert (raised.detail("gems"), raised.detail("over")) == (("blue", "blue", "blue"), ("red", "red"))


@pytest.mark.rule("E5.6")
def test_who_has_heard_a_bid_raises_or_accepts() -> None:
    state = bargain_for_money("rb", "rr", "bid red").state
    assert list_texts(state, BEN) == {"accept", "bid red red"}
    assert not may(state, BEN, "pass")


@pytest.mark.rule("E5.6")
def test_who_cannot_raise_accepts_without_being_asked() -> None:
    story = bargain_for_money("gg", "rr", "bid green green", "bid red red")
    assert story.kinds[:3] == ["raises", "accepts", "takes_money"]
    assert story.the("accepts").detail("could_raise") == "no"
    assert story.the("takes_money").seat == BEN
    assert story.state.gems[ADA] == gems("rrgg")


@pytest.mark.rule("E5.7")
def test_after_a_pass_a_single_gem_must_be_accepted() -> None:
    story = bargain_for_money("ggg", "rrb", "pass")
    assert story.the("passes").seat == ADA
    assert kinds_of_asks(story.state) == {BEN: "bid"}
    assert list_texts(story.state, BEN) == {"pass", "bid red", "bid blue"}
    assert not may(story.state, BEN, "bid red blue")
    story = play(story.state, "bid blue")
    assert story.kinds[:2] == ["buys_for_one", "takes_money"]
    bought = story.the("buys_for_one")
    assert (bought.seat, bought.detail("gems"), bought.detail("to_seat")) == (BEN, ("blue",), 0)
    assert story.state.gems[ADA] == gems("gggb")
    assert story.state.money == (0, 6, 0)


@pytest.mark.rule("E5.7")
def test_an_opener_without_gems_passes_without_being_asked() -> None:
    story = bargain_for_money("", "rrb")
    assert story.kinds == ["actions_open", "negotiation_begins", "passes"]
    assert story.the("passes").detail("has_gems") == "no"
    assert kinds_of_asks(story.state) == {BEN: "bid"}


@pytest.mark.rule("E5.7")
@pytest.mark.parametrize(("ada", "ben", "words"), [("g", "r", ("pass", "pass")), ("", "r", ("pass",)), ("", "", ())])
def test_if_neither_will_or_can_nobody_carries_it_out(ada: str, ben: str, words: tuple[str, ...]) -> None:
    story = bargain_for_money(ada, ben, *words)
    lapsed = story.the("nobody_wants")
    assert (lapsed.detail("action"), lapsed.detail("seats")) == ("money", (0, 1))
    assert story.state.money == (0, 0, 0)
    assert [told.seat for told in story.effects("passes")][-1] == BEN
    assert "takes_gems" in story.kinds, "Carla's action comes next"


@pytest.mark.rule("E5.8")
def test_everybody_sees_the_bids() -> None:
    story = bargain_for_money("rbb", "rrrr", "bid red blue")
    assert story.the("bids").audience is None
    for viewer in (None, ADA, BEN, CARLA):
        seen = view(story.state, viewer).negotiation
        assert seen is not None
        assert (seen.action, seen.opener, seen.other, seen.turn, seen.bidder) == ("money", ADA, BEN, BEN, ADA)
        assert (seen.bid, seen.passed) == (Gems(red=1, blue=1), False)


@pytest.mark.rule("E5.8")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_negotiation_ends_since_bids_strictly_rise(seats: int) -> None:
    standing: tuple[int, tuple[int, ...]] | None = None
    begun = ended = 0
    for story in random_stories(5, seats):
        for effect, _ in story.steps:
            match effect.kind:
                case "negotiation_begins":
                    assert begun == ended
                    begun += 1
                    standing = None
                case "bids" | "raises":
                    words = effect.detail("gems")
                    assert isinstance(words, tuple)
                    bid = (len(words), tuple(words.count(c) for c in ("red", "yellow", "green", "blue")))
                    assert standing is None or bid > standing
                    standing = bid
                case "accepts" | "buys_for_one" | "nobody_wants":
                    ended += 1
    assert begun == ended > 0


@pytest.mark.rule("E5.9")
def test_the_winner_uses_the_own_gem_card() -> None:
    story = bargain_for_money("rb", "rrr", "bid red", "bid red red", gem_cards="ryy4 rb6 bb7")
    taken = story.the("takes_money")
    assert (taken.seat, taken.detail("money"), taken.detail("card")) == (BEN, 6, "rb6")
    table = a_table(4, holdings={CARLA: "rb", DORA: "rrr"}, gem_cards="ryy4 rb6 gg7 bbb7")
    story = play(table, "money | event | gems | gems", "open_card", "bid red", "accept")
    assert story.right_after("takes_gems").gems[CARLA] == gems("ggb")


@pytest.mark.rule("E5.8")
def test_standing_bid_stays_with_its_owner_until_accepted() -> None:
    story = bargain_for_money("rbb", "rrrr", "bid red blue")
    assert seat_in(story.state, ADA).gems == gems("rbb")
