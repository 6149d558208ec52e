"""A room's record for others: built fact by fact and field by field from the lists below. A fact or field that is not
listed stays.

Of a finished game everything is told, so that anybody can deal and play it again: seed, choices, cards taken back. Of a
running one only what everybody saw: no choice, not even that one was made; no seed; no digest of a state, from which a
hand could be guessed. Keys, links and tokens are never told, nor whom somebody does not wish to read."""

from collections.abc import Sequence

from app.records.read_record import FORMAT, NEVER, VERSION, as_ever, digest_of
from app.rooms import facts as f
from app.rooms.model.room import Result
from engine.core.plain import Plain, plain

__all__ = ["AFTERWARDS", "NEVER", "OPEN", "export"]

OPEN: dict[type, tuple[str, ...]] = {
    f.RoomOpened: ("code", "game"),
    f.OptionsChanged: ("options",),
    f.SeatTaken: ("seat", "name", "bot"),
    f.SeatLeft: ("seat",),
    f.HostPassed: ("seat",),
    f.GameBegun: ("number", "game", "players", "options", "edition", "commitment", "revision"),
    f.Revealed: ("ask",),
    f.GameFinished: ("number",),
    f.RanOut: ("ask", "seat"),
    f.StandInSet: ("seat", "level"),
    f.Said: ("seat", "text"),
    f.PhraseSaid: ("seat", "phrase"),
    f.Reacted: ("seat", "sign", "ask"),
    f.WatcherSaid: ("name", "text"),
    f.Paused: ("seat",),
    f.Resumed: ("seat",),
    f.OutageCredited: ("span",),
    f.HostAdded: ("seat",),
    f.HostGone: ("seat",),
    f.SeatsSwapped: ("one", "other"),
    f.SeatRemoved: ("seat", "by"),
    f.RoomLocked: ("is_locked",),
    f.WentAway: ("seat", "is_away"),
    f.NameChanged: ("seat", "name"),
    f.VoteCast: ("seat", "motion", "is_for", "is_against"),
    f.MotionDropped: ("motion",),
    f.SaveAgreed: ("ask",),
    f.TableSaved: ("seat",),
    f.RoomArrived: ("seat", "is_own", "keeps_devices", "saved_at"),
    f.SeatClaimed: ("seat",),
    f.GameAborted: ("number",),
    f.BackToLobby: ("game",),
    f.TimeGiven: ("seat", "span", "by"),
}
"""What may be told at any time."""

AFTERWARDS: dict[type, tuple[str, ...]] = {
    **OPEN,
    f.GameBegun: (*OPEN[f.GameBegun], "seed"),
    f.ChoiceSealed: ("ask", "seat", "choice", "by"),
    f.ChoiceLifted: ("ask", "seat"),
    f.AheadSealed: ("ask", "seat", "choices", "when"),
    f.AheadDropped: ("ask", "seat"),
    f.AllSealed: ("ask", "opens_at"),
    f.OpeningHeld: ("ask",),
    f.Revealed: ("ask", "digest", "made_of"),
}
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
