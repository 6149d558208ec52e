"""Two games with the same cards: results, and every hand round by round."""

import statistics
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.live.mirrors import Mirrors
from app.rooms.views.replay import seat_then
from app.web.games import chronicle
from app.web.games.chronicle import PlayedRow, Row
from app.web.history_cache import Key
from app.web.html.regions import Regions
from app.web.replay.reader import Reader
from app.web.replay.replay_page import build_view_at_stop
from app.web.replay.rounds_page import list_reveals
from app.web.routes.history.choices import OtherChoice, find_other_choice
from app.web.text.sentences import Speech
from engine.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Score:
    """Result of one hand in one of the games."""

    place: int | None
    """Place of its player; None without a ranking."""
    points: int | None
    """Last value of the game's chart; None if the game has none."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One hand in the same round of both games; a side is None if it played nothing."""

    label: str
    first: PlayedRow | None
    second: PlayedRow | None
    first_at: str
    """Address of the moment in the replay; empty without one."""
    second_at: str

    @property
    def is_same(self) -> bool:
        """True if the same cards were played."""
        return (self.first and self.first.label) == (self.second and self.second.label)


@dataclass(frozen=True, slots=True)
class DealtHand:
    """Hand of one dealt seat, as it was played in both games."""

    seat: int
    first: Score
    second: Score
    turns: tuple[Turn, ...]
    other_choices: tuple[OtherChoice | None, OtherChoice | None]
    """What-ifs: the first game with the choice of the second one, and the reverse."""


@dataclass(frozen=True, slots=True)
class ComparedGame:
    """One of the two games."""

    reader: Reader
    title: str
    """Name that tells it from the other one."""


@dataclass(frozen=True, slots=True)
class OwnGame:
    """Game in which the reader had a hand, with its mirror."""

    number: int
    hand: Seat
    path: str
    """Address of the mirror."""
    points: int | None
    """Chance to win that ten choices of the reader gave away, in percent.

    It is an average. None as long as the mirror has not been made, and without any choice."""


def compare_games(
    regions: Regions, first: ComparedGame, second: ComparedGame, own: Sequence[OwnGame]
) -> Mapping[str, Any]:
    """Return the context of ``pages/comparison.html``; the second game names the page."""
    speech = regions.speech
    names = [regions.context(build_view_at_stop(each.reader, None, None)) for each in (first, second)]
    told = chronicle(second.reader.replay.game.key)
    rows = [told.rounds(list_reveals(each.reader), speech) for each in (first, second)]
    scores = [list_scores(each.reader, speech) for each in (first, second)]
    seats = range(min(first.reader.seats, second.reader.seats))
    hands = [
        DealtHand(
            *(seat, scores[0][seat], scores[1][seat], pair_turns(seat, *rows)),
            (
                find_other_choice(first.reader, second.reader, Seat(seat)),
                find_other_choice(second.reader, first.reader, Seat(seat)),
            ),
        )
        for seat in seats
    ]
    return names[1] | {
        "reader": second.reader,
        "games": (first, second),
        "both": (names[0]["people"], names[1]["people"]),
        "hands": hands,
        "own": own,
        "unit": told.chart(list_reveals(second.reader), second.reader.seats, speech).unit,
        "is_same_size": first.reader.seats == second.reader.seats,
        "back": f"{second.reader.place}/comparison?{second.reader.of_game}",
    }


def list_own_games(mirrors: Mirrors, games: Sequence[Reader], seat: Seat) -> tuple[OwnGame, ...]:
    """Return the games with a mirror for the seat's present player."""
    return tuple(
        OwnGame(
            each.replay.number,
            then,
            f"{each.place}/mirror?{each.of_game}".rstrip("?&"),
            _find_points(mirrors, each, then),
        )
        for each in games
        if each.place
        and each.is_over
        and each.replay.game.judge is not None
        and each.replay.outcome is not None
        and each.replay.outcome.ranking
        and (then := seat_then(each.replay, each.room, seat)) is not None
    )


def _find_points(mirrors: Mirrors, reader: Reader, seat: Seat) -> int | None:
    mirror = mirrors.get_cached(reader.room.code, reader.replay.number, seat)
    if mirror is None or not mirror.choices:
        return None
    return round(10 * 100 * statistics.mean(choice.cost for choice in mirror.choices))


def list_scores(reader: Reader, speech: Speech) -> Sequence[Score]:
    """Return the result of every seat of a game."""
    outcome = reader.replay.outcome if reader.is_over else None
    places: dict[int, int] = {}
    for level in outcome.ranking if outcome is not None else ():
        places |= dict.fromkeys(level, len(places) + 1)
    lines = chronicle(reader.replay.game.key).chart(list_reveals(reader), reader.seats, speech).lines
    return [Score(places.get(seat), lines[seat][-1] if lines.get(seat) else None) for seat in range(reader.seats)]


def pair_turns(seat: int, first: Sequence[Row], second: Sequence[Row]) -> tuple[Turn, ...]:
    """Return the rounds of both games side by side for one seat."""
    turns = []
    for number in range(max(len(first), len(second))):
        one = first[number] if number < len(first) else None
        other = second[number] if number < len(second) else None
        label = one.label if one is not None else other.label if other is not None else ""
        first_played, second_played = (each.played.get(seat) if each is not None else None for each in (one, other))
        first_at, second_at = (f"{each.ask}.{each.step}" if each is not None else "" for each in (one, other))
        turns.append(Turn(label, first_played, second_played, first_at, second_at))
    return tuple(turns)


def comparison_key(first: Reader, second: Reader, page: Hashable) -> Key | None:
    """Return the cache key of a comparison; None while one of the games runs."""
    if not (first.is_over and second.is_over):
        return None
    games = [(each.room.code, each.replay.number, each.replay.room.version) for each in (first, second)]
    last = second.replay.number == second.room.games_so_far
    return ("comparison", page, *games, second.viewer, second.place, last)
