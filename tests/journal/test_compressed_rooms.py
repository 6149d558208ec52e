"""Compressed rooms on a real server: every page is as before."""

import asyncio
import re
from pathlib import Path

import pytest

from app.journal.sql.store import SqlStore
from app.maintenance import DONE, check
from app.rooms.model.ids import Millis, RoomCode
from engine.registry import GAMES
from tools.growth.games import StoredRoom, play_game, store_games
from tools.request_costs import Browser
from tools.served import Served

NOW = Millis(1_800_000_000_000)
PATHS = (
    "",
    "/rounds",
    "/replay",
    "/replay?at=5.1",
    "/replay/films",
    "/statistics",
    "/fairness",
    "/record",
)
OF_A_PAGE = re.compile(r'name="id" value="[^"]*"|data-id="[^"]*"|nonce="[^"]*"|data-now="[^"]*"')
"""Parts that differ in each answer."""


def read_pages(browser: Browser, rooms: list[StoredRoom]) -> dict[str, str]:
    """Return all that the first player of each room can read of it."""
    pages: dict[str, str] = {}
    for room in rooms:
        browser.cookies = {"dev": room.tokens[0]}
        for path in PATHS:
            answer, text = browser.ask("GET", f"/r/{room.code}{path}")
            assert answer.status == 200, (path, text[:200])
            pages[f"{room.code}{path}"] = OF_A_PAGE.sub("", text)
        pages[f"{room.code} as JSON"] = str(browser.view(f"/api/rooms/{room.code}", room.tokens[0])["room"])
        pages[f"{room.code} journal"] = str(browser.view(f"/api/rooms/{room.code}/journal", room.tokens[0]))
    return pages


async def compress_all(url: str, rooms: list[StoredRoom]) -> list[bool]:
    store = SqlStore(url, trust_disk_off=True)
    done = [await store.compress(RoomCode(room.code), NOW) for room in rooms]
    await store.close()
    return done


@pytest.mark.slow("starts a server four times")
def test_compressed_rooms_show_the_same_pages_and_go_on(tmp_path: Path) -> None:
    server = Served(tmp_path)
    rooms = store_games(server.database, [play_game(game) for game in GAMES], len(GAMES))
    server.start()
    browser = Browser(server.url)
    try:
        before = read_pages(browser, rooms)
        browser.close()
        server.stop()
        assert asyncio.run(compress_all(server.database, rooms)) == [True] * len(rooms)
        assert check(server.database)[0] == DONE
        server.start()
        after = read_pages(browser, rooms)
        assert [name for name in before if before[name] != after[name]] == []
        for room in rooms:
            said = {"id": "say1", "do": "say", "text": "once more?"}
            answer = browser.program(f"/api/rooms/{room.code}/commands", said, room.tokens[0])
            assert answer["ok"] is True, answer
        browser.close()
        server.kill()
        server.start()
        for room in rooms:
            view = browser.view(f"/api/rooms/{room.code}", room.tokens[1])
            assert "once more?" in str(view)
        assert check(server.database)[0] == DONE
    finally:
        browser.close()
        server.stop()
