"""Equilibrium of simultaneous choices, on contests with a known solution."""

from collections.abc import Callable, Sequence

import pytest

from engine.edel_stein_reich.bot.equilibrium import Profile, equilibrium, evaluate_choices


class Payoffs:
    """A contest by a table of the first seat's chance; the second has the rest."""

    def __init__(self, *rows: Sequence[float]) -> None:
        self.rows = rows
        self.sizes = [len(rows), len(rows[0])]

    def chances(self, profile: Profile) -> Sequence[float]:
        """Return both seats' chances."""
        first = self.rows[profile[0]][profile[1]]
        return first, 1 - first


class Crowd:
    """Three seats of which whoever goes alone wins most."""

    sizes = (2, 2, 2)

    def chances(self, profile: Profile) -> Sequence[float]:
        """Return each seat's chance."""
        alone = [profile.count(choice) == 1 for choice in profile]
        return [0.6 if each else 0.2 if any(alone) else 1 / 3 for each in alone]


def test_rock_paper_scissors_is_played_evenly() -> None:
    contest = Payoffs((0.5, 0, 1), (1, 0.5, 0), (0, 1, 0.5))
    mixes = equilibrium(contest)
    assert all(share == pytest.approx(1 / 3, abs=0.08) for mix in mixes for share in mix)
    assert evaluate_choices(contest, mixes, 0) == pytest.approx([0.5] * 3, abs=0.08)


def test_what_is_better_whatever_the_other_does_is_chosen() -> None:
    mixes = equilibrium(Payoffs((0.6, 0.7), (0.5, 0.4)))
    assert mixes[0][0] > 0.97
    assert mixes[1][0] > 0.9


def test_a_penalty_is_shot_where_it_is_rarely_guessed() -> None:
    """An unguessed shot scores with 0.9 at the sure side, with 0.6 at the other."""
    contest = Payoffs((0.0, 0.9), (0.6, 0.0))
    mixes = equilibrium(contest)
    assert mixes[0][0] == pytest.approx(0.4, abs=0.08)
    assert mixes[1][0] == pytest.approx(0.6, abs=0.08)
    best = max(evaluate_choices(contest, mixes, 0))
    assert best == pytest.approx(0.36, abs=0.04)


def test_three_seats_find_a_rest() -> None:
    contest = Crowd()
    mixes = equilibrium(contest)
    for seat in range(3):
        worths = evaluate_choices(contest, mixes, seat)
        usual = sum(share * worth for share, worth in zip(mixes[seat], worths, strict=True))
        assert max(worths) - usual < 0.04


@pytest.mark.parametrize("contest", [Crowd, lambda: Payoffs((0.0, 0.9), (0.6, 0.0))], ids=["crowd", "penalty"])
def test_a_contest_has_the_same_mixes_whenever_it_is_asked(contest: Callable[[], Payoffs | Crowd]) -> None:
    once, again = (equilibrium(contest()) for _ in range(2))
    assert once == again
    assert all(sum(mix) == pytest.approx(1) and min(mix) >= 0 for mix in once)


def test_choice_values_average_over_the_others_mixes() -> None:
    contest = Payoffs((0.2, 0.8), (0.4, 0.6))
    assert evaluate_choices(contest, [[1.0, 0.0], [0.25, 0.75]], 0) == pytest.approx([0.65, 0.55])
    assert evaluate_choices(contest, [[0.5, 0.5], [1.0, 0.0]], 1) == pytest.approx([0.7, 0.3])
