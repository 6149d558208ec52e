"""Voice calls on the operator's call server: started in one tap, by one form."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from httpx2 import Response

from app.web.keys import new_call_link
from tests.web.tables import BASE, Table, Web, a_web

SERVER = "https://meet.example.org/jitsi"
LINK = re.compile(re.escape(SERVER) + "/signet-[a-z]{7}-[a-z]{7}-[a-z]{7}")
TEXT = "Start a voice call"


@pytest.fixture
def calling() -> Iterator[Table]:
    """Game of two, which people may watch, on a server with a call server."""
    with a_web(call_server=SERVER) as web:
        yield web.playing("Ada", "Ben", options={"watchers": "public"})


def page(table: Table, seat: int | None) -> str:
    """Return the page of a seat, or of a watcher."""
    if seat is None:
        return str(table.web.client.get(table.links["watch"]).text)
    return str(table.web.client.get(f"/r/{table.code}", headers={"cookie": f"dev={table.tokens[seat]}"}).text)


def tap(table: Table, seat: int, **fields: str) -> Response:
    """Send the form of the button as a browser does, also one without scripts."""
    headers = {"origin": BASE, "cookie": f"dev={table.tokens[seat]}"}
    fields = {"do": "start_call", **fields}
    return table.web.client.post(f"/r/{table.code}/do", data=fields, headers=headers, follow_redirects=False)


def find_link(text: str) -> str:
    """Return the only link to a call in the text."""
    (link,) = {*LINK.findall(text)}
    return str(link)


def test_any_player_starts_a_call_for_all(calling: Table) -> None:
    assert all(TEXT in page(calling, seat) for seat in (0, 1))
    answer = tap(calling, 1)
    link = find_link(answer.text)
    assert answer.status_code == 200
    assert f'<meta http-equiv="refresh" content="0; url={link}">' in answer.text
    assert f'href="{link}" rel="noreferrer noopener"' in answer.text
    for seat in (0, 1):
        assert find_link(page(calling, seat)) == link == calling.view(seat)["room"]["voice"]
        assert TEXT not in page(calling, seat)


def test_taps_at_the_same_time_make_one_call(calling: Table) -> None:
    with ThreadPoolExecutor(8) as pool:
        answers = [*pool.map(lambda tap_number: tap(calling, tap_number % 2), range(8))]
    assert len({find_link(answer.text) for answer in answers}) == 1


def test_host_ends_a_call_and_the_next_has_another_room(calling: Table) -> None:
    first = find_link(tap(calling, 1).text)
    assert calling.post(1, do="voice", link="").json()["refused"] == "not_host"
    assert calling.post(0, do="voice", link="").json()["ok"] is True
    assert TEXT in page(calling, 0)
    assert find_link(tap(calling, 0).text) != first


def test_tap_leads_to_the_link_that_a_host_has_pasted(calling: Table) -> None:
    calling.post(0, do="voice", link="https://talk.example.org/friends")
    assert "url=https://talk.example.org/friends" in tap(calling, 1).text


def test_nobody_without_a_seat_starts_a_call(calling: Table) -> None:
    assert TEXT not in page(calling, None)
    calling.tokens.append("x" * 43)
    assert tap(calling, 2).status_code == 404
    refused = calling.web.client.post(f"{calling.path}/commands", json={"do": "start_call"})
    assert refused.status_code == 401
    assert calling.view(0)["room"]["voice"] is None


def test_nobody_chooses_the_link(calling: Table) -> None:
    assert tap(calling, 0, call="https://evil.example/x").status_code == 422
    assert calling.post(0, do="start_call", call="https://evil.example/x").json()["refused"] == "bad_field"
    assert calling.view(0)["room"]["voice"] is None


def test_program_starts_a_call_and_reads_its_link(calling: Table) -> None:
    assert calling.post(1, do="start_call").json()["ok"] is True
    assert LINK.fullmatch(calling.view(0)["room"]["voice"])


def test_server_without_a_call_server_offers_no_call(web: Web) -> None:
    table = web.playing("Ada", "Ben")
    assert TEXT not in page(table, 0) + page(table, 1)
    assert "Add a voice call" in page(table, 0)
    answer = table.post(0, do="start_call").json()
    assert (answer["refused"], answer["say"]) == (
        "unknown_command",
        "This server has no voice calls of its own. A host can add a link to one.",
    )


def test_room_of_a_call_has_98_random_bits() -> None:
    links = {new_call_link(SERVER) for _ in range(1000)}
    assert len(links) == 1000
    assert all(LINK.fullmatch(link) for link in links)
    letters = "".join(link.rpartition("signet-")[2].replace("-", "") for link in links)
    assert len(letters) == 21_000 and {*letters} == {*"abcdefghijklmnopqrstuvwxyz"}
    # 21 letters of 26: each is as frequent as any other, by six standard deviations
    assert all(abs(letters.count(letter) - 21_000 / 26) < 168 for letter in "abcdefghijklmnopqrstuvwxyz")
