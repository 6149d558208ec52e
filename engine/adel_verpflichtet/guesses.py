"""Guesses of onlookers: each seat's place (A3.1), then its card (A4.0, A6.0)."""

from collections.abc import Mapping

from engine.adel_verpflichtet.bot.past_actions import AUCTION_HOUSE, BIDS, BURGLES, CASTLE, DETECTS, EXHIBITS, RAIDS
from engine.adel_verpflichtet.state import Stage
from engine.adel_verpflichtet.view_types import TableView
from engine.core.seats import Seat

PLACES = (CASTLE, AUCTION_HOUSE)
AT_CASTLE = (EXHIBITS, BURGLES, DETECTS)
AT_AUCTION = (BIDS, RAIDS)


def guesses(view: TableView) -> Mapping[Seat, tuple[str, ...]]:
    """Return the possible answers by seat; empty where nothing is sealed."""
    match view.stage:
        case Stage.LOCATION:
            return {Seat(each.seat): PLACES for each in view.seats}
        case Stage.LOCATION_ACTION:
            return {Seat(each.seat): (*AT_CASTLE, *AT_AUCTION) for each in view.seats}
        case Stage.ACTION:
            return {
                Seat(each.seat): AT_CASTLE if each.location == CASTLE else AT_AUCTION
                for each in view.seats
                if each.location is not None
            }
    return {}
