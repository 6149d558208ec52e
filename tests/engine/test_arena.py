"""Arena: rotation of deals, wins with their intervals, ladders."""

import json
import random
import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from engine.arena.errors import PlayerFaultError
from engine.arena.interval import wilson
from engine.arena.ladder import Rung, ladder, matches
from engine.arena.match import MatchGame, Result, Table, each_game, match
from engine.arena.names import player_named
from engine.arena.player import CodePlayer, Player
from engine.arena.report import report
from engine.bots.random_bot import RandomBot
from engine.core.asks import Ask
from engine.core.errors import BadOptionsError
from engine.core.options import Value
from engine.core.outcome import Outcome
from engine.core.plain import to_plain
from engine.core.seats import Seat
from engine.registry import find
from tests.dummy.throws import GAME as THROWS
from tests.engine.test_command_line import engine

ADEL, EDEL = find("adel_verpflichtet"), find("edel_stein_reich")
SECONDS = 60.0
"""Seconds a process has for an answer on a busy machine."""


def table(key: str, seats: int, seed: bytes = b"arena", **options: Value) -> Table:
    """Return a table of the game."""
    return Table(find(key), seats, options, seed)


def find_player(name: str, key: str = "adel_verpflichtet") -> Player:
    """Return the player of that name on the command line."""
    return player_named(find(key), name, SECONDS)


class Notes:
    """Bot that plays by chance, and notes its first view of each game."""

    def __init__(self, first: dict[Seat, Any]) -> None:
        self._first = first

    def choose(self, view: Any, ask: Ask[Any], rng: random.Random) -> Any:
        """Implement Bot."""
        self._first.setdefault(view.mine.seat, to_plain(view))
        return rng.choice(ask.choices)


# ---- the interval


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_the_interval_is_that_of_the_literature(wins: int, games: int, low: float, high: float) -> None:
    """Newcombe 1998, Statistics in Medicine 17, table I, method 3."""
    assert wilson(wins, games) == pytest.approx((low, high), abs=0.00005)
    assert wilson(games - wins, games) == pytest.approx((1 - high, 1 - low), abs=0.00005)


@pytest.mark.parametrize(("wins", "games"), [(0, 0), (3, 2), (-1, 4)])
def test_no_interval_without_games_or_for_more_wins_than_games(wins: float, games: int) -> None:
    with pytest.raises(ValueError, match="do not hold"):
        wilson(wins, games)


# ---- a match


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_every_deal_is_rotated_over_all_seats(seats: int) -> None:
    seen: dict[str, dict[Seat, Any]] = {"one": {}, "other": {}}
    one, other = (CodePlayer(name, partial(Notes, first)) for name, first in seen.items())
    dealt: dict[int, list[Mapping[Seat, Any]]] = {}
    sat: dict[int, list[Seat]] = {}
    for played in each_game(table("edel_stein_reich", seats), one, other, games=seats + 1):
        sat.setdefault(played.deal, []).append(played.seat)
        assert {*seen["one"]} == {played.seat}
        dealt.setdefault(played.deal, []).append({**seen["one"], **seen["other"]})
        assert len(dealt[played.deal][-1]) == seats
        seen["one"].clear()
        seen["other"].clear()
    assert sat == {0: [*range(seats)], 1: [*range(seats)]}, "the last deal is played whole"
    for games in dealt.values():
        assert all(game == games[0] for game in games), "the same cards for the same seat"


def test_another_deal_has_other_cards_and_another_seed_too() -> None:
    def first(seed: bytes) -> Iterator[Any]:
        seen: dict[Seat, Any] = {}
        player = CodePlayer("notes", lambda: Notes(seen))
        for _ in each_game(table("adel_verpflichtet", 2, seed), player, player, games=4):
            yield seen[Seat(0)]["mine"]["objects"]
            seen.clear()

    one, same, other, _ = first(b"one")
    assert one == same != other
    assert [*first(b"one")] == [one, same, other, other]
    assert next(first(b"two")) not in (one, other)


@pytest.mark.parametrize(("key", "seats"), [("adel_verpflichtet", 3), ("edel_stein_reich", 2), ("edel_stein_reich", 4)])
def test_the_same_bot_wins_exactly_its_fair_share(key: str, seats: int) -> None:
    result = match(
        table(key, seats), find_player("random"), find_player("engine.bots.random_bot:RandomBot"), games=3 * seats
    )
    assert Fraction(result.wins).limit_denominator(60) == 3


def test_the_stronger_player_wins_more() -> None:
    at = table("edel_stein_reich", 3)
    normal, chance = find_player("normal", "edel_stein_reich"), find_player("random", "edel_stein_reich")
    strong, weak = match(at, normal, chance, games=9), match(at, chance, normal, games=9)
    assert wilson(strong.wins, strong.games)[0] > 1 / 3
    assert wilson(weak.wins, weak.games)[1] < 1 / 3


@pytest.mark.parametrize(
    ("ranking", "wins"),
    [([[2], [0, 1]], 1), ([[1, 2], [0]], Fraction(1, 2)), ([[0, 1, 2]], Fraction(1, 3)), ([[0], [2], [1]], 0)],
)
def test_a_shared_first_place_is_divided(ranking: list[list[int]], wins: Fraction) -> None:
    places = tuple(tuple(map(Seat, level)) for level in ranking)
    played = MatchGame(0, Seat(2), Outcome("rounds", places), rounds=1, reveals=1)
    assert played.wins == pytest.approx(float(wins))


def test_equal_players_share_all_games() -> None:
    class Stone:
        def choose(self, view: object, ask: Ask[str], rng: random.Random) -> str:
            return "stone"

    at = Table(THROWS, 3, {"rounds": 2}, b"stone")
    result = match(at, CodePlayer("one", Stone), CodePlayer("other", Stone), games=6)
    assert result.wins == pytest.approx(2)
    assert result == Result("one", "other", games=6, wins=result.wins, rounds=2, reveals=2)


def test_a_mirrored_match_has_the_same_games() -> None:
    at = table("edel_stein_reich", 2)
    one, other = find_player("normal", "edel_stein_reich"), find_player("random", "edel_stein_reich")
    there, back = match(at, one, other, games=6), match(at, other, one, games=6)
    assert there.wins > 0
    assert there.mirrored == back


# ---- a ladder


def test_more_than_two_players_meet_both_ways() -> None:
    players = [CodePlayer(name, RandomBot) for name in "abc"]

    def pairs(seats: int, count: int) -> list[tuple[str, str]]:
        at = table("edel_stein_reich", seats)
        return [(result.one, result.other) for result in matches(at, players[:count], games=seats)]

    assert pairs(3, 2) == pairs(2, 2) == [("a", "b")]
    both_ways = [("a", "b"), ("a", "c"), ("b", "a"), ("b", "c"), ("c", "a"), ("c", "b")]
    assert sorted(pairs(3, 3)) == sorted(pairs(2, 3)) == both_ways


def test_a_ladder_ranks_by_share_of_wins() -> None:
    results = [
        Result("a", "b", games=8, wins=2.5, rounds=3, reveals=40),
        Result("a", "c", games=8, wins=1, rounds=3, reveals=40),
        Result("b", "a", games=8, wins=4, rounds=3, reveals=40),
        Result("c", "a", games=4, wins=3, rounds=3, reveals=40),
    ]
    assert ladder(results) == [Rung("c", 4, 3), Rung("b", 8, 4), Rung("a", 16, 3.5)]


def test_a_report_tells_games_wins_interval_and_times() -> None:
    at = table("edel_stein_reich", 3)
    lines = list(
        report(at, [find_player("normal", "edel_stein_reich"), find_player("random", "edel_stein_reich")], games=5)
    )
    assert lines[0] == f"edel_stein_reich seats=3 seed={b'arena'.hex()}"
    assert lines[1] == "2 deals a match, each once with the one on every seat; fair share 33%"
    assert re.fullmatch(r"normal  random       6 +\d\.\d +\d+\.\d% +\d+\.\d%–\d+\.\d% +3 +[\d.]+", lines[4]), lines[4]
    assert [line.split()[0] for line in lines[5:] if line] == ["player", "normal", "random"]
    assert re.fullmatch(r"random +\d+ +\d+\.\d\d +\d+\.\d  processor", lines[-1])


# ---- who is meant


def test_a_class_in_a_file_imports_its_neighbours(tmp_path: Path) -> None:
    (tmp_path / "beside_the_bot.py").write_text("def first(ask):\n    return ask.choices[0]\n")
    (tmp_path / "random.py").write_text(
        "from beside_the_bot import first\n\n\nclass First:\n"
        "    def choose(self, view, ask, rng):\n        return first(ask)\n"
    )
    played = list(
        each_game(table("edel_stein_reich", 2), find_player(f"{tmp_path}/random.py:First"), find_player("random"), 2)
    )
    assert len(played) == 2
    assert hasattr(random, "Random"), "a file is not taken for a module of the same name"


def test_each_seat_and_game_gets_a_new_bot() -> None:
    made = []

    class Once(RandomBot):
        def __init__(self) -> None:
            made.append(self)

    match(table("edel_stein_reich", 3), CodePlayer("a", RandomBot), CodePlayer("b", Once), games=3)
    assert len(made) == 2 * 3


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("rng.gone", "AttributeError: 'Random' object has no attribute 'gone'"),
        ("'thieves'", "answered 'thieves', which is no choice of Adel verpflichtet"),
        ("ask.default if ask.kind == 'location' else 'castle'", "answered 'castle', which the ask does not"),
        ("7", "answered 7, which the ask does not allow"),
        ("[]", "answered [], which the ask does not allow"),
        ("tuple(ask.default) if ask.kind == 'action' else ask.default", "answered (<Card."),
    ],
)
def test_a_class_at_fault_is_named_with_its_ask(tmp_path: Path, answer: str, said: str) -> None:
    (tmp_path / "bot.py").write_text(f"class Bad:\n    def choose(self, view, ask, rng):\n        return {answer}\n")
    at = table("adel_verpflichtet", 2, variant="confrontation")
    with pytest.raises(PlayerFaultError) as fault:
        match(at, find_player("random"), find_player(f"{tmp_path}/bot.py:Bad"), games=2)
    told = str(fault.value)
    assert told.startswith(f"{tmp_path}/bot.py:Bad, deal 0, seat 1: ")
    assert said in told
    assert re.search(r"The ask was (location: castle \| auction_house|action: .+)$", told)


@pytest.mark.parametrize(
    "given", ["GAME.text(choice)", "Equal(*map(to_plain, choice)) if ask.kind == 'action' else choice"]
)
def test_a_choice_may_be_a_text_or_an_equal_value(tmp_path: Path, given: str) -> None:
    (tmp_path / "bot.py").write_text(
        "from engine.adel_verpflichtet import GAME\nfrom engine.adel_verpflichtet.choices import Action as Equal\n"
        "from engine.core.plain import to_plain\n\n\nclass Text:\n"
        f"    def choose(self, view, ask, rng):\n        choice = rng.choice(ask.choices)\n        return {given}\n"
    )
    at = table("adel_verpflichtet", 3)
    texts = match(at, find_player(f"{tmp_path}/bot.py:Text"), find_player("random"), games=3)
    choices = match(at, find_player("engine.bots.random_bot:RandomBot"), find_player("random"), games=3)
    assert texts == choices._replace(one=texts.one)


# ---- the command


def read_json(*words: str) -> Any:
    """Return the JSON output of the command."""
    ran = engine("arena", "--json", *words)
    assert (ran.returncode, ran.stderr) == (0, "")
    return json.loads(ran.stdout)


def test_the_seed_determines_everything_but_times() -> None:
    words = ("--game", "edel_stein_reich", "--seats", "3", "--games", "6", "normal", "random")
    one, same, other = (read_json("--seed", seed, *words) for seed in ("07", "07", "08"))
    times = [found.pop("times") for found in (one, same, other)]
    assert one == same
    assert one["matches"] != other["matches"]
    assert [row["decisions"] for row in times[0]] == [row["decisions"] for row in times[1]]
    assert [row["player"] for row in times[0]] == ["normal", "random"]
    assert all(0 < row["mean_ms"] <= row["worst_ms"] for row in times[0])


def test_the_command_prints_a_ladder_of_several() -> None:
    words = ("--game", "edel_stein_reich", "--seats", "2", "--games", "4", "--seed", "07")
    ran = engine("arena", *words, "random", "engine.bots.random_bot:RandomBot", "normal")
    assert (ran.returncode, ran.stderr) == (0, "")
    lines = ran.stdout.splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("ladder"))
    assert lines[start + 1].split()[:2] == ["normal", "8"]
    assert sum(line.endswith("processor") for line in lines) == 3


def test_an_error_of_a_class_is_printed_with_traceback(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("class Bad:\n    def choose(self, view, ask, rng):\n        return 1 // 0\n")
    ran = engine("arena", "--seed", "07", f"{tmp_path}/bot.py:Bad", "random")
    assert ran.returncode == 1
    assert 'bot.py", line 3, in choose' in ran.stderr
    assert "Bad, deal 0, seat 0: ZeroDivisionError" in ran.stderr.splitlines()[-1]
    assert ran.stdout.startswith("adel_verpflichtet seats=4 seed=07")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["normal"], "one player alone wins nothing: name two at least"),
        (["normal", "normal"], "each player is named once"),
        (
            ["normal", "god"],
            "no bot 'god'; there are: easy, normal, strong, strong_careful, strong_greedy, strong_crook, random; "
            "a player is a level, package.module:Class",
        ),
        (["normal", "engine.nowhere:Bot"], "there is no module 'engine.nowhere'"),
        (["normal", "nowhere.py:Bot"], "there is no file nowhere.py"),
        (["normal", "engine.bots.random_bot:Bot"], "engine.bots.random_bot has no class 'Bot'"),
        (["normal", "fractions:Fraction"], "fractions:Fraction has no method choose(view, ask, rng)"),
        (["normal", "process:"], "'process:' lacks its command"),
        (["normal", "process:no-such-program --fast"], "'no-such-program --fast' cannot be started"),
        (["normal", "process:python 'open"], "is no command: No closing quotation"),
        (["--time", "0", "normal", "random"], "'0' is not a number of seconds above 0"),
        (["--time", "soon", "normal", "random"], "'soon' is not a number of seconds above 0"),
        (["--games", "0", "normal", "random"], "'0' is not a number from 1"),
        (["--seats", "9", "normal", "random"], "is played by 2, 3, 4, 5 seats, not 9"),
        (["--option", "colour=red", "normal", "random"], "no option 'colour'"),
    ],
)
def test_a_wrong_argument_is_explained(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    from engine.__main__ import main

    with pytest.raises(SystemExit) as ended:
        main(["arena", *words])
    printed = capsys.readouterr()
    assert ended.value.code == 2
    assert said in printed.err
    assert printed.out == ""


def test_a_failing_constructor_is_the_players_fault(tmp_path: Path) -> None:
    (tmp_path / "needs.py").write_text("class Needs:\n    def __init__(self, more):\n        pass\n")
    (tmp_path / "broken.py").write_text("import nothing_of_that_name\n")
    with pytest.raises(PlayerFaultError, match="cannot be made: TypeError"):
        find_player(f"{tmp_path}/needs.py:Needs")
    with pytest.raises(PlayerFaultError, match="cannot be made: ModuleNotFoundError"):
        find_player(f"{tmp_path}/broken.py:Any")
    with pytest.raises(BadOptionsError, match="there is no file"):
        find_player(f"{tmp_path}/gone.py:Any")
