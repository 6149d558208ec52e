"""How games go among the shipped bots: how long they last, how often the lead changes, what an early lead is worth.

What the rules say of the course of a game is measured here, so that it can be measured again."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from statistics import fmean, quantiles
from typing import Any, NamedTuple

from engine.bots.seating import table_of
from engine.core.bots.deeds import Past, informed
from engine.core.chance import SeededChance
from engine.core.game import AnyGame, Bot
from engine.core.options import Value
from engine.driver import turns


class Played(NamedTuple):
    """One game, as far as it is measured."""

    rounds: int
    changes: int
    """How often another seat alone was ahead than the one that was alone ahead last, looking after every round."""
    early_leader_won: bool | None
    """Whether who was alone ahead after half of the rounds, rounded down, had a first place in the end; None when
    nobody was."""


class Course(NamedTuple):
    """What many games at the same table have come to."""

    seats: int
    options: Mapping[str, Value]
    games: int
    rounds: tuple[int, int]
    """Half of the games lasted from so many rounds to so many: the first and the third quartile, rounded."""
    changes: float
    """Changes of the lead in a game, on the average."""
    early_leader_won: float
    """Of the games in which somebody was alone ahead at half-way, the part that this seat won; NaN without any."""

    @property
    def cells(self) -> tuple[str, str, str]:
        """Rounds, changes of the lead and the early leader's wins as they are printed."""
        fewest, most = self.rounds
        rounds = str(fewest) if fewest == most else f"{fewest}–{most}"
        return rounds, f"{self.changes:.1f}", f"{self.early_leader_won:.0%}"


def course(
    game: AnyGame, seats: int, options: Mapping[str, Value], bot: Bot[Any, Any], seed: bytes, games: int
) -> Course:
    """The course of so many games that this bot plays on every seat, dealt from ``seed`` and their numbers; two at
    least. Raises BadOptionsError."""
    played = [_played(game, seats, options, bot, seed + number.to_bytes(4, "big")) for number in range(games)]
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


def shown(rows: Iterable[Course]) -> Iterator[str]:
    """The courses as the lines of a table."""
    layout = "{:>5}  {:<52}  {:>6}  {:>15}  {:>15}  {:>20}"
    yield layout.format("seats", "options", "games", "rounds, half of", "changes of lead", "won from half-way")
    for row in rows:
        options = " ".join(f"{key}={value}".lower() for key, value in row.options.items())
        yield layout.format(row.seats, options, row.games, *row.cells)


def _played(game: AnyGame, seats: int, options: Mapping[str, Value], bot: Bot[Any, Any], seed: bytes) -> Played:
    chance = SeededChance(seed)
    end = game.new(seats, options, chance)
    leads: list[int | None] = []
    past = Past(game)
    for turn in turns(game, end, table_of([informed(bot, past)] * seats, seed), chance):
        end = turn.after
        past.add(turn.steps, end)
        if game.round(end) > game.round(turn.before):
            leads.append(_leader(game.standing(turn.after)))
    leads.append(_leader(game.standing(end)))
    outcome = game.outcome(end)
    early = leads[len(leads) // 2 - 1] if len(leads) > 1 else None
    alone = [leader for leader in leads if leader is not None]
    return Played(
        rounds=len(leads),
        changes=sum(before != after for before, after in pairwise(alone)),
        early_leader_won=None if early is None or outcome is None else early in outcome.ranking[0],
    )


def _leader(standing: tuple[int, ...]) -> int | None:
    """The seat that is alone ahead."""
    most = max(standing)
    return standing.index(most) if standing.count(most) == 1 else None
