"""What ends a run of the arena before its time."""

from engine.core.errors import EngineError


class PlayerFaultError(EngineError):
    """A player did what no player may: an illegal choice, no answer, an error of its own. ``__cause__`` is that error,
    where there is one."""
