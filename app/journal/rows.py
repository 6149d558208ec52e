"""An append made ready for a store: checked, coded, with the changes to who holds which seat."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from app.journal.codec import Coded, codec
from app.rooms import events as e
from app.rooms.model.ids import CommandKey, Digest, Millis, RoomCode, Version
from engine.core.seats import Seat

BESIDE: frozenset[type] = frozenset(
    {e.RoomOpened, e.JoinKeyChanged, e.GameBegun, e.GameFinished, e.GameAborted, e.SeatTaken, e.SeatLeft}
    | {e.SeatRemoved, e.SeatsSwapped, e.DeviceAdded, e.SeatClaimed, e.DeviceRevoked, e.RoomArrived, e.DeviceSeen}
)
"""The events that change more than the journal and their room's own row: who holds what, codes, which games run."""


NEVER = Millis(0)


class Row(NamedTuple):
    """One entry as the journal keeps it."""

    version: Version
    at: Millis
    coded: Coded
    command: CommandKey | None
    body: Digest | None
    chain: Digest | None = None
    """The digest over this row and all before it, see ``app.journal.chain``; None until it is written."""


class SeatChange(NamedTuple):
    """What an event changes about who holds a seat."""

    seat: Seat
    empties: bool
    """Whether nobody holds the seat any more, before ``holder`` does."""
    holder: Digest | None
    """Who holds it from now on, beside others; None: nobody new."""
    moves_to: Seat | None = None
    """The seat on which its holders sit from now on; None: they stay."""
    goes: Digest | None = None
    """Who holds it no longer, while others may; None: all stay."""
    seen: Digest | None = None
    """Which of those who hold it was seen there; None: nobody was."""
    at: Millis = NEVER
    """When it came to be."""


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
    """The commitment of the game that runs after it and did not before; None: there is none."""
    ends: bool = False
    """Whether the game ended that ran before."""
    is_plain: bool = False
    """Whether it changes the journal and its room's own row alone: none of the five above, as with nearly all."""

    @property
    def arrives(self) -> bool:
        """Whether it opens a room in the midst of a game, as a room does that comes from a file."""
        return self.expected == 0 and self.begins is not None

    @property
    def version(self) -> Version:
        """The room's version after it."""
        return self.rows[-1].version


@dataclass(frozen=True, slots=True)
class Kept:
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
    """Which token digest holds which seat, and when it was last seen there."""
    rows: tuple[Row, ...]
    join_code: RoomCode
    """What is typed in to join it."""


def prepare(
    room: RoomCode, expected: Version, entries: Sequence[e.Entry], phase: str, wake_at: Millis | None
) -> Append:
    """The append of these entries. Raises ValueError for entries out of order or that no database can keep."""
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
    return _with_changes(plain, beside) if beside else plain


def _with_changes(append: Append, entries: Sequence[e.Entry]) -> Append:
    """The append with what these of its entries, which are not none, change beside the journal."""
    first = entries[0].event
    return append._replace(
        seats=tuple(change for entry in _since_arrival(entries) for change in _seat_changes(entry.event, entry.at)),
        game=first.game if isinstance(first, e.RoomOpened) else "",
        join_code=_join_code(append.room, entries),
        begins=begun(entries),
        ends=any(isinstance(entry.event, e.GameFinished | e.GameAborted) for entry in entries),
        is_plain=False,
    )


def begun(entries: Sequence[e.Entry]) -> Digest | None:
    """The commitment of the game that one of these entries began and none of them ended; None: there is none."""
    commitment: Digest | None = None
    for entry in entries:
        if isinstance(entry.event, e.GameBegun):
            commitment = entry.event.commitment
        elif isinstance(entry.event, e.GameFinished | e.GameAborted):
            commitment = None
    return commitment


def entry_of(row: Row) -> e.Entry:
    """The entry of a row. Raises UnreadableError."""
    return e.Entry(row.version, row.at, codec.decode(row.coded), row.command, row.body)


def _join_code(room: RoomCode, entries: Sequence[e.Entry]) -> RoomCode | None:
    changes = [entry.event.code for entry in entries if isinstance(entry.event, e.JoinKeyChanged) and entry.event.code]
    return changes[-1] if changes else room if isinstance(entries[0].event, e.RoomOpened) else None


def _since_arrival(entries: Sequence[e.Entry]) -> Sequence[e.Entry]:
    """The entries behind the last arrival that took every device off its seat: it came with all before it in one
    append, so that none of those has ever held a seat here, whatever a made-up journal says."""
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
        case e.SeatLeft(seat) | e.SeatRemoved(seat):
            return (SeatChange(seat, empties=True, holder=None),)
        case e.GameBegun(players=players):
            return _moved({old: Seat(new) for new, old in enumerate(players)})
        case e.SeatsSwapped(one, other):
            return _moved({one: other, other: one})
    return ()


def _moved(to: Mapping[Seat, Seat]) -> tuple[SeatChange, ...]:
    """Everybody from their old seat to their new one, all at once: by way of places beside the table, so that nobody
    sits down on somebody who has still to move."""
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
