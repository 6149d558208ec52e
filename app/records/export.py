"""Record of a room for others, made from what each event says of its fields.

A finished game is told wholly, so that anybody can deal and replay it: seed, choices, cards taken back. A running
one is told as everybody saw it. It has no choice and does not say that one was made; it has no seed, and no digest
of a state from which a hand could be guessed. Keys, links, tokens and mute lists are never told."""

from collections.abc import Sequence

from app.journal.codec import KINDS, get_stored_name
from app.records.read_record import FORMAT, VERSION, digest_of, drop_later_defaults
from app.rooms import events as e
from app.rooms.model.room import Result
from app.rooms.schema.event import disclosure
from engine.core.plain import Plain, to_plain

OPEN = {kind: disclosure(kind).record for kind in KINDS.values() if disclosure(kind).record}
"""Fields that may be told at any time."""

AFTERWARDS = {kind: disclosure(kind).finished for kind in KINDS.values() if disclosure(kind).finished}
"""Fields that may be told of a finished game."""


def export(entries: Sequence[e.Entry], evening: Sequence[Result] = ()) -> dict[str, Plain]:
    """Return the record of a whole journal.

    ``evening``: results of its finished games."""
    finished = {entry.event.number for entry in entries if isinstance(entry.event, e.GameFinished | e.GameAborted)}
    events: list[Plain] = []
    game = 0
    for entry in entries:
        if isinstance(entry.event, e.GameBegun):
            game = entry.event.number
        told = (AFTERWARDS if game in finished else OPEN).get(type(entry.event))
        if told is not None:
            said = drop_later_defaults(type(entry.event), {name: to_plain(getattr(entry.event, name)) for name in told})
            events.append({"fact": get_stored_name(type(entry.event)), "at": entry.at, **said})
    results = [to_plain(result) for result in evening]
    digest = digest_of(events, results)
    return {"format": FORMAT, "version": VERSION, "facts": events, "results": results, "digest": digest}
