"""Types of a view (A10): a value without a field here never leaves the state.

``view.py`` fills the fields. ``TableView`` is the same for all viewers except ``mine``, which only its own seat gets.
It holds all data to draw the table without the edition."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ObjectView:
    """Object whose face the viewer may see."""

    id: str
    """Letter and year: ``C1468``."""
    letter: str
    year: int
    name: str


@dataclass(frozen=True)
class CardView:
    """Action card that lies open, or one of the viewer's."""

    card: str
    """``cheque``, ``thief``, ``detective`` or ``exhibit``."""
    value: int
    """Cheque's worth in thousands, thief's seniority, 0 for the others."""


@dataclass(frozen=True)
class CastleView:
    """Castle on the track, or the club room."""

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
    """Track; it never changes during a game."""

    castles: tuple[CastleView, ...]
    """Castles from the club room to the last."""
    banquet_space: int
    """First space of the banquet table."""
    banquet_seats: int
    """Number of seats to draw there; pawns may stand beyond them (A8.4)."""


@dataclass(frozen=True)
class SeriesView:
    """Series of objects in the box; it never changes during a game."""

    letter: str
    theme: str
    years: tuple[int, ...]


@dataclass(frozen=True)
class WindowView:
    """Display window of the auction house."""

    object: ObjectView | None
    """Face-up object.

    None if the pile is empty, or not turned up yet during a purchase."""
    pile: int
    """Number of objects in the pile, the face-up one included."""


@dataclass(frozen=True)
class ThiefView:
    """Thief outside its owner's hand."""

    seat: int
    """Seat that owns it."""
    value: int
    """Seniority."""


@dataclass(frozen=True)
class SeatView:
    """Seat as the viewer sees it.

    A card on the table is counted with its owner's cards until it is lost."""

    seat: int
    colour: str
    starting_cheques: tuple[int, ...]
    """Cheques this colour began with (A1.2)."""
    starting_thieves: tuple[int, ...]
    """Thieves of this colour."""
    space: int
    """Space of the pawn."""
    place: int
    """Pawn's place on the track (A6.8)."""
    hand: int
    """Number of objects in the hidden hand.

    Sealed objects count, objects on show do not."""
    cheques: int
    """Number of cheques."""
    action_cards: int
    """Number of action cards.

    They are cheques, thieves outside the cells, the detective and the exhibit card."""
    thieves: tuple[int, ...]
    """Thieves outside the cells."""
    location: str | None
    """Location revealed this round."""
    action: CardView | None
    """Action revealed this round; at the castle it opens later (A4.0)."""
    exhibition: tuple[ObjectView, ...]
    """Objects on show now and not stolen, in canonical order."""
    known_cheques: tuple[int, ...] | None
    """Cheques that one could remember (A10.3).

    None without open memory while the game runs."""
    known_objects: tuple[ObjectView, ...] | None
    """Hidden objects that everybody has seen (A10.3).

    None without open memory while the game runs."""
    objects: tuple[ObjectView, ...] | None
    """Whole hand; None while the game runs."""
    final_exhibition: tuple[ObjectView, ...]
    """Exhibition at the end (A8.2)."""
    final_place: int | None
    """Place in the end (A8.3); None while the game runs."""


@dataclass(frozen=True)
class PrivateView:
    """Private part of a view: what only its own seat knows."""

    seat: int
    objects: tuple[ObjectView, ...]
    """Hidden hand, in canonical order."""
    cheques: tuple[int, ...]
    """Cheques, highest first."""
    thieves: tuple[int, ...]
    """Thieves outside the cells, highest first."""
    can_exhibit: bool
    """True if the hand holds a valid exhibition (A5.1)."""
    best_exhibition: tuple[ObjectView, ...]
    """Most valuable exhibition of the hand; empty if there is none."""
    action: CardView | None
    """Own action of this round, once it can no longer be changed (A4.0)."""


@dataclass(frozen=True)
class TableView:
    """Table as one viewer sees it."""

    round: int
    stage: str
    """Kind of the asks the table waits for, or ``over``."""
    variant: str | None
    """``surprise`` or ``confrontation`` with two seats, else None."""
    open_memory: bool
    rules: str
    """Edition of the rules: ``2000`` or ``1990``.

    By ``1990`` the game stops at once when a pawn reaches the banquet table (A11.1)."""
    place: str | None
    """Location of this round if nobody chooses one, else None.

    ``castle`` or ``auction_house``."""
    closed: bool
    """True if the auction house is closed this round and for good."""
    castle: CastleView | None
    """Castle whose pair counts now: that of the leading pawn.

    None once the leader has passed the last castle."""
    track: TrackView
    series: tuple[SeriesView, ...]
    windows: tuple[WindowView, ...]
    till: tuple[int, ...]
    """Cheques in the till, highest first."""
    paid: int
    """Cheque paid this round, 0 if none."""
    cells: tuple[ThiefView | None, ...]
    """Cells, cell 1 first; None for an empty one."""
    prowling: tuple[ThiefView, ...]
    """Thieves at the castle that have yet to steal, the next first."""
    seats: tuple[SeatView, ...]
    mine: PrivateView | None
    """None for the public."""
    reason: str | None
    """Reason of the end: ``banquet`` or ``rounds`` (A8.5)."""
