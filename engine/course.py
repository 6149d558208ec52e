"""Measurement of how games among the shipped bots go.

It measures their length, how often the lead changes, and what an early lead is worth. What the rules say of the
course of a game comes from here."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from statistics import fmean, quantiles
from typing import Any, NamedTuple

from engine.bots.seating import table_of
from engine.core.bots.past_actions import ActionHistory, inform
from engine.core.chance import SeededChance
from engine.core.game import AnyGame, Bot
from engine.core.options import Value
from engine.driver import turns


class GameFigures(NamedTuple):
    """Figures of one game."""

    rounds: int
    changes: int
    """Changes of the lead, looked at after every round.

    A change counts if another seat leads alone than the seat that led alone last."""
    early_leader_won: bool | None
    """True if the early leader had a first place in the end.

    The early leader is the seat that led alone after half of the rounds, rounded down. None if no seat did."""


class Course(NamedTuple):
    """Figures of many games at the same table."""

    seats: int
    options: Mapping[str, Value]
    games: int
    rounds: tuple[int, int]
    """First and third quartile of the number of rounds, rounded."""
    changes: float
    """Mean number of changes of the lead in a game."""
    early_leader_won: float
    """Share of games won by the seat that led alone at half-way.

    Only games with such a seat count; NaN without any."""

    @property
    def cells(self) -> tuple[str, str, str]:
        """Printed rounds, changes of the lead and wins of the early leader."""
        fewest, most = self.rounds
        rounds = str(fewest) if fewest == most else f"{fewest}–{most}"
        return rounds, f"{self.changes:.1f}", f"{self.early_leader_won:.0%}"


def course(
    game: AnyGame, seats: int, options: Mapping[str, Value], bot: Bot[Any, Any], seed: bytes, games: int
) -> Course:
    """Play ``games`` games with this bot on every seat and sum them up.

    ``games`` is at least 2. Each game is dealt from ``seed`` and its number. Raises BadOptionsError."""
    played = [_play_game(game, seats, options, bot, seed + number.to_bytes(4, "big")) for number in range(games)]
    first, _, third = quantiles((each.rounds for each in played), n=4, method="inclusive")
    won = [each.early_leader_won for each in played if each.early_leader_won is not None]
    return Course(
        seats=seats,
        options=options,
        games=games,
        rounds=(round(first), round(third)),
        changes=fmean(each.changes for each in played),
        early_leader_won=fmean(won) if won else float("nan"),
    )


def format_table(rows: Iterable[Course]) -> Iterator[str]:
    """Yield the courses as the lines of a table."""
    layout = "{:>5}  {:<52}  {:>6}  {:>15}  {:>15}  {:>20}"
    yield layout.format("seats", "options", "games", "rounds, half of", "changes of lead", "won from half-way")
    for row in rows:
        options = " ".join(f"{key}={value}".lower() for key, value in row.options.items())
        yield layout.format(row.seats, options, row.games, *row.cells)


def _play_game(game: AnyGame, seats: int, options: Mapping[str, Value], bot: Bot[Any, Any], seed: bytes) -> GameFigures:
    chance = SeededChance(seed)
    end = game.new(seats, options, chance)
    leads: list[int | None] = []
    past = ActionHistory(game)
    for turn in turns(game, end, table_of([inform(bot, past)] * seats, seed), chance):
        end = turn.after
        past.add(turn.steps, end)
        if game.round(end) > game.round(turn.before):
            leads.append(_find_leader(game.standing(turn.after)))
    leads.append(_find_leader(game.standing(end)))
    outcome = game.outcome(end)
    early = leads[len(leads) // 2 - 1] if len(leads) > 1 else None
    alone = [leader for leader in leads if leader is not None]
    return GameFigures(
        rounds=len(leads),
        changes=sum(before != after for before, after in pairwise(alone)),
        early_leader_won=None if early is None or outcome is None else early in outcome.ranking[0],
    )


def _find_leader(standing: tuple[int, ...]) -> int | None:
    """Return the seat that leads alone, or None."""
    most = max(standing)
    return standing.index(most) if standing.count(most) == 1 else None
