"""Somebody brings many rooms in, at which a player once sat: that player's own tables stay on their home page."""

import re
from collections.abc import Sequence
from typing import Any

import pytest

from tests.abuse.test_arrivals import bring, deleted, saved
from tests.web.tables import Table, Web

pytestmark = pytest.mark.usefixtures("light_keys")


def listed(web: Web, token: str) -> list[str]:
    """The tables on a home page."""
    web.client.cookies.clear()
    page = web.client.get("/", headers={"cookie": f"dev={token}"}).text
    return re.findall(r'href="/r/([0-9A-Z]{8})"', page)


MANY = 24


def sits_with(web: Web, tables: Sequence[Table], token: str, name: str) -> None:
    """The browser with that token sits down at each of them."""
    for table in tables:
        path = f"/r/{table.code}/join/{table.join_key}"
        headers = {"cookie": f"dev={token}", "sec-fetch-site": "same-origin"}
        assert web.client.post(path, data={"name": name}, headers=headers, follow_redirects=False).status_code == 303
        web.client.cookies.clear()


def flooded(web: Web) -> tuple[Table, list[Table], str]:
    """Ben's own table, as many at which he once sat as somebody has brought in again since, and his browser's token."""
    ben = web.open("Ben").tokens[0]
    others = [web.open("Mallory") for _ in range(MANY)]
    sits_with(web, others, ben, "Ben")
    web.time.seconds += 3600
    own_table = web.open("Ada")
    sits_with(web, [own_table], ben, "Ben")
    web.time.seconds += 3600
    for table in others:
        file = saved(table)
        deleted(table)
        assert bring(web, file, table.tokens[0]).status_code == 200
    return own_table, others, ben


def test_whatever_others_bring_in_ones_own_tables_stay_on_ones_home_page(web: Web) -> None:
    own_table, others, ben = flooded(web)
    assert own_table.code in listed(web, ben)
    file = saved(others[0])
    before = listed(web, ben)
    for _ in range(MANY):
        assert bring(web, file).status_code == 200
    assert listed(web, ben) == before, "a copy is listed where somebody's device never sat"


def test_a_store_that_lists_what_changed_last_is_found_out(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    found = web.store.rooms_held

    async def by_latest_entry(holder: Any) -> tuple[Any, ...]:
        held = await found(holder)
        entries = {code: (await web.store.load(code))[-1].at for code, _ in held}
        return tuple(sorted(held, key=lambda room: -entries[room[0]]))

    monkeypatch.setattr(web.store, "rooms_held", by_latest_entry)
    own_table, _, ben = flooded(web)
    assert own_table.code not in listed(web, ben)
