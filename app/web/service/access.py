"""Who a request is to a room: somebody who sits there, by a device or a token; somebody who looks on; somebody who was
given a link; or a stranger who may sit down. Pages, forms, sockets and programs ask here and nowhere else: nothing else
finds a room by what was asked for.

Whoever is none of these is refused in the same words, and after the same time, as if there were no such room."""

from collections.abc import Awaitable, Callable, Collection
from typing import TypeVar

from starlette.requests import HTTPConnection

from app.journal.errors import StoreDownError
from app.live.errors import RoomDamagedError
from app.rooms.model.devices import Asker
from app.rooms.model.ids import Digest, room_code
from app.rooms.model.refusals import refuse
from app.rooms.model.room import Room, WhyGone
from app.rooms.views.replay import game_of_key
from app.rooms.views.view import may_watch
from app.web.http.errors import RefusedError, too_fast
from app.web.http.identity import BadBearerError, Holder, bearer, digest_of, is_same
from app.web.http.typed_links import read_code
from app.web.service.askers import Seated, Watching
from app.web.service.browsers import note_use
from app.web.service.dependencies import Dependencies, address_of_connection
from app.web.text.languages import noted
from engine.core.seats import Seat

T = TypeVar("T")

OLD_LINK = noted("This link no longer works. Ask for a new one.")
"""What is said to whoever comes by a link that leads nowhere."""


MOST_HELD = 100
"""Seats that a browser lets go of at once; without its secret nobody there comes to the others."""


async def if_seated(deps: Dependencies, connection: HTTPConnection, text: str) -> Seated | None:
    """The seat that the browser's device holds there; None if none. Raises StoreDownError, RoomDamagedError."""
    for shown in deps.shown_devices(connection):
        found = await _seated(deps, connection, text, shown)
        if found is not None:
            await note_use(deps, connection, shown)
            return found
    return None


async def by_device(
    deps: Dependencies, connection: HTTPConnection, text: str, refused: str = "no_such_room", status: int | None = None
) -> Seated:
    """The same. Raises RefusedError with that code, and with that status for whoever is not too fast."""
    found = await if_seated(deps, connection, text)
    if found is None:
        turned_away = deps.led_nowhere(connection, refused)
        raise turned_away if turned_away.wait or status is None else RefusedError(turned_away.refusal, status=status)
    return found


def device_of_seat(deps: Dependencies, connection: HTTPConnection, room: Room, seat: Seat) -> Digest | None:
    """Find which of the devices that the browser shows holds the seat; None if none does."""
    return next((each.digest for each in deps.shown_devices(connection) if room.seat_of(each.digest) == seat), None)


def device_in(deps: Dependencies, connection: HTTPConnection, room: Room) -> Digest | None:
    """Find the device that the browser shows in a room: the one that holds a seat there, else the first of them; None
    if it shows none."""
    digests = [shown.digest for shown in deps.shown_devices(connection)]
    return next((each for each in digests if room.seat_of(each) is not None), digests[0] if digests else None)


async def seats_held(deps: Dependencies, connection: HTTPConnection, most: int = MOST_HELD) -> tuple[Seated, ...]:
    """The seats that the browser's devices hold, of many those where they were last. Raises StoreDownError."""
    held: list[Seated] = []
    for shown in deps.shown_devices(connection):
        rooms = [(room, room.seat_of(shown.digest)) for room in await deps.manager.rooms_held(shown.digest, most)]
        seated = [Seated(room, seat, shown) for room, seat in rooms if seat is not None]
        if seated:
            await note_use(deps, connection, shown)
        held += seated
    return tuple(held)


def seat_of_device(deps: Dependencies, connection: HTTPConnection, room: Room) -> Seat | None:
    """The seat that the browser's device holds in a room that was found in another way."""
    held = (room.seat_of(shown.digest) for shown in deps.shown_devices(connection))
    return next((seat for seat in held if seat is not None), None)


def as_written(text: str) -> str | None:
    """A room's code as the server writes it, for somebody who may have typed it otherwise; None if it is no code."""
    return read_code(text)


def is_code_of(room: Room, text: str) -> bool:
    """Whether the text is what is typed in to join the room."""
    return read_code(text) == room.join_code


async def by_token(deps: Dependencies, connection: HTTPConnection, text: str, shown: Holder) -> Seated:
    """The seat that a program's token holds there. Raises RefusedError, StoreDownError, RoomDamagedError."""
    found = await _seated(deps, connection, text, shown)
    if found is None:
        raise deps.led_nowhere(connection, "no_seat")
    return found


def shown_token(connection: HTTPConnection) -> Holder | None:
    """The token in the Authorization header; None without one. Raises RefusedError."""
    try:
        return bearer(connection)
    except BadBearerError as error:
        raise RefusedError(refuse("no_seat"), status=401) from error


async def by_watch_key(deps: Dependencies, connection: HTTPConnection, text: str, key: str) -> Watching:
    """Whoever shows the key of the watchers' link. Raises RefusedError, StoreDownError, RoomDamagedError."""
    room = await _room(deps, connection, text)
    if room is None or not is_same(key, room.watch_key) or not may_watch(room):
        raise deps.led_nowhere(connection, say=OLD_LINK)
    return Watching(room, is_by_link=True)


async def by_code_to_watch(deps: Dependencies, connection: HTTPConnection, text: str) -> Watching:
    """Whoever knows the code of a room that may be watched. Raises RefusedError, StoreDownError, RoomDamagedError."""
    room = await by_code(deps, connection, text)
    if not may_watch(room):
        raise deps.led_nowhere(connection, is_code=True)
    return Watching(room, is_by_link=False)


async def gone_from(deps: Dependencies, connection: HTTPConnection, text: str) -> tuple[Room, WhyGone, str | None]:
    """The room at that address in which a device of the browser has lost its seat, why, and where its player may look
    on. Raises RefusedError where none has, StoreDownError, RoomDamagedError."""
    room = await _room(deps, connection, text)
    for shown in deps.shown_devices(connection):
        if room is not None and (why := room.why_gone(shown.digest)) is not None:
            # whoever was removed is to see no more of the table: docs/decisions/057
            watch = f"/r/{room.code}/watch/{room.watch_key}" if why == "left" and may_watch(room) else None
            return room, why, watch
    raise deps.led_nowhere(connection)


async def joining(
    deps: Dependencies, connection: HTTPConnection, text: str, key: str | None, devices: Collection[Holder] = ()
) -> Room:
    """The room in which a stranger may sit down who shows that key of a join link; None: who knows its code, while the
    game has not begun. Whoever sits there already with one of the ``devices`` finds it in any case. Raises
    RefusedError, StoreDownError, RoomDamagedError."""
    if key is None:
        room = await by_code(deps, connection, text)
        if room.phase != "lobby" and not _belongs(deps, room, devices):
            raise deps.led_nowhere(connection, is_code=True)
        return room
    known = await _room(deps, connection, text)
    if known is None or not (is_same(key, known.join_key) or _belongs(deps, known, devices)):
        raise deps.led_nowhere(connection, say=OLD_LINK)
    return known


def _belongs(deps: Dependencies, room: Room, devices: Collection[Holder]) -> bool:
    """Whether one of the devices sits there, or waits for the table's answer."""
    return seated_device(room, devices) is not None or asking_device(deps, room, devices) is not None


def asking_device(deps: Dependencies, room: Room, devices: Collection[Holder]) -> Asker | None:
    """Find what one of the devices asks the table for, or was refused; None if nothing."""
    found = (room.asker_of(each.digest, deps.now()) for each in devices)
    return next((each for each in found if each is not None), None)


def people_of(room: Room) -> tuple[tuple[Seat, str], ...]:
    """The seats that people hold, with their names: who may ask to come back."""
    return tuple((seat, room.name_of(seat)) for seat in room.people())


def watches(room: Room) -> bool:
    """Whether whoever finds no seat may look on."""
    return may_watch(room)


def seated_device(room: Room | None, devices: Collection[Holder]) -> Holder | None:
    """Find which of the devices holds a seat of the room; None if none does, or there is no room."""
    return next((each for each in devices if room is not None and room.seat_of(each.digest) is not None), None)


async def by_return_link(deps: Dependencies, connection: HTTPConnection, text: str, token: str) -> tuple[Room, Seat]:
    """The room and the seat to which a return link leads. Raises RefusedError, StoreDownError, RoomDamagedError."""
    shown, now = digest_of(token), deps.now()

    async def found(room: Room) -> Seat | None:
        return next((link.seat for link in room.links if is_same(shown, link.link) and link.until > now), None)

    return await by_link(deps, connection, text, found, "link_used")


async def by_replay_key(deps: Dependencies, connection: HTTPConnection, text: str, key: str) -> tuple[Room, int]:
    """The room and the number of its finished game that a shared replay shows. Raises RefusedError, StoreDownError,
    RoomDamagedError."""

    async def found(room: Room) -> int | None:
        return game_of_key(room, key)

    return await by_link(deps, connection, text, found)


async def by_link(
    deps: Dependencies,
    connection: HTTPConnection,
    text: str,
    found: Callable[[Room], Awaitable[T | None]],
    refused: str = "no_such_room",
) -> tuple[Room, T]:
    """The room and whatever a link leads to there; ``found`` gives it, or None. Raises RefusedError with that code."""
    room = await _room(deps, connection, text)
    what = await found(room) if room is not None else None
    if room is None or what is None:
        raise deps.led_nowhere(connection, refused, OLD_LINK if refused == "no_such_room" else None)
    return room, what


async def by_code(deps: Dependencies, connection: HTTPConnection, text: str) -> Room:
    """The room that is joined by that code, for somebody who shows no secret. Raises RefusedError, the same for a code
    that is none and for one that was made void; StoreDownError, RoomDamagedError."""
    address = address_of_connection(connection)
    wait = deps.limits.guess(address)
    if wait:
        # the asker's cookie may have had the room read before
        deps.answers_later(connection)
        raise too_fast(wait)
    # of many that are tried at once none may slip by while the first is looked up
    deps.limits.wrong_code(address)
    code = room_code(text)
    try:
        room = await deps.manager.joined_by(code) if code is not None else None
    except (StoreDownError, RoomDamagedError):
        deps.limits.no_wrong_code(address)
        raise
    if room is None:
        deps.answers_later(connection)
        raise RefusedError(refuse("no_such_room"))
    deps.limits.no_wrong_code(address)
    return await _learned(deps, connection, room)


async def _seated(deps: Dependencies, connection: HTTPConnection, text: str, shown: Holder) -> Seated | None:
    room = await _room(deps, connection, text)
    seat = room.seat_of(shown.digest) if room is not None else None
    return Seated(room, seat, shown) if room is not None and seat is not None else None


async def _room(deps: Dependencies, connection: HTTPConnection, text: str) -> Room | None:
    """The room at that address, for somebody whose secret is looked at next."""
    code = room_code(text)
    room = await deps.manager.room(code) if code is not None else None
    return await _learned(deps, connection, room) if room is not None else None


async def _learned(deps: Dependencies, connection: HTTPConnection, room: Room) -> Room:
    # a page may be drawn in the room's language: for whoever asks for none
    if not connection.scope["path"].startswith("/api/"):
        await deps.renderer.learn(room.options.language)
    return room
