"""Views of a state: what each viewer may see (A10)."""

import functools

from engine.adel_verpflichtet.choices import Action, Location
from engine.adel_verpflichtet.components import Castle
from engine.adel_verpflichtet.edition import Edition
from engine.adel_verpflichtet.objects import Object, Objects
from engine.adel_verpflichtet.rules import exhibition, track
from engine.adel_verpflichtet.rules.ending import ranking
from engine.adel_verpflichtet.state import Stage, State, Variant, owner, seats_of
from engine.adel_verpflichtet.view_types import (
    CardView,
    CastleView,
    ObjectView,
    PrivateView,
    SeatView,
    SeriesView,
    TableView,
    ThiefView,
    TrackView,
    WindowView,
)
from engine.core.memo import PRESENT, Memoized
from engine.core.outcome import place_in
from engine.core.seats import Seat, Viewer
from engine.core.views import make_view, replace


def table_view(state: State, viewer: Viewer) -> TableView:
    """Return what the viewer may see: the public view, and the viewer's own part."""
    public = _public(state)
    return public if viewer is None else replace(public, mine=_mine(state, viewer))


def _everybodys(state: State) -> TableView:
    table = state.table
    edition = table.edition
    castle = track.castle_of_leader(edition, state.pawns)
    road = _track(edition)
    empty_cells = (None,) * (len(state.pawns) - len(state.cells))
    return make_view(
        TableView,
        round=state.round,
        stage=state.stage.value,
        variant=table.variant.value if table.variant else None,
        open_memory=table.open_memory,
        rules=table.rules.value,
        place=_place(state),
        closed=state.closed,
        castle=road.castles[castle.number] if castle else None,
        track=road,
        series=_series(edition),
        windows=tuple(_window(edition, pile, number == state.covered) for number, pile in enumerate(state.windows)),
        till=state.till,
        paid=state.paid,
        cells=(*(_thief(state, thief) for thief in state.cells), *empty_cells),
        prowling=tuple(_thief(state, thief) for thief in state.prowling),
        seats=tuple(_seat(state, seat) for seat in seats_of(state)),
        mine=None,
        reason=state.reason or None,
    )


_public = Memoized(_everybodys, most=PRESENT)


def _seat(state: State, seat: Seat) -> SeatView:
    table = state.table
    edition = table.edition
    colour = edition.colours[table.colours[seat]]
    over = state.stage is Stage.OVER
    remembered = over or table.open_memory
    hand = state.hands[seat]
    cheques = state.cheques[seat]
    thieves = state.thieves[seat]
    return make_view(
        SeatView,
        seat=seat,
        colour=colour.name,
        starting_cheques=colour.cheques,
        starting_thieves=colour.thieves,
        space=state.pawns[seat],
        place=track.place(state.pawns, seat),
        hand=hand.bit_count(),
        cheques=len(cheques),
        action_cards=len(cheques) + len(thieves) + 2,
        thieves=thieves,
        location=_word(state.locations[seat]),
        action=_card(state.actions[seat]) if _lies_open(state, seat) else None,
        exhibition=_objects(edition, state.exhibitions[seat]),
        known_cheques=cheques if remembered else None,
        known_objects=_objects(edition, hand & state.seen) if remembered else None,
        objects=_objects(edition, hand) if over else None,
        final_exhibition=_objects(edition, state.finals[seat]),
        final_place=place_in(ranking(state), seat) if over else None,
    )


def _mine(state: State, seat: Seat) -> PrivateView:
    edition = state.table.edition
    hand = state.hands[seat]
    return make_view(
        PrivateView,
        seat=seat,
        objects=_objects(edition, hand),
        cheques=state.cheques[seat],
        thieves=state.thieves[seat],
        can_exhibit=exhibition.can_exhibit(edition, hand),
        best_exhibition=_objects(edition, exhibition.best(edition, hand)),
        action=_card(state.actions[seat]),
    )


def _lies_open(state: State, seat: Seat) -> bool:
    """Return whether the seat's action card lies open.

    A card at the auction house opens once nobody may change theirs, a card at the castle later (A4.0)."""
    return state.castle_open or state.locations[seat] == Location.AUCTION_HOUSE


def _place(state: State) -> str | None:
    """Return the location of the round if nobody chooses one (A4.8, A9.2)."""
    chosen = state.table.variant is not Variant.CONFRONTATION and not state.closed
    return None if chosen else _word(state.locations[0])


def _word(location: Location | None) -> str | None:
    return str(location) if location else None


def _card(action: Action | None) -> CardView | None:
    return CardView(str(action.card), action.value) if action else None


def _thief(state: State, thief: int) -> ThiefView:
    return ThiefView(owner(state, thief), thief)


def _window(edition: Edition, pile: tuple[Object, ...], covered: bool) -> WindowView:
    return WindowView(None if covered or not pile else _objects(edition, pile[0])[0], len(pile))


@functools.lru_cache(maxsize=1 << 12)
def _objects(edition: Edition, objects: Objects) -> tuple[ObjectView, ...]:
    faces = _faces(edition)
    return tuple(faces[name] for name in edition.ids(objects))


def _castle(castle: Castle) -> CastleView:
    best, second = castle.pair
    return CastleView(castle.number, castle.spaces, best, second, castle.corner)


@functools.lru_cache(maxsize=64)
def _faces(edition: Edition) -> dict[str, ObjectView]:
    return {thing.id: ObjectView(thing.id, thing.letter, thing.year, thing.name) for thing in edition.objects}


@functools.lru_cache(maxsize=64)
def _track(edition: Edition) -> TrackView:
    return TrackView(tuple(_castle(castle) for castle in edition.castles), edition.banquet_space, edition.banquet_seats)


@functools.lru_cache(maxsize=64)
def _series(edition: Edition) -> tuple[SeriesView, ...]:
    return tuple(SeriesView(series.letter, series.theme, series.years) for series in edition.series)
