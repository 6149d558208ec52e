"""Text of a playthrough."""

from functools import cache

import pytest

from engine.core.plain import Plain
from engine.core.seats import all_seats
from engine.count import Count, format_table
from engine.playthrough import describe_ask, format_plain, playthrough
from engine.registry import GAMES
from tests.engine.deals import DEALS, Deal

SOME = DEALS[::3]


@cache
def lines_of(deal: Deal) -> list[str]:
    """Return the playthrough of that deal, made once."""
    return list(playthrough(deal.game, deal.seats, dict(deal.options), deal.seed))


@pytest.mark.parametrize("deal", SOME, ids=str)
def test_every_choice_and_effect_is_written_down(deal: Deal) -> None:
    lines = lines_of(deal)
    choices = [line.split(" ", 2)[2] for line in lines if line.startswith("choice ")]
    assert choices == [deal.game.text(choice) for turn in deal.story() for choice in turn.choices.values()]
    told = [line.strip().partition(" ") for line in lines if line.startswith("  ") and " round=" in line]
    steps = [step for turn in deal.story() for step in turn.steps]
    assert [text for _, _, text in told] == [step.effect.text for step in steps]
    assert [short for short, _, _ in told] == [deal.game.digest(step.state)[:12] for step in steps]


@pytest.mark.parametrize("deal", SOME, ids=str)
def test_every_round_has_its_views_and_the_end_its_outcome(deal: Deal) -> None:
    lines = lines_of(deal)
    begins = {deal.game.round(turn.before): turn.before for turn in reversed(deal.story())}
    assert sum(line.startswith("== round ") for line in lines) == len(begins)
    for viewer in all_seats(deal.seats):
        own = [state for state in begins.values() if deal.game.view(state, viewer) != deal.game.view(state, None)]
        assert sum(line.startswith(f"  {viewer}: ") for line in lines) >= len(own)
    assert lines[-1].startswith("outcome ")
    assert lines[-2] == f"state {deal.game.digest(deal.end())}"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "-"),
        (True, "true"),
        (7, "7"),
        ("castle", "castle"),
        ("two words", '"two words"'),
        ([1, [], "a"], "[1 [] a]"),
        ({"a": 1, "b": {"c": None}}, "{a=1 b={c=-}}"),
    ],
)
def test_plain_data_is_written_short(value: Plain, text: str) -> None:
    assert format_plain(value) == text


def test_a_long_list_of_choices_is_cut() -> None:
    deal = next(deal for deal in DEALS if deal.seats == 5)
    long = [ask for turn in deal.story() for ask in turn.asks.values() if len(ask.choices) > 24]
    lines = {describe_ask(deal.game, ask) for ask in long}
    assert len(lines) > 1
    assert all(" ... " in line and len(line) < 1000 for line in lines)


def test_a_table_of_counts_has_a_line_a_deal() -> None:
    key = next(iter(GAMES))
    row = Count(key, 4, {"open_memory": True}, "ab" * 32, (16, 8100), 40, 140, 437, "c" * 64)
    head, line = format_table([row])
    assert "rounds" in head
    assert line.split() == ["4", "open_memory=true", "abababab", "40", "140", "437", "c" * 12, "16", "8100"]
