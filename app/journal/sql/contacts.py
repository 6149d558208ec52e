"""Database tables for notifications.

Every writer locks the room's row first. So no two processes claim one notification, and nothing is left of a room
that is deleted meanwhile."""

from collections.abc import Awaitable, Callable, Collection
from typing import Any, Protocol

import orjson
from sqlalchemy import Connection, delete, exists, insert, or_, select, text, update

from app.journal.contacts import Address, Kind, NotificationKey
from app.journal.sql.tables import call_addresses, calls, calls_settled, rooms, server_keys
from app.rooms.model.ids import AskNumber, Digest, Millis, RoomCode, Version

# two processes may make their first start at the same time
_KEY_IF_NEW = text("INSERT INTO server_keys (name, value) VALUES (:name, :value) ON CONFLICT (name) DO NOTHING")
_RENEWED_KEY = text(
    "INSERT INTO server_keys (name, value) VALUES (:name, :value) ON CONFLICT (name) DO UPDATE SET value = :value"
)

_KEPT = ("kind", "holder", "target", "language")


class Run(Protocol):
    """Carries work out in a transaction of its own, on the store's thread."""

    def __call__(self, work: Callable[[Connection], Any], *, writes: bool) -> Awaitable[Any]: ...


class SqlContacts:
    """The contacts beside an SQL journal."""

    def __init__(self, run: Run) -> None:
        self._run = run

    async def key(self, name: str, fresh: str) -> str:
        """Implement Contacts."""

        def work(connection: Connection) -> str:
            connection.execute(_KEY_IF_NEW, {"name": name, "value": fresh})
            return str(connection.execute(asked).scalar_one())

        asked = select(server_keys.c.value).where(server_keys.c.name == name)
        known = await self._run(lambda connection: connection.execute(asked).scalar_one_or_none(), writes=False)
        return str(known if known is not None else await self._run(work, writes=True))

    async def renew(self, name: str, fresh: str) -> None:
        """Implement Contacts."""
        await self._run(
            lambda connection: connection.execute(_RENEWED_KEY, {"name": name, "value": fresh}), writes=True
        )

    async def addresses(self, room: RoomCode) -> tuple[Address, ...]:
        """Implement Contacts."""
        asked = select(call_addresses).where(call_addresses.c.room == room)
        asked = asked.order_by(call_addresses.c.kind, call_addresses.c.holder)

        def work(connection: Connection) -> tuple[Address, ...]:
            rows = connection.execute(asked).mappings()
            return tuple(
                Address(**{name: row[name] for name in _KEPT}, details=orjson.loads(row["details"])) for row in rows
            )

        found: tuple[Address, ...] = await self._run(work, writes=False)
        return found

    async def put(self, room: RoomCode, address: Address) -> None:
        """Implement Contacts."""
        row = {name: getattr(address, name) for name in _KEPT}
        # links begin with the server's public address: what an asker called it is kept no more
        row["base_url"] = ""
        row["details"] = orjson.dumps(dict(address.details)).decode()

        def work(connection: Connection) -> None:
            if _is_there(connection, room):
                connection.execute(_match_address(room, address.kind, address.holder))
                connection.execute(insert(call_addresses).values(room=room, **row))
                # somebody more to be called for what is asked already
                connection.execute(delete(calls_settled).where(calls_settled.c.room == room))

        await self._run(work, writes=True)

    async def drop(self, room: RoomCode, kind: Kind, holder: Digest, target: str | None = None) -> None:
        """Implement Contacts."""
        gone = _match_address(room, kind, holder)
        if target is not None:
            gone = gone.where(call_addresses.c.target == target)
        await self._run(lambda connection: connection.execute(gone), writes=True)

    async def claim(self, room: RoomCode, keys: Collection[NotificationKey], at: Millis) -> tuple[NotificationKey, ...]:
        """Implement Contacts."""
        if not keys:
            return ()

        def work(connection: Connection) -> tuple[NotificationKey, ...]:
            if not _is_there(connection, room):
                return ()
            latest = min(key.ask for key in keys)
            connection.execute(delete(calls).where(calls.c.room == room, calls.c.ask < latest))
            known = connection.execute(select(calls.c.seat, calls.c.ask, calls.c.nudge).where(calls.c.room == room))
            made = {NotificationKey(seat, AskNumber(ask), nudge) for seat, ask, nudge in known}
            fresh = tuple(dict.fromkeys(key for key in keys if key not in made))
            if fresh:
                connection.execute(insert(calls), [{"room": room, "at": at, **key._asdict()} for key in fresh])
            return fresh

        claimed: tuple[NotificationKey, ...] = await self._run(work, writes=True)
        return claimed

    async def find_unsettled(self, after: str, most: int) -> tuple[RoomCode, ...]:
        """Implement Contacts."""
        asked = (
            select(rooms.c.code)
            .outerjoin(calls_settled, calls_settled.c.room == rooms.c.code)
            .where(or_(rooms.c.phase == "playing", rooms.c.wake_at.is_not(None)), rooms.c.code > after)
            .where(or_(calls_settled.c.version.is_(None), calls_settled.c.version < rooms.c.version))
            .where(exists().where(call_addresses.c.room == rooms.c.code))
            .order_by(rooms.c.code)
            .limit(most)
        )
        found: tuple[RoomCode, ...] = await self._run(
            lambda connection: tuple(connection.execute(asked).scalars()), writes=False
        )
        return found

    async def settle(self, room: RoomCode, version: Version) -> None:
        """Implement Contacts."""

        def work(connection: Connection) -> None:
            if not _is_there(connection, room):
                return
            known = update(calls_settled).where(calls_settled.c.room == room).values(version=version)
            if connection.execute(known).rowcount == 0:
                connection.execute(insert(calls_settled).values(room=room, version=version))

        await self._run(work, writes=True)


def _is_there(connection: Connection, room: RoomCode) -> bool:
    """Return whether the room exists, and lock it until the transaction ends."""
    asked = select(rooms.c.code).where(rooms.c.code == room).with_for_update(key_share=True)
    return connection.execute(asked).first() is not None


def _match_address(room: RoomCode, kind: Kind, holder: Digest) -> Any:
    return delete(call_addresses).where(
        call_addresses.c.room == room, call_addresses.c.kind == kind, call_addresses.c.holder == holder
    )
