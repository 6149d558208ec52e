"""Income of each seat by source: actions, majorities, cards and certificates."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from app.rooms.model.reveal import Reveal
from app.web.text.details import number, numbers, word
from engine.core.effects import Effect
from engine.edel_stein_reich.gems import COLOURS

SOURCES = ("money", *(colour.value for colour in COLOURS), "cards", "certificates")
"""Sources of money: action, majority of each colour, scoring cards, certificates."""


@dataclass(frozen=True, slots=True)
class Income:
    """A seat's money by source, in millions."""

    sources: Mapping[str, int]
    """Money by name in ``SOURCES``; sources that paid nothing are missing."""
    best: int
    """Maximum of any seat from one source: the length of the longest bar."""


def course(reveals: Sequence[Reveal]) -> Mapping[int, Income]:
    """Return the income of each seat that was paid anything, from all reveals."""
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
    """Yield seat, source and money for each payment."""
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
