"""The tiles of the track, and which pawns stand on them."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.adel_verpflichtet.view_types import SeatView, TrackView


@dataclass(frozen=True, slots=True)
class Pawn:
    """A pawn on a tile."""

    seat: int
    is_behind: bool
    """Whether it stands in the second row: every other one does where they crowd."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A castle, the club or the banquet."""

    pawns: tuple[tuple[Pawn, ...], ...]
    """For every space, in order."""
    count: int
    """How many stand here."""


def tile(seats: Sequence[SeatView], spaces: Sequence[int], *, is_last: bool = False) -> Tile:
    """The tile with these spaces; on the last one stands also whoever went past them."""
    count = 0
    pawns = []
    for space in spaces:
        here = []
        for seat in seats:
            if seat.space == space or (is_last and space == spaces[-1] and seat.space > space):
                here.append(Pawn(int(seat.seat), count % 2 == 1))
                count += 1
        pawns.append(tuple(here))
    return Tile(tuple(pawns), count)


def banquet(seats: Sequence[SeatView], track: TrackView) -> Tile:
    """The last tile of the track."""
    return tile(seats, range(track.banquet_space, track.banquet_space + track.banquet_seats), is_last=True)
