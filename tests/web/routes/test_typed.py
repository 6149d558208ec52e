"""Input that people type, paste and follow.

Codes and links have signs around them; names and messages come in every script."""

import html
import re
from collections.abc import Iterator
from urllib.parse import quote

import pytest

from app.rooms.chat.words import MAX_SAY_TYPED, MESSAGE_SENTENCES
from app.rooms.model.names import SENTENCES
from app.rooms.model.text.characters import Fault
from app.settings.limits import Figures
from tests.web.routes.test_rooms import Browser, join_link
from tests.web.tables import Web, a_web


@pytest.fixture
def ada(web: Web) -> Browser:
    return Browser(web)


@pytest.fixture
def ben(web: Web) -> Browser:
    return Browser(web)


@pytest.fixture(scope="module")
def shared() -> Iterator[tuple[Browser, str, str]]:
    """Host, the code of her lobby and its join link, for tests that change nothing."""
    with a_web() as web:
        host = Browser(web)
        code = host.opens("Ada")
        yield host, code, join_link(host, code)


ARABIC = str.maketrans("0123456789", "\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668\u0669")
WIDE = {letter: letter + 0xFEE0 for letter in range(0x21, 0x7F)}

WRITTEN = (
    "{a}\u2013{b}",
    "{a}\u2014{b}",
    "{a}\u2011{b}",
    "{a}\u2012{b}",
    "{a}\u2212{b}",
    "{a}\u30fc{b}",
    "{a}\u00ad-{b}",
    "{a}\u00a0{b}",
    "{a}\u202f{b}",
    "{a} - {b}",
    " {a} {b} ",
    "{a}{b}.",
    "({a}-{b})",
    "\u201c{a}-{b}\u201d",
    "<{a}{b}>",
    "#{a}{b}",
    "{a}-{b}!",
    "*{a}-{b}*",
    "\ufeff{a}-{b}\u200b",
    "\u2068{a}-{b}\u2069",
    "\U0001f449{a}-{b}\U0001f448",
    "{a}-{b}\r\n",
    "{a}_{b}",
    "Der Code ist {a}-{b}, bis gleich!",
    "code {a} {b} please",
    "Tischcode: {a}{b}.",
    "\u4ee3\u7801\u662f{a}{b}\u8bf7",
    "\u05d4\u05e7\u05d5\u05d3 {a}-{b}.",
    "{a}-{b} ({a} {b})",
)


@pytest.mark.parametrize("written", WRITTEN)
def test_one_code_is_read_from_whatever_stands_around_it(shared: tuple[Browser, str, str], written: str) -> None:
    host, code, _ = shared
    for form in (code, code.lower(), code.translate(ARABIC), code.translate(WIDE)):
        # in a sentence, capitals mark a code without digits
        typed = written.format(a=form[:4], b=form[4:])
        if form.islower() and len(typed) > 16:
            continue
        answer = Browser(host.web).post("/join", code=typed)
        assert (answer.status_code, answer.headers.get("location")) == (303, f"/r/{code}"), typed


LINKS = (
    "{link}",
    "http://localhost:8000{link}",
    "<https://play.example.org{link}>",
    "https://192.168.1.20:8000{link}?utm_source=x",
    "https://play.example.org{link}#top",
    "Komm doch: https://play.example.org{link}.",
    "\u300chttps://play.example.org{link}\u300d",
    "[Signet](https://play.example.org{link})",
    "play.example.org{link}",
    "\u201chttps://play.example.org{link}\u201d,",
    "https://play.example.org{link}\u200b",
    "Signet\nhttps://play.example.org{link}\n{code}",
    "https://l.example/l.php?u=https%3A%2F%2Fplay.example.org{quoted}&h=1",
    "HTTPS://PLAY.EXAMPLE.ORG{link}",
)


@pytest.mark.parametrize("written", LINKS)
def test_one_link_is_read_from_whatever_stands_around_it(shared: tuple[Browser, str, str], written: str) -> None:
    host, code, link = shared
    typed = written.format(link=link, quoted=quote(link, safe=""), code=code)
    answer = Browser(host.web).post("/join", code=typed)
    assert (answer.status_code, answer.headers.get("location")) == (303, link)
    bare = written.format(link=f"/r/{code}", quoted=quote(f"/r/{code}", safe=""), code=code)
    assert Browser(host.web).post("/join", code=bare).headers.get("location") == f"/r/{code}"


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "hello",
        "K7QF-2M9",
        "K7QF-2M9XX",
        "K7QF-2M9X, 3KQF-2M9Z",
        "https://a.example/",
        "\u0440\u0443\u043a\u0430",
        "x" * 3000,
    ],
)
def test_what_can_be_no_code_is_no_guess(typed: str) -> None:
    with a_web(limits=True, figures=Figures(wrong_burst=3)) as web:
        host = Browser(web)
        code = host.opens("Ada")
        for _ in range(6):
            page = Browser(web).post("/join", code=typed)
            assert page.status_code == 404
            assert 'id="code-says"' in page.text
        assert Browser(web).post("/join", code=code).status_code == 303


@pytest.mark.parametrize(
    "sign",
    [
        ".",
        ",",
        ")",
        "!",
        "?!",
        "/",
        "%E2%80%8B",
        "%E2%80%9D",
        "%3E",
        "%22",
        ";",
        ":",
        "%E3%80%82",
        "%20",
        "*",
        "%C2%A0",
        "'",
        "%EF%BB%BF",
    ],
)
def test_a_link_with_signs_behind_it_leads_to_the_table(shared: tuple[Browser, str, str], sign: str) -> None:
    host, code, link = shared
    for path in (f"/r/{code}", link, "/rules/adel_verpflichtet"):
        answer = Browser(host.web).get(path + sign)
        if "?" not in sign:
            assert (answer.status_code, answer.headers["location"]) == (303, path)
            assert Browser(host.web).get(path).status_code == 200


def test_an_address_in_another_hand_leads_to_the_table(shared: tuple[Browser, str, str]) -> None:
    host, code, link = shared
    dashed, wide = quote(code[:4] + "\u2013" + code[4:]), quote(code.translate(WIDE))
    for path in (f"/R/{code}", f"/r/{dashed}", f"/r/{wide}"):
        assert Browser(host.web).get(path).headers["location"] == f"/r/{code}"
    assert Browser(host.web).get(f"{link}_").headers["location"] == link


NAMES = {
    "\U0001f469\u200d\U0001f4bb": "\U0001f469\u200d\U0001f4bb",
    "\u0634\u0631\u06cc\u200c\u0632\u0627\u062f": "\u0634\u0631\u06cc\u200c\u0632\u0627\u062f",
    "\ufeffBen\u00ad\u200b ": "Ben",
}


@pytest.mark.parametrize("typed", NAMES)
def test_a_name_of_any_script_sits_down_and_speaks(ada: Browser, ben: Browser, typed: str) -> None:
    code = ada.opens("Ada")
    assert ben.post(join_link(ada, code), name=typed).status_code == 303
    assert ben.post(f"/r/{code}/do", do="say", text=typed).status_code == 303
    page = ada.get(f"/r/{code}").text
    assert f">{NAMES[typed]}</bdi>" in page


def test_refused_name_stays_in_field_and_each_fault_is_explained(ada: Browser, ben: Browser) -> None:
    code = ada.opens("Ada")
    reasons = {
        "": Fault.EMPTY,
        "x" * 25: Fault.LONG,
        "\u202eneB": Fault.TURNED,
        "\u3164": Fault.UNSEEN,
        "e\u0301\u0301\u0301\u0301": Fault.STACKED,
    }
    for typed, fault in reasons.items():
        page = ben.post(join_link(ada, code), name=typed)
        assert page.status_code == 422
        assert SENTENCES[fault] in html.unescape(page.text)
        assert f'value="{typed}"' in page.text


LINES = {
    "a" * 501: Fault.LONG,
    "a" * MAX_SAY_TYPED: Fault.LONG,
    "a" * 5000: Fault.LONG,
    "\u202eneB": Fault.TURNED,
    "e" + "\u0301" * 9: Fault.STACKED,
    " ": Fault.EMPTY,
}


@pytest.mark.parametrize("typed", LINES)
def test_refused_message_stays_in_field_and_each_fault_is_explained(ada: Browser, typed: str) -> None:
    code = ada.opens("Ada")
    ada.post(f"/r/{code}/do", **{"do": "options", "option.watchers": "public"})
    watch = re.search(rf"/r/{code}/watch/[\w-]+", ada.get(f"/r/{code}").text)
    assert watch is not None
    for page in (
        Browser(ada.web).post(f"{watch.group()}/do", do="watcher_say", name="Walter", text=typed),
        ada.post(f"/r/{code}/do", do="say", text=typed),
    ):
        assert page.status_code == 422
        assert MESSAGE_SENTENCES[LINES[typed]] in html.unescape(page.text)
        again = page.text.partition('class="line-again"')[2].partition("</form>")[0]
        assert f'name="text" maxlength="{MAX_SAY_TYPED}" required autofocus value="{typed}"' in again
        assert ('value="Walter"' in again) is ("watcher_say" in again)


def test_a_code_is_confirmed_as_it_is_typed_elsewhere(ada: Browser) -> None:
    code = ada.opens("Ada")
    assert ada.post(f"/r/{code}/delete", confirm="K7QF-2M9X").status_code == 422
    assert ada.post(f"/r/{code}/delete", confirm=f" {code[:4].lower()}\u2013{code[4:]}. ").status_code == 303
