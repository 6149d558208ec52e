"""A room of the database looked over from its first entry to its last: every entry held against the chain, every event
read, every game dealt and played again, and what the database finds the room by held against it."""

from dataclasses import dataclass

from app.journal.chain import first_unchained
from app.journal.errors import UnreadableError
from app.journal.rows import Kept, entry_of
from app.records.check_record import VerificationError, fold_checked
from app.rooms import events as e
from engine.core.errors import EngineError


@dataclass(frozen=True, slots=True)
class Broken:
    """Where a room's journal fails."""

    entry: int
    """The number of the first entry that is wrong; 0: none is, but the room's row does not fit them."""
    why: str
    """In words that follow a colon."""


def first_broken(kept: Kept) -> Broken | None:
    """Where the room's journal fails first; None: it is sound."""
    entries: list[e.Entry] = []
    unread: Broken | None = None
    unchained = first_unchained(kept.code, kept.rows)
    for number, row in enumerate(kept.rows, start=1):
        if unchained is not None and number == unchained.number:
            unread = Broken(number, unchained.why)
            break
        try:
            entries.append(entry_of(row))
        except UnreadableError as error:
            unread = Broken(number, str(error))
            break
    try:
        room = fold_checked(entries)
    except VerificationError as failure:
        return Broken(failure.event, str(failure)) if entries else unread or Broken(1, "it is missing")
    except (EngineError, LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
        return Broken(len(entries), f"the journal comes to a room that cannot be ({type(error).__name__})")
    if unread is not None:
        return unread
    if kept.version > room.version:
        return Broken(room.version + 1, "it is missing, and with it the end of the journal")
    if kept.head != kept.rows[-1].chain:
        return Broken(0, "it was not the journal's last entry that ended it, or the row of the room was changed")
    found_by = (kept.code, kept.version, kept.phase, kept.join_code)
    if found_by != (room.code, room.version, room.phase, room.join_code):
        return Broken(0, "the row of the room is not the one its journal comes to")
    return None
