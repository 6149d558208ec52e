"""Public actions for bots that learn: each seat's location, and its card there."""

from collections.abc import Iterable, Iterator

from engine.adel_verpflichtet.choices import Card, Location
from engine.core.effects import Effect
from engine.core.game import PastAction
from engine.core.seats import Seat

CASTLE, AUCTION_HOUSE = Location.CASTLE.value, Location.AUCTION_HOUSE.value
"""Location of a seat that had the choice (A3.1, A9.1)."""

EXHIBITS, BURGLES, DETECTS, BIDS, RAIDS = "exhibits", "burgles", "detects", "bids", "raids"
"""Action of a seat: three at the castle, two at the auction house."""

_CARDS = {
    (CASTLE, Card.EXHIBIT.value): EXHIBITS,
    (CASTLE, Card.THIEF.value): BURGLES,
    (CASTLE, Card.DETECTIVE.value): DETECTS,
    (AUCTION_HOUSE, Card.CHEQUE.value): BIDS,
    (AUCTION_HOUSE, Card.THIEF.value): RAIDS,
}

_PLACES = {"castle_opens": CASTLE, "auction_opens": AUCTION_HOUSE}


def past_actions(effects: Iterable[Effect]) -> tuple[PastAction, ...]:
    """Return the actions of the seats by the reveals; other effects add nothing."""
    return tuple(action for effect in effects for action in _past_actions(effect))


def _past_actions(revealed: Effect) -> Iterator[PastAction]:
    if revealed.kind in ("locations_open", "cards_open"):
        yield from _each(revealed, "locations")
    if revealed.kind in ("castle_opens", "auction_opens", "cards_open"):
        for seat, place, card in zip(
            _list(revealed, "seats"), _places(revealed), _list(revealed, "cards"), strict=True
        ):
            yield PastAction(revealed.round, Seat(int(seat)), _CARDS[str(place), str(card)])


def _each(revealed: Effect, name: str) -> Iterator[PastAction]:
    for seat, what in zip(_list(revealed, "seats"), _list(revealed, name), strict=True):
        yield PastAction(revealed.round, Seat(int(seat)), str(what))


def _places(revealed: Effect) -> tuple[int | str, ...]:
    if revealed.kind == "cards_open":
        return _list(revealed, "locations")
    return (_PLACES[revealed.kind],) * len(_list(revealed, "seats"))


def _list(revealed: Effect, name: str) -> tuple[int | str, ...]:
    listed = revealed.detail(name)
    return listed if isinstance(listed, tuple) else (listed,)
