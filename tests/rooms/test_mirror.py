"""Mirror of a player's finished game: its moments, and use of the estimate."""

import dataclasses
import json
import random
from collections.abc import Mapping
from pathlib import Path

import pytest

from app.rooms.mirror.mirror import DEAREST, Mirror, mirror
from app.rooms.mirror.moments import Estimate, has_choice, moments_of, read_found, turns_of
from app.rooms.model.ids import AskNumber
from app.rooms.model.play import Sealer
from app.rooms.model.values import replace
from app.rooms.views.replay import Replay, seat_then
from engine.core.seats import Seat, all_seats
from tests.journal.test_old_games import SAMPLES
from tests.rooms.builders import game_of
from tests.web.replay.test_what_if import load_first_replay
from tests.whole import whole

GAMES = [
    path for path in whole(tuple(SAMPLES), (SAMPLES[6], SAMPLES[9])) if load_first_replay(path).outcome is not None
]
games = pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)


def make_estimates(game: Replay, seat: Seat, rng: random.Random) -> dict[AskNumber, Estimate]:
    """Return possible estimates for that game."""
    found, seats = {}, game_of(game.room).seats
    for moment in moments_of(game, seat):
        weights = [rng.random() + 0.1 for _ in range(seats)]
        standing = tuple(each / sum(weights) for each in weights)
        chances: dict[str, float] = {}
        expected: dict[Seat, float] = {}
        if has_choice(game, seat, moment):
            texts = [game.game.text(each) for each in game.game.asks(moment.before)[seat].choices[:5]]
            chances = {text: rng.random() for text in [*texts, moment.choices[seat]]}
            expected = {each: rng.random() for each in moment.choices} if len(moment.choices) > 1 else {}
        found[moment.ask] = Estimate(standing, chances, expected)
    return found


def make_mirror(game: Replay, seat: Seat, rng: random.Random | None = None) -> Mirror:
    """Return the mirror of random estimates."""
    return mirror(game, seat, make_estimates(game, seat, rng or random.Random(1)))


def seats_of(game: Replay) -> tuple[Seat, ...]:
    """Return the seats that played."""
    return all_seats(game_of(game.room).seats)


@games
def test_mirror_contains_every_choice_of_its_player_and_no_other(path: Path) -> None:
    game = load_first_replay(path)
    for seat in seats_of(game):
        own = {
            moment.ask: moment.choices[seat]
            for moment in game.moments
            if seat in moment.people and len(game.game.asks(moment.before)[seat].choices) > 1
        }
        assert {choice.ask: choice.chosen for choice in make_mirror(game, seat).choices} == own


@games
def test_what_a_bot_or_the_clock_chose_is_nobodys_choice(path: Path) -> None:
    game = load_first_replay(path)
    nobody = replace_people_by_bots(game)
    for seat in seats_of(game):
        assert make_mirror(nobody, seat).choices == ()
        assert make_mirror(nobody, seat).course == make_mirror(nobody, seat).course


@games
def test_it_counts_what_the_clock_and_what_a_bot_chose(path: Path) -> None:
    game = load_first_replay(path)
    for seat in seats_of(game):
        own = len(make_mirror(game, seat).choices)
        by_clock, by_bot = (make_mirror(chosen_for(game, seat, by), seat) for by in SEALERS)
        assert (by_clock.by_clock, by_clock.by_bot, by_clock.choices) == (own, 0, ())
        assert (by_bot.by_clock, by_bot.by_bot, by_bot.choices) == (0, own, ())


SEALERS: tuple[Sealer, Sealer] = ("clock", "bot")


def chosen_for(game: Replay, seat: Seat, by: Sealer) -> Replay:
    """Return the game with the seat's choices made by the clock or a bot instead."""
    moments = tuple(
        dataclasses.replace(each, people=each.people - {seat}, by_others={seat: by} if seat in each.people else {})
        for each in game.moments
    )
    return dataclasses.replace(game, moments=moments)


def replace_people_by_bots(game: Replay) -> Replay:
    """Return the same game, played by bots."""
    return dataclasses.replace(
        game, moments=tuple(dataclasses.replace(each, people=frozenset()) for each in game.moments)
    )


@games
def test_the_course_has_every_round_and_ends_with_the_outcome(path: Path) -> None:
    game = load_first_replay(path)
    course = make_mirror(game, Seat(0)).course
    assert game.outcome is not None
    assert {each.round for each in course} == {moment.round for moment in game.moments}
    assert [each.ask for each in course[:-1]] == sorted(turns_of(game))
    for each in course:
        assert len(each.chances) == len(seats_of(game))
        assert sum(each.chances) == pytest.approx(1)
    assert {seat for seat in seats_of(game) if course[-1].chances[seat] > 0} == set(game.outcome.ranking[0])


@games
def test_mirror_lists_costliest_choices_first_with_their_loss_against_best(path: Path) -> None:
    shown = make_mirror(load_first_replay(path), Seat(1))
    costs = [choice.cost for choice in shown.dearest]
    assert 0 < len(costs) <= DEAREST
    assert costs == sorted(costs, reverse=True)
    others = [choice.cost for choice in shown.choices if choice not in shown.dearest]
    assert costs[-1] >= max(others) or len(costs) < DEAREST
    for choice in shown.choices:
        assert choice.chances[choice.best] == max(choice.chances.values())
        assert choice.cost == pytest.approx(max(choice.chances.values()) - choice.chances[choice.chosen])


@games
def test_mirror_luck_and_cost_account_for_every_change_in_chances(path: Path) -> None:
    """For any estimate, nothing is counted twice and nothing is left out."""
    game = load_first_replay(path)
    for number, seat in enumerate(seats_of(game)):
        shown = make_mirror(game, seat, random.Random(number))
        sealed = [choice for choice in shown.choices if choice.expected]
        rounds = {choice.round for choice in sealed}
        assert [each.round for each in shown.luck] == sorted(rounds)
        for each in shown.luck:
            here = [choice for choice in shown.choices if choice.round == each.round]
            first = next(place for place, choice in enumerate(here) if choice.expected)
            after = next((one for one in shown.course if one.round > each.round), shown.course[-1]).chances[seat]
            began = here[first].chances[here[first].best]
            assert began + each.brought - sum(choice.cost for choice in here[first:]) == pytest.approx(after)


@games
def test_readability_is_a_mean_and_sorted_from_the_most_readable(path: Path) -> None:
    game = load_first_replay(path)
    shown = make_mirror(game, Seat(0))
    shares: Mapping[Seat, float] = shown.readable
    assert list(shares.values()) == sorted(shares.values(), reverse=True)
    for seat, share in shares.items():
        each = [choice.expected[seat] for choice in shown.choices if seat in choice.expected]
        assert share == pytest.approx(sum(each) / len(each))


def test_a_game_without_a_winner_has_none() -> None:
    game = load_first_replay(SAMPLES[6])
    with pytest.raises(ValueError, match="end"):
        mirror(part_of(game), Seat(0), {})


def part_of(game: Replay) -> Replay:
    """Return the game before its last reveal."""
    play = game_of(game.room)
    last = game.moments[-1].before
    return Replay(replace(game.room, play=replace(play, state=last, asks=game.game.asks(last))), game.game, 1, ())


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "{}",
        "null",
        '{"standing": 1, "chances": {}, "expected": {}}',
        '{"standing": [1], "chances": [], "expected": {}}',
        '{"standing": [1], "chances": {"castle": "x"}, "expected": {}}',
        '{"standing": [1], "chances": {}, "expected": {"x": 1}}',
        "{",
    ],
)
def test_what_no_estimate_can_have_said_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="judgement"):
        read_found(text)


def test_what_an_estimate_says_is_read() -> None:
    told = {"standing": [0.5, 0.5], "chances": {"castle": 0.25}, "expected": {"1": 0.75}}
    assert read_found(json.dumps(told)) == Estimate((0.5, 0.5), {"castle": 0.25}, {Seat(1): 0.75})


def test_past_seat_of_a_player_is_found_by_device() -> None:
    game = load_first_replay(SAMPLES[6])
    turned = replace(game.room, seats=tuple(reversed(game.room.seats)))
    for seat in seats_of(game):
        now = Seat(len(turned.seats) - 1 - seat)
        assert seat_then(game, turned, now) == seat
    empty = replace(game.room, seats=tuple(None for _ in game.room.seats))
    assert seat_then(game, empty, Seat(0)) is None
