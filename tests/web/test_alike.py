"""Who guesses learns nothing: a room that there is not and one in which the asker has no seat are answered alike, byte
for byte, whatever is asked and whatever is shown; and each way counts as one wrong secret."""

import pytest

from tests.web.tables import BASE, Table, Web, a_web

NOWHERE = "K7QF2M9X"
WRONG = "x" * 43
KEY = "y" * 22

ASKED: dict[str, tuple[str, str]] = {
    "page": ("GET", "/r/{room}"),
    "record": ("GET", "/r/{room}/record"),
    "file": ("GET", "/r/{room}/file"),
    "rounds": ("GET", "/r/{room}/rounds"),
    "replay": ("GET", "/r/{room}/replay"),
    "fairness": ("GET", "/r/{room}/fairness"),
    "calls": ("GET", "/r/{room}/calls"),
    "join link": ("GET", "/r/{room}/join/{key}"),
    "watch link": ("GET", "/r/{room}/watch/{key}"),
    "return link": ("GET", "/r/{room}/return/{token}"),
    "seat by link": ("POST", "/r/{room}/join/{key}"),
    "seat by return link": ("POST", "/r/{room}/return/{token}"),
    "watchers' line": ("POST", "/r/{room}/watch/{key}/do"),
    "command of a page": ("POST", "/r/{room}/do"),
    "deletion": ("POST", "/r/{room}/delete"),
    "new return link": ("POST", "/r/{room}/return-link"),
    "view": ("GET", "/api/rooms/{room}"),
    "journal": ("GET", "/api/rooms/{room}/journal"),
    "command": ("POST", "/api/rooms/{room}/commands"),
    "seat": ("POST", "/api/rooms/{room}/seats"),
}
SHOWN: dict[str, dict[str, str]] = {
    "nothing": {},
    "a wrong cookie": {"cookie": f"dev={WRONG}"},
    "a wrong token": {"authorization": f"Bearer {WRONG}"},
}
BODIES = {
    "command": {"do": "ping"},
    "seat": {"name": "Eve", "key": KEY},
}
FORM = {"name": "Eve", "do": "say", "text": "x", "confirm": "x"}


def answered(web: Web, what: str, shown: str, room: str) -> tuple[int, list[tuple[str, str]], str]:
    """Status, headers and body; the room's code, which the asker knows, is taken out of it."""
    method, path = ASKED[what]
    address = path.format(room=room, key=KEY, token=WRONG)
    web.client.cookies.clear()
    headers = SHOWN[shown] | ({"origin": BASE} if method == "POST" else {})
    form = FORM if method == "POST" and what not in BODIES else None
    answer = web.client.request(
        method, address, headers=headers, follow_redirects=False, json=BODIES.get(what), data=form
    )
    headers_told = [(name, text.replace(room, "ROOM")) for name, text in sorted(answer.headers.items())]
    return answer.status_code, headers_told, answer.text.replace(room, "ROOM")


def a_table(web: Web) -> Table:
    """A table that plays and has no watchers."""
    return web.playing("Ada", "Ben", options={"watchers": "none"})


@pytest.mark.parametrize("shown", SHOWN)
@pytest.mark.parametrize("what", ASKED)
def test_a_room_that_is_not_there_and_one_that_is_closed_to_the_asker_are_alike(what: str, shown: str) -> None:
    with a_web() as web:
        table = a_table(web)
        unknown, forbidden = (answered(web, what, shown, room) for room in (NOWHERE, str(table.code)))
    assert unknown == forbidden
    assert 400 <= unknown[0] < 500


def test_both_are_turned_away_after_as_many_tries() -> None:
    """The limits tell nothing either."""
    counts = []
    for is_there in (False, True):
        with a_web(limits=True) as web:
            room = str(a_table(web).code) if is_there else NOWHERE
            counts.append([answered(web, "view", "a wrong token", room)[0] for _ in range(14)])
    assert counts[0] == counts[1]
    assert 429 in counts[0]


def test_an_answer_that_tells_is_found_out() -> None:
    with a_web() as web:
        table = web.playing("Ada", "Ben", options={"watchers": "public"})
        unknown, open_to_all = (answered(web, "view", "nothing", room) for room in (NOWHERE, str(table.code)))
    assert unknown != open_to_all
