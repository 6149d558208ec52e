"""Messages to a program: always the view as built from scratch.

It gets nothing where nothing changed."""

import json
import random
from collections.abc import Iterable

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import invariant

from app.rooms.model.ids import Digest, Millis
from app.rooms.model.room import Room
from app.rooms.model.values import replace
from app.web.messages.answers import view_as_json
from app.web.sockets.program_feed import ProgramFeed
from engine.core.memo import Memo
from engine.core.seats import Seat, Viewer
from tests.rooms.builders import ADA, BEN, CARLA, DORA, a_game, run_commands, seal
from tests.rooms.test_any_evening import AnyEvening
from tests.whole import whole

HERE = frozenset({ADA, BEN, CARLA, DORA})


def build_uncached_view(room: Room, viewer: Viewer, here: frozenset[Seat], device: Digest | None) -> object:
    """Return the view of a copy of the room without any cache."""
    play = replace(room.play, memo=Memo()) if room.play is not None else None
    return json.loads(view_as_json(replace(room, play=play), viewer, here, device))


class Listeners:
    """Connections of every device in a room and of the public, at times busy."""

    def __init__(self, rng: random.Random) -> None:
        self._feeds: dict[Digest | None, ProgramFeed] = {}
        self._views: dict[Digest | None, object] = {}
        self._rng = rng

    def hear(self, room: Room, now: Millis, busy: float = 0.4) -> None:
        """Update those that are not busy.

        Raises AssertionError unless each has its newest view."""
        holders = [holder for who in room.seats for holder in (who.holders if who is not None else ())]
        here = self._here(room.people())
        for holder in (None, *holders):
            if self._rng.random() < busy:
                continue
            feed = self._feeds.setdefault(holder, ProgramFeed(holder))
            viewer = room.seat_of(holder) if holder is not None else None
            message = feed.update(room, viewer, here, now)
            if message is not None:
                self._views[holder] = json.loads(message)["view"]
            assert self._views[holder] == build_uncached_view(room, viewer, here, holder)
            assert feed.update(room, viewer, here, now) is None

    def _here(self, people: Iterable[Seat]) -> frozenset[Seat]:
        return frozenset(seat for seat in people if self._rng.random() < 0.97)


class AnyUpdates(AnyEvening):
    """Any evening, whose people are connected and busy at times."""

    @invariant()
    def everybody_has_the_newest_view(self) -> None:
        if not hasattr(self, "listeners"):
            self.listeners = Listeners(random.Random(1))
        self.listeners.hear(self.evening.room, self.evening.now)


AnyUpdates.TestCase.settings = settings(
    max_examples=whole(20, 4),
    stateful_step_count=60,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
test_any_updates = AnyUpdates.TestCase


@pytest.mark.parametrize("viewer", [ADA, None])
def test_what_happened_together_is_told_together(game: str, viewer: Viewer) -> None:
    before = a_game(4, game=game, watchers="public")
    both = run_commands(before, seal(before, CARLA), seal(before, BEN))
    feed = ProgramFeed()
    feed.update(before, viewer, HERE)
    told = json.loads(feed.update(both, viewer, HERE) or b"")
    assert [seat["state"] for seat in told["view"]["seats"]] == ["choosing", "sealed", "sealed", "choosing"]
    assert told["view"]["room"]["sealed"] == 2
