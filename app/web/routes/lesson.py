"""The lesson: a room of one's own with bots and the coach, in which nothing presses, and the cards that come first."""

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
from app.web.service.access import by_device
from app.web.service.askers import Seated
from app.web.service.command_service import CommandService
from app.web.service.dependencies import dependencies
from app.web.service.solo import BEGIN, begin_against_bots

router = APIRouter()

SIZE = 3
"""Seats of a lesson's table, where the game has so many."""

OPTIONS: dict[str, bool | float] = {"coach": True, "bot_pace": 2.5}
"""A pace that lets one read; there is no clock unless one is chosen."""


BEGIN_LESSON: Callable[..., Message] = message_type(Begin, known=frozenset({"seed"}))
"""Begins a game with a deal that was chosen. It is read from nowhere: no message from outside chooses a deal."""


def lesson(message: Open, query: Mapping[str, str]) -> Open:
    """The room that a newcomer asks for, as a lesson opens it, by the edition of the rules that the query names."""
    chosen = edition_options(message.game, query)
    return replace(message, options={**message.options, **chosen, **OPTIONS})


async def begin_lesson(service: CommandService, host: Seated) -> None:
    """Seats the bots and begins, with one of the deals of the game's lesson. Raises RefusedError, StoreDownError."""
    key = host.room.game.key
    deals = find_presenter(key).lesson.deals
    begin = BEGIN_LESSON(seed=lesson_seed(key, secrets.choice(deals))) if deals else BEGIN
    await begin_against_bots(service, host, SIZE, begin)


def to_cards(answer: Response) -> Response:
    """The answer that leads to a room, or elsewhere: to the room by way of its lesson's cards."""
    if isinstance(answer, RedirectResponse):
        answer.headers["location"] += "/lesson"
    return answer


@router.get("/r/{room}/lesson")
async def see_card(request: Request, room: str) -> Response:
    """A card of the lesson, ``card`` of the query being its number, for who sits at the table to which they lead.
    Raises RefusedError for a device that holds no seat there."""
    deps = dependencies(request)
    found = (await by_device(deps, request, room)).room
    language, presenter = deps.language(request, found), find_presenter(found.game.key)
    edition = presenter.edition(found.options.plain(), deps.renderer.regions(language).speech)
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
