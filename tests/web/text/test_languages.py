"""Language of a device: its default, and how it is chosen."""

import re

import pytest
from httpx2 import Response

from app.rooms.model.refusals import refuse
from app.web.http.language import negotiate_language
from app.web.routes.language import own_path
from app.web.text.languages import LANGUAGES, catalogue
from app.web.text.sentences import Speech
from tests.web.tables import BASE, GAME, Web, a_web

FORM = {"origin": BASE, "content-type": "application/x-www-form-urlencoded"}


def page(web: Web, path: str = "/", **headers: str) -> str:
    """Return the language that a page declares."""
    answer = web.client.get(path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    found = re.search(r'<html lang="([^"]*)"', answer.text)
    assert found is not None
    return found[1]


def choose(web: Web, language: str, back: str = "/", **headers: str) -> Response:
    """Send the language form and return the response."""
    answer = web.client.post(
        "/language", data={"language": language, "back": back}, headers={**FORM, **headers}, follow_redirects=False
    )
    web.client.cookies.clear()
    return answer


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", None),
        ("*", None),
        ("de", "de"),
        ("de-AT", "de"),
        ("DE-at;q=1.0", "de"),
        ("pl, cs;q=0.9", None),
        ("pl, nl;q=0.9, fr;q=0.8", "nl"),
        ("fr;q=0.3, it;q=0.7", "it"),
        ("fr; q=0.3 , it ; q=0.7", "it"),
        ("en, de", "en"),
        ("fr;q=0, de;q=0.001", "de"),
        ("fr;q=0", None),
        ("fr;q=2, de;q=0.1", "de"),
        ("fr;level=1, de;q=0.1", "de"),
        ("fr;q=nan", None),
        ("deutsch", None),
        (";;,,q=1,", None),
        (", ".join(["pl"] * 100 + ["de"]), None),
    ],
)
def test_a_browser_gets_the_language_it_puts_first(header: str, language: str | None) -> None:
    assert negotiate_language(header) == language


def test_a_page_says_its_language_to_screen_readers(web: Web) -> None:
    assert page(web) == "en"
    for language in LANGUAGES:
        assert page(web, accept_language=f"{language}-XY") == language


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_chosen_language_outweighs_the_browsers(web: Web, language: str) -> None:
    answer = choose(web, language, "/r/K7QF2M9X")
    assert (answer.status_code, answer.headers["location"]) == (303, "/r/K7QF2M9X")
    cookie, *attributes = answer.headers["set-cookie"].split("; ")
    assert cookie == f"signet-language-8000={language}"
    assert {"HttpOnly", "Path=/", "SameSite=lax"} <= set(attributes)
    assert page(web, cookie=cookie, accept_language="it, nl") == language


def test_over_https_the_cookie_is_bound_to_the_host() -> None:
    with a_web(public_url="https://signet.example") as web:
        own = {"host": "signet.example", "origin": "https://signet.example"}
        answer = choose(web, "de", **own)
        assert answer.headers["set-cookie"].startswith("__Host-signet-language=de; ")
        assert "Secure" in answer.headers["set-cookie"].split("; ")
        assert page(web, host="signet.example", cookie="__Host-signet-language=de") == "de"
        assert page(web, host="signet.example", cookie="signet-language-8000=de") == "en"


@pytest.mark.parametrize("kept", ["", "tlh", "DE", "../de", "de;", "x" * 3000])
def test_a_cookie_that_names_no_language_means_nothing(web: Web, kept: str) -> None:
    assert page(web, cookie=f"signet-language-8000={kept}", accept_language="nl") == ("de" if kept == "de;" else "nl")


def test_an_unknown_language_and_a_foreign_page_change_nothing(web: Web) -> None:
    unknown = choose(web, "tlh")
    assert unknown.status_code == 422
    foreign = choose(web, "de", **{"origin": "https://elsewhere.example"})
    assert foreign.status_code == 403
    assert not {"set-cookie"} & {*unknown.headers, *foreign.headers}


@pytest.mark.parametrize("path", ["/", "/r/K7QF2M9X", "/r/K7QF2M9X/join/a_b-C", "/rules/one?step=3&seat=2"])
def test_the_form_leads_back_to_its_page(path: str) -> None:
    assert own_path(path) == path


@pytest.mark.parametrize(
    "path",
    ["", "//elsewhere.example", "/\\elsewhere.example", "https://elsewhere.example", "r/K7QF2M9X", "/a\r\nb", "/a b"],
)
def test_the_form_never_leads_away(path: str) -> None:
    assert own_path(path) == "/"


def test_room_uses_its_language_for_devices_with_no_supported_language(web: Web) -> None:
    table = web.open("Ada", options={"language": "nl"})
    path = table.links["join"]
    assert page(web, path) == "nl"
    assert page(web, path, accept_language="pl") == "nl"
    assert page(web, path, accept_language="fr") == "fr"
    assert page(web, path, accept_language="fr", cookie="signet-language-8000=it") == "it"


def test_a_page_and_its_socket_speak_one_language(web: Web) -> None:
    opened = web.client.post(
        "/rooms",
        data={"game": GAME, "name": "Ada"},
        headers={**FORM, "accept-language": "de"},
        follow_redirects=False,
    )
    device = opened.headers["set-cookie"].partition(";")[0]
    web.client.cookies.clear()
    text = web.client.get(opened.headers["location"], headers={"cookie": device, "accept-language": "de"}).text
    live = re.search(r'data-live="([^"]+)"', text)
    assert live is not None
    assert live[1].endswith("/live?language=de")
    with web.socket(live[1], cookie=f"{device}; signet-language=fr", origin=BASE) as socket:
        regions = socket.receive_json()["regions"]
    for words in ("Vor der Partie", "Freunde einladen"):
        assert words in text
        assert any(words in html for html in regions.values())


def test_refusals_are_said_in_the_language_of_the_device(web: Web) -> None:
    german = {"accept-language": "de"}
    page = web.client.post("/join", data={"code": "00000000"}, headers={**FORM, **german})
    assert page.status_code == 404
    assert "ask for a new link" not in page.text
    assert catalogue("de").gettext("No table has that code. Check it and try again.") in page.text
    nowhere = web.client.get("/r/00000000/watch/nothing", headers={**german, "accept": "application/json"})
    assert nowhere.json()["say"] == catalogue("de").gettext("This link no longer works. Ask for a new one.")
    program = web.client.get("/api/rooms/00000000", headers=german)
    assert "ask for a new link" in program.json()["say"]


def test_refusal_with_figure_uses_general_text_in_other_languages() -> None:
    refusal = refuse("too_few", "Adel verpflichtet wants 2 to 5 players.")
    german = Speech(catalogue("de"), "de")
    assert Speech(catalogue("en")).refusal(refusal) == refusal.say
    assert german.refusal(refusal) == german.refusal(refuse("too_few")) != refusal.say
