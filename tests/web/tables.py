"""Starting points for the web's tests: a server in this process, a table, players."""

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
from app.settings.settings import Settings
from app.web.http.identity import cookie_name
from tests.journal.memory_store import MemoryStore
from tests.known import takes
from tests.web.one_hop import OneHopClient

BASE = "http://localhost:8000"
DEVICE_COOKIE = cookie_name("localhost:8000", is_https=False)
GAME = "adel_verpflichtet"
QUICK = {"grace": 0, "bot_pace": 0}
WITHOUT_LIMITS = Settings(limits=False, host="127.0.0.1")
"""Settings of most servers in the tests.

They are read once, because that takes half as long as a server's start."""


@dataclass
class Time:
    """Clock that stands until a test moves it."""

    seconds: float = 1_000_000.0

    def clock(self) -> float:
        """Return the seconds that the limits count by."""
        return self.seconds

    def now(self) -> Millis:
        """Return the time of the wall clock."""
        return Millis(round(self.seconds * 1000))


class UnwellStore(MemoryStore):
    """Store that fails with ``pain`` while it is set."""

    pain: Exception | None = None

    async def append(
        self, room: RoomCode, expected: Version, entries: Sequence[Entry], phase: str, wake_at: Millis | None
    ) -> None:
        """Implement Store, or fail."""
        self._suffer()
        await super().append(room, expected, entries, phase, wake_at)

    async def load(self, room: RoomCode, after: Version = START) -> tuple[Entry, ...]:
        """Implement Store, or fail."""
        self._suffer()
        return await super().load(room, after)

    async def room_joined_by(self, code: RoomCode) -> RoomCode | None:
        """Implement Store, or fail."""
        self._suffer()
        return await super().room_joined_by(code)

    def _suffer(self) -> None:
        if self.pain is not None:
            raise self.pain


class Web:
    """Whole server in this process, without the network."""

    def __init__(self, client: TestClient, store: MemoryStore, time: Time) -> None:
        self.client = client
        self.store = store
        self.time = time

    def open(self, *names: str, game: str = GAME, options: dict[str, Any] | None = None) -> "Table":
        """Open a room with these players, the first of them its host."""
        body = {"game": game, "name": names[0], "options": QUICK | (options or {})}
        answer = self.client.post("/api/rooms", json=body)
        assert answer.status_code == 201, answer.text
        opened = answer.json()
        table = Table(self, RoomCode(opened["room"]), opened["links"], [opened["token"]])
        for name in names[1:]:
            table.sit(name)
        return table

    def playing(self, *names: str, game: str = GAME, options: dict[str, Any] | None = None) -> "Table":
        """Open a room in which these players' game has begun."""
        takes(game, len(names))
        table = self.open(*names, game=game, options=options)
        assert table.post(0, do="begin").status_code == 200
        return table

    @contextmanager
    def socket(self, path: str, **headers: str) -> Iterator[WebSocketTestSession]:
        """Open a socket."""
        address = f"{BASE.replace('http', 'ws')}{path}"
        with self.client.websocket_connect(
            address, headers={name.replace("_", "-"): headers[name] for name in headers}
        ) as it:
            yield it


@dataclass
class Table:
    """Room and the tokens of its seats."""

    web: Web
    code: RoomCode
    links: dict[str, str]
    tokens: list[str] = field(default_factory=list)

    @property
    def path(self) -> str:
        """JSON route of the room."""
        return f"/api/rooms/{self.code}"

    @property
    def join_key(self) -> str:
        """Secret of the join link."""
        return self.links["join"].rpartition("/")[2]

    def sit(self, name: str) -> int:
        """Seat one more player."""
        answer = self.web.client.post(f"{self.path}/seats", json={"name": name, "key": self.join_key})
        assert answer.status_code == 201, answer.text
        self.tokens.append(answer.json()["token"])
        return int(answer.json()["seat"])

    def bearer(self, seat: int) -> dict[str, str]:
        """Return the header with the seat's token."""
        return {"authorization": f"Bearer {self.tokens[seat]}"}

    def post(self, asker: int, /, **command: Any) -> Response:
        """Send a command from the seat and return the response."""
        return self.web.client.post(f"{self.path}/commands", json=command, headers=self.bearer(asker))

    def view(self, seat: int) -> dict[str, Any]:
        """Return the seat's view."""
        answer = self.web.client.get(self.path, headers=self.bearer(seat))
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def seal(self, seat: int, place: int = 0) -> Response:
        """Seal one of the choices that the seat is offered."""
        ask = self.view(seat)["ask"]
        return self.post(seat, do="seal", ask=ask["ask"], choice=ask["choices"][place])

    @contextmanager
    def socket(self, seat: int) -> Iterator[WebSocketTestSession]:
        """Open the seat's live connection."""
        with self.web.socket(f"{self.path}/live", **self.bearer(seat)) as it:
            yield it

    def fingerprint(self) -> str:
        """Return the SHA-256 of the room's whole journal; it changes with every event."""
        portal = self.web.client.portal
        assert portal is not None
        entries = portal.call(self.web.store.load, self.code)
        return hashlib.sha256(repr(entries).encode()).hexdigest()


def receive_answer(socket: WebSocketTestSession, id: str) -> dict[str, Any]:
    """Receive the answer to the command with that id.

    News of the table may come before it."""
    while (message := socket.receive_json()).get("re") != id:
        pass
    return dict(message)


@contextmanager
def a_web(store: MemoryStore | None = None, *, peer: str = "testclient", **settings: Any) -> Iterator[Web]:
    """Run a server with these settings, which sees ``peer`` as its client.

    Limits are off by default."""
    time, store = Time(), store or MemoryStore()
    known = Settings(**{"limits": False, "host": "127.0.0.1", **settings}) if settings else WITHOUT_LIMITS
    app = create_app(known, store, now=time.now, clock=time.clock)
    with OneHopClient(app, BASE, (peer, 50_000)) as client:
        client.headers.pop("user-agent")
        yield Web(client, store, time)
