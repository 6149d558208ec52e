"""Event loop: no request blocks it for more than 50 ms of processor time.

That holds for every sender and every permitted size, so nobody at any table waits for another client's request. The
test watches a real server from within. It uses every route and the heaviest requests to it."""

import gc
import http.cookies
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

import pytest

from app.live import manager
from app.notifications.address_policy import Guard
from app.records import room_file
from app.records.file_process import COMMAND
from app.records.room_file import MOST_BYTES
from app.rooms.events import Entry
from app.rooms.fold import fold
from app.rooms.model.room import Room
from app.rooms.schema.bounds import MOST_ENTRIES
from app.rooms.views.replay import replay_key
from app.web.html import compiled_templates
from app.web.html.renderer import Renderer
from app.web.routes import room_files
from app.web.server import middleware
from app.web.service.file_reader import FileReader
from app.web.text.languages import LANGUAGES
from engine.adel_verpflichtet import components
from tests.journal.writers import write_as_played
from tests.known import SHIPPED
from tests.records.seated import device
from tests.web import heavy, loop_watch
from tests.web.holding import fold_at_once, holds, learns_nothing, old_reader, read_in_thread
from tests.web.http.test_origin import routes
from tests.web.loop_watch import LOCK, PIECE_S, SHOWN_EACH_TIME, nobody_waited
from tests.web.watched import Answer, Watched, a_watched_server
from tests.whole import whole

OVER = {game: f"00000AA{number}" for number, game in enumerate(sorted(SHIPPED), start=1)}
RUNNING = {game: f"00000BB{number}" for number, game in enumerate(sorted(SHIPPED), start=1)}
LONGEST, LARGEST = "00000CC1", "00000DD1"
PROXIES = "127.0.0.1,::1"
LONG = whole(1.0, 0.25)
"""Share of the longest journal that the test uses.

Work on all of this share in one step is still far too long."""
PARTS = ("menu", "last_round", "end")
"""Heaviest parts of a room's page that are fetched separately."""
COOKIE = {"cookie": f"dev={device('Ada').secret}"}
BEARER = {"authorization": f"Bearer {device('Ada').secret}"}
TOKENS = {"/admin": {"authorization": "Bearer " + "a" * 16}, "/metrics": {"authorization": "Bearer " + "m" * 16}}
SAVE = f"passphrase={heavy.PASSPHRASE}&again={heavy.PASSPHRASE}".replace(" ", "+").encode()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Watched]:
    """Server with the fullest rooms, on which nothing was rendered yet."""
    with a_watched_server(tmp_path, admin_token="a" * 16, metrics_token="m" * 16, proxy=PROXIES) as it:
        for is_over, codes in ((True, OVER), (False, RUNNING)):
            for game, code in codes.items():
                keeps(it, heavy.full_room(game, code, is_over=is_over))
        yield it


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Watched]:
    """Server without a room."""
    with a_watched_server(tmp_path, proxy=PROXIES) as it:
        yield it


@pytest.fixture
def limited(tmp_path: Path) -> Iterator[Watched]:
    """Server with its default limits."""
    with a_watched_server(tmp_path, limits=True) as it:
        keeps(it, heavy.full_room(sorted(SHIPPED)[0], OVER[sorted(SHIPPED)[0]]))
        yield it


def keeps(served: Watched, entries: tuple[Entry, ...], phase: str = "finished") -> None:
    """Store that room on the server."""
    served.call(write_as_played, served.store, getattr(entries[0].event, "code", ""), entries, phase)


def room_of(entries: tuple[Entry, ...]) -> Room:
    room = fold(None, entries)
    assert room is not None
    return room


def paths(template: str, room: Room) -> list[str]:
    """Return the addresses of a route, filled so that they lead somewhere."""
    code = room.code
    key = room.watch_key if "watch" in template else replay_key(room, 1) if "replay" in template else room.join_key
    path = (
        template.replace("{room}", code).replace("{key}", key).replace("{token}", "t" * 43).replace("{action}", "stop")
    )
    path = path.replace("/static/", "/static/css/tokens.css").replace("{number}", "n" * 22)
    games = sorted(SHIPPED) if "{game}" in path else [""]
    clause = {"adel_verpflichtet": "A4.1", "edel_stein_reich": "E4.1"}
    filled = [path.replace("{game}", game).replace("{clause}", clause.get(game, "")) for game in games]
    return [each.replace("{part}", part) for each in filled for part in (PARTS if "{part}" in each else ("",))]


def methods(served: Watched, method: str) -> list[str]:
    """Return the templates of all routes that take that method."""
    return [path for path, taken in routes(served.app).items() if method in taken]


def rooms(number: int) -> Sequence[tuple[str, str, bool]]:
    """Return the rooms for a page: all, or one finished and one running in daily runs."""
    over = [(game, code, True) for game, code in OVER.items()]
    running = [(game, code, False) for game, code in RUNNING.items()]
    return whole([*over, *running], [over[number % len(over)], running[(number + 1) % len(running)]])


def bodies(number: int, of: Mapping[str, bytes]) -> Sequence[tuple[str, bytes]]:
    """Return the bodies for a route: all, or a third of them in daily runs.

    The next route gets the next third."""
    every = tuple(of.items())
    return whole(every, every[number % 3 :: 3])


def languages(number: int) -> Sequence[str]:
    """Return the languages for a page: all, or one in daily runs.

    Each language gets its share of the pages."""
    every = tuple(LANGUAGES)
    return whole(every, (every[number % len(every)],))


def long_journal() -> tuple[Entry, ...]:
    """Return the journal of the longest evening, or of its share."""
    return heavy.longest_journal(sorted(SHIPPED)[0], LONGEST, int(LONG * MOST_ENTRIES))


@pytest.mark.slow("asks a server for every page of the fullest rooms")
@SHOWN_EACH_TIME
def test_page_of_any_room_in_any_language_never_blocks_loop(served: Watched) -> None:
    answered: dict[str, set[int]] = {}
    number = count()
    for place, template in enumerate(methods(served, "GET")):
        for game, code, is_over in rooms(place):
            room = room_of(heavy.full_room(game, code, is_over=is_over))
            for language in languages(next(number)):
                who = TOKENS.get(template) or (BEARER if template.startswith("/api") else COOKIE)
                for path in paths(template, room):
                    answer = served.request(f"{path} in {language}", "GET", path, who | {"accept-language": language})
                    answered.setdefault(template, set()).add(answer.status)
    # the rooms are years old, so no date of theirs is ahead
    assert [template for template, seen in answered.items() if not seen & {200, 202, 303}] == [
        # nobody shares the device, no screen shows the table, no cards were dealt twice
        *("/r/{room}/hands/update", "/r/{room}/screen/update", "/r/{room}/deal/{key}", "/move", "/r/{room}/next.ics"),
        *("/r/{room}/hands/part/{part}", "/r/{room}/screen/part/{part}", "/r/{room}/comparison"),
        "/r/{room}/mail/{action}/{token}",
    ]
    nobody_waited(served.watch.too_long())


@SHOWN_EACH_TIME
def test_no_body_holds_the_loop(served: Watched) -> None:
    game, code = next(iter(RUNNING.items()))
    room = room_of(heavy.full_room(game, code, is_over=False))
    served.app.state.dependencies.files._command = whole(COMMAND, heavy.READS_NOTHING)
    some = [(heavy.FORM, heavy.FORMS), (heavy.JSON, heavy.OBJECTS)]
    for number, template in enumerate(methods(served, "POST")):
        if template in ("/r/{room}/delete",):
            continue
        sent = [(kind, *each) for kind, every in some for each in bodies(number, every)]
        sent += [(heavy.UPLOAD, *each) for each in heavy.UPLOADS.items() if "import" in template]
        for kind, name, body in sent:
            for path in paths(template, room):
                who = BEARER if template.startswith("/api") else COOKIE
                served.request(f"{name} to {path}", "POST", path, who | {"content-type": kind}, body)
    nobody_waited(served.watch.too_long())


@SHOWN_EACH_TIME
def test_no_head_holds_the_loop(served: Watched) -> None:
    code = next(iter(OVER.values()))
    for name, head in heavy.HEADS.items():
        for path in ("/", f"/r/{code}", "/static/css/tokens.css", f"/api/rooms/{code}"):
            served.request(f"{name} to {path}", "GET", path, head)
        kind = {"content-type": heavy.UPLOAD}
        served.request(f"{name} with a file", "POST", "/rooms/import", kind | dict(head), b"--x")
    for path in heavy.PATHS:
        served.request(f"the path {path[:20]}", "GET", path)
    for name, head in heavy.HANDSHAKES.items():
        for path, who in ((f"/r/{code}/live", COOKIE), (f"/api/rooms/{code}/live", BEARER)):
            own = who | {"origin": "http://localhost:8000"}
            served.socket(f"{name} for {path}", path, own | dict(head), heavy.GOODBYE, least=1)
    nobody_waited(served.watch.too_long())


@SHOWN_EACH_TIME
def test_nothing_that_fills_a_connection_holds_the_loop(limited: Watched) -> None:
    for name, flood in heavy.FLOODS.items():
        limited.send(name, flood)
    code = next(iter(OVER.values()))
    for path, who in ((f"/api/rooms/{code}/live", BEARER), (f"/r/{code}/live", COOKIE), ("/api/rooms/0/live", {})):
        for name, some in heavy.frames():
            limited.socket(f"{name} to {path}", path, who, some)
    assert len([about for about in limited.watch.longest if "pings" in about]) == 3
    nobody_waited(limited.watch.too_long())


@SHOWN_EACH_TIME
def test_socket_of_fullest_room_does_not_block_loop(served: Watched) -> None:
    for code in (*OVER.values(), *RUNNING.values()):
        for language in LANGUAGES:
            path = f"/r/{code}/live?language={language}"
            said = served.socket(f"{path} opens", path, COOKIE | {"origin": "http://localhost:8000"}, b"", least=70_000)
            assert b'"regions"' in said
    nobody_waited(served.watch.too_long())


@pytest.mark.slow("reads, saves and brings in a very long journal")
@SHOWN_EACH_TIME
def test_the_longest_journal_that_is_allowed_holds_the_loop_nowhere(tmp_path: Path) -> None:
    with a_watched_server(tmp_path) as served:
        keeps(served, long_journal())
        look_at_the_longest_and_bring_it_in(served)
        nobody_waited(served.watch.too_long())


def look_at_the_longest_and_bring_it_in(served: Watched) -> None:
    for page in ("", "/replay", "/rounds", "/statistics", "/fairness", "/record", "/file"):
        assert served.request(f"the longest, {page}", "GET", f"/r/{LONGEST}{page}", COOKIE).status == 200
    assert served.request("the longest, journal", "GET", f"/api/rooms/{LONGEST}/journal", BEARER).status == 200
    form = COOKIE | {"content-type": heavy.FORM}
    saved = served.request("the longest is saved", "POST", f"/r/{LONGEST}/file", form, SAVE)
    assert saved.status == 200
    assert 0.5 * LONG * MOST_BYTES < len(saved.body) <= MOST_BYTES
    brought = bring(served, "the longest is brought in", saved.body)
    assert brought.status == 200, brought.body
    assert len(set(re.findall(rb"/r/([0-9A-Z]{8})/return/", brought.body))) == 1


def look_at_the_largest_figures(served: Watched) -> None:
    keeps(served, heavy.large_game(LARGEST), "playing")
    for page in ("", "/file", "/fairness"):
        assert served.request(f"figures, {page}", "GET", f"/r/{LARGEST}{page}", COOKIE).status == 200
    assert served.request("figures, as data", "GET", f"/api/rooms/{LARGEST}", BEARER).status == 200


@SHOWN_EACH_TIME
def test_the_largest_figures_of_a_game_hold_the_loop_nowhere(empty: Watched) -> None:
    look_at_the_largest_figures(empty)
    nobody_waited(empty.watch.too_long())


@pytest.fixture
def unread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Process that has loaded no template, with an empty cache on disk."""
    monkeypatch.setattr(compiled_templates, "_CODE", WeakKeyDictionary())
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "compiled"))


FIRST = whole(tuple(LANGUAGES), tuple(LANGUAGES)[:2])


def visit_first(served: Watched, languages: Sequence[str] = FIRST) -> None:
    """Visit the server as the first in each of these languages."""
    game, code = next(iter(OVER.items()))
    keeps(served, heavy.full_room(game, code))
    for language in languages:
        served.request(f"the first page in {language}", "GET", f"/r/{code}", COOKIE | {"accept-language": language})


@SHOWN_EACH_TIME
@pytest.mark.usefixtures("unread")
def test_the_first_visitor_of_a_language_holds_nobody_up(tmp_path: Path) -> None:
    with a_watched_server(tmp_path) as served:
        visit_first(served)
        nobody_waited(served.watch.too_long())


def bring(served: Watched, about: str, file: bytes) -> Answer:
    return served.request(about, "POST", "/rooms/import", {"content-type": heavy.UPLOAD}, heavy.upload(file))


# ---- what the watch finds


def test_the_watch_finds_a_reader_that_works_on_the_loop(empty: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room_files, "read_upload", old_reader)
    names = {"a name of semicolons", "parts with names"}
    for name in names:
        empty.request(name, "POST", "/rooms/import", {"content-type": heavy.UPLOAD}, heavy.UPLOADS[name])
    assert names <= empty.watch.find_long_steps()


def test_loop_watch_finds_file_parsed_in_a_thread(empty: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FileReader, "read", read_in_thread)
    monkeypatch.setattr(room_file, "check_items", lambda data: None)
    empty.watch.is_lenient = False
    names = {"a file of lists", "a file of keys"}
    for name in names:
        empty.request(name, "POST", "/rooms/import", {"content-type": heavy.UPLOAD}, heavy.UPLOADS[name])
    assert {f"{name} {LOCK}" for name in names} <= empty.watch.find_long_steps()


def test_what_tests_hear_of_garbage_takes_no_lock_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def hears(phase: str, told: dict[str, int]) -> None:
        """Do nothing, in a Python function before which a thread may lose the lock."""

    monkeypatch.setattr(FileReader, "read", read_in_thread)
    monkeypatch.setattr(room_file, "check_items", lambda data: None)
    gc.callbacks.append(hears)
    try:
        with a_watched_server(tmp_path, proxy=PROXIES) as served:
            served.watch.is_lenient = False
            name = "a file of lists"
            served.request(name, "POST", "/rooms/import", {"content-type": heavy.UPLOAD}, heavy.UPLOADS[name])
        assert f"{name} {LOCK}" in served.watch.find_long_steps()
        assert hears in gc.callbacks
    finally:
        gc.callbacks.remove(hears)


def test_the_watch_finds_figures_without_bounds(empty: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (components, heavy):
        monkeypatch.setattr(module, "MOST_SEATS", 9_999)
    heavy.large_game.cache_clear()
    look_at_the_largest_figures(empty)
    heavy.large_game.cache_clear()
    assert "figures, " in empty.watch.find_long_steps()


IS_MENDED = hasattr(http.cookies, "_unquote_sub")


@pytest.mark.skipif(IS_MENDED, reason="http.cookies unquotes in linear time since CPython 3.11.10, and in Debian's")
def test_the_watch_finds_cookies_that_are_read_by_the_library(empty: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    """FastAPI reads cookies before each route, so it is enough that they reach it."""
    monkeypatch.setattr(middleware, "drop_strange_cookies", lambda _: None)
    names = {f"a cookie of {kind}" for kind in heavy.QUOTED} - {
        "a cookie of octals"
    }  # the library finds this one at its first step
    for name in names:
        empty.request(name, "GET", "/healthz", heavy.HEADS[name])
    assert names <= empty.watch.find_long_steps()


def test_the_watch_finds_marks_that_are_put_in_order(served: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    def reads(self: Guard, url: str) -> tuple[str, int, str, bool]:
        for end in ("", "/", "//", "///"):
            urlsplit(url + end)
        return read_address(self, url)

    read_address = Guard.read
    monkeypatch.setattr(Guard, "read", reads)
    code = next(iter(RUNNING.values()))
    head = COOKIE | {"content-type": heavy.FORM}
    served.request("marks", "POST", f"/r/{code}/calls/push", head, heavy.FORMS["a subscription of marks"])
    assert "marks" in served.watch.find_long_steps()


def test_loop_watch_finds_journal_folded_in_one_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(manager, "follow_in_slices", fold_at_once)
    with a_watched_server(tmp_path) as served:
        keeps(served, long_journal())
        served.request("the longest", "GET", f"/r/{LONGEST}", COOKIE)
        assert served.watch.find_long_steps() == {"the longest"}


@pytest.mark.usefixtures("unread")
def test_the_watch_finds_templates_that_are_read_on_the_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Renderer, "learn", learns_nothing)
    with a_watched_server(tmp_path) as served:
        visit_first(served, FIRST[:1])
        assert len(served.watch.find_long_steps()) == 1


def test_the_watch_finds_any_route_that_works_on_the_loop(tmp_path: Path) -> None:
    with a_watched_server(tmp_path) as served:
        served.app.add_route("/holds", holds)
        for path in methods(served, "GET"):
            if "{" not in path:
                served.request(path, "GET", path)
        assert served.watch.find_long_steps() == {"/holds"}


def test_loop_watch_judges_step_on_slower_machine_by_its_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine takes eight times as long for everything, as the watch sees it."""
    monkeypatch.setattr(loop_watch, "PIECE_S", PIECE_S / 8)
    with a_watched_server(tmp_path) as served:
        served.app.add_route("/holds", holds)
        served.request("/holds", "GET", "/holds")
        assert not served.watch.too_long()
