"""Table for watchers: they see it, chat among themselves and guess."""

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from app.live.host.requests import Done
from app.rooms.commands import Guess, WatcherSay
from app.rooms.model.ids import Digest
from app.rooms.model.refusals import Refusal, refuse
from app.rooms.model.room import Room
from app.rooms.views.page_view import page_view
from app.web.http.errors import RefusedError
from app.web.http.forms import Fields, get_chat_fields, message_of, read_form
from app.web.http.identity import keep_watcher
from app.web.http.packing import room_page
from app.web.messages import parse
from app.web.messages.answers import make_answer
from app.web.messages.commands import Message
from app.web.service.access import require_watcher_by_key
from app.web.service.askers import WatchingAsker
from app.web.service.command_service import Waiting
from app.web.service.dependencies import Dependencies, address_of_connection, dependencies
from app.web.service.problems import json, wants_json

router = APIRouter()


@router.post("/r/{room}/watch/{key}/do")
async def do(request: Request, room: str, key: str) -> Response:
    """Post a message to the watchers' chat, or a guess.

    Raises RefusedError for a body that is no form, a wrong key, any other command, too many messages, and the room's
    own refusals."""
    deps = dependencies(request)
    fields = await read_form(request, deps.figures)
    by = await require_watcher_by_key(deps, request, room, key)
    known = by.room
    try:
        message, answer = await _say(deps, request, by, fields)
    except RefusedError as refused:
        if wants_json(request) or get_chat_fields(fields) is None:
            raise
        now = await deps.manager.room(known.code) or known
        page = await _page(deps, request, now, by.guesser, refused.refusal, get_chat_fields(fields))
        return room_page(request, page, refused.status, refused.headers)
    if wants_json(request):
        return json(make_answer(message.id, answer, None, None))
    return RedirectResponse(f"/r/{known.code}/watch/{key}", 303)


@router.get("/r/{room}/watch/{key}")
async def watch(request: Request, room: str, key: str) -> Response:
    """Show the table to a watcher.

    Raises RefusedError for a wrong key, and if watchers are not allowed."""
    deps = dependencies(request)
    by = await require_watcher_by_key(deps, request, room, key)
    response = room_page(request, await _page(deps, request, by.room, by.guesser))
    keep_watcher(response, request, is_https=deps.is_https(request))
    return response


async def _say(deps: Dependencies, request: Request, by: WatchingAsker, fields: Fields) -> tuple[Message, Done]:
    message = parse.read(parse.COMMAND, message_of(fields, {}))
    if isinstance(message, parse.InvalidMessage):
        raise RefusedError(message.refusal)
    if message.asks_for not in (WatcherSay, Guess):
        raise RefusedError(refuse("no_seat"))
    answer = await deps.service.put_of_watcher(by.room.code, address_of_connection(request), message, by.guesser)
    if isinstance(answer, Waiting):
        raise RefusedError(answer.refusal, wait=answer.wait)
    if isinstance(answer, Refusal):
        raise RefusedError(answer)
    return message, answer


async def _page(
    deps: Dependencies,
    request: Request,
    room: Room,
    guesser: Digest | None,
    refusal: Refusal | None = None,
    line: Fields | None = None,
) -> str:
    shown = page_view(room, None, await deps.manager.here(room.code), guesser)
    language, base_url = deps.language(request, room), deps.base_url(request)
    return await deps.renderer.room(shown, refusal, language=language, base_url=base_url, line=line)
