"""Named starting points for the tests of the web: a server in this process, a table at it, its players."""

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from httpx2 import Response
from starlette.testclient import TestClient, WebSocketTestSession

from app.journal.store import START
from app.main import create_app
from app.rooms.events import Entry
from app.rooms.model.ids import Millis, RoomCode, Version
from app.settings import Settings
from app.web.http.identity import cookie_name
from tests.journal.memory_store import MemoryStore
from tests.known import takes
from tests.web.one_hop import OneHopClient

BASE = "http://localhost:8000"
DEVICE_COOKIE = cookie_name("localhost:8000", is_https=False)
GAME = "adel_verpflichtet"
QUICK = {"grace": 0, "bot_pace": 0}
WITHOUT_LIMITS = Settings(limits=False, host="127.0.0.1")
"""What most servers here are set to: read once, for that takes half as long as a server's start."""


@dataclass
class Time:
    """A clock that stands until a test moves it."""

    seconds: float = 1_000_000.0

    def clock(self) -> float:
        """The seconds limits are counted by."""
        return self.seconds

    def now(self) -> Millis:
        """The wall clock."""
        return Millis(round(self.seconds * 1000))


class UnwellStore(MemoryStore):
    """A store that fails with ``pain`` as long as there is one."""

    pain: Exception | None = None

    async def append(
        self, room: RoomCode, expected: Version, entries: Sequence[Entry], phase: str, wake_at: Millis | None
    ) -> None:
        """As in Store, or fails."""
        self._suffer()
        await super().append(room, expected, entries, phase, wake_at)

    async def load(self, room: RoomCode, after: Version = START) -> tuple[Entry, ...]:
        """As in Store, or fails."""
        self._suffer()
        return await super().load(room, after)

    async def room_joined_by(self, code: RoomCode) -> RoomCode | None:
        """As in Store, or fails."""
        self._suffer()
        return await super().room_joined_by(code)

    def _suffer(self) -> None:
        if self.pain is not None:
            raise self.pain


class Web:
    """A whole server in this process, without the network."""

    def __init__(self, client: TestClient, store: MemoryStore, time: Time) -> None:
        self.client = client
        self.store = store
        self.time = time

    def open(self, *names: str, game: str = GAME, options: dict[str, Any] | None = None) -> "Table":
        """A room with these players, the first of them its host."""
        body = {"game": game, "name": names[0], "options": QUICK | (options or {})}
        answer = self.client.post("/api/rooms", json=body)
        assert answer.status_code == 201, answer.text
        opened = answer.json()
        table = Table(self, RoomCode(opened["room"]), opened["links"], [opened["token"]])
        for name in names[1:]:
            table.sit(name)
        return table

    def playing(self, *names: str, game: str = GAME, options: dict[str, Any] | None = None) -> "Table":
        """A room in which these players' game has begun."""
        takes(game, len(names))
        table = self.open(*names, game=game, options=options)
        assert table.post(0, do="begin").status_code == 200
        return table

    @contextmanager
    def socket(self, path: str, **headers: str) -> Iterator[WebSocketTestSession]:
        """An open socket."""
        address = f"{BASE.replace('http', 'ws')}{path}"
        with self.client.websocket_connect(
            address, headers={name.replace("_", "-"): headers[name] for name in headers}
        ) as it:
            yield it


@dataclass
class Table:
    """A room and the tokens of its seats."""

    web: Web
    code: RoomCode
    links: dict[str, str]
    tokens: list[str] = field(default_factory=list)

    @property
    def path(self) -> str:
        """The room's JSON route."""
        return f"/api/rooms/{self.code}"

    @property
    def join_key(self) -> str:
        """The secret of the join link."""
        return self.links["join"].rpartition("/")[2]

    def sit(self, name: str) -> int:
        """Seats one more player."""
        answer = self.web.client.post(f"{self.path}/seats", json={"name": name, "key": self.join_key})
        assert answer.status_code == 201, answer.text
        self.tokens.append(answer.json()["token"])
        return int(answer.json()["seat"])

    def bearer(self, seat: int) -> dict[str, str]:
        """The header that shows the seat's token."""
        return {"authorization": f"Bearer {self.tokens[seat]}"}

    def post(self, asker: int, /, **command: Any) -> Response:
        """The answer to a command of the seat."""
        return self.web.client.post(f"{self.path}/commands", json=command, headers=self.bearer(asker))

    def view(self, seat: int) -> dict[str, Any]:
        """What the seat sees."""
        answer = self.web.client.get(self.path, headers=self.bearer(seat))
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def seal(self, seat: int, place: int = 0) -> Response:
        """Seals one of the choices the seat is offered."""
        ask = self.view(seat)["ask"]
        return self.post(seat, do="seal", ask=ask["ask"], choice=ask["choices"][place])

    @contextmanager
    def socket(self, seat: int) -> Iterator[WebSocketTestSession]:
        """The seat's live connection."""
        with self.web.socket(f"{self.path}/live", **self.bearer(seat)) as it:
            yield it

    def fingerprint(self) -> str:
        """SHA-256 over the room's whole journal: equal while nothing has changed."""
        portal = self.web.client.portal
        assert portal is not None
        entries = portal.call(self.web.store.load, self.code)
        return hashlib.sha256(repr(entries).encode()).hexdigest()


def receive_answer(socket: WebSocketTestSession, id: str) -> dict[str, Any]:
    """Receive the answer to the command with that id. News of the table may come before it."""
    while (message := socket.receive_json()).get("re") != id:
        pass
    return dict(message)


@contextmanager
def a_web(store: MemoryStore | None = None, *, peer: str = "testclient", **settings: Any) -> Iterator[Web]:
    """A server with these settings, asked from ``peer``; limits are off unless they are asked for."""
    time, store = Time(), store or MemoryStore()
    known = Settings(**{"limits": False, "host": "127.0.0.1", **settings}) if settings else WITHOUT_LIMITS
    app = create_app(known, store, now=time.now, clock=time.clock)
    with OneHopClient(app, BASE, (peer, 50_000)) as client:
        client.headers.pop("user-agent")
        yield Web(client, store, time)
