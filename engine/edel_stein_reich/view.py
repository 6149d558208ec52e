"""Looking at a state: who may see what (E9)."""

import functools
from dataclasses import replace

from engine.core.memo import Memoized
from engine.core.outcome import place_in
from engine.core.seats import Seat, Viewer
from engine.edel_stein_reich.choices import action_cards
from engine.edel_stein_reich.components import EventCard, GemCard
from engine.edel_stein_reich.edition import Edition
from engine.edel_stein_reich.gems import COLOURS, Gems, size
from engine.edel_stein_reich.rules.ending import REASON, ranking
from engine.edel_stein_reich.rules.scoring import Cards, certificate_counts, certificate_scores, colour_score
from engine.edel_stein_reich.state import ROUNDS, TURNS, Negotiation, Stage, State, active, seats_of
from engine.edel_stein_reich.view_types import (
    ColourPay,
    EventCardView,
    FaceView,
    ForecastView,
    GemCardView,
    GuessingView,
    Mine,
    NegotiationView,
    SeatView,
    TableView,
)


def table_view(state: State, viewer: Viewer) -> TableView:
    """What the viewer may see of the state: what everybody may, and what is the viewer's own."""
    public = _public(state)
    return public if viewer is None else replace(public, mine=_mine(state, viewer))


def _everybodys(state: State) -> TableView:
    edition = state.table.edition
    seats = len(state.gems)
    return TableView(
        round=state.round,
        rounds=ROUNDS,
        turn=state.turn,
        turns=TURNS[seats],
        stage=state.stage.value,
        actions=tuple(action.value for action in action_cards(seats)),
        step=state.step.value if state.step else None,
        actor=state.actor,
        supply=state.supply,
        gem_pile=len(state.gem_pile),
        set_aside=len(state.set_aside),
        set_aside_top=_gem_card(edition, state.set_aside[0]) if state.set_aside else None,
        discarded=tuple(_gem_card(edition, card) for card in state.spent),
        event_pile=len(state.event_pile),
        event_cards_under=_event_cards(edition, state.under),
        open_event=_event_card(edition, state.open_event),
        event=_event_card(edition, state.event),
        negotiation=_negotiation(state, state.negotiation) if state.negotiation else None,
        guessing=_guessing(state),
        queue=tuple(int(seat) for seat in state.queue),
        seats=tuple(_seat(state, seat) for seat in seats_of(state)),
        gem_cards=tuple(_gem_faces(edition).values()),
        faces=_faces(edition),
        mine=None,
        reason=REASON if state.stage is Stage.OVER else None,
    )


_public = Memoized(_everybodys)


def _seat(state: State, seat: Seat) -> SeatView:
    edition = state.table.edition
    card = state.gem_cards[seat]
    action = state.actions[seat] if state.is_open else None
    return SeatView(
        seat=seat,
        colour=state.table.colours[seat],
        money=state.money[seat],
        gems=state.gems[seat],
        gem_count=size(state.gems[seat]),
        certificates=certificate_counts(edition, state.cards)[seat],
        cards=_event_cards(edition, state.cards[seat]),
        gem_card=None if card is None else _gem_card(edition, card),
        action=action.value if action else None,
        forecast=_forecast(state, seat),
        final_place=place_in(ranking(state), seat) if state.stage is Stage.OVER else None,
    )


def _mine(state: State, seat: Seat) -> Mine:
    action = None if state.is_open else state.actions[seat]
    return Mine(seat, action.value if action else None)


def _negotiation(state: State, bargain: Negotiation) -> NegotiationView:
    return NegotiationView(
        action=state.step.value if state.step else "",
        opener=bargain.opener,
        other=bargain.other,
        turn=bargain.turn,
        bidder=None if bargain.bid is None else bargain.other if bargain.turn == bargain.opener else bargain.opener,
        bid=bargain.bid,
        passed=bargain.passed,
    )


def _guessing(state: State) -> GuessingView | None:
    seat = active(state)
    if seat is None or state.stage is Stage.OVER:
        return None
    return GuessingView(seat, 1 - seat, tuple(guess.value for guess in state.guesses))


def _gem_card(edition: Edition, card: int) -> GemCardView:
    return _gem_faces(edition)[card]


def _event_card(edition: Edition, card: int | None) -> EventCardView | None:
    return None if card is None else _event_faces(edition)[card]


def _event_cards(edition: Edition, cards: tuple[int, ...]) -> tuple[EventCardView, ...]:
    faces = _event_faces(edition)
    return tuple(faces[card] for card in cards)


def _forecast(state: State, seat: Seat) -> ForecastView:
    if state.scored is None:
        return _forecasts(state.table.edition, state.gems, state.cards)[seat]
    paid = state.scored[seat]
    colours = tuple(
        ColourPay(colour.value, most=bool(pays), majority=pays, extra=0, gems=0, returns=0)
        for colour, pays in zip(COLOURS, paid, strict=True)
    )
    return ForecastView(colours, certificates=0, extra=0, total=size(paid))


@functools.lru_cache(maxsize=1 << 10)
def _forecasts(edition: Edition, gems: tuple[Gems, ...], cards: Cards) -> tuple[ForecastView, ...]:
    """What the coming scoring would pay each seat, if it were now."""
    certificates = {score.seat: score for score in certificate_scores(edition, cards)}
    forecasts = []
    for seat in range(len(gems)):
        colours = tuple(_colour_pay(edition, gems, cards, seat, place) for place in range(len(COLOURS)))
        paid = sum(pay.majority + pay.extra + pay.gems for pay in colours)
        score = certificates.get(Seat(seat))
        certified = score.pays if score else 0
        extra = sum(pay.pays for pay in score.cards) if score else 0
        forecasts.append(ForecastView(colours, certified, extra, paid + certified + extra))
    return tuple(forecasts)


def _colour_pay(edition: Edition, gems: tuple[Gems, ...], cards: Cards, seat: int, place: int) -> ColourPay:
    score = colour_score(edition, gems, cards, COLOURS[place])
    most = seat in score.most
    own = [(pay.card, pay.pays) for pay in score.cards if pay.seat == seat]
    by_gem = sum(pays for card, pays in own if edition.event_cards[card].effect.is_by_gem)
    return ColourPay(
        colour=COLOURS[place].value,
        most=most,
        majority=score.pays if most else 0,
        extra=sum(pays for _, pays in own) - by_gem,
        gems=by_gem,
        returns=score.returns if most else 0,
    )


@functools.lru_cache(maxsize=64)
def _gem_faces(edition: Edition) -> dict[int, GemCardView]:
    return {place: _shown_gem_card(card) for place, card in enumerate(edition.gem_cards)}


def _shown_gem_card(card: GemCard) -> GemCardView:
    return GemCardView(card.id, card.money, card.gems)


@functools.lru_cache(maxsize=64)
def _event_faces(edition: Edition) -> dict[int, EventCardView]:
    return {place: _shown_event_card(card) for place, card in enumerate(edition.event_cards)}


def _shown_event_card(card: EventCard) -> EventCardView:
    effect = card.effect
    colours = tuple(colour.value for colour in card.colours)
    return EventCardView(
        id=card.id,
        face=card.face,
        effect=effect.value,
        scoring=effect.is_scoring,
        colours=colours,
        pays=card.pays,
        certificates=card.certificates,
        clause=effect.clause,
    )


@functools.lru_cache(maxsize=64)
def _faces(edition: Edition) -> tuple[FaceView, ...]:
    first: dict[str, EventCardView] = {}
    for card in _event_faces(edition).values():
        first.setdefault(card.face, card)
    names = [card.face for card in edition.event_cards]
    return tuple(
        FaceView(
            face=card.face,
            effect=card.effect,
            scoring=card.scoring,
            colours=card.colours,
            pays=card.pays,
            certificates=card.certificates,
            clause=card.clause,
            copies=names.count(card.face),
        )
        for card in first.values()
    )
