"""Plain connections to Postgres within the event loop, beside the journal's own: for what is asked often, needs no
disk, and must not wait for an append nor hold one up."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import psycopg
from psycopg.sql import Composed

from app.journal.database_address import UNICODE, read_address
from app.journal.errors import StoreDownError
from app.journal.timeouts import CONNECT_S, SILENCE_MS, STATEMENT_MS

Connection = psycopg.AsyncConnection[tuple[Any, ...]]
Rows = list[tuple[Any, ...]]

REST_S = 0.25
"""How long is waited before a lost connection is opened again."""

ALIVE_S: dict[str, Any] = {"keepalives_idle": 5, "keepalives_interval": 5, "keepalives_count": 2}
"""Who only listens would never find out that the server's machine is gone."""


async def connected(url: str) -> Connection:
    """A connection to the database at an SQLAlchemy address; each statement is a transaction. Raises psycopg.Error."""
    address = read_address(url)
    # what is set here goes before what the address says
    given = {
        **address.query,
        **address.translate_connect_args(username="user", database="dbname"),
        **ALIVE_S,
        **UNICODE,
        "connect_timeout": CONNECT_S,
        "tcp_user_timeout": SILENCE_MS,
        "application_name": "signet-beside",
    }
    connection = await psycopg.AsyncConnection.connect(**given, autocommit=True)
    try:
        # nothing that is written here is worth a disk's wait
        await connection.execute("SELECT set_config('synchronous_commit', 'off', false)")
        await connection.execute("SELECT set_config('statement_timeout', %s, false)", [str(STATEMENT_MS)])
    except BaseException:
        # also when it is cancelled: nobody else knows of it
        await connection.close()
        raise
    return connection


class Link:
    """One connection for questions, opened when it is needed."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._lock = asyncio.Lock()
        self._connection: Connection | None = None
        self._is_closed = False

    async def ask(self, statement: Composed, values: Mapping[str, object]) -> Rows:
        """The rows of one statement. A lost connection is replaced once, so the statement must bear being carried out
        twice. Raises StoreDownError."""
        async with self._lock:
            try:
                try:
                    return await self._asked(statement, values)
                except psycopg.OperationalError:
                    await self._drop()
                    return await self._asked(statement, values)
            except (psycopg.Error, OSError) as error:
                await self._drop()
                raise StoreDownError(f"the database failed: {type(error).__name__}") from error

    @property
    def pid(self) -> int | None:
        """Which of the server's processes answers; None while there is no connection."""
        return None if self._connection is None or self._connection.closed else self._connection.info.backend_pid

    async def close(self) -> None:
        """Closes the connection."""
        async with self._lock:
            self._is_closed = True
            await self._drop()

    async def _asked(self, statement: Composed, values: Mapping[str, object]) -> Rows:
        if self._is_closed:
            raise StoreDownError("the store is closed")
        if self._connection is None:
            self._connection = await connected(self._url)
        cursor = await self._connection.execute(statement, values)
        return await cursor.fetchall() if cursor.description is not None else []

    async def _drop(self) -> None:
        dropped, self._connection = self._connection, None
        if dropped is not None:
            with suppress(psycopg.Error, OSError):
                await dropped.close()


class Listener:
    """One connection that listens on a channel for as long as it runs, and connects anew when it must."""

    def __init__(self, url: str, listen: Composed, heard: Callable[[str, int], None]) -> None:
        """``heard`` takes the payload of a notification and which of the server's processes sent it."""
        self._url = url
        self._listen_to = listen
        self._heard = heard
        self.is_listening = asyncio.Event()

    async def run(self) -> None:
        """Listens until it is cancelled. What is said while there is no connection is not heard."""
        while True:
            with suppress(psycopg.Error, OSError):
                connection = await connected(self._url)
                try:
                    await self._listen(connection)
                finally:
                    self.is_listening.clear()
                    await connection.close()
            await asyncio.sleep(REST_S)

    async def _listen(self, connection: Connection) -> None:
        await connection.execute(self._listen_to)
        self.is_listening.set()
        async for notification in connection.notifies():
            self._heard(notification.payload, notification.pid)
