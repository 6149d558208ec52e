"""What one viewer may see of a room: built field by field, for a seat or for the public. Templates, programs and
nothing else get it.

No type in here may hold a room, a play, a state or a seed; a test walks the fields and makes sure."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import Any

from app.rooms.late import as_seen
from app.rooms.model.clocks import deadline
from app.rooms.model.ids import Digest, Millis
from app.rooms.model.options import RoomOptions
from app.rooms.model.play import Play, own_card
from app.rooms.model.room import Result, Room
from app.rooms.model.values import Frozen, replace
from app.rooms.own.view import DevicePart, asker_parts, device_parts, own_ahead, own_orders
from app.rooms.reminders import latest_nudge
from app.rooms.saving.view import saving_part
from app.rooms.talk.view import SaidPart, WatcherSaidPart, hears_watchers, muted_by, said, watchers_said
from app.rooms.views.sights import sight
from app.rooms.views.view_types import AskPart, OutcomePart, ResultPart, RoomPart, RoomView, SealState, SeatPart
from engine.core.memo import Memoized
from engine.core.seats import Seat, Viewer


def table_of(room: Room, viewer: Viewer) -> Any:
    """The game's own view, None before the first game; worked out once until cards are opened."""
    play = as_seen(room, viewer).play
    if play is None:
        return None
    # who sat down after the game has no hand in it
    return sight(play, viewer if viewer is not None and viewer < play.seats else None)


def view(room: Room, viewer: Viewer, here: AbstractSet[Seat] = frozenset(), holder: Digest | None = None) -> RoomView:
    """The room through the viewer's eyes; ``here`` are the seats with a connected device, ``holder`` the device that
    looks. Raises ValueError for a room that counts an empty seat among those that are taken."""
    shared, own = shared_parts(room, viewer, here), own_parts(room, viewer, holder)
    if own.state is not None:
        seats = [replace(each, state=own.state) if each.seat == viewer else each for each in shared.seats]
        shared = replace(shared, seats=tuple(seats))
    return whole(shared, own, table_of(room, viewer))


def may_watch(room: Room) -> bool:
    """Whether the public may see the table at all."""
    return room.options.watchers != "none"


def _room_part(room: Room, viewer: Viewer) -> RoomPart:
    play = room.play
    is_seated = viewer is not None
    return RoomPart(
        code=room.code,
        game=room.game.key,
        phase=room.phase,
        round=play.game.round(play.state) if play else 0,
        number=room.games_so_far,
        host=room.host,
        hosts=room.hosts,
        is_locked=room.is_locked,
        votes=_by_motion(room, room.votes),
        against=_by_motion(room, room.against),
        evening=tuple(
            [
                ResultPart(each.number, each.game, _names_now(room, each))
                for each in room.evening
                if each.number >= room.evening_from
            ]
        ),
        options=_options(room.options),
        version=room.seen(viewer),
        seed_commitment=play.commitment if play else None,
        # no moment of opening is known while the table rests: what is left of the pause counts from the resuming on
        opens_at=play.opens_at if play and room.phase != "paused" else None,
        is_held=play.is_held if play else False,
        sealed=_sealed_count(room),
        join_code=room.join_code if is_seated else None,
        join_link=f"/r/{room.code}/join/{room.join_key}" if is_seated else None,
        watch_link=f"/r/{room.code}/watch/{room.watch_key}" if is_seated and may_watch(room) else None,
        voice=room.voice or None if is_seated else None,
        saving=saving_part(room, viewer),
        askers=asker_parts(room, viewer),
    )


def _names_now(room: Room, result: Result) -> tuple[tuple[str, ...], ...]:
    if not room.renamed:
        return result.ranking
    return tuple(tuple(room.name_now(name, result.number) for name in level) for level in result.ranking)


def _by_motion(room: Room, voices: Mapping[str, AbstractSet[Seat]]) -> dict[str, tuple[Seat, ...]]:
    return {motion: tuple(seat for seat in room.people() if seat in seats) for motion, seats in voices.items()}


_options = Memoized(RoomOptions.plain, most=128)


def _seat_part(room: Room, viewer: Viewer, seat: Seat, here: AbstractSet[Seat]) -> SeatPart:
    occupant = room.seats[seat]
    if occupant is None:
        raise ValueError(f"nobody sits on seat {seat}")
    play = room.play
    colours = play.game.colours(play.state) if play else ()
    return SeatPart(
        seat=seat,
        name=occupant.name,
        colour=colours[seat] if seat < len(colours) else None,
        here=occupant.bot is not None or seat in here,
        bot=occupant.bot,
        stand_in=occupant.stand_in,
        has_left=occupant.has_left,
        is_away=occupant.is_away,
        ran_out=play is not None and seat in play.ran_out,
        state=_seal_state(room, play, viewer, seat) if play else "idle",
    )


def _seal_state(room: Room, play: Play, viewer: Viewer, seat: Seat) -> SealState:
    if seat not in play.asks:
        return "idle"
    if seat == viewer:
        return "sealed" if own_card(play, seat) is not None else "choosing"
    return "sealed" if seat in play.once_sealed and room.options.tell == "who" else "choosing"


def _ask_part(room: Room, viewer: Viewer) -> AskPart | None:
    play = room.play
    if play is None or viewer is None or viewer not in play.asks:
        return None
    ask = play.asks[viewer]
    card = own_card(play, viewer)
    until = deadline(room, viewer)
    return AskPart(
        ask=play.ask,
        kind=ask.kind,
        choices=play.memo.once(ask, ("choices", viewer), lambda: tuple(map(play.game.text, ask.choices))),
        complete=ask.complete,
        default=play.game.text(ask.default),
        deadline=until,
        reserve=play.banks[viewer] if until is not None else None,
        sealed=card.choice if card else None,
        alone=len(play.asks) == 1,
    )


def _outcome_part(room: Room) -> OutcomePart | None:
    play = room.play
    if play is None or room.phase != "finished":
        return None
    outcome = play.outcome
    return OutcomePart(outcome.ranking, outcome.reason, play.seed) if outcome else OutcomePart((), "aborted", play.seed)


class SharedParts(Frozen, frozen=True):
    """What all seats are shown alike, or all of the public: the parts of a view, but for the viewer's own."""

    room: RoomPart
    """Its version is that of one viewer."""
    seats: tuple[SeatPart, ...]
    """Each as all others see it."""
    outcome: OutcomePart | None
    said: tuple[SaidPart, ...]
    """The last lines, as whoever mutes nobody reads them."""


class OwnParts(Frozen, frozen=True):
    """What is each viewer's own in a view, beside the table: fields of :class:`RoomView`."""

    you: Seat | None
    state: SealState | None
    """How the viewer's own seat is doing."""
    ask: AskPart | None
    ahead: tuple[str, ...]
    ahead_when: tuple[tuple[str, ...], ...]
    nudged: tuple[Seat, Millis] | None
    orders: tuple[str, ...]
    devices: tuple[DevicePart, ...]
    said: tuple[SaidPart, ...] | None
    """What the viewer reads of the table; None: what all read."""
    watchers_said: tuple[WatcherSaidPart, ...]
    hears_watchers: bool | None
    muted: tuple[str, ...]


def shared_parts(room: Room, viewer: Viewer, here: AbstractSet[Seat]) -> SharedParts:
    """What the viewer is shown as all are whose kind it is. Raises ValueError as ``view`` does."""
    room = as_seen(room, viewer)
    seats = tuple([_seat_part(room, None, seat, here) for seat in room.taken()])
    return SharedParts(_room_part(room, viewer), seats, _outcome_part(room), said(room, None))


def whole(shared: SharedParts, own: OwnParts, table: Any) -> RoomView:
    """The view that these parts and the game's own view make up; the seats do as the viewer sees it."""
    return RoomView(
        you=own.you,
        room=shared.room,
        seats=shared.seats,
        ask=own.ask,
        ahead=own.ahead,
        ahead_when=own.ahead_when,
        nudged=own.nudged,
        orders=own.orders,
        devices=own.devices,
        table=table,
        outcome=shared.outcome,
        said=shared.said if own.said is None else own.said,
        watchers_said=own.watchers_said,
        hears_watchers=own.hears_watchers,
        muted=own.muted,
    )


def seals(room: Room, viewer: Viewer) -> tuple[int | None, tuple[SealState, ...]]:
    """How many have sealed and how each taken seat is doing, as all others of the viewer's kind are told."""
    room = as_seen(room, viewer)
    play = room.play
    states = tuple([_seal_state(room, play, None, seat) if play is not None else "idle" for seat in room.taken()])
    return _sealed_count(room), states


def own_parts(room: Room, viewer: Viewer, holder: Digest | None = None) -> OwnParts:
    """What is the viewer's own in its view; ``holder`` is the device that looks."""
    room = as_seen(room, viewer)
    play, ahead, muted = room.play, own_ahead(room, viewer), muted_by(room, viewer)
    return OwnParts(
        you=viewer,
        state=None if viewer is None else _seal_state(room, play, viewer, viewer) if play is not None else "idle",
        ask=_ask_part(room, viewer),
        ahead=ahead.choices if ahead is not None else (),
        ahead_when=ahead.when if ahead is not None else (),
        nudged=latest_nudge(room, viewer) if viewer is not None else None,
        orders=own_orders(room, viewer),
        devices=device_parts(room, viewer, holder),
        said=said(room, viewer) if muted else None,
        watchers_said=watchers_said(room, viewer),
        hears_watchers=hears_watchers(room, viewer),
        muted=muted,
    )


def own_inputs(room: Room, viewer: Viewer) -> tuple[object, ...]:
    """All that a viewer's own parts follow from, but for the cards: as long as each of these is the very same object,
    :func:`with_own_cards` tells the rest."""
    room = as_seen(room, viewer)
    occupant = room.occupant(viewer) if viewer is not None else None
    return occupant, room.chat, room.watchers_chat, room.options, room.phase


def with_own_cards(parts: OwnParts, room: Room) -> OwnParts:
    """The viewer's own parts in a room in which nothing has changed but the cards and what is asked."""
    viewer = parts.you
    play = as_seen(room, viewer).play
    if play is None or viewer is None:
        return parts
    ahead = play.ahead.get(viewer)
    return replace(
        parts,
        state=_seal_state(room, play, viewer, viewer),
        ask=_ask_part(room, viewer),
        ahead=ahead.choices if ahead is not None else (),
        ahead_when=ahead.when if ahead is not None else (),
        nudged=latest_nudge(room, viewer),
    )


def _sealed_count(room: Room) -> int | None:
    play = room.play
    return len(play.once_sealed) if play and room.options.tell != "nothing" else None
