"""Floods of imported rooms: a player's own tables stay on their home page."""

import re
from collections.abc import Sequence
from typing import Any

import pytest

from tests.abuse.test_arrivals import delete, import_file, save
from tests.web.tables import Table, Web

pytestmark = pytest.mark.usefixtures("light_keys")


def list_tables(web: Web, token: str) -> list[str]:
    """Return the tables on a home page."""
    web.client.cookies.clear()
    page = web.client.get("/", headers={"cookie": f"dev={token}"}).text
    return re.findall(r'href="/r/([0-9A-Z]{8})"', page)


MANY = 24


def sit_with(web: Web, tables: Sequence[Table], token: str, name: str) -> None:
    """Sit down at each table with the browser of a token."""
    for table in tables:
        path = f"/r/{table.code}/join/{table.join_key}"
        headers = {"cookie": f"dev={token}", "sec-fetch-site": "same-origin"}
        assert web.client.post(path, data={"name": name}, headers=headers, follow_redirects=False).status_code == 303
        web.client.cookies.clear()


def flood(web: Web) -> tuple[Table, list[Table], str]:
    """Return Ben's own table, the imported tables, and his browser's token.

    He once had a seat at as many tables as somebody has imported since."""
    ben = web.open("Ben").tokens[0]
    others = [web.open("Mallory") for _ in range(MANY)]
    sit_with(web, others, ben, "Ben")
    web.time.seconds += 3600
    own_table = web.open("Ada")
    sit_with(web, [own_table], ben, "Ben")
    web.time.seconds += 3600
    for table in others:
        file = save(table)
        delete(table)
        assert import_file(web, file, table.tokens[0]).status_code == 200
    return own_table, others, ben


def test_own_tables_stay_on_home_despite_imports(web: Web) -> None:
    own_table, others, ben = flood(web)
    assert own_table.code in list_tables(web, ben)
    file = save(others[0])
    before = list_tables(web, ben)
    for _ in range(MANY):
        assert import_file(web, file).status_code == 200
    assert list_tables(web, ben) == before, "a copy is listed where somebody's device never sat"


def test_store_that_sorts_by_last_change_is_detected(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    found = web.store.rooms_held

    async def sort_by_latest_entry(holder: Any) -> tuple[Any, ...]:
        held = await found(holder)
        entries = {room: (await web.store.load(room))[-1].at for room, *_ in held}
        return tuple(sorted(held, key=lambda room: -entries[room[0]]))

    monkeypatch.setattr(web.store, "rooms_held", sort_by_latest_entry)
    own_table, _, ben = flood(web)
    assert own_table.code not in list_tables(web, ben)
