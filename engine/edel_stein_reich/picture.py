"""Picture of the table of *Edel, Stein & Reich*, from the public view (E9)."""

from collections.abc import Collection, Iterator

from engine.core.picture import BACK, Heap, Picture, Piece, Place, Sign, unique_pieces
from engine.core.seats import Seat, all_seats
from engine.edel_stein_reich.choices import Action, Choice
from engine.edel_stein_reich.gems import COLOURS
from engine.edel_stein_reich.view_types import EventCardView, FaceView, GemCardView, SeatView, TableView

SEALED = frozenset({"action"})
"""Piece sealed for each kind of ask.

Other asks lay no card down, or ask one seat alone."""


GUESSING_SEATS = 2
"""Table size at which one seat guesses what the other has sealed (E10.3)."""


def places(view: TableView) -> tuple[Place, ...]:
    """Return all places of the table."""
    seats = all_seats(len(view.seats))
    alone = ("event", "event-pile", "under", "gem-pile", "aside", "discard")
    return (
        *(Place(name, name) for name in alone),
        *(Place(f"supply-{colour.value}", "supply") for colour in COLOURS),
        *(
            Place(f"{kind}-{seat}", kind, seat)
            for kind in ("slot", "pan", "card", "kept", "purse", "effect")
            for seat in seats
        ),
        *(Place(f"tray-{seat}-{colour.value}", "tray", seat) for seat in seats for colour in COLOURS),
        *(Place(f"rail-{action}", "rail") for action in view.actions),
    )


def picture(view: TableView) -> Picture:
    """Return the position of every piece."""
    pieces = [*_cards(view), *(piece for seat in view.seats for piece in _seat_pieces(view, seat))]
    heaps = dict(_common(view))
    for seat in view.seats:
        heaps.update(_holding(view, seat))
    return Picture(unique_pieces(pieces), heaps, _signs(view))


def add_sealed(picture: Picture, kind: str, seats: Collection[Seat]) -> Picture:
    """Return the picture with the sealed pieces of those seats."""
    backs = {_action_id(seat): _action(seat, None) for seat in seats} if kind in SEALED else {}
    return picture._replace(pieces={**picture.pieces, **backs})


def hand(view: TableView) -> dict[str, Piece]:
    """Return the viewer's private pieces beside the table: none (E9.1)."""
    return {}


def peek(choice: Choice, seat: Seat) -> dict[str, str]:
    """Return the face of a seat's sealed piece."""
    return {_action_id(seat): f"action-{choice}"} if isinstance(choice, Action) else {}


def private_faces(view: TableView) -> dict[str, str]:
    """Return the face of the viewer's sealed action during the guessing (E10.3)."""
    mine = view.mine
    return {} if mine is None or mine.action is None else {_action_id(Seat(mine.seat)): f"action-{mine.action}"}


def _cards(view: TableView) -> Iterator[tuple[str, Piece]]:
    """Yield the cards in places that belong to no seat."""
    if view.set_aside_top is not None:
        yield _gem_card("aside", view.set_aside_top)
    for order, card in enumerate(view.discarded, start=1):
        yield _gem_card("discard", card, order)
    for order, under in enumerate(view.event_cards_under):
        yield _event("under", under, order)
    if view.open_event is not None:
        yield _event("event", view.open_event)
    if view.event is not None and view.actor is not None:
        yield _event(f"effect-{view.actor}", view.event, seat=Seat(view.actor))


def _seat_pieces(view: TableView, seat: SeatView) -> Iterator[tuple[str, Piece]]:
    owner = Seat(seat.seat)
    if seat.gem_card is not None:
        yield _gem_card(f"card-{owner}", seat.gem_card, seat=owner)
    for order, card in enumerate(seat.cards):
        yield _event(f"kept-{owner}", card, order, owner)
    own = view.mine.action if view.mine is not None and view.mine.seat == owner else None
    if seat.action is not None or _is_committed(view, owner):
        yield _action_id(owner), _action(owner, seat.action or own)


def _is_committed(view: TableView, seat: Seat) -> bool:
    """Return whether a seat's action lies closed.

    It does while the other seat guesses it, and after it was found out (E10.3)."""
    guessing = view.guessing
    return guessing is not None and guessing.active == seat and (view.stage == "guess" or bool(guessing.guesses))


def _common(view: TableView) -> Iterator[tuple[Heap, int]]:
    for place, colour in enumerate(COLOURS):
        yield Heap(f"supply-{colour.value}", colour.value), view.supply[place]
    yield Heap("gem-pile", "gem-card"), view.gem_pile
    yield Heap("aside", "gem-card"), view.set_aside - (view.set_aside_top is not None)
    yield Heap("event-pile", "event"), view.event_pile


def _holding(view: TableView, seat: SeatView) -> Iterator[tuple[Heap, int]]:
    """Yield the gems and money of a seat.

    Offered gems lie on the scales, not in the tray."""
    owner = Seat(seat.seat)
    bargain = view.negotiation
    bid = bargain.bid if bargain is not None and bargain.bidder == owner else None
    for place, colour in enumerate(COLOURS):
        offered = bid[place] if bid is not None else 0
        yield Heap(f"tray-{owner}-{colour.value}", colour.value, owner), seat.gems[place] - offered
        yield Heap(f"pan-{owner}", colour.value, owner), offered
    yield Heap(f"purse-{owner}", "money", owner), seat.money


def _gem_card(place: str, card: GemCardView, order: int = 0, seat: Seat | None = None) -> tuple[str, Piece]:
    return f"gem-card-{card.id}", Piece(place, f"gem-card-{card.id}", "gem-card", order, seat)


def _event(place: str, card: EventCardView, order: int = 0, seat: Seat | None = None) -> tuple[str, Piece]:
    return f"event-{card.id}", Piece(place, event_face(card), "event", order, seat)


def _action_id(seat: Seat) -> str:
    return f"action-{seat}"


def _action(seat: Seat, action: str | None) -> Piece:
    if action is None:
        return Piece(f"slot-{seat}", f"{BACK}action", "action", seat, seat, f"slot-{seat}")
    return Piece(f"rail-{action}", f"action-{action}", "action", seat, seat, f"slot-{seat}")


def event_face(card: EventCardView | FaceView) -> str:
    """Return the printed face of an event card, as in ``event-sole_red-3``.

    A ``c`` is added if it also pays for certificates."""
    pays = f"-{card.pays}" if card.pays else ""
    return f"event-{card.face}{pays}{'c' if card.certificates else ''}"


def _signs(view: TableView) -> dict[str, Sign]:
    """Return the signs beside the pieces.

    They show who bargains and speaks, what each colour would pay to each seat (E7), and the total. During a scoring,
    colours show their actual pay, and nothing is forecast."""
    bargain, guessing = view.negotiation, view.guessing
    signs: dict[str, Sign] = {
        "round": view.round,
        "turn": view.turn,
        "step": view.step,
        "actor": view.actor,
        "word": None if bargain is None else bargain.turn,
        "opener": None if bargain is None else bargain.opener,
        "other": None if bargain is None else bargain.other,
        "scoring": "now" if _is_scoring(view) else None,
    }
    for action in view.actions if len(view.seats) == GUESSING_SEATS else ():
        is_closed = all(seat.action is None for seat in view.seats)
        is_guessed = guessing is not None and is_closed and action in guessing.guesses
        signs[f"guessed-{action}"] = "yes" if is_guessed else None
    for place, colour in enumerate(COLOURS):
        shares = sum(seat.forecast.colours[place].most for seat in view.seats)
        signs[f"shared-{colour.value}"] = "yes" if shares > 1 else None
    for seat in view.seats:
        total = seat.forecast.total
        signs[f"now-{seat.seat}"] = f"+{total}" if total and not _is_scoring(view) and view.stage != "over" else None
        for pay in seat.forecast.colours:
            sum_of = pay.majority + pay.extra
            shows = sum_of and view.stage != "over"
            signs[f"pays-{seat.seat}-{pay.colour}"] = f"+{sum_of}" if shows else None
    return signs


def _is_scoring(view: TableView) -> bool:
    """Return whether a round is being scored.

    Then no gem card is open, but nobody is asked."""
    return view.stage == "resolving" and all(seat.gem_card is None for seat in view.seats)
