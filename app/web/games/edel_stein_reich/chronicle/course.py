"""How everybody came by their money: what the actions, majorities, cards and certificates of a game have paid."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from app.rooms.model.reveal import Reveal
from app.web.text.details import number, numbers, word
from engine.core.effects import Effect
from engine.edel_stein_reich.gems import COLOURS

SOURCES = ("money", *(colour.value for colour in COLOURS), "cards", "certificates")
"""Where money comes from: the action, most gems of each colour, scoring cards, certificates."""


@dataclass(frozen=True, slots=True)
class Income:
    """A seat's money by source, in millions."""

    sources: Mapping[str, int]
    """By the names of ``SOURCES``; only what has paid anything."""
    best: int
    """The most that any seat had from one source: how long the longest bar is."""


def course(reveals: Sequence[Reveal]) -> Mapping[int, Income]:
    """The income of each seat that was paid anything, from all that was revealed."""
    paid: dict[int, dict[str, int]] = {}
    for reveal in reveals:
        for effect in reveal.effects:
            for seat, source, pays in payments(effect):
                by_source = paid.setdefault(seat, {})
                by_source[source] = by_source.get(source, 0) + pays
    best = max((pays for sources in paid.values() for pays in sources.values()), default=0)
    return {
        seat: Income({source: sources[source] for source in SOURCES if sources.get(source)}, best)
        for seat, sources in paid.items()
    }


def payments(h: Effect) -> Iterable[tuple[int, str, int]]:
    """Who is paid by what, and how much."""
    match h.kind:
        case "takes_money" if h.seat is not None:
            yield int(h.seat), "money", number(h, "money")
        case "majority_pays" if h.seat is not None:
            yield int(h.seat), word(h, "colour"), number(h, "pays")
        case "shared_majority_pays":
            for seat in numbers(h, "seats"):
                yield seat, word(h, "colour"), number(h, "pays")
        case "card_pays" | "certificates_extra" if h.seat is not None:
            yield int(h.seat), "cards", number(h, "pays")
        case "certificates_pay" if h.seat is not None:
            yield int(h.seat), "certificates", number(h, "pays")
