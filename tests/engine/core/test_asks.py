"""Asks that list their choices, outcomes, seats and errors: the small words of the protocol."""

import re
from itertools import chain

import pytest

from engine.core import errors
from engine.core.asks import Finite
from engine.core.outcome import Outcome
from engine.core.plain import plain
from engine.core.seats import PUBLIC, Seat, all_seats


def test_a_finite_ask_allows_what_it_lists_and_nothing_else() -> None:
    ask = Finite("location", ("castle", "auction_house"), "castle")
    assert ask.complete
    assert all(choice in ask for choice in ask.choices)
    assert ask.default in ask
    assert "club_room" not in ask
    assert None not in ask


def test_seats_are_counted_from_0_and_the_public_is_none_of_them() -> None:
    assert all_seats(3) == (0, 1, 2)
    assert all_seats(0) == ()
    assert PUBLIC not in all_seats(5)


def test_an_outcome_is_plain_data() -> None:
    outcome = Outcome("banquet", ((Seat(2),), (Seat(0), Seat(1))))
    assert plain(outcome) == {"reason": "banquet", "ranking": [[2], [0, 1]]}


def all_errors() -> list[type[errors.EngineError]]:
    return [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, errors.EngineError)]


def test_the_tree_of_errors_at_the_head_of_the_module_is_the_tree_there_is() -> None:
    drawn = re.findall(r"^(?:[├└]── )?([A-Z]\w+)", errors.__doc__ or "", re.MULTILINE)
    assert sorted(set(drawn) - {"Errors"}) == sorted(kind.__name__ for kind in all_errors())


def test_every_error_stands_directly_below_the_root_and_can_be_told_from_the_others() -> None:
    kinds = [kind for kind in all_errors() if kind is not errors.EngineError]
    assert len(kinds) > 4
    assert set(chain.from_iterable(kind.__bases__ for kind in kinds)) == {errors.EngineError}


def test_an_error_of_the_engine_is_no_programming_error() -> None:
    with pytest.raises(errors.EngineError):
        raise errors.IllegalChoiceError("cheque 99")
    assert not issubclass(errors.EngineError, ValueError | TypeError | KeyError)
