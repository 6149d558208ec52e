"""Toasts tell nobody what they may not know: not what lies sealed, not that it was changed, and watchers who see the
table late nothing of what came since."""

from collections.abc import Sequence
from gettext import NullTranslations

import pytest

from app.rooms import commands as c
from app.rooms import events as e
from app.rooms import fold
from app.rooms.model.news import News
from app.rooms.model.room import Room
from app.rooms.model.values import replace
from app.rooms.news import with_news
from app.rooms.views.page_view import page_view
from app.web.table.toasts import Toaster
from app.web.text.sentences import Speech
from engine.core.plain import Plain
from engine.core.seats import Viewer
from tests.known import lacks
from tests.rooms.builders import ADA, BEN, CARLA, a_game, after, expiry, game_of, lift, seal

CLOCK: Plain = {"mode": "gentle", "per_ask": 20, "bank": 0}
HERE = frozenset({ADA, BEN, CARLA})


def heard(rooms: Sequence[Room], viewer: Viewer) -> list[str]:
    """All that somebody is told who is there the whole time, and what stands after every step."""
    toaster, told = Toaster(Speech(NullTranslations())), []
    for room in rooms:
        new, standing = toaster.told(page_view(room, viewer, HERE))
        told += [str(toast.plain()) for toast in (*new, *standing)]
    return told


def world(game: str, tell: str, is_changed: bool, watchers: str = "public") -> list[Room]:
    """A table's rooms, one after the other; in the other world what Ben has sealed was lifted and changed."""
    rooms = [a_game(3, game=game, tell=tell, clock=CLOCK, watchers=watchers)]
    play = game_of(rooms[0])
    if BEN not in play.asks or len(play.asks[BEN].choices) < 2:
        lacks(game, "at its first ask the second seat chooses nothing")
    one, other = map(play.game.text, play.asks[BEN].choices[:2])

    def does(*commands: c.Command, ms: int = 0) -> None:
        rooms.append(after(rooms[-1], *commands, ms=ms))

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
def test_what_lies_sealed_or_was_changed_is_in_no_toast_of_others(game: str, tell: str) -> None:
    one, other = world(game, tell, False), world(game, tell, True)
    for viewer in (ADA, CARLA, None):
        told = list(dict.fromkeys(heard(one, viewer)))
        assert told
        assert told == list(dict.fromkeys(heard(other, viewer)))


def test_watchers_who_see_the_table_late_are_told_of_no_time_and_no_nudge(game: str) -> None:
    rooms = world(game, "who", False, "delayed")
    rooms.append(after(rooms[-1], c.Nudge(BEN, ADA), ms=21_000))
    told = " ".join(heard(rooms, None))
    assert "paused the game" in told, "this they see as it happens"
    assert not any(words in told for words in ("out of time", "added", "nudging"))
    assert "nudging" in " ".join(heard(rooms, ADA))


def test_news_of_a_secret_event_would_be_found_out(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def telling(before: Room, later: Room, event: e.Event) -> Room:
        if isinstance(event, e.ChoiceLifted):
            return replace(later, news=(*before.news, News(1, "back", event.seat, "Ben")))
        return with_news(before, later, event)

    monkeypatch.setattr(fold, "with_news", telling)
    told = [list(dict.fromkeys(heard(world(game, "who", is_changed), ADA))) for is_changed in (False, True)]
    assert told[0] != told[1]
