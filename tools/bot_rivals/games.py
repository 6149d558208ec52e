"""Games of one bot against itself, to count its plays."""

from typing import TypeVar

from engine.bots.seating import table_of
from engine.core.chance import SeededChance
from engine.core.game import Bot, Game
from engine.core.options import complete_options
from engine.driver import play_to_end

S = TypeVar("S")
C = TypeVar("C")
V = TypeVar("V")


def play_alike(game: Game[S, C, V], bot: Bot[V, C], seats: int, games: int) -> None:
    """Play some games with that bot on every seat, the same ones each time.

    Raises EndlessGameError."""
    for number in range(games):
        seed = f"frequencies {number}".encode()
        chance = SeededChance(seed)
        state = game.new(seats, complete_options(game.options, {}), chance)
        play_to_end(game, state, table_of([bot] * seats, seed), chance)
