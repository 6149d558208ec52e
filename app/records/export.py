"""A room's record for others: built event by event and field by field from what each event says of itself.

Of a finished game everything is told, so that anybody can deal and play it again: seed, choices, cards taken back. Of a
running one only what everybody saw: no choice, not even that one was made; no seed; no digest of a state, from which a
hand could be guessed. Keys, links and tokens are never told, nor whom somebody does not wish to read."""

from collections.abc import Sequence

from app.journal.codec import KINDS, stored_name
from app.records.read_record import FORMAT, VERSION, as_ever, digest_of
from app.rooms import events as e
from app.rooms.model.room import Result
from app.rooms.schema.event import disclosure
from engine.core.plain import Plain, plain

OPEN = {kind: disclosure(kind).record for kind in KINDS.values() if disclosure(kind).record}
"""What may be told at any time."""

AFTERWARDS = {kind: disclosure(kind).finished for kind in KINDS.values() if disclosure(kind).finished}
"""What may be told of a game that has finished."""


def export(entries: Sequence[e.Entry], evening: Sequence[Result] = ()) -> dict[str, Plain]:
    """The record of these entries, which are a room's whole journal; ``evening`` are the games it has played to their
    end."""
    finished = {entry.event.number for entry in entries if isinstance(entry.event, e.GameFinished | e.GameAborted)}
    events: list[Plain] = []
    game = 0
    for entry in entries:
        if isinstance(entry.event, e.GameBegun):
            game = entry.event.number
        told = (AFTERWARDS if game in finished else OPEN).get(type(entry.event))
        if told is not None:
            said = as_ever(type(entry.event), {name: plain(getattr(entry.event, name)) for name in told})
            events.append({"fact": stored_name(type(entry.event)), "at": entry.at, **said})
    results = [plain(result) for result in evening]
    digest = digest_of(events, results)
    return {"format": FORMAT, "version": VERSION, "facts": events, "results": results, "digest": digest}
