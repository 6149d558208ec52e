"""Setting up a game (E2, E10.1)."""

from collections.abc import Mapping

from engine.core.chance import Chance
from engine.core.errors import BadOptionsError
from engine.core.options import Option, Value, complete_options
from engine.core.recorder import ignore_effect
from engine.core.seats import all_seats
from engine.edel_stein_reich.components import EACH_COLOUR, SEAT_COLOURS
from engine.edel_stein_reich.edition import Edition
from engine.edel_stein_reich.gems import COLOURS, Gems
from engine.edel_stein_reich.rules import rounds
from engine.edel_stein_reich.rules.events import shuffle_cards
from engine.edel_stein_reich.state import Stage, State, Table

TABLE_SIZES = (2, 3, 4, 5)
"""Legal numbers of seats (E2.1, E10)."""

OPTIONS: tuple[Option, ...] = ()
"""Nothing can be chosen before the start."""

DEALT = 3
"""Gems of each colour that each seat gets (E2.1)."""


REVISION = 1
"""Present revision of the rules.

Since 1, the richer of two seats begins rounds 2 and 3 (E10.1). Before, the beginner of the first round began all."""


def set_up(
    seats: int, options: Mapping[str, Value], chance: Chance, edition: Edition, revision: int = REVISION
) -> State:
    """Return a game at the first turn of its first round, by that revision.

    Raises BadOptionsError."""
    if seats not in TABLE_SIZES:
        raise BadOptionsError(f"the game is for 2 to 5 seats, not {seats}")
    complete_options(OPTIONS, options)
    nobody = (None,) * seats
    colours = chance.shuffle("edel_stein_reich/colours", SEAT_COLOURS)[:seats]
    starter = chance.shuffle("edel_stein_reich/start", all_seats(seats))[0] if seats == 2 else None
    state = State(
        table=Table(edition=edition, colours=colours, starter=starter),
        round=1,
        turn=1,
        stage=Stage.RESOLVING,
        gems=(Gems(*(DEALT for _ in COLOURS)),) * seats,
        money=(0,) * seats,
        supply=Gems(*(EACH_COLOUR - DEALT * seats for _ in COLOURS)),
        gem_pile=(),
        set_aside=(),
        gem_cards=nobody,
        spent=(),
        event_pile=(),
        under=(),
        shuffles=0,
        open_event=None,
        cards=((),) * seats,
        actions=nobody,
        is_open=False,
        guesses=(),
        step=None,
        actor=None,
        negotiation=None,
        event=None,
        queue=(),
        opener=None if revision == 0 else starter,
    )
    state = shuffle_cards(state, tuple(range(len(edition.event_cards))), chance)
    state = rounds.deal_gem_cards(state, 1, chance)
    return rounds.begin(state, 1, chance, ignore_effect)
