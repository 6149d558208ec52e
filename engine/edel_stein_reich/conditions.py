"""Conditions of a plan: the others' choices, and the next cards turned up.

===============  ===============================================
``gems 1``       seat 1 chose that action (E3.2, E10.3).
``scoring``      next event card is kept for the scoring (E3.2).
``certificate``  next event card is a certificate (E3.2).
``pays 6``       seat's next gem card pays 6 or more (E3.2).
===============  ===============================================

Every action has its condition. Money is in millions."""

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
"""Prefixes of the ids of cards that are kept for the scoring (E8.1-E8.4)."""

_OF_SEAT = re.compile(rf"({'|'.join(Action)}) ([0-4])")
_PAYS = re.compile(r"pays ([1-9][0-9]{0,2})")
_CARD = re.compile(r"[a-z]+([0-9]+)")


def conditions(view: TableView) -> tuple[str, ...]:
    """Return the conditions that the viewer may name; empty for the public."""
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
    """Return whether the reveal fulfils the seat's condition.

    Raises BadTextError."""
    if condition in (SCORING, CERTIFICATE):
        cards = [str(each.detail("card")) for each in told if each.kind == "event_opens"]
        return bool(cards) and cards[-1].startswith(KEPT if condition == SCORING else CERTIFICATE)
    if pays := _PAYS.fullmatch(condition):
        return _last_pay(seat, told) >= int(pays[1])
    chosen = _OF_SEAT.fullmatch(condition)
    if chosen is None:
        raise BadTextError(f"no condition: {condition!r}")
    return any(_read_actions(each).get(int(chosen[2])) == chosen[1] for each in told)


def _read_actions(told: Effect) -> dict[int | str, int | str]:
    """Return the revealed actions by seat."""
    if told.kind == "sealed_opens" and told.seat is not None:
        return {int(told.seat): str(told.detail("action"))}
    return _map_seats(told, "actions") if told.kind == "actions_open" else {}


def _last_pay(seat: Seat, told: Sequence[Effect]) -> int:
    """Return the pay of the seat's last gem card that was turned up, else 0."""
    turned = [_map_seats(each, "cards") for each in told if each.kind == "gem_cards_open"]
    card = _CARD.match(str(turned[-1].get(int(seat), ""))) if turned else None
    return int(card[1]) if card else 0


def _map_seats(told: Effect, what: str) -> dict[int | str, int | str]:
    seats, revealed = told.detail("seats"), told.detail(what)
    if not isinstance(seats, tuple) or not isinstance(revealed, tuple):
        return {}
    return dict(zip(seats, revealed, strict=True))
