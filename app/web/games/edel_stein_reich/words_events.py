"""Words on the event cards: a title and one plain sentence each."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

Gettext = Callable[[str], str]

KEPT = frozenset({"sole", "sole_all", "per_gem", "certificate"})
"""Effects of cards that wait for the scoring (E8.1-E8.4)."""


LONG_WORD = 9
"""Longest word in large type on an event card, in letters."""


@dataclass(frozen=True, slots=True)
class PrintedEvent:
    """Event card as printed."""

    effect: str
    colours: tuple[str, ...]
    title: str
    says: str
    """Effect of the card in one sentence."""

    @property
    def scoring(self) -> bool:
        """True if the card waits for the scoring."""
        return self.effect in KEPT

    @property
    def is_long(self) -> bool:
        """True if a word of its title is too long for large type."""
        return max(map(len, self.title.split())) > LONG_WORD


@dataclass(frozen=True, slots=True)
class PrintedGems:
    """Gem card as printed."""

    money: int
    gems: Sequence[int]


def title_of(effect: str, colours: Sequence[str], _: Gettext) -> str:
    """Return an event card's title; ``colours`` are names already."""
    titles = {
        "sole": _("Sole leader in %(colour)s"),
        "sole_all": _("Sole leader in every colour"),
        "per_gem": _("Collector of %(colour)s"),
        "certificate": _("Certificate"),
        "score": _("Early scoring"),
        "four_each": _("Four and four"),
        "swap": _("Barter"),
        "return_one": _("Customs"),
        "take_three": _("Lucky find"),
        "halve": _("Burglary"),
    }
    return titles[effect] % {"colour": colours[0] if colours else ""}


def describe_event_card(
    effect: str, colours: Sequence[str], values: Mapping[str, str], _: Gettext, *, certificates: bool = False
) -> str:
    """Return the sentence on an event card.

    ``values`` are the sums ``pays``, ``most`` and ``second`` in words. ``certificates`` says whether their majority
    counts as well."""
    everywhere = _("At the scoring: %(pays)s extra for each colour where you alone have the most.")
    if certificates:
        everywhere = _(
            "At the scoring: %(pays)s extra for each colour where you alone have the most, and likewise for "
            "certificates."
        )
    said = {
        "sole": _("At the scoring: %(pays)s extra if you alone have the most %(one)s gems."),
        "sole_all": everywhere,
        "per_gem": _("At the scoring: %(pays)s for each of your %(one)s gems."),
        "certificate": _("At the scoring: the most certificates earn %(most)s, the second most %(second)s."),
        "score": _("Score one colour of your choice right now."),
        "four_each": _("End up with four %(one)s and four %(two)s gems: take or return the difference."),
        "swap": _("Swap one of your gems for one of another player's."),
        "return_one": _("Every other player returns one gem of your choice."),
        "take_three": _("Take three gems of one colour."),
        "halve": _("Everyone, including you, returns half of each colour, rounded down."),
    }
    one, two = (*colours, "", "")[:2]
    return said[effect] % {**values, "one": one, "two": two}
