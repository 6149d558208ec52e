"""One player against another on all other seats, each deal once with the one on every seat."""

from collections.abc import Iterator, Mapping, Sequence
from statistics import median
from typing import NamedTuple

from engine.arena.player import Place, Player
from engine.arena.umpire import Umpire
from engine.bots.seating import table_of
from engine.core.bots.deeds import Past
from engine.core.chance import SeededChance
from engine.core.errors import EndlessGameError
from engine.core.game import AnyGame
from engine.core.options import Value
from engine.core.outcome import Outcome
from engine.core.seats import Seat, in_order
from engine.driver import turns


class Table(NamedTuple):
    """What is played, and from which seed it is dealt."""

    game: AnyGame
    seats: int
    options: Mapping[str, Value]
    """Every option of the game with its value."""
    seed: bytes


class Played(NamedTuple):
    """One game."""

    deal: int
    """The number of the deal, 0 for the first."""
    seat: Seat
    """Where the one sat."""
    outcome: Outcome
    rounds: int
    openings: int

    @property
    def wins(self) -> float:
        """The one's share of the first place: 1 alone, a half between two, 0 for all other places."""
        first = self.outcome.ranking[0]
        return 1 / len(first) if self.seat in first else 0.0


class Result(NamedTuple):
    """What a match has come to."""

    one: str
    """The name of who had one seat."""
    other: str
    """The name of who had all others."""
    games: int
    wins: float
    """The games that the one has won; of a shared first place its share."""
    rounds: float
    """Of a game, in the median."""
    openings: float
    """The same."""

    @property
    def mirrored(self) -> "Result":
        """The same match as the other sees it, at a table of two."""
        return self._replace(one=self.other, other=self.one, wins=self.games - self.wins)


def match(table: Table, one: Player, other: Player, games: int) -> Result:
    """So many games, and as many more as the last deal needs to be played with the one on every seat.

    Raises PlayerFaultError, EndlessGameError."""
    played = list(each_game(table, one, other, games))
    return Result(
        one=one.name,
        other=other.name,
        games=len(played),
        wins=sum(game.wins for game in played),
        rounds=median(game.rounds for game in played),
        openings=median(game.openings for game in played),
    )


def each_game(table: Table, one: Player, other: Player, games: int) -> Iterator[Played]:
    """The games of a match, one after the other. Raises PlayerFaultError, EndlessGameError."""
    for deal in range(deals_of(table.seats, games)):
        for seat in in_order(table.seats):
            yield _played(table, deal, seat, [one if each == seat else other for each in in_order(table.seats)])


def deals_of(seats: int, games: int) -> int:
    """How many deals so many games take; the last one is played on every seat too."""
    return -(-games // seats)


def _played(table: Table, deal: int, seat: Seat, players: Sequence[Player]) -> Played:
    """The game of that deal between the players, seat by seat."""
    game, seats, options, seed = table
    seed += deal.to_bytes(4, "big")
    chance = SeededChance(seed)
    state = game.new(seats, options, chance)
    past = Past(game)
    places = [Place(game, seats, each, options, past) for each in in_order(seats)]
    umpires = [Umpire(player, place, deal) for player, place in zip(players, places, strict=True)]
    openings = 0
    for turn in turns(game, state, table_of(umpires, seed), chance):
        state = turn.after
        past.add(turn.steps, state)
        openings += 1
    outcome = game.outcome(state)
    if outcome is None:
        raise EndlessGameError(f"{game.title} asks nobody and has no outcome")
    # each player is told once, however many seats it had
    for umpire in dict(zip(players, umpires, strict=True)).values():
        umpire.over(outcome)
    return Played(deal, seat, outcome, game.round(state), openings)
