"""Ladder: every player against every other, and their ranking."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations
from typing import NamedTuple

from engine.arena.match import Result, Table, match
from engine.arena.player import Player


class Rung(NamedTuple):
    """Player's results in all matches in which it had one seat."""

    name: str
    games: int
    wins: float


def matches(table: Table, players: Sequence[Player], games: int) -> Iterator[Result]:
    """Yield the matches between the players.

    Two players play one match, the first on one seat. More play a match for each pair both ways, on the same deals.
    At a table of two, both ways are the same games, which are played once. Raises PlayerFaultError, EndlessGameError.
    """
    if len(players) == 2:
        one, other = players
        yield match(table, one, other, games)
    elif table.seats == 2:
        for one, other in combinations(players, 2):
            result = match(table, one, other, games)
            yield from (result, result.mirrored)
    else:
        yield from (match(table, one, other, games) for one, other in permutations(players, 2))


def ladder(results: Iterable[Result]) -> list[Rung]:
    """Return the players that had one seat in a match, best share of wins first."""
    rungs: dict[str, Rung] = {}
    for result in results:
        rung = rungs.get(result.one, Rung(result.one, 0, 0.0))
        rungs[result.one] = Rung(rung.name, rung.games + result.games, rung.wins + result.wins)
    return sorted(rungs.values(), key=lambda rung: rung.wins / rung.games, reverse=True)
