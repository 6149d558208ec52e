"""The lesson: a room of one's own with bots and the coach, in which nothing presses."""

from app.rooms.model.refusals import Refusal
from app.web.http.errors import Refused, too_fast
from app.web.messages.parse import AnyCommand
from app.web.messages.play import BeginMessage
from app.web.messages.seats import BotMessage
from app.web.messages.setup import OpenMessage
from app.web.service.askers import Seated
from app.web.service.command_service import CommandService, Waiting

SIZE = 3
"""Seats of a lesson's table, where the game has so many."""

LEVEL = "normal"

OPTIONS: dict[str, bool | float] = {"coach": True, "bot_pace": 2.5}
"""A pace that lets one read; there is no clock unless one is chosen."""


def lesson(message: OpenMessage) -> OpenMessage:
    """The room that a newcomer asks for, as a lesson opens it."""
    return message.model_copy(update={"options": OPTIONS})


async def begin_lesson(service: CommandService, host: Seated) -> None:
    """Seats the bots and begins. Raises Refused, StoreDown."""
    sizes = host.room.game.table_sizes
    size = max((size for size in sizes if size <= SIZE), default=min(sizes))
    bots: list[AnyCommand] = [BotMessage(do="bot", seat=seat, level=LEVEL) for seat in range(1, size)]
    for message in [*bots, BeginMessage(do="begin")]:
        answer = await service.put(host, message)
        if isinstance(answer, Waiting):
            raise too_fast(answer.wait)
        if isinstance(answer, Refusal):
            raise Refused(answer)
