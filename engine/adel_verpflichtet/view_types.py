"""What one viewer may see (A10): what is not a field here never leaves the state. ``view.py`` fills the fields.

``TableView`` is the same for all viewers but for ``mine``, which only its own seat gets. It holds all that is needed to
draw the table without knowing the edition."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ObjectView:
    """An object whose face the viewer may see."""

    id: str
    """Letter and year: ``C1468``."""
    letter: str
    year: int
    name: str


@dataclass(frozen=True)
class CardView:
    """An action card that lies open, or one's own."""

    card: str
    """``cheque``, ``thief``, ``detective`` or ``exhibit``."""
    value: int
    """A cheque's worth in thousands, a thief's seniority, 0 for the others."""


@dataclass(frozen=True)
class CastleView:
    """A castle on the track, or the club room."""

    number: int
    """0 for the club room."""
    spaces: tuple[int, ...]
    best: int
    """Spaces the best exhibition moves."""
    second: int
    """Spaces the second best moves."""
    corner: bool


@dataclass(frozen=True)
class TrackView:
    """The track; it never changes during a game."""

    castles: tuple[CastleView, ...]
    """From the club room to the last castle."""
    banquet_space: int
    """The first space of the banquet table."""
    banquet_seats: int
    """How many seats to draw there; pawns may stand beyond them (A8.4)."""


@dataclass(frozen=True)
class SeriesView:
    """A series of objects in the box, wherever they are; it never changes during a game."""

    letter: str
    theme: str
    years: tuple[int, ...]


@dataclass(frozen=True)
class WindowView:
    """A display window of the auction house."""

    object: ObjectView | None
    """The one face up; None when the pile is empty, or not turned up yet in the midst of a purchase."""
    pile: int
    """How many objects the pile holds, the face-up one included."""


@dataclass(frozen=True)
class ThiefView:
    """A thief outside its owner's hand."""

    seat: int
    """Its owner."""
    value: int
    """Its seniority."""


@dataclass(frozen=True)
class SeatView:
    """A seat as the viewer sees it. A card on the table is still counted with its owner's until it is lost."""

    seat: int
    colour: str
    starting_cheques: tuple[int, ...]
    """The cheques this colour began with (A1.2)."""
    starting_thieves: tuple[int, ...]
    """The thieves of this colour."""
    space: int
    """Where the pawn stands."""
    place: int
    """The pawn's place on the track (A6.8)."""
    hand: int
    """How many objects are in the hidden hand; sealed ones count, those on show do not."""
    cheques: int
    """How many cheques."""
    action_cards: int
    """How many action cards in all: cheques, thieves outside the cells, the detective and the exhibit card."""
    thieves: tuple[int, ...]
    """The thieves outside the cells."""
    location: str | None
    """The location revealed this round."""
    action: CardView | None
    """The action revealed this round; one at the castle opens only there (A4.0)."""
    exhibition: tuple[ObjectView, ...]
    """What is on show now and not stolen, in canonical order."""
    known_cheques: tuple[int, ...] | None
    """The cheques one could remember (A10.3); None without open memory while the game runs."""
    known_objects: tuple[ObjectView, ...] | None
    """The objects of the hidden hand that everybody has seen (A10.3); None without open memory while the game runs."""
    objects: tuple[ObjectView, ...] | None
    """The whole hand; None while the game runs."""
    final_exhibition: tuple[ObjectView, ...]
    """What the seat showed at the end (A8.2)."""
    final_place: int | None
    """The seat's place in the end (A8.3); None while the game runs."""


@dataclass(frozen=True)
class Mine:
    """What only its own seat knows."""

    seat: int
    objects: tuple[ObjectView, ...]
    """The hidden hand, in canonical order."""
    cheques: tuple[int, ...]
    """Highest first."""
    thieves: tuple[int, ...]
    """Those outside the cells, highest first."""
    can_exhibit: bool
    """Whether the hand holds a valid exhibition (A5.1)."""
    best_exhibition: tuple[ObjectView, ...]
    """The most valuable exhibition of the hand; empty if there is none."""
    action: CardView | None
    """The own action of this round, once it can no longer be changed (A4.0)."""


@dataclass(frozen=True)
class TableView:
    """The table as one viewer sees it."""

    round: int
    stage: str
    """What the table waits for: the kind of the asks, or ``over``."""
    variant: str | None
    """``surprise`` or ``confrontation`` with two seats, else None."""
    open_memory: bool
    rules: str
    """The edition of the rules: ``2000``, or ``1990``, by which the game stops at once when a pawn reaches the banquet
    table (A11.1)."""
    place: str | None
    """Where this round is held when nobody chooses a location: ``castle`` or ``auction_house``; else None."""
    closed: bool
    """Whether the auction house is closed this round and for good."""
    castle: CastleView | None
    """The castle whose pair counts now: that of the leading pawn; None once it has passed the last."""
    track: TrackView
    series: tuple[SeriesView, ...]
    windows: tuple[WindowView, ...]
    till: tuple[int, ...]
    """The cheques in the till, highest first."""
    paid: int
    """The cheque paid this round, 0 if none."""
    cells: tuple[ThiefView | None, ...]
    """Cell 1 first; None: empty."""
    prowling: tuple[ThiefView, ...]
    """The thieves at the castle that have still to steal, the next first."""
    seats: tuple[SeatView, ...]
    mine: Mine | None
    """None for the public."""
    reason: str | None
    """Why the game ended: ``banquet`` or ``rounds`` (A8.5)."""
