"""Patches rebuild exactly what was meant, whatever the text."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.web.html.patches import changed, patched
from engine.core.plain import Plain

TEXTS = st.text(st.sampled_from("ab<>🂡🂮é€\u200d👩\ufe0f"), max_size=40) | st.text(max_size=40)


@given(TEXTS, TEXTS)
def test_a_change_rebuilds_the_text(before: str, after: str) -> None:
    assert patched(before, changed(before, after)) == after


@given(TEXTS, TEXTS, TEXTS, TEXTS)
def test_a_change_in_the_middle_rebuilds_the_text(start: str, old: str, new: str, end: str) -> None:
    before, after = start * 3 + old + end * 3, start * 3 + new + end * 3
    assert patched(before, changed(before, after)) == after


@given(st.lists(TEXTS, min_size=2, max_size=8))
def test_changes_follow_upon_each_other(texts: list[str]) -> None:
    shown = texts[0]
    for before, after in pairwise(texts):
        shown = patched(shown, changed(before, after))
    assert shown == texts[-1]


def test_lengths_count_as_javascript_counts() -> None:
    assert changed("<p>👩 seals it now</p>", "<p>👩 lifts it now</p>") == [6, -4, "lift"]
    # the two share a first half of their code unit pairs: that half is never cut off
    assert changed("<p>A long beginning 🂡</p>", "<p>A long beginning 🂢</p>") == [20, -2, "🂢"]


def test_what_is_new_or_wholly_otherwise_is_sent_whole() -> None:
    assert changed(None, "<p>one</p>") == "<p>one</p>"
    assert changed("<p>one</p>", "<section>two</section>") == "<section>two</section>"


@given(st.lists(TEXTS, max_size=12), st.lists(TEXTS, max_size=12), st.integers(0, 6))
def test_a_change_of_lines_rebuilds_the_text(before: list[str], after: list[str], place: int) -> None:
    shared = ["<li>a line that is long enough to be worth looking for, with 👩</li>" * 3] * 2
    old, new = ("\n".join([*lines[:place], *shared, *lines[place:]]) for lines in (before, after))
    assert patched(old, changed(old, new)) == new


def test_lines_put_in_and_taken_out_leave_the_lines_between_unsent() -> None:
    lines = [f"<li>Somebody did the deed number {number}.</li>" for number in range(20)]
    before, after = "\n".join(lines), "\n".join(["<li>New.</li>", *lines[:-1], "<li>Last.</li>"])
    change = changed(before, after)
    assert len(str(change)) < 80
    assert patched(before, change) == after


@pytest.mark.parametrize("change", [None, 7, [1, None], {"0": 1}])
def test_what_is_no_change_is_no_text(change: Plain) -> None:
    with pytest.raises(TypeError):
        patched("<p>one</p>", change)
