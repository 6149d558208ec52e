"""Session of the protocol as text: program, browser and watcher at one table.

Each run has the same chance and the same clock, so the text depends on the server's answers alone. Messages to
programs are written byte for byte, in lines that break after commas. A view after another one is written as the
fields that changed. Messages to browsers are written as their frame: message names, parts and steps of films."""

import json
import random
import re
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from textwrap import wrap
from typing import Any
from unittest.mock import patch

from starlette.testclient import WebSocketTestSession

from tests.sources import ROOT
from tests.web.tables import BASE, Table, Web, a_web

FOLDER = ROOT / "tests" / "web" / "sessions"
"""Folder of the recorded session of each game."""

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
WIDTH = 118

COMMANDS: tuple[dict[str, Any], ...] = (
    {"id": "c1", "do": "say", "text": "Hello, Änne 🦊"},
    {"id": "c2", "do": "nudge", "seat": 1},
    {"id": "c3", "do": "host", "seat": 9, "on": True},
    {"id": "c4", "do": "fly"},
    {"do": "return_link"},
    {"do": "begin"},
)
"""Commands for each kind of answer.

They are done, refused by the room, refused as a message, and done with more in the answer."""


class Session:
    """Session of one game, written so far."""

    def __init__(self, web: Web, game: str) -> None:
        self.lines: list[str] = []
        self._web = web
        self._game = game
        self._rng = random.Random(game)
        self._before: dict[str, list[str]] = {}

    def play(self) -> None:
        """Play the whole session."""
        table = self._seat_players()
        for command in COMMANDS:
            self._ask("POST", f"{table.path}/commands", command, table, 0)
        self._together(table)
        for seat in (0, 1):
            table.post(seat, do="vote", motion="end", on=True)
        view = table.view(0)
        self._write_data("the end", {name: view[name] for name in ("outcome", "you", "muted")})
        events = table.web.client.get(f"{table.path}/journal", headers=table.bearer(0)).json()["facts"]
        self._write_data("the record", {event["fact"]: sorted(event.keys() - {"fact"}) for event in events})

    def _seat_players(self) -> Table:
        body = {"game": self._game, "name": "Ada", "options": {"grace": 0, "watchers": "public"}}
        revealed = self._ask("POST", "/api/rooms", body)
        table = Table(self._web, revealed["room"], revealed["links"], [revealed["token"]])
        table.tokens.append(self._ask("POST", f"{table.path}/seats", {"name": "Ben"})["token"])
        table.tokens.append(table.web.client.post(f"{table.path}/seats", json={"name": "Carla"}).json()["token"])
        self._ask("POST", f"{table.path}/seats", {"name": "Bén"})
        return table

    def _together(self, table: Table) -> None:
        """Play until the first reveal.

        A program and a browser at Ada's seat are connected, and a watcher."""
        cookie = {"cookie": f"dev={table.tokens[0]}", "origin": BASE}
        with (
            self._web.socket(f"{table.path}/live") as program,
            self._web.socket(f"{_public(table)}/live") as watcher,
            self._web.socket(f"/r/{table.code}/live", **cookie) as browser,
        ):
            self._send(program, {"do": "hello", "token": table.tokens[0]})
            self._write_next_message("program", program)
            self._send(watcher, {"do": "hello"})
            self._write_next_message("watcher", watcher)
            self._write_frame(browser)
            self._send(watcher, {"id": "w", "do": "pause"})
            self._write_text("watcher", watcher.receive_text())
            is_revealed = False
            while not is_revealed:
                for seat in range(len(table.tokens)):
                    if self._seals(table, seat):
                        is_revealed = self._write_next_message("program", program)
                        self._write_next_message("watcher", watcher)
                        self._write_frame(browser)

    def _seals(self, table: Table, seat: int) -> bool:
        ask = table.view(seat)["ask"]
        if ask is None or ask["sealed"] is not None:
            return False
        command = {"do": "seal", "ask": ask["ask"], "choice": self._rng.choice(ask["choices"])}
        table.post(seat, **command)
        self.lines.append(f"{seat} seals {command['choice']}")
        return True

    def _ask(
        self, method: str, path: str, body: object = None, table: Table | None = None, seat: int | None = None
    ) -> Any:
        headers = table.bearer(seat) if table is not None and seat is not None else {}
        self._web.client.cookies.clear()
        answer = self._web.client.request(method, path, json=body, headers=headers)
        self.lines += [f"> {method} {path}", f"> {json.dumps(body, ensure_ascii=False)}", f"< {answer.status_code}"]
        self.lines += join_pieces(cut(answer.text))
        return answer.json()

    def _send(self, socket: WebSocketTestSession, message: Mapping[str, Any]) -> None:
        self.lines.append(f"> {json.dumps(message)}")
        socket.send_json(message)

    def _write_next_message(self, who: str, socket: WebSocketTestSession) -> bool:
        """Write the next message to a program; return whether it has a reveal."""
        text = socket.receive_text()
        self._write_text(who, text)
        return bool(json.loads(text).get("effects"))

    def _write_text(self, who: str, text: str) -> None:
        """Write a text, or the changes of a view that follows another one.

        A watcher's first view is left out."""
        lines, before = cut(text), self._before.get(who)
        if '"view":' not in text:
            self.lines += [f"< {who}", *join_pieces(lines)]
            return
        self._before[who] = lines
        if before is not None:
            self.lines += [f"< {who}, what changed", *join_pieces([line for line in lines if line not in before])]
        else:
            self.lines += [f"< {who}", *(join_pieces(lines) if who == "program" else ["  a view"])]

    def _write_data(self, what: str, data: object) -> None:
        self.lines += [f"< {what}", *join_pieces(cut(json.dumps(data, ensure_ascii=False, separators=(",", ":"))))]

    def _write_frame(self, socket: WebSocketTestSession) -> None:
        """Write the frame of a browser's message: its content, without the drawing."""
        message = socket.receive_json()
        self.lines.append(f"< browser {' '.join(message)}")
        self.lines += wrap(" ".join(message.get("regions", ())), 118, initial_indent="  ", subsequent_indent="  ")
        self.lines += [f"  {part}: {' '.join(message[part])}" for part in ("film", "sealed") if part in message]
        steps = message.get("film", {"steps": []})["steps"]
        self.lines += [f"  step {step.get('clause', '')}: {len(step['moves'])} moves" for step in steps]


def _public(table: Table) -> str:
    """Return the room's route for clients without a secret."""
    return f"/api/rooms/{table.view(1)['room']['join_code']}"


def cut(text: str) -> list[str]:
    """Split the text into pieces of one field each, which join to the same text."""
    return re.split(r'(?<=,)(?=["{])', text)


def join_pieces(pieces: list[str]) -> list[str]:
    """Join the pieces to as few lines as possible."""
    lines = [""]
    for piece in pieces:
        if lines[-1] and len(lines[-1]) + len(piece) > WIDTH:
            lines.append("")
        lines[-1] += piece
    return [f"  {line}" for line in lines]


@contextmanager
def no_chance() -> Iterator[None]:
    """Make secrets, codes and deals the same every time."""
    rng = random.Random(7)

    def draw_letters(count: int, letters: str) -> str:
        return "".join(rng.choice(letters) for _ in range(count))

    with (
        patch.object(secrets, "token_urlsafe", lambda n=32: draw_letters((n * 8 + 5) // 6, ALPHABET)),
        patch.object(secrets, "token_hex", lambda n=32: draw_letters(2 * n, "0123456789abcdef")),
        patch.object(secrets, "choice", rng.choice),
    ):
        yield


def session(game: str) -> str:
    """Return the session of a game as text."""
    with no_chance(), a_web() as web:
        told = Session(web, game)
        told.play()
    return "".join(f"{line}\n" for line in told.lines)
