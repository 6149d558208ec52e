"""Oracle of the simulation: invariants of every evening, whatever happened."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from typing import Any

import orjson

from app.live.heartbeat import OUTAGE_MS
from app.rooms import events as e
from app.rooms.fold import BrokenJournalError, step
from app.rooms.model.clocks import expires_at, next_deadline
from app.rooms.model.room import Room
from app.rooms.views.log_view import list_visible_reveals
from app.web.http.identity import digest_of
from app.web.messages.answers import view_as_json
from engine.core.effects import effect_plain
from engine.core.seats import Viewer
from tests.faults.simulated.client import CHECKED, Known, Shown
from tests.faults.simulated.world import BACK_MS, MOST_SKEW_MS, Outcome
from tests.secrecy.hidden import get_hidden

LATE_MS = 4_000
"""Milliseconds within which everything due happens after the storm."""

LOOKED_AT = 3
"""Number of messages per client that are searched for secrets."""


def find_faults(outcome: Outcome) -> list[str]:
    """Return the faults of an evening.

    An empty list means that all is well."""
    entries = outcome.entries
    if [entry.version for entry in entries] != list(range(1, len(entries) + 1)):
        return ["the versions have a gap"]
    rooms: list[Room] = []
    try:
        for entry in entries:
            rooms.append(step(rooms[-1] if rooms else None, entry))
    except BrokenJournalError as error:
        return [f"the journal does not fold: {error}"]
    found = [f"the loop complained: {trouble}" for trouble in outcome.troubles]
    found += _check_commands(outcome, rooms)
    found += _check_deadlines(outcome, rooms)
    for token, known in outcome.known:
        found += [f"{_name(token)} {fault}" for fault in _check_shown(token, known, rooms)]
    return found


def _name(token: str | None) -> str:
    return token.rstrip("-") if token else "the public"


def _check_commands(outcome: Outcome, rooms: list[Room]) -> Iterator[str]:
    """Yield faults of commands.

    Acknowledged ⊆ journal ⊆ attempted, and nothing is applied twice."""
    keys = Counter(entry.command for entry in outcome.entries if entry.command is not None)
    yield from (f"{key} was applied {count} times" for key, count in keys.items() if count > 1)
    lines = Counter(entry.event.text for entry in outcome.entries if isinstance(entry.event, e.Said))
    yield from (f"{text!r} was said {count} times" for text, count in lines.items() if count > 1)
    for token, known in outcome.known:
        if token is None:
            continue
        digest = digest_of(token)
        seat = rooms[-1].seat_of(digest)
        mine = {key.partition(":")[2] for key in keys if key.startswith(digest[:16])}
        yield from (f"{id} of {_name(token)} was never sent" for id in mine - known.attempted.keys() - {"rest"})
        # Of two copies one may be refused and the other, later, be right.
        once = {id for id in known.refused if known.copies[id] == 1}
        yield from (f"{id} of {_name(token)} was refused and is there" for id in mine & once)
        for id in known.acknowledged.keys() - mine:
            sent = known.attempted[id]
            if sent["do"] in CHECKED and not (sent["do"] == "seal" and _was_sealed(outcome, seat, sent)):
                yield f"{id} of {_name(token)} was acknowledged and is gone: {sent}"


def _was_sealed(outcome: Outcome, seat: Viewer, sent: dict[str, Any]) -> bool:
    """Return whether that card was ever sealed.

    Sealing it again changes nothing and is not journaled."""
    return any(
        isinstance(event := entry.event, e.ChoiceSealed)
        and (event.seat, event.ask, event.choice) == (seat, sent["ask"], sent["choice"])
        for entry in outcome.entries
    )


def _check_deadlines(outcome: Outcome, rooms: list[Room]) -> Iterator[str]:
    """Yield deadlines that strike early, twice or never.

    The machine's sleep must be given back first."""
    revealed = [entry.event.ask for entry in outcome.entries if isinstance(entry.event, e.Revealed)]
    if revealed != list(range(1, len(revealed) + 1)):
        yield f"the rounds were revealed in the order {revealed}"
    struck: set[tuple[int, int]] = set()
    for before, entry, moment in zip(rooms, outcome.entries[1:], outcome.moments[1:], strict=False):
        event = entry.event
        if entry.at < before.at:
            yield f"version {entry.version} is dated {before.at - entry.at} ms before the one it follows"
        if isinstance(event, e.ChoiceLifted):
            struck.discard((event.ask, event.seat))
        elif isinstance(event, e.Revealed) and before.play is not None and before.play.reveal_at is not None:
            if moment < before.play.reveal_at - MOST_SKEW_MS:
                yield f"ask {event.ask} was revealed {before.play.reveal_at - moment} ms early"
        elif isinstance(event, e.RanOut) or (isinstance(event, e.ChoiceSealed) and event.by == "clock"):
            until = expires_at(before, event.seat)
            if (event.ask, event.seat) in struck:
                yield f"the clock struck twice for seat {event.seat} in ask {event.ask}"
            elif until is None or moment < until - MOST_SKEW_MS:
                yield f"the clock struck early for seat {event.seat} in ask {event.ask}: {until} and not {moment}"
            struck.add((event.ask, event.seat))
            yield from _check_given_back(outcome, rooms, entry)
    yield from _check_lost(outcome, rooms)


def _check_given_back(outcome: Outcome, rooms: list[Room], struck: e.Entry) -> Iterator[str]:
    """Yield strokes on prompts older than a sleep that was not given back."""
    entries = outcome.entries
    for sleep in outcome.sleeps:
        if rooms[bisect_right(outcome.moments, sleep) - 1].phase == "paused":
            # Resuming gives back the whole pause, including a sleep within it.
            continue
        # A sleep is many times longer than clocks are behind, so the order is certain.
        behind = MOST_SKEW_MS + BACK_MS
        since = [entry for entry in entries if sleep <= entry.at + behind and entry.version <= struck.version]
        is_old = not any(isinstance(entry.event, e.Revealed) for entry in since)
        if since and is_old and not any(isinstance(entry.event, e.OutageCredited) for entry in since):
            yield f"the clock struck at {struck.version} before {OUTAGE_MS} ms and more of sleep were given back"


def _check_lost(outcome: Outcome, rooms: list[Room]) -> Iterator[str]:
    moments = [*outcome.moments, outcome.ended_at]
    for place, room in enumerate(rooms):
        wake, happened = next_deadline(room), moments[place + 1]
        if wake is not None and happened - max(wake, outcome.calm_at, moments[place]) > LATE_MS + BACK_MS:
            yield f"what was due after version {room.version} came {happened - wake} ms late"


def _check_shown(token: str | None, known: Known, rooms: list[Room]) -> Iterator[str]:
    """Yield views that no state of the journal explains.

    Views must be in order, and the last one is the end. So nothing uncommitted is ever shown."""
    yield from (f"saw the room go back {went}" for went in known.went_back)
    if not known.shown:
        yield "was never shown anything"
        return
    viewer = rooms[-1].seat_of(digest_of(token)) if token is not None else None
    versions = [room.get_visible_version(viewer) for room in rooms]
    kept: dict[int, tuple[Room, dict[str, Any]]] = {}
    for shown in known.shown:
        place = bisect_right(versions, shown.version) - 1
        if place < 0 or versions[place] != shown.version:
            yield f"was shown version {shown.version}, which was never there"
            return
        if shown.version not in kept:
            kept[shown.version] = rooms[place], orjson.loads(view_as_json(rooms[place], viewer, frozenset()))
        room, right = kept[shown.version]
        if _drop_presence(shown.view) != _drop_presence(right):
            yield f"was shown something else than version {shown.version} is: {_diff(shown.view, right)}"
            return
        yield from _check_announced(shown, room, viewer)
    if known.shown[-1].version != versions[-1]:
        yield f"was left at version {known.shown[-1].version} of {versions[-1]}"
    yield from _check_words(known, kept, viewer)


def _drop_presence(view: dict[str, Any]) -> dict[str, Any]:
    """Return the view without connections and devices, which no journal holds."""
    rest = {name: value for name, value in view.items() if name != "devices"}
    return {**rest, "seats": [{**seat, "here": None} for seat in view["seats"]]}


def _diff(one: dict[str, Any], other: dict[str, Any]) -> list[str]:
    return [name for name in one if one[name] != other.get(name)]


def _check_announced(shown: Shown, room: Room, viewer: Viewer) -> Iterator[str]:
    if shown.effects:
        right = [
            {"ask": each.ask, **effect_plain(one)}
            for each in list_visible_reveals(room, viewer, 0)
            for one in each.effects
        ]
        plain = orjson.loads(orjson.dumps(right))
        yield from (f"was told {one} before it was revealed" for one in shown.effects if one not in plain)


def _check_words(known: Known, kept: dict[int, tuple[Room, dict[str, Any]]], viewer: Viewer) -> Iterator[str]:
    """Yield secrets that the viewer had no right to read, in some messages."""
    for shown in known.shown[:: max(1, len(known.shown) // LOOKED_AT)]:
        play = kept[shown.version][0].play
        if play is not None and play.asks:
            text = orjson.dumps([shown.view, shown.effects]).decode()
            words = get_hidden(play.game.key).list_secret_words(play, viewer)
            yield from (
                f"read {means} at version {shown.version}" for word, means in words.items() if f'"{word}"' in text
            )


def compute_digest(outcome: Outcome) -> str:
    """Return a digest that is the same for the same course of events."""
    told_all = [[known.attempted, known.acknowledged, known.refused] for _, known in outcome.known]
    views = [[(shown.version, shown.view) for shown in known.shown] for _, known in outcome.known]
    return digest_of(repr((outcome.entries, outcome.moments, told_all, views)))
