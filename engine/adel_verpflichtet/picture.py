"""Picture of the table of *Adel verpflichtet*, from public data (A10)."""

from collections.abc import Collection, Iterator

from engine.adel_verpflichtet.choices import Action, Choice, Location, LocationAction
from engine.adel_verpflichtet.view_types import CardView, ObjectView, SeatView, TableView, TrackView, WindowView
from engine.core.picture import Heap, Picture, Piece, Place, Sign, unique_pieces
from engine.core.seats import Seat, all_seats

SEALED = {"location": ("location",), "action": ("card",), "location_action": ("location", "card")}
"""Closed pieces while each kind of ask is open.

Exhibitions and thefts are composed without laying a card down."""

_SEALED_AWAY = ("location", "location_action")
"""Asks before anybody's location is known: the salver stands between the houses."""

_YARDS = {"castle": "court", "auction_house": "yard"}


def places(view: TableView) -> tuple[Place, ...]:
    """Return all places of the table.

    The road's spaces come first, from the club room to the seats of the banquet."""
    spaces = [space for castle in view.track.castles for space in castle.spaces]
    spaces += range(view.track.banquet_space, view.track.banquet_space + view.track.banquet_seats)
    seats = all_seats(len(view.seats))
    return (
        *(Place(f"road-{space}", "road") for space in spaces),
        *(Place(f"{kind}-{number}", kind) for kind in ("window", "pile") for number in range(len(view.windows))),
        Place("till", "till"),
        *(Place(f"cell-{number}", "cell") for number in range(1, len(seats) + 1)),
        *(
            Place(f"{kind}-{seat}", kind, seat)
            for kind in ("seal", "yard", "court", "show", "final", "tray")
            for seat in seats
        ),
    )


def picture(view: TableView) -> Picture:
    """Return what lies where."""
    away = {f"thief-{thief.value}" for thief in view.cells if thief is not None}
    is_committed = any(seat.action is not None for seat in view.seats)
    cards = {seat.seat: dict(_cards(view, seat, away, is_committed)) for seat in view.seats}
    pieces = [*_common(view)]
    heaps = {Heap(f"pile-{number}", "object"): _hidden(window.pile, window.object) for number, window in _windows(view)}
    for seat in view.seats:
        tray, known = f"tray-{seat.seat}", _public_objects(seat)
        pieces += [(f"pawn-{seat.seat}", _pawn(seat, view.track)), *cards[seat.seat].items(), *_objects(seat)]
        heaps[Heap(tray, "object", Seat(seat.seat))] = seat.hand - len(seat.final_exhibition) - len(known)
        out = sum(piece.kind == "card" for piece in cards[seat.seat].values())
        heaps[Heap(tray, "card", Seat(seat.seat))] = seat.action_cards - out
    return Picture(unique_pieces(pieces), heaps, _signs(view))


def add_sealed(picture: Picture, kind: str, seats: Collection[Seat]) -> Picture:
    """Add the cards that those seats have sealed.

    They lie on the salver, or on the open location card once locations are revealed."""
    closed = [(what, seat) for what in SEALED.get(kind, ()) for seat in seats]
    open_at = {seat: picture.pieces.get(f"location-{seat}") for seat in seats}
    pieces = {}
    for what, seat in closed:
        location = open_at[seat]
        place = location.place if location is not None else f"seal-{seat}"
        pieces[f"{what}-{seat}"] = _back(what, place, seat)
    heaps = dict(picture.heaps)
    for what, seat in closed:
        if what == "card":
            heaps[Heap(f"tray-{seat}", "card", seat)] -= 1
    return picture._replace(pieces={**picture.pieces, **pieces}, heaps=heaps)


def hand(view: TableView) -> dict[str, Piece]:
    """Return what only the viewer sees: objects and unplayed action cards.

    Empty for the public."""
    mine = view.mine
    if mine is None:
        return {}
    seat = Seat(mine.seat)
    cards = [CardView("cheque", value) for value in mine.cheques] + [CardView("thief", value) for value in mine.thieves]
    cards += [CardView("detective", 0), CardView("exhibit", 0)]
    tray = f"tray-{seat}"
    held = {thing.id: Piece(tray, thing.id, "object", _order(thing), seat) for thing in mine.objects}
    held |= {
        _card_id(card, seat): Piece(tray, _card_face(card), "card", order, seat) for order, card in enumerate(cards)
    }
    return held


def peek(choice: Choice, seat: Seat) -> dict[str, str]:
    """Return the faces of what that seat has sealed."""
    match choice:
        case Location():
            return {f"location-{seat}": f"location-{choice}"}
        case Action(card, value):
            return {f"card-{seat}": _card_face(CardView(card, value))}
        case LocationAction(location, action):
            return {**peek(location, seat), **peek(action, seat)}
    return {}


def private_faces(view: TableView) -> dict[str, str]:
    """Return the face of the viewer's own action while it is closed at the castle.

    See A4.0."""
    mine = view.mine
    if mine is None or mine.action is None or view.seats[mine.seat].action is not None:
        return {}
    return {f"card-{mine.seat}": _card_face(mine.action)}


def _common(view: TableView) -> Iterator[tuple[str, Piece]]:
    """Yield the pieces in places of no seat."""
    for number, thief in enumerate(view.cells, start=1):
        if thief is not None:
            face = f"thief-{thief.value}"
            yield face, Piece(f"cell-{number}", face, "card", seat=Seat(thief.seat), home=f"tray-{thief.seat}")
    for number, window in _windows(view):
        if window.object is not None:
            yield window.object.id, Piece(f"window-{number}", window.object.id, "object")
    for value in view.till:
        yield f"cheque-{value}", Piece("till", f"cheque-{value}", "card", -value)


def _cards(view: TableView, seat: SeatView, away: Collection[str], is_committed: bool) -> Iterator[tuple[str, Piece]]:
    """Yield the cards that a seat has laid on the table.

    A paid cheque and an arrested thief are no longer among them."""
    if seat.location is None:
        return
    owner, place = Seat(seat.seat), f"{_YARDS[seat.location]}-{seat.seat}"
    if view.place is None:
        face = f"location-{seat.location}"
        yield f"location-{seat.seat}", Piece(place, face, "location", 1, owner, f"tray-{seat.seat}")
    if seat.action is None:
        # all actions are committed together; those at the castle stay closed until the auction house is done (A4.0)
        if is_committed and seat.location == "castle":
            yield f"card-{seat.seat}", _back("card", place, owner)
        return
    id = _card_id(seat.action, seat.seat)
    if id not in away and not (seat.action.card == "cheque" and seat.action.value == view.paid):
        yield id, Piece(place, _card_face(seat.action), "card", 0, owner, f"tray-{seat.seat}")


def _objects(seat: SeatView) -> Iterator[tuple[str, Piece]]:
    """Yield the objects that a seat shows, and its publicly known ones."""
    owner = Seat(seat.seat)
    for thing in seat.exhibition:
        yield thing.id, Piece(f"show-{owner}", thing.id, "object", _order(thing), owner)
    for thing in seat.final_exhibition:
        yield thing.id, Piece(f"final-{owner}", thing.id, "object", _order(thing), owner)
    for thing in _public_objects(seat):
        yield thing.id, Piece(f"tray-{owner}", thing.id, "object", _order(thing), owner)


def _public_objects(seat: SeatView) -> list[ObjectView]:
    shown = {thing.id for thing in seat.final_exhibition}
    held = seat.objects if seat.objects is not None else seat.known_objects or ()
    return [thing for thing in held if thing.id not in shown]


def _order(thing: ObjectView) -> int:
    """Return the sort key by letter, then by year."""
    return ord(thing.letter) * 10_000 + thing.year


def _pawn(seat: SeatView, track: TrackView) -> Piece:
    """Return the pawn of a seat.

    A pawn beyond the last seat of the banquet stands on that seat (A8.4)."""
    space = min(seat.space, track.banquet_space + track.banquet_seats - 1)
    return Piece(f"road-{space}", f"pawn-{seat.colour}", "pawn", seat.seat, Seat(seat.seat))


def _back(what: str, place: str, seat: Seat) -> Piece:
    return Piece(place, f"back-{what}", what, int(what == "location"), seat, f"tray-{seat}")


def _card_id(card: CardView, seat: int) -> str:
    return f"{card.card}-{card.value}" if card.card in ("cheque", "thief") else f"{card.card}-{seat}"


def _card_face(card: CardView) -> str:
    return f"{card.card}-{card.value}" if card.card in ("cheque", "thief") else card.card


def _hidden(pile: int, top: ObjectView | None) -> int:
    return pile if top is None else pile - 1


def _windows(view: TableView) -> Iterator[tuple[int, WindowView]]:
    yield from enumerate(view.windows)


def _signs(view: TableView) -> dict[str, Sign]:
    castle = view.castle
    return {
        "round": view.round,
        "pair": None if castle is None else f"{castle.best}/{castle.second}",
        "castle": None if castle is None else castle.number,
        "closed": int(view.closed),
        "salver": int(view.stage in _SEALED_AWAY or (view.stage == "action" and view.place is not None)),
    }
