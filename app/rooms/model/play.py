"""Game in a room: the engine's state, the sealed choices, the reveals so far."""

from collections.abc import Mapping
from typing import Any, Literal

from app.rooms.model.ids import AskNumber, Digest, Millis, RoomCode
from app.rooms.model.reveal import Reaction, RecentReveal, Reveal
from app.rooms.model.values import Frozen, field
from engine.core.asks import Ask
from engine.core.chance import SeededChance
from engine.core.effects import Effect, Step
from engine.core.game import AnyGame
from engine.core.memo import Memo
from engine.core.options import Value
from engine.core.outcome import Outcome
from engine.core.plain import Plain
from engine.core.seats import Seat

Sealer = Literal["seat", "bot", "clock", "ahead"]
"""Author of a choice: the player, now or by a plan, a bot, or the clock at zero."""

DealtFrom = Literal["", "club", "table"]
"""Source of a seed that others have too; empty for a seed of this game alone."""

DigestOf = Literal["dump", "fields"]
"""Source of a state's digest: its dump, as in the first releases, or its fields."""


class SealedChoice(Frozen, frozen=True, gc=False):
    """Sealed choice."""

    choice: str
    by: Sealer
    at: Millis
    """Time of the seal, at which the seat's clock stopped."""
    is_inherited: bool = False
    """True if it was sealed before the seat's player sat down.

    It counts until they seal another one. They are not shown which it is."""


def own_card(play: "Play", seat: Seat) -> SealedChoice | None:
    """Return the player's sealed choice; None if there is none.

    A choice that an earlier player sealed counts as none."""
    card = play.sealed.get(seat)
    return None if card is None or card.is_inherited else card


class Plan(Frozen, frozen=True, gc=False):
    """Choice that a seat seals when it is asked next."""

    ask: AskNumber
    """Ask during which the plan was made; it is for a later one."""
    choices: tuple[str, ...]
    """Choices in order; the first that is legal then is sealed."""
    when: tuple[tuple[str, ...], ...] = ()
    """Conditional choices, each a condition and its choices.

    The first whose condition holds replaces the others."""


class Nudge(Frozen, frozen=True, gc=False):
    """Last nudge of one seat by another."""

    ask: AskNumber
    at: Millis


class Deal(Frozen, frozen=True):
    """Deal of a game, as far as it is not its seed."""

    options: tuple[tuple[str, Value], ...] = ()
    """Options of the game itself."""
    edition: Plain = None
    """Figures of the game's components."""
    revision: int = 0
    same_as: int = 0
    """Number of the game that had these cards before; 0 for none."""
    dealt_from: DealtFrom = ""
    dice: str = ""
    """Secret of the bots' choices; empty if it is the seed."""


class SharedDeal(Frozen, frozen=True):
    """Deal that a second table has, too."""

    seed: str
    edition: Plain
    key: str = ""
    """Secret of the link that opens the second table; empty at that table itself."""
    table: RoomCode | None = None
    """Other table; None as long as nobody has opened it."""
    since: Millis = Millis(0)
    """Time of the offer, or of the other table's opening."""
    number: int = 0
    """Number of the game that has these cards; 0 before it begins."""
    over_at: Millis | None = None
    """End of that game."""
    is_opened: bool = False
    """True if the cards are no secret any more."""

    @property
    def is_over(self) -> bool:
        """True if this table's game with these cards is over."""
        return self.over_at is not None


class Play(Frozen, frozen=True):
    """Game of a room. While it runs, the room's seats 0, 1, 2 ... are the game's."""

    number: int
    game: AnyGame
    seed: str
    commitment: Digest
    state: Any
    ask: AskNumber
    asks: Mapping[Seat, Ask[Any]]
    opened_at: Millis
    """Start of these asks. Pauses and outages move it."""
    banks: tuple[Millis, ...]
    """Rest of each seat's bank of time."""
    sealed: Mapping[Seat, SealedChoice] = field(default_factory=dict)
    once_sealed: frozenset[Seat] = frozenset()
    """Seats that have sealed, even if they lifted since.

    Others may know no more than this."""
    reveal_at: Millis | None = None
    """Time of the reveal, while everybody has sealed and the grace pause runs."""
    is_held: bool = False
    """True if the time of the reveal passed while a card was lifted."""
    ran_out: frozenset[Seat] = frozenset()
    plans: Mapping[Seat, Plan] = field(default_factory=dict)
    changes: Mapping[Seat, int] = field(default_factory=dict)
    """Number of changes of plan or seal by each seat during these asks."""
    nudges: Mapping[tuple[Seat, Seat], Nudge] = field(default_factory=dict)
    """Last nudge of each pair: (seat that nudged, nudged seat)."""
    history: tuple[Reveal, ...] = ()
    latest: tuple[RecentReveal, ...] = ()
    """Last few reveals with their states, the newest last."""
    deal: Deal = Deal()
    reactions: tuple[Reaction, ...] = ()
    """Latest reactions to its reveals, in order."""
    memo: Memo = field(default_factory=Memo)
    """Results computed from the state and the asks. The next play has its own."""

    @property
    def before(self) -> Any:
        """State before the last reveal, for delayed watchers.

        Before the first reveal it is the present state."""
        return self.latest[-1].before if self.latest else self.state

    @property
    def seats(self) -> int:
        """Number of seats that play."""
        return len(self.banks)

    @property
    def dice(self) -> bytes:
        """Secret from which the choices of bots follow."""
        return bytes.fromhex(self.deal.dice or self.seed)

    @property
    def outcome(self) -> Outcome | None:
        """Result of the game; None while it runs."""
        return self.game.outcome(self.state) if not self.asks else None

    @property
    def is_complete(self) -> bool:
        """True if every asked seat has sealed."""
        return all(seat in self.sealed for seat in self.asks)

    def list_missing(self) -> tuple[Seat, ...]:
        """Return the asked seats that have not sealed, in seat order."""
        return tuple([seat for seat in self.asks if seat not in self.sealed])

    def resolve(self, sealed: Mapping[Seat, SealedChoice]) -> "Resolution":
        """Resolve these choices to a reveal. Raises the engine's errors.

        The decision and the fold of its events both call it and share the result."""
        what = ("resolved", self.seed, tuple([(seat, card.choice) for seat, card in sealed.items()]))
        return self.memo.once(self.state, what, lambda: self._resolve(sealed))

    def proof(self, after: "Resolution", made_of: DigestOf) -> Digest:
        """Return the digest of the state after these choices, computed once."""
        game, state = self.game, after.state
        digest = game.checksum if made_of == "fields" else game.digest
        return self.memo.once(state, ("proof", made_of), lambda: Digest(digest(state)))

    def effects_since(self, ask: AskNumber) -> tuple[Effect, ...]:
        """Return the effects of that ask's reveal and of later ones, in order."""
        return tuple(each for reveal in self.history if reveal.ask >= ask for each in reveal.effects)

    def _resolve(self, sealed: Mapping[Seat, SealedChoice]) -> "Resolution":
        choices = {seat: self.game.parse(card.choice) for seat, card in sealed.items()}
        steps = self.game.resolve(self.state, choices, SeededChance(bytes.fromhex(self.seed)))
        state = steps[-1].state
        return Resolution(steps, state, self.game.asks(state))


class Resolution(Frozen, frozen=True):
    """Result of a reveal."""

    steps: tuple[Step[Any], ...]
    state: Any
    """State after the last step."""
    asks: Mapping[Seat, Ask[Any]]
    """Asks after the reveal."""
