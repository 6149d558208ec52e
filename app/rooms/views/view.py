"""View of a room for one viewer: built field by field, for a seat or the public.

Only templates and programs get it. No type in here may hold a room, a play, a state or a seed; a test checks all
fields."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import Any

from app.rooms.chat.view import SaidPart, hears_watchers, list_messages, list_muted_names, list_watcher_messages
from app.rooms.dates.view import dates_part
from app.rooms.deals.sealing import is_closed
from app.rooms.deals.view import deal_part
from app.rooms.delayed import apply_delay
from app.rooms.gallery.view import gallery_part
from app.rooms.model.clocks import deadline
from app.rooms.model.ids import Digest
from app.rooms.model.options import RoomOptions
from app.rooms.model.play import Play, own_card
from app.rooms.model.room import Result, Room
from app.rooms.model.values import Frozen, replace
from app.rooms.player.view import asker_parts, device_parts, find_instructions, find_plan
from app.rooms.reminders import latest_nudge
from app.rooms.saving.view import saving_part
from app.rooms.screens.view import screens_part
from app.rooms.views.view_cache import find_view
from app.rooms.views.view_types import AskPart, OutcomePart, ResultPart, RoomPart, RoomView, SealState, SeatPart
from engine.core.memo import Memoized
from engine.core.seats import Seat, Viewer


def table_of(room: Room, viewer: Viewer) -> Any:
    """Return the game's view; None before the first game.

    It is computed once per reveal."""
    play = apply_delay(room, viewer).play
    if play is None:
        return None
    # a player who sat down after the game has no hand in it
    return find_view(play, viewer if viewer is not None and viewer < play.seats else None)


def view(room: Room, viewer: Viewer, here: AbstractSet[Seat] = frozenset(), holder: Digest | None = None) -> RoomView:
    """Return the room from the viewer's perspective.

    ``here`` are the seats with a connected device, ``holder`` is the viewer's device. Raises ValueError for a room
    that counts an empty seat among the taken ones."""
    room = apply_delay(room, viewer)
    shared = _get_shared_parts(room, viewer, frozenset(here))
    plan, muted = find_plan(room, viewer), list_muted_names(room, viewer)
    return RoomView(
        you=viewer,
        room=replace(shared.room, version=room.get_visible_version(viewer)),
        seats=tuple([_to_private_part(room, part) if part.seat == viewer else part for part in shared.seats]),
        ask=ask_part(room, viewer),
        plan=plan.choices if plan is not None else (),
        plan_when=plan.when if plan is not None else (),
        nudged=latest_nudge(room, viewer) if viewer is not None else None,
        instructions=find_instructions(room, viewer),
        devices=device_parts(room, viewer, holder),
        table=table_of(room, viewer),
        outcome=shared.outcome,
        said=list_messages(room, viewer) if muted else shared.said,
        watchers_said=list_watcher_messages(room, viewer),
        hears_watchers=hears_watchers(room, viewer),
        muted=muted,
        gallery=gallery_part(room, viewer, holder),
    )


class _SharedParts(Frozen, frozen=True):
    """Parts of a view that all seats share, or all of the public."""

    room: RoomPart
    """Room; its version is that of one viewer."""
    seats: tuple[SeatPart, ...]
    """Seats as all others see them."""
    outcome: OutcomePart | None
    said: tuple[SaidPart, ...]
    """Last messages, for viewers who mute nobody."""


def _get_shared_parts(room: Room, viewer: Viewer, here: frozenset[Seat]) -> _SharedParts:
    kept, key = _shared(room), (viewer is None, here)
    if key not in kept:
        seats = tuple([_seat_part(room, seat, here) for seat in room.list_taken()])
        kept[key] = _SharedParts(_room_part(room, viewer), seats, _outcome_part(room), list_messages(room, None))
    return kept[key]


_shared: Memoized[Room, dict[tuple[bool, frozenset[Seat]], _SharedParts]] = Memoized(lambda room: {})
"""Shared parts by room, computed once for all simultaneous viewers."""


def _to_private_part(room: Room, part: SeatPart) -> SeatPart:
    """Return the seat as its own player sees it."""
    play = room.play
    if play is None or part.seat not in play.asks:
        return part
    return replace(part, state="sealed" if own_card(play, part.seat) is not None else "choosing")


def may_watch(room: Room) -> bool:
    """Return whether the public may see the table at all.

    Nobody watches while another table has the same cards."""
    return room.options.watchers != "none" and not is_closed(room)


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
        votes=_group_by_motion(room, room.votes),
        against=_group_by_motion(room, room.against),
        evening=tuple(
            [
                ResultPart(each.number, each.game, _names_now(room, each))
                for each in room.evening
                if each.number >= room.evening_from
            ]
        ),
        options=_options(room.options),
        version=room.get_visible_version(viewer),
        seed_commitment=play.commitment if play else None,
        same_as=play.deal.same_as if play else 0,
        dealt_from=play.deal.dealt_from if play else "",
        # the time of the reveal is unknown during a pause: the rest of the grace pause starts on resuming
        reveal_at=play.reveal_at if play and room.phase != "paused" else None,
        is_held=play.is_held if play else False,
        sealed=_count_sealed(room),
        join_code=room.join_code if is_seated else None,
        join_link=f"/r/{room.code}/join/{room.join_key}" if is_seated else None,
        watch_link=f"/r/{room.code}/watch/{room.watch_key}" if is_seated and may_watch(room) else None,
        voice=room.voice or None if is_seated else None,
        saving=saving_part(room, viewer),
        askers=asker_parts(room, viewer),
        dates=dates_part(room, viewer),
        deal=deal_part(room, viewer),
        screens=screens_part(room, viewer),
    )


def _names_now(room: Room, result: Result) -> tuple[tuple[str, ...], ...]:
    if not room.renamed:
        return result.ranking
    return tuple(tuple(room.name_now(name, result.number) for name in level) for level in result.ranking)


def _group_by_motion(room: Room, voices: Mapping[str, AbstractSet[Seat]]) -> dict[str, tuple[Seat, ...]]:
    return {motion: tuple(seat for seat in room.people() if seat in seats) for motion, seats in voices.items()}


_options = Memoized(RoomOptions.to_json, most=128)


def _seat_part(room: Room, seat: Seat, here: AbstractSet[Seat]) -> SeatPart:
    occupant = room.seats[seat]
    if occupant is None:
        raise ValueError(f"nobody sits on seat {seat}")
    play = room.play
    return SeatPart(
        seat=seat,
        name=occupant.name,
        colour=occupant.colour,
        crest=occupant.crest,
        wishes=occupant.wishes,
        here=occupant.bot is not None or seat in here,
        bot=occupant.bot,
        stand_in=occupant.stand_in,
        has_left=occupant.has_left,
        is_away=occupant.is_away,
        ran_out=play is not None and seat in play.ran_out,
        state=_seal_state(room, play, seat) if play else "idle",
    )


def _seal_state(room: Room, play: Play, seat: Seat) -> SealState:
    """Return the seat's state as all others may know it."""
    if seat not in play.asks:
        return "idle"
    return "sealed" if seat in play.once_sealed and room.options.tell == "who" else "choosing"


def ask_part(room: Room, viewer: Viewer) -> AskPart | None:
    """Return the viewer's present ask."""
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
    outcome, seed = play.outcome, "" if is_closed(room) else play.seed
    return OutcomePart(outcome.ranking, outcome.reason, seed) if outcome else OutcomePart((), "aborted", seed)


def _count_sealed(room: Room) -> int | None:
    play = room.play
    return len(play.once_sealed) if play and room.options.tell != "nothing" else None
