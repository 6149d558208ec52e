"""A whole journal as plain data and back, secrets included; what comes from outside is believed in nothing."""

import re
from collections.abc import Sequence
from dataclasses import replace

import orjson

from app.journal.codec import Coded, codec
from app.journal.store import Unreadable
from app.record.checking import DoesNotHold, fold_checked
from app.rooms import facts as f
from app.rooms.ids import CommandKey, Digest, Millis, RoomCode, Version, room_code
from app.rooms.names import name, said
from app.rooms.room import Room
from app.rooms.view import view
from engine.core.plain import Plain, digest
from engine.core.seats import Seat

MOST_ENTRIES = 20_000
"""More facts than the longest of evenings has."""

MOST_ORDERS = 16
"""More orders than any game knows."""

LATEST_MS = 24 * 3600 * 1000
"""So far ahead may the clock of another server be."""

_KEY = re.compile(r"[A-Za-z0-9_-]{16,64}")
_DIGEST = re.compile(r"[0-9a-f]{64}")
_COMMAND = re.compile(r"[!-~]{1,128}")
_WORD = re.compile(r"[a-z0-9_]{1,64}")
"""What orders, phrases, signs, motions and levels are called. Which there are, a later release may know better."""

_FIELDS = {"at", "kind", "shape", "body", "command", "command_body"}


class NoHistory(ValueError):
    """The data is no journal that this program could have written; says why in one sentence."""


def history(entries: Sequence[f.Entry]) -> list[Plain]:
    """The journal as plain data."""
    rows: list[Plain] = []
    for entry in entries:
        kind, shape, body = codec.encode(entry.fact)
        fact: Plain = orjson.loads(body)
        rows.append(
            {
                "at": entry.at,
                "kind": kind,
                "shape": shape,
                "body": fact,
                "command": entry.command,
                "command_body": entry.body,
            }
        )
    return rows


def journal_digest(entries: Sequence[f.Entry]) -> Digest:
    """The digest of a journal: SHA-256 over the canonical JSON of its facts with their moments. The room's code does
    not count, for it is an address: a room that moves may get another one."""
    told: list[Plain] = []
    for entry in entries:
        fact = replace(entry.fact, code=RoomCode("")) if isinstance(entry.fact, f.RoomOpened) else entry.fact
        kind, shape, body = codec.encode(fact)
        told.append([entry.at, kind, shape, orjson.loads(body)])
    return Digest(digest(told))


def read_history(rows: Plain, now: Millis) -> tuple[tuple[f.Entry, ...], Room]:
    """The journal, and the room it comes to: every fact read as strictly as it was written, every game dealt and played
    again, and the room looked at through everybody's eyes. Raises NoHistory."""
    if not isinstance(rows, list) or not 0 < len(rows) <= MOST_ENTRIES:
        raise NoHistory("The file holds no journal of a room.")
    entries = tuple(_entry(Version(number), row, now) for number, row in enumerate(rows, start=1))
    commands = [entry.command for entry in entries if entry.command is not None]
    if len(set(commands)) != len(commands):
        raise NoHistory("The journal carries the same command out twice.")
    try:
        room = fold_checked(entries)
        for viewer in (None, *map(Seat, range(len(room.seats)))):
            view(room, viewer)
    except DoesNotHold as error:
        raise NoHistory(f"The journal does not hold: {error}.") from error
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
        # a made-up journal may come to a room that cannot be
        raise NoHistory("The journal comes to a room that cannot be.") from error
    if any(room.occupant(host) is None for host in room.hosts):
        raise NoHistory("The journal comes to a room whose host is nobody.")
    return entries, room


def _entry(version: Version, row: Plain, now: Millis) -> f.Entry:
    if not isinstance(row, dict) or row.keys() != _FIELDS:
        raise NoHistory(f"Entry {version} of the journal is not whole.")
    at, kind, shape, command, body = (row[key] for key in ("at", "kind", "shape", "command", "command_body"))
    if type(at) is not int or not 0 <= at <= now + LATEST_MS:
        raise NoHistory(f"Entry {version} of the journal is of no time that has been.")
    if not isinstance(kind, str) or type(shape) is not int or shape < 1:
        raise NoHistory(f"Entry {version} of the journal is not whole.")
    is_command = command is None or (isinstance(command, str) and _COMMAND.fullmatch(command))
    is_body = body is None or (isinstance(body, str) and _DIGEST.fullmatch(body))
    if not is_command or not is_body:
        raise NoHistory(f"Entry {version} of the journal was brought by no command.")
    try:
        fact = codec.decode(Coded(kind, shape, orjson.dumps(row["body"]).decode()))
    except (Unreadable, orjson.JSONEncodeError) as error:
        raise NoHistory(f"Entry {version} of the journal cannot be read by this version of the program.") from error
    if not _is_sound(fact):
        raise NoHistory(f"Entry {version} of the journal says what nobody can have said.")
    return f.Entry(
        version,
        Millis(at),
        fact,
        CommandKey(command) if isinstance(command, str) else None,
        Digest(body) if isinstance(body, str) else None,
    )


def _is_sound(fact: f.Fact) -> bool:
    """What the room decides before a fact comes to be, and no fold looks at again."""
    match fact:
        case f.RoomOpened(code, _, join_key, watch_key):
            return room_code(code) == code and all(map(_KEY.fullmatch, (join_key, watch_key)))
        case f.JoinKeyChanged(key, code, watch_key):
            is_code = code is None or room_code(code) == code
            return is_code and all(map(_KEY.fullmatch, (key, key if watch_key is None else watch_key)))
        case f.SeatTaken(_, who, holder, bot):
            is_held = bool(holder and _DIGEST.fullmatch(holder))
            return name(who) == who and is_held is not bool(bot) and (not bot or _is_word(bot))
        case f.DeviceSeen(_, holder) | f.DeviceRevoked(_, holder):
            return _DIGEST.fullmatch(holder) is not None
        case f.OrdersGiven(_, orders):
            return len(orders) <= MOST_ORDERS and all(map(_is_word, orders))
        case f.DeviceAdded(_, holder, link):
            return all(map(_DIGEST.fullmatch, (holder, link)))
        case f.ReturnLinkMade(_, link):
            return _DIGEST.fullmatch(link) is not None
        case f.Said(_, text):
            return said(text) == text
        case f.WatcherSaid(who, text):
            return name(who) == who and said(text) == text
        case f.Muted(_, who):
            return name(who) == who
        case f.PhraseSaid(_, word) | f.Reacted(_, word) | f.VoteCast(_, word):
            return _is_word(word)
        case f.StandInSet(_, level):
            return level is None or _is_word(level)
    return True


def _is_word(text: str) -> bool:
    return _WORD.fullmatch(text) is not None
