"""SQL statements for heartbeat, presence and ownership.

Times are the database's own."""

from psycopg.sql import SQL, Composed

_NOW = SQL("(extract(epoch FROM clock_timestamp()) * 1000)::bigint")
_ALIVE = SQL("SELECT FROM workers w WHERE w.id = m.worker AND w.id <> %(me)s AND w.beat_at > {now} - %(fresh)s").format(
    now=_NOW
)
"""Condition: the worker of the row ``m`` is another live process."""


def _statement(text: str) -> Composed:
    return SQL(text).format(now=_NOW, alive=_ALIVE)


BEAT = _statement(
    "INSERT INTO workers (id, beat_at) VALUES (%(me)s, {now})"
    " ON CONFLICT (id) DO UPDATE SET beat_at = excluded.beat_at RETURNING xmax = 0"
)
"""Gives whether the process was not known."""

CLEAR = _statement(
    "DELETE FROM workers WHERE id IN (SELECT id FROM workers WHERE beat_at < {now} - %(forget)s FOR UPDATE SKIP LOCKED)"
)
ALIVE = _statement("SELECT count(*) FROM workers WHERE id = %(me)s OR beat_at > {now} - %(fresh)s")
LEAVE = _statement("DELETE FROM workers WHERE id = %(me)s")

VERSIONS = _statement("SELECT code, version FROM rooms WHERE code = ANY(%(rooms)s)")
ELSEWHERE = _statement("SELECT m.room, m.holder FROM presence m WHERE m.room = ANY(%(rooms)s) AND EXISTS ({alive})")

TAKE = _statement(
    "INSERT INTO minders AS m (room, worker) SELECT %(room)s, id FROM workers WHERE id = %(me)s"
    " ON CONFLICT (room) DO UPDATE SET worker = excluded.worker WHERE NOT EXISTS ({alive}) RETURNING room"
)
TAKE_DUE = _statement(
    "WITH due AS (SELECT code FROM rooms WHERE wake_at <= %(before)s AND phase <> 'finished'"
    " AND NOT EXISTS (SELECT FROM minders m WHERE m.room = code AND EXISTS ({alive}))"
    " AND (EXISTS (SELECT FROM presence p WHERE p.room = code AND p.worker = %(me)s)"
    " OR NOT EXISTS (SELECT FROM presence m WHERE m.room = code AND EXISTS ({alive})))"
    " ORDER BY wake_at, code LIMIT %(most)s FOR UPDATE SKIP LOCKED)"
    " INSERT INTO minders AS m (room, worker) SELECT code, w.id FROM due, workers w WHERE w.id = %(me)s"
    " ON CONFLICT (room) DO UPDATE SET worker = excluded.worker WHERE NOT EXISTS ({alive}) RETURNING room"
)
"""Rooms in which somebody listens to another process alone are that one's to own."""

RELEASE = _statement("DELETE FROM minders WHERE room = %(room)s AND worker = %(me)s")

COME = _statement(
    "INSERT INTO presence (worker, room, holder)"
    " SELECT %(me)s, * FROM unnest(%(rooms)s::text[], %(holders)s::text[])"
    " WHERE EXISTS (SELECT FROM workers WHERE id = %(me)s) ON CONFLICT DO NOTHING"
)
GO = _statement(
    "DELETE FROM presence WHERE worker = %(me)s"
    " AND (room, holder) IN (SELECT * FROM unnest(%(rooms)s::text[], %(holders)s::text[]))"
)
GO_ALL = _statement("DELETE FROM presence WHERE worker = %(me)s")

LISTEN = _statement("LISTEN signet_rooms")
TELL = _statement("SELECT pg_notify('signet_rooms', said) FROM unnest(%(said)s::text[]) AS said")
