"""A room from a file, made ready to go on here."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass

from app.records.room_file import RestoredRoom
from app.rooms import events as e
from app.rooms.fold import fold, step
from app.rooms.model.ids import CommandKey, Digest, Millis, RoomCode, Version
from app.rooms.model.room import Room
from app.rooms.model.values import replace
from engine.core.seats import Seat

BREATH_MS = 60_000
"""Milliseconds that clocks get on top of the time between saving and import."""


@dataclass(frozen=True, slots=True)
class RoomImport:
    """Import of a room from a file: who brought it and who keeps a seat."""

    restored: RestoredRoom
    code: RoomCode
    is_own: bool
    """True if this server wrote the file."""
    importer: Digest | None
    """The device that brings it; None without one."""
    revoked: frozenset[Digest] = frozenset()
    """Devices taken off their seat at the file's address on this server."""
    command: CommandKey | None = None
    """Key of the form that brought it, stored with its first journal entry."""

    @property
    def keeps_devices(self) -> bool:
        """True if the file's devices keep their seats: it is ours and goes where it was.

        Any other file would seat people whom nobody here has seated, or at seats they never had."""
        return self.is_own and self.code == self.restored.room.code

    @property
    def kept(self) -> dict[Digest, Seat]:
        """The devices that go on holding a seat here, with it."""
        kept = self._in_file if self.keeps_devices else {}
        return {holder: seat for holder, seat in kept.items() if holder not in self.revoked}

    @property
    def lost(self) -> dict[Digest, Seat]:
        """The devices that lose their seat although others are kept."""
        kept = self._in_file if self.keeps_devices else {}
        return {holder: seat for holder, seat in kept.items() if holder in self.revoked}

    @property
    def by(self) -> Seat | None:
        """Seat of the importing device, else of the player who saved the file.

        The latter knows the passphrase. None where only the file's word says so."""
        if not self.is_own:
            return None
        saver, importer = self.restored.saver, self.importer
        return saver if importer is None or importer in self.revoked else self._in_file.get(importer, saver)

    @property
    def is_seated(self) -> bool:
        """True if the importing device holds a seat here."""
        return self.importer in self.kept

    @property
    def linked(self) -> tuple[Seat, ...]:
        """Seats whose links the importer gets, the saver's first.

        They are the seats that no device holds here, and the saver's own for a device without one."""
        saver, held = self.restored.saver, set(self.kept.values())
        wanted = {seat for seat in self.restored.room.persons() if seat not in held}
        if saver is not None and not self.is_seated:
            wanted.add(saver)
        return tuple(sorted(wanted, key=lambda seat: (seat != saver, seat)))

    @property
    def _in_file(self) -> dict[Digest, Seat]:
        room = self.restored.room
        seats = {seat: room.occupant(seat) for seat in room.list_taken()}
        return {holder: seat for seat, who in seats.items() if who is not None for holder in who.holders}


def players(room: Room) -> dict[Seat, str]:
    """Return the people of a room by seat."""
    taken = {seat: room.occupant(seat) for seat in room.persons()}
    return {seat: who.name for seat, who in taken.items() if who is not None}


def arrive(
    arrival: RoomImport, join_code: RoomCode, links: Mapping[Seat, Digest], until: Millis, now: Millis
) -> tuple[tuple[e.Entry, ...], Room]:
    """Return the journal and the room with which an imported room goes on.

    After the file's events come the time the room was nowhere, its arrival, and the ``links`` to seats.
    ``join_code`` replaces a code to join that was void: the file's may lead elsewhere on this server. Raises
    ValueError for a file without events."""
    entries = [
        replace(entry, event=dataclasses.replace(entry.event, code=arrival.code))
        if isinstance(entry.event, e.RoomOpened)
        else entry
        for entry in arrival.restored.entries
    ]
    room = fold(None, entries)
    if room is None:
        raise ValueError("a room without an event")
    # a room goes on from its last moment, wherever the clocks stand here
    now, saved_at = max(now, room.at), entries[-1].at
    events: list[e.Event] = []
    if room.phase == "playing":
        events.append(e.OutageCredited(Millis(now - saved_at + BREATH_MS)))
    if room.join_code != arrival.code:
        events.append(e.JoinKeyChanged(room.join_key, join_code))
    events.append(e.RoomArrived(arrival.by, arrival.is_own, arrival.keeps_devices, saved_at))
    events += [e.DeviceRevoked(seat, holder) for holder, seat in arrival.lost.items()]
    events += [e.SeatLinkMade(seat, link, until) for seat, link in links.items()]
    for event in events:
        command = arrival.command if isinstance(event, e.RoomArrived) else None
        entries.append(e.Entry(Version(room.version + 1), now, event, command))
        room = step(room, entries[-1])
    return tuple(entries), room
