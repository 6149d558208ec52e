"""Places of a ranking."""

import pytest

from engine.core.outcome import place_in
from engine.core.seats import Seat

ADA, BEN, CARLA, DORA = (Seat(number) for number in range(4))


def test_shared_places_are_followed_by_gaps() -> None:
    ranking = ((CARLA,), (ADA, DORA), (BEN,))
    assert [place_in(ranking, seat) for seat in (ADA, BEN, CARLA, DORA)] == [2, 4, 1, 2]


def test_a_seat_that_did_not_play_has_no_place() -> None:
    with pytest.raises(ValueError, match="seat 3"):
        place_in(((ADA, BEN), (CARLA,)), DORA)
