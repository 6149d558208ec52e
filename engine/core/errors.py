"""Errors of the engine.

EngineError
├── IllegalChoiceError   the chooser's fault: the choice is not among those the ask allows.
├── NotAskedError        the caller's fault: choices came from seats that owe none, or some are missing.
├── GameOverError        the caller's fault: a finished game was asked to go on.
├── EndlessGameError       the game's fault: it was played for longer than any game takes.
├── BadTextError         a text that is no choice, card or effect of this game.
├── BadDumpError         data that is no state of this game.
├── BadOptionsError      options this game or this number of seats does not know.
└── BadEditionError      component figures that break the rules on components."""


class EngineError(Exception):
    """Base class of all errors that an engine raises on purpose."""


class IllegalChoiceError(EngineError):
    """Choice that the ask does not allow."""


class NotAskedError(EngineError):
    """Choices for seats that owe none, or a seat's choice missing."""


class GameOverError(EngineError):
    """Call on a finished game, which resolves nothing more."""


class EndlessGameError(EngineError):
    """Game that does not come to its end."""


class BadTextError(EngineError):
    """Text that does not parse."""


class BadDumpError(EngineError):
    """Data that does not load as a state."""


class BadOptionsError(EngineError):
    """Options or a number of seats that the game does not offer."""


class BadEditionError(EngineError):
    """Component figures that break the game's rules on components."""
