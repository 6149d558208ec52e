"""A game in a room: the engine's state, who has sealed what, and what was revealed before."""

from collections.abc import Mapping
from typing import Any, Literal

from app.rooms.model.ids import AskNumber, Digest, Millis
from app.rooms.model.reveal import Passed, Reveal
from app.rooms.model.values import Frozen, field
from engine.core.asks import Ask
from engine.core.chance import SeededChance
from engine.core.effects import Effect, Step
from engine.core.game import AnyGame
from engine.core.memo import Memo
from engine.core.outcome import Outcome
from engine.core.seats import Seat

Sealer = Literal["seat", "bot", "clock", "ahead"]
"""Who made a choice: the seat's player, now or ahead of the ask, a bot in its place, or the clock at zero."""

DigestOf = Literal["dump", "fields"]
"""What the digest of a state is made of: its dump, as the first releases did, or its own fields."""


class SealedChoice(Frozen, frozen=True, gc=False):
    """A choice that lies sealed."""

    choice: str
    by: Sealer
    at: Millis
    """When it was sealed: the seat's clock stopped then."""
    is_inherited: bool = False
    """Whether it was sealed before the seat's player sat down. It counts until they seal another one, and they are not
    shown which it is."""


def own_card(play: "Play", seat: Seat) -> SealedChoice | None:
    """What the seat's player has sealed; None where nothing lies, or what another player sealed before them."""
    card = play.sealed.get(seat)
    return None if card is None or card.is_inherited else card


class Plan(Frozen, frozen=True, gc=False):
    """What a seat will seal when it is asked next."""

    ask: AskNumber
    """The ask that was open when it was said: it is for a later one."""
    choices: tuple[str, ...]
    """The first that is legal then is sealed."""
    when: tuple[tuple[str, ...], ...] = ()
    """Instead of them the choices of the first of these whose condition holds then: a condition and its choices
    each."""


class Nudge(Frozen, frozen=True, gc=False):
    """The last time one seat nudged another."""

    ask: AskNumber
    at: Millis


class Play(Frozen, frozen=True):
    """One game of a room. While it runs, the room's seats 0, 1, 2 ... are the game's."""

    number: int
    game: AnyGame
    seed: str
    commitment: Digest
    state: Any
    ask: AskNumber
    asks: Mapping[Seat, Ask[Any]]
    opened_at: Millis
    """When these asks came up; pauses and outages move it."""
    banks: tuple[Millis, ...]
    """What is left of each seat's bank of time."""
    sealed: Mapping[Seat, SealedChoice] = field(default_factory=dict)
    once_sealed: frozenset[Seat] = frozenset()
    """The seats that have sealed, whether or not they lifted since: all that the others may know of, if that."""
    reveal_at: Millis | None = None
    """When the cards are revealed, while everybody has sealed and the grace pause runs."""
    is_held: bool = False
    """Whether the moment of the reveal passed while a card was lifted."""
    ran_out: frozenset[Seat] = frozenset()
    plans: Mapping[Seat, Plan] = field(default_factory=dict)
    changes: Mapping[Seat, int] = field(default_factory=dict)
    """How often each seat has changed its plan or its sealed choice during these asks."""
    nudges: Mapping[tuple[Seat, Seat], Nudge] = field(default_factory=dict)
    """The last nudge of each pair: who nudged, and whom."""
    history: tuple[Reveal, ...] = ()
    latest: tuple[Passed, ...] = ()
    """The last few reveals with the states they went through, the newest last."""
    memo: Memo = field(default_factory=Memo)
    """What was worked out of the state and the asks: the next play has its own."""

    @property
    def before(self) -> Any:
        """The state before the last reveal, which delayed watchers see; before the first one the present state."""
        return self.latest[-1].before if self.latest else self.state

    @property
    def seats(self) -> int:
        """How many seats play."""
        return len(self.banks)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it runs."""
        return self.game.outcome(self.state) if not self.asks else None

    @property
    def is_complete(self) -> bool:
        """Whether every asked seat has sealed."""
        return all(seat in self.sealed for seat in self.asks)

    def missing(self) -> tuple[Seat, ...]:
        """The asked seats that have not sealed, in seat order."""
        return tuple([seat for seat in self.asks if seat not in self.sealed])

    def resolved(self, sealed: Mapping[Seat, SealedChoice]) -> "Resolved":
        """What reveal these choices brings about. Raises the engine's errors.

        The decision and the fold of what it decided ask for the same."""
        what = ("resolved", self.seed, tuple([(seat, card.choice) for seat, card in sealed.items()]))
        return self.memo.once(self.state, what, lambda: self._resolved(sealed))

    def proof(self, after: "Resolved", made_of: DigestOf) -> Digest:
        """The digest of the state that these choices came to, made once."""
        game, state = self.game, after.state
        digest = game.checksum if made_of == "fields" else game.digest
        return self.memo.once(state, ("proof", made_of), lambda: Digest(digest(state)))

    def effects_since(self, ask: AskNumber) -> tuple[Effect, ...]:
        """What the reveals of that ask and of those after it have brought, in order."""
        return tuple(each for reveal in self.history if reveal.ask >= ask for each in reveal.effects)

    def _resolved(self, sealed: Mapping[Seat, SealedChoice]) -> "Resolved":
        choices = {seat: self.game.parse(card.choice) for seat, card in sealed.items()}
        steps = self.game.resolve(self.state, choices, SeededChance(bytes.fromhex(self.seed)))
        state = steps[-1].state
        return Resolved(steps, state, self.game.asks(state))


class Resolved(Frozen, frozen=True):
    """What came of a reveal."""

    steps: tuple[Step[Any], ...]
    state: Any
    """The state after the last of them."""
    asks: Mapping[Seat, Ask[Any]]
    """What is asked then."""
