"""What was worked out is kept by the very thing it was worked out of."""

from engine.core.memo import Memo, Memoized


class Counted:
    """A function that counts how often it worked."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self, of: list[int]) -> int:
        """The sum."""
        self.times += 1
        return sum(of)


def test_the_same_value_is_worked_out_once() -> None:
    work = Counted()
    latest, value = Memoized(work), [1, 2]
    assert (latest(value), latest(value), work.times) == (3, 3, 1)


def test_an_equal_value_is_another_one() -> None:
    work = Counted()
    latest = Memoized(work)
    assert (latest([1, 2]), latest([1, 2]), work.times) == (3, 3, 2)


def test_no_more_than_the_latest_are_remembered() -> None:
    work, values = Counted(), [[number] for number in range(5)]
    latest = Memoized(work, most=2)
    for value in values:
        latest(value)
    assert [latest(value) for value in values] == [0, 1, 2, 3, 4]
    assert work.times > 5


def test_the_number_of_a_value_that_is_gone_stands_for_no_other() -> None:
    latest = Memoized(Counted(), most=3)
    assert all(latest([number]) == number for number in range(1_000))


def test_it_is_worked_out_once_for_the_same_object() -> None:
    memo, state = Memo(), [1]
    assert memo.once(state, "what", lambda: "first") == "first"
    assert memo.once(state, "what", lambda: "second") == "first"
    assert memo.once(state, "else", lambda: "other") == "other"


def test_another_object_has_its_own_even_if_it_is_equal() -> None:
    memo = Memo()
    assert memo.once([1], "what", lambda: "first") == "first"
    assert memo.once([1], "what", lambda: "second") == "second"
