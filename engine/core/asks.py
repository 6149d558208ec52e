"""Asks: the decisions that seats owe."""

from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

C_co = TypeVar("C_co", covariant=True)


class Ask(Protocol[C_co]):
    """Decision that one seat owes.

    If several seats are asked at once, their choices are sealed and revealed together. If one seat is asked, its
    decision is open.

    Games with few legal choices use :class:`Finite`. A game with many choices brings its own kind of ask: it builds
    ``choices`` only on demand, and answers ``choice in ask`` by its rule. An ask holds nothing that its seat may not
    know."""

    @property
    def kind(self) -> str:
        """Sort of decision, a word of the game (``location``, ``purchase``).

        Prompts and forms are chosen by it."""
        ...

    @property
    def choices(self) -> tuple[C_co, ...]:
        """Legal choices: all of them if ``complete``, else a fair sample.

        Never empty, without repetition."""
        ...

    @property
    def complete(self) -> bool:
        """True if ``choices`` holds every legal choice."""
        ...

    @property
    def default(self) -> C_co:
        """Legal choice made for a seat whose time has run out."""
        ...

    def __contains__(self, choice: object) -> bool:
        """Return whether the choice is legal."""
        ...


@dataclass(frozen=True, slots=True)
class Finite(Generic[C_co]):
    """Ask whose legal choices are few enough to list."""

    kind: str
    choices: tuple[C_co, ...]
    default: C_co
    complete: bool = True

    def __contains__(self, choice: object) -> bool:
        return choice in self.choices
