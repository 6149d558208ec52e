"""Removal of a device when its browser is to forget the player."""

from app.live.host.requests import Request as Asked
from app.rooms.player.commands import RevokeDevices
from app.web.service.askers import SeatedAsker
from app.web.service.dependencies import Dependencies


def is_only_device(by: SeatedAsker) -> bool:
    """Return whether no other device holds that seat."""
    occupant = by.room.occupant(by.seat)
    return occupant is None or len(occupant.devices) <= 1


async def let_go(deps: Dependencies, by: SeatedAsker) -> None:
    """Remove the device from a seat that other devices hold, with its contacts.

    A seat with a single device stays as it is: rooms have no seat of a person without a device. Raises
    StoreDownError, RoomDamagedError."""
    code, digest = by.room.code, by.holder.digest
    for kind in ("push", "mail"):
        await deps.notifications.contacts.drop(code, kind, digest)
    occupant = by.room.occupant(by.seat)
    known = next((each for each in occupant.devices if each.holder == digest), None) if occupant is not None else None
    if known is not None:
        number = known.number
        await deps.manager.submit(code, Asked(lambda seat: RevokeDevices(seat, number, digest), digest))
