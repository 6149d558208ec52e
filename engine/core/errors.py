"""What can go wrong in an engine.

EngineError
├── IllegalChoice   the chooser's fault: the choice is not among those the ask allows
├── NotAsked        the caller's fault: choices came from seats that owe none, or some are missing
├── GameOver        the caller's fault: a finished game was asked to go on
├── NeverEnds       the game's fault: it was played for longer than any game takes
├── BadText         a text that is no choice, card or happening of this game
├── BadDump         data that is no state of this game
├── BadOptions      options this game or this number of seats does not know
└── BadEdition      component figures that break the rules on components
"""


class EngineError(Exception):
    """The root: whatever an engine raises on purpose."""


class IllegalChoice(EngineError):
    """A choice the ask does not allow."""


class NotAsked(EngineError):
    """Choices for seats that owe none, or a seat's choice missing."""


class GameOver(EngineError):
    """The game has ended; nothing more is resolved."""


class NeverEnds(EngineError):
    """A game that does not come to its end."""


class BadText(EngineError):
    """A text that does not parse."""


class BadDump(EngineError):
    """Data that does not load as a state."""


class BadOptions(EngineError):
    """Options or a number of seats the game does not offer."""


class BadEdition(EngineError):
    """Component figures that break the game's rules on components."""
