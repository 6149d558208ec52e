"""Store on a primary and its standby: it never uses a server that takes no writes."""

import asyncio
import os
import socket
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import psycopg
import pytest
from psycopg import sql

from app.journal.database_address import read_address
from app.journal.errors import StoreDownError, StoreError, UnknownOutcomeError
from app.journal.postgres.link import connect
from app.journal.sql.store import SqlStore
from app.journal.timeouts import SILENCE_MS
from app.rooms.events import Said
from engine.core.seats import Seat
from tests.journal.writers import V1, V2, A, entry, open_room, reveal
from tests.postgres import Postgres, postgres_server, postgres_standby

SYNCHRONOUS = ("synchronous_standby_names=*",)

pytestmark = [pytest.mark.asyncio, pytest.mark.fault]


def address(*servers: Postgres) -> str:
    """Return the address by which clients find the primary of these servers."""
    return f"postgresql://app@{','.join(f'127.0.0.1:{each.port}' for each in servers)}/postgres"


@pytest.fixture
def pair() -> Iterator[tuple[Postgres, Postgres]]:
    """Primary and its standby."""
    with postgres_server(SYNCHRONOUS) as primary, postgres_standby(primary) as standby:
        yield primary, standby


@pytest.mark.parametrize(
    ("written", "hosts", "ports"),
    [
        ("db-one,db-two", "db-one,db-two", ","),
        ("signet:a/b:c@db-one:5433,db-two", "db-one,db-two", "5433,"),
        ("signet@[::1]:5433,10.0.0.2:5434", "::1,10.0.0.2", "5433,5434"),
    ],
)
async def test_several_hosts_are_read_with_their_ports(written: str, hosts: str, ports: str) -> None:
    query = read_address(f"postgres://{written}/signet?sslmode=require").query
    assert query == {"host": hosts, "port": ports, "sslmode": "require"}


@pytest.mark.parametrize("written", ["secret@one,", "u:secret@one:port,two", "u:secret@one:port", "u:secret@[::1,two"])
async def test_broken_hosts_are_refused_without_the_password(written: str) -> None:
    with pytest.raises(StoreError, match="postgresql://user:password@") as refused:
        read_address(f"postgresql://{written}/signet")
    assert "secret" not in str(refused.value)


async def test_standby_named_first_is_passed_over(pair: tuple[Postgres, Postgres]) -> None:
    primary, standby = pair
    store = SqlStore(address(standby, primary))
    try:
        await open_room(store, A)
        assert await store.load(A) == (reveal(A),)
        with store.database.engine.connect() as connection:
            assert connection.exec_driver_sql("SHOW in_hot_standby").scalar() == "off"
    finally:
        await store.close()
    beside = await connect(address(standby, primary))
    try:
        assert beside.info.port == primary.port
    finally:
        await beside.close()


async def test_standby_alone_is_refused_whatever_the_address_asks(pair: tuple[Postgres, Postgres]) -> None:
    for ask in ("", "?target_session_attrs=any", "?target_session_attrs=standby"):
        with pytest.raises(StoreDownError, match="read-only"):
            SqlStore(address(pair[1]) + ask)
        with pytest.raises(psycopg.OperationalError, match="read-only"):
            await connect(address(pair[1]) + ask)


async def test_store_leaves_a_primary_that_turns_read_only(pair: tuple[Postgres, Postgres]) -> None:
    former, later = pair
    store = SqlStore(address(former, later))
    try:
        await open_room(store, A)
        await store.load(A)
        former.run(sql.SQL("ALTER SYSTEM SET default_transaction_read_only = on"))
        former.run(sql.SQL("SELECT pg_reload_conf()"))
        is_read_only = sql.SQL("SELECT WHERE current_setting('transaction_read_only')::boolean")
        async with asyncio.timeout(60):
            while not former.run(is_read_only):
                await asyncio.sleep(0.05)
        await asyncio.to_thread(later.promote)
        await store.append(A, V1, [entry(2)], "lobby", None)
        assert await store.load(A) == (reveal(A), entry(2))
    finally:
        await store.close()
    store = SqlStore(address(later))
    try:
        assert await store.load(A) == (reveal(A), entry(2))
    finally:
        await store.close()


async def test_former_primary_that_returns_acknowledges_nothing(pair: tuple[Postgres, Postgres]) -> None:
    former, later = pair
    running = SqlStore(address(former, later))
    await open_room(running, A)
    former.kill()
    await asyncio.to_thread(later.promote)
    await running.append(A, V1, [entry(2)], "lobby", None)
    await asyncio.to_thread(former.start, SYNCHRONOUS)
    misled = SqlStore(address(former, later))
    try:
        assert await misled.load(A) == (reveal(A),)
        append = asyncio.create_task(misled.append(A, V1, [entry(2, Said(Seat(0), "lost"))], "lobby", None))
        async with asyncio.timeout(60):
            while not former.run(sql.SQL("SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep'")):
                await asyncio.sleep(0.05)
        await running.append(A, V2, [entry(3)], "lobby", None)
        assert not append.done()
        await asyncio.to_thread(former.stop, "immediate")
        with pytest.raises(UnknownOutcomeError):
            await append
        assert await misled.load(A) == (reveal(A), entry(2), entry(3))
    finally:
        await running.close()
        await misled.close()


async def test_every_connection_notices_a_machine_that_is_gone(postgres_url: str) -> None:
    store = SqlStore(postgres_url, trust_disk_off=True)
    beside = await connect(postgres_url)
    try:
        with store.database.engine.connect() as connection:
            lines: list[Any] = [connection.connection.driver_connection, beside]
            for each in lines:
                with closing(socket.socket(fileno=os.dup(each.fileno()))) as line:
                    assert line.getsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE) == 5
                    assert line.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == SILENCE_MS
    finally:
        await beside.close()
        await store.close()
