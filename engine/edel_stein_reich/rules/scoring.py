"""Scorings (E7), and what they would pay if they were now."""

import functools
from typing import NamedTuple

from engine.core.seats import Seat
from engine.edel_stein_reich.components import CardEffect
from engine.edel_stein_reich.edition import Edition
from engine.edel_stein_reich.effects.event import scores_now
from engine.edel_stein_reich.effects.parts import Recorder
from engine.edel_stein_reich.effects.scoring import (
    card_pays,
    certificates_extra,
    certificates_pay,
    event_cards_return,
    majority_pays,
    majority_returns,
    no_certificates,
    nobody_holds,
    scoring_begins,
    shared_majority_pays,
)
from engine.edel_stein_reich.gems import COLOURS, NO_GEMS, Colour, Gems, plus, some
from engine.edel_stein_reich.rules.bank import lose_gems, pay
from engine.edel_stein_reich.state import State, replace_seat, seats_of

MAJORITY = {Colour.RED: 14, Colour.YELLOW: 12, Colour.GREEN: 10, Colour.BLUE: 8}
"""Pay of the majority of a colour (E7.1)."""

SHARED_RETURN = 2
"""Gems that each of several with most returns (E7.2)."""

CERTIFICATES = (10, 4)
"""Pay of most and second most certificates (E7.5)."""

Cards = tuple[tuple[int, ...], ...]


class CardPay(NamedTuple):
    """Pay of a scoring card for a colour or for certificates (E7.4)."""

    seat: Seat
    card: int
    pays: int


class ColourScore(NamedTuple):
    """Pay for a colour."""

    number: int
    """Number of gems of the seats with most."""
    most: tuple[Seat, ...]
    """The seats with most; empty when nobody has any (E7.3)."""
    pays: int
    """To each of them."""
    returns: int
    """Gems that each of them returns."""
    cards: tuple[CardPay, ...]
    """Cards for a sole majority, then those for each gem."""


class CertificateScore(NamedTuple):
    """Pay for a seat's certificates (E7.5)."""

    seat: Seat
    place: int
    """1: most, 2: second most."""
    number: int
    pays: int
    cards: tuple[CardPay, ...]
    """The seat's cards that pay for having most alone (E8.2)."""


def score_round(state: State, record: Recorder) -> State:
    """Score the end of a round (E7)."""
    state = state._replace(scored=(NO_GEMS,) * len(state.gems))
    record(scoring_begins, state)
    for colour in COLOURS:
        state = _score(state, colour, state.cards, record)
    scores = certificate_scores(state.table.edition, state.cards)
    for seat, place, number, pays, extras in scores:
        state = pay(state, seat, pays)
        record(certificates_pay, state, seat, place, number, pays)
        for _, card, extra in extras:
            state = pay(state, seat, extra)
            record(certificates_extra, state, seat, card, number, extra)
    if not scores:
        record(no_certificates, state)
    return _return_cards(state, record)


def score_now(state: State, seat: Seat, colour: Colour, record: Recorder) -> State:
    """Score one colour at once, without any cards (E8.5)."""
    record(scores_now, state, seat, colour)
    return _score(state, colour, ((),) * len(state.gems), record)


@functools.lru_cache(maxsize=1 << 12)
def colour_score(edition: Edition, gems: tuple[Gems, ...], cards: Cards, colour: Colour) -> ColourScore:
    """Return the pay for a colour (E7.1-E7.4).

    ``gems`` and ``cards`` are the holdings and the scoring cards of each seat."""
    place = colour.place
    held = [holding[place] for holding in gems]
    count = max(held)
    if not count:
        return ColourScore(0, (), 0, 0, ())
    most = tuple(Seat(seat) for seat, number in enumerate(held) if number == count)
    is_sole = len(most) == 1
    sole = [
        CardPay(most[0], card, edition.event_cards[card].pays)
        for card in (cards[most[0]] if is_sole else ())
        if _is_for_sole(edition, card, colour)
    ]
    by_gem = [
        CardPay(Seat(seat), card, edition.event_cards[card].pays * number)
        for seat, number in enumerate(held)
        for card in (cards[seat] if number else ())
        if edition.event_cards[card].effect.is_by_gem and colour in edition.event_cards[card].colours
    ]
    pays = MAJORITY[colour] // len(most)
    returns = (count + 1) // 2 if is_sole else min(SHARED_RETURN, count)
    return ColourScore(count, most, pays, returns, (*sole, *by_gem))


@functools.lru_cache(maxsize=1 << 12)
def certificate_scores(edition: Edition, cards: Cards) -> tuple[CertificateScore, ...]:
    """Return the pay for certificates, the best seat first (E7.5, E8.2)."""
    counts = certificate_counts(edition, cards)
    ranked = sorted({count for count in counts if count}, reverse=True)[:2]
    is_sole = bool(ranked) and counts.count(ranked[0]) == 1
    if not is_sole:
        ranked = ranked[:1]
    extras = _extras(edition, cards, counts.index(ranked[0])) if is_sole else ()
    return tuple(
        CertificateScore(Seat(seat), place, count, CERTIFICATES[place - 1], extras if place == 1 else ())
        for place, wanted in enumerate(ranked, start=1)
        for seat, count in enumerate(counts)
        if count == wanted
    )


def certificate_counts(edition: Edition, cards: Cards) -> tuple[int, ...]:
    """Return each seat's number of certificates."""
    return tuple(sum(edition.event_cards[card].effect is CardEffect.CERTIFICATE for card in own) for own in cards)


def _extras(edition: Edition, cards: Cards, seat: int) -> tuple[CardPay, ...]:
    """Return the extra pay of a seat's cards for most certificates alone (E8.2)."""
    return tuple(
        CardPay(Seat(seat), card, edition.event_cards[card].pays)
        for card in cards[seat]
        if edition.event_cards[card].certificates
    )


def _is_for_sole(edition: Edition, card: int, colour: Colour) -> bool:
    shown = edition.event_cards[card]
    return shown.effect is CardEffect.SOLE_ALL or (shown.effect is CardEffect.SOLE and colour in shown.colours)


def _score(state: State, colour: Colour, cards: Cards, record: Recorder) -> State:
    """Money first, for the majority and for cards; then gems are returned (E7.4)."""
    score = colour_score(state.table.edition, state.gems, cards, colour)
    held = state.gems
    for seat in score.most:
        state = _paid_for(state, seat, colour, score.pays)
    match score.most:
        case ():
            record(nobody_holds, state, colour)
        case (seat,):
            record(majority_pays, state, seat, colour, score.number, score.pays)
        case _:
            record(shared_majority_pays, state, score.most, colour, score.number, score.pays)
    for seat, card, pays in score.cards:
        state = _paid_for(state, seat, colour, pays)
        record(card_pays, state, seat, card, colour, held[seat][colour.place], pays)
    for seat in score.most:
        state = lose_gems(state, seat, some(colour, score.returns))
        record(majority_returns, state, seat, colour, score.returns, len(score.most) > 1)
    return state


def _paid_for(state: State, seat: Seat, colour: Colour, pays: int) -> State:
    """Money for a colour, remembered while its round is scored."""
    state = pay(state, seat, pays)
    if state.scored is None:
        return state
    return state._replace(scored=replace_seat(state.scored, seat, plus(state.scored[seat], some(colour, pays))))


def _return_cards(state: State, record: Recorder) -> State:
    """Put all event cards in front of seats face up under the pile (E7.6).

    Used and unused ones leave alike."""
    owned = [(seat, card) for seat in seats_of(state) for card in state.cards[seat]]
    if owned:
        seats, cards = [seat for seat, _ in owned], [card for _, card in owned]
        state = state._replace(cards=((),) * len(state.gems), under=(*state.under, *cards))
        record(event_cards_return, state, seats, cards)
    return state
