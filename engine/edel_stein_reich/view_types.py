"""View of one viewer (E9). Data outside these fields never leaves the state.

``view.py`` fills the fields. ``TableView`` is the same for all viewers except ``mine``, which only its own seat gets.
It has everything needed to draw the table without the edition. Money is in millions. Gems are numbers by colour, in
order of value."""

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
    """One of the effects of a card.

    It is ``sole``, ``sole_all``, ``per_gem``, ``certificate``, ``score``, ``four_each``, ``swap``, ``return_one``,
    ``take_three`` or ``halve``."""
    scoring: bool
    """True if it is kept until the next scoring.

    Else it is carried out at once or declined."""
    colours: tuple[str, ...]
    """The colours it speaks of."""
    pays: int
    """Pay for a majority or for each gem, else 0."""
    certificates: bool
    """True if it also pays for a sole majority of certificates (E8.2)."""
    clause: str
    """The rule clause that describes it."""


@dataclass(frozen=True)
class FaceView:
    """Kind of event card in the box, wherever its copies are; constant during a game."""

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
    """Pay of one colour to a seat, if the scoring were now."""

    colour: str
    most: bool
    """True if the seat has most gems of it, alone or with others."""
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
    """Pay to a seat if the coming scoring were now; during a scoring, its pay so far."""

    colours: tuple[ColourPay, ...]
    """Pay of each colour, in order of value."""
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
    """Number of certificates among its scoring cards."""
    cards: tuple[EventCardView, ...]
    """The scoring cards in front of it, in the order they came."""
    gem_card: GemCardView | None
    """The gem card turned up in front of it this turn."""
    action: str | None
    """Action of this turn if it lies open.

    It is ``money``, ``event``, ``gems`` or ``free_choice``."""
    forecast: ForecastView
    final_place: int | None
    """The seat's place in the end (E7.8); None while the game runs."""


@dataclass(frozen=True)
class NegotiationView:
    """Two seats bargaining (E5)."""

    action: str
    """Action in dispute."""
    opener: int
    other: int
    turn: int
    """Seat that speaks next."""
    bidder: int | None
    """Seat of the standing bid, if any."""
    bid: Gems | None
    """The standing bid."""
    passed: bool
    """True if the opener made no bid: the other may offer a single gem (E5.7)."""


@dataclass(frozen=True)
class GuessingView:
    """One seat guessing what the other has sealed (E10.3)."""

    active: int
    """The seat that has sealed, or will seal."""
    guesser: int
    guesses: tuple[str, ...]
    """Guesses of this turn."""


@dataclass(frozen=True)
class PrivateView:
    """Private part of a view, for its own seat."""

    seat: int
    action: str | None
    """Sealed action of the seat while the other one guesses (E10.3), else None."""


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
    """Kind of the asks, ``resolving`` during a resolution, or ``over``."""
    actions: tuple[str, ...]
    """The action cards of every seat (E1.2)."""
    step: str | None
    """The action that is being carried out or negotiated."""
    actor: int | None
    """Seat that carries out the action."""
    supply: Gems
    gem_pile: int
    """Number of face-down gem cards."""
    set_aside: int
    """Number of gem cards set aside this round."""
    set_aside_top: GemCardView | None
    """The only visible one of them."""
    discarded: tuple[GemCardView, ...]
    """The gem cards discarded, the oldest first."""
    event_pile: int
    """Number of face-down event cards."""
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
    """Seats whose free choice is to come, or that must lose a gem; next first."""
    seats: tuple[SeatView, ...]
    gem_cards: tuple[GemCardView, ...]
    """All gem cards of the box."""
    faces: tuple[FaceView, ...]
    """All sorts of event cards of the box."""
    mine: PrivateView | None
    """None for the public."""
    reason: str | None
    """Reason why the game ended: ``third_scoring``."""
