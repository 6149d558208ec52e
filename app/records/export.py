"""A room's record for others: built fact by fact and field by field from what each fact says of itself.

Of a finished game everything is told, so that anybody can deal and play it again: seed, choices, cards taken back. Of a
running one only what everybody saw: no choice, not even that one was made; no seed; no digest of a state, from which a
hand could be guessed. Keys, links and tokens are never told, nor whom somebody does not wish to read."""

from collections.abc import Sequence

from app.journal.codec import KINDS
from app.records.read_record import FORMAT, VERSION, as_ever, digest_of
from app.rooms import facts as f
from app.rooms.model.room import Result
from app.rooms.schema.fact import disclosure
from engine.core.plain import Plain, plain

OPEN = {kind: disclosure(kind).record for kind in KINDS.values() if disclosure(kind).record}
"""What may be told at any time."""

AFTERWARDS = {kind: disclosure(kind).finished for kind in KINDS.values() if disclosure(kind).finished}
"""What may be told of a game that has finished."""


def export(entries: Sequence[f.Entry], evening: Sequence[Result] = ()) -> dict[str, Plain]:
    """The record of these entries, which are a room's whole journal; ``evening`` are the games it has played to their
    end."""
    finished = {entry.fact.number for entry in entries if isinstance(entry.fact, f.GameFinished | f.GameAborted)}
    facts: list[Plain] = []
    game = 0
    for entry in entries:
        if isinstance(entry.fact, f.GameBegun):
            game = entry.fact.number
        told = (AFTERWARDS if game in finished else OPEN).get(type(entry.fact))
        if told is not None:
            said = as_ever(type(entry.fact), {name: plain(getattr(entry.fact, name)) for name in told})
            facts.append({"fact": type(entry.fact).__name__, "at": entry.at, **said})
    results = [plain(result) for result in evening]
    digest = digest_of(facts, results)
    return {"format": FORMAT, "version": VERSION, "facts": facts, "results": results, "digest": digest}
