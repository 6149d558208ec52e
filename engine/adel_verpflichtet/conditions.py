"""What a choice that is sealed ahead may depend on: where the others go, and who plays a thief or a detective.

===================  ===============================================================
``castle 1``         seat 1 is at the castle (A3.1)
``auction_house 1``  seat 1 is at the auction house (A3.1)
``alone``            nobody else is where the seat itself is (A3.1)
``thief 1``          seat 1 played a thief, at either place (A4.0, A6.0)
``detective 1``      seat 1 played the detective (A6.0)
``any thief``        one of the others played a thief
``any detective``    one of the others played the detective
===================  ===============================================================
"""

from collections.abc import Iterator, Sequence

from engine.adel_verpflichtet.view_types import TableView
from engine.core.errors import BadTextError
from engine.core.happenings import Happening
from engine.core.seats import Seat

PLACES = ("castle", "auction_house")
CARDS = ("thief", "detective")
ALONE = "alone"
ANY = "any"


def conditions(view: TableView) -> tuple[str, ...]:
    """Where places are chosen by themselves, where the others go; else which cards they play, and with the surprise
    variant both. Empty for the public."""
    if view.mine is None:
        return ()
    others = [seat.seat for seat in view.seats if seat.seat != view.mine.seat]
    goes = [f"{place} {seat}" for seat in others for place in PLACES]
    plays = [f"{card} {seat}" for card in CARDS for seat in others]
    if len(others) == 1:
        return (*goes, *plays) if view.variant == "surprise" else tuple(plays)
    return (*goes, ALONE) if view.stage == "location" else (*(f"{ANY} {card}" for card in CARDS), *plays)


def holds(condition: str, seat: Seat, told: Sequence[Happening]) -> bool:
    """Whether what was revealed fulfils the seat's condition. Raises BadTextError."""
    if condition == ALONE:
        went = dict(_revealed(told, "locations"))
        return seat in went and list(went.values()).count(went[seat]) == 1
    word, _, rest = condition.partition(" ")
    if word == ANY and rest in CARDS:
        return any(card == rest and who != seat for who, card in _revealed(told, "cards"))
    who = _seat(rest)
    if who is None or word not in (*PLACES, *CARDS):
        raise BadTextError(f"no condition: {condition!r}")
    return (who, word) in _revealed(told, "locations" if word in PLACES else "cards")


def _revealed(told: Sequence[Happening], what: str) -> Iterator[tuple[int | str, int | str]]:
    """Seat by seat what lies open: locations or cards."""
    for happening in told:
        details = dict(happening.details)
        seats, revealed = details.get("seats"), details.get(what)
        if isinstance(seats, tuple) and isinstance(revealed, tuple):
            yield from zip(seats, revealed, strict=True)


def _seat(text: str) -> int | None:
    return int(text) if len(text) == 1 and text in "01234" else None
