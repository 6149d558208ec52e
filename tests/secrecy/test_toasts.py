"""Toasts tell no secret: no sealed card, no change, nothing early to watchers."""

from collections.abc import Sequence
from gettext import NullTranslations

import pytest

from app.rooms import commands as c
from app.rooms import events as e
from app.rooms import fold
from app.rooms.announcements import with_announcement
from app.rooms.model.announcement import Announcement
from app.rooms.model.room import Room
from app.rooms.model.values import replace
from app.rooms.views.page_view import page_view
from app.web.table.toasts import Toaster
from app.web.text.sentences import Speech
from engine.core.plain import Plain
from engine.core.seats import Viewer
from tests.known import lacks
from tests.rooms.builders import ADA, BEN, CARLA, a_game, expiry, game_of, lift, run_commands, seal

CLOCK: Plain = {"mode": "gentle", "per_ask": 20, "bank": 0}
HERE = frozenset({ADA, BEN, CARLA})


def record_toasts(rooms: Sequence[Room], viewer: Viewer) -> list[str]:
    """Return all toasts of a viewer, and the page's state after every step."""
    toaster, told = Toaster(Speech(NullTranslations())), []
    for room in rooms:
        new, standing = toaster.take_toasts(page_view(room, viewer, HERE))
        told += [str(toast.to_json()) for toast in (*new, *standing)]
    return told


def play_rooms(game: str, tell: str, is_changed: bool, watchers: str = "public") -> list[Room]:
    """Return a table's rooms in order.

    In the other world Ben's sealed card was lifted and changed."""
    rooms = [a_game(3, game=game, tell=tell, clock=CLOCK, watchers=watchers)]
    play = game_of(rooms[0])
    if BEN not in play.asks or len(play.asks[BEN].choices) < 2:
        lacks(game, "at its first ask the second seat chooses nothing")
    one, other = map(play.game.text, play.asks[BEN].choices[:2])

    def does(*commands: c.Command, ms: int = 0) -> None:
        rooms.append(run_commands(rooms[-1], *commands, ms=ms))

    does(seal(rooms[-1], BEN, one))
    if is_changed:
        does(lift(rooms[-1], BEN))
        does(seal(rooms[-1], BEN, other))
    does(c.Pause(CARLA), ms=1_000)
    does(c.Resume(ADA), ms=1_000)
    does(c.GoAway(BEN, True), ms=1_000)
    does(expiry(rooms[-1], CARLA), ms=20_000)
    does(c.SetStandIn(ADA, CARLA, "normal"), ms=20_000)
    does(c.GiveTime(ADA, BEN, 60), ms=20_000)
    return rooms


@pytest.mark.parametrize("tell", ["who", "count", "nothing"])
def test_toasts_of_others_show_no_card_or_change(game: str, tell: str) -> None:
    one, other = play_rooms(game, tell, False), play_rooms(game, tell, True)
    for viewer in (ADA, CARLA, None):
        told = list(dict.fromkeys(record_toasts(one, viewer)))
        assert told
        assert told == list(dict.fromkeys(record_toasts(other, viewer)))


def test_delayed_watchers_have_no_toast_of_time_or_nudge(game: str) -> None:
    rooms = play_rooms(game, "who", False, "delayed")
    rooms.append(run_commands(rooms[-1], c.Nudge(BEN, ADA), ms=21_000))
    told = " ".join(record_toasts(rooms, None))
    assert "paused the game" in told, "this they see as it happens"
    assert not any(words in told for words in ("out of time", "added", "nudging"))
    assert "nudging" in " ".join(record_toasts(rooms, ADA))


def test_toast_of_a_secret_event_is_detected(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def telling(before: Room, later: Room, event: e.Event) -> Room:
        if isinstance(event, e.ChoiceLifted):
            return replace(later, announcements=(*before.announcements, Announcement(1, "back", event.seat, "Ben")))
        return with_announcement(before, later, event)

    monkeypatch.setattr(fold, "with_announcement", telling)
    told = [
        list(dict.fromkeys(record_toasts(play_rooms(game, "who", is_changed), ADA))) for is_changed in (False, True)
    ]
    assert told[0] != told[1]
