"""Edel, Stein & Reich as a game of the engine."""

from collections.abc import Mapping
from pathlib import Path

from engine.core.chance import Chance
from engine.core.choosing import check_choices
from engine.core.effects import Step
from engine.core.game import Conditions, Game, Memory
from engine.core.options import Value
from engine.core.picture import Pictures
from engine.core.plain import Plain
from engine.core.recorder import all_steps, ignore_effect
from engine.core.seats import Seat
from engine.edel_stein_reich import asks, choices, codec, conditions, picture
from engine.edel_stein_reich import edition as editions
from engine.edel_stein_reich.bot.instructions import INSTRUCTIONS
from engine.edel_stein_reich.bot.judge import JUDGE
from engine.edel_stein_reich.bot.levels import LEVELS
from engine.edel_stein_reich.bot.past_actions import past_actions
from engine.edel_stein_reich.choices import Choice
from engine.edel_stein_reich.guesses import guesses
from engine.edel_stein_reich.rules import ending, rounds
from engine.edel_stein_reich.rules.setup import OPTIONS, TABLE_SIZES, set_up
from engine.edel_stein_reich.state import State
from engine.edel_stein_reich.view import table_view
from engine.edel_stein_reich.view_types import TableView


def _new(seats: int, options: Mapping[str, Value], chance: Chance, edition: Plain = None) -> State:
    """Return a new game (E2).

    It draws ``edel_stein_reich/colours``, ``/events/1``, ``/gem_cards/1`` and, for two seats, ``/start``."""
    return set_up(seats, options, chance, _edition(edition))


def _new_of_revision_0(seats: int, options: Mapping[str, Value], chance: Chance, edition: Plain = None) -> State:
    """Return a new game by the rules before E10.1 was corrected."""
    return set_up(seats, options, chance, _edition(edition), revision=0)


def _edition(edition: Plain) -> editions.Edition:
    return editions.read_shipped() if edition is None else editions.read(edition)


def _resolve(state: State, made: Mapping[Seat, Choice], chance: Chance) -> tuple[Step[State], ...]:
    """Resolve the choices of all asked seats.

    It draws ``edel_stein_reich/events/2`` and on whenever the event cards are shuffled anew (E4.5). With three seats
    or more it also draws ``/gem_cards/2`` and ``/gem_cards/3`` (E7.7)."""
    check_choices(asks.asks(state), made)
    return all_steps(lambda recorder: rounds.resolve(state, made, chance, recorder))


GAME: Game[State, Choice, TableView] = Game(
    key="edel_stein_reich",
    title="Edel, Stein & Reich",
    book=Path(__file__).with_name("RULES.md"),
    table_sizes=TABLE_SIZES,
    options=OPTIONS,
    bots=LEVELS,
    edition=lambda: editions.current_edition().data,
    new=_new,
    asks=asks.asks,
    resolve=_resolve,
    after=lambda state, made, chance: rounds.resolve(state, made, chance, ignore_effect),
    view=table_view,
    round=lambda state: state.round,
    standing=lambda state: state.money,
    colours=lambda state: state.table.colours,
    memory=lambda state: Memory.ALL,  # E9.1: whatever has happened was public
    outcome=ending.outcome,
    text=choices.text,
    parse=choices.parse,
    dump=codec.dump,
    load=codec.load,
    digest=codec.digest,
    checksum=codec.checksum,
    earlier=(_new_of_revision_0,),
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
"""The game."""
