"""What a seat owes the table now."""

from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

C_co = TypeVar("C_co", covariant=True)


class Ask(Protocol[C_co]):
    """One seat's decision. More than one seat asked at once: sealed choices, opened together. One seat asked: an open
    decision.

    Games with few legal choices use :class:`Finite`; a game whose choices are many brings its own kind of ask, builds
    ``choices`` only when somebody looks, and answers ``choice in ask`` by its rule. An ask holds nothing its seat may
    not know."""

    @property
    def kind(self) -> str:
        """The sort of decision, a word of the game (``location``, ``purchase``); prompts and forms are chosen by it."""
        ...

    @property
    def choices(self) -> tuple[C_co, ...]:
        """Legal choices: all of them if ``complete``, else a fair sample. Never empty, without repetition."""
        ...

    @property
    def complete(self) -> bool:
        """Whether ``choices`` are all there are."""
        ...

    @property
    def default(self) -> C_co:
        """The legal choice made for a seat whose time has run out."""
        ...

    def __contains__(self, choice: object) -> bool:
        """Whether the choice is legal."""
        ...


@dataclass(frozen=True, slots=True)
class Finite(Generic[C_co]):
    """An ask whose legal choices are few enough to list."""

    kind: str
    choices: tuple[C_co, ...]
    default: C_co
    complete: bool = True

    def __contains__(self, choice: object) -> bool:
        return choice in self.choices
