"""Date of the next evening, as a file for calendars."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from app.rooms.model.refusals import refuse
from app.web.http.errors import RefusedError
from app.web.service.access import require_seat_by_device
from app.web.service.dependencies import dependencies
from app.web.text.calendar import write_calendar
from app.web.text.languages import catalogue

router = APIRouter()


@router.get("/r/{room}/next.ics")
async def get_calendar(request: Request, room: str) -> Response:
    """Return the calendar file of the fixed date, also of one that was called off.

    Its link is the table's own, which lets nobody in: calendars are shared and synchronised. Raises RefusedError for
    a device without a seat there, and without a date."""
    deps = dependencies(request)
    by = await require_seat_by_device(deps, request, room)
    found, fixed = by.room, by.room.fixed_date
    if fixed is None:
        raise RefusedError(refuse("no_such_room", "There's no page here."), 404)
    names = [found.name_of(seat) for seat in found.people() if found.person_of(seat) in fixed.date.can]
    link, words = f"{deps.base_url(request)}/r/{found.code}", catalogue(deps.language(request, found))
    text = write_calendar(found.code, fixed, found.game.title, names, link, deps.now(), words)
    # iOS offers to add an inline file to the calendar; it stores an attachment among the downloads
    headers = {"content-disposition": f'inline; filename="signet-{found.code}.ics"'}
    return Response(text, headers=headers, media_type="text/calendar; charset=utf-8")
