"""What one viewer alone sees of a room; and what of the viewer's whole view became another since it was told last."""

from collections.abc import Iterator, Mapping
from operator import attrgetter
from typing import Any

from msgspec import Raw

from app.rooms.model.ids import Digest
from app.rooms.model.room import Room
from app.rooms.model.values import Frozen, all_but, names_of, replace
from app.rooms.talk.view import SaidPart
from app.rooms.views.view import OwnParts, own_parts, whole, with_own_cards
from app.rooms.views.view_types import AskPart, SealState
from app.web.messages.answers import as_json
from app.web.messages.shared_view import (
    SharedDelta,
    SharedView,
    field,
    is_other,
    others,
    others_of,
    own_fields,
)
from engine.core.seats import Viewer

_WHOLE = all_but(OwnParts, "state", "ask", "said")
"""What is sent whole when it is another."""
_of_whole = attrgetter(*_WHOLE)


class ToldView(Frozen, frozen=True):
    """A viewer's whole view at one moment, in what is shared and what is its own. It holds no room."""

    shared: SharedView
    own: OwnParts
    table: Mapping[str, Any]
    """The fields of the table that are not as everybody sees them."""

    @property
    def states(self) -> tuple[SealState, ...]:
        """How each taken seat is doing, to these eyes."""
        you, state, states = self.own.you, self.own.state, self.shared.states
        if you is None or state is None or states[place := self.shared.basis.numbers.index(you)] == state:
            return states
        return *states[:place], state, *states[place + 1 :]

    @property
    def said(self) -> tuple[SaidPart, ...]:
        """What the viewer reads of the table."""
        return self.shared.basis.parts.said if self.own.said is None else self.own.said

    def part_of_table(self, name: str) -> Any:
        """That field of the table."""
        return self.table[name] if name in self.table else getattr(self.shared.basis.table, name)


def told_view(shared: SharedView, room: Room, viewer: Viewer, device: Digest | None) -> ToldView:
    """The viewer's view, ``shared`` being what it shares; ``device`` is the one that looks."""
    return ToldView(shared, own_parts(room, viewer, device), own_fields(room, viewer))


def told_next(old: ToldView, shared: SharedView, room: Room, is_own_new: bool) -> ToldView:
    """The same viewer's view in a room in which nothing of the viewer's own has changed but cards and what is asked:
    ``is_own_new`` says whether these have."""
    is_basis_new = shared.basis is not old.shared.basis
    if shared is old.shared and not is_own_new:
        return old
    own = with_own_cards(old.own, room) if is_own_new or is_basis_new else old.own
    return ToldView(shared, own, own_fields(room, own.you) if is_basis_new else old.table)


def view_as_json(told: ToldView, room: Room) -> bytes:
    """The view whole, as version 1 of the protocol writes it: that of the room, to these eyes."""
    shared, own = told.shared, told.own
    basis = shared.basis
    at = replace(basis.parts.room, version=room.seen(own.you), sealed=shared.sealed)
    parts = replace(basis.parts, room=at, seats=basis.seats(told.states))
    return as_json(whole(parts, own, Raw(basis.table_as_json(told.table))))


def seals_told(old: ToldView, new: ToldView, delta: SharedDelta) -> list[bytes]:
    """How seats are doing now that do otherwise, and how many have sealed, as it stands in an update."""
    was, now = old.own, new.own
    if delta.are_seats_new or was.you != now.you:
        return delta.sealed
    states = [written for seat, written in delta.states.items() if seat != now.you]
    if was.state != now.state and now.you is not None:
        states.append(field(f"seats.{new.shared.basis.numbers.index(now.you)}.state", now.state))
    return states + delta.sealed


def fields_told(old: ToldView, new: ToldView, delta: SharedDelta) -> list[bytes]:
    """All other fields of the view that are others, as they stand in an update. ``delta`` leads from what was shared
    to what is shared."""
    was, now, found = old.own, new.own, [*delta.fields]
    if delta.are_seats_new or was.you != now.you:
        found.append(b'"seats":%b' % new.shared.basis.seats_as_json(new.states))
    else:
        found += delta.seats
    if (delta.is_said_new or was.said is not now.said) and old.said != new.said:
        found.append(field("said", new.said))
    if was is not now:
        found += _of_ask(was.ask, now.ask)
        found += others_of("", _WHOLE, _of_whole(was), _of_whole(now))
    return found + _of_table(old, new, delta)


def _of_ask(was: AskPart | None, now: AskPart | None) -> Iterator[bytes]:
    """Of the same ask what is another: choices that were told are not told again."""
    if was is None or now is None or was.ask != now.ask:
        if was is not now:
            yield field("ask", now)
        return
    for name in names_of(now):
        if is_other(getattr(was, name), part := getattr(now, name)):
            yield field(f"ask.{name}", part)


def _of_table(old: ToldView, new: ToldView, delta: SharedDelta) -> list[bytes]:
    table = new.shared.basis.table
    if delta.is_table_new:
        whole = None if table is None else {name: new.part_of_table(name) for name in names_of(table)}
        return [field("table", whole)]
    own = {**old.table, **new.table}
    found = [written for name, written in delta.table.items() if name not in own]
    for name in own:
        found += others(f"table.{name}", old.part_of_table(name), new.part_of_table(name))
    return found
