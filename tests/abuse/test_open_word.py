"""Word that opens tables: who needs it, and how often it may be guessed."""

import asyncio
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from httpx2 import ASGITransport, AsyncClient, Response

from app.settings.limits import Figures
from app.web.http.cookie_names import WORD, full_name
from app.web.service.open_word import MOST_TYPED
from tests.abuse.browsers import Browser
from tests.journal.memory_store import MemoryStore
from tests.web.routes.test_room_files import bring, save_room_file
from tests.web.tables import BASE, GAME, Web, a_web

SECRET = "Blauer Frosch"
TYPED = " blauer  FROSCH"
COOKIE = full_name(WORD, "localhost:8000", is_https=False)
WRONG, NONE = "isn&#39;t the password", "You need a password"


class LastingStore(MemoryStore):
    """Store that the next server reads, too."""

    async def close(self) -> None:
        """Stay open."""


@pytest.fixture
def guarded() -> Iterator[Web]:
    """Server on which opening tables takes a word."""
    with a_web(LastingStore(), open_word=SECRET) as web:
        yield web


def count_rooms(web: Web) -> int:
    """Return the number of rooms that the server keeps."""
    portal = web.client.portal
    assert portal is not None
    return sum(portal.call(web.store.count_phases).values())


def open_by_program(web: Web, **body: Any) -> Response:
    """Open a room as a program does."""
    return web.client.post("/api/rooms", json={"game": GAME, "name": "Ada", **body})


FORMS: list[Callable[[Browser, dict[str, str]], Response]] = [
    lambda browser, word: browser.post("/rooms", name="Ada", game=GAME, **word),
    lambda browser, word: browser.post("/solo", game=GAME, **word),
    lambda browser, word: browser.post("/lesson", game=GAME, **word),
]
"""Forms of the home page that open a room."""


@pytest.mark.parametrize("send", FORMS, ids=["rooms", "solo", "lesson"])
def test_each_form_opens_a_room_with_the_word_alone(guarded: Web, send: Callable[..., Response]) -> None:
    for word, says in ({}, NONE), ({"word": "  "}, NONE), ({"word": "frosch"}, WRONG):
        answer = send(Browser(guarded), word)
        assert (answer.status_code, says in answer.text) == (403, True)
    assert count_rooms(guarded) == 0
    assert send(Browser(guarded), {"word": TYPED}).status_code == 303
    assert count_rooms(guarded) == 1


def test_program_sends_the_word_in_its_message(guarded: Web) -> None:
    for body in {}, {"word": "frosch"}:
        answer = open_by_program(guarded, **body)
        assert (answer.status_code, answer.json()["refused"]) == (403, "no_word")
    assert count_rooms(guarded) == 0
    assert open_by_program(guarded, word=TYPED).status_code == 201


def test_a_very_long_word_is_not_even_folded(guarded: Web) -> None:
    ada = Browser(guarded)
    assert ada.post("/rooms", name="Ada", game=GAME, word=TYPED + " " * MOST_TYPED).status_code == 403
    assert ada.post("/rooms", name="Ada", game=GAME, word=f"{TYPED} ").status_code == 303


def test_server_without_a_word_ignores_it(web: Web) -> None:
    assert open_by_program(web, word="frosch").status_code == 201
    assert Browser(web).post("/rooms", name="Ada", game=GAME, word="frosch").status_code == 303
    assert 'name="word"' not in Browser(web).get("/").text


@pytest.mark.usefixtures("light_keys")
def test_saved_table_needs_the_word(guarded: Web) -> None:
    with a_web() as elsewhere:
        file = save_room_file(elsewhere.open("Ada", "Ben"))
    assert (bring(guarded, file).status_code, bring(guarded, file, word="frosch").status_code) == (403, 403)
    assert count_rooms(guarded) == 0
    assert bring(guarded, file, word=TYPED).status_code == 200
    assert count_rooms(guarded) == 1


def test_joining_watching_and_reading_need_no_word(guarded: Web) -> None:
    opened = open_by_program(guarded, word=SECRET, options={"watchers": "public"}).json()
    ben, links = Browser(guarded), opened["links"]
    assert ben.post(links["join"], name="Ben").status_code == 303
    assert ben.post("/join", code=opened["room"]).status_code == 303
    assert Browser(guarded).get(links["watch"]).status_code == 200
    assert Browser(guarded).get(f"/rules/{GAME}").status_code == 200


def test_browser_gives_the_word_once(guarded: Web) -> None:
    ada = Browser(guarded)
    assert 'name="word"' in ada.get("/").text
    # even a refused form that had the word is enough
    assert "Type a name." in ada.post("/rooms", name="", game=GAME, word=TYPED).text
    assert 'name="word"' not in ada.get("/").text
    assert 'name="word"' not in ada.get("/rooms/import").text
    assert ada.post("/solo", game=GAME).status_code == 303
    assert re.fullmatch("[0-9a-f]{64}", ada.jar[COOKIE])


def test_cookie_is_for_this_server_and_this_word(guarded: Web) -> None:
    ada, store = Browser(guarded), guarded.store
    ada.post("/solo", game=GAME, word=SECRET)
    for kept, word, status in (store, "other word", 403), (MemoryStore(), SECRET, 403), (store, SECRET.upper(), 303):
        with a_web(kept, open_word=word) as later:
            assert Browser(later, dict(ada.jar)).post("/solo", game=GAME).status_code == status


def test_forgetting_the_player_forgets_the_word(guarded: Web) -> None:
    ada = Browser(guarded)
    ada.post("/solo", game=GAME, word=SECRET)
    ada.post("/forget")
    assert COOKIE not in ada.jar
    assert ada.post("/solo", game=GAME).status_code == 403


def test_wrong_word_loses_nothing_that_was_typed(guarded: Web) -> None:
    page = Browser(guarded).post("/rooms", name="Zoë", game=GAME, word="frosch").text
    assert re.search(r'<input name="name"[^>]* value="Zoë"', page)
    assert re.search(r'<input name="word"[^>]* aria-invalid="true"', page)
    assert not re.search(r'<input name="name"[^>]* aria-invalid', page)


@pytest.mark.parametrize("way", ["form", "program", "file"])
def test_word_guesser_waits_even_with_the_right_word(way: str) -> None:
    with a_web(limits=True, open_word=SECRET, figures=Figures(wrong_burst=10)) as web:

        def tries(word: str) -> int:
            if way == "form":
                return Browser(web).post("/solo", game=GAME, word=word).status_code
            if way == "file":
                return bring(web, b"{}", word=word).status_code
            return open_by_program(web, word=word).status_code

        assert [tries("frosch") for _ in range(12)] == [403] * 10 + [429] * 2
        assert tries(SECRET) == 429
        web.time.seconds += 6
        assert tries(SECRET) in (201, 303, 422)


def test_browser_that_gave_the_word_never_waits_for_guesses() -> None:
    with a_web(limits=True, open_word=SECRET, figures=Figures(wrong_burst=10)) as web:
        ada = Browser(web)
        ada.post("/solo", game=GAME, word=SECRET)
        for _ in range(12):
            Browser(web).post("/solo", game=GAME, word="frosch")
        assert ada.post("/solo", game=GAME).status_code == 303


def test_guesses_from_everywhere_share_a_limit() -> None:
    figures = Figures(wrong_codes_burst=3)
    with a_web(limits=True, open_word=SECRET, figures=figures) as web:
        assert [open_by_program(web, word="frosch").status_code for _ in range(4)] == [403] * 3 + [429]


async def open_at_the_same_time(web: Web, words: list[str]) -> list[int]:
    """Open a room with each word at once; return the status of each answer."""
    transport = ASGITransport(app=web.client.app)
    async with AsyncClient(transport=transport, base_url=BASE) as client:
        bodies = [{"game": GAME, "name": "Ada", "word": word} for word in words]
        answers = await asyncio.gather(*(client.post("/api/rooms", json=body) for body in bodies))
    return [answer.status_code for answer in answers]


def test_word_behind_guesses_at_the_same_time_waits() -> None:
    with a_web(limits=True, open_word=SECRET, figures=Figures(wrong_burst=5)) as web:
        assert web.client.portal is not None
        answers = web.client.portal.call(open_at_the_same_time, web, ["frosch"] * 8 + [SECRET])
    assert answers == [403] * 5 + [429] * 4


def test_wrong_word_uses_up_no_table() -> None:
    with a_web(limits=True, open_word=SECRET, figures=Figures(rooms_per_hour=1)) as web:
        for _ in range(3):
            assert open_by_program(web, word="frosch").status_code == 403
            assert bring(web, b"{}", word="frosch").status_code == 403
        assert open_by_program(web, word=SECRET).status_code == 201


def test_table_plays_on_without_the_word(guarded: Web) -> None:
    opened = open_by_program(guarded, word=SECRET).json()
    path, headers = f"/api/rooms/{opened['room']}/commands", {"authorization": f"Bearer {opened['token']}"}
    for command in {"do": "fill", "size": 3}, {"do": "begin"}, {"do": "vote", "motion": "restart", "on": True}:
        assert guarded.client.post(path, json=command, headers=headers).status_code == 200
