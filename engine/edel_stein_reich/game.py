"""Edel, Stein & Reich as a game of the engine."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from engine.core.asks import Ask
from engine.core.bots.deeds import Deed
from engine.core.bots.judging import Judge
from engine.core.bots.orders import Order
from engine.core.chance import Chance
from engine.core.choosing import check_choices
from engine.core.game import Bot, Memory
from engine.core.happenings import Happening, Step
from engine.core.options import Option, Value
from engine.core.outcome import Outcome
from engine.core.picture import Picture, Piece, Place
from engine.core.plain import Plain
from engine.core.recorder import StepRecorder, silent
from engine.core.seats import Seat, Viewer
from engine.edel_stein_reich import asks, choices, codec
from engine.edel_stein_reich import conditions as foresight
from engine.edel_stein_reich import edition as editions
from engine.edel_stein_reich import picture as pictures
from engine.edel_stein_reich import view as sight
from engine.edel_stein_reich.bot.deeds import deeds as deeds_in
from engine.edel_stein_reich.bot.judge import JUDGE
from engine.edel_stein_reich.bot.levels import LEVELS
from engine.edel_stein_reich.bot.orders import ORDERS
from engine.edel_stein_reich.choices import Choice
from engine.edel_stein_reich.rules import ending, rounds
from engine.edel_stein_reich.rules.setup import OPTIONS, REVISION, TABLE_SIZES, set_up
from engine.edel_stein_reich.state import State
from engine.edel_stein_reich.view_types import TableView


class EdelSteinReich:
    """The game; ``engine.core.game.Game`` says what each member is."""

    key = "edel_stein_reich"
    title = "Edel, Stein & Reich"
    table_sizes = TABLE_SIZES
    options: tuple[Option, ...] = OPTIONS
    revision = REVISION

    @property
    def bots(self) -> Mapping[str, Bot[TableView, Choice]]:
        """The bots by level."""
        return LEVELS

    @property
    def judge(self) -> Judge[TableView, Choice]:
        """The estimate, for looking back."""
        return JUDGE

    @property
    def orders(self) -> Mapping[str, Order[TableView, Choice]]:
        """What the bots can be told to do and to leave, by key."""
        return ORDERS

    def deeds(self, happenings: Iterable[Happening]) -> tuple[Deed, ...]:
        """Which action each seat chose, and what was guessed."""
        return deeds_in(happenings)

    def edition(self) -> Plain:
        """The figures for new games: the shipped ones, or the file that ``SIGNET_EDEL_EDITION`` names (E1.3)."""
        return editions.in_force().data

    def new(self, seats: int, options: Mapping[str, Value], chance: Chance, edition: Plain = None) -> State:
        """A game set up by E2; it draws ``edel_stein_reich/colours``, ``/events/1``, ``/gem_cards/1`` and, for two
        seats, ``/start``."""
        return self.new_by(REVISION, seats, options, chance, edition)

    def new_by(
        self, revision: int, seats: int, options: Mapping[str, Value], chance: Chance, edition: Plain = None
    ) -> State:
        """The same by an earlier revision of the rules or the present one."""
        figures = editions.shipped() if edition is None else editions.read(edition)
        return set_up(seats, options, chance, figures, revision)

    def asks(self, state: State) -> Mapping[Seat, Ask[Choice]]:
        """What each seat owes now."""
        return asks.asks(state)

    def resolve(self, state: State, choices: Mapping[Seat, Choice], chance: Chance) -> tuple[Step[State], ...]:
        """What the choices bring about; it draws ``edel_stein_reich/events/2`` and on whenever the event cards are
        shuffled anew (E4.5), and with three seats or more ``/gem_cards/2`` and ``/gem_cards/3`` (E7.7)."""
        check_choices(asks.asks(state), choices)
        recorder: StepRecorder[State] = StepRecorder()
        new = rounds.resolve(state, choices, chance, recorder)
        *steps, last = recorder.steps
        return (*steps, Step(last.happening, new))

    def after(self, state: State, choices: Mapping[Seat, Choice], chance: Chance) -> State:
        """The state that the choices lead to."""
        return rounds.resolve(state, choices, chance, silent)

    def view(self, state: State, viewer: Viewer) -> TableView:
        """What the viewer may see (E9)."""
        return sight.table_view(state, viewer)

    def conditions(self, view: TableView) -> tuple[str, ...]:
        """What a choice that is sealed ahead may depend on."""
        return foresight.conditions(view)

    def holds(self, condition: str, seat: Seat, told: Sequence[Happening]) -> bool:
        """Whether what was opened fulfils such a condition."""
        return foresight.holds(condition, seat, told)

    def places(self, view: TableView) -> tuple[Place, ...]:
        """All places of the table."""
        return pictures.places(view)

    def picture(self, view: TableView) -> Picture:
        """What lies where."""
        return pictures.picture(view)

    def with_sealed(self, table: Picture, kind: str, seats: Collection[Seat]) -> Picture:
        """The table with what those seats have sealed."""
        return pictures.with_sealed(table, kind, seats)

    def hand(self, view: TableView) -> Mapping[str, Piece]:
        """What the viewer alone holds."""
        return pictures.hand(view)

    def peek(self, choice: Choice, seat: Seat) -> Mapping[str, str]:
        """The faces of what that seat has sealed."""
        return pictures.peek(choice, seat)

    def known(self, view: TableView) -> Mapping[str, str]:
        """The faces of closed cards that the viewer alone knows."""
        return pictures.known(view)

    def round(self, state: State) -> int:
        """The number of the round."""
        return state.round

    def standing(self, state: State) -> tuple[int, ...]:
        """Each seat's money."""
        return state.money

    def colours(self, state: State) -> tuple[str, ...]:
        """Each seat's colour."""
        return state.table.colours

    def memory(self, state: State) -> Memory:
        """All of it: whatever has happened was public (E9.1)."""
        return Memory.ALL

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended (E7.8)."""
        return ending.outcome(state)

    def text(self, choice: Choice) -> str:
        """The choice's text."""
        return choices.text(choice)

    def parse(self, text: str) -> Choice:
        """The choice of that text."""
        return choices.parse(text)

    def dump(self, state: State) -> Plain:
        """The state as plain data."""
        return codec.dump(state)

    def load(self, data: Plain) -> State:
        """The state of such data."""
        return codec.load(data)

    def digest(self, state: State) -> str:
        """The state's digest."""
        return codec.digest(state)

    def checksum(self, state: State) -> str:
        """The digest of the state's fields."""
        return codec.checksum(state)


GAME = EdelSteinReich()
"""The one value of the game."""
