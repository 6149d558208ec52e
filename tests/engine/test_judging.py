"""Estimates of the games: valid chances, made of one seat's view alone."""

import pickle
import random
from collections.abc import Iterator, Mapping
from statistics import mean
from typing import Any

import pytest

from engine.core.chance import SeededChance
from engine.core.judging import Judge, Judgement
from engine.core.seats import Seat, all_seats
from engine.driver import Turn
from engine.registry import find
from tests.engine.deals import DEALS, SEED, Deal
from tests.engine.haste import reduce_effort
from tests.whole import whole

AnyTurn = Turn[Any, Any]
SEALED = ("location", "location_action", "action", "guess")
"""Kinds of asks for which expectations matter."""

LOOKED_AT = whole(1.0, 0.1)
"""Share of a game's moments that are judged."""

judged_deals = pytest.mark.parametrize(
    "deal", [each for each in DEALS if each.seed == SEED and each.game.judge is not None], ids=str
)


def judge_of(deal: Deal) -> Judge[Any, Any]:
    """Return the game's estimate."""
    assert deal.game.judge is not None
    return deal.game.judge


def judge_moment(deal: Deal, turn: AnyTurn, seat: Seat, chosen: Mapping[Seat, Any] | None = None) -> Judgement[Any]:
    """Return the judgement of that moment for that seat."""
    view = deal.game.view(turn.before, seat)
    return reduce_effort(judge_of(deal)).judge_ask(view, turn.asks[seat], chosen or turn.choices, random.Random(3))


def some_of(deal: Deal, rng: random.Random) -> Iterator[tuple[AnyTurn, Seat]]:
    """Return some moments of a random game, each with an asked seat."""
    for turn in deal.story():
        if rng.random() < LOOKED_AT:
            yield turn, rng.choice(list(turn.asks))


@judged_deals
def test_chances_are_chances_at_every_moment_of_a_whole_game(deal: Deal) -> None:
    kinds = set()
    for turn, seat in some_of(deal, random.Random(1)):
        standing = judge_of(deal).standing(deal.game.view(turn.before, seat), random.Random(2))
        assert len(standing) == deal.seats
        assert sum(standing) == pytest.approx(1)
        found = judge_moment(deal, turn, seat)
        assert turn.choices[seat] in found.chances
        assert all(choice in turn.asks[seat] for choice in found.chances)
        assert all(-1e-9 <= each <= 1 + 1e-9 for each in [*standing, *found.chances.values()])
        assert all(0 <= each <= 1 + 1e-9 for each in found.expected.values())
        assert found.expected.keys() <= turn.choices.keys()
        assert found.expected or turn.asks[seat].kind not in SEALED
        kinds.add(turn.asks[seat].kind)
    assert len(kinds) > 1


@judged_deals
def test_no_chance_depends_on_others_choices(deal: Deal) -> None:
    """Others' choices matter only for how likely they were."""
    rng, seen = random.Random(5), 0
    for turn, seat in some_of(deal, random.Random(4)):
        if len(turn.asks) > 1:
            others = {each: rng.choice(ask.choices) for each, ask in turn.asks.items()} | {seat: turn.choices[seat]}
            one, other = judge_moment(deal, turn, seat), judge_moment(deal, turn, seat, others)
            assert one.chances == other.chances
            assert one.expected.get(seat) == other.expected.get(seat)
            seen += 1
    assert seen > 0 or all(len(turn.asks) == 1 for turn in deal.story())


@judged_deals
def test_a_copied_view_gives_the_same_judgement(deal: Deal) -> None:
    """Questions to other processes copy the view."""
    for turn, seat in some_of(deal, random.Random(9)):
        copied = pickle.loads(pickle.dumps(deal.game.view(turn.before, seat)))  # noqa: S301 - just dumped
        again = reduce_effort(judge_of(deal)).judge_ask(copied, turn.asks[seat], turn.choices, random.Random(3))
        assert again == judge_moment(deal, turn, seat)


@judged_deals
def test_the_public_has_no_choice_to_be_judged(deal: Deal) -> None:
    turn = deal.story()[0]
    ask = next(iter(turn.asks.values()))
    with pytest.raises(ValueError, match="seat"):
        judge_of(deal).judge_ask(deal.game.view(turn.before, None), ask, turn.choices, random.Random(1))


@pytest.mark.parametrize(("key", "seats"), [("adel_verpflichtet", 4), ("edel_stein_reich", 4)])
def test_the_winners_chance_grows_towards_the_end(key: str, seats: int) -> None:
    early: list[float] = []
    late: list[float] = []
    for number in range(whole(60, 15)):
        deal = Deal(key, seats, (), SEED + bytes([number]))
        story, outcome = deal.story(), deal.game.outcome(deal.end())
        assert outcome is not None
        for turn, found in ((story[len(story) // 4], early), (story[-1], late)):
            standing = judge_of(deal).standing(deal.game.view(turn.before, Seat(0)), random.Random(1))
            found.append(sum(standing[seat] for seat in outcome.ranking[0]))
    assert mean(early) < mean(late)
    assert mean(late) > 1.5 / seats


@pytest.mark.rule("A8.1")
def test_a_far_leader_has_the_best_chance() -> None:
    game = find("adel_verpflichtet")
    assert game.judge is not None
    for seat in all_seats(4):
        dumped: Any = game.dump(game.new(4, {}, SeededChance(b"ahead")))
        dumped["pawns"] = [30 if each == seat else 0 for each in all_seats(4)]
        standing = game.judge.standing(game.view(game.load(dumped), Seat(0)), random.Random(1))
        assert max(all_seats(4), key=lambda each: standing[each]) == seat
