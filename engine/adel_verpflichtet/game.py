"""Adel verpflichtet as a game of the engine."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from engine.adel_verpflichtet import asks, choices, codec
from engine.adel_verpflichtet import conditions as foresight
from engine.adel_verpflichtet import edition as editions
from engine.adel_verpflichtet import picture as pictures
from engine.adel_verpflichtet import view as sight
from engine.adel_verpflichtet.bot.deeds import deeds as deeds_in
from engine.adel_verpflichtet.bot.judge import JUDGE
from engine.adel_verpflichtet.bot.levels import LEVELS
from engine.adel_verpflichtet.bot.orders import ORDERS
from engine.adel_verpflichtet.choices import Choice
from engine.adel_verpflichtet.rules import ending, rounds
from engine.adel_verpflichtet.rules.setup import OPTIONS, TABLE_SIZES, set_up
from engine.adel_verpflichtet.state import Stage, State
from engine.adel_verpflichtet.view_types import TableView
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


class AdelVerpflichtet:
    """The game; ``engine.core.game.Game`` says what each member is."""

    key = "adel_verpflichtet"
    title = "Adel verpflichtet"
    table_sizes = TABLE_SIZES
    options: tuple[Option, ...] = OPTIONS

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
        """Where each seat went and what it did there."""
        return deeds_in(happenings)

    def edition(self) -> Plain:
        """The figures for new games: the shipped ones, or the file that ``SIGNET_ADEL_EDITION`` names (A1.6)."""
        return editions.in_force().data

    def new(self, seats: int, options: Mapping[str, Value], chance: Chance, edition: Plain = None) -> State:
        """A game set up by A2; it draws ``adel_verpflichtet/colours`` and ``adel_verpflichtet/objects``."""
        return set_up(seats, options, chance, editions.shipped() if edition is None else editions.read(edition))

    def asks(self, state: State) -> Mapping[Seat, Ask[Choice]]:
        """What each seat owes now."""
        return asks.asks(state)

    def resolve(self, state: State, choices: Mapping[Seat, Choice], chance: Chance) -> tuple[Step[State], ...]:
        """What the choices bring about. All chance of this game is in its set-up."""
        check_choices(asks.asks(state), choices)
        recorder: StepRecorder[State] = StepRecorder()
        new = rounds.resolve(state, choices, recorder)
        *steps, last = recorder.steps
        return (*steps, Step(last.happening, new))

    def after(self, state: State, choices: Mapping[Seat, Choice], chance: Chance) -> State:
        """The state that the choices lead to."""
        return rounds.resolve(state, choices, silent)

    def view(self, state: State, viewer: Viewer) -> TableView:
        """What the viewer may see (A10)."""
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
        """The space of each seat's pawn."""
        return state.pawns

    def colours(self, state: State) -> tuple[str, ...]:
        """Each seat's colour (A2.1)."""
        return state.table.colours

    def memory(self, state: State) -> Memory:
        """All of it with open memory or after the end, else the last round (A10.3)."""
        return Memory.ALL if state.table.open_memory or state.stage is Stage.OVER else Memory.LAST_ROUND

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended (A8.3)."""
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


GAME = AdelVerpflichtet()
"""The one value of the game."""
