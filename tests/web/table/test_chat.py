"""Chat through the whole server: limits, the watchers' link, and recipients.

Texts that look like code stay text."""

from collections.abc import Iterator
from html import unescape
from typing import Any
from unittest.mock import patch

import pytest

from app.rooms.saving.notes import NOTES
from app.web.text.languages import LANGUAGES, catalogue
from tests.web.tables import BASE, Table, Web, a_web, receive_answer

HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>{{7*7}}"
LINK = "https://talk.example.org/secret-room"


@pytest.fixture
def limited() -> Iterator[Web]:
    with a_web(limits=True) as web:
        yield web


def start_watched_game(web: Web, **options: Any) -> Table:
    """Return a game of two that watchers may see."""
    return web.playing("Ada", "Ben", options={"watchers": "public", **options})


def watch(table: Table) -> str:
    """Return the path of the watchers' page."""
    return table.links["watch"]


def shout(table: Table, text: str = "hello", name: str = "Walter", **fields: str) -> Any:
    """Post a watcher's message as the page does."""
    form = {"do": "watcher_say", "name": name, "text": text, **fields}
    headers = {"origin": BASE, "accept": "application/json"}
    return table.web.client.post(f"{watch(table)}/do", data=form, headers=headers)


def public(table: Table) -> dict[str, Any]:
    """Return the public view."""
    return dict(table.web.client.get(table.path).json())


def page(table: Table, seat: int | None) -> str:
    """Return the page of a seat, or of a watcher."""
    if seat is None:
        return str(table.web.client.get(watch(table)).text)
    return str(table.web.client.get(f"/r/{table.code}", headers={"cookie": f"dev={table.tokens[seat]}"}).text)


def test_a_watcher_talks_by_the_link_over_form_and_socket(web: Web) -> None:
    table = start_watched_game(web)
    assert shout(table).json() == {"re": None, "ok": True, "version": public(table)["room"]["version"]}
    with web.socket(f"{watch(table)}/live", origin=BASE) as socket:
        socket.receive_json()
        socket.send_json({"id": "w1", "do": "watcher_say", "name": "Wanda", "text": "hi"})
        assert receive_answer(socket, "w1")["ok"] is True
        # a form repeats a command with a lost answer: the message appears once
        assert shout(table, "hi", "Wanda", id="w1").json()["ok"] is True
        assert shout(table, "other", "Wanda", id="w1").json()["refused"] == "id_used"
    assert [(line["name"], line["text"]) for line in public(table)["watchers_said"]] == [
        ("Walter", "hello"),
        ("Wanda", "hi"),
    ]


def test_a_form_without_scripts_leads_back_to_the_table(web: Web) -> None:
    table = start_watched_game(web)
    form = {"do": "watcher_say", "name": "Walter", "text": "hello"}
    answer = web.client.post(f"{watch(table)}/do", data=form, headers={"origin": BASE}, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, watch(table))


def test_a_watcher_can_do_nothing_else(web: Web) -> None:
    table = start_watched_game(web)
    before = table.fingerprint()
    for fields in ({"do": "say", "text": "x"}, {"do": "pause"}, {"do": "react", "sign": "hat"}, {"do": "leave"}):
        answer = web.client.post(f"{watch(table)}/do", data=fields, headers={"origin": BASE})
        assert answer.status_code == 403
    assert shout(table, name="Ada").json()["refused"] == "name_taken"
    assert shout(table, text="").json()["refused"] == "bad_field"
    assert table.fingerprint() == before


@pytest.mark.parametrize("options", [{"watchers": "none"}, {"watchers_talk": False}])
def test_where_watchers_do_not_talk_none_does(web: Web, options: dict[str, Any]) -> None:
    table = start_watched_game(web, **options)
    before = table.fingerprint()
    assert shout(table).json()["refused"] in ("no_such_room", "no_talk")
    assert table.fingerprint() == before


def test_a_wrong_watch_key_or_the_code_alone_says_nothing(web: Web) -> None:
    table = start_watched_game(web)
    before = table.fingerprint()
    form = {"do": "watcher_say", "name": "Walter", "text": "hello"}
    assert web.client.post(f"/r/{table.code}/watch/{'k' * 22}/do", data=form).status_code == 404
    with web.socket(f"{table.path}/live") as socket:
        socket.send_json({"do": "hello"})
        socket.receive_json()
        socket.send_json({"id": "w1", **form})
        assert receive_answer(socket, "w1")["refused"] == "no_seat"
    assert table.post(1, **form).json()["refused"] == "no_talk"
    assert table.fingerprint() == before


def test_chat_phrases_and_signs_share_one_limit(limited: Web) -> None:
    table = limited.open("Ada", "Ben")
    said = [{"do": "say", "text": "x"}, {"do": "phrase", "phrase": "luck"}, {"do": "react", "sign": "hat"}] * 2
    answers = [table.post(0, **each) for each in said]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429]
    # the limit delays neither the other seat nor this seat's other commands
    assert table.post(1, do="react", sign="hat").status_code == 200
    assert table.post(0, do="mute", name="Ben", on=True).status_code == 200


def test_watchers_have_a_limit_of_their_own(limited: Web) -> None:
    table = limited.open("Ada", options={"watchers": "public"})
    answers = [shout(table).status_code for _ in range(6)]
    assert answers == [200] * 5 + [429]
    limited.time.seconds += 2
    assert shout(table).status_code == 200
    assert table.post(0, do="say", text="x").status_code == 200


def test_muted_or_unwanted_chat_is_in_no_byte_sent(web: Web) -> None:
    table = start_watched_game(web)
    assert table.post(0, do="mute", name="Ben", on=True).json()["ok"] is True
    table.post(1, do="say", text="kumquat")
    shout(table, "pomelo")
    for path, headers in ((table.path, table.bearer(0)), (f"/r/{table.code}", {"cookie": f"dev={table.tokens[0]}"})):
        content = web.client.get(path, headers=headers).text
        assert "kumquat" not in content
        assert "pomelo" not in content
    assert "kumquat" in page(table, 1)
    assert "pomelo" in page(table, None)
    table.post(0, do="mute", name="Ben", on=False)
    table.post(0, do="hear_watchers", on=True)
    assert "kumquat" in page(table, 0)
    assert "pomelo" in page(table, 0)


def test_replay_has_reactions_but_none_of_muted_names(web: Web) -> None:
    table = start_watched_game(web)
    for seat in (0, 1):
        assert table.seal(seat).status_code == 200
    assert table.post(1, do="react", sign="hat", ask=1).json()["ok"] is True
    path, cookie = f"/r/{table.code}/replay?at=1.1", {"cookie": f"dev={table.tokens[0]}"}
    shown = web.client.get(path, headers=cookie).text
    assert 'data-token="hat"' in shown
    assert "Ben: Hats off" in shown
    table.post(0, do="mute", name="Ben", on=True)
    assert "Hats off" not in web.client.get(path, headers=cookie).text
    assert "Ben: Hats off" in web.client.get(f"{watch(table)}/replay?at=1.1").text


def test_nobody_is_told_whom_somebody_mutes(web: Web) -> None:
    table = start_watched_game(web)
    with table.socket(1) as socket:
        socket.send_json({"id": "o", "do": "ping"})
        receive_answer(socket, "o")
        table.post(0, do="mute", name="Ben", on=True)
        table.post(0, do="hear_watchers", on=True)
        socket.send_json({"id": "p", "do": "ping"})
        assert socket.receive_json()["re"] == "p"
    record = web.client.get(f"{table.path}/journal", headers=table.bearer(1)).json()
    assert {event["fact"] for event in record["facts"]}.isdisjoint({"Muted", "WatchersHeard"})


def test_the_voice_link_is_for_seats_alone(web: Web) -> None:
    table = start_watched_game(web)
    assert table.post(0, do="voice", link=LINK).json()["ok"] is True
    for seat in (0, 1):
        shown = page(table, seat)
        assert f'href="{LINK}"' in shown
        assert "talk.example.org" in shown
    record = web.client.get(f"{table.path}/journal", headers=table.bearer(1)).text
    for content in (page(table, None), web.client.get(table.path).text, record):
        assert "talk.example.org" not in content


def test_the_record_tells_what_was_said(web: Web) -> None:
    table = start_watched_game(web)
    table.post(0, do="phrase", phrase="bluffed")
    table.post(1, do="react", sign="hat")
    shout(table)
    events = web.client.get(f"{table.path}/journal", headers=table.bearer(0)).json()["facts"]
    told = [{key: value for key, value in event.items() if key != "at"} for event in events[-3:]]
    assert told == [
        {"fact": "PhraseSaid", "seat": 0, "phrase": "bluffed"},
        {"fact": "Reacted", "seat": 1, "sign": "hat", "ask": None},
        {"fact": "WatcherSaid", "name": "Walter", "text": "hello"},
    ]


@pytest.mark.parametrize("language", ["en", "de", "nl", "fr", "it"])
def test_each_reads_a_phrase_in_their_own_language(web: Web, language: str) -> None:
    table = start_watched_game(web)
    table.post(0, do="phrase", phrase="bluffed")
    headers = {"cookie": f"dev={table.tokens[1]}; signet-language={language}"}
    said = web.client.get(f"/r/{table.code}", headers=headers).text.partition('data-phrase="bluffed"')[2][:200]
    assert ("Well bluffed!" in said) is (language == "en")


def test_hostile_texts_stay_texts_on_every_page(web: Web) -> None:
    table = start_watched_game(web)
    assert table.post(1, do="say", text=HOSTILE).json()["ok"] is True
    assert shout(table, HOSTILE).json()["ok"] is True
    table.post(0, do="hear_watchers", on=True)
    for seat in (0, 1, None):
        content = page(table, seat)
        assert "<script>alert" not in content
        assert "<img src=x" not in content
        assert "&lt;script&gt;alert(1)" in content
        assert ">49<" not in content


def test_a_deleted_room_leaves_no_word(web: Web) -> None:
    table = web.open("Ada", options={"watchers": "public"})
    shout(table)
    table.post(0, do="phrase", phrase="good_night")
    headers = {"cookie": f"dev={table.tokens[0]}", "origin": BASE}
    answer = web.client.post(f"/r/{table.code}/delete", data={"confirm": table.code}, headers=headers)
    assert answer.status_code == 200
    assert web.store._rooms == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_everyone_reads_storage_warning_of_table_in_own_language(web: Web, language: str) -> None:
    with patch("app.rooms.budget.spending.NEARLY_FULL", 4_000):
        table = start_watched_game(web)
        shown = catalogue(language).gettext(NOTES["nearly_full"])
        for seat in (0, 1, None):
            assert shown not in fetch_page(table, seat, language)
        for _ in range(10):
            assert table.post(0, do="say", text="Good evening, everybody").status_code == 200
        assert shown not in fetch_page(table, 1, language), "in a game it is said with a reveal"
        for seat in (0, 1):
            assert table.seal(seat).status_code == 200
        for seat in (0, 1, None):
            assert shown in fetch_page(table, seat, language)
    notes = [line for line in table.view(0)["said"] if line["phrase"] == "nearly_full"]
    assert [line["name"] for line in notes] == ["Signet"]


def fetch_page(table: Table, seat: int | None, language: str) -> str:
    """Return the page of a seat, or of a watcher, in that language."""
    path = watch(table) if seat is None else f"/r/{table.code}"
    cookie = {} if seat is None else {"cookie": f"dev={table.tokens[seat]}"}
    return unescape(table.web.client.get(path, headers={"accept-language": language, **cookie}).text)
