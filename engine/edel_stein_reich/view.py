"""Looking at a state: who may see what (E9)."""

import functools

from engine.core.memo import PRESENT, Memoized
from engine.core.outcome import place_in
from engine.core.seats import Seat, Viewer
from engine.core.views import make_view, replace
from engine.edel_stein_reich.choices import action_cards
from engine.edel_stein_reich.components import ROUNDS, EventCard
from engine.edel_stein_reich.edition import Edition
from engine.edel_stein_reich.gems import COLOURS, Gems, size
from engine.edel_stein_reich.rules.ending import REASON, ranking
from engine.edel_stein_reich.rules.scoring import (
    Cards,
    ColourScore,
    certificate_counts,
    certificate_scores,
    colour_score,
)
from engine.edel_stein_reich.state import TURNS, Negotiation, Stage, State, active, seats_of
from engine.edel_stein_reich.view_types import (
    ColourPay,
    EventCardView,
    FaceView,
    ForecastView,
    GemCardView,
    GuessingView,
    NegotiationView,
    PrivateView,
    SeatView,
    TableView,
)


def table_view(state: State, viewer: Viewer) -> TableView:
    """Return the viewer's view of the state: public and private fields."""
    public = _public(state)
    return public if viewer is None else replace(public, mine=_mine(state, viewer))


def _everybodys(state: State) -> TableView:
    edition = state.table.edition
    gem_cards = _gem_faces(edition)
    seats = len(state.gems)
    return make_view(
        TableView,
        round=state.round,
        rounds=ROUNDS,
        turn=state.turn,
        turns=TURNS[seats],
        stage=state.stage.value,
        actions=_actions(seats),
        step=state.step.value if state.step else None,
        actor=state.actor,
        supply=state.supply,
        gem_pile=len(state.gem_pile),
        set_aside=len(state.set_aside),
        set_aside_top=gem_cards[state.set_aside[0]] if state.set_aside else None,
        discarded=_gem_cards(edition, state.spent),
        event_pile=len(state.event_pile),
        event_cards_under=_event_cards(edition, state.under),
        open_event=_event_card(edition, state.open_event),
        event=_event_card(edition, state.event),
        negotiation=_negotiation(state, state.negotiation) if state.negotiation else None,
        guessing=_guessing(state),
        queue=tuple(int(seat) for seat in state.queue),
        seats=_seats(state),
        gem_cards=gem_cards,
        faces=_faces(edition),
        mine=None,
        reason=REASON if state.stage is Stage.OVER else None,
    )


_public = Memoized(_everybodys, most=PRESENT)


def _seats(state: State) -> tuple[SeatView, ...]:
    edition = state.table.edition
    certificates, forecasts = certificate_counts(edition, state.cards), _forecasts_of(state)
    return tuple(_seat(state, seat, certificates[seat], forecasts[seat]) for seat in seats_of(state))


def _seat(state: State, seat: Seat, certificates: int, forecast: ForecastView) -> SeatView:
    edition = state.table.edition
    card = state.gem_cards[seat]
    action = state.actions[seat] if state.is_open else None
    return make_view(
        SeatView,
        seat=seat,
        colour=state.table.colours[seat],
        money=state.money[seat],
        gems=state.gems[seat],
        gem_count=size(state.gems[seat]),
        certificates=certificates,
        cards=_event_cards(edition, state.cards[seat]),
        gem_card=None if card is None else _gem_faces(edition)[card],
        action=action.value if action else None,
        forecast=forecast,
        final_place=place_in(ranking(state), seat) if state.stage is Stage.OVER else None,
    )


def _mine(state: State, seat: Seat) -> PrivateView:
    action = None if state.is_open else state.actions[seat]
    return PrivateView(seat, action.value if action else None)


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


@functools.lru_cache(maxsize=1 << 10)
def _gem_cards(edition: Edition, cards: tuple[int, ...]) -> tuple[GemCardView, ...]:
    faces = _gem_faces(edition)
    return tuple(faces[card] for card in cards)


def _event_card(edition: Edition, card: int | None) -> EventCardView | None:
    return None if card is None else _event_faces(edition)[card]


@functools.lru_cache(maxsize=1 << 10)
def _event_cards(edition: Edition, cards: tuple[int, ...]) -> tuple[EventCardView, ...]:
    faces = _event_faces(edition)
    return tuple(faces[card] for card in cards)


def _forecasts_of(state: State) -> tuple[ForecastView, ...]:
    if state.scored is None:
        return _forecasts(state.table.edition, state.gems, state.cards)
    return tuple(map(_pay_so_far, state.scored))


def _pay_so_far(paid: Gems) -> ForecastView:
    """Return a seat's pay by the colours scored so far."""
    colours = tuple(
        ColourPay(colour.value, most=bool(pays), majority=pays, extra=0, gems=0, returns=0)
        for colour, pays in zip(COLOURS, paid, strict=True)
    )
    return ForecastView(colours, certificates=0, extra=0, total=size(paid))


@functools.lru_cache(maxsize=1 << 10)
def _forecasts(edition: Edition, gems: tuple[Gems, ...], cards: Cards) -> tuple[ForecastView, ...]:
    """Return each seat's pay if the coming scoring were now."""
    scores = [(colour.value, colour_score(edition, gems, cards, colour)) for colour in COLOURS]
    certificates = {score.seat: score for score in certificate_scores(edition, cards)}
    forecasts = []
    for seat in range(len(gems)):
        colours = tuple(_colour_pay(edition, colour, score, seat) for colour, score in scores)
        paid = sum(pay.majority + pay.extra + pay.gems for pay in colours)
        score = certificates.get(Seat(seat))
        certified = score.pays if score else 0
        extra = sum(pay.pays for pay in score.cards) if score else 0
        forecasts.append(ForecastView(colours, certified, extra, paid + certified + extra))
    return tuple(forecasts)


def _colour_pay(edition: Edition, colour: str, score: ColourScore, seat: int) -> ColourPay:
    own = [(pay.card, pay.pays) for pay in score.cards if pay.seat == seat]
    by_gem = sum(pays for card, pays in own if edition.event_cards[card].effect.is_by_gem)
    extra = sum(pays for _, pays in own) - by_gem
    most = seat in score.most
    return _pay(colour, most, score.pays if most else 0, extra, by_gem, score.returns if most else 0)


_pay = functools.lru_cache(maxsize=1 << 10)(ColourPay)
"""Most seats are paid nothing for most colours."""


@functools.cache
def _actions(seats: int) -> tuple[str, ...]:
    return tuple(action.value for action in action_cards(seats))


@functools.lru_cache(maxsize=64)
def _gem_faces(edition: Edition) -> tuple[GemCardView, ...]:
    return tuple(GemCardView(card.id, card.money, card.gems) for card in edition.gem_cards)


@functools.lru_cache(maxsize=64)
def _event_faces(edition: Edition) -> tuple[EventCardView, ...]:
    return tuple(map(_event_card_view, edition.event_cards))


def _event_card_view(card: EventCard) -> EventCardView:
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
    for card in _event_faces(edition):
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
