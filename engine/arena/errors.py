"""Errors that end a run of the arena early."""

from engine.core.errors import EngineError


class PlayerFaultError(EngineError):
    """Fault of a player: an illegal choice, no answer, or an error of its own.

    ``__cause__`` is that error, if there is one."""
