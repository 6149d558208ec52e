"""The table for those who look on by the watchers' link: they see it, talk among themselves, and do nothing else."""

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from app.rooms.model.refusals import Refusal, refuse
from app.rooms.page_view import page_view
from app.web.http.errors import Refused
from app.web.http.forms import message_of, read_form
from app.web.http.packing import room_page
from app.web.messages import parse
from app.web.messages.answers import answered
from app.web.messages.talk import WatcherSayMessage
from app.web.service.access import (
    by_watch_key,
)
from app.web.service.command_service import Waiting
from app.web.service.dependencies import address_of_connection, dependencies
from app.web.service.problems import json, wants_json

router = APIRouter()


@router.post("/r/{room}/watch/{key}/do")
async def do(request: Request, room: str, key: str) -> Response:
    """Says a line among the watchers. Raises Refused for a body that is no form, a wrong key, anything but such a line,
    who says too much, and with what the room refuses."""
    deps = dependencies(request)
    fields = await read_form(request, deps.figures)
    known = (await by_watch_key(deps, request, room, key)).room
    message = parse.read(parse.COMMAND, message_of(fields, {}))
    if isinstance(message, parse.Unread):
        raise Refused(message.refusal)
    if not isinstance(message, WatcherSayMessage):
        raise Refused(refuse("no_seat"))
    answer = await deps.service.put_of_watcher(known.code, address_of_connection(request), message)
    if isinstance(answer, Waiting):
        raise Refused(answer.refusal, wait=answer.wait)
    if isinstance(answer, Refusal):
        raise Refused(answer)
    if wants_json(request):
        return json(answered(message.id, answer, None, None))
    return RedirectResponse(f"/r/{known.code}/watch/{key}", 303)


@router.get("/r/{room}/watch/{key}")
async def watch(request: Request, room: str, key: str) -> Response:
    """The table for somebody who looks on. Raises Refused for a wrong key, and where nobody may look on."""
    deps = dependencies(request)
    known = (await by_watch_key(deps, request, room, key)).room
    shown = page_view(known, None, await deps.manager.here(known.code))
    language = deps.language(request, known)
    base_url = deps.base_url(request)
    return room_page(request, await deps.renderer.room_in_steps(shown, language=language, base_url=base_url))
