"""Whatever a viewer has no right to know is in no byte that reaches that viewer: played through the whole server, page
by page."""

import random
from typing import Any

import pytest
from fastapi import FastAPI

from app.rooms.room import Room
from engine.adel_verpflichtet import edition
from engine.adel_verpflichtet.objects import NONE
from engine.adel_verpflichtet.state import State
from engine.core.seats import Seat, Viewer
from tests.web.tables import Table, Web

OPENINGS = 40
SKIPPED = 0.85
"""The share of moments at which nobody looks: a look draws every page."""

NAMES = {one.id: one.name for one in edition.shipped().objects}
"""Every object's id and its name."""


def the_room(table: Table) -> Room:
    """The room as the server has it, secrets included."""
    app, portal = table.web.client.app, table.web.client.portal
    assert isinstance(app, FastAPI)
    assert portal is not None
    room = portal.call(app.state.door.hall.room, table.code)
    assert isinstance(room, Room)
    return room


def hidden(room: Room, viewer: Viewer) -> set[str]:
    """The ids of the objects that neither lay open, nor happened before the viewer's eyes, nor are in the viewer's
    hand."""
    play = room.play
    assert play is not None
    state = play.state
    assert isinstance(state, State)
    own = state.hands[viewer] if viewer is not None else NONE
    for number, pile in enumerate(state.windows):
        own |= pile[0] if pile and number != state.covered else NONE
    known = set(state.table.edition.ids(own | state.seen))
    told = " ".join(one.text for opening in play.history for one in opening.happenings if one.is_for(viewer))
    return {id for id in NAMES if id not in known and id not in told}


def everything_sent(table: Table, viewer: Viewer) -> dict[str, bytes]:
    """All that the server sends this viewer on demand, headers included, by address."""
    web = table.web
    if viewer is None:
        asked: list[tuple[str, dict[str, str]]] = [(table.path, {}), (table.links["watch"], {})]
        unseen: list[tuple[str, dict[str, str]]] = [(f"{table.path}/journal", {}), (f"/r/{table.code}", {})]
    else:
        cookie = {"cookie": f"dev={table.tokens[viewer]}"}
        asked = [(table.path, table.bearer(viewer)), (f"{table.path}/journal", table.bearer(viewer))]
        asked += [(f"/r/{table.code}", cookie), ("/", cookie)]
        unseen = []
    sent = {}
    for path, headers in [*asked, *unseen]:
        answer = web.client.get(path, headers=headers)
        assert answer.status_code == (200 if (path, headers) in asked else 404)
        sent[path] = answer.content + repr(answer.headers).encode()
    return sent


def commands(table: Table, seat: int, view: dict[str, Any], rng: random.Random) -> list[dict[str, Any]]:
    """A choice, now and then with a wrong one before it and a change of mind after it."""
    ask = view["ask"]
    if ask is None or view["room"]["phase"] != "playing":
        return [{"do": "seal", "ask": 0, "choice": "castle exhibit"}] if rng.random() < 0.2 else []
    seal = {"do": "seal", "ask": ask["ask"], "choice": rng.choice(ask["choices"])}
    wrong = {"do": "seal", "ask": ask["ask"], "choice": "show A1"}
    change = [{"do": "lift", "ask": ask["ask"]}, seal] if rng.random() < 0.2 else []
    return [*([wrong] if rng.random() < 0.2 else []), seal, *change]


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("open_memory", [True, False])
def test_nothing_hidden_is_sent_to_anybody(web: Web, seats: int, open_memory: bool) -> None:
    rng = random.Random(seats)
    names = ("Ada", "Ben", "Carla")[:seats]
    table = web.playing(*names, options={"watchers": "public", "open_memory": open_memory})
    looked = 0
    for _ in range(OPENINGS):
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
                secrets = hidden(room, viewer)
                sent = everything_sent(table, viewer) | {
                    "answers": answers.get(viewer if viewer is not None else -1, b"")
                }
                for path, content in sent.items():
                    # the record names the edition, and with it every object there is
                    names = () if path.endswith("/journal") else tuple(NAMES[id] for id in secrets)
                    found = [word for word in (*secrets, *names) if word.encode() in content]
                    assert not found, (path, viewer, found)
                looked += len(secrets)
    assert looked > 100


def test_the_search_finds_what_is_there(web: Web) -> None:
    """A search that finds nothing anywhere would prove nothing."""
    table = web.playing("Ada", "Ben")
    room = the_room(table)
    own = hidden(room, None) - hidden(room, Seat(0))
    assert len(own) == 4
    pages = everything_sent(table, Seat(0))
    for path in (table.path, f"/r/{table.code}"):
        assert all(NAMES[id].encode() in pages[path] or id.encode() in pages[path] for id in own), path


@pytest.mark.parametrize("seat", [0, 1, None])
def test_no_key_token_or_digest_of_others_is_sent(web: Web, seat: int | None) -> None:
    table = web.playing("Ada", "Ben", options={"watchers": "public"})
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
