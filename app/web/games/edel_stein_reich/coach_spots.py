"""Elements that the coach of Edel, Stein & Reich points at."""

from app.web.games.coach import place
from engine.edel_stein_reich.gems import COLOURS, Colour
from engine.edel_stein_reich.view_types import TableView

CERTIFICATES = ".case .plate-certificates"


def tray(seat: int, colour: Colour) -> str:
    """Point at a seat's gems of a colour."""
    return place(f"tray-{seat}-{colour.value}")


def savings(seat: int) -> str:
    """Point at a seat's money and its forecast for a scoring."""
    return f".savings[data-camera=savings-{seat}]"


def gem_places(seat: int) -> list[str]:
    """Point at all of a seat's gems."""
    return [tray(seat, colour) for colour in COLOURS]


def leading(table: TableView, me: int) -> list[str]:
    """Point at the viewer's gems in leading colours; at all of them if none leads."""
    mine, others = table.seats[me].gems, [seat.gems for seat in table.seats if seat.seat != me]
    leads = [well for at, well in enumerate(gem_places(me)) if mine[at] > max(gems[at] for gems in others)]
    return leads or gem_places(me)
