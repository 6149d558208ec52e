"""Stalemates: bots that see no moves expect no change, and do not wait for ever."""

from collections.abc import Sequence
from itertools import groupby

import pytest

from engine.adel_verpflichtet import GAME
from engine.adel_verpflichtet.bot.normal import NormalBot
from engine.adel_verpflichtet.bot.stalemate import NONE, stalemate_of
from engine.bots.seating import table_of
from engine.core.bots.past_actions import ActionHistory, inform, learns
from engine.core.chance import SeededChance
from engine.core.game import PastAction
from engine.core.seats import Seat
from engine.driver import turns
from tests.engine.adel_verpflichtet.tables import CARLA, a_table, play, view

MOST_IDLE = 16
"""Number of rounds without moves in a row that is no accident."""


def rounds(*rounds: str) -> tuple[PastAction, ...]:
    """Return the actions of these rounds from round 1 on: a letter a seat."""
    words = {"e": "exhibits", "t": "burgles", "d": "detects", "b": "bids", "r": "raids"}
    return tuple(
        action
        for number, done in enumerate(rounds, start=1)
        for seat, letter in enumerate(done)
        for action in (
            PastAction(number, Seat(seat), "castle" if letter in "etd" else "auction_house"),
            PastAction(number, Seat(seat), words[letter]),
        )
    )


@pytest.mark.parametrize(
    ("done", "stuck"),
    [
        ((), 0),
        (("ttt",), 1),
        (("ttt", "ttt", "ttt"), 3),
        (("ett", "ttt", "ddd"), 2),
        (("ttt", "ttd"), 0),
        (("ttt", "ttb"), 0),
        (("ttt", "ttr"), 2),
        (("ttt", "ete", "ttt"), 1),
    ],
    ids=str,
)
def test_rounds_without_moves_are_counted_from_the_last(done: tuple[str, ...], stuck: int) -> None:
    found = stalemate_of(rounds(*done), len(done) + 1)
    assert found.share == stuck / (stuck + 3)
    assert (found == NONE) == (stuck == 0)
    if stuck:
        assert [found.last[seat] for seat in range(3)] == [each.what for each in rounds(*done)[-5::2]]


def test_a_round_that_goes_on_is_not_counted() -> None:
    past_actions = (*rounds("ttt", "ttt"), PastAction(3, Seat(0), "castle"))
    assert stalemate_of(past_actions, 3) == stalemate_of(rounds("ttt", "ttt"), 3)


def test_a_bot_facing_only_thieves_plays_the_detective() -> None:
    table = a_table(3, hands={CARLA: "A1598 A1621 A1655"})
    at_castle = play(table._replace(round=21), "castle | castle | castle").state
    seen, ask = view(at_castle, CARLA), GAME.asks(at_castle)[CARLA]
    played = {}
    for name, past_actions in {"stuck": rounds(*["ttt"] * 20), "new": ()}.items():
        (choose,) = table_of([NormalBot().with_past_actions(past_actions)], b"thieves")
        played[name] = [GAME.text(choose(seen, ask)) for _ in range(30)].count("detective")
    assert played["stuck"] > 12
    assert played["new"] < 5


def test_the_normal_bot_claims_no_learning() -> None:
    assert not learns(GAME.bots["normal"])
    assert learns(GAME.bots["strong"])


def longest_idle(number: int, *, is_blind: bool) -> int:
    """Return the most rounds in a row without moves, among three ``normal`` bots."""
    seed = f"club normal 3 {number}".encode()
    past, chance = ActionHistory(GAME), SeededChance(seed)
    bot = GAME.bots["normal"] if is_blind else inform(GAME.bots["normal"], past)
    moves: list[tuple[int, bool]] = []
    for turn in turns(GAME, GAME.new(3, {}, chance), table_of([bot] * 3, seed), chance):
        past.add(turn.steps, turn.after)
        before, after = turn.before, turn.after
        moves.append((before.round, (before.pawns, before.windows) != (after.pawns, after.windows)))
    idle = [not any(moved for _, moved in of_round) for _, of_round in groupby(moves, key=lambda each: each[0])]
    return longest(idle)


def longest(flags: Sequence[bool]) -> int:
    """Return the longest run of true values."""
    return max((len(list(run)) for is_set, run in groupby(flags) if is_set), default=0)


@pytest.mark.slow("two whole games, in one of which a hundred rounds go by")
def test_three_stuck_bots_continue() -> None:
    """The seed is the one of 200 in which bots without past_actions wait longest."""
    assert longest_idle(9, is_blind=False) <= MOST_IDLE
    assert longest_idle(9, is_blind=True) > MOST_IDLE, "a seed that shows nothing"
