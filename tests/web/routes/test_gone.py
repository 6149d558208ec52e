"""Page for a device that no longer holds a seat: it gives the reason.

Nobody else learns anything from it."""

import pytest

from tests.web.tables import BASE, DEVICE_COOKIE, Table, Web

WHY = {
    "removed": "The host removed you from the table.",
    "left": "You left the table.",
    "revoked": "This device was removed from your seat.",
}


def loses(table: Table, why: str) -> str:
    """Return the token of a device of Ben's that loses his seat."""
    token = table.tokens[1]
    if why == "removed":
        assert table.post(0, do="remove", seat=1).is_success
    elif why == "left":
        assert table.post(1, do="leave").is_success
    else:
        link = table.post(1, do="return_link").json()["link"]
        web = table.web
        web.client.cookies.clear()
        answer = web.client.post(link, headers={"origin": BASE}, follow_redirects=False)
        token = answer.cookies[DEVICE_COOKIE]
        web.client.cookies.clear()
        assert table.post(1, do="revoke", device=2).is_success
    table.web.client.cookies.clear()
    return token


def page(table: Table, token: str | None, path: str = "/gone", language: str = "en") -> tuple[int, str]:
    """Return the status and the page for a browser with this token."""
    cookie = {"cookie": f"{DEVICE_COOKIE}={token}"} if token is not None else {}
    answer = table.web.client.get(f"/r/{table.code}{path}", headers=cookie | {"accept-language": language})
    return answer.status_code, answer.text


@pytest.mark.parametrize("phase", ["lobby", "playing", "finished"])
@pytest.mark.parametrize("why", WHY)
def test_a_device_that_lost_its_seat_reads_why(web: Web, why: str, phase: str) -> None:
    table = web.open("Ada", "Ben", "Carla") if phase == "lobby" else web.playing("Ada", "Ben", "Carla")
    if phase == "finished":
        for seat in (0, 2):
            table.post(seat, do="vote", motion="end", on=True)
    token = loses(table, why)
    status, text = page(table, token)
    assert status == 200 and WHY[why] in text
    assert 'href="/"' in text and 'id="phase"' not in text
    assert "Ada" not in text and table.join_key not in text
    assert page(table, token, "/mirror")[0] == 404
    for other in (None, "t" * 43):
        nowhere = web.client.get("/r/00000000/gone", headers={"cookie": f"{DEVICE_COOKIE}={other}"} if other else {})
        assert page(table, other) == (404, nowhere.text), "for others there is no such table"


@pytest.mark.parametrize("why", WHY)
def test_it_is_told_in_the_browsers_language(web: Web, why: str) -> None:
    table = web.playing("Ada", "Ben", "Carla")
    status, text = page(table, loses(table, why), language="de")
    assert status == 200 and WHY[why] not in text and "Du sitzt nicht mehr an diesem Tisch" in text


@pytest.mark.parametrize(("why", "may_watch"), [("left", True), ("removed", False), ("revoked", False)])
def test_only_who_left_is_offered_to_look_on(web: Web, why: str, may_watch: bool) -> None:
    """A removed player is to see no more of the table, and a lost device neither."""
    table = web.playing("Ada", "Ben", "Carla", options={"watchers": "public"})
    text = page(table, loses(table, why))[1]
    assert ("/watch/" in text) is may_watch


def test_whoever_sits_down_again_is_at_the_table(web: Web) -> None:
    table = web.playing("Ada", "Ben", "Carla")
    token = loses(table, "left")
    cookie = {"cookie": f"{DEVICE_COOKIE}={token}", "origin": BASE}
    answer = web.client.post(table.links["join"], data={"name": "Ben"}, headers=cookie, follow_redirects=False)
    assert answer.status_code == 303
    new = answer.cookies.get(DEVICE_COOKIE) or token
    web.client.cookies.clear()
    answer = web.client.get(
        f"/r/{table.code}/gone", headers={"cookie": f"{DEVICE_COOKIE}={new}"}, follow_redirects=False
    )
    assert (answer.status_code, answer.headers["location"]) == (303, f"/r/{table.code}")
