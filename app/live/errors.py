"""Errors of rooms in this process."""


class RoomDamagedError(Exception):
    """Damaged, locked room: its journal does not fold, or its host keeps failing.

    Other rooms go on. Trying again does not help."""


class UnfitRoomError(Exception):
    """A room that came from outside and that no host could keep alive."""


class DivergedError(Exception):
    """Host at a version that the journal does not have. It must be replaced."""


class HostClosedError(Exception):
    """The host was let go of; ask the manager for the room again."""


class NoMirrorError(Exception):
    """A game whose mirror cannot be made now."""


class QueueFullError(Exception):
    """The queue of work for pages about past games has no place left for this asker."""


class OverBudgetError(Exception):
    """Used-up budget for pages about past games; ``wait`` in seconds."""

    def __init__(self, wait: float) -> None:
        super().__init__("over budget")
        self.wait = wait
