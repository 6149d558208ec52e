"""A session of both protocols, told as text: the same program, browser and watcher at the same table, every time.

Chance and the clock are the test's, so the text hangs on the server's answers alone. What programs are sent is told
byte for byte, cut into lines behind commas so that a change shows as a line; what repeats is told as the lines that
changed. Of what browsers are sent only the frame is told: messages, their parts, the steps of films, the names of
fields."""

import difflib
import json
import random
import re
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from starlette.testclient import WebSocketTestSession

from tests.sources import ROOT
from tests.web.tables import BASE, Table, Web, a_web

FOLDER = ROOT / "tests" / "web" / "sessions"
"""The session of each game as it was recorded."""

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
OPENINGS = 4

IN_LOBBY: tuple[dict[str, Any], ...] = (
    {"do": "lock", "on": True},
    {"do": "lock", "on": False},
    {"do": "away", "on": True},
    {"do": "nudge", "seat": 1},
    {"do": "say", "text": "Hello, Änne 🦊"},
    {"do": "phrase", "phrase": "luck"},
    {"do": "vote", "motion": "end", "on": True},
    {"do": "host", "seat": 1, "on": True},
    {"do": "swap", "seat": 0, "other": 3},
    {"do": "options", "options": {"tell": "count"}},
    {"do": "options", "options": {"tell": "who", "clock": {"mode": "gentle", "bank": 90}}},
    {"do": "orders", "orders": ["careful"]},
    {"do": "return_link"},
    {"do": "new_link"},
    {"do": "bot", "seat": 4, "level": "normal"},
    {"do": "bot", "seat": 4, "level": None},
    {"do": "voice", "link": "https://talk.example.org/friends"},
    {"do": "ping"},
    {"do": "again"},
    {"do": "begin"},
)
IN_GAME: tuple[dict[str, Any], ...] = (
    {"do": "seal", "ask": 1, "choice": "castle"},
    {"do": "seal", "ask": 1, "choice": "castle", "more": 1},
    {"do": "seal", "choice": "castle"},
    {"do": "lift", "ask": 99},
    {"do": "pause"},
    {"do": "resume"},
    {"do": "give_time", "seat": 1, "seconds": 5},
    {"do": "react", "sign": "hat"},
    {"do": "mute", "name": "Ben", "on": True},
    {"do": "hear_watchers", "on": True},
    {"do": "look_away"},
    {"do": "revoke", "device": None},
    {"do": "host", "seat": 9, "on": True},
    {"do": "remove", "seat": 2},
    {"do": "vote", "motion": "save", "on": True},
    {"do": "vote", "motion": "end", "on": True},
    {"do": "lobby"},
    {"do": "fly"},
    {"do": "leave"},
)
AFTER_GAME: tuple[dict[str, Any], ...] = (
    {"do": "again", "rotate": True},
    {"do": "vote", "motion": "restart", "on": True},
    {"do": "lobby"},
)

FIELD = re.compile(r'<(?:input|select|textarea|button)\b[^>]*?\sname="([^"]+)"')
REGION = re.compile(r'<[a-z]+ id="([a-z0-9-]+)" hx-swap-oob')


class Session:
    """One game's session as it is told so far."""

    def __init__(self, web: Web, game: str) -> None:
        self.lines: list[str] = []
        self._web = web
        self._game = game
        self._rng = random.Random(game)
        self._before: dict[str, list[str]] = {}

    def play(self) -> None:
        """Plays all of it."""
        table = self._seated()
        self._commands(table, IN_LOBBY)
        self._together(table)
        self._looks(table)
        for number, command in enumerate(IN_GAME):
            self._ask("POST", f"{table.path}/commands", {"id": f"g{number}", **command}, table, 0)
        for seat in (1, 2):
            self._ask("POST", f"{table.path}/commands", {"do": "vote", "motion": "end", "on": True}, table, seat)
        self._commands(table, AFTER_GAME, asker=1)
        self._looks(table)
        self._lost(table)

    def _seated(self) -> Table:
        body = {"game": self._game, "name": "Ada", "options": {"grace": 0, "watchers": "public"}}
        opened = self._ask("POST", "/api/rooms", body)
        table = Table(self._web, opened["room"], opened["links"], [opened["token"]])
        for name in ("Ben", "Carla"):
            table.tokens.append(self._ask("POST", f"{table.path}/seats", {"name": name})["token"])
        self._ask("POST", f"{table.path}/seats", {"name": "Bén"})
        self._ask("POST", f"{table.path}/seats", {"name": "Dora", "key": "wrong"})
        self._ask("GET", table.path, None, table, 0)
        return table

    def _commands(self, table: Table, commands: tuple[dict[str, Any], ...], asker: int = 0) -> None:
        for number, command in enumerate(commands):
            self._ask("POST", f"{table.path}/commands", {"id": f"c{number}", **command}, table, asker)

    def _together(self, table: Table) -> None:
        """A program at Ada's seat, her browser and a watcher, while cards are sealed and opened."""
        cookie = {"cookie": f"dev={table.tokens[0]}", "origin": BASE}
        with (
            self._web.socket(f"{table.path}/live") as program,
            self._web.socket(f"{_public(table)}/live") as watcher,
            self._web.socket(f"/r/{table.code}/live", **cookie) as browser,
        ):
            self._sent(program, {"do": "hello", "token": table.tokens[0]})
            self._heard("program", program)
            self._sent(watcher, {"do": "hello"})
            self._heard("watcher", watcher)
            self._framed(browser)
            for asker, message in ((program, {"id": "p", "do": "ping"}), (watcher, {"id": "w", "do": "pause"})):
                self._sent(asker, message)
                self._heard("answer", asker)
            self._sent(browser, {"id": "b", "do": "fly"})
            self._framed(browser)
            for _ in range(OPENINGS):
                for seat in range(len(table.tokens)):
                    if self._sealed(table, seat):
                        self._heard("program", program)
                        self._heard("watcher", watcher)
                        self._framed(browser)

    def _sealed(self, table: Table, seat: int) -> bool:
        ask = table.view(seat)["ask"]
        if ask is None or ask["sealed"] is not None:
            return False
        command = {"do": "seal", "ask": ask["ask"], "choice": self._rng.choice(ask["choices"])}
        self._ask("POST", f"{table.path}/commands", command, table, seat)
        return True

    def _looks(self, table: Table) -> None:
        """What everybody may read of the room, and the frame of Ada's page."""
        for seat in range(len(table.tokens)):
            self._ask("GET", table.path, None, table, seat)
        self._ask("GET", _public(table))
        self._ask("GET", f"{table.path}/journal", None, table, 1)
        page = self._web.client.get(f"/r/{table.code}", headers={"cookie": f"dev={table.tokens[1]}"}).text
        self.lines.append("page")
        self.lines += [f"  region {id}" for id in REGION.findall(page)]
        self.lines += [f"  field {name}" for name in sorted(set(FIELD.findall(page)))]

    def _lost(self, table: Table) -> None:
        """What leads nowhere."""
        self._ask("GET", "/api/rooms/AAAA2222")
        self._ask("GET", "/api/nothing")
        self._ask("DELETE", table.path)
        self._ask("POST", "/api/rooms", {"game": "chess", "name": "Ada"})
        self._ask("POST", "/api/rooms", {"game": self._game, "name": "", "options": {}})
        self._ask("POST", f"{table.path}/commands", {"do": "ping"})
        self._ask("GET", f"{table.path}/journal")
        self._ask("GET", "/healthz")

    def _ask(
        self, method: str, path: str, body: object = None, table: Table | None = None, seat: int | None = None
    ) -> Any:
        who = "" if seat is None else f" as {seat}"
        headers = table.bearer(seat) if table is not None and seat is not None else {}
        self._web.client.cookies.clear()
        answer = self._web.client.request(method, path, json=body, headers=headers)
        self.lines.append(f"> {method} {path}{who}")
        self.lines += [f"> {json.dumps(body, ensure_ascii=False)}"] if body is not None else []
        self.lines.append(f"< {answer.status_code} {answer.headers.get('content-type', '')}")
        self._told(answer.text, f"{method} {path.rpartition('/')[2]}{who}")
        return answer.json()

    def _sent(self, socket: WebSocketTestSession, message: Mapping[str, Any]) -> None:
        self.lines.append(f"> {json.dumps(message)}")
        socket.send_json(message)

    def _heard(self, who: str, socket: WebSocketTestSession) -> None:
        self.lines.append(f"< {who}")
        self._told(socket.receive_text(), who)

    def _framed(self, socket: WebSocketTestSession) -> None:
        """The frame of a browser's message: what there is in it, not how it is drawn."""
        message = socket.receive_json()
        self.lines.append(f"< browser {' '.join(message)}")
        self.lines += [f"  {' '.join(message['regions'])}"] if "regions" in message else []
        for part in ("table", "film", "sealed", "seats", "state"):
            if part in message:
                self.lines.append(f"  {part}: {' '.join(message[part])}")
        for step in message.get("film", {"steps": []})["steps"]:
            told = f"{step['clause']} " if "say" in step else ""
            self.lines.append(f"  step {' '.join(step)}: {told}{len(step['moves'])} moves")

    def _told(self, text: str, stream: str) -> None:
        """The text; a view, an update or a record as the lines that are not as in the last one of its stream, or else
        of its kind."""
        kind = next((kind for kind in ("table", "facts") if f'"{kind}":' in text), None)
        lines = cut(text)
        before = self._before.get(stream) or self._before.get(kind or "")
        if kind is None or before is None:
            self.lines += [f"  {line}" for line in lines]
        else:
            changed = list(difflib.unified_diff(before, lines, n=0, lineterm=""))[2:]
            self.lines += [f"  {line}" for line in changed] or ["  as before"]
        if kind is not None:
            self._before |= {stream: lines, kind: lines}


def _public(table: Table) -> str:
    """The room's route for whoever shows no secret."""
    return f"/api/rooms/{table.view(1)['room']['join_code']}"


def cut(text: str) -> list[str]:
    """The text in lines, each a field; put together they are the text again."""
    return re.split(r'(?<=,)(?=["{])', text)


@contextmanager
def no_chance() -> Iterator[None]:
    """Secrets, codes and deals come out the same every time."""
    rng = random.Random(7)

    def drawn(count: int, letters: str) -> str:
        return "".join(rng.choice(letters) for _ in range(count))

    with (
        patch.object(secrets, "token_urlsafe", lambda n=32: drawn((n * 8 + 5) // 6, ALPHABET)),
        patch.object(secrets, "token_hex", lambda n=32: drawn(2 * n, "0123456789abcdef")),
        patch.object(secrets, "choice", rng.choice),
    ):
        yield


def session(game: str) -> str:
    """The session of a game as text."""
    with no_chance(), a_web() as web:
        told = Session(web, game)
        told.play()
    return "".join(f"{line}\n" for line in told.lines)
