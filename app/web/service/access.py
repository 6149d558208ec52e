"""Access checks: the player, watcher, link holder or newcomer behind a request.

A player shows a device or a token. Pages, forms, sockets and programs find rooms here and nowhere else. Anyone else
is refused in the same words, and after the same time, as if the room did not exist."""

from collections.abc import Awaitable, Callable, Collection
from dataclasses import replace
from typing import TypeVar

from starlette.requests import HTTPConnection

from app.journal.errors import StoreDownError
from app.live.errors import RoomDamagedError
from app.rooms.model.devices import Asker, WhyGone
from app.rooms.model.ids import Digest, room_code
from app.rooms.model.refusals import refuse
from app.rooms.model.room import Room
from app.rooms.views.replay import game_of_key
from app.rooms.views.view import may_watch
from app.web.http.errors import RefusedError, too_fast
from app.web.http.identity import BadBearerError, Holder, bearer, digest_of, is_same, is_shared, read_watcher
from app.web.service.askers import CurtainAsker, SeatedAsker, WatchingAsker, find_guesser, find_seated_device, person_of
from app.web.service.browsers import note_use
from app.web.service.dependencies import Dependencies, address_of_connection
from app.web.service.hands import read_hand
from app.web.text.languages import mark
from engine.core.seats import Seat

T = TypeVar("T")

OLD_LINK = mark("This link no longer works. Ask for a new one.")
"""Message for an invalid link."""

WHOSE_HAND = mark("Several people play on this device. Open one hand at the table first.")
ONE_HAND = mark("Only one person plays on this device.")

MOST_HELD = 100
"""Largest number of seats a browser releases at once.

Without the browser's secret, nobody there can reach the others."""


async def find_seats(deps: Dependencies, connection: HTTPConnection, text: str) -> tuple[SeatedAsker, ...]:
    """Return the seats of the browser's devices, or only that of a named hand.

    Raises StoreDownError, RoomDamagedError."""
    hands, person = deps.list_hands(connection), read_hand(text).person
    room = await _room(deps, connection, text) if hands else None
    if room is None:
        return ()
    held = _list_held(room, hands)
    for each in held:
        await note_use(deps, connection, each.holder)
    return tuple(each for each in held if person in (None, person_of(each)))


async def find_seat(deps: Dependencies, connection: HTTPConnection, text: str) -> SeatedAsker | None:
    """Return the first seat of the browser's devices; None if it has none.

    Raises StoreDownError, RoomDamagedError."""
    return next(iter(await find_seats(deps, connection, text)), None)


async def require_curtain(deps: Dependencies, connection: HTTPConnection, text: str) -> CurtainAsker:
    """Return the people who share the browser.

    Raises RefusedError if there are fewer than two. Raises StoreDownError, RoomDamagedError."""
    held = await find_seats(deps, connection, text)
    if not held:
        raise deps.refuse_guess(connection, "no_seat")
    if len(held) == 1:
        raise RefusedError(refuse("no_seat", ONE_HAND))
    return CurtainAsker(held)


async def require_seat_by_device(
    deps: Dependencies, connection: HTTPConnection, text: str, refused: str = "no_such_room", status: int | None = None
) -> SeatedAsker:
    """Return the seat of the browser's device, or of the hand that the address names.

    Raises RefusedError with the code ``refused``, and with ``status`` unless the address is over its limit. Raises it
    too if several people share the browser and the address names none. Raises StoreDownError, RoomDamagedError."""
    found = await find_seats(deps, connection, text)
    if not found:
        turned_away = deps.refuse_guess(connection, refused)
        raise turned_away if turned_away.wait or status is None else RefusedError(turned_away.refusal, status=status)
    if len(found) > 1:
        raise RefusedError(refuse("no_seat", WHOSE_HAND))
    return found[0]


def device_in(deps: Dependencies, connection: HTTPConnection, room: Room) -> Digest | None:
    """Return the browser's device in a room.

    Prefer the device that holds a seat there, else the first one. None if the browser shows none."""
    digests = [shown.digest for shown in deps.list_hands(connection)]
    return next((each for each in digests if room.seat_of(each) is not None), digests[0] if digests else None)


async def seats_held(
    deps: Dependencies, connection: HTTPConnection, most: int = MOST_HELD, enough: int | None = None
) -> tuple[tuple[SeatedAsker, ...], int]:
    """Return the seats of the browser's devices, and how many are left out.

    Those used last come first. ``most`` and ``enough`` are as for ``load_held``. Raises StoreDownError."""
    hands, rooms, left_out = deps.list_hands(connection), dict[str, Room](), 0
    is_used = is_shared(connection, is_https=deps.is_https(connection))
    for shown in hands if is_used else deps.list_devices(connection):
        found = await deps.manager.rooms_held(shown.digest, most, enough)
        rooms |= {room.code: room for room in found.rooms}
        left_out += found.left_out
    held = [by for room in rooms.values() for by in _list_held(room, hands)]
    for by in held:
        await note_use(deps, connection, by.holder)
    return tuple(held), left_out


def _list_held(room: Room, hands: Collection[Holder]) -> tuple[SeatedAsker, ...]:
    """Return the seats that the hands hold in a room, in seat order."""
    seats = {seat: shown for shown in reversed(tuple(hands)) if (seat := room.seat_of(shown.digest)) is not None}
    held = tuple(SeatedAsker(room, seat, shown) for seat, shown in sorted(seats.items()))
    return tuple(replace(by, hands=held) for by in held) if len(held) > 1 else held


def seat_of_device(deps: Dependencies, connection: HTTPConnection, room: Room) -> Seat | None:
    """Return the seat of the browser's device in a room found by other means."""
    held = (room.seat_of(shown.digest) for shown in deps.list_hands(connection))
    return next((seat for seat in held if seat is not None), None)


async def require_seat_by_token(
    deps: Dependencies, connection: HTTPConnection, text: str, shown: Holder
) -> SeatedAsker:
    """Return the seat of a program's token.

    Raises RefusedError, StoreDownError, RoomDamagedError."""
    room = await _room(deps, connection, text)
    seat = room.seat_of(shown.digest) if room is not None else None
    if room is None or seat is None:
        raise deps.refuse_guess(connection, "no_seat")
    return SeatedAsker(room, seat, shown)


def read_token(connection: HTTPConnection) -> Holder | None:
    """Return the token in the Authorization header; None without one.

    Raises RefusedError."""
    try:
        return bearer(connection)
    except BadBearerError as error:
        raise RefusedError(refuse("no_seat"), status=401) from error


async def require_watcher_by_key(deps: Dependencies, connection: HTTPConnection, text: str, key: str) -> WatchingAsker:
    """Return the watcher who shows the key of the watchers' link.

    Raises RefusedError, StoreDownError, RoomDamagedError."""
    room = await _room(deps, connection, text)
    if room is None or not is_same(key, room.watch_key) or not may_watch(room):
        raise deps.refuse_guess(connection, say=OLD_LINK)
    guesser = read_watcher(connection, room.code, is_https=deps.is_https(connection))
    return WatchingAsker(room, is_by_link=True, guesser=find_guesser(room, deps.list_hands(connection), guesser))


async def require_watcher_by_code(deps: Dependencies, connection: HTTPConnection, text: str) -> WatchingAsker:
    """Return the watcher who knows the code of a room that allows watching.

    Raises RefusedError, StoreDownError, RoomDamagedError."""
    room = await require_room_by_code(deps, connection, text)
    if not may_watch(room):
        raise deps.refuse_guess(connection, is_code=True)
    return WatchingAsker(room, is_by_link=False)


async def require_lost_seat(
    deps: Dependencies, connection: HTTPConnection, text: str
) -> tuple[Room, WhyGone, str | None]:
    """Find the room in which a device of the browser lost its seat.

    Return the room, the reason, and the path at which its player may watch. Raises RefusedError if no device lost a
    seat; StoreDownError, RoomDamagedError."""
    room = await _room(deps, connection, text)
    for shown in deps.list_hands(connection):
        if room is not None and (why := room.find_gone_reason(shown.digest)) is not None:
            # a removed player must not see the table any more: docs/decisions/057
            watch = f"/r/{room.code}/watch/{room.watch_key}" if why == "left" and may_watch(room) else None
            return room, why, watch
    raise deps.refuse_guess(connection)


async def require_room_to_join(
    deps: Dependencies, connection: HTTPConnection, text: str, key: str | None, devices: Collection[Holder] = ()
) -> Room:
    """Return the room that a newcomer may join with that key of a join link.

    Without a key the room's code is enough while the game has not begun. One of the ``devices`` that already sits
    there finds the room in any case. Raises RefusedError, StoreDownError, RoomDamagedError."""
    if key is None:
        room = await require_room_by_code(deps, connection, text)
        if room.phase != "lobby" and not _is_known_here(deps, room, devices):
            raise deps.refuse_guess(connection, is_code=True)
        return room
    known = await _room(deps, connection, text)
    if known is None or not (is_same(key, known.join_key) or _is_known_here(deps, known, devices)):
        raise deps.refuse_guess(connection, say=OLD_LINK)
    return known


def _is_known_here(deps: Dependencies, room: Room, devices: Collection[Holder]) -> bool:
    """Return whether a device sits there or waits for the table's answer."""
    return find_seated_device(room, devices) is not None or find_asking_device(deps, room, devices) is not None


def find_asking_device(deps: Dependencies, room: Room, devices: Collection[Holder]) -> Asker | None:
    """Return a device's pending or refused request to the table; None if none."""
    found = (room.asker_of(each.digest, deps.now()) for each in devices)
    return next((each for each in found if each is not None), None)


async def require_seat_by_link(
    deps: Dependencies, connection: HTTPConnection, text: str, token: str
) -> tuple[Room, Seat]:
    """Return the room and the seat of a return link.

    Raises RefusedError, StoreDownError, RoomDamagedError."""
    shown, now = digest_of(token), deps.now()

    async def find_link_seat(room: Room) -> Seat | None:
        return next((link.seat for link in room.links if is_same(shown, link.link) and link.until > now), None)

    return await require_by_link(deps, connection, text, find_link_seat, "link_used")


async def require_game_by_key(deps: Dependencies, connection: HTTPConnection, text: str, key: str) -> tuple[Room, int]:
    """Return the room and the number of the finished game of a shared replay.

    Raises RefusedError, StoreDownError, RoomDamagedError."""

    async def find_game(room: Room) -> int | None:
        return game_of_key(room, key)

    return await require_by_link(deps, connection, text, find_game)


async def require_by_link(
    deps: Dependencies,
    connection: HTTPConnection,
    text: str,
    found: Callable[[Room], Awaitable[T | None]],
    refused: str = "no_such_room",
) -> tuple[Room, T]:
    """Return the room and the target of a link, given by ``found``.

    Raises RefusedError with the code ``refused`` if ``found`` gives None."""
    room = await _room(deps, connection, text)
    what = await found(room) if room is not None else None
    if room is None or what is None:
        raise deps.refuse_guess(connection, refused, OLD_LINK if refused == "no_such_room" else None)
    return room, what


async def require_room_by_code(deps: Dependencies, connection: HTTPConnection, text: str) -> Room:
    """Return the room with that join code, for a request without a secret.

    Raises RefusedError, the same for a malformed and for a revoked code. Raises StoreDownError, RoomDamagedError."""
    address = address_of_connection(connection)
    wait = deps.limits.guess(address)
    if wait:
        # the browser's cookie may have loaded the room before
        deps.answers_later(connection)
        raise too_fast(wait)
    # count before the lookup, so that concurrent guesses cannot pass the limit
    deps.limits.wrong_code(address)
    code = room_code(text)
    try:
        room = await deps.manager.find_by_join_code(code) if code is not None else None
    except (StoreDownError, RoomDamagedError):
        deps.limits.no_wrong_code(address)
        raise
    if room is None:
        deps.answers_later(connection)
        raise RefusedError(refuse("no_such_room"))
    deps.limits.no_wrong_code(address)
    return await _learn_language(deps, connection, room)


async def _room(deps: Dependencies, connection: HTTPConnection, text: str) -> Room | None:
    """Return the room at that address; the caller checks the secret next."""
    code = room_code(read_hand(text).room)
    room = await deps.manager.room(code) if code is not None else None
    return await _learn_language(deps, connection, room) if room is not None else None


async def _learn_language(deps: Dependencies, connection: HTTPConnection, room: Room) -> Room:
    # a page uses the room's language if the browser names none
    if not connection.scope["path"].startswith("/api/"):
        await deps.renderer.learn(room.options.language)
        await deps.renderer.learn_tables()
    return room
