"""Check of one room in the database, from its first entry to its last.

Every entry is held against the chain, every event read, every game dealt and played again. The room's indexed values
are compared with the result."""

from dataclasses import dataclass

from app.journal.chain import first_unchained
from app.journal.errors import UnreadableError
from app.journal.rows import StoredRoom, entry_of
from app.records.check_record import VerificationError, fold_checked
from app.rooms import events as e
from engine.core.errors import EngineError


@dataclass(frozen=True, slots=True)
class JournalFault:
    """First fault of a room's journal."""

    entry: int
    """Number of the first wrong entry; 0 if only the room's row does not fit them."""
    why: str
    """Reason, in words that follow a colon."""


def first_broken(kept: StoredRoom) -> JournalFault | None:
    """Return the first fault of the room's journal, or None."""
    if kept.damage:
        return JournalFault(1, kept.damage)
    entries: list[e.Entry] = []
    unread: JournalFault | None = None
    unchained = first_unchained(kept.code, kept.rows)
    for number, row in enumerate(kept.rows, start=1):
        if unchained is not None and number == unchained.number:
            unread = JournalFault(number, unchained.why)
            break
        try:
            entries.append(entry_of(row))
        except UnreadableError as error:
            unread = JournalFault(number, str(error))
            break
    try:
        room = fold_checked(entries)
    except VerificationError as failure:
        return JournalFault(failure.event, str(failure)) if entries else unread or JournalFault(1, "it is missing")
    except (EngineError, LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
        return JournalFault(len(entries), f"the journal comes to a room that cannot be ({type(error).__name__})")
    if unread is not None:
        return unread
    if kept.version > room.version:
        return JournalFault(room.version + 1, "it is missing, and with it the end of the journal")
    if kept.head != kept.rows[-1].chain:
        return JournalFault(0, "it was not the journal's last entry that ended it, or the row of the room was changed")
    found_by = (kept.code, kept.version, kept.phase, kept.join_code)
    if found_by != (room.code, room.version, room.phase, room.join_code):
        return JournalFault(0, "the row of the room is not the one its journal comes to")
    return None
