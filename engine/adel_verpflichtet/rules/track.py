"""Track: positions of pawns, their moves, and the pair that counts.

Clauses A1.5, A6.3, A6.8."""

from collections.abc import Sequence

from engine.adel_verpflichtet.components import Castle
from engine.adel_verpflichtet.edition import Edition
from engine.adel_verpflichtet.state import Rules, State, replace_seat
from engine.core.seats import Seat


def castle_of_leader(edition: Edition, pawns: Sequence[int]) -> Castle | None:
    """Return the castle at which the leading pawn stands (A6.3).

    None once it has passed the last one (A8.1)."""
    lead = max(pawns)
    return edition.castles[edition.castle_at[lead]] if lead < edition.banquet_space else None


def place(pawns: Sequence[int], seat: int) -> int:
    """Return one plus the number of pawns strictly farther (A6.8)."""
    return 1 + sorted(pawns, reverse=True).index(pawns[seat])


def move_pawn(state: State, seat: Seat, by: int) -> State:
    """Move that seat's pawn; spaces beyond the last seat at the table count (A8.4)."""
    return state._replace(pawns=replace_seat(state.pawns, seat, state.pawns[seat] + by))


def has_stopped(state: State) -> bool:
    """Return whether the game is over at once (A11.1).

    By the rules of 1990 it is, once a pawn has reached the banquet table."""
    return state.table.rules is Rules.OF_1990 and max(state.pawns) >= state.table.edition.banquet_space


def level_with(pawns: Sequence[int], seat: Seat) -> list[Seat]:
    """Return the other seats whose pawns stand on the same space."""
    return [Seat(other) for other, space in enumerate(pawns) if space == pawns[seat] and other != seat]
