"""Lessons: their cards and their deals.

A deal brings up much of the game early, whatever the newcomer does."""

import random
from gettext import NullTranslations

import pytest

from app.live.host.bot_choices import bot_choice
from app.rooms.model.room import Room
from app.rooms.views.page_view import page_view
from app.web.games import find_presenter
from app.web.games.lesson import is_lesson_seed, lesson_seed
from app.web.text.sentences import Speech
from engine import registry
from engine.core.seats import Seat
from tests.known import get_for_game
from tests.rooms.builders import SEED, a_game, end_grace_pause, game_of, run_commands, seal

SPEECH = Speech(NullTranslations())
ME = Seat(0)
NEWCOMERS = 8

PHASES = {
    "adel_verpflichtet": {
        *("goal", "location", "sealing", "reveal", "auction", "castle", "purchase", "exhibition", "theft"),
        *("moves", "arrest", "numbers", "end", "known_lesson"),
    },
    "edel_stein_reich": {
        *("goal", "turn", "action", "sealing", "reveal", "crowd", "opening_bid", "answer", "bid", "watched_bid"),
        *("collected", "event_source", "certificates", "scoring", "end"),
    },
}
"""Phases that a lesson explains within its rounds."""

ESSENTIAL = {
    "adel_verpflichtet": {"goal", "location", "auction", "castle", "moves", "arrest", "numbers"},
    "edel_stein_reich": {"goal", "turn", "action", "bid", "event_source", "certificates", "scoring"},
}
"""Phases that a newcomer must know, even if they do not come up."""

LEAST = {"adel_verpflichtet": 8, "edel_stein_reich": 10}
"""Least number of phases that come up in every lesson."""


def collect_phases(game: str, seed: str, newcomer: int) -> set[str]:
    """Return the phases that come up in a newcomer's lesson.

    An even number plays sensibly, an odd one also plays random choices."""
    dice = random.Random(newcomer)
    room, phases = a_game(1, 2, seed=seed, game=game, coach=True), set[str]()
    while room.phase == "playing":
        page = page_view(room, ME)
        coach = find_presenter(game).coach(page.view, page.reveals, SPEECH)
        assert coach is not None
        if coach.is_over:
            break
        phases |= {tip.phase for tip in coach.tips}
        room = play_turn(room, dice, is_wild=newcomer % 2 == 1)
    return phases


def play_turn(room: Room, dice: random.Random, *, is_wild: bool) -> Room:
    """Return the room after all players have chosen, the bots as at any table."""
    play = game_of(room)
    for seat, ask in tuple(play.asks.items()):
        if seat != ME:
            room = run_commands(room, bot_choice(room, seat))
        elif is_wild and dice.random() < 0.5:
            room = run_commands(room, seal(room, seat, play.game.text(dice.choice(ask.choices))))
        else:
            sensible = play.game.bots["normal"].choose(play.game.view(play.state, seat), ask, dice)
            room = run_commands(room, seal(room, seat, play.game.text(sensible)))
    return end_grace_pause(room)


@pytest.mark.parametrize("game", registry.GAMES)
def test_a_lesson_says_how_one_wins_first(game: str) -> None:
    lesson = find_presenter(game).lesson
    assert all(says.endswith(".") for says in (lesson.goal, *lesson.cards))
    get_for_game(PHASES, game)
    assert len(lesson.cards) == 5
    page = page_view(a_game(1, 2, game=game, coach=True), ME)
    coach = find_presenter(game).coach(page.view, page.reveals, SPEECH)
    assert coach is not None
    assert "".join(map(str, coach.tips[0].says)) == lesson.goal
    assert "wins" in lesson.goal


@pytest.mark.parametrize("game", registry.GAMES)
def test_chosen_deal_shows_much_of_game_in_first_rounds(game: str) -> None:
    wanted, least = get_for_game(PHASES, game), get_for_game(LEAST, game)
    deals = find_presenter(game).lesson.deals
    assert len(deals) >= 3
    for number in deals:
        seed = lesson_seed(game, number)
        lessons = [collect_phases(game, seed, newcomer) for newcomer in range(NEWCOMERS)]
        assert min(map(len, lessons)) >= least, f"deal {number} leaves out much"
        assert set().union(*lessons) >= wanted - {"crowd"}, f"deal {number} cannot show everything"


@pytest.mark.parametrize("is_coached", [True, False], ids=["lesson", "first game"])
@pytest.mark.parametrize("game", registry.GAMES)
def test_all_is_explained_before_one_knows_all(game: str, *, is_coached: bool) -> None:
    for newcomer in range(NEWCOMERS):
        dice, heard = random.Random(newcomer), set[str]()
        room = a_game(1, 2, seed=f"{newcomer:02}" * 32, game=game, coach=is_coached)
        while True:
            page = page_view(room, ME)
            coach = find_presenter(game).coach(page.view, page.reveals, SPEECH)
            assert coach is not None
            ends = [place for place, tip in enumerate(coach.tips) if tip.is_last]
            if ends:
                assert heard | {tip.phase for tip in coach.tips[: ends[0]]} >= get_for_game(ESSENTIAL, game)
                break
            heard |= {tip.phase for tip in coach.tips}
            room = play_turn(room, dice, is_wild=newcomer % 2 == 1)


@pytest.mark.parametrize("game", registry.GAMES)
def test_the_bots_of_a_lesson_begin_with_different_choices(game: str) -> None:
    get_for_game(PHASES, game)
    for number in find_presenter(game).lesson.deals:
        room = a_game(1, 2, seed=lesson_seed(game, number), game=game, coach=True)
        assert bot_choice(room, Seat(1)).choice != bot_choice(room, Seat(2)).choice


@pytest.mark.parametrize("game", registry.GAMES)
def test_lesson_seed_is_distinguishable_from_random_seed(game: str) -> None:
    lesson = find_presenter(game).lesson
    assert all(is_lesson_seed(game, lesson, lesson_seed(game, number)) for number in lesson.deals)
    assert not is_lesson_seed(game, lesson, SEED)
