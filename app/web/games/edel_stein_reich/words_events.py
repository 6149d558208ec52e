"""What stands on the event cards: a title and one plain sentence each."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

Gettext = Callable[[str], str]

KEPT = frozenset({"sole", "sole_all", "per_gem", "certificate"})
"""Effects of cards that wait for the scoring (E8.1-E8.4)."""


LONG_WORD = 9
"""So many letters still stand in large type on an event card."""


@dataclass(frozen=True, slots=True)
class PrintedEvent:
    """An event card as it is printed."""

    effect: str
    colours: tuple[str, ...]
    title: str
    says: str
    """What it does, in one sentence."""

    @property
    def scoring(self) -> bool:
        """Whether it waits for the scoring."""
        return self.effect in KEPT

    @property
    def is_long(self) -> bool:
        """Whether a word of its title is too long for large type."""
        return max(map(len, self.title.split())) > LONG_WORD


@dataclass(frozen=True, slots=True)
class PrintedGems:
    """A gem card as it is printed."""

    money: int
    gems: Sequence[int]


def title_of(effect: str, colours: Sequence[str], _: Gettext) -> str:
    """An event card's title; the colours are words already."""
    titles = {
        "sole": _("First in %(colour)s"),
        "sole_all": _("First everywhere"),
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


def says_of(
    effect: str, colours: Sequence[str], values: Mapping[str, str], _: Gettext, *, certificates: bool = False
) -> str:
    """What it does; ``values`` are the sums ``pays``, ``most`` and ``second`` in words. ``certificates``: whether
    theirs counts as a majority, too."""
    everywhere = _("At the scoring, for each colour you alone have most of: %(pays)s extra.")
    if certificates:
        everywhere = _(
            "At the scoring, for each colour you alone have most of, and likewise for certificates: %(pays)s extra."
        )
    said = {
        "sole": _("At the scoring, alone with most %(one)s gems: %(pays)s extra."),
        "sole_all": everywhere,
        "per_gem": _("At the scoring %(pays)s for each of your %(one)s gems."),
        "certificate": _("At the scoring most certificates bring %(most)s, second most %(second)s."),
        "score": _("Score one colour of your choice right now."),
        "four_each": _("Bring your %(one)s and %(two)s gems to four each."),
        "swap": _("Swap one of your gems for one of another player."),
        "return_one": _("Every other player returns a gem that you choose."),
        "take_three": _("Take three gems of one colour."),
        "halve": _("Everybody returns half of each colour, rounded down."),
    }
    one, two = (*colours, "", "")[:2]
    return said[effect] % {**values, "one": one, "two": two}
