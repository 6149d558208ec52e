"""Finite asks, outcomes, seats and errors."""

import re
from itertools import chain

import pytest

from engine.core import errors
from engine.core.asks import Finite
from engine.core.outcome import Outcome
from engine.core.plain import to_plain
from engine.core.seats import PUBLIC, Seat, all_seats


def test_a_finite_ask_allows_exactly_its_listed_choices() -> None:
    ask = Finite("location", ("castle", "auction_house"), "castle")
    assert ask.complete
    assert all(choice in ask for choice in ask.choices)
    assert ask.default in ask
    assert "club_room" not in ask
    assert None not in ask


def test_seats_count_from_0_and_exclude_the_public() -> None:
    assert all_seats(3) == (0, 1, 2)
    assert all_seats(0) == ()
    assert PUBLIC not in all_seats(5)


def test_an_outcome_is_plain_data() -> None:
    outcome = Outcome("banquet", ((Seat(2),), (Seat(0), Seat(1))))
    assert to_plain(outcome) == {"reason": "banquet", "ranking": [[2], [0, 1]]}


def all_errors() -> list[type[errors.EngineError]]:
    return [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, errors.EngineError)]


def test_the_documented_tree_of_errors_is_complete() -> None:
    drawn = re.findall(r"^(?:[├└]── )?([A-Z]\w+)", errors.__doc__ or "", re.MULTILINE)
    assert sorted(set(drawn) - {"Errors"}) == sorted(kind.__name__ for kind in all_errors())


def test_every_error_derives_directly_from_engine_error() -> None:
    kinds = [kind for kind in all_errors() if kind is not errors.EngineError]
    assert len(kinds) > 4
    assert set(chain.from_iterable(kind.__bases__ for kind in kinds)) == {errors.EngineError}


def test_an_error_of_the_engine_is_no_programming_error() -> None:
    with pytest.raises(errors.EngineError):
        raise errors.IllegalChoiceError("cheque 99")
    assert not issubclass(errors.EngineError, ValueError | TypeError | KeyError)
