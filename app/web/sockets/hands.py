"""Connections of the others who share a player's device: they are present too."""

from app.live.host.subscription import Subscription
from app.web.service.askers import RoomAsker, ScreenAsker, WatchingAsker
from app.web.service.dependencies import Dependencies


async def bring_others(deps: Dependencies, by: RoomAsker, subscription: Subscription) -> None:
    """Connect the others who share the player's device, as long as the player is.

    Raises StoreDownError, RoomDamagedError."""
    if isinstance(by, WatchingAsker | ScreenAsker):
        return
    beside: list[Subscription] = []
    try:
        for each in by.hands:
            if each.holder.digest != subscription.holder:
                await deps.service.notice(each)
                joined = await deps.manager.join(by.room.code, each.holder.digest)
                beside += [joined] if joined is not None else []
    finally:
        subscription.share(beside)
