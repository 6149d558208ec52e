"""What those do who look on by the watchers' link: they talk among themselves, and nothing else."""

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from app.rooms.model.refusals import Refusal, refuse
from app.web.http.errors import Refused, too_fast
from app.web.http.forms import message_of, read_form
from app.web.messages import commands as wire
from app.web.messages.answers import answered
from app.web.messages.talk import WatcherSayMessage
from app.web.service.access import by_watch_key
from app.web.service.command_service import Waiting
from app.web.service.context import address_of_connection, context
from app.web.service.problems import json, wants_json

router = APIRouter()


@router.post("/r/{room}/watch/{key}/do")
async def do(request: Request, room: str, key: str) -> Response:
    """Says a line among the watchers. Raises Refused."""
    ctx = context(request)
    fields = await read_form(request, ctx.figures)
    known = (await by_watch_key(ctx, request, room, key)).room
    message = wire.read(wire.COMMAND, message_of(fields, {}))
    if isinstance(message, wire.Unread):
        raise Refused(message.refusal)
    if not isinstance(message, WatcherSayMessage):
        raise Refused(refuse("no_seat"))
    answer = await ctx.service.put_of_watcher(known.code, address_of_connection(request), message)
    if isinstance(answer, Waiting):
        raise too_fast(answer.wait)
    if isinstance(answer, Refusal):
        raise Refused(answer)
    if wants_json(request):
        return json(answered(message.id, answer, None, None))
    return RedirectResponse(f"/r/{known.code}/watch/{key}", 303)
