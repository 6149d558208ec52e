"""Conditions for planned choices: others' locations, thieves and detectives.

- ``castle 1``: seat 1 is at the castle (A3.1).
- ``auction_house 1``: seat 1 is at the auction house (A3.1).
- ``alone``: no other seat is where the seat itself is (A3.1).
- ``thief 1``: seat 1 played a thief, at either place (A4.0, A6.0).
- ``detective 1``: seat 1 played the detective (A6.0).
- ``any thief``: one of the others played a thief.
- ``any detective``: one of the others played the detective."""

from collections.abc import Iterator, Sequence

from engine.adel_verpflichtet.view_types import TableView
from engine.core.effects import Effect
from engine.core.errors import BadTextError
from engine.core.seats import Seat

PLACES = ("castle", "auction_house")
CARDS = ("thief", "detective")
ALONE = "alone"
ANY = "any"


def conditions(view: TableView) -> tuple[str, ...]:
    """Return the conditions that the viewer may name; empty for the public.

    If seats choose their locations in a step of their own, they are about locations. Otherwise they are about cards,
    and with the surprise variant about both."""
    if view.mine is None:
        return ()
    others = [seat.seat for seat in view.seats if seat.seat != view.mine.seat]
    goes = [f"{place} {seat}" for seat in others for place in PLACES]
    plays = [f"{card} {seat}" for card in CARDS for seat in others]
    if len(others) == 1:
        return (*goes, *plays) if view.variant == "surprise" else tuple(plays)
    return (*goes, ALONE) if view.stage == "location" else (*(f"{ANY} {card}" for card in CARDS), *plays)


def holds(condition: str, seat: Seat, told: Sequence[Effect]) -> bool:
    """Return whether the revealed effects fulfil the seat's condition.

    Raises BadTextError."""
    if condition == ALONE:
        went = dict(_entries(told, "locations"))
        return seat in went and list(went.values()).count(went[seat]) == 1
    word, _, rest = condition.partition(" ")
    if word == ANY and rest in CARDS:
        return any(card == rest and who != seat for who, card in _entries(told, "cards"))
    who = _seat(rest)
    if who is None or word not in (*PLACES, *CARDS):
        raise BadTextError(f"no condition: {condition!r}")
    return (who, word) in _entries(told, "locations" if word in PLACES else "cards")


def _entries(told: Sequence[Effect], what: str) -> Iterator[tuple[int | str, int | str]]:
    """Yield the revealed locations or cards, seat by seat."""
    for effect in told:
        details = dict(effect.details)
        seats, revealed = details.get("seats"), details.get(what)
        if isinstance(seats, tuple) and isinstance(revealed, tuple):
            yield from zip(seats, revealed, strict=True)


def _seat(text: str) -> int | None:
    return int(text) if len(text) == 1 and text in "01234" else None
