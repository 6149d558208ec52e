"""What the coach of Adel verpflichtet points at."""

from collections.abc import Iterable, Iterator

from app.web.games.adel_verpflichtet.coach_view import Eyes
from app.web.games.coach import piece, place, player

PAWNS, TILL, CELLS = ".scene .piece-pawn", place("till"), "[id^=at-cell-]"
WINDOWS = (place("window-0"), place("window-1"))
PAIR = ".board-sign.pair"


def objects(eyes: Eyes) -> list[str]:
    """The objects of the own hand."""
    return [piece(thing.id) for thing in eyes.mine.objects]


def cheques(eyes: Eyes) -> list[str]:
    """The cheques of the own hand, the highest first."""
    return [piece(f"cheque-{value}") for value in eyes.mine.cheques]


def thieves(eyes: Eyes) -> list[str]:
    """The thieves of the own hand."""
    return [piece(f"thief-{value}") for value in eyes.mine.thieves]


def own(eyes: Eyes, *cards: str) -> list[str]:
    """The own cards of these kinds."""
    return [piece(f"{card}-{eyes.mine.seat}") for card in cards]


def cards(eyes: Eyes) -> list[str]:
    """All cards of the own hand."""
    return [*cheques(eyes), *thieves(eyes), *own(eyes, "detective", "exhibit")]


def everybody(eyes: Eyes) -> Iterator[str]:
    """Where everybody has gone."""
    for seat in eyes.table.seats:
        if seat.location is not None:
            yield _ground(seat.seat, seat.location)


def shows(eyes: Eyes) -> list[str]:
    """Where somebody exhibits."""
    return [place(f"show-{seat.seat}") for seat in eyes.table.seats if seat.exhibition]


def gone(eyes: Eyes, seats: Iterable[int]) -> list[str]:
    """Where these seats have gone; they themselves where nobody has chosen a place yet."""
    places = {seat: eyes.table.seats[seat].location for seat in seats}
    return [_ground(number, at) if at else player(number) for number, at in places.items()]


def leaders(eyes: Eyes) -> list[str]:
    """The pawns that are furthest along."""
    most = max(seat.space for seat in eyes.table.seats)
    return [piece(f"pawn-{seat.seat}") for seat in eyes.table.seats if seat.space == most]


def _ground(seat: int, location: str) -> str:
    return place(f"{'court' if location == 'castle' else 'yard'}-{seat}")
