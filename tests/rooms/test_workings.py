"""What is worked out once, and only for the very object it was worked out of."""

from app.rooms.workings import Workings


def test_it_is_worked_out_once_for_the_same_object() -> None:
    workings, state = Workings(), [1]
    assert workings.out(state, "what", lambda: "first") == "first"
    assert workings.out(state, "what", lambda: "second") == "first"
    assert workings.out(state, "else", lambda: "other") == "other"


def test_another_object_has_its_own_even_if_it_is_equal() -> None:
    workings = Workings()
    assert workings.out([1], "what", lambda: "first") == "first"
    assert workings.out([1], "what", lambda: "second") == "second"
