"""Tables full of bots beside the measured ones, to measure their effect."""

import asyncio
import itertools
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

import httpx2

from engine import registry
from tools.bench_server.seats import seat_four

GAME = "adel_verpflichtet"
"""Game of the bots if the measured game has none."""

LOOK_S = 0.5
"""Seconds between two polls of a table for the end of its game.

A poll takes as long as a reveal, which is measured."""


class BotTables(NamedTuple):
    """Number of tables of four bots of a level."""

    tables: int = 0
    level: str = "strong"
    pace: float = 1.0
    """Apparent thinking time of a bot in seconds.

    0 starts again as soon as cards are open."""

    def __str__(self) -> str:
        return f"{self.tables} tables of {self.level} at {self.pace:g} s beside" if self.tables else ""


NOBODY = BotTables()
"""No table at all."""


class _Room(NamedTuple):
    code: str
    token: str
    """Token of its host."""


async def begin_bot_games(client: httpx2.AsyncClient, game: str, beside: BotTables) -> list[_Room]:
    """Return the tables, playing."""
    rooms = []
    options: dict[str, object] = {"grace": 0, "bot_pace": beside.pace}
    for _ in range(beside.tables):
        code, tokens = await seat_four(client, game if game in registry.GAMES else GAME, options)
        for seat, token in enumerate(tokens):
            await _say(client, _Room(code, token), {"do": "stand_in", "seat": seat, "level": beside.level})
        rooms.append(_Room(code, tokens[0]))
    return rooms


@contextmanager
def playing_on(client: httpx2.AsyncClient, rooms: Sequence[_Room]) -> Iterator[None]:
    """Begin the next game at each table when one is over.

    Raises any error at the end, because fewer bots then played beside the measured tables."""
    task = asyncio.create_task(_play_on(client, rooms)) if rooms else None
    try:
        yield
    finally:
        if task is not None and not task.cancel():
            task.result()


async def _play_on(client: httpx2.AsyncClient, rooms: Sequence[_Room]) -> None:
    for room in itertools.cycle(rooms):
        await asyncio.sleep(LOOK_S)
        answer = await client.get(f"/api/rooms/{room.code}", headers=_own(room))
        if answer.raise_for_status().json()["room"]["phase"] == "finished":
            await _say(client, room, {"do": "again"})


async def _say(client: httpx2.AsyncClient, room: _Room, command: dict[str, object]) -> None:
    said = await client.post(f"/api/rooms/{room.code}/commands", json=command, headers=_own(room))
    said.raise_for_status()


def _own(room: _Room) -> dict[str, str]:
    return {"Authorization": f"Bearer {room.token}"}
