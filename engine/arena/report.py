"""Reports of the arena: matches as they end, ladder and times; or plain data."""

from collections.abc import Iterator, Sequence

from engine.arena.interval import SURE, wilson
from engine.arena.ladder import Rung, ladder, matches
from engine.arena.match import Result, Table, deals_of
from engine.arena.player import Player
from engine.core.plain import Plain

MS = 1000
"""Milliseconds in a second."""


def report(table: Table, players: Sequence[Player], games: int) -> Iterator[str]:
    """Yield the lines of a report as they become known.

    Raises PlayerFaultError, EndlessGameError."""
    options = " ".join(f"{key}={value}".lower() for key, value in table.options.items())
    yield f"{table.game.key} seats={table.seats} seed={table.seed.hex()} {options}".rstrip()
    deals = deals_of(table.seats, games)
    yield f"{deals} deals a match, each once with the one on every seat; fair share {1 / table.seats:.0%}"
    yield ""
    wide = max(6, *(len(player.name) for player in players))
    row = f"{{:<{wide}}}  {{:<{wide}}}  {{:>6}}  {{:>7}}  {{:>6}}  {{:>10}}  {{:>6}}  {{:>8}}"
    yield row.format("one", "others", "games", "wins", "share", f"{SURE:.0%}", "rounds", "reveals")
    results = []
    for result in matches(table, players, games):
        results.append(result)
        yield row.format(result.one, result.other, *_format_wins(result), f"{result.rounds:g}", f"{result.reveals:g}")
    yield ""
    if len(players) > 2:
        yield from _ladder_lines(ladder(results), wide)
        yield ""
    yield from _time_lines(players, wide)


def data(table: Table, players: Sequence[Player], games: int) -> Plain:
    """Return the report as plain data; times in milliseconds.

    Raises PlayerFaultError, EndlessGameError."""
    results = list(matches(table, players, games))
    return {
        "game": table.game.key,
        "seats": table.seats,
        "options": dict(table.options),
        "seed": table.seed.hex(),
        "fair": 1 / table.seats,
        "matches": [
            {"one": result.one, "others": result.other, **_shares(result)}
            | {"rounds": result.rounds, "reveals": result.reveals}
            for result in results
        ],
        "ladder": [{"player": rung.name, **_shares(rung)} for rung in ladder(results)],
        "times": [
            {
                "player": player.name,
                "clock": player.clock,
                "decisions": player.spent.decisions,
                "mean_ms": player.spent.mean * MS,
                "worst_ms": player.spent.worst * MS,
            }
            for player in players
        ],
    }


def _ladder_lines(rungs: Sequence[Rung], wide: int) -> Iterator[str]:
    row = f"{{:<{wide}}}  {{:>6}}  {{:>7}}  {{:>6}}  {{:>10}}"
    yield row.format("ladder", "games", "wins", "share", f"{SURE:.0%}")
    for rung in rungs:
        yield row.format(rung.name, *_format_wins(rung))


def _time_lines(players: Sequence[Player], wide: int) -> Iterator[str]:
    row = f"{{:<{wide}}}  {{:>9}}  {{:>8}}  {{:>8}}  {{}}"
    yield row.format("player", "decisions", "mean ms", "worst ms", "clock")
    for player in players:
        spent = player.spent
        mean, worst = f"{spent.mean * MS:.2f}", f"{spent.worst * MS:.1f}"
        yield row.format(player.name, spent.decisions, mean, worst, player.clock)


def _format_wins(won: Result | Rung) -> tuple[str, str, str, str]:
    """Format games, wins, their share and its interval."""
    low, high = wilson(won.wins, won.games)
    return str(won.games), f"{won.wins:.1f}", f"{won.wins / won.games:.1%}", f"{low:.1%}–{high:.1%}"


def _shares(won: Result | Rung) -> dict[str, Plain]:
    low, high = wilson(won.wins, won.games)
    return {"games": won.games, "wins": won.wins, "share": won.wins / won.games, "low": low, "high": high}
