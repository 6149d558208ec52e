"""Append prepared for a store: checked, encoded, with its changes of seat holders."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from app.journal.codec import Coded, codec
from app.rooms import events as e
from app.rooms.model.ids import SCREEN_PLACE, CommandKey, Digest, Millis, RoomCode, Version
from engine.core.seats import Seat

BESIDE: frozenset[type] = frozenset(
    {e.RoomOpened, e.JoinKeyChanged, e.GameBegun, e.GameFinished, e.GameAborted, e.SeatTaken, e.SeatLeft}
    | {e.SeatRemoved, e.SeatsSwapped, e.DeviceAdded, e.SeatClaimed, e.DeviceRevoked, e.RoomArrived, e.DeviceSeen}
    | {e.ScreenShown, e.ScreenRemoved}
)
"""Events that change further tables: holders, codes, running games."""


NEVER = Millis(0)


class Row(NamedTuple):
    """One entry as the journal keeps it."""

    version: Version
    at: Millis
    coded: Coded
    command: CommandKey | None
    body: Digest | None
    chain: Digest | None = None
    """Digest of this row and all before it (``chain``); None until written."""


class SeatChange(NamedTuple):
    """Change of a seat's holders by an event."""

    seat: Seat
    empties: bool
    """True if all holders lose the seat first."""
    holder: Digest | None
    """Additional holder, or None."""
    moves_to: Seat | None = None
    """The seat on which its holders sit from now on; None: they stay."""
    goes: Digest | None = None
    """Holder that loses the seat while others keep it, or None."""
    seen: Digest | None = None
    """Holder that was seen at the seat, or None."""
    at: Millis = NEVER
    """Time of the change."""


class Append(NamedTuple):
    """All that one append writes."""

    room: RoomCode
    expected: Version
    rows: tuple[Row, ...]
    commands: tuple[CommandKey, ...]
    """The commands it marks as carried out."""
    phase: str
    wake_at: Millis | None
    seats: tuple[SeatChange, ...] = ()
    game: str = ""
    """The room's game, if this append opens the room; empty otherwise."""
    join_code: RoomCode | None = None
    """The code to join the room from now on; None: as before."""
    begins: Digest | None = None
    """Commitment of a game that runs after the append and did not before, or None."""
    ends: bool = False
    """True if the game ended that ran before."""
    is_plain: bool = False
    """True if only the journal and the room's row change: none of the five above.

    The usual case."""

    @property
    def arrives(self) -> bool:
        """True if it opens a room in mid-game, as an imported room does."""
        return self.expected == 0 and self.begins is not None

    @property
    def version(self) -> Version:
        """The room's version after it."""
        return self.rows[-1].version


@dataclass(frozen=True, slots=True)
class StoredRoom:
    """One room, whole, as the database keeps it."""

    code: RoomCode
    game: str
    phase: str
    version: Version
    wake_at: Millis | None
    updated_at: Millis
    head: Digest | None
    """The chain of its last row, as the room's row has it."""
    holdings: tuple[tuple[Digest, Seat, Millis], ...]
    """Token digest, seat and time last seen there, for every holder."""
    rows: tuple[Row, ...]
    join_code: RoomCode
    """Code by which people join."""
    damage: str = ""
    """Reason why its journal cannot be read.

    ``rows`` is then empty."""


def prepare(
    room: RoomCode, expected: Version, entries: Sequence[e.Entry], phase: str, wake_at: Millis | None
) -> Append:
    """Return the append of these entries.

    Raises ValueError for entries out of order or that no database can keep."""
    if not entries:
        raise ValueError(f"no entries follow version {expected}")
    rows: list[Row] = []
    commands: list[CommandKey] = []
    beside: list[e.Entry] = []
    for number, entry in enumerate(entries, start=expected + 1):
        version, at, event, command = entry.version, entry.at, entry.event, entry.command
        if version != number:
            raise ValueError(f"entries {[each.version for each in entries]} do not follow version {expected}")
        if command is not None:
            # Postgres keeps no NUL in a text, and neither keeps half a character
            if "\0" in command or not _is_unicode(command):
                raise ValueError("a command's key is text without NUL")
            commands.append(command)
        if type(event) in BESIDE:
            beside.append(entry)
        rows.append(Row(version, at, codec.encode(event), command, entry.body))
    if (expected == 0) is not isinstance(entries[0].event, e.RoomOpened):
        raise ValueError("a room's first event, and no other, is that it was opened")
    plain = Append(room, expected, tuple(rows), tuple(commands), phase, wake_at, is_plain=True)
    return _add_changes(plain, beside) if beside else plain


def _add_changes(append: Append, entries: Sequence[e.Entry]) -> Append:
    """Return the append with the changes of its entries to further tables."""
    first = entries[0].event
    return append._replace(
        seats=tuple(change for entry in _since_arrival(entries) for change in _seat_changes(entry.event, entry.at)),
        game=first.game if isinstance(first, e.RoomOpened) else "",
        join_code=_join_code(append.room, entries),
        begins=find_begun_game(entries),
        ends=any(isinstance(entry.event, e.GameFinished | e.GameAborted) for entry in entries),
        is_plain=False,
    )


def find_begun_game(entries: Sequence[e.Entry]) -> Digest | None:
    """Return the commitment of the game the entries began and did not end, or None."""
    commitment: Digest | None = None
    for entry in entries:
        if isinstance(entry.event, e.GameBegun):
            commitment = entry.event.commitment
        elif isinstance(entry.event, e.GameFinished | e.GameAborted):
            commitment = None
    return commitment


def entry_of(row: Row) -> e.Entry:
    """Return the entry of a row. Raises UnreadableError."""
    return e.Entry(row.version, row.at, codec.decode(row.coded), row.command, row.body)


def _join_code(room: RoomCode, entries: Sequence[e.Entry]) -> RoomCode | None:
    changes = [entry.event.code for entry in entries if isinstance(entry.event, e.JoinKeyChanged) and entry.event.code]
    return changes[-1] if changes else room if isinstance(entries[0].event, e.RoomOpened) else None


def _since_arrival(entries: Sequence[e.Entry]) -> Sequence[e.Entry]:
    """Return the entries after the last import that took every device off its seat.

    The import came with all earlier entries in one append, so no holder in them ever held a seat here."""
    for place in range(len(entries), 0, -1):
        event = entries[place - 1].event
        if isinstance(event, e.RoomArrived) and not event.keeps_devices:
            return entries[place:]
    return entries


def _seat_changes(event: e.Event, at: Millis) -> tuple[SeatChange, ...]:
    match event:
        case e.SeatTaken(seat, _, holder):
            return (SeatChange(seat, empties=True, holder=holder, at=at),)
        case e.DeviceAdded(seat, holder) | e.SeatClaimed(seat, holder):
            return (SeatChange(seat, empties=False, holder=holder, at=at),)
        case e.DeviceSeen(seat, holder):
            return (SeatChange(seat, empties=False, holder=None, seen=holder, at=at),)
        case e.DeviceRevoked(seat, holder):
            return (SeatChange(seat, empties=False, holder=None, goes=holder),)
        case e.ScreenShown(_, holder):
            return (SeatChange(SCREEN_PLACE, empties=False, holder=holder, at=at),)
        case e.ScreenRemoved(_, holder):
            return (SeatChange(SCREEN_PLACE, empties=False, holder=None, goes=holder),)
        case e.SeatLeft(seat) | e.SeatRemoved(seat):
            return (SeatChange(seat, empties=True, holder=None),)
        case e.GameBegun(players=players):
            return _move_all({old: Seat(new) for new, old in enumerate(players)})
        case e.SeatsSwapped(one, other):
            return _move_all({one: other, other: one})
    return ()


def _move_all(to: Mapping[Seat, Seat]) -> tuple[SeatChange, ...]:
    """Move everybody from their old seats to their new ones at once.

    They move by way of places beside the table, so nobody sits down on somebody who has still to move."""
    pairs = [(old, new) for old, new in to.items() if old != new]
    beside = [SeatChange(old, empties=False, holder=None, moves_to=Seat(-1 - new)) for old, new in pairs]
    down = [SeatChange(Seat(-1 - new), empties=False, holder=None, moves_to=new) for _, new in pairs]
    return (*beside, *down)


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
