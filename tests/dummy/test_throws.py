"""Game without a presenter: programs, bots and pages play it in every language."""

import json
import re
from collections import Counter
from dataclasses import dataclass
from typing import Any

import pytest

from app.web.games import PLAIN, package
from app.web.text.languages import LANGUAGES
from engine.bots.seating import bot_of, table_of
from engine.core.chance import SeededChance
from engine.core.game import Game
from engine.driver import turns
from tests.dummy.throws import GAME, State, ThrowsView
from tests.registering import register
from tests.web.routes.test_replay import device
from tests.web.routes.test_rooms import OWN
from tests.web.tables import Table, Web

PAGES = ("", "/replay", "/rounds", "/statistics", "/fairness", "/file")


def play_table(web: Web, rounds: int = 5) -> Table:
    """Return a table at which two have played so many rounds."""
    table = web.playing("Ada", "Ben", game=GAME.key)
    for number in range(rounds):
        for seat in (0, 1):
            assert table.seal(seat, (number + seat) % 3).status_code == 200
    return table


def test_it_keeps_what_the_protocol_promises() -> None:
    game: Game[State, str, ThrowsView] = GAME
    state = game.new(3, {}, SeededChance(b"any"))
    assert game.load(json.loads(json.dumps(game.dump(state)))) == state
    chance = SeededChance(b"any")
    for turn in turns(game, state, table_of([bot_of(game, "normal")] * 3, b"dice"), chance):
        assert game.load(json.loads(json.dumps(game.dump(turn.after)))) == turn.after
        state = turn.after
    assert game.outcome(state) is not None


def test_it_stands_on_the_shelf_and_has_the_plain_presenter(web: Web) -> None:
    page = web.client.get("/")
    assert page.status_code == 200
    assert all(title in page.text for title in ("Adel verpflichtet", "Edel, Stein &amp; Reich", "Throws"))
    assert package(GAME.key) == PLAIN
    assert package("adel_verpflichtet") == "adel_verpflichtet"


def test_invitation_shows_the_house_cover_without_pictures(web: Web) -> None:
    table = web.open("Ada", game=GAME.key)
    for page in (web.client.get(table.links["join"]), web.client.get(f"/r/{table.code}", headers=device(table, 0))):
        assert re.findall(r"img/covers/\w+\.svg", page.text) == ["img/covers/signet.svg"]
        assert "The game in one minute" not in page.text


@pytest.mark.slow("the first page in each language compiles its templates, unless they were kept")
def test_another_throw_shows_what_would_have_come_of_it(web: Web) -> None:
    """All languages share a server, because each starts a process for the what-if."""
    table = play_table(web)
    for language in LANGUAGES:
        check_what_if_of_another_throw(web, table, {**device(table, 0), "accept-language": language})


def check_what_if_of_another_throw(web: Web, table: Table, headers: dict[str, str]) -> None:
    address = f"/r/{table.code}/replay"
    page = web.client.get(f"{address}?if=2&perspective=0", headers=headers).text
    offered = re.findall(r'<button class="button(?: is-made)?" name="choice" value="(\w+)">', page)
    # in the second round Ada threw scissors, and Ben paper
    assert offered == ["scissors", "stone", "paper"]
    for choice, is_changed in (("scissors", False), ("stone", True), ("paper", True)):
        page = web.client.get(f"{address}?if=2&perspective=0&choice={choice}", headers=headers).text
        assert 'class="what-if-result"' in page and 'id="ways"' in page and "data-films" not in page
        assert ('<tr class="differs">' in page) == is_changed
    films = web.client.get(f"{address}/films?if=2&perspective=0&choice=stone", headers=headers)
    assert films.status_code == 404
    assert web.client.get(f"{address}?if=2&perspective=0&choice=well", headers=headers).status_code == 422


def test_every_page_of_it_can_be_read_in_every_language(web: Web) -> None:
    table = play_table(web)
    for language in LANGUAGES:
        headers = {**device(table, 0), "accept-language": language}
        for page in (*(f"/r/{table.code}{each}" for each in PAGES), f"/rules/{GAME.key}"):
            assert web.client.get(page, headers=headers).status_code == 200, (page, language)


def test_a_program_plays_it_to_its_end(web: Web) -> None:
    view = play_table(web).view(0)
    assert view["room"]["phase"] == "finished"
    assert view["outcome"]["ranking"]
    assert view["table"]["points"] == [5, 0]


def test_a_page_plays_it_and_is_told_what_happened(web: Web) -> None:
    table = web.playing("Ada", "Ben", game=GAME.key)
    page = web.client.get(f"/r/{table.code}", headers=device(table, 0)).text
    assert all(f'value="{choice}"' in page for choice in ("stone", "scissors", "paper"))
    with web.socket(f"/r/{table.code}/live", **OWN, **device(table, 0)) as socket:
        socket.receive_json()
        fields = {"do": "seal", "ask": "1", "choice": "paper"}
        headers = {**device(table, 0), **OWN}
        assert (
            web.client.post(f"/r/{table.code}/do", data=fields, headers=headers, follow_redirects=False).status_code
            == 303
        )
        assert table.seal(1, 0).status_code == 200
        film: list[dict[str, Any]] = []
        while not film:
            film = socket.receive_json().get("film", {}).get("steps", [])
    assert [step["say"] for step in film] == [
        [0, ": throws (what paper)"],
        [1, ": throws (what stone)"],
        ["scored (points 1, 0)"],
    ]


def test_a_bot_plays_it_too(web: Web) -> None:
    table = web.open("Ada", game=GAME.key)
    assert table.post(0, do="bot", seat=1, level="normal").status_code == 200
    assert table.post(0, do="begin").status_code == 200
    assert table.view(0)["seats"][1]["bot"] == "normal"


def test_page_ids_are_unique_and_last_round_is_shown(web: Web) -> None:
    table = play_table(web, rounds=1)
    page = web.client.get(f"/r/{table.code}", headers=device(table, 0)).text
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert {"board", "table", "hand", "last_round"} <= set(ids)
    assert [id for id, times in Counter(ids).items() if times > 1] == []
    assert "throws (what scissors)" in page[page.index('id="last_round"') : page.index('id="log"')]
    assert "Nothing has been revealed yet." not in page
    assert "Choosing: " in page


@dataclass(frozen=True, slots=True)
class OwnView:
    """A view that says more to who sits there."""

    points: tuple[int, ...]
    yours: int | None


def hands(web: Web) -> list[str]:
    """Return Ada's hand on the page of a new table, and in its replay.

    Empty if not shown."""
    table = play_table(web, rounds=1)
    pages = [web.client.get(f"/r/{table.code}{path}", headers=device(table, 0)).text for path in ("", "/replay")]
    shown = [re.search(r'<section id="hand"[^>]*>|<section class="past-hand"[^>]*>', page) for page in pages]
    assert [page.count("What you see") for page in pages] == [
        int(at is not None and "hidden" not in at[0]) for at in shown
    ]
    return [
        "" if at is None or "hidden" in at[0] else page[at.start() :] for at, page in zip(shown, pages, strict=True)
    ]


def test_a_game_that_hides_nothing_shows_its_table_once(web: Web) -> None:
    assert hands(web) == ["", ""]


def test_what_a_seat_sees_besides_is_shown_to_it(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch, GAME, view=lambda state, viewer: OwnView(state.points, viewer))
    assert all("<dt>yours</dt><dd>0</dd>" in hand for hand in hands(web))


def test_the_ranking_has_places(web: Web) -> None:
    page = web.client.get(f"/r/{(table := play_table(web)).code}", headers=device(table, 0)).text
    assert re.findall(r'<b class="rank-place">(\d)</b>', page) == ["1", "2"]


@pytest.mark.parametrize(("sizes", "bots"), [((2,), 1), ((2, 3, 4), 2), ((4,), 3)])
def test_lesson_fills_the_other_seats_with_bots(
    web: Web, monkeypatch: pytest.MonkeyPatch, sizes: tuple[int, ...], bots: int
) -> None:
    register(monkeypatch, GAME, table_sizes=sizes)
    cards = web.client.post("/lesson", data={"game": GAME.key, "name": "Ada"}, headers=OWN)
    page = web.client.get(cards.url.path.removesuffix("/lesson"))
    assert page.status_code == 200
    assert page.text.count('data-presence="bot"') == bots


def test_statistics_count_games_without_a_presenter(web: Web) -> None:
    table = play_table(web)
    text = web.client.get(f"/r/{table.code}/statistics", headers=device(table, 0)).text
    assert "1 finished game" in text and text.count("<h3") == 1
