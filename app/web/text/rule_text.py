"""The text of a book of rules: its sections, its clauses, and what stands out or leads on within them."""

from dataclasses import dataclass
from typing import Literal

RunKind = Literal["text", "strong", "em", "link"]
BlockKind = Literal["paragraph", "clause", "table"]


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of text; a link's text is the number it leads to."""

    kind: RunKind
    text: str


Text = tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, a clause or a table."""

    kind: BlockKind
    text: Text = ()
    number: str = ""
    """A clause's."""
    head: tuple[Text, ...] = ()
    rows: tuple[tuple[Text, ...], ...] = ()

    @property
    def apart(self) -> "tuple[Block, ...]":
        """The tables that lie side by side in one whose heads come again and again; else this one alone. On a narrow
        page they lie one below the other."""
        width = next(each for each in range(1, len(self.head) + 1) if self.head[each:] == self.head[:-each])
        parts = range(0, len(self.head), width)
        return tuple(
            Block("table", head=self.head[at : at + width], rows=tuple(row[at : at + width] for row in self.rows))
            for at in parts
        )


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what stands under it."""

    anchor: str
    """Its number, or its place in the book (``s1``) where it has none: the same in every language."""
    number: str
    title: str
    level: int
    """2, or 3 for a part of the section before."""
    blocks: tuple[Block, ...]

    @property
    def intro(self) -> tuple[Block, ...]:
        """What it is about, in plain words: the paragraph before its clauses or tables; all of it, where it has
        neither."""
        is_plain = [block.kind == "paragraph" for block in self.blocks]
        return self.blocks if all(is_plain) else self.blocks[:1] if is_plain[0] else ()

    @property
    def rest(self) -> tuple[Block, ...]:
        """Everything else: the clauses, the tables, and what stands beside them."""
        return self.blocks[len(self.intro) :]

    @property
    def clauses(self) -> tuple[str, ...]:
        """The numbers of its clauses, in their order."""
        return tuple(block.number for block in self.blocks if block.kind == "clause")


@dataclass(frozen=True, slots=True)
class Book:
    """The rules of one game in one language."""

    title: str
    lead: tuple[Block, ...]
    sections: tuple[Section, ...]

    @property
    def clauses(self) -> tuple[str, ...]:
        """The numbers of all clauses, in their order."""
        return tuple(number for part in self.sections for number in part.clauses)

    def find(self, number: str) -> tuple[Section, Block] | None:
        """The clause of that number and the section it stands in."""
        for part in self.sections:
            for block in part.blocks:
                if block.kind == "clause" and block.number == number:
                    return part, block
        return None
