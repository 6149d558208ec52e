"""Checks of an edition's data: the rules on components (E1.1-E1.3, E8).

Each check has its own error message."""

from collections import Counter
from enum import StrEnum
from typing import NamedTuple

from engine.core.edition_reader import bad, items, mapping, number, row, text
from engine.core.plain import Plain
from engine.edel_stein_reich.gems import COLOURS, Colour, Gems, gems_of

SEAT_COLOURS = ("beige", "blue", "green", "lilac", "red")
EACH_COLOUR = 22
GEM_CARDS = 30
LEAST_MONEY, MOST_MONEY = 4, 7
FEWEST_GEMS, MOST_GEMS = 2, 4

ROUNDS = 3
"""Rounds of a game (E3.1)."""

RULES = 2
"""Revision of the rules that new games follow.

A game keeps its first revision in its edition's data, as ``rules``. Data without it are of the first revision."""

CERTIFICATES_COUNT = 2
"""First revision in which the certificates' majority counts for E8.2.

Before, only majorities of colours counted."""

_MOST_PAID = 99


class CardEffect(StrEnum):
    """CardEffect of an event card (E8)."""

    SOLE = "sole"
    SOLE_ALL = "sole_all"
    PER_GEM = "per_gem"
    CERTIFICATE = "certificate"
    SCORE = "score"
    FOUR_EACH = "four_each"
    SWAP = "swap"
    RETURN_ONE = "return_one"
    TAKE_THREE = "take_three"
    HALVE = "halve"

    @property
    def clause(self) -> str:
        """The rule clause that describes it."""
        return _CLAUSES[self]

    @property
    def is_scoring(self) -> bool:
        """True if the card waits for the next scoring (E8.1-E8.4).

        Other cards are carried out at once or never."""
        return self in _SCORING

    @property
    def is_by_gem(self) -> bool:
        """True if the card pays for every gem of its colour, not for the majority."""
        return self is CardEffect.PER_GEM


class GemCard(NamedTuple):
    """A gem card (E1.1)."""

    id: str
    """The letters of its gems, then its money: ``ryy4``; a second copy is ``ryy4_2``."""
    money: int
    """Printed money, in millions."""
    gems: Gems


class EventCard(NamedTuple):
    """An event card (E8)."""

    id: str
    """Its face, and a number where there are copies: ``sole_red``, ``certificate_7``."""
    face: str
    """Printed content: ``sole_red``, ``certificate``, ``four_each_red_blue``."""
    effect: CardEffect
    colours: tuple[Colour, ...]
    """The colours it speaks of, in order of value."""
    pays: int
    """Pay at a scoring in millions, for the majority or for each gem; else 0."""
    certificates: bool
    """True if it also pays for a sole majority of certificates (E8.2)."""


class Face(NamedTuple):
    """A sort of event card."""

    effect: CardEffect
    colours: tuple[Colour, ...]
    pays: int
    copies: int

    @property
    def name(self) -> str:
        """The face's name."""
        return "_".join((self.effect.value, *self.colours))


class Components(NamedTuple):
    """An edition's components, checked."""

    name: str
    rules: int
    """The revision of the rules they are played by."""
    gem_cards: tuple[GemCard, ...]
    event_cards: tuple[EventCard, ...]


def components(data: Plain) -> Components:
    """Return the components that ``data`` describes.

    Raises BadEditionError."""
    whole = mapping(data, "an edition", "E1.3", "name", "gem_cards", "event_cards", optional="rules")
    rules = number(whole.get("rules", 1), "the revision of the rules", "E1.3", 1, RULES)
    return Components(
        name=text(whole["name"], "the edition's name", "E1.3"),
        rules=rules,
        gem_cards=_gem_cards(items(whole["gem_cards"], "gem_cards", "E1.3")),
        event_cards=_event_cards(items(whole["event_cards"], "event_cards", "E1.3"), rules),
    )


def _gem_cards(entries: list[Plain]) -> tuple[GemCard, ...]:
    cards: list[GemCard] = []
    copies: Counter[str] = Counter()
    for place, item in enumerate(entries, start=1):
        where = f"gem card {place}"
        entry = mapping(item, where, "E1.3", "money", "gems")
        money = number(entry["money"], f"the money of {where}", "E1.1", LEAST_MONEY, MOST_MONEY)
        gems = gems_of(_colours(entry["gems"], f"the gems of {where}"))
        if not FEWEST_GEMS <= sum(gems) <= MOST_GEMS:
            bad("E1.1", f"{where} must have {FEWEST_GEMS} to {MOST_GEMS} gems, not {sum(gems)}")
        face = "".join(colour.value[0] * count for colour, count in zip(COLOURS, gems, strict=True)) + str(money)
        copies[face] += 1
        cards.append(GemCard(face if copies[face] == 1 else f"{face}_{copies[face]}", money, gems))
    if len(cards) != GEM_CARDS:
        bad("E1.1", f"there must be {GEM_CARDS} gem cards, not {len(cards)}")
    return tuple(cards)


def _event_cards(entries: list[Plain], rules: int) -> tuple[EventCard, ...]:
    cards: list[EventCard] = []
    found: dict[str, int] = {}
    for item in entries:
        face = _face(item)
        if face.name in found:
            bad(face.effect.clause, f"{face.name} stands there twice")
        if found.setdefault(face.name, face.copies) != _COPIES.get(face.name):
            due = _COPIES.get(face.name, 0)
            bad(face.effect.clause, f"there must be {due} of {face.name}, not {face.copies}")
        certificates = face.effect is CardEffect.SOLE_ALL and rules >= CERTIFICATES_COUNT
        for copy in range(1, face.copies + 1):
            name = f"{face.name}_{copy}" if face.copies > 1 else face.name
            cards.append(EventCard(name, face.name, face.effect, face.colours, face.pays, certificates))
    if missing := [name for name in _COPIES if name not in found]:
        bad("E1.1", f"there is no event card {row(missing)}")
    return tuple(cards)


def _face(item: Plain) -> Face:
    entry = mapping(item, "an event card", "E1.3", "effect", "colours", "pays", "copies")
    word = text(entry["effect"], "an event card's effect", "E1.3")
    if word not in tuple(CardEffect):
        bad("E1.3", f"no event card has the effect {word!r}")
    effect = CardEffect(word)
    clause = effect.clause
    colours = _colours(entry["colours"], f"the colours of {word}")
    # a certificate pays by comparison with the others', an immediate card pays nothing itself
    least, most = (1, _MOST_PAID) if effect in _PAYING else (0, 0)
    pays = number(entry["pays"], f"what {word} pays", clause, least, most)
    return Face(effect, colours, pays, number(entry["copies"], f"the copies of {word}", clause, 1, _MOST_PAID))


def _colours(item: Plain, what: str) -> tuple[Colour, ...]:
    colours = []
    for entry in items(item, what, "E1.3"):
        if entry not in tuple(Colour):
            bad("E1.1", f"{what} must be of {row(COLOURS)}, not {entry!r}")
        colours.append(Colour(text(entry, what, "E1.1")))
    if colours != sorted(colours, key=lambda colour: colour.place):
        bad("E1.3", f"{what} must be in the order {row(COLOURS)}")
    return tuple(colours)


_CLAUSES = {effect: f"E8.{place}" for place, effect in enumerate(CardEffect, start=1)}
_SCORING = frozenset({CardEffect.SOLE, CardEffect.SOLE_ALL, CardEffect.PER_GEM, CardEffect.CERTIFICATE})
_PAYING = frozenset({CardEffect.SOLE, CardEffect.SOLE_ALL, CardEffect.PER_GEM})
_COPIES = {
    **{f"sole_{colour}": 1 for colour in COLOURS},
    "sole_all": 2,
    **{f"per_gem_{colour}": 1 for colour in COLOURS},
    "certificate": 15,
    "score": 2,
    "four_each_red_blue": 1,
    "four_each_yellow_green": 1,
    "swap": 4,
    "return_one": 2,
    "take_three": 2,
    "halve": 2,
}
"""Number of event cards of each face (E8)."""
