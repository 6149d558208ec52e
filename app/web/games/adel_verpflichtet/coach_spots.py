"""Elements that the coach of Adel verpflichtet points at."""

from collections.abc import Iterable, Iterator

from app.web.games.adel_verpflichtet.coach_view import CoachView
from app.web.games.coach import piece, place, player

PAWNS, TILL, CELLS = ".scene .piece-pawn", place("till"), "[id^=at-cell-]"
WINDOWS = (place("window-0"), place("window-1"))
PAIR = ".board-sign.pair"


def objects(seat_view: CoachView) -> list[str]:
    """Point at the objects in the viewer's hand."""
    return [piece(thing.id) for thing in seat_view.mine.objects]


def cheques(seat_view: CoachView) -> list[str]:
    """Point at the cheques in the viewer's hand, the highest first."""
    return [piece(f"cheque-{value}") for value in seat_view.mine.cheques]


def thieves(seat_view: CoachView) -> list[str]:
    """Point at the thieves in the viewer's hand."""
    return [piece(f"thief-{value}") for value in seat_view.mine.thieves]


def own(seat_view: CoachView, *cards: str) -> list[str]:
    """Point at the viewer's cards of these kinds."""
    return [piece(f"{card}-{seat_view.mine.seat}") for card in cards]


def cards(seat_view: CoachView) -> list[str]:
    """Point at all cards in the viewer's hand."""
    return [*cheques(seat_view), *thieves(seat_view), *own(seat_view, "detective", "exhibit")]


def everybody(seat_view: CoachView) -> Iterator[str]:
    """Point at the places that the seats have chosen."""
    for seat in seat_view.table.seats:
        if seat.location is not None:
            yield _ground(seat.seat, seat.location)


def exhibitors(seat_view: CoachView) -> list[str]:
    """Point at the places of the exhibitors."""
    return [place(f"show-{seat.seat}") for seat in seat_view.table.seats if seat.exhibition]


def list_chosen_places(seat_view: CoachView, seats: Iterable[int]) -> list[str]:
    """Point at the places these seats have chosen, or at the seats before that."""
    places = {seat: seat_view.table.seats[seat].location for seat in seats}
    return [_ground(number, at) if at else player(number) for number, at in places.items()]


def leaders(seat_view: CoachView) -> list[str]:
    """Point at the leading pawns."""
    most = max(seat.space for seat in seat_view.table.seats)
    return [piece(f"pawn-{seat.seat}") for seat in seat_view.table.seats if seat.space == most]


def _ground(seat: int, location: str) -> str:
    return place(f"{'court' if location == 'castle' else 'yard'}-{seat}")
