"""A program that keeps its view by updates, as docs/example_client.py does, beside one that is sent the whole view each
time."""

import json
import random
import runpy
from collections.abc import Callable, Iterable
from typing import Any

from app.rooms.model.ids import Digest, Millis
from app.rooms.model.room import Room
from app.web.messages.answers import seen
from app.web.sockets.delta_feed import DeltaFeed
from app.web.sockets.program_feed import ProgramFeed
from engine.core.seats import Seat, Viewer
from tests.sources import ROOT

bring_up_to_date: Callable[[Any, dict[str, Any]], None] = runpy.run_path(str(ROOT / "docs" / "example_client.py"))[
    "update"
]
"""What the client in the documents does with an update."""


class Keeper:
    """A connection of each version, which are brought up to date at the same moments."""

    def __init__(self, device: Digest | None = None) -> None:
        self.device = device
        self.view: Any = None
        """The view as the program of version 2 has it."""
        self.messages: list[bytes] = []
        """What it was sent."""
        self._feeds = (ProgramFeed(device), DeltaFeed(device))

    def hears(self, room: Room, viewer: Viewer, here: frozenset[Seat], now: Millis | None = None) -> None:
        """Both are brought up to date. Raises AssertionError unless they know the same then."""
        whole, delta = (feed.update(room, viewer, here, now) for feed in self._feeds)
        assert (whole is None) == (delta is None), "the one is told of something, the other of nothing"
        written = seen(room, viewer, here, self.device)
        if whole is not None and delta is not None:
            assert b'"view":%b,"happenings":[' % written in whole, "byte for byte as it is written alone"
            self.messages.append(delta)
            self._takes(json.loads(whole), json.loads(delta))
        assert self.view == json.loads(written)

    def _takes(self, whole: dict[str, Any], delta: dict[str, Any]) -> None:
        if self.view is None:
            assert delta == whole | {"protocol": 2}
            self.view = delta["view"]
            return
        assert delta["version"] == whole["version"]
        assert delta.get("happenings", []) == whole["happenings"]
        assert delta.get("now", whole.get("now")) == whole.get("now")
        paths = delta["set"].keys()
        assert not [path for path in paths for other in paths if other.startswith(f"{path}.")], "nothing is set twice"
        bring_up_to_date(self.view, delta)


class Keepers:
    """A connection of every device in a room and one of the public, each of them busy at times."""

    def __init__(self, rng: random.Random) -> None:
        self.kept: dict[Digest | None, Keeper] = {}
        self._rng = rng

    def hear(self, room: Room, now: Millis, busy: float = 0.4) -> None:
        """Those that are not busy are brought up to date. Raises AssertionError as :meth:`Keeper.hears` does."""
        holders = [holder for who in room.seats for holder in (who.holders if who is not None else ())]
        self.kept = {holder: self.kept.get(holder) or Keeper(holder) for holder in (None, *holders)}
        here = self._here(room.people())
        for holder, keeper in self.kept.items():
            if self._rng.random() >= busy:
                keeper.hears(room, room.seat_of(holder) if holder is not None else None, here, now)

    def _here(self, people: Iterable[Seat]) -> frozenset[Seat]:
        return frozenset(seat for seat in people if self._rng.random() < 0.97)
