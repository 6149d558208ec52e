"""Choice of one game, tried in the other game with the same cards."""

from dataclasses import dataclass
from typing import Any

from app.rooms.views.replay import Moment
from app.web.replay.reader import Reader
from app.web.replay.what_if import query_of
from engine.core.errors import BadTextError
from engine.core.game import AnyGame
from engine.core.seats import Seat


@dataclass(frozen=True, slots=True)
class OtherChoice:
    """Choice of a hand in the other game, as a what-if of this one."""

    round: int
    path: str
    """Address of the replay in which the hand chooses as it did in the other game."""


def find_other_choice(reader: Reader, other: Reader, seat: Seat) -> OtherChoice | None:
    """Return what a hand chose in the other game, and could have chosen in this one.

    None without such a choice, for a game of another table, and while one of the games runs."""
    if not (reader.place and reader.is_over and other.is_over):
        return None
    here, there = ([each for each in game.moments if seat in each.choices] for game in (reader, other))
    for moment, elsewhere in zip(here, there, strict=False):
        choice = elsewhere.choices[seat]
        if choice != moment.choices[seat] and _is_legal(reader.replay.game, moment, seat, choice):
            at = f"perspective={seat}&{query_of(moment.ask, [choice])}"
            return OtherChoice(moment.round, f"{reader.replay_path}?{reader.of_game}{at}".rstrip("&"))
    return None


def _is_legal(game: AnyGame, moment: Moment, seat: Seat, text: str) -> bool:
    try:
        choice: Any = game.parse(text)
    except BadTextError:
        return False
    return choice in game.asks(moment.before)[seat]
