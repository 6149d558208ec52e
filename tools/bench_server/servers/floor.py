"""Floor: the server that one writes in an afternoon.

FastAPI, a socket for each seat, one row of SQLite for each choice, committed before anybody is told. It announces
each choice at once, and all choices after the last. It knows no players, no rules and no secrets, and a power cut
may take its last rows (``synchronous=NORMAL``).

``python floor.py`` serves on the port SIGNET_PORT, with its database in the folder SIGNET_DATA, as ``uvicorn
floor:app`` would without a log of requests and without compression."""

import json
import os
import sqlite3
from dataclasses import dataclass, field
from pathlib import Path

import uvicorn
from fastapi import FastAPI, WebSocket, WebSocketDisconnect

SEATS = 4
LETTERS = ("a", "b", "c", "d")


@dataclass(slots=True)
class Room:
    """Table: its connections, this round's seals, and the last reveal."""

    sockets: dict[int, WebSocket] = field(default_factory=dict)
    round: int = 1
    sealed: dict[int, str] = field(default_factory=dict)
    revealed: list[str] = field(default_factory=list)


app = FastAPI()
rooms: dict[str, Room] = {}
database = sqlite3.connect(Path(os.environ["SIGNET_DATA"]) / "floor.db")
database.execute("PRAGMA journal_mode=WAL")
database.execute("PRAGMA synchronous=NORMAL")
database.execute("CREATE TABLE IF NOT EXISTS choices (room TEXT, round INTEGER, seat INTEGER, letter TEXT)")


@app.get("/healthz")
def healthz() -> dict[str, bool]:
    """Return whether the server is ready."""
    return {"ok": True}


@app.websocket("/rooms/{code}/{seat}")
async def play(socket: WebSocket, code: str, seat: int) -> None:
    """Serve a seat's socket: show the table, then take a letter a round."""
    await socket.accept()
    room = rooms.setdefault(code, Room())
    room.sockets[seat] = socket
    await socket.send_json({"round": room.round, "sealed": sorted(room.sealed), "revealed": room.revealed})
    try:
        while True:
            asked = await socket.receive_json()
            if asked.get("round") == room.round and asked.get("choice") in LETTERS and seat not in room.sealed:
                await seal(code, room, seat, asked["choice"])
    except WebSocketDisconnect:
        room.sockets.pop(seat, None)


async def seal(code: str, room: Room, seat: int, letter: str) -> None:
    """Store the choice and broadcast it."""
    database.execute("INSERT INTO choices VALUES (?, ?, ?, ?)", (code, room.round, seat, letter))
    database.commit()
    room.sealed[seat] = letter
    told: dict[str, object] = {"round": room.round, "sealed": sorted(room.sealed)}
    if len(room.sealed) == SEATS:
        room.revealed = [room.sealed[each] for each in sorted(room.sealed)]
        room.round, room.sealed = room.round + 1, {}
        told = {"round": room.round, "revealed": room.revealed}
    text = json.dumps(told)
    for each in list(room.sockets.values()):
        await each.send_text(text)


if __name__ == "__main__":
    port = int(os.environ["SIGNET_PORT"])
    uvicorn.run(app, port=port, access_log=False, log_level="warning", ws_per_message_deflate=False)
