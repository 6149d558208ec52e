"""A game as programs of version 2 of the protocol hear it, line by line: Ada's, which says hello, Ben's, which shows
its token in a header, and one of the public. Each text stands there as it was sent."""

import json
import random
from contextlib import ExitStack
from typing import Any

from starlette.testclient import WebSocketTestSession

from tests.web.keeping import bring_up_to_date
from tests.web.session import FOLDER, cut, no_chance
from tests.web.tables import Table, Web, a_web

FOLDER_2 = FOLDER / "protocol_2"
"""The session of each game as it was recorded when version 2 came."""

ADA, BEN, PUBLIC = "ada", "ben", "public"
ALL = (ADA, BEN, PUBLIC)
OPENINGS = 3


class DeltaSession:
    """One game's session as it is told so far."""

    def __init__(self, web: Web, game: str) -> None:
        self.lines: list[str] = []
        self.views: dict[str, Any] = {}
        """What each of them has made of it."""
        self._table = web.open("Ada", "Ben", "Carla", game=game, options={"watchers": "public"})
        self._web = web
        self._rng = random.Random(game)
        self._sockets: dict[str, WebSocketTestSession] = {}

    def play(self) -> None:
        """Plays all of it."""
        table = self._table
        with ExitStack() as open_ones:
            for who, address, headers in (
                (ADA, f"{table.path}/live", {}),
                (BEN, f"{table.path}/live?protocol=2", table.bearer(1)),
                (PUBLIC, f"{_public(table)}/live?protocol=2", {}),
            ):
                self._sockets[who] = open_ones.enter_context(self._web.socket(address, **headers))
                if who != BEN:
                    self._says_hello(who)
                self._hears(who)
                if who == BEN:
                    self._hears(ADA)
            self._evening()
            assert self.views[BEN] == table.view(1)

    def _evening(self) -> None:
        for asker, command, *heard in (
            (0, {"do": "options", "options": {"clock": {"mode": "gentle", "bank": 90}}}, *ALL),
            (0, {"do": "begin"}, *ALL),
            (1, {"do": "say", "text": "Hello, Änne 🦊"}, *ALL),
            (0, {"do": "mute", "name": "Ben", "on": True}, ADA),
            (1, {"do": "phrase", "phrase": "luck"}, *ALL),
            (0, {"do": "orders", "orders": ["careful"]}, ADA),
            (1, {"do": "pause"}, *ALL),
            (0, {"do": "resume"}, *ALL),
            (1, {"do": "away", "on": True}, *ALL),
        ):
            self._does(int(asker), dict(command), *map(str, heard))
        for _ in range(OPENINGS):
            self._round()
        self._does(0, {"do": "vote", "motion": "end", "on": True}, *ALL)
        self._does(1, {"do": "vote", "motion": "end", "on": True}, *ALL)
        self._does(0, {"do": "again"}, *ALL)
        self._round()
        self._sockets[ADA].send_json({"id": "p", "do": "ping"})
        self._hears(ADA)

    def _round(self) -> None:
        """All who are asked seal; Ada, where she is not alone, changes her mind before."""
        asked = [seat for seat in range(3) if self._table.view(seat)["ask"] is not None]
        for seat in asked:
            if seat == 0 and len(asked) > 1:
                self._seals(seat, ALL)
                self._does(seat, {"do": "lift", "ask": self._table.view(seat)["ask"]["ask"]}, ADA)
                self._seals(seat, (ADA,))
            else:
                self._seals(seat, ALL)

    def _seals(self, seat: int, heard: tuple[str, ...]) -> None:
        ask = self._table.view(seat)["ask"]
        self._does(seat, {"do": "seal", "ask": ask["ask"], "choice": self._rng.choice(ask["choices"])}, *heard)

    def _does(self, seat: int, command: dict[str, Any], *heard: str) -> None:
        self.lines.append(f"> {seat} {json.dumps(command, ensure_ascii=False)}")
        assert self._table.post(seat, **command).status_code == 200, command
        for who in heard:
            self._hears(who)

    def _says_hello(self, who: str) -> None:
        hello = {"do": "hello"} | ({"token": self._table.tokens[0], "protocol": 2} if who == ADA else {})
        self.lines.append(f"> {who} {json.dumps(hello)}")
        self._sockets[who].send_json(hello)

    def _hears(self, who: str) -> None:
        text = self._sockets[who].receive_text()
        self.lines.append(f"< {who}")
        self.lines += [f"  {line}" for line in cut(text)]
        message = json.loads(text)
        self.views[who] = message.get("view", self.views.get(who))
        if "set" in message:
            bring_up_to_date(self.views[who], message)


def _public(table: Table) -> str:
    return f"/api/rooms/{table.view(0)['room']['join_code']}"


def delta_session(game: str) -> str:
    """The session of a game as text."""
    with no_chance(), a_web() as web:
        told = DeltaSession(web, game)
        told.play()
    return "".join(f"{line}\n" for line in told.lines)
