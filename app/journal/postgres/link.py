"""Plain connections to Postgres within the event loop, beside the journal's own.

They carry frequent questions that need no disk and must not wait for an append, nor delay one."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import psycopg
from psycopg.sql import Composed

from app.journal.database_address import PARAMETERS, read_address
from app.journal.errors import StoreDownError
from app.journal.timeouts import STATEMENT_MS

Connection = psycopg.AsyncConnection[tuple[Any, ...]]
Rows = list[tuple[Any, ...]]

REST_S = 0.25
"""Seconds before a lost connection is opened again."""


async def connect(url: str) -> Connection:
    """Connect to an SQLAlchemy address in autocommit mode. Raises psycopg.Error."""
    address = read_address(url)
    given = {
        **address.query,
        **address.translate_connect_args(username="user", database="dbname"),
        **PARAMETERS,
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
        """Return the rows of one idempotent statement. Raises StoreDownError.

        A lost connection is replaced once and the statement repeated."""
        async with self._lock:
            try:
                try:
                    return await self._query(statement, values)
                except psycopg.OperationalError:
                    await self._drop()
                    return await self._query(statement, values)
            except (psycopg.Error, OSError) as error:
                await self._drop()
                raise StoreDownError(f"the database failed: {type(error).__name__}") from error

    @property
    def pid(self) -> int | None:
        """Process id of the server's backend; None without a connection."""
        return None if self._connection is None or self._connection.closed else self._connection.info.backend_pid

    async def close(self) -> None:
        """Close the connection."""
        async with self._lock:
            self._is_closed = True
            await self._drop()

    async def _query(self, statement: Composed, values: Mapping[str, object]) -> Rows:
        if self._is_closed:
            raise StoreDownError("the store is closed")
        if self._connection is None:
            self._connection = await connect(self._url)
        cursor = await self._connection.execute(statement, values)
        return await cursor.fetchall() if cursor.description is not None else []

    async def _drop(self) -> None:
        dropped, self._connection = self._connection, None
        if dropped is not None:
            with suppress(psycopg.Error, OSError):
                await dropped.close()


class Listener:
    """Connection that listens on a channel and reconnects when it must."""

    def __init__(self, url: str, listen: Composed, heard: Callable[[str, int], None]) -> None:
        """Take a callback for each notification's payload and the sender's process id."""
        self._url = url
        self._listen_to = listen
        self._heard = heard
        self.is_listening = asyncio.Event()

    async def run(self) -> None:
        """Listen until cancelled. Notifications sent while disconnected are lost."""
        while True:
            with suppress(psycopg.Error, OSError):
                connection = await connect(self._url)
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
