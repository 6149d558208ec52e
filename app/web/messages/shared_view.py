"""What all who look at a room see alike, and what of it became another between two moments: worked out and written once
for all of them, however many look on."""

from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import Any
from weakref import WeakValueDictionary

from app.rooms.late import as_seen
from app.rooms.model.ids import RoomCode
from app.rooms.model.play import Play
from app.rooms.model.room import Room
from app.rooms.model.values import Frozen, all_but, names_of, parts_of, replace
from app.rooms.views.sights import sight
from app.rooms.views.view import SharedParts, seals, shared_parts
from app.rooms.views.view_types import RoomPart, SealState, SeatPart
from app.web.messages.answers import as_json, part_as_json
from engine.core.seats import Seat, Viewer

_ROOM_FIELDS = all_but(RoomPart, "version", "sealed")
_SEAT_FIELDS = all_but(SeatPart, "state")
_of_room, _of_seat = attrgetter(*_ROOM_FIELDS), attrgetter(*_SEAT_FIELDS)
_room_but_for_seals = attrgetter(*all_but(Room, "version", "at", "play", "public_facts", "untold", "spending"))
_play_but_for_seals = attrgetter(*all_but(Play, "sealed", "once_sealed", "changes", "memo"))


class Basis:
    """All that is seen alike but for who has sealed: as long as it is the same one, nothing else has changed in the
    room, either for all or for one viewer."""

    __slots__ = ("_pen", "_written", "numbers", "parts", "states", "table")

    def __init__(self, parts: SharedParts, table: Any, pen: dict[str, tuple[object, bytes]]) -> None:
        """``pen`` remembers what was written of the table last, by field, and of which value."""
        self.parts = parts
        """How many have sealed, and who, is as it was at first."""
        self.states = tuple([part.state for part in parts.seats])
        """How each taken seat was doing then, as all others are told."""
        self.numbers = tuple([part.seat for part in parts.seats])
        """The taken seats, in order."""
        self.table = table
        """The game's own view for everybody; None before the first game."""
        self._pen = pen
        self._written: dict[str, bytes] | None = None

    def __eq__(self, other: object) -> bool:
        """Whether all of that is the same to every eye."""
        return self is other or (isinstance(other, Basis) and self._compared() == other._compared())

    def __hash__(self) -> int:
        return hash(self.numbers)

    def seats_as_json(self, states: tuple[SealState, ...]) -> bytes:
        """The seats, doing as is said here."""
        return as_json(self.seats(states))

    def seats(self, states: tuple[SealState, ...]) -> tuple[SeatPart, ...]:
        """The seats, doing as is said here."""
        if states == self.states:
            return self.parts.seats
        pairs = zip(self.parts.seats, states, strict=True)
        return tuple([part if part.state == state else replace(part, state=state) for part, state in pairs])

    def table_as_json(self, own: Mapping[str, Any]) -> bytes:
        """The table with these fields a viewer's own. All others are written once, for all who look on and for as long
        as they are the very same."""
        if self.table is None:
            return b"null"
        if self._written is None:
            self._written = {}
            for name in names_of(self.table):
                value, kept = getattr(self.table, name), self._pen.get(name)
                if kept is None or kept[0] is not value:
                    kept = self._pen[name] = (value, field(name, value))
                self._written[name] = kept[1]
        fields = {**self._written, **{name: field(name, value) for name, value in own.items()}}
        return b"{%b}" % b",".join(fields.values())

    def _compared(self) -> tuple[object, ...]:
        parts = self.parts
        return _of_room(parts.room), tuple(map(_of_seat, parts.seats)), parts.outcome, parts.said, self.table


class SharedView(Frozen, frozen=True):
    """What all seats see alike at one moment, or all of the public. It holds no room: connections keep it for long."""

    basis: Basis
    sealed: int | None
    states: tuple[SealState, ...]
    """How each taken seat is doing, as all others are told."""


class SharedDelta:
    """What became another between two shared views, written as it stands in an update: fields by their paths."""

    __slots__ = (
        "are_seats_new",
        "fields",
        "is_of_seals",
        "is_said_new",
        "is_table_new",
        "sealed",
        "seals",
        "seats",
        "states",
        "table",
    )

    def __init__(self, old: SharedView, new: SharedView) -> None:
        was, now = old.basis, new.basis
        self.is_of_seals = was is now
        """Whether nothing but who has sealed can have changed in the room."""
        self.states: dict[Seat, bytes] = {}
        """How seats are doing now that do otherwise, by number."""
        self.are_seats_new = was.numbers != now.numbers
        """Whether other seats are taken."""
        for place, seat in enumerate(() if self.are_seats_new else now.numbers):
            if old.states[place] != new.states[place]:
                self.states[seat] = field(f"seats.{place}.state", new.states[place])
        self.sealed = [field("room.sealed", new.sealed)] if old.sealed != new.sealed else []
        """How many have sealed now, if that is another number."""
        self.seals = b",".join([*self.states.values(), *self.sealed])
        """All of that."""
        self.seats: list[bytes] = []
        """What else is another of seats, if the same are taken."""
        self.is_said_new = was.parts.said != now.parts.said
        self.is_table_new = type(was.table) is not type(now.table)
        self.table: dict[str, bytes] = {}
        """Of a table that has the same fields what is another, by name."""
        self.fields: list[bytes] = []
        """What else is another."""
        if self.is_of_seals:
            return
        self.fields += others_of("room.", _ROOM_FIELDS, _of_room(was.parts.room), _of_room(now.parts.room))
        if not self.are_seats_new:
            for place, (before, after) in enumerate(zip(was.parts.seats, now.parts.seats, strict=True)):
                self.seats += others_of(f"seats.{place}.", _SEAT_FIELDS, _of_seat(before), _of_seat(after))
        if was.parts.outcome != now.parts.outcome:
            self.fields.append(field("outcome", now.parts.outcome))
        if not self.is_table_new and now.table is not None:
            for name in names_of(now.table):
                if found := others(f"table.{name}", getattr(was.table, name), getattr(now.table, name)):
                    self.table[name] = b",".join(found)


def others_of(path: str, names: Sequence[str], was: tuple[object, ...], now: tuple[object, ...]) -> list[bytes]:
    """Those of the fields of these names that are others now, as they stand in an update."""
    if was == now:
        return []
    fields = zip(names, was, now, strict=True)
    return [field(path + name, after) for name, before, after in fields if is_other(before, after)]


def field(path: str, value: object) -> bytes:
    """A field of a view as it stands in an update."""
    return b'"%b":%b' % (path.encode(), part_as_json(value))


def is_other(one: object, other: object) -> bool:
    """Whether these are different values, most of which are the very same."""
    return one is not other and one != other


def others(path: str, was: Any, now: Any, depth: int = 2) -> list[bytes]:
    """What is another in two values of a view, as it stands in an update: of views, and of lists of as many views, down
    to that depth the fields that are others."""
    if was is now or was == now:
        return []
    kind = type(now)
    if not depth or type(was) is not kind:
        return [field(path, now)]
    found: list[bytes] = []
    if kind is tuple and len(was) == len(now) and names_of(now[0]):
        for place, item in enumerate(now):
            if was[place] is not item:
                found += others(f"{path}.{place}", was[place], item, depth - 1)
        return found
    for name in names_of(now):
        if (before := getattr(was, name)) is not (after := getattr(now, name)):
            found += others(f"{path}.{name}", before, after, depth - 1)
    return found or [field(path, now)]


class Sharing:
    """What all connections of one room share, seats among themselves and the public among itself. It is there for as
    long as one of them holds it."""

    __slots__ = ("__weakref__", "_deltas", "_here", "_pen", "_room", "_seen", "_view")

    def __init__(self) -> None:
        self._room: Room | None = None
        self._seen: Room | None = None
        """That room as the viewers see it."""
        self._here: frozenset[Seat] = frozenset()
        self._view: SharedView | None = None
        self._deltas: dict[int, tuple[SharedView, SharedDelta]] = {}
        """What leads to the present view, by the number of the object it leads from."""
        self._pen: dict[str, tuple[object, bytes]] = {}
        """What was written of the table last."""

    def view(self, room: Room, viewer: Viewer, here: frozenset[Seat]) -> SharedView:
        """What the viewer and its like see alike; the same object for as long as it is the same."""
        if self._view is not None and room is self._room and here == self._here:
            return self._view
        seen = as_seen(room, viewer)
        view = self._changed(self._view, seen, viewer, here)
        if view is not self._view:
            self._deltas = {}
        self._room, self._seen, self._here, self._view = room, seen, here, view
        return view

    def delta(self, old: SharedView, new: SharedView) -> SharedDelta:
        """What leads from that view to the present one."""
        kept = self._deltas.get(id(old))
        if kept is None:
            # the old view is kept along, so that no other one can have its number
            kept = self._deltas[id(old)] = (old, SharedDelta(old, new))
        return kept[1]

    def _changed(self, old: SharedView | None, room: Room, viewer: Viewer, here: frozenset[Seat]) -> SharedView:
        if old is not None and here == self._here and _is_same_but_for_seals(self._seen, room):
            sealed, states = seals(room, viewer)
            is_same = (sealed, states) == (old.sealed, old.states)
            return old if is_same else SharedView(old.basis, sealed, states)
        parts = shared_parts(room, viewer, here)
        table = sight(room.play, None) if room.play is not None else None
        return SharedView(
            Basis(parts, table, self._pen), parts.room.sealed, tuple([part.state for part in parts.seats])
        )


def _is_same_but_for_seals(one: Room | None, other: Room) -> bool:
    if one is None:
        return False
    a, b = one.play, other.play
    if a is b:
        return bool(_room_but_for_seals(one) == _room_but_for_seals(other))
    if a is None or b is None or a.ask != b.ask:
        return False
    is_same_play = _play_but_for_seals(a) == _play_but_for_seals(b)
    return bool(is_same_play and _room_but_for_seals(one) == _room_but_for_seals(other))


class Shared:
    """What the connections of each room share that has any. To be held is up to those who ask for it."""

    def __init__(self) -> None:
        self._of: WeakValueDictionary[tuple[RoomCode, bool], Sharing] = WeakValueDictionary()

    def of(self, code: RoomCode, viewer: Viewer) -> Sharing:
        """What the seats of that room share, or its public: that of the viewer's kind."""
        key = (code, viewer is not None)
        found = self._of.get(key)
        if found is None:
            found = self._of[key] = Sharing()
        return found


SHARED = Shared()
"""That of this process."""


def own_fields(room: Room, viewer: Viewer) -> Mapping[str, Any]:
    """The fields of the viewer's own view of the table that are not as everybody sees them, by name."""
    play = as_seen(room, viewer).play
    if play is None or viewer is None or viewer >= play.seats:
        return {}
    everybodys, own = sight(play, None), sight(play, viewer)
    pairs = zip(names_of(own), parts_of(own), parts_of(everybodys), strict=True)
    return {name: part for name, part, public in pairs if part is not public and part != public}
