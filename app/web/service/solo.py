"""Solo table against bots, which begins at once."""

from app.rooms.commands import Begin, FillWithBots
from app.rooms.model.refusals import Refusal
from app.web.http.errors import RefusedError
from app.web.messages.commands import Message, message
from app.web.service.askers import SeatedAsker
from app.web.service.command_service import CommandService, Waiting

SIZE = 4
"""Players at a table against bots, where the game has so many seats."""

BEGIN = message(Begin)


async def begin_against_bots(
    service: CommandService, host: SeatedAsker, most: int = SIZE, begin: Message = BEGIN
) -> None:
    """Seat bots up to ``most`` players, as far as the game allows, and begin.

    A table that has begun stays as it is, because the request was repeated. Raises RefusedError, StoreDownError."""
    if host.room.phase != "lobby":
        return
    sizes = host.room.game.table_sizes
    size = max((size for size in sizes if size <= most), default=min(sizes))
    for each in (message(FillWithBots, size=size), begin):
        answer = await service.put(host, each)
        if isinstance(answer, Waiting):
            raise RefusedError(answer.refusal, wait=answer.wait)
        if isinstance(answer, Refusal) and answer.code == "already_begun":
            return
        if isinstance(answer, Refusal):
            raise RefusedError(answer)
