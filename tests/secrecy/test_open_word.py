"""Word that opens tables: in no page, message, cookie, log, figure or error."""

import io
import re
from collections.abc import Iterator

import pytest
from fastapi import FastAPI

from app import logs
from app.rooms.model.ids import RoomCode
from tests.abuse.browsers import Browser
from tests.web.routes.test_room_files import bring
from tests.web.tables import GAME, Web, a_web

SECRET = "canaryword"
FORMS = SECRET, SECRET.upper(), SECRET.title()
TOKEN = "x" * 32
ROOM = re.compile(r"/r/([0-9A-Z]{8})")


def list_answers(web: Web) -> Iterator[str]:
    """Yield all that the server says to people who have the word, or guess it."""
    for word in "", f"{SECRET}s", SECRET.upper(), SECRET:
        browser = Browser(web)
        yield str(browser.post("/rooms", name="", game=GAME, word=word).text)
        for path in "/rooms", "/solo", "/lesson":
            answer = browser.post(path, name="Ada", game=GAME, word=word)
            yield f"{answer.headers} {answer.text.replace(word, '') if word != SECRET else answer.text}"
        yield str(browser.jar)
        yield from (browser.get(path).text for path in ("/", "/rooms/import", "/forget"))
        program = web.client.post("/api/rooms", json={"game": GAME, "name": "Ada", "word": word})
        yield f"{program.headers} {program.text}"
        yield bring(web, b"{}", word=word).text
        yield web.client.post("/api/rooms", json={"game": GAME, "name": 1, "word": word}).text
    shown = {"authorization": f"Bearer {TOKEN}"}
    yield web.client.get("/metrics", headers=shown).text
    yield web.client.get("/admin", headers=shown).text


@pytest.mark.usefixtures("light_keys")
def test_word_is_in_no_answer_log_or_figure(capfd: pytest.CaptureFixture[str]) -> None:
    said = io.StringIO()
    logs.set_up("debug", said)
    with a_web(open_word=SECRET, metrics_token=TOKEN, admin_token=TOKEN) as web:
        answers = list(list_answers(web))
        portal = web.client.portal
        assert portal is not None
        codes = {code for answer in answers for code in ROOM.findall(answer)}
        entries = [portal.call(web.store.load, RoomCode(code)) for code in codes]
        assert isinstance(web.client.app, FastAPI)
        settings = repr(web.client.app.state.dependencies.settings)
    assert len(codes) >= 4 and len(answers) > 30
    for said_once in *answers, said.getvalue(), repr(entries), settings, *capfd.readouterr():
        assert not any(form in said_once for form in FORMS)
    assert any("Server password" in page for page in answers)
