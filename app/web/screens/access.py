"""Access checks of screens: players have admitted them, and may remove them again."""

from starlette.requests import HTTPConnection

from app.rooms.model.ids import Digest, room_code
from app.rooms.model.room import Room
from app.rooms.screens.decide import has_screen
from app.web.screens.pairing import read_kept_screen
from app.web.service.askers import ScreenAsker
from app.web.service.dependencies import Dependencies


async def require_screen(deps: Dependencies, connection: HTTPConnection, text: str) -> ScreenAsker:
    """Return the screen that shows the room.

    Raises RefusedError, the same whether or not there is such a room. Raises StoreDownError, RoomDamagedError."""
    kept, code = read_kept_screen(deps, connection), room_code(text)
    room = await deps.manager.room(code) if code is not None and kept is not None else None
    if room is None or kept is None or not has_screen(room, kept[1].digest):
        raise deps.refuse_guess(connection)
    await deps.renderer.learn(room.options.language)
    await deps.renderer.learn_tables()
    return ScreenAsker(room, kept[1].digest)


async def find_shown_room(deps: Dependencies, screen: Digest) -> Room | None:
    """Return the room that last admitted the screen; None if none has it any more.

    Raises StoreDownError."""
    held = await deps.manager.rooms_held(screen)
    return next((room for room in held.rooms if has_screen(room, screen)), None)
