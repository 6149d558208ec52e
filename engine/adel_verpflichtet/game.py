"""Adel verpflichtet as a game of the engine. All its chance is in the set-up."""

from collections.abc import Mapping
from pathlib import Path

from engine.adel_verpflichtet import asks, choices, codec, conditions, picture
from engine.adel_verpflichtet import edition as editions
from engine.adel_verpflichtet.bot.instructions import INSTRUCTIONS
from engine.adel_verpflichtet.bot.judge import JUDGE
from engine.adel_verpflichtet.bot.levels import LEVELS
from engine.adel_verpflichtet.bot.past_actions import past_actions
from engine.adel_verpflichtet.choices import Choice
from engine.adel_verpflichtet.guesses import guesses
from engine.adel_verpflichtet.rules import ending, rounds
from engine.adel_verpflichtet.rules.setup import OPTIONS, TABLE_SIZES, set_up
from engine.adel_verpflichtet.state import Stage, State
from engine.adel_verpflichtet.view import table_view
from engine.adel_verpflichtet.view_types import TableView
from engine.core.chance import Chance
from engine.core.choosing import check_choices
from engine.core.effects import Step
from engine.core.game import Conditions, Game, Memory
from engine.core.options import Value
from engine.core.picture import Pictures
from engine.core.plain import Plain
from engine.core.recorder import all_steps, ignore_effect
from engine.core.seats import Seat


def _new(seats: int, options: Mapping[str, Value], chance: Chance, edition: Plain = None) -> State:
    """Set up a game (A2).

    It draws ``adel_verpflichtet/colours`` and ``adel_verpflichtet/objects``."""
    return set_up(seats, options, chance, editions.read_shipped() if edition is None else editions.read(edition))


def _resolve(state: State, made: Mapping[Seat, Choice], chance: Chance) -> tuple[Step[State], ...]:
    check_choices(asks.asks(state), made)
    return all_steps(lambda recorder: rounds.resolve(state, made, recorder))


def _memory(state: State) -> Memory:
    """Return how much history may be shown (A10.3)."""
    return Memory.ALL if state.table.open_memory or state.stage is Stage.OVER else Memory.LAST_ROUND


GAME: Game[State, Choice, TableView] = Game(
    key="adel_verpflichtet",
    title="Adel verpflichtet",
    book=Path(__file__).with_name("RULES.md"),
    table_sizes=TABLE_SIZES,
    options=OPTIONS,
    bots=LEVELS,
    edition=lambda: editions.current_edition().data,
    new=_new,
    asks=asks.asks,
    resolve=_resolve,
    after=lambda state, made, chance: rounds.resolve(state, made, ignore_effect),
    view=table_view,
    round=lambda state: state.round,
    standing=lambda state: state.pawns,
    colours=lambda state: state.table.colours,
    memory=_memory,
    outcome=ending.outcome,
    text=choices.text,
    parse=choices.parse,
    dump=codec.dump,
    load=codec.load,
    digest=codec.digest,
    checksum=codec.checksum,
    pictures=Pictures(
        places=picture.places,
        picture=picture.picture,
        add_sealed=picture.add_sealed,
        hand=picture.hand,
        peek=picture.peek,
        private_faces=picture.private_faces,
    ),
    conditions=Conditions(named=conditions.conditions, holds=conditions.holds),
    instructions=INSTRUCTIONS,
    past_actions=past_actions,
    guesses=guesses,
    judge=JUDGE,
)
"""Game of the registry."""
