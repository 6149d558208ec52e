"""E10: two seats."""

import pytest

from engine.adel_verpflichtet import GAME as ADEL
from engine.core.chance import SeededChance
from engine.core.errors import BadOptionsError
from engine.edel_stein_reich import GAME
from engine.edel_stein_reich.edition import read_shipped
from engine.edel_stein_reich.gems import Gems
from engine.edel_stein_reich.rules.setup import REVISION
from engine.edel_stein_reich.state import State
from tests.engine.edel_stein_reich.tables import (
    ADA,
    BEN,
    a_table,
    gems,
    kinds_of_asks,
    list_texts,
    play,
    random_steps,
    view,
)

CARDS = "ryy4 rb6 bb7 gg7"


def a_turn(ada: str = "rb", ben: str = "rr", turn: int = 1) -> State:
    """Return a turn whose active seat is Ada, or Ben if its number is even."""
    return a_table(2, holdings={ADA: ada, BEN: ben}, gem_cards=CARDS, event="certificate_1", turn=turn)


@pytest.mark.rule("E10.1")
def test_two_seats_use_ten_gem_cards_a_round() -> None:
    seed = (7).to_bytes(32, "big")
    start = GAME.new(2, {}, SeededChance(seed))
    assert (len(start.gem_pile), start.set_aside) == (29, ())
    turned = [card for card in start.gem_cards if card is not None]
    order = [*turned, *start.gem_pile]
    steps = random_steps(7, 2)
    revealed = [step.state for step in steps if step.effect.kind == "gem_cards_open"]
    turned += [card for state in revealed for card in state.gem_cards if card is not None]
    assert turned == order
    assert sorted(turned) == list(range(len(read_shipped().gem_cards)))
    assert [state.round for state in (start, *revealed)] == [1] * 10 + [2] * 10 + [3] * 10
    assert "gem_cards_shuffled" not in {step.effect.kind for step in steps}


def openers(seed: int, revision: int) -> list[list[int]]:
    """Return who was active in each turn of each round of a random game."""
    seats: list[list[int]] = [[], [], []]
    chance = SeededChance(seed.to_bytes(32, "big"))
    steps = random_steps(seed, 2, GAME.begin(revision, 2, {}, chance))
    first = GAME.view(GAME.begin(revision, 2, {}, chance), None).guessing
    assert first is not None
    seats[0].append(first.active)
    for step in steps:
        if step.effect.kind == "gem_cards_open":
            turned = step.state.gem_cards
            seats[step.effect.round - 1].append(0 if turned[1] is None else 1)
    return seats


@pytest.mark.rule("E10.1")
def test_active_seat_alternates_and_chance_picks_the_first() -> None:
    games = [openers(seed, REVISION) for seed in range(12)]
    for rounds in games:
        assert rounds == [[turns[0], 1 - turns[0]] * 5 for turns in rounds]
    assert {rounds[0][0] for rounds in games} == {0, 1}


@pytest.mark.rule("E10.1")
def test_rounds_2_and_3_are_begun_by_the_richer() -> None:
    later = set()
    for seed in range(12):
        first = openers(seed, REVISION)
        for step in random_steps(seed, 2):
            if step.effect.kind == "opens_round":
                seat, state = step.effect.seat, step.state
                assert seat is not None
                wealth = [(state.money[each], sum(state.gems[each]), *state.gems[each]) for each in range(2)]
                assert wealth[seat] == max(wealth)
                assert first[step.effect.round - 1][0] == seat
                later.add(seat == first[0][0])
    assert later == {True, False}, "sometimes it is not who began the game"


AT_THE_END_OF_A_ROUND = {
    # holdings before the scoring, money after it; Ada began round 1
    "more money": ("", "rrrr", (21, 20), ADA, "money"),
    "less money": ("rrrr", "", (20, 21), BEN, "money"),
    "more gems": ("rrrr", "rrrrggg", (20, 20), BEN, "gems"),
    "better gems": ("rrrryyy", "rrrrggg", (20, 20), ADA, "yellow"),
    "all level": ("rygb", "rygb", (20, 20), BEN, "turn"),
}


@pytest.mark.rule("E10.1")
@pytest.mark.parametrize("case", AT_THE_END_OF_A_ROUND)
def test_who_begins_a_later_round(case: str) -> None:
    ada, ben, money, begins, by = AT_THE_END_OF_A_ROUND[case]
    last_turn = a_table(2, holdings={ADA: ada, BEN: ben}, money={ADA: 50, BEN: 50}, turn=10)
    scored = play(last_turn, "money", "guess money").state.money
    # so much that they have those amounts once the scoring has paid
    before = {seat: 50 + money[seat] + 50 - scored[seat] for seat in (ADA, BEN)}
    last_turn = a_table(2, holdings={ADA: ada, BEN: ben}, money=before, turn=10)
    story = play(last_turn, "money", "guess money")
    revealed = story.the("opens_round")
    assert (revealed.clause, revealed.round, revealed.seat, revealed.detail("by")) == ("E10.1", 2, begins, by)
    assert kinds_of_asks(story.state) == {begins: "action"}
    assert GAME.load(GAME.dump(story.state)) == story.state


def test_first_revision_game_keeps_its_rule() -> None:
    for seed in range(6):
        rounds = openers(seed, 0)
        assert rounds == [rounds[0]] * 3
    state = GAME.begin(0, 2, {}, SeededChance(bytes(32)))
    data = GAME.dump(state)
    assert isinstance(data, dict)
    assert "opener" not in data
    assert GAME.load(data) == state


def test_a_revision_that_is_not_known_is_refused() -> None:
    for revision in (-1, REVISION + 1):
        with pytest.raises(BadOptionsError):
            GAME.begin(revision, 2, {}, SeededChance(bytes(32)))
    assert ADEL.begin(0, 3, {}, SeededChance(bytes(32))) == ADEL.new(3, {}, SeededChance(bytes(32)))
    with pytest.raises(BadOptionsError):
        ADEL.begin(1, 3, {}, SeededChance(bytes(32)))


@pytest.mark.rule("E10.2")
def test_only_the_active_seat_turns_a_card_and_seals() -> None:
    state = a_turn()
    assert [seat.gem_card and seat.gem_card.id for seat in view(state).seats] == ["ryy4", None]
    assert view(state).open_event is not None
    assert kinds_of_asks(state) == {ADA: "action"}
    assert list_texts(state, ADA) == {"money", "event", "gems"}
    story = play(state, "gems")
    assert story.kinds == ["seals"]
    assert kinds_of_asks(story.state) == {BEN: "guess"}


@pytest.mark.rule("E10.3")
def test_guessed_at_once_the_action_lapses() -> None:
    story = play(a_turn(), "money", "guess money")
    assert story.kinds[:3] == ["guesses_right", "sealed_opens", "found_out"]
    assert story.the("guesses_right").detail("attempt") == 1
    assert story.state.money == (0, 0)
    assert view(story.right_after("sealed_opens")).seats[ADA].action == "money"
    assert kinds_of_asks(story.state) == {BEN: "action"}, "the next turn is Ben's"


@pytest.mark.rule("E10.3")
def test_second_guess_is_among_the_other_two() -> None:
    story = play(a_turn(), "money", "guess event")
    assert story.kinds == ["guesses_wrong"]
    assert kinds_of_asks(story.state) == {BEN: "guess"}
    assert list_texts(story.state, BEN) == {"guess money", "guess gems"}
    guessing = view(story.state).guessing
    assert guessing is not None
    assert (guessing.active, guessing.guesser, guessing.guesses) == (ADA, BEN, ("event",))


@pytest.mark.rule("E10.3", "E5.9")
@pytest.mark.parametrize(("words", "winner"), [(("bid red blue", "accept"), ADA), (("bid red", "bid red red"), BEN)])
def test_right_second_guess_negotiates_over_the_active_card(words: tuple[str, ...], winner: int) -> None:
    story = play(a_turn(ben="rryy" if winner == ADA else "rr"), "money", "guess event", "guess money")
    assert story.kinds == ["guesses_right", "sealed_opens", "negotiation_begins"]
    assert kinds_of_asks(story.state) == {ADA: "bid"}
    story = play(story.state, *words)
    taken = story.the("takes_money")
    assert (taken.seat, taken.detail("money"), taken.detail("card")) == (winner, 4, "ryy4")


@pytest.mark.rule("E10.3", "E4.3")
def test_the_opponent_may_win_the_active_seats_gems() -> None:
    story = play(a_turn(ada="b", ben="rr"), "gems", "guess event", "guess gems", "bid blue", "bid red")
    assert story.right_after("takes_gems").gems == (gems("rb"), gems("rryy"))


@pytest.mark.rule("E10.3", "E4.2")
def test_the_opponent_may_win_the_event() -> None:
    story = play(a_turn(ada="b", ben="rr"), "event", "guess money", "guess event", "pass", "bid red")
    assert kinds_of_asks(story.state) == {BEN: "event_source"}
    story = play(story.state, "open_card")
    assert story.the("keeps_card").seat == BEN


@pytest.mark.rule("E10.3", "E5.7")
def test_if_neither_bids_the_turn_is_over() -> None:
    story = play(a_turn(), "money", "guess event", "guess money", "pass", "pass")
    assert story.kinds[:3] == ["passes", "nobody_wants", "gem_cards_open"]
    assert kinds_of_asks(story.state) == {BEN: "action"}


@pytest.mark.rule("E10.3")
def test_never_guessed_the_active_seat_carries_it_out() -> None:
    story = play(a_turn(), "money", "guess event", "guess gems")
    assert story.kinds[:3] == ["guesses_wrong", "sealed_opens", "takes_money"]
    assert story.the("guesses_wrong").detail("attempt") == 2
    assert (story.the("takes_money").seat, story.state.money) == (ADA, (4, 0))
    assert play(a_turn(), "gems", "guess event", "guess money").state.gems[ADA] == Gems(2, 2, 0, 1)
    assert kinds_of_asks(play(a_turn(), "event", "guess gems", "guess money").state) == {ADA: "event_source"}


@pytest.mark.rule("E10.2", "E10.3")
def test_on_even_turns_the_other_seat_is_active() -> None:
    story = play(a_turn(), "money", "guess money")
    assert [seat.gem_card and seat.gem_card.id for seat in view(story.state).seats] == [None, "rb6"]
    story = play(story.state, "gems", "guess money", "guess event")
    assert story.right_after("takes_gems").gems == (gems("rb"), gems("rrrb"))


@pytest.mark.rule("E10.4", "E7.1", "E7.5")
def test_scorings_are_unchanged() -> None:
    table = a_table(
        2, holdings={ADA: "rrry", BEN: "yrg"}, cards={BEN: "certificate_1"}, turn=10, number=1, event="swap_1"
    )
    story = play(table, "money", "guess money")
    assert story.state.money == (14 + 6, 6 + 10 + 10)
    assert story.right_after("no_certificates" if "no_certificates" in story.kinds else "certificates_pay").gems == (
        gems("r"),
        gems("r"),
    )
    assert (view(story.state).round, view(story.state).turn) == (2, 1)


@pytest.mark.rule("E10.4", "E7.7")
def test_scarce_gems_return_and_the_end_are_unchanged() -> None:
    scarce = a_table(2, holdings={ADA: "r" * 12, BEN: "r" * 9}, turn=10, number=1, event="swap_1")
    story = play(scarce, "money", "guess money")
    assert "scarce_gems_return" not in story.kinds, "six were returned, seven lie in the supply"
    scarce = a_table(2, holdings={ADA: "r" * 11, BEN: "r" * 11}, turn=10, number=1, event="swap_1")
    story = play(scarce, "money", "guess money")
    assert story.the("scarce_gems_return").detail("seats") == (0, 1)
    assert story.state.gems == (gems("r" * 8), gems("r" * 8))
    last = a_table(2, holdings={ADA: "r", BEN: ""}, turn=10, number=3, event="swap_1")
    story = play(last, "money", "guess money")
    outcome = GAME.outcome(story.state)
    assert outcome is not None
    assert outcome.ranking == ((ADA,), (BEN,))
    assert view(story.state).guessing is None
