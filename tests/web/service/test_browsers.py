"""Devices of a browser: how often a request asks the store for their seats."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from app.journal.store import HeldSeat
from app.rooms.model.ids import Digest
from tests.web.tables import BASE, Web

NAVIGATES = {"sec-fetch-mode": "navigate", "origin": BASE}


@contextmanager
def record_lookups(web: Web, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Digest]]:
    """Record the devices whose seats the store is asked for."""
    asked: list[Digest] = []
    look_up = web.store.rooms_held

    async def rooms_held(holder: Digest) -> tuple[HeldSeat, ...]:
        asked.append(holder)
        return await look_up(holder)

    with monkeypatch.context() as patched:
        patched.setattr(web.store, "rooms_held", rooms_held)
        yield asked


def test_a_new_player_joins_without_a_lookup_of_seats(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    table = web.open("Ada")
    link = table.links["join"].removeprefix(BASE)
    page = web.client.get(link, headers=NAVIGATES)
    form = {"name": "Ben", "id": re.findall(r'name="id" value="([^"]+)"', page.text)[0]}
    kept = NAVIGATES | {"cookie": page.headers["set-cookie"].partition(";")[0]}
    with record_lookups(web, monkeypatch) as asked:
        assert web.client.post(link, data=form, headers=kept, follow_redirects=False).status_code == 303
    assert asked == []
    assert len(table.view(0)["seats"]) == 2


@pytest.mark.parametrize("others", [0, 12])
def test_a_home_page_looks_its_player_up_once(web: Web, monkeypatch: pytest.MonkeyPatch, others: int) -> None:
    table = web.open("Ada", "Ben")
    for _ in range(others):
        web.open("Carla", "Dora")
    seated = NAVIGATES | {"cookie": f"dev={table.tokens[0]}"}
    with record_lookups(web, monkeypatch) as asked:
        assert f"/r/{table.code}" in web.client.get("/", headers=seated).text
    assert len(asked) == 1
