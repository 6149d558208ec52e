"""Lesson: a room of one's own with bots and the coach, and the cards before it.

The player has no time limit."""

import secrets
from collections.abc import Callable, Mapping

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.rooms.commands import Begin
from app.rooms.model.values import replace
from app.web.games import find_presenter
from app.web.games.editions import edition_options
from app.web.games.lesson import lesson_seed
from app.web.messages.arrival import Open
from app.web.messages.commands import Message, message_type
from app.web.service.access import require_seat_by_device
from app.web.service.askers import SeatedAsker
from app.web.service.command_service import CommandService
from app.web.service.dependencies import dependencies
from app.web.service.solo import BEGIN, begin_against_bots

router = APIRouter()

SIZE = 3
"""Seats of a lesson's table, if the game allows that number."""

OPTIONS: dict[str, bool | float] = {"coach": True, "bot_pace": 2.5}
"""Options of a lesson: bots leave time to read, and the default is no clock."""


BEGIN_LESSON: Callable[..., Message] = message_type(Begin, known=frozenset({"seed", "club"}))
"""Message that begins a game with a chosen deal; no message from outside can."""


def lesson(message: Open, query: Mapping[str, str]) -> Open:
    """Add the lesson's options and the query's edition to an open message."""
    chosen = edition_options(message.game, query)
    return replace(message, options={**message.options, **chosen, **OPTIONS})


async def begin_lesson(service: CommandService, host: SeatedAsker) -> None:
    """Seat the bots and begin the game with one of the lesson's deals.

    Raises RefusedError, StoreDownError."""
    key = host.room.game.key
    deals = find_presenter(key).lesson.deals
    begin = BEGIN_LESSON(seed=lesson_seed(key, secrets.choice(deals))) if deals else BEGIN
    await begin_against_bots(service, host, SIZE, begin)


def to_cards(answer: Response) -> Response:
    """Redirect to the lesson's cards instead of the room; keep any other response."""
    if isinstance(answer, RedirectResponse):
        answer.headers["location"] += "/lesson"
    return answer


@router.get("/r/{room}/lesson")
async def see_card(request: Request, room: str) -> Response:
    """Show a card of the lesson to a seat; ``card`` in the query is its number.

    Raises RefusedError for a device without a seat there."""
    deps = dependencies(request)
    found = (await require_seat_by_device(deps, request, room)).room
    language, presenter = deps.language(request, found), find_presenter(found.game.key)
    edition = presenter.edition(found.options.to_json(), deps.renderer.regions(language).speech)
    cards = presenter.lesson.cards_of(edition)
    wished = request.query_params.get("card", "")
    number = int(wished) if wished in map(str, range(1, len(cards) + 1)) else 1
    page = deps.renderer.page(
        language,
        "lesson",
        base_url=deps.base_url(request),
        room=found,
        number=number,
        cards=cards,
        edition=edition,
        back=f"/r/{found.code}/lesson?card={number}",
    )
    return HTMLResponse(page)
