"""Every player against every other, and where that puts them."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations
from typing import NamedTuple

from engine.arena.match import Result, Table, match
from engine.arena.player import Player


class Rung(NamedTuple):
    """Where a player stands: what it has come to in all matches in which it had one seat."""

    name: str
    games: int
    wins: float


def matches(table: Table, players: Sequence[Player], games: int) -> Iterator[Result]:
    """Of two players one match, the first being the one. Of more a match for each pair both ways, on the same deals;
    at a table of two both ways are the same games, which are played once. Raises PlayerFaultError, EndlessGameError."""
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
    """The players that had one seat in a match, the best share of wins first."""
    rungs: dict[str, Rung] = {}
    for result in results:
        rung = rungs.get(result.one, Rung(result.one, 0, 0.0))
        rungs[result.one] = Rung(rung.name, rung.games + result.games, rung.wins + result.wins)
    return sorted(rungs.values(), key=lambda rung: rung.wins / rung.games, reverse=True)
