"""Gallery over forms and sockets: who may guess, and who reads it."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.abuse.browsers import Browser
from tests.web.tables import BASE, GAME, Table, Web, a_web, receive_answer


@pytest.fixture
def limited() -> Iterator[Web]:
    with a_web(limits=True) as web:
        yield web


def start_watched_game(web: Web, game: str) -> Table:
    """Return a game of three that watchers may see."""
    return web.playing("Ada", "Ben", "Carla", game=game, options={"watchers": "public"})


def get_question(table: Table) -> dict[str, Any]:
    """Return the gallery as programs of the public read it."""
    return dict(table.web.client.get(table.path).json()["gallery"])


def make_fields(table: Table, place: int = 0) -> dict[str, str]:
    """Return the form of a guess about every seat."""
    question = get_question(table)
    answers = {f"answer.{part['seat']}": f"{part['seat']} {part['answers'][place]}" for part in question["seats"]}
    return {"do": "guess", "name": "Wanda", "ask": str(question["ask"]), **answers}


def test_a_watcher_guesses_without_scripts_and_reads_it_again(web: Web, game: str) -> None:
    table = start_watched_game(web, game)
    watch = table.links["watch"]
    wanda, walter = Browser(web), Browser(web)
    assert 'id="guesses"' in wanda.get(watch).text
    answer = wanda.post(f"{watch}/do", **make_fields(table))
    assert (answer.status_code, answer.headers["location"]) == (303, watch)
    own = wanda.get(watch).text
    assert own.count(" checked") > walter.get(watch).text.count(" checked")
    assert "Wanda" in own and "Wanda" not in walter.get(watch).text


def test_a_browser_without_cookies_cannot_guess(web: Web, game: str) -> None:
    table = start_watched_game(web, game)
    answer = Browser(web).post(f"{table.links['watch']}/do", **make_fields(table))
    assert answer.status_code == 409


def test_whoever_has_played_cannot_guess(web: Web, game: str) -> None:
    table = start_watched_game(web, game)
    watch, before = table.links["watch"], table.fingerprint()
    player = Browser(web, {"dev": table.tokens[0]})
    player.get(watch)
    assert player.post(f"{watch}/do", **make_fields(table)).status_code == 409
    assert table.post(0, do="guess", name="W", ask=1, answers=["0 x"]).json()["refused"] == "no_talk"
    assert table.fingerprint() == before
    table.post(1, do="leave")
    gone = Browser(web, {"dev": table.tokens[1]})
    gone.get(watch)
    assert gone.post(f"{watch}/do", **make_fields(table)).status_code == 409


def test_a_watcher_guesses_over_the_socket(web: Web, game: str) -> None:
    table = start_watched_game(web, game)
    watch, wanda = table.links["watch"], Browser(web)
    wanda.get(watch)
    cookie = "; ".join(f"{name}={value}" for name, value in wanda.jar.items())
    question = get_question(table)
    answers = [f"{part['seat']} {part['answers'][0]}" for part in question["seats"]]
    version = table.web.client.get(table.path).json()["room"]["version"]
    with web.socket(f"{watch}/live", origin=BASE, cookie=cookie) as socket:
        socket.receive_json()
        socket.send_json({"id": "g1", "do": "guess", "name": "Wanda", "ask": question["ask"], "answers": answers})
        told = receive_answer(socket, "g1")
    assert told["ok"] is True and told["version"] == version
    assert table.web.client.get(table.path).json()["room"]["version"] == version
    with web.socket(f"{watch}/live", origin=BASE, cookie=cookie) as socket:
        assert "Wanda" in socket.receive_text()


def test_too_many_guesses_at_once_are_refused(limited: Web) -> None:
    table = start_watched_game(limited, GAME)
    watch, wanda = table.links["watch"], Browser(limited)
    wanda.get(watch)
    fields = make_fields(table)
    answers = [wanda.post(f"{watch}/do", **fields).status_code for _ in range(11)]
    assert answers == [303] * 10 + [429]
    assert table.post(0, do="say", text="x").status_code == 200
