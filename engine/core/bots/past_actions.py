"""Public actions at a table so far: for bots that learn how the others play.

Actions are made of effects that everybody saw. The game's ``memory`` limits them as it limits a table: to all of
them, or to the last complete round and the present one. A game lists them by its ``past_actions``. A bot that uses
them has a method ``with_past_actions``."""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol, TypeVar, overload, runtime_checkable

from engine.core.effects import Effect, Step
from engine.core.game import AnyGame, Bot, Memory, PastAction

C = TypeVar("C")
V = TypeVar("V")
V_contra = TypeVar("V_contra", contravariant=True)


@runtime_checkable
class Observer(Protocol[V_contra, C]):
    """Bot that uses the actions."""

    def with_past_actions(self, past_actions: Sequence[PastAction]) -> Bot[V_contra, C]:
        """Return the same bot with these actions.

        They grow while the game is played."""
        ...


def learns(bot: object) -> bool:
    """Return whether a bot learns from the actions how each seat plays.

    A bot that uses them without learning says so by an attribute ``learns`` that is false."""
    return isinstance(bot, Observer) and bool(getattr(bot, "learns", True))


class ActionHistory(Sequence[PastAction]):
    """Actions of a running game that one may look back at.

    It grows, and forgets what the game's memory does not allow."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._past_actions: list[PastAction] = []

    def add(self, steps: Iterable[Step[Any]], state: Any) -> None:
        """Add the steps of a reveal, which led to ``state``."""
        self._past_actions += list_past_actions(self._game, [effect for effect, _ in steps])
        self._past_actions = list(filter_remembered(self._game, state, self._past_actions))

    @overload
    def __getitem__(self, place: int) -> PastAction: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[PastAction]: ...

    def __getitem__(self, place: int | slice) -> PastAction | Sequence[PastAction]:
        return self._past_actions[place]

    def __len__(self) -> int:
        return len(self._past_actions)


def list_past_actions(game: AnyGame, effects: Iterable[Effect]) -> tuple[PastAction, ...]:
    """Return the actions in the public effects; none for a game without actions."""
    if game.past_actions is None:
        return ()
    return game.past_actions([effect for effect in effects if effect.audience is None])


def filter_remembered(game: AnyGame, state: Any, past_actions: Sequence[PastAction]) -> Sequence[PastAction]:
    """Return the actions that one may look back at in this state."""
    if game.memory(state) is Memory.ALL:
        return past_actions
    first = game.round(state) - 1
    return [action for action in past_actions if action.round >= first]


def inform(bot: Bot[V, C], past_actions: Sequence[PastAction]) -> Bot[V, C]:
    """Return the bot, given the actions if it uses them."""
    return bot.with_past_actions(past_actions) if isinstance(bot, Observer) else bot
