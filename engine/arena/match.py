"""Match: one player against another on all other seats, rotating every deal."""

from collections.abc import Iterator, Mapping, Sequence
from statistics import median
from typing import NamedTuple

from engine.arena.player import Assignment, Player
from engine.arena.umpire import Umpire
from engine.bots.seating import table_of
from engine.core.bots.past_actions import ActionHistory
from engine.core.chance import SeededChance
from engine.core.errors import EndlessGameError
from engine.core.game import AnyGame
from engine.core.options import Value
from engine.core.outcome import Outcome
from engine.core.seats import Seat, all_seats
from engine.driver import turns


class Table(NamedTuple):
    """Game to play, its options, and the seed that deals it."""

    game: AnyGame
    seats: int
    options: Mapping[str, Value]
    """Value of every option of the game."""
    seed: bytes


class MatchGame(NamedTuple):
    """Result of one game of a match."""

    deal: int
    """Number of the deal, 0 for the first."""
    seat: Seat
    """Seat of the first player."""
    outcome: Outcome
    rounds: int
    reveals: int

    @property
    def wins(self) -> float:
        """First player's share of the first place: 1 alone, 1/n among n, else 0."""
        first = self.outcome.ranking[0]
        return 1 / len(first) if self.seat in first else 0.0


class Result(NamedTuple):
    """Result of a match."""

    one: str
    """Name of the player with one seat."""
    other: str
    """Name of the player with all other seats."""
    games: int
    wins: float
    """Games that the first player won; of a shared first place its share."""
    rounds: float
    """Median number of rounds of a game."""
    reveals: float
    """Median number of reveals of a game."""

    @property
    def mirrored(self) -> "Result":
        """Same match from the other player's side, at a table of two."""
        return self._replace(one=self.other, other=self.one, wins=self.games - self.wins)


def match(table: Table, one: Player, other: Player, games: int) -> Result:
    """Play at least ``games`` games, rounded up to whole deals.

    Each deal is played once with the first player on every seat. Raises PlayerFaultError, EndlessGameError."""
    played = list(each_game(table, one, other, games))
    return Result(
        one=one.name,
        other=other.name,
        games=len(played),
        wins=sum(game.wins for game in played),
        rounds=median(game.rounds for game in played),
        reveals=median(game.reveals for game in played),
    )


def each_game(table: Table, one: Player, other: Player, games: int) -> Iterator[MatchGame]:
    """Yield the games of a match, one after the other.

    Raises PlayerFaultError, EndlessGameError."""
    for deal in range(deals_of(table.seats, games)):
        for seat in all_seats(table.seats):
            yield _play_game(table, deal, seat, [one if each == seat else other for each in all_seats(table.seats)])


def deals_of(seats: int, games: int) -> int:
    """Return the number of deals for so many games, rounded up."""
    return -(-games // seats)


def _play_game(table: Table, deal: int, seat: Seat, players: Sequence[Player]) -> MatchGame:
    """Play that deal between the players, given seat by seat."""
    game, seats, options, seed = table
    seed += deal.to_bytes(4, "big")
    chance = SeededChance(seed)
    state = game.new(seats, options, chance)
    past = ActionHistory(game)
    places = [Assignment(game, seats, each, options, past) for each in all_seats(seats)]
    umpires = [Umpire(player, place, deal) for player, place in zip(players, places, strict=True)]
    reveals = 0
    for turn in turns(game, state, table_of(umpires, seed), chance):
        state = turn.after
        past.add(turn.steps, state)
        reveals += 1
    outcome = game.outcome(state)
    if outcome is None:
        raise EndlessGameError(f"{game.title} asks nobody and has no outcome")
    # each player is told once, however many seats it had
    for umpire in dict(zip(players, umpires, strict=True)).values():
        umpire.over(outcome)
    return MatchGame(deal, seat, outcome, game.round(state), reveals)
