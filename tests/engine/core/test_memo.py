"""Caches by identity."""

from engine.core.memo import Memo, Memoized


class Counted:
    """Function that counts its calls."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self, of: list[int]) -> int:
        """Return the sum."""
        self.times += 1
        return sum(of)


def test_the_same_value_is_computed_once() -> None:
    work = Counted()
    latest, value = Memoized(work), [1, 2]
    assert (latest(value), latest(value), work.times) == (3, 3, 1)


def test_an_equal_value_is_computed_again() -> None:
    work = Counted()
    latest = Memoized(work)
    assert (latest([1, 2]), latest([1, 2]), work.times) == (3, 3, 2)


def test_only_the_latest_results_are_kept() -> None:
    work, values = Counted(), [[number] for number in range(5)]
    latest = Memoized(work, most=2)
    for value in values:
        latest(value)
    assert [latest(value) for value in values] == [0, 1, 2, 3, 4]
    assert work.times > 5


def test_a_reused_id_gets_no_old_result() -> None:
    latest = Memoized(Counted(), most=3)
    assert all(latest([number]) == number for number in range(1_000))


def test_a_memo_computes_once_per_object() -> None:
    memo, state = Memo(), [1]
    assert memo.once(state, "what", lambda: "first") == "first"
    assert memo.once(state, "what", lambda: "second") == "first"
    assert memo.once(state, "else", lambda: "other") == "other"


def test_a_memo_computes_anew_for_an_equal_object() -> None:
    memo = Memo()
    assert memo.once([1], "what", lambda: "first") == "first"
    assert memo.once([1], "what", lambda: "second") == "second"
