"""JSON routes for programs.

They identify a caller by a bearer token only and ignore a browser's cookie."""

from fastapi import APIRouter, Request
from starlette.requests import HTTPConnection
from starlette.responses import Response

from app.rooms.commands import MakeReturnLink
from app.rooms.model.refusals import Refusal, refuse
from app.rooms.model.room import Room
from app.web.http.bodies import read_message, read_object
from app.web.http.errors import STATUS, RefusedError, too_fast
from app.web.http.identity import Holder, holder, new_token, secret_of_id
from app.web.messages import parse
from app.web.messages.answers import LinkMade, make_answer, view_as_json
from app.web.messages.arrival import Open, Sit
from app.web.messages.commands import message as message_for
from app.web.service.access import read_token, require_room_to_join, require_seat_by_token, require_watcher_by_code
from app.web.service.askers import SeatedAsker
from app.web.service.command_service import Waiting
from app.web.service.dependencies import Dependencies, address_of_connection, dependencies
from app.web.service.history import record_file
from app.web.service.open_word import check_word
from app.web.service.problems import json
from engine.core.seats import Seat

router = APIRouter(prefix="/api/rooms")

OPENED = "/api/rooms"
"""Target of a program's open request; the same id leads to the same room again."""


@router.post("")
async def open_room(request: Request) -> Response:
    """Open a room and seat the caller as its host.

    Raises RefusedError for an invalid message, a wrong word, an address that has opened too many rooms, and for the
    room's own refusals. Raises RuntimeError if the room is gone before the answer."""
    deps, address = dependencies(request), address_of_connection(request)
    message = await read_message(request, Open, deps.figures.body_bytes)
    refused = await check_word(deps, request, message.word)
    if refused is not None:
        raise refused
    host = _new_holder(message.id)
    room = await deps.service.find_opened_room(message.id, OPENED, (host,)) if message.id is not None else None
    if room is None:
        wait = deps.limits.open_room(address)
        if wait:
            raise too_fast(wait, "tables")
        opened = await deps.service.open(message, host, message.id, OPENED)
        if isinstance(opened, Refusal):
            deps.limits.room_not_opened(address)
            raise RefusedError(opened)
        room = (await require_seat_by_token(deps, request, opened, host)).room
    code = room.code
    link = await deps.service.return_link(code, host, message_for(MakeReturnLink))
    if not isinstance(link, LinkMade):
        raise RuntimeError("an opened room is not there")
    links = {
        "join": f"/r/{code}/join/{room.join_key}",
        "return": link.link,
        "watch": f"/r/{code}/watch/{room.watch_key}",
    }
    answer = {"room": code, "seat": link.seat, "token": host.secret, "base_url": deps.base_url(request), "links": links}
    return json(answer, 201)


@router.get("/{room}")
async def see_room(request: Request, room: str) -> Response:
    """Return the view of the caller's seat, or the public view for watchers.

    Raises RefusedError for a token without a seat there, and without a token if no such room may be watched."""
    deps = dependencies(request)
    found, seat, asker = await _require_viewer(deps, request, room)
    view = view_as_json(found, seat, await deps.manager.here(found.code), asker.digest if asker is not None else None)
    return Response(view, media_type="application/json")


@router.post("/{room}/seats")
async def take_seat(request: Request, room: str) -> Response:
    """Seat the caller and return the room's address.

    The key of the join link leads to a room; before the game the join code alone does too. Raises RefusedError for
    an invalid message, for a wrong key or code, and for the room's own refusals: a name, a full table."""
    deps = dependencies(request)
    message = await read_message(request, Sit, deps.figures.body_bytes)
    who = _new_holder(message.id)
    found = await require_room_to_join(deps, request, room, message.key, (who,))
    seat = await deps.service.sit(found, message.name, message.key, who)
    if isinstance(seat, Refusal):
        raise RefusedError(seat)
    return json({"room": found.code, "seat": seat, "token": who.secret}, 201)


@router.post("/{room}/commands")
async def command(request: Request, room: str) -> Response:
    """Run a command of the caller's seat.

    Raises RefusedError for a token without a seat there, and for a body that is no JSON object. The room's own
    refusals are answered with the command's id."""
    deps = dependencies(request)
    by = await _require_seat(deps, request, room)
    found, seat = by.room, by.seat
    message = parse.read(parse.COMMAND, await read_object(request, deps.figures.body_bytes))
    if isinstance(message, parse.InvalidMessage):
        return json(make_answer(message.id, message.refusal, found, seat), STATUS[message.refusal.code])
    answer = await deps.service.put(by, message)
    if isinstance(answer, Waiting):
        refused = RefusedError(answer.refusal, wait=answer.wait)
        return json(make_answer(message.id, answer.refusal, found, seat), refused.status, refused.headers)
    if isinstance(answer, Refusal):
        now = await deps.manager.room(found.code)
        refused = RefusedError(answer)
        return json(make_answer(message.id, answer, now, seat), refused.status, refused.headers)
    return json(make_answer(message.id, answer, None, None))


@router.get("/{room}/journal")
async def journal(request: Request, room: str) -> Response:
    """Return the room's record: finished games whole, a running one as publicly known.

    Raises RefusedError as ``see_room`` does, and for watchers while a game runs."""
    deps = dependencies(request)
    found, seat, _ = await _require_viewer(deps, request, room)
    if seat is None and found.phase != "finished":
        raise deps.refuse_guess(request, is_code=True)
    return await record_file(request, deps, found, seat)


def _new_holder(id: str | None) -> Holder:
    """Return the token of a program that takes a seat.

    It is derived from the id, if there is one, so a repeated request gets the same token."""
    return holder(secret_of_id(id) if id is not None else new_token(), "program")


async def _require_seat(deps: Dependencies, connection: HTTPConnection, text: str) -> SeatedAsker:
    shown = read_token(connection)
    if shown is None:
        raise RefusedError(refuse("no_seat"), status=401)
    return await require_seat_by_token(deps, connection, text, shown)


async def _require_viewer(
    deps: Dependencies, connection: HTTPConnection, text: str
) -> tuple[Room, Seat | None, Holder | None]:
    if "authorization" in connection.headers:
        by = await _require_seat(deps, connection, text)
        return by.room, by.seat, by.holder
    return (await require_watcher_by_code(deps, connection, text)).room, None, None
