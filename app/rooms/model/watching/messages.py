"""Messages of watchers to each other."""

from app.rooms.model.values import Frozen


class WatcherMessage(Frozen, frozen=True, gc=False):
    """Message in the watchers' chat."""

    number: int
    name: str
    text: str
    late_number: int = 0
    """Number for delayed watchers."""
