"""Public actions at a table so far: for bots that learn how the others play.

Actions are made of effects that everybody saw. The game's ``memory`` limits them as it limits a table: to all of
them, or to the last complete round and the present one. A game lists them by its ``deeds``. A bot that uses them has
a method ``knowing``."""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol, TypeVar, overload, runtime_checkable

from engine.core.effects import Effect, Step
from engine.core.game import AnyGame, Bot, Deed, Memory

C = TypeVar("C")
V = TypeVar("V")
V_contra = TypeVar("V_contra", contravariant=True)


@runtime_checkable
class Observer(Protocol[V_contra, C]):
    """Bot that uses the actions."""

    def knowing(self, deeds: Sequence[Deed]) -> Bot[V_contra, C]:
        """Return the same bot with these actions.

        They grow while the game is played."""
        ...


def learns(bot: object) -> bool:
    """Return whether a bot learns from the actions how each seat plays.

    A bot that uses them without learning says so by an attribute ``learns`` that is false."""
    return isinstance(bot, Observer) and bool(getattr(bot, "learns", True))


class Past(Sequence[Deed]):
    """Actions of a running game that one may look back at.

    It grows, and forgets what the game's memory does not allow."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._deeds: list[Deed] = []

    def add(self, steps: Iterable[Step[Any]], state: Any) -> None:
        """Add the steps of a reveal, which led to ``state``."""
        self._deeds += deeds_of(self._game, [effect for effect, _ in steps])
        self._deeds = list(filter_remembered(self._game, state, self._deeds))

    @overload
    def __getitem__(self, place: int) -> Deed: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[Deed]: ...

    def __getitem__(self, place: int | slice) -> Deed | Sequence[Deed]:
        return self._deeds[place]

    def __len__(self) -> int:
        return len(self._deeds)


def deeds_of(game: AnyGame, effects: Iterable[Effect]) -> tuple[Deed, ...]:
    """Return the actions in the public effects; none for a game without actions."""
    if game.deeds is None:
        return ()
    return game.deeds([effect for effect in effects if effect.audience is None])


def filter_remembered(game: AnyGame, state: Any, deeds: Sequence[Deed]) -> Sequence[Deed]:
    """Return the actions that one may look back at in this state."""
    if game.memory(state) is Memory.ALL:
        return deeds
    first = game.round(state) - 1
    return [deed for deed in deeds if deed.round >= first]


def inform(bot: Bot[V, C], deeds: Sequence[Deed]) -> Bot[V, C]:
    """Return the bot, given the actions if it uses them."""
    return bot.knowing(deeds) if isinstance(bot, Observer) else bot
