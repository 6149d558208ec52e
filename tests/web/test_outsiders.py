"""Outsiders: watchers, removed players and revoked devices try everything.

They send every command of the protocol, and mutations of it, on every route and socket. Nothing changes, and no
secret comes back."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from tests.rooms.builders import game_of
from tests.web.messages.test_commands import GOOD
from tests.web.table.test_player_menu import second_device
from tests.web.tables import BASE, Table, Web
from tests.web.test_canaries import holds, secrets_from, the_room

MUTATIONS = 12
"""Number of mutations of each command."""

STRANGE: tuple[Any, ...] = (None, True, -1, 0, 1, 4, 5, 2**53, 1.5, "", "x", "\u0000", "\u202e", [], [1], {}, {"a": {}})


def all_messages(table: Table, rng: random.Random) -> Iterator[str]:
    """Yield each command, those valid at this moment, mutations, and non-messages."""
    ask = table.view(0)["ask"]
    real = [
        {"do": "seal", "ask": ask["ask"], "choice": ask["choices"][0]},
        {"do": "plan", "ask": ask["ask"], "choices": ask["choices"][:1]},
        {"do": "plan", "ask": ask["ask"], "choices": [], "when": [["alone", ask["choices"][0]]]},
        {"do": "stand_in", "seat": 0, "level": "normal"},
        {"do": "options", "options": {"watchers": "none"}},
        *({"do": "revoke", "device": number} for number in (1, 2)),
        *({"do": "remove", "seat": seat} for seat in range(3)),
    ]
    every = [*({"do": do, **fields} for do, fields in GOOD.items()), *real]
    for number, message in enumerate(every):
        yield json.dumps({"id": f"o{number}", **message})
        for _ in range(MUTATIONS):
            yield json.dumps(mutate_message(message, rng))
    yield from ("", "{", "[]", "null", '"seal"', "\u0000", "{" * 200, '{"do":"hello","token":null}')


def mutate_message(message: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Return the message with a field changed, added or removed."""
    changed = dict(message)
    for _ in range(rng.randint(1, 2)):
        name = rng.choice([*changed, "seat", "token", "by", "as", "holder", "ask"])
        if name in changed and rng.random() < 0.2:
            del changed[name]
        else:
            changed[name] = rng.choice([*STRANGE, *GOOD])
    return changed


def a_table(web: Web, game: str, tell: str = "who", *, talks: bool = False) -> Table:
    """Return a game of three with a sealed card, instructions and a second device.

    Its watchers may chat if ``talks``."""
    options = {"watchers": "public", "watchers_talk": talks, "tell": tell}
    table = web.playing("Ada", "Ben", "Carla", game=game, options=options)
    second_device(table, 1)
    assert table.seal(1).status_code == 200
    return table


def secret_words(table: Table) -> list[str]:
    """Return what no outsider may read.

    It is hands, cards, the seed, keys, tokens and their digests."""
    room = the_room(table)
    holders = [each for who in room.seats if who is not None for each in who.holders]
    return [*secrets_from(room, None), game_of(room).seed, room.join_key, *holders, *table.tokens, "is_this"]


def read(table: Table, heard: list[str]) -> list[str]:
    """Return the secrets in what was received."""
    content = "\n".join(heard).encode()
    return [word for word in secret_words(table) if holds(content, word)]


def tries(socket: WebSocketTestSession, messages: Iterator[str], granted: tuple[str, ...] = ("ping",)) -> list[str]:
    """Send these messages and return all that came back.

    Each gets an answer, and only the ``granted`` commands succeed."""
    heard: list[str] = []
    for message in messages:
        socket.send_text(message)
        answer: dict[str, Any] = {}
        while "re" not in answer:
            heard.append(socket.receive_text())
            answer = json.loads(heard[-1])
        assert "refused" in answer or json.loads(message)["do"] in granted, (message, answer)
    return heard


@pytest.mark.parametrize("way", ["program", "page"])
def test_a_watcher_changes_nothing_and_reads_no_secret(web: Web, game: str, way: str) -> None:
    table, rng = a_table(web, game), random.Random(f"{game} {way}")
    before, played = table.fingerprint(), game_of(the_room(table))
    path = f"{table.path}/live" if way == "program" else f"{table.links['watch']}/live"
    headers = {} if way == "program" else {"origin": BASE}
    with web.socket(path, **headers) as socket:
        if way == "program":
            socket.send_json({"do": "hello"})
        heard = [socket.receive_text()]
        heard += tries(socket, all_messages(table, rng))
    assert len(heard) > 300
    assert table.fingerprint() == before
    assert played.game.digest(game_of(the_room(table)).state) == played.game.digest(played.state)
    assert read(table, heard) == []


def test_a_watcher_who_may_talk_does_nothing_else(web: Web, game: str) -> None:
    table, rng = a_table(web, game, talks=True), random.Random(game)
    before = game_of(the_room(table))
    with web.socket(f"{table.links['watch']}/live", origin=BASE) as socket:
        heard = [socket.receive_text()]
        heard += tries(socket, all_messages(table, rng), ("ping", "watcher_say"))
    room = the_room(table)
    assert game_of(room).game.digest(game_of(room).state) == before.game.digest(before.state)
    assert (game_of(room).ask, game_of(room).sealed) == (before.ask, before.sealed)
    assert [part.name for part in room.seats if part] == ["Ada", "Ben", "Carla"]
    assert read(table, heard) == []


def get_device_headers(table: Table, who: str) -> dict[str, str]:
    """Return the bearer header and the cookie of a device that lost access."""
    if who == "revoked device":
        cookie = second_device(table, 2)["cookie"]
        token = cookie.removeprefix("dev=")
    else:
        token = table.tokens[2]
    return {"token": token, "authorization": f"Bearer {token}", "cookie": f"dev={token}"}


def let_go(table: Table, who: str) -> None:
    if who == "revoked device":
        assert table.post(2, do="revoke", device=2).status_code == 200
    else:
        assert table.post(0, do="remove", seat=2).status_code == 200


@pytest.mark.parametrize("who", ["removed player", "revoked device"])
def test_open_socket_is_useless_after_its_seat_is_lost(web: Web, game: str, who: str) -> None:
    table, rng = a_table(web, game), random.Random(f"{game} {who}")
    lost = get_device_headers(table, who)
    with web.socket(f"{table.path}/live", authorization=lost["authorization"]) as socket:
        socket.receive_json()
        let_go(table, who)
        before, heard = table.fingerprint(), list[str]()
        for message, _ in zip(all_messages(table, rng), range(40), strict=False):
            socket.send_text(message)
        try:
            while True:
                heard.append(socket.receive_text())
        except WebSocketDisconnect as closed:
            assert closed.code == 4001
    assert table.fingerprint() == before
    assert not [answer for answer in map(json.loads, heard) if answer.get("ok")]
    assert read(table, heard) == []


@pytest.mark.parametrize("who", ["removed player", "revoked device"])
def test_lost_seat_cannot_return_by_http_form_or_socket(web: Web, game: str, who: str) -> None:
    table, rng = a_table(web, game), random.Random(f"{game} {who}")
    lost = get_device_headers(table, who)
    let_go(table, who)
    before, heard = table.fingerprint(), list[str]()
    bearer, browser = {"authorization": lost["authorization"]}, {"cookie": lost["cookie"], "origin": BASE}
    for message in all_messages(table, rng):
        headers = {**bearer, "content-type": "application/json"}
        answer = web.client.post(f"{table.path}/commands", content=message.encode(), headers=headers)
        assert answer.status_code >= 400
        heard.append(answer.text)
    for do, fields in GOOD.items():
        said = {"do": do, **{name: str(value) for name, value in fields.items()}}
        answer = web.client.post(f"/r/{table.code}/do", data=said, headers=browser, follow_redirects=False)
        assert answer.status_code in (403, 404)
        heard.append(answer.text)
    for path in (table.path, f"{table.path}/journal"):
        assert web.client.get(path, headers=bearer).status_code == 403
    for path, headers in ((f"{table.path}/live", bearer), (f"/r/{table.code}/live", browser)):
        with web.socket(path, **headers) as socket:
            heard.append(socket.receive_text())
            assert json.loads(heard[-1])["refused"] == "no_seat"
            with pytest.raises(WebSocketDisconnect) as closed:
                socket.receive_text()
            assert closed.value.code == 1008
    assert table.fingerprint() == before
    assert read(table, heard) == []


def test_the_search_would_find_a_secret(web: Web, game: str) -> None:
    """A seat's view holds words that outsiders may not read; the search finds them."""
    table = a_table(web, game)
    assert read(table, [json.dumps(table.view(1))])
