"""Secrets of other players: in no byte that reaches a viewer.

Games are played through the whole server, page by page."""

import itertools
import random
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from fastapi import FastAPI

from app.rooms.model.room import Room
from engine.core.conditions import conditions_of
from engine.core.plain import Plain
from engine.core.seats import Seat, Viewer
from engine.registry import find
from tests.known import lacks, least
from tests.rooms.builders import game_of
from tests.secrecy.hidden import get_hidden
from tests.web.tables import Table, Web
from tests.whole import whole

REVEALS = 40
SKIPPED = 0.85
"""Share of moments without a check, because a check renders every page."""


def the_room(table: Table) -> Room:
    """Return the server's room, with secrets."""
    app, portal = table.web.client.app, table.web.client.portal
    assert isinstance(app, FastAPI)
    assert portal is not None
    room = portal.call(app.state.dependencies.manager.room, table.code)
    assert isinstance(room, Room)
    return room


def secrets_from(room: Room, viewer: Viewer) -> Mapping[str, str]:
    """Return words that the viewer must not read, and what each would reveal."""
    return get_hidden(game_of(room).game.key).list_secret_words(game_of(room), viewer)


def collect_edition_texts(room: Room) -> set[str]:
    """Return every text of the edition, which a game's record holds completely."""

    def texts(part: Plain) -> Iterator[str]:
        match part:
            case str():
                yield part
            case list():
                yield from itertools.chain.from_iterable(map(texts, part))
            case dict():
                yield from itertools.chain.from_iterable(map(texts, part.values()))

    return set(texts(game_of(room).game.edition()))


def holds(content: bytes, word: str) -> bool:
    """Return whether the content has the whole word, not just a longer one's start."""
    return word.encode() in content and re.search(rb"(?<!\w)%b(?!\w)" % re.escape(word.encode()), content) is not None


NEW_SECRET = re.compile(r"=[\w-]{43};")
BOOK = re.compile(rb'<template id="faces">.*?</template>', re.DOTALL)
"""Drawings of all pieces that a game can have, in use or not."""
PARTS = ("more-0", "more-1", "last_round", "plan", "hurry", "menu", "end", "coach")


def everything_sent(table: Table, viewer: Viewer) -> dict[str, bytes]:
    """Return all that the server sends this viewer on request, by address.

    Headers are included. The drawings of a game are left out, because they are the same for all viewers."""
    web = table.web
    if viewer is None:
        asked: list[tuple[str, dict[str, str]]] = [(table.path, {}), (table.links["watch"], {})]
        unseen: list[tuple[str, dict[str, str]]] = [(f"{table.path}/journal", {}), (f"/r/{table.code}", {})]
        unseen += [(f"/r/{table.code}/part/{part}", {}) for part in PARTS]
        asked += [(f"{table.links['watch']}/part/{part}", {}) for part in PARTS]
        asked += [(f"{table.links['watch']}/update?language=en&announced=0", {})]
        asked += [(f"{table.links['watch']}/statistics", {})]
    else:
        cookie = {"cookie": f"dev={table.tokens[viewer]}"}
        asked = [(table.path, table.bearer(viewer)), (f"{table.path}/journal", table.bearer(viewer))]
        asked += [(f"/r/{table.code}", cookie), (f"/r/{table.code}/statistics", cookie), ("/", cookie)]
        asked += [(f"/r/{table.code}/part/{part}", cookie) for part in PARTS]
        asked += [(f"/r/{table.code}/update?language=en&announced=0", cookie)]
        unseen = []
    sent = {}
    for path, headers in [*asked, *unseen]:
        answer = web.client.get(path, headers=headers)
        assert answer.status_code == (200 if (path, headers) in asked else 404)
        # a page returns the cookie of its request
        own = headers.get("cookie", "=").partition("=")[2]
        kept = [(name, value) for name, value in answer.headers.multi_items() if f"={own};" not in value]
        # a new watcher gets a secret by chance
        kept = [(name, NEW_SECRET.sub("=...;", value)) for name, value in kept]
        sent[path] = BOOK.sub(b"", answer.content) + repr(kept).encode()
    return sent


@pytest.mark.parametrize("names", [("Ada", "Ben"), ("Ada", "Ben", "Carla")])
def test_game_drawings_are_identical_for_everyone_at_all_times(web: Web, game: str, names: tuple[str, ...]) -> None:
    table, rng = web.playing(*names, game=game, options={"watchers": "public"}), random.Random(1)
    books: set[bytes] = set()
    for _ in range(3):
        for seat in range(len(names)):
            cookie = {"cookie": f"dev={table.tokens[seat]}"}
            for path, headers in ((f"/r/{table.code}", cookie), (table.links["watch"], {})):
                books |= {*BOOK.findall(web.client.get(path, headers=headers).content)}
            for command in commands(table, seat, table.view(seat), rng):
                table.post(seat, **command)
    assert len(books) <= 1


def commands(table: Table, seat: int, view: dict[str, Any], rng: random.Random) -> list[dict[str, Any]]:
    """Return a choice, sometimes with a wrong one before and a changed one after it."""
    ask = view["ask"]
    if ask is None or view["room"]["phase"] != "playing":
        return [{"do": "seal", "ask": 0, "choice": "anything"}] if rng.random() < 0.2 else []
    seal = {"do": "seal", "ask": ask["ask"], "choice": rng.choice(ask["choices"])}
    wrong = {"do": "seal", "ask": ask["ask"], "choice": f"{rng.choice(ask['choices'])} 99"}
    change = [{"do": "lift", "ask": ask["ask"]}, seal] if rng.random() < 0.2 else []
    return [*([wrong] if rng.random() < 0.2 else []), seal, *change]


@pytest.mark.parametrize(("seats", "own"), whole([(2, 0), (2, -1), (3, 0), (3, -1)], [(2, 0), (3, -1)]))
def test_nothing_hidden_is_sent_to_anybody(web: Web, game: str, seats: int, own: int) -> None:
    """``own`` selects the first or the last value of each of the game's own options."""
    rng = random.Random(seats)
    names = ("Ada", "Ben", "Carla")[:seats]
    options = {option.key: option.values[own] for option in find(game).options}
    table = web.playing(*names, game=game, options={"watchers": "public", **options})
    known = collect_edition_texts(the_room(table))
    looked = 0
    for _ in range(whole(REVEALS, REVEALS // 3)):
        for seat in rng.sample(range(seats), seats):
            answers = {seat: b""}
            for command in commands(table, seat, table.view(seat), rng):
                answers[seat] += table.post(seat, **command).content
            room = the_room(table)
            if room.phase != "playing":
                break
            if rng.random() < SKIPPED:
                continue
            for viewer in (*(Seat(number) for number in range(seats)), None):
                secrets = secrets_from(room, viewer)
                sent = everything_sent(table, viewer) | {
                    "answers": answers.get(viewer if viewer is not None else -1, b"")
                }
                for path, content in sent.items():
                    # the record holds the edition, and so all printed words
                    searched = secrets.keys() - known if path.endswith("/journal") else secrets.keys()
                    found = [secrets[word] for word in searched if holds(content, word)]
                    assert not found, (path, viewer, found)
                looked += len(secrets)
    if not looked:
        lacks(game, "nothing is known of what it hides")
    assert looked > least(game, 100)


CHANGES_EACH_TIME = re.compile(rb"""(?<=name="id" value=")[^"]+|(?<='content-length', ')[0-9]+""")
"""Form ids, which are new on every page, and so the compressed page's length."""


@pytest.mark.parametrize("viewer", [Seat(0), Seat(2), None])
def test_plan_of_seat_changes_no_byte_sent_to_others(web: Web, game: str, viewer: Viewer) -> None:
    table = web.playing("Ada", "Ben", "Carla", game=game, options={"watchers": "public"})
    play, choices = game_of(the_room(table)), table.view(1)["ask"]["choices"]
    known = conditions_of(play.game, play.game.view(play.state, Seat(1))) or lacks(game, "it knows no conditions")

    def capture_sent_bytes(whose: Viewer) -> dict[str, bytes]:
        return {path: CHANGES_EACH_TIME.sub(b"", each) for path, each in everything_sent(table, whose).items()}

    # a request makes its viewer present, and all viewers see that
    for whose in (viewer, Seat(1)):
        capture_sent_bytes(whose)
    before, own = capture_sent_bytes(viewer), capture_sent_bytes(Seat(1))
    when = [[condition, *choices] for condition in known[:3]]
    assert table.post(1, do="plan", ask=1, choices=choices, when=when).status_code == 200
    assert capture_sent_bytes(viewer) == before
    assert capture_sent_bytes(Seat(1)) != own, "nothing was planned"


def test_the_search_finds_what_is_there(web: Web, game: str) -> None:
    """The search itself works: it finds a hidden word once that word is shown."""
    table = web.playing("Ada", "Ben", game=game, options={"watchers": "public"})
    rng = random.Random(1)
    first = secrets_from(the_room(table), None) or lacks(game, "nothing is known of what it hides")
    for _ in range(REVEALS):
        for seat in range(2):
            for command in commands(table, seat, table.view(seat), rng):
                table.post(seat, **command)
        room = the_room(table)
        assert room.phase == "playing", "the game is over, and nothing hidden ever came to light"
        shown = first.keys() - secrets_from(room, None).keys()
        if any(holds(everything_sent(table, None)[table.path], word) for word in shown):
            return
    pytest.fail("nothing hidden ever came to light")


@pytest.mark.parametrize("seat", [0, 1, None])
def test_no_key_token_or_digest_of_others_is_sent(web: Web, game: str, seat: int | None) -> None:
    table = web.playing("Ada", "Ben", game=game, options={"watchers": "public"})
    room = the_room(table)
    assert room.play is not None
    secrets = {
        room.play.seed,
        *(holder for who in room.seats if who is not None for holder in who.holders),
        *table.tokens,
    }
    if seat is None:
        secrets |= {room.join_key}
    for path, content in everything_sent(table, Seat(seat) if seat is not None else None).items():
        assert not [secret for secret in secrets if secret.encode() in content], path
