"""What was done at the table, for bots that learn how everybody plays: where each seat went, and what it did there."""

from collections.abc import Iterable, Iterator

from engine.adel_verpflichtet.choices import Card, Location
from engine.core.game import Deed
from engine.core.happenings import Happening
from engine.core.seats import Seat

CASTLE, AUCTION_HOUSE = Location.CASTLE.value, Location.AUCTION_HOUSE.value
"""Where a seat went that could choose (A3.1, A9.1)."""

EXHIBITS, BURGLES, DETECTS, BIDS, RAIDS = "exhibits", "burgles", "detects", "bids", "raids"
"""What a seat did there: the first three at the castle, the others at the auction house."""

_CARDS = {
    (CASTLE, Card.EXHIBIT.value): EXHIBITS,
    (CASTLE, Card.THIEF.value): BURGLES,
    (CASTLE, Card.DETECTIVE.value): DETECTS,
    (AUCTION_HOUSE, Card.CHEQUE.value): BIDS,
    (AUCTION_HOUSE, Card.THIEF.value): RAIDS,
}

_PLACES = {"castle_opens": CASTLE, "auction_opens": AUCTION_HOUSE}


def deeds(happenings: Iterable[Happening]) -> tuple[Deed, ...]:
    """What the seats did by what was opened; everything else tells nothing new."""
    return tuple(deed for happening in happenings for deed in _deeds(happening))


def _deeds(opened: Happening) -> Iterator[Deed]:
    if opened.kind in ("locations_open", "cards_open"):
        yield from _each(opened, "locations")
    if opened.kind in ("castle_opens", "auction_opens", "cards_open"):
        for seat, place, card in zip(_list(opened, "seats"), _places(opened), _list(opened, "cards"), strict=True):
            yield Deed(opened.round, Seat(int(seat)), _CARDS[str(place), str(card)])


def _each(opened: Happening, name: str) -> Iterator[Deed]:
    for seat, what in zip(_list(opened, "seats"), _list(opened, name), strict=True):
        yield Deed(opened.round, Seat(int(seat)), str(what))


def _places(opened: Happening) -> tuple[int | str, ...]:
    if opened.kind == "cards_open":
        return _list(opened, "locations")
    return (_PLACES[opened.kind],) * len(_list(opened, "seats"))


def _list(opened: Happening, name: str) -> tuple[int | str, ...]:
    listed = opened.detail(name)
    return listed if isinstance(listed, tuple) else (listed,)
