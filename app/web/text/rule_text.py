"""Text of a rule book: sections, clauses, emphasis and links."""

from dataclasses import dataclass
from typing import Literal

RunKind = Literal["text", "strong", "em", "link"]
BlockKind = Literal["paragraph", "clause", "table"]


@dataclass(frozen=True, slots=True)
class Run:
    """Piece of text; a link's text is the number of its target."""

    kind: RunKind
    text: str


Text = tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """Paragraph, clause or table."""

    kind: BlockKind
    text: Text = ()
    number: str = ""
    """Number of a clause."""
    head: tuple[Text, ...] = ()
    rows: tuple[tuple[Text, ...], ...] = ()

    @property
    def apart(self) -> "tuple[Block, ...]":
        """Tables that lie side by side in this one, split where its heads repeat.

        Without repeated heads it is this table alone. A narrow page shows the tables one below the other."""
        width = next(each for each in range(1, len(self.head) + 1) if self.head[each:] == self.head[:-each])
        parts = range(0, len(self.head), width)
        return tuple(
            Block("table", head=self.head[at : at + width], rows=tuple(row[at : at + width] for row in self.rows))
            for at in parts
        )


@dataclass(frozen=True, slots=True)
class Section:
    """Heading with its content."""

    anchor: str
    """Number of the section, or its place in the book (``s1``).

    It is the same in every language."""
    number: str
    title: str
    level: int
    """Level of the heading: 2, or 3 for a part of the previous section."""
    blocks: tuple[Block, ...]

    @property
    def intro(self) -> tuple[Block, ...]:
        """Introduction: the paragraph before the clauses or tables.

        A section of paragraphs alone is all introduction."""
        is_plain = [block.kind == "paragraph" for block in self.blocks]
        return self.blocks if all(is_plain) else self.blocks[:1] if is_plain[0] else ()

    @property
    def rest(self) -> tuple[Block, ...]:
        """Blocks after the introduction."""
        return self.blocks[len(self.intro) :]

    @property
    def clauses(self) -> tuple[str, ...]:
        """Numbers of the clauses, in order."""
        return tuple(block.number for block in self.blocks if block.kind == "clause")


@dataclass(frozen=True, slots=True)
class Book:
    """Rules of one game in one language."""

    title: str
    lead: tuple[Block, ...]
    sections: tuple[Section, ...]

    @property
    def clauses(self) -> tuple[str, ...]:
        """Numbers of all clauses, in order."""
        return tuple(number for part in self.sections for number in part.clauses)

    def find(self, number: str) -> tuple[Section, Block] | None:
        """Return the section and block of the clause with that number, or None."""
        for part in self.sections:
            for block in part.blocks:
                if block.kind == "clause" and block.number == number:
                    return part, block
        return None
