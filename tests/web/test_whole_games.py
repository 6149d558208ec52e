"""Whole games over a real server, by a client that knows only the protocol."""

import asyncio
import hashlib
import random
import sys
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from engine import registry
from engine.core.chance import SeededChance
from tests.web.servers import Served, a_server, on_both_loops
from tests.whole import WHOLE
from tools.play_random import Player, Server, begin_game, play

GAME = "adel_verpflichtet"


def tables(one: Callable[[Sequence[int]], int]) -> list[tuple[str, int]]:
    """Return all table sizes of all games, or one size per game in daily runs.

    The rules' own tests play at all sizes."""
    games = registry.GAMES.values()
    if WHOLE:
        return [(game.key, seats) for game in games for seats in game.table_sizes]
    return [(game.key, one(game.table_sizes)) for game in games]


async def play_games(served: Served, seats: int, *, by_http: bool, games: int = 1, game: str = GAME) -> list[Player]:
    """Play so many games and return the table's players."""
    players = await begin_game(Server(served.url), game, seats, games, random.Random(seats))
    await asyncio.gather(*(player.play_by_http() if by_http else player.play_by_socket() for player in players))
    return players


def assert_well_ended(players: list[Player], number: int) -> None:
    views = [player.views[number - 1] for player in players]
    outcomes = [view["outcome"] for view in views]
    assert outcomes == [outcomes[0]] * len(players)
    assert sorted(seat for place in outcomes[0]["ranking"] for seat in place) == list(range(len(players)))
    seed = bytes.fromhex(outcomes[0]["seed"])
    assert {view["room"]["seed_commitment"] for view in views} == {hashlib.sha256(seed).hexdigest()}
    assert [view["you"] for view in views] == list(range(len(players)))
    assert all(view["ask"] is None for view in views)
    assert all(public(view) == public(views[0]) for view in views)


def public(view: dict[str, Any]) -> dict[str, Any]:
    """Return the part of a view that is the same for every seat."""
    table = {name: part for name, part in view["table"].items() if name != "mine"}
    return {"table": table, "outcome": view["outcome"], "said": view["said"]}


@pytest.mark.parametrize(("game", "seats"), tables(max))
@on_both_loops
async def test_a_game_is_played_to_its_end_over_sockets(game: str, seats: int) -> None:
    async with a_server() as served:
        players = await play_games(served, seats, by_http=False, game=game)
        assert_well_ended(players, 1)
        assert sum((player.report.refused for player in players), start=players[0].report.refused).total() == 0


@pytest.mark.parametrize(("game", "seats"), tables(min))
@pytest.mark.asyncio
async def test_a_game_is_played_to_its_end_over_http(game: str, seats: int) -> None:
    async with a_server() as served:
        players = await play_games(served, seats, by_http=True, game=game)
        assert_well_ended(players, 1)
        assert all(not player.report.refused for player in players)


@pytest.mark.parametrize("game", registry.GAMES)
@pytest.mark.asyncio
async def test_a_table_plays_again_in_place(game: str) -> None:
    async with a_server() as served:
        players = await play_games(served, 3, by_http=False, games=2, game=game)
        for number in (1, 2):
            assert_well_ended(players, number)
        first, second = (player_view["room"] for player_view in players[0].views)
        assert first["seed_commitment"] != second["seed_commitment"]


@pytest.mark.parametrize("game", registry.GAMES)
@pytest.mark.asyncio
async def test_the_record_of_a_game_deals_and_plays_it_again(game: str) -> None:
    async with a_server() as served:
        players = await play_games(served, 3, by_http=False, game=game)
        player = players[0]
        status, record = await player.server.ask("GET", f"/api/rooms/{player.room}/journal", token=player.token)
        assert status == 200
        assert replay_record(record, game) == player.views[0]["outcome"]["ranking"]


def replay_record(record: dict[str, Any], key: str) -> list[list[int]]:
    """Return the ranking that follows from the record alone."""
    game, state, chance, sealed = registry.find(key), None, None, {}
    for event in record["facts"]:
        if event["fact"] == "GameBegun":
            chance = SeededChance(bytes.fromhex(event["seed"]))
            state = game.new(len(event["players"]), event["options"], chance, event["edition"])
        elif event["fact"] == "ChoiceSealed":
            sealed[event["seat"]] = game.parse(event["choice"])
        elif event["fact"] == "ChoiceLifted":
            del sealed[event["seat"]]
        elif event["fact"] == "Revealed" and chance is not None:
            state = game.resolve(state, sealed, chance)[-1].state
            assert (game.checksum(state), "fields") == (event["digest"], event["made_of"])
            sealed = {}
    outcome = game.outcome(state)
    assert outcome is not None
    return [list(place) for place in outcome.ranking]


@pytest.mark.asyncio
async def test_several_tables_play_at_once() -> None:
    async with a_server() as served:
        report = await play(served.url, 3, 3, 1, 1, by_http=False, game=GAME)
        assert report.games == 3
        assert report.choices > 100
        assert "3 games" in str(report)


@pytest.mark.asyncio
async def test_a_hurried_player_comes_through_with_limits_on() -> None:
    """The client waits when the server tells it to, and its socket stays open."""
    figures = {"commands_per_second": 50, "frames": 10_000, "requests_burst": 10_000}
    async with a_server(limits=True, figures=figures) as served:
        assert_well_ended(await play_games(served, 2, by_http=False), 1)


@pytest.mark.asyncio
async def test_the_client_is_a_program_of_its_own() -> None:
    async with a_server() as served:
        command = (sys.executable, "-m", "tools.play_random", served.url, "--seats", "2", "--http")
        client = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
        said, _ = await client.communicate()
    assert client.returncode == 0
    assert said.decode().startswith("1 games, ")
