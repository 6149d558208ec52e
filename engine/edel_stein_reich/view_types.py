"""What one viewer may see (E9): what is not a field here never leaves the state. ``view.py`` fills the fields.

``TableView`` is the same for all viewers but for ``mine``, which only its own seat gets. It holds all that is needed to
draw the table without knowing the edition. Money is in millions; gems are numbers by colour, in order of value."""

from dataclasses import dataclass

from engine.edel_stein_reich.gems import Gems


@dataclass(frozen=True)
class GemCardView:
    """A gem card."""

    id: str
    """The letters of its gems, then its money: ``ryy4``."""
    money: int
    gems: Gems


@dataclass(frozen=True)
class EventCardView:
    """An event card whose face everybody knows."""

    id: str
    """Its face, and a number where there are copies: ``certificate_7``."""
    face: str
    """``sole_red``, ``certificate``, ``four_each_red_blue``: what is printed on it."""
    effect: str
    """``sole``, ``sole_all``, ``per_gem``, ``certificate``, ``score``, ``four_each``, ``swap``, ``return_one``,
    ``take_three`` or ``halve``."""
    scoring: bool
    """Whether it is kept until the next scoring; else it is carried out at once or declined."""
    colours: tuple[str, ...]
    """The colours it speaks of."""
    pays: int
    """What it pays for a majority or for each gem, else 0."""
    certificates: bool
    """Whether it pays for a sole majority of certificates, too (E8.2)."""
    clause: str
    """The rule clause that describes it."""


@dataclass(frozen=True)
class FaceView:
    """A sort of event card in the box, wherever its copies are; it never changes during a game."""

    face: str
    effect: str
    scoring: bool
    colours: tuple[str, ...]
    pays: int
    certificates: bool
    clause: str
    copies: int


@dataclass(frozen=True)
class ColourPay:
    """What one colour would pay a seat, if the scoring were now."""

    colour: str
    most: bool
    """Whether the seat has most gems of it, alone or with others."""
    majority: int
    """For having most, alone or shared (E7.1, E7.2)."""
    extra: int
    """For scoring cards that pay a sole majority (E8.1, E8.2)."""
    gems: int
    """For scoring cards that pay each gem (E8.3)."""
    returns: int
    """The gems that the seat would have to return."""


@dataclass(frozen=True)
class ForecastView:
    """What the coming scoring would pay a seat, if it were now; in the midst of one, what its colours have paid."""

    colours: tuple[ColourPay, ...]
    """In order of value."""
    certificates: int
    """For most or second most certificates (E7.5)."""
    extra: int
    """For scoring cards that pay a sole majority of certificates (E8.2)."""
    total: int


@dataclass(frozen=True)
class SeatView:
    """A seat. All of it is public."""

    seat: int
    colour: str
    money: int
    gems: Gems
    gem_count: int
    certificates: int
    """How many of its scoring cards are certificates."""
    cards: tuple[EventCardView, ...]
    """The scoring cards in front of it, in the order they came."""
    gem_card: GemCardView | None
    """The gem card turned up in front of it this turn."""
    action: str | None
    """The action of this turn once it lies open: ``money``, ``event``, ``gems`` or ``free_choice``."""
    forecast: ForecastView
    final_place: int | None
    """The seat's place in the end (E7.8); None while the game runs."""


@dataclass(frozen=True)
class NegotiationView:
    """Two seats bargaining (E5)."""

    action: str
    """What for."""
    opener: int
    other: int
    turn: int
    """Whose word it is."""
    bidder: int | None
    """Whose bid stands."""
    bid: Gems | None
    """The standing bid."""
    passed: bool
    """Whether the opener did not open: the other may offer one single gem (E5.7)."""


@dataclass(frozen=True)
class GuessingView:
    """One seat guessing what the other has sealed (E10.3)."""

    active: int
    """The seat that has sealed, or will seal."""
    guesser: int
    guesses: tuple[str, ...]
    """What was guessed this turn."""


@dataclass(frozen=True)
class Mine:
    """What only its own seat knows."""

    seat: int
    action: str | None
    """The own action while it is sealed and the other seat is guessing (E10.3), else None."""


@dataclass(frozen=True)
class TableView:
    """The table as one viewer sees it."""

    round: int
    rounds: int
    turn: int
    """The turn of the round."""
    turns: int
    """Turns of a round."""
    stage: str
    """What the table waits for: the kind of the asks, ``resolving`` in the midst of a resolution, or ``over``."""
    actions: tuple[str, ...]
    """The action cards of every seat (E1.2)."""
    step: str | None
    """The action that is being carried out or negotiated."""
    actor: int | None
    """Who carries it out."""
    supply: Gems
    gem_pile: int
    """How many gem cards lie face down."""
    set_aside: int
    """How many gem cards are set aside this round."""
    set_aside_top: GemCardView | None
    """The only visible one of them."""
    discarded: tuple[GemCardView, ...]
    """The gem cards discarded, the oldest first."""
    event_pile: int
    """How many event cards lie face down."""
    event_cards_under: tuple[EventCardView, ...]
    """The event cards face up under the pile, the topmost first."""
    open_event: EventCardView | None
    """The event card that lies open."""
    event: EventCardView | None
    """The immediate event card that is being carried out."""
    negotiation: NegotiationView | None
    guessing: GuessingView | None
    """Two seats only: None otherwise."""
    queue: tuple[int, ...]
    """The seats whose free choice is to come, or that still lose a gem; the next first."""
    seats: tuple[SeatView, ...]
    gem_cards: tuple[GemCardView, ...]
    """All gem cards of the box."""
    faces: tuple[FaceView, ...]
    """All sorts of event cards of the box."""
    mine: Mine | None
    """None for the public."""
    reason: str | None
    """Why the game ended: ``third_scoring``."""
