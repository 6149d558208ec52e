"""Commands about a deal that two tables share."""

from app.rooms.model.ids import RoomCode
from app.rooms.model.values import Frozen
from app.rooms.schema.command import Edition, FreshKey, FromSeat, Seed


class OfferDeal(FromSeat, frozen=True, tag="offer_deal"):
    """Offer the next game's cards to a second table, before the game begins.

    ``key`` is the secret of the link by which somebody opens that table."""

    key: FreshKey
    seed: Seed
    edition: Edition


class WithdrawDeal(FromSeat, frozen=True, tag="withdraw_deal"):
    """Give up the shared cards before the game begins."""


class PairDeal(Frozen, frozen=True):
    """Note the second table, about to be opened by the offer's link."""

    key: str
    table: RoomCode


class OpenDeal(Frozen, frozen=True):
    """Make the shared cards public: the other table plays with them no more."""


DealCommand = OfferDeal | WithdrawDeal | PairDeal | OpenDeal
