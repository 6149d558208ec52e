"""Parts of the server with one fault each, which a simulation must detect."""

import asyncio
from dataclasses import dataclass

from app.live.host.batch import Batch
from app.live.host.host import RoomHost
from app.live.host.requests import Request
from app.rooms import events as e
from app.rooms.fold import step
from app.rooms.model.ids import Millis, Version
from app.rooms.model.room import Room
from app.rooms.model.values import replace
from app.web.sockets.program_feed import ProgramFeed
from engine.core.seats import Seat, Viewer
from tests.live import mutants as live

EARLY_MS = 1_000


class StaleReplica(RoomHost):
    """Mutant that believes to be the newest, whatever it hears."""

    def on_remote_append(self, version: Version) -> None:
        """Ignore the version."""

    async def refresh(self) -> None:
        """Refresh nothing."""


class StrikesTwice(RoomHost):
    """Mutant whose clock strikes twice."""

    def _decide_batch(self, requests: list[Request], is_owner: bool, now: Millis) -> Batch:
        batch = super()._decide_batch(requests, is_owner, now)
        for entry in tuple(batch.entries):
            event = entry.event
            if isinstance(event, e.RanOut) or (isinstance(event, e.ChoiceSealed) and event.by == "clock"):
                play = batch.room.play
                if play is not None and play.ask == event.ask:
                    again = replace(entry, version=Version(batch.room.version + 1), command=None, body=None)
                    batch.room = step(batch.room, again)
                    batch.entries.append(again)
        return batch


class StrikesEarly(RoomHost):
    """Mutant whose clock is a second fast."""

    def _decide_batch(self, requests: list[Request], is_owner: bool, now: Millis) -> Batch:
        return super()._decide_batch(requests, is_owner, Millis(now + EARLY_MS))


class LosesDeadlines(RoomHost):
    """Mutant whose clock never rings by itself."""

    def _tick(self) -> asyncio.Handle | None:
        return None


class ShowsTheHost(ProgramFeed):
    """Mutant that shows everybody the first seat's view."""

    def update(self, room: Room, viewer: Viewer, here: frozenset[Seat], now: Millis | None = None) -> bytes | None:
        """Return the same message for everybody."""
        return super().update(room, Seat(0), here, now)


@dataclass(frozen=True)
class Mutant:
    """Fault in the place of correct code."""

    place: str
    wrong: type
    caught_as: str
    """Part of the expected finding."""


MUTANTS = (
    Mutant("app.live.manager.RoomHost", live.AnswersEarly, "never there"),
    Mutant("app.live.manager.RoomHost", live.IgnoresFailure, "gone"),
    Mutant("app.live.manager.RoomHost", live.IgnoresDuplicates, "gone"),
    Mutant("app.live.manager.RoomHost", StaleReplica, "left at version"),
    Mutant("app.live.manager.RoomHost", StrikesTwice, "struck twice"),
    Mutant("app.live.manager.RoomHost", StrikesEarly, "early"),
    Mutant("app.live.manager.RoomHost", LosesDeadlines, "late"),
    Mutant("app.main.RoomManager", live.NeverDoubts, "given back"),
    Mutant("app.web.sockets.gateway.ProgramFeed", ShowsTheHost, "something else"),
)
