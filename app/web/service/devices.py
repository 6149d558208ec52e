"""What the device that asks holds, and how the server lets go of it when a browser is to forget its player."""

from starlette.requests import HTTPConnection

from app.live.host.requests import Request as Asked
from app.rooms.own.commands import RevokeDevices
from app.web.service.askers import Seated
from app.web.service.dependencies import Dependencies

MOST_FORGOTTEN = 100
"""Tables that are let go of at once, those where the device was last; without its secret nobody comes to the others."""


async def seats_held(deps: Dependencies, connection: HTTPConnection) -> tuple[Seated, ...]:
    """The seats that the browser's devices hold. Raises StoreDown."""
    held = []
    for shown in deps.shown_devices(connection):
        for room in await deps.manager.rooms_held(shown.digest, MOST_FORGOTTEN):
            seat = room.seat_of(shown.digest)
            if seat is not None:
                held.append(Seated(room, seat, shown))
    return tuple(held)


def is_only_device(by: Seated) -> bool:
    """Whether no other device holds that seat."""
    occupant = by.room.occupant(by.seat)
    return occupant is None or len(occupant.devices) <= 1


async def let_go(deps: Dependencies, by: Seated) -> None:
    """Take the device off a seat that other devices hold, and call it no more. A seat that nobody else holds stays as
    it is: rooms have no seat of a person without a device. Raises StoreDown, RoomBroken."""
    code, digest = by.room.code, by.holder.digest
    for kind in ("push", "mail"):
        await deps.calls.callbook.drop(code, kind, digest)
    occupant = by.room.occupant(by.seat)
    known = next((each for each in occupant.devices if each.holder == digest), None) if occupant is not None else None
    if known is not None:
        number = known.number
        await deps.manager.submit(code, Asked(lambda seat: RevokeDevices(seat, number, digest), digest))
