"""Film of the reveals that a player missed: their weightiest stops and stories.

It is no longer than one likes to wait, and it keeps every secret."""

import json
import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from app.rooms.events import Entry
from app.rooms.fold import fold
from app.rooms.views.log_view import list_visible_reveals
from app.rooms.views.replay import replay
from app.web.games import chronicle, find_presenter
from app.web.replay.catch_up import CatchUp, catch_up
from app.web.replay.reader import Reader
from app.web.replay.stops import stops
from engine.core.plain import Plain
from engine.core.seats import Viewer
from tests.journal.test_old_games import SAMPLES, entries
from tests.known import lacks
from tests.records.evenings import plays, sit
from tests.rooms.builders import ADA, AT_ONCE, NAMES, begin, game_of
from tests.rooms.evening import Evening
from tests.web.games.test_chronicle import SPEECH
from tests.whole import whole

GAMES = whole(tuple(SAMPLES), (SAMPLES[6], SAMPLES[9]))
LONGEST = {1: 0, 3: 18, 10: 60, 40: 90, 100: 90}
"""Longest film in seconds, by number of reveals.

0 stands for the replay's own pace."""


def film(back: Reader, first: int | str) -> CatchUp | None:
    """Return the film from that reveal on."""
    presenter = find_presenter(back.replay.game.key)
    made = stops(back.moments, back.viewer, presenter, SPEECH)
    return catch_up(back, made, str(first), presenter, SPEECH)


def read_last_game(path: Path) -> Reader:
    """Return a reader of that room's last game, which is over."""
    return _reader(tuple(entries(json.loads(path.read_text())["rows"])), None)


def read_running_game(game: str, reveals: int, viewer: Viewer = ADA, **options: Plain) -> Reader:
    """Return a reader of a game that still runs, after so many reveals."""
    evening = Evening(game, **AT_ONCE, watchers="delayed", **options)
    sit(evening, *NAMES[1:3])
    assert evening.does(begin(game=game))
    plays(evening, random.Random(game), reveals)
    if evening.room.phase != "playing":
        lacks(game, f"it is over before its reveal {reveals}")
    return _reader(tuple(evening.entries), viewer)


def _reader(journal: Sequence[Entry], viewer: Viewer) -> Reader:
    room = fold(None, journal)
    assert room is not None
    again = replay(journal, room.games_so_far)
    assert again is not None
    return Reader(room, again, viewer, "/r/the-room")


@pytest.mark.parametrize("missed", LONGEST)
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_catch_up_film_covers_all_missed_moments_in_order(path: Path, missed: int) -> None:
    back = read_last_game(path)
    made = stops(back.moments, None, find_presenter(back.replay.game.key), SPEECH)
    # some games were shorter
    most, missed, last = LONGEST[missed], min(missed, len(back.moments)), back.moments[-1].ask
    shown = film(back, last - missed + 1)
    assert shown is not None
    assert (shown.first, shown.missed, shown.is_whole) == (last - missed + 1, missed, True)
    places = [made.index(each.stop) for each in shown.timed_stops]
    assert places == sorted(set(places))
    assert places[-1] == len(made) - 1
    assert all(each.stop.ask >= shown.first for each in shown.timed_stops)
    seconds = sum(each.ms for each in shown.timed_stops) / 1_000
    assert seconds <= most
    # a stop without a time stays as long as in the replay
    assert all(bool(each.ms) == (missed > 2) for each in shown.timed_stops)
    if missed <= 2:
        assert [each.stop for each in shown.timed_stops] == [stop for stop in made if stop.ask >= shown.first]
    elif missed <= 10:
        # every reveal with a sentence has a stop
        assert {each.stop.ask for each in shown.timed_stops} == {stop.ask for stop in made if stop.ask >= shown.first}


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_its_stories_are_the_highlights_of_the_stretch(path: Path) -> None:
    back = read_last_game(path)
    found = chronicle(back.replay.game.key).highlights(list_visible_reveals(back.room, None), SPEECH)
    whole_film = film(back, back.moments[0].ask)
    assert whole_film is not None
    assert [ask for ask, _ in whole_film.stories] == [each.ask for each in found]
    for ask, _ in whole_film.stories:
        later = film(back, ask + 1)
        assert later is None or all(after > ask for after, _ in later.stories)


def test_a_game_that_runs_has_its_stories_at_every_moment(game: str) -> None:
    for reveals in range(1, whole(40, 25), 6):
        shown = film(read_running_game(game, reveals), 1)
        assert shown is not None
        assert all(1 <= ask <= reveals for ask, _ in shown.stories)


def test_late_watchers_catch_up_as_late_as_they_are(game: str) -> None:
    seat, public = film(read_running_game(game, 6), 2), film(read_running_game(game, 6, None), 2)
    assert seat is not None and public is not None
    assert public.missed == seat.missed - 1
    assert all(each.stop.ask < game_of(read_running_game(game, 6).room).ask - 1 for each in public.timed_stops)


@pytest.mark.rule("A10.3")
def test_catch_up_without_memory_aid_omits_hidden_moments_and_stories() -> None:
    back = read_running_game("adel_verpflichtet", 30, open_memory=False)
    shown = film(back, 1)
    assert shown is not None
    assert shown.missed == 30
    assert not shown.is_whole
    assert {each.stop.ask for each in shown.timed_stops} <= {moment.ask for moment in back.moments}
    assert len(back.moments) < 30
    assert shown.stories == ()


@pytest.mark.parametrize("wished", ["", "x", "-1", "1.2", "٣", "9999999999", "99999"])
def test_nothing_missed_and_no_reveal_is_no_film(wished: str) -> None:
    assert film(read_running_game("adel_verpflichtet", 3), wished) is None


def test_catch_up_from_earlier_game_starts_at_first_reveal() -> None:
    shown = film(read_running_game("adel_verpflichtet", 3), 0)
    assert shown is not None
    assert (shown.first, shown.missed) == (1, 3)
