"""A room from a file, made ready to go on here."""

import dataclasses
from collections.abc import Mapping

from app.records.room_file import Restored
from app.rooms import facts as f
from app.rooms.fold import fold, step
from app.rooms.model.ids import Digest, Millis, RoomCode, Version
from app.rooms.model.room import Room
from app.rooms.model.values import replace
from engine.core.seats import Seat

BREATH_MS = 60_000
"""What clocks are given on top of the time the room was nowhere."""


def players(room: Room) -> dict[Seat, str]:
    """The people of a room, who get their seats back, by seat."""
    taken = {seat: room.occupant(seat) for seat in room.people()}
    return {seat: who.name for seat, who in taken.items() if who is not None}


def arrival(
    restored: Restored, code: RoomCode, join_code: RoomCode, links: Mapping[Seat, Digest], until: Millis, now: Millis
) -> tuple[tuple[f.Entry, ...], Room]:
    """The journal with which the room goes on under ``code``, and the room it comes to: behind what the file held come
    the time in which it was nowhere, and a return link for each of the seats. Where the room's own code had been made
    void, ``join_code`` is the one to join it here: the one in the file may lead elsewhere on this server. Raises
    ValueError when the file holds no fact."""
    entries = [
        replace(entry, fact=dataclasses.replace(entry.fact, code=code))
        if isinstance(entry.fact, f.RoomOpened)
        else entry
        for entry in restored.entries
    ]
    room = fold(None, entries)
    if room is None:
        raise ValueError("a room without a fact")
    # a room goes on from its last moment, wherever the clocks stand here
    now = max(now, room.at)
    away = Millis(now - entries[-1].at + BREATH_MS)
    facts: list[f.Fact] = [f.OutageCredited(away)] if room.phase == "playing" else []
    if room.join_code != code:
        facts.append(f.JoinKeyChanged(room.join_key, join_code))
    facts += [f.ReturnLinkMade(seat, link, until) for seat, link in links.items()]
    for fact in facts:
        entries.append(f.Entry(Version(room.version + 1), now, fact))
        room = step(room, entries[-1])
    return tuple(entries), room
