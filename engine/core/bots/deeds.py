"""What everybody at a table has done so far: for bots that learn how each of the others plays.

A deed is public. It is made of happenings that everybody was told, and how far back a bot may look is what the game's
``memory`` lets a table show: all of it, or the last complete round and the present one. A game tells them by its
``deeds``; a bot that goes by them has a method ``knowing``."""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol, TypeVar, overload, runtime_checkable

from engine.core.game import AnyGame, Bot, Deed, Memory
from engine.core.happenings import Happening, Step

C = TypeVar("C")
V = TypeVar("V")
V_contra = TypeVar("V_contra", contravariant=True)


@runtime_checkable
class Observer(Protocol[V_contra, C]):
    """A bot that goes by deeds."""

    def knowing(self, deeds: Sequence[Deed]) -> Bot[V_contra, C]:
        """The same bot as one that knows of these deeds, and of those that are added to them."""
        ...


def learns(bot: object) -> bool:
    """Whether a bot learns from the deeds how each seat plays. One that goes by them and does not says so by a false
    ``learns``."""
    return isinstance(bot, Observer) and bool(getattr(bot, "learns", True))


class Past(Sequence[Deed]):
    """The deeds of a game that is being driven, as far as one may look back at them. It grows and forgets."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._deeds: list[Deed] = []

    def add(self, steps: Iterable[Step[Any]], state: Any) -> None:
        """An opening has brought these steps, and has led to this state."""
        self._deeds += deeds_of(self._game, [happening for happening, _ in steps])
        self._deeds = list(remembered(self._game, state, self._deeds))

    @overload
    def __getitem__(self, place: int) -> Deed: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[Deed]: ...

    def __getitem__(self, place: int | slice) -> Deed | Sequence[Deed]:
        return self._deeds[place]

    def __len__(self) -> int:
        return len(self._deeds)


def deeds_of(game: AnyGame, happenings: Iterable[Happening]) -> tuple[Deed, ...]:
    """What was done, as far as everybody was told; nothing in a game that tells no deeds."""
    if game.deeds is None:
        return ()
    return game.deeds([happening for happening in happenings if happening.audience is None])


def remembered(game: AnyGame, state: Any, deeds: Sequence[Deed]) -> Sequence[Deed]:
    """Those of the deeds that one may look back at in this state."""
    if game.memory(state) is Memory.ALL:
        return deeds
    first = game.round(state) - 1
    return [deed for deed in deeds if deed.round >= first]


def informed(bot: Bot[V, C], deeds: Sequence[Deed]) -> Bot[V, C]:
    """The bot, knowing of the deeds if it goes by any."""
    return bot.knowing(deeds) if isinstance(bot, Observer) else bot
