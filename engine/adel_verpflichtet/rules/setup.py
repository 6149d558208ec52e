"""Set-up of a game (A2)."""

from collections.abc import Mapping

from engine.adel_verpflichtet.edition import Edition
from engine.adel_verpflichtet.objects import NONE
from engine.adel_verpflichtet.rules import rounds
from engine.adel_verpflichtet.state import Rules, Stage, State, Table, Variant
from engine.core.chance import Chance
from engine.core.errors import BadOptionsError
from engine.core.options import Option, Value, complete_options

TABLE_SIZES = (2, 3, 4, 5)
"""Numbers of seats that can play (A1.1)."""

OPTIONS = (
    Option("variant", (Variant.SURPRISE.value, Variant.CONFRONTATION.value), Variant.SURPRISE.value, (2,)),
    Option("open_memory", (True, False), True, TABLE_SIZES),
    Option("rules", (Rules.OF_2000.value, Rules.OF_1990.value), Rules.OF_2000.value, TABLE_SIZES),
)
"""Two-seat variant (A9), open memory (A10.3) and edition of the rules (A11).

A game that began before this option is played by the rules of 2000."""

DEALT = 4
"""Objects dealt to each seat (A2.2)."""


def set_up(seats: int, options: Mapping[str, Value], chance: Chance, edition: Edition) -> State:
    """Set up a game at the beginning of its first round. Raises BadOptionsError."""
    if seats not in TABLE_SIZES:
        raise BadOptionsError(f"the game is for 2 to 5 seats, not {seats}")
    values = complete_options(OPTIONS, options)
    colours = chance.shuffle("adel_verpflichtet/colours", tuple(edition.colours))[:seats]
    deck = [edition.bits[name] for name in chance.shuffle("adel_verpflichtet/objects", edition.canonical_ids)]
    hands = tuple(sum(deck[first : first + DEALT]) for first in range(0, seats * DEALT, DEALT))
    rest = deck[seats * DEALT :]
    half = (len(rest) + 1) // 2
    nobody = (None,) * seats
    nothing = (NONE,) * seats
    state = State(
        table=Table(
            edition=edition,
            colours=colours,
            variant=Variant(str(values["variant"])) if seats == 2 else None,
            open_memory=values["open_memory"] is True,
            rules=Rules(str(values["rules"])),
        ),
        round=0,
        stage=Stage.LOCATION,
        closed=False,
        pawns=(0,) * seats,
        hands=hands,
        seen=NONE,
        cheques=tuple(edition.colours[colour].cheques for colour in colours),
        thieves=tuple(edition.colours[colour].thieves for colour in colours),
        cells=(),
        till=(),
        paid=0,
        windows=(tuple(rest[:half]), tuple(rest[half:])),
        covered=None,
        locations=nobody,
        actions=nobody,
        castle_open=False,
        exhibitions=nothing,
        prowling=(),
        finals=nothing,
        reason="",
    )
    return rounds.begin(state, 1)
