"""What can befall a room in this process."""


class RoomDamagedError(Exception):
    """A room that is damaged and locked: its journal does not fold, or its host fails again and again. The others play
    on. Trying again does not help."""


class UnfitRoomError(Exception):
    """A room that came from outside and that no host could keep alive."""


class DivergedError(Exception):
    """The room is at a version the journal knows nothing of: the host is good for nothing any more."""


class HostClosedError(Exception):
    """The host was let go of; ask the manager for the room again."""


class NoMirrorError(Exception):
    """A game whose mirror cannot be made now."""


class QueueFullError(Exception):
    """The queue of work for pages about past games has no place left for this asker."""


class OverBudgetError(Exception):
    """The asker has used up the processor time for pages about past games; ``wait``: until when, in seconds."""

    def __init__(self, wait: float) -> None:
        super().__init__("over budget")
        self.wait = wait
