"""What a planned choice may depend on: what the others choose, and what is turned up for the next turn.

===============  =================================================================
``gems 1``       seat 1 chose that action, of all there are (E3.2, E10.3)
``scoring``      the next event card is one that is kept for the scoring (E3.2)
``certificate``  the next event card is a certificate (E3.2)
``pays 6``       the seat's next gem card pays 6 million or more (E3.2)
===============  =================================================================
"""

import re
from collections.abc import Sequence

from engine.core.effects import Effect
from engine.core.errors import BadTextError
from engine.core.seats import Seat
from engine.edel_stein_reich.choices import Action
from engine.edel_stein_reich.components import CardEffect
from engine.edel_stein_reich.view_types import TableView

CERTIFICATE = "certificate"
SCORING = "scoring"
KEPT = tuple(effect.value for effect in CardEffect if effect.is_scoring)
"""What the ids of the cards begin with that are kept for the scoring (E8.1-E8.4)."""

_OF_SEAT = re.compile(rf"({'|'.join(Action)}) ([0-4])")
_PAYS = re.compile(r"pays ([1-9][0-9]{0,2})")
_CARD = re.compile(r"[a-z]+([0-9]+)")


def conditions(view: TableView) -> tuple[str, ...]:
    """What the viewer may name. Empty for the public."""
    if view.mine is None:
        return ()
    others = [seat.seat for seat in view.seats if seat.seat != view.mine.seat]
    _, *pays = sorted({card.money for card in view.gem_cards})
    return (
        *(f"{action} {seat}" for seat in others for action in view.actions),
        *(SCORING, CERTIFICATE),
        *(f"pays {money}" for money in pays),
    )


def holds(condition: str, seat: Seat, told: Sequence[Effect]) -> bool:
    """Whether what was revealed fulfils the seat's condition. Raises BadTextError."""
    if condition in (SCORING, CERTIFICATE):
        cards = [str(each.detail("card")) for each in told if each.kind == "event_opens"]
        return bool(cards) and cards[-1].startswith(KEPT if condition == SCORING else CERTIFICATE)
    if pays := _PAYS.fullmatch(condition):
        return _paid(seat, told) >= int(pays[1])
    chosen = _OF_SEAT.fullmatch(condition)
    if chosen is None:
        raise BadTextError(f"no condition: {condition!r}")
    return any(_chosen(each).get(int(chosen[2])) == chosen[1] for each in told)


def _chosen(told: Effect) -> dict[int | str, int | str]:
    """The actions that were revealed, by seat."""
    if told.kind == "sealed_opens" and told.seat is not None:
        return {int(told.seat): str(told.detail("action"))}
    return _by_seat(told, "actions") if told.kind == "actions_open" else {}


def _paid(seat: Seat, told: Sequence[Effect]) -> int:
    """What the gem card pays that was turned up last in front of the seat; 0 where none was."""
    turned = [_by_seat(each, "cards") for each in told if each.kind == "gem_cards_open"]
    card = _CARD.match(str(turned[-1].get(int(seat), ""))) if turned else None
    return int(card[1]) if card else 0


def _by_seat(told: Effect, what: str) -> dict[int | str, int | str]:
    seats, revealed = told.detail("seats"), told.detail(what)
    if not isinstance(seats, tuple) or not isinstance(revealed, tuple):
        return {}
    return dict(zip(seats, revealed, strict=True))
