"""Cache keys of regions, over whole evenings and for every viewer.

A cached region equals a fresh one. Each part of a key is needed, and no part is missing."""

import random
from functools import cache

import pytest

from app.rooms import commands as c
from app.rooms.model.ids import Millis
from app.rooms.model.options import TELLS
from app.rooms.model.play import Play
from app.rooms.model.room import Room
from app.rooms.model.values import replace
from app.rooms.views.page_view import PageView, page_view
from app.web.cache import LastDrawn
from app.web.html.environment import environment
from app.web.html.region_keys import KEYS, glance, make_seat_key, make_stage_key, make_waiting_key
from app.web.html.regions import HAND, HANDS, Regions
from engine.core.conditions import conditions_of
from engine.core.plain import Plain
from engine.core.seats import Seat, Viewer
from tests.records.evenings import sit
from tests.rooms.builders import ADA, AT_ONCE, BEN, CARLA, DORA, NAMES, SEED, begin, game_of
from tests.rooms.evening import Evening
from tests.web.untranslated import WORDS
from tests.whole import whole

GAMES = ("adel_verpflichtet", "edel_stein_reich")
BASE = "http://signet.test"
VIEWERS: tuple[Viewer, ...] = (ADA, CARLA, None)
ENVIRONMENT = environment(WORDS)
Look = tuple[Room, frozenset[Seat]]


class Course:
    """Evening of two games, with all other actions of people, and its rooms."""

    def __init__(self, game: str) -> None:
        self.looks: list[Look] = []
        self._game = game
        self._rng = random.Random(game)
        self._evening = Evening(game, **AT_ONCE, watchers="public")
        self._look()
        sit(self._evening, *NAMES[1:3])
        self._look()
        for number in range(whole(2, 1)):
            for command in self._list_lobby_commands():
                if self._evening.does(command):
                    self._look()
            assert self._evening.does(replace(begin(f"{number:02}" * 32, game), seat=self._host()))
            self._play()
            self._evening.does(c.SetUpAnew(self._host(), None))

    def _host(self) -> Seat:
        return self._evening.room.hosts[0]

    def _look(self) -> None:
        here = frozenset(seat for seat in (ADA, BEN, CARLA) if self._rng.random() < 0.8)
        self.looks.append((self._evening.room, here))

    def _play(self) -> None:
        evening, rng = self._evening, self._rng
        self._look()
        while evening.room.phase in ("playing", "paused"):
            evening.now = Millis(evening.now + 5_000)
            evening.rings()
            for command in rng.choice(self._list_side_commands()) if rng.random() < 0.3 else ():
                if evening.does(command):
                    self._look()
            play = game_of(evening.room)
            for seat in play.asks:
                evening.does(c.Seal(seat, play.ask, evening.choice(seat, rng.randrange(40))))
                if rng.random() < 0.03:
                    self._look()
        self._look()

    def _list_lobby_commands(self) -> list[c.Command]:
        options: list[dict[str, Plain]] = [{"coach": True}, {"clock": {"mode": "gentle"}}, {"tell": "count"}]
        at = self._host()
        return [
            *(c.ChooseOptions(at, each) for each in options),
            *(c.ShareHost(at, BEN, True), c.SetVoiceLink(at, "mumble://talk.example.org"), c.Lock(at, True)),
            *(c.SeatBot(at, DORA, "normal"), c.SeatBot(at, DORA, None), c.SwapSeats(at, BEN, CARLA)),
            *(c.Lock(at, False), c.GoAway(at, True), c.GoAway(at, False)),
        ]

    def _on_a_condition(self, at: Seat, play: Play) -> c.Command:
        known = conditions_of(play.game, play.game.view(play.state, at))
        return c.MakePlan(at, play.ask, (), tuple((each, self._evening.choice(at, 0)) for each in known[:2]))

    def _list_side_commands(self) -> list[tuple[c.Command, ...]]:
        rng, play = self._rng, game_of(self._evening.room)
        at, host = rng.choice((ADA, BEN, CARLA)), self._host()
        last = play.history[-1].ask if play.history else None
        return [
            (c.Say(at, f"line {rng.randrange(9)}"), c.React(at, "hat", last), c.WatcherSay("Wim", "hello")),
            (c.HearWatchers(at, rng.random() < 0.5), c.Mute(at, NAMES[rng.randrange(3)], rng.random() < 0.5)),
            tuple(c.Vote(at, "save", is_for, SEED, None) for is_for in (True, False)),
            (c.GoAway(at, True), c.GoAway(at, False)),
            (c.SetStandIn(at, at, "normal"), c.SetStandIn(at, at, None)),
            (c.Pause(at), c.Resume(at)),
            (c.Nudge(at, BEN), c.GiveInstructions(at, ("careful",)), c.GiveTime(host, at, 9)),
            (c.ShareHost(host, CARLA, True), c.ShareHost(host, CARLA, False), c.Lift(at, play.ask)),
            (c.MakePlan(at, play.ask, (self._evening.choice(at, 0),)), c.MakePlan(at, play.ask, ())),
            (self._on_a_condition(at, play), c.MakePlan(at, play.ask, ())),
            (c.ChooseOptions(host, {"clock": {"mode": rng.choice(("off", "gentle"))}}),),
            (
                c.ChooseOptions(
                    host,
                    {
                        "grace": rng.choice((0, 1)),
                        "watchers": rng.choice(("public", "delayed")),
                        "tell": rng.choice(TELLS),
                    },
                ),
            ),
        ]


@cache
def course(game: str) -> tuple[Look, ...]:
    """Return the rooms of such an evening, each with the seats that are present."""
    return tuple(Course(game).looks)


@cache
def fresh(game: str) -> tuple[tuple[PageView, dict[str, str]], ...]:
    """Return each viewer's pages of these rooms, with regions rendered afresh."""
    pages = [page_view(room, viewer, here) for room, here in course(game) for viewer in VIEWERS]
    return tuple((page, Regions(ENVIRONMENT, WORDS).render_all(page, BASE)) for page in pages)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_kept_is_what_would_be_drawn(game: str) -> None:
    regions = Regions(ENVIRONMENT, WORDS)
    kept = {viewer: LastDrawn() for viewer in VIEWERS}
    for page, drawn in fresh(game):
        assert regions.render_all(page, BASE, kept[page.view.you]) == drawn


def find_needed_parts(game: str) -> set[tuple[str, int]]:
    """Return the parts of keys that are needed: region and position of the part.

    Without such a part one key would stand for two renderings."""
    drawn: dict[tuple[str, int, str], str] = {}
    found: set[tuple[str, int]] = set()
    for page, html in fresh(game):
        at = glance(page)
        keys = {id: of(at) for id, of in KEYS.items()} | {f"seat-{n}": make_seat_key(at, n) for n in range(3)}
        keys |= {"waiting": make_waiting_key(at), "stage": (*make_stage_key(at), at.seen.you is None)}
        for id, key in keys.items():
            parts = [repr(part) for part in key]
            for place in range(len(key) if id in html else 0):
                less = (id, place, repr(parts[:place] + parts[place + 1 :]))
                if drawn.setdefault(less, html[id]) != html[id]:
                    found.add((id.split("-")[0], place))
    return found


def test_a_key_that_leaves_something_out_is_found_out() -> None:
    found = set.union(*map(find_needed_parts, GAMES))
    # the hand is no region where the table is a picture; nobody here shares a device or guesses
    assert {id for id, _ in found} == {*KEYS, "seat", "waiting", "stage"} - {HAND, HANDS, "gallery"}
    for id, places in {"prompt": 3, "waiting": 2, "seat": 1, "stage": 2, "chat": 5}.items():
        assert len([each for each in found if each[0] == id]) >= places, id
