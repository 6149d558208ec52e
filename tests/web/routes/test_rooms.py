"""HTML routes: what a browser without scripts can do, and what addresses reveal."""

import re
from collections.abc import Iterator

import pytest
from httpx2 import Response
from starlette.websockets import WebSocketDisconnect

from app.rooms.model.ids import RoomCode
from app.settings.limits import Figures
from app.web.http.errors import Close
from tests.web.tables import BASE, DEVICE_COOKIE, GAME, Table, Web, a_web, receive_answer

OWN = {"origin": BASE}


class Browser:
    """Device with a cookie, and its pages."""

    def __init__(self, web: Web) -> None:
        self.web = web
        self.cookie: dict[str, str] = {}

    def get(self, path: str) -> Response:
        """Return the page of an address, without following redirects."""
        return self._store_cookies(self.web.client.get(path, headers=self.cookie, follow_redirects=False))

    def post(self, path: str, **fields: str) -> Response:
        """Send a form and return the response."""
        headers = {**OWN, **self.cookie, "content-type": "application/x-www-form-urlencoded"}
        return self._store_cookies(self.web.client.post(path, data=fields, headers=headers, follow_redirects=False))

    def _store_cookies(self, answer: Response) -> Response:
        self.web.client.cookies.clear()
        if "set-cookie" in answer.headers:
            self.cookie = {"cookie": answer.headers["set-cookie"].partition(";")[0]}
        return answer

    def opens(self, name: str) -> str:
        """Open a room and return its code."""
        answer = self.post("/rooms", game=GAME, name=name)
        assert answer.status_code == 303, answer.text
        return str(answer.headers["location"]).removeprefix("/r/")


@pytest.fixture
def ada(web: Web) -> Browser:
    return Browser(web)


@pytest.fixture
def ben(web: Web) -> Browser:
    return Browser(web)


def join_link(browser: Browser, code: str) -> str:
    found = re.search(rf"/r/{code}/join/[\w-]+", browser.get(f"/r/{code}").text)
    assert found is not None
    return found.group()


def test_home_offers_a_room_and_seats_nobody(ada: Browser) -> None:
    page = ada.get("/")
    assert page.status_code == 200
    assert 'action="/rooms"' in page.text
    assert 'action="/join"' in page.text
    assert DEVICE_COOKIE not in ada.cookie.get("cookie", "")


def test_opening_a_room_leads_to_an_address_without_a_secret(ada: Browser) -> None:
    code = ada.opens("Ada")
    assert re.fullmatch(r"[0-9A-HJKMNP-TV-Z]{8}", code)
    page = ada.get(f"/r/{code}")
    assert page.status_code == 200
    assert "Ada" in page.text


def test_friend_takes_seat_by_link_and_is_redirected_to_room(ada: Browser, ben: Browser) -> None:
    code = ada.opens("Ada")
    link = join_link(ada, code)
    form = ben.get(link)
    assert form.status_code == 200
    assert "Ada" in form.text
    assert DEVICE_COOKIE not in ben.cookie.get("cookie", "")
    answer = ben.post(link, name="Ben")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/r/{code}")
    assert "Ben" in ada.get(f"/r/{code}").text
    assert ben.get(link).headers["location"] == f"/r/{code}"


def test_looking_at_a_link_joins_nobody(ada: Browser, ben: Browser) -> None:
    code = ada.opens("Ada")
    link = join_link(ada, code)
    before = Table(ada.web, RoomCode(code), {}).fingerprint()
    for _ in range(3):
        assert ben.get(link).status_code == 200
    assert Table(ada.web, RoomCode(code), {}).fingerprint() == before


@pytest.mark.parametrize("written", ["{0}", "{1}", "{2}"])
def test_typed_code_leads_to_lobby_and_to_seat(ada: Browser, ben: Browser, written: str) -> None:
    code = ada.opens("Ada")
    typed = written.format(code, code.lower(), f"{code[:4]}-{code[4:]}")
    answer = ben.post("/join", code=typed)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/r/{code}")
    assert f'action="/r/{code}/join"' in ben.get(f"/r/{code}").text
    assert ben.post(f"/r/{code}/join", name="Ben").status_code == 303
    assert "Ben" in ben.get(f"/r/{code}").text


def test_a_code_written_otherwise_leads_to_the_right_address(ada: Browser) -> None:
    code = ada.opens("Ada")
    for written in (code.lower(), f"{code[:4]}-{code[4:]}"):
        if written != code:
            assert ada.get(f"/r/{written}").headers["location"] == f"/r/{code}"


@pytest.mark.parametrize("code", ["00000000", "nothing", "", "x" * 500, "<script>"])
def test_wrong_code_shows_error_on_page_of_its_form(ada: Browser, code: str) -> None:
    page = ada.post("/join", code=code)
    assert page.status_code == 404
    assert 'action="/join"' in page.text
    said, field = page.text.index("No table has that code."), page.text.index('aria-describedby="code-says"')
    assert field < said < page.text.index("</form>", field), "it stands beside the field"
    assert "<script>" not in page.text


def test_wrong_code_limit_tells_browser_when_to_retry() -> None:
    with a_web(limits=True, figures=Figures(wrong_burst=10)) as web:
        browser = Browser(web)
        assert [browser.post("/join", code="00000000").status_code for _ in range(10)] == [404] * 10
        page = browser.post("/join", code="00000000")
        assert (page.status_code, page.headers["retry-after"]) == (429, "6")
        assert 'action="/join"' in page.text


@pytest.mark.parametrize("path", ["/r/{code}", "/r/{code}/join/" + "k" * 22, "/r/{code}/watch/" + "k" * 22])
def test_forbidden_room_looks_like_room_that_does_not_exist(ada: Browser, ben: Browser, path: str) -> None:
    code = ada.opens("Ada")
    ben.post(f"/r/{code}/join", name="Ben")
    ada.post(f"/r/{code}/do", do="begin")
    stranger = Browser(ada.web)
    there, nowhere = stranger.get(path.format(code=code)), stranger.get(path.format(code="00000000"))
    assert there.status_code == nowhere.status_code == 404
    assert there.text == nowhere.text


def test_refused_form_shows_again_with_typed_values(ada: Browser, ben: Browser) -> None:
    page = ada.post("/rooms", game=GAME, name="x" * 25)
    assert page.status_code == 422
    assert "Use a name of 1 to 24" in page.text
    code = ada.opens("Ada")
    page = ben.post(f"/r/{code}/join", name="ADA")
    assert page.status_code == 409
    assert "Someone here already has that name" in page.text
    assert DEVICE_COOKIE not in ben.cookie.get("cookie", "")


def test_form_command_redirects_to_room_or_explains_refusal(ada: Browser, ben: Browser) -> None:
    code = ada.opens("Ada")
    page = ada.post(f"/r/{code}/do", do="begin", id="f1")
    assert page.status_code == 409
    assert "players" in page.text
    ben.post(f"/r/{code}/join", name="Ben")
    answer = ada.post(f"/r/{code}/do", do="begin", id="f1")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/r/{code}")
    assert ben.post(f"/r/{code}/do", do="again").status_code == 403
    assert ben.post(f"/r/{code}/do", do="dance").status_code == 400
    assert ben.post(f"/r/{code}/do", do="leave").headers["location"] == "/"


def test_a_whole_round_is_played_by_forms(ada: Browser, ben: Browser) -> None:
    code = ada.opens("Ada")
    ben.post(f"/r/{code}/join", name="Ben")
    ada.post(f"/r/{code}/do", **{"do": "options", "option.grace": "0"})
    ada.post(f"/r/{code}/do", do="begin")
    for browser in (ada, ben):
        found = re.search(r'name="choice"[^>]*value="([^"]+)"', browser.get(f"/r/{code}").text)
        assert found is not None
        sealed = browser.post(f"/r/{code}/do", do="seal", ask="1", choice=found.group(1), id="s1")
        assert sealed.status_code == 303, sealed.text
    late = ada.post(f"/r/{code}/do", do="seal", ask="1", choice="castle exhibit", id="s2")
    assert late.status_code == 409
    assert "the cards have been revealed" in late.text


def test_a_stranger_carries_out_nothing(ada: Browser, ben: Browser) -> None:
    code = ada.opens("Ada")
    ben.opens("Ben")
    for browser in (ben, Browser(ada.web)):
        for at in (code, "00000000"):
            assert browser.post(f"/r/{at}/do", do="leave").status_code == 404
            assert browser.post(f"/r/{at}/return-link").status_code == 404


def test_my_tables_are_on_the_shelf(ada: Browser, ben: Browser) -> None:
    codes = [ada.opens("Ada"), ada.opens("Ada")]
    page = ada.get("/").text
    assert all(code in page for code in codes)
    assert not any(code in ben.get("/").text for code in codes)


def test_the_menu_leads_to_the_shelf_in_every_phase(ada: Browser, ben: Browser) -> None:
    """Small pages have no other link to it while a game runs."""
    code = ada.opens("Ada")
    ben.post(join_link(ada, code), name="Ben")
    for do in ("begin", "pause"):
        for each in (ada, ben):
            menu = each.get(f"/r/{code}").text.partition('<section id="menu"')[2].partition('id="plan"')[0]
            assert '<a class="menu-item" href="/">' in menu
        assert ada.post(f"/r/{code}/do", do=do).status_code == 303


def test_menu_has_at_most_four_groups_and_reserves_host_actions(ada: Browser, ben: Browser) -> None:
    code = ada.opens("Ada")
    ben.post(join_link(ada, code), name="Ben")
    for do, groups in (("begin", ["you", "table", "device"]), ("pause", ["you", "game", "table", "device"])):
        for each in (ada, ben):
            menu = each.get(f"/r/{code}").text.partition('<section id="menu"')[2].partition('id="plan"')[0]
            assert re.findall(r'class="menu-group" id="menu-(\w+)"', menu) == groups
            assert re.findall(r'id="menu-(\w+)" open', menu) == ["you"]
            of_hosts = ["Lock the table", "New code and invite link", "Voice call link", "Save or delete this table"]
            of_hosts += ["Clock and pace"] if "game" in groups else []
            assert all((f"<b>{label}</b>" in menu) is (each is ada) for label in of_hosts)
        ada.post(f"/r/{code}/do", do=do)


def test_clock_page_of_host_exists_only_during_game(ada: Browser, ben: Browser) -> None:
    code = ada.opens("Ada")
    ben.post(join_link(ada, code), name="Ben")
    path = f"/r/{code}/pace"
    assert ada.get(path).headers["location"] == f"/r/{code}"
    ada.post(f"/r/{code}/do", do="begin")
    page = ada.get(path).text
    assert len(re.findall(r'name="option\.clock" value=', page)) == 7
    assert 'value="none"' in page
    assert ada.post(f"/r/{code}/do", **{"do": "options", "option.clock": "blitz"}).status_code == 303
    assert re.search(r'value="blitz"[^>]* checked', ada.get(path).text)
    assert ben.get(path).status_code == 403
    assert Browser(ada.web).get(path).status_code == 404


def test_a_return_link_moves_the_seat_to_another_device_once(ada: Browser) -> None:
    code = ada.opens("Ada")
    shown = ada.post(f"/r/{code}/return-link")
    assert shown.status_code == 200
    found = re.search(rf"{BASE}(/r/{code}/return/[\w-]{{43}})", shown.text)
    assert found is not None
    link = found.group(1)
    phone, late = Browser(ada.web), Browser(ada.web)
    assert "Ada" in phone.get(link).text
    answer = phone.post(link)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/r/{code}")
    assert phone.get(f"/r/{code}").status_code == 200
    assert late.get(link).status_code == late.post(link).status_code == 410
    assert late.get(link.replace(code, "00000000")).text == late.get(link).text


def test_watchers_come_by_their_link_while_they_are_welcome(ada: Browser, ben: Browser) -> None:
    code = ada.opens("Ada")
    assert ada.post(f"/r/{code}/do", **{"do": "options", "option.watchers": "public"}).status_code == 303
    found = re.search(rf"/r/{code}/watch/[\w-]{{22}}", ada.get(f"/r/{code}").text)
    assert found is not None
    assert ben.get(found.group()).status_code == 200
    with ben.web.socket(f"{found.group()}/live", **OWN) as socket:
        assert "regions" in socket.receive_json()
        assert ada.post(f"/r/{code}/do", **{"do": "options", "option.watchers": "none"}).status_code == 303
        with pytest.raises(WebSocketDisconnect) as end:
            socket.receive_json()
        assert end.value.code == Close.REFUSED
    assert ben.get(found.group()).status_code == 404


def test_a_page_has_a_socket_of_its_own(ada: Browser) -> None:
    code = ada.opens("Ada")
    with ada.web.socket(f"/r/{code}/live", **OWN, **ada.cookie) as socket:
        assert socket.receive_json()["regions"]
        socket.send_json({"id": "c1", "do": "say", "text": "Hello"})
        receive_answer(socket, "c1")
        assert "Hello" in str(socket.receive_json()["regions"])


@pytest.fixture
def strangers() -> Iterator[list[dict[str, str]]]:
    yield [{}, {"cookie": "dev=" + "t" * 43}, {"cookie": "dev=none"}]


def test_a_page_of_nobody_gets_no_socket(ada: Browser, strangers: list[dict[str, str]]) -> None:
    code = ada.opens("Ada")
    for headers in strangers:
        for at in (code, "00000000"):
            with ada.web.socket(f"/r/{at}/live", **OWN, **headers) as socket:
                assert socket.receive_json()["refused"] == "no_seat"
                with pytest.raises(WebSocketDisconnect) as end:
                    socket.receive_json()
                assert end.value.code == Close.REFUSED


def test_own_page_shows_its_viewer_as_here_without_socket(ada: Browser, ben: Browser) -> None:
    code = ada.opens("Ada")
    ben.post(join_link(ada, code), name="Ben")
    ada.post(f"/r/{code}/do", do="begin")
    presences = re.findall(r'id="seat-(\d)"[^>]* data-presence="(here|offline)"', ben.get(f"/r/{code}").text)
    assert presences == [("0", "offline"), ("1", "here")]


def test_the_public_address_is_what_links_begin_with() -> None:
    with a_web(public_url="https://play.example.org") as web:
        headers = {"host": "play.example.org", "sec-fetch-site": "same-origin"}
        answer = web.client.post("/rooms", data={"game": GAME, "name": "Ada"}, headers=headers, follow_redirects=False)
        cookie = answer.headers["set-cookie"].partition(";")[0]
        page = web.client.get(answer.headers["location"], headers={**headers, "cookie": cookie})
        assert "https://play.example.org/r/" in page.text
        assert "localhost" not in page.text


def test_voice_link_field_allows_same_length_as_room(ada: Browser) -> None:
    code = ada.opens("Ada")
    tag = re.search(r'<input id="voice-link"[^>]*>', ada.get(f"/r/{code}").text)
    found = re.search(r'maxlength="(\d+)"', tag.group()) if tag else None
    assert found is not None
    most = int(found.group(1))
    for length, answer in ((most, 303), (most + 1, 422)):
        link = "https://a.example/".ljust(length, "a")
        assert ada.post(f"/r/{code}/do", do="voice", link=link).status_code == answer
