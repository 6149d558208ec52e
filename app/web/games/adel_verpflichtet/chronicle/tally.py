"""Counts of actions per seat, and of thefts between seats."""

from collections import Counter
from collections.abc import Iterable, Sequence

from app.rooms.model.reveal import Reveal
from app.web.games.adel_verpflichtet.words import Words
from app.web.games.chronicle import Tally, TallyColumn, Ties, place_effects
from app.web.text.details import number, numbers, texts
from engine.core.effects import Effect

AUCTION, CASTLE = "auction_house", "castle"

COLUMNS = (
    (AUCTION, "cheque"),
    (AUCTION, "thief"),
    (CASTLE, "exhibit"),
    (CASTLE, "thief"),
    (CASTLE, "detective"),
)
"""Pairs of a place and a card that can be played there."""

PLACE_OF = {"auction_opens": AUCTION, "castle_opens": CASTLE}


def make_tally(reveals: Sequence[Reveal], seats: int, words: Words) -> Tally:
    """Count how often each seat played each card."""
    counted = Counter(action for each in place_effects(reveals) for action in find_played_cards(each.effect))
    return Tally(
        columns=tuple(
            TallyColumn(f"card-{card}", words.card_sign(card), words.location(place)) for place, card in COLUMNS
        ),
        counts={seat: tuple(counted[seat, *column] for column in COLUMNS) for seat in range(seats)},
    )


def find_played_cards(h: Effect) -> Iterable[tuple[int, str, str]]:
    """Yield seat, place and card for each action card that the effect reveals."""
    if h.kind in PLACE_OF:
        for seat, card in zip(numbers(h, "seats"), texts(h, "cards"), strict=True):
            yield seat, PLACE_OF[h.kind], card
    elif h.kind == "cards_open":
        yield from zip(numbers(h, "seats"), texts(h, "locations"), texts(h, "cards"), strict=True)


def ties(reveals: Sequence[Reveal], words: Words) -> Ties:
    """Count the objects and cheques that each seat stole from each other seat."""
    taken: Counter[tuple[int, int]] = Counter()
    for each in place_effects(reveals):
        taken.update(find_thefts(each.effect))
    return Ties(words.gettext("Who robbed whom"), words.gettext("robbed"), dict(taken))


def count_reads(reveals: Sequence[Reveal], words: Words) -> Ties:
    """Count the thieves of each other seat that each seat's detectives caught.

    Several detectives at the castle each count."""
    caught: Counter[tuple[int, int]] = Counter()
    for each in place_effects(reveals):
        h = each.effect
        if h.kind == "arrested" and h.seat is not None:
            caught.update((detective, int(h.seat)) for detective in numbers(h, "detectives"))
    said = words.gettext("Every detective at the castle shares in the catch.")
    return Ties(words.gettext("Who caught whom"), words.gettext("caught"), dict(caught), said)


def find_thefts(h: Effect) -> Iterable[tuple[int, int]]:
    """Yield thief and victim, once for each stolen thing."""
    if h.seat is None:
        return
    if h.kind == "steals":
        for owner in numbers(h, "from_seats"):
            yield int(h.seat), owner
    elif h.kind == "steals_cheque":
        yield int(h.seat), number(h, "from_seat")
