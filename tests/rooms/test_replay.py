"""Replay of a game: the room's exact states; only public parts while it runs."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.rooms import commands as c
from app.rooms.events import GameBegun, Revealed
from app.rooms.model.ids import Millis
from app.rooms.model.room import Room
from app.rooms.views.log_view import list_visible_reveals
from app.rooms.views.replay import (
    Replay,
    game_of_key,
    is_over,
    list_reactions,
    list_visible_moments,
    may_have_perspective,
    replay,
    replay_key,
)
from engine.core.chance import SeededChance
from engine.core.plain import Plain
from engine.core.seats import Seat
from tests.rooms.builders import ADA, BEN, CARLA, JOIN_KEY, NAMES, NEW, NEW_WATCH_KEY, begin, game_of, holder
from tests.rooms.evening import Evening

ADEL, EDEL = "adel_verpflichtet", "edel_stein_reich"


def begin_game(game: str, people: int, **options: Plain) -> Evening:
    """Return an evening with a running game."""
    evening = Evening(game=game, grace=0, bot_pace=0, **options)
    for name in NAMES[1:people]:
        assert evening.does(c.TakeSeat(name, holder(name), JOIN_KEY))
    assert evening.does(begin(game=game))
    return evening


def play(evening: Evening, rng: random.Random, reveals: int = 10_000) -> None:
    """Play so many reveals with random choices, or the game to its end."""
    until = game_of(evening.room).ask + reveals
    while evening.room.phase == "playing" and game_of(evening.room).ask < until:
        seat = evening.pick_seat(rng.randrange(5))
        if seat not in game_of(evening.room).sealed:
            ask = game_of(evening.room).ask
            assert evening.does(c.Seal(seat, ask, evening.choice(seat, rng.randrange(1000))))
        evening.now = Millis(evening.now + 1)
        evening.rings()


def replay_game(evening: Evening, number: int = 1) -> Replay:
    """Return the replay of that game."""
    made = replay(evening.entries, number)
    assert made is not None
    return made


@pytest.mark.parametrize("game", [ADEL, EDEL])
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 2**32), people=st.integers(2, 5), reveals=st.integers(0, 60))
def test_a_replay_goes_through_the_states_the_room_went_through(
    game: str, seed: int, people: int, reveals: int
) -> None:
    rng = random.Random(seed)
    evening = begin_game(game, people)
    lived: list[tuple[int, Any, tuple[Any, ...]]] = []
    until = game_of(evening.room).ask + reveals
    while evening.room.phase == "playing" and game_of(evening.room).ask < until:
        play(evening, rng, 1)
        after = game_of(evening.room)
        lived.append((after.ask - 1, after.before, after.latest[-1].steps))
    made = replay_game(evening)
    assert [(moment.ask, moment.before, moment.steps) for moment in made.moments] == lived
    assert [moment.round for moment in made.moments] == [each.round for each in game_of(evening.room).history]
    if made.moments:
        assert made.moments[-1].steps[-1].state == game_of(evening.room).state
    assert made.outcome == game_of(evening.room).outcome
    chance = SeededChance(bytes.fromhex(game_of(evening.room).seed))
    for moment in made.moments:
        revealed = {seat: made.game.parse(text) for seat, text in moment.choices.items()}
        assert made.game.resolve(moment.before, revealed, chance) == moment.steps


@pytest.mark.parametrize("game", [ADEL, EDEL])
@pytest.mark.rule("A10.2")
def test_what_lies_sealed_is_in_no_moment(game: str) -> None:
    evening = begin_game(game, 3)
    play(evening, random.Random(3), 4)
    while len(game_of(evening.room).asks) < 2:
        play(evening, random.Random(3), 1)
    before = replay_game(evening)
    one, ask = evening.pick_seat(0), game_of(evening.room).ask
    assert evening.does(c.Seal(one, ask, evening.choice(one, 0)))
    after = replay_game(evening)
    assert after.moments == before.moments
    assert ask not in {moment.ask for moment in after.moments}
    assert game_of(after.room).sealed == {}


@pytest.mark.rule("A10.3")
@pytest.mark.parametrize("viewer", [Seat(0), None])
@pytest.mark.parametrize("watchers", ["public", "delayed"])
@pytest.mark.parametrize("open_memory", [True, False])
def test_replay_of_a_running_game_shows_what_the_log_tells(
    viewer: Seat | None, watchers: str, open_memory: bool
) -> None:
    evening = begin_game(ADEL, 3, watchers=watchers, open_memory=open_memory)
    play(evening, random.Random(4), 40)
    assert evening.room.phase == "playing"
    seen = [moment.ask for moment in list_visible_moments(replay_game(evening), evening.room, viewer)]
    assert seen == [reveal.ask for reveal in list_visible_reveals(evening.room, viewer)]
    assert game_of(evening.room).ask not in seen
    last = game_of(evening.room).ask - 1
    assert (last in seen) == (viewer is not None or watchers == "public")
    assert (min(seen) == 1) == open_memory


def test_perspectives_of_others_are_for_finished_games() -> None:
    evening = begin_game(EDEL, 2)
    assert may_have_perspective(evening.room, 1, Seat(0), Seat(0))
    assert may_have_perspective(evening.room, 1, Seat(0), None)
    assert not may_have_perspective(evening.room, 1, Seat(0), Seat(1))
    assert not may_have_perspective(evening.room, 1, None, Seat(0))
    play(evening, random.Random(5))
    assert may_have_perspective(evening.room, 1, Seat(0), Seat(1))
    assert may_have_perspective(evening.room, 1, None, Seat(1))


def test_each_game_has_a_replay_and_once_finished_a_key() -> None:
    evening = begin_game(EDEL, 2)
    assert keys(evening.room) == [None, None]
    play(evening, random.Random(6))
    first = replay_game(evening)
    assert keys(evening.room) == [1, None]
    assert evening.does(c.Again(Seat(0), "77" * 32, begin(game=EDEL).edition))
    play(evening, random.Random(7), 5)
    assert replay_game(evening, 1) == first
    assert replay_game(evening, 1).room.phase == "playing", "as it was right after the last reveal"
    assert replay_game(evening, 2).moments[0].ask == first.moments[-1].ask + 2
    assert is_over(evening.room, 1) and not is_over(evening.room, 2)
    assert list_visible_moments(first, evening.room, None) == first.moments
    assert keys(evening.room) == [1, None]
    assert replay(evening.entries, 3) is None
    assert replay(evening.entries[:3], 1) is None


def test_replay_key_has_32_characters_and_is_unique_per_game() -> None:
    evening = begin_game(EDEL, 2)
    one, other = replay_key(evening.room, 1), replay_key(evening.room, 2)
    assert len(one) == len(other) == 32
    assert one != other
    assert evening.room.watch_key not in one
    assert game_of_key(evening.room, "") is None


def test_new_watch_link_changes_replay_keys_of_later_games_only() -> None:
    evening = begin_game(EDEL, 3)
    play(evening, random.Random(6))
    before, first = evening.room, replay_key(evening.room, 1)
    assert evening.does(c.Again(Seat(0), "77" * 32, begin(game=EDEL).edition))
    assert evening.does(c.Remove(evening.room.hosts[0], evening.room.people()[-1], *NEW))
    assert replay_key(evening.room, 1) == first
    assert game_of_key(evening.room, first) == 1
    assert replay_key(evening.room, 2) != replay_key(before, 2), "it follows from the key of the second game's end"
    assert evening.room.watch_key == NEW_WATCH_KEY


def test_a_replay_begins_with_the_first_card() -> None:
    evening = begin_game(ADEL, 2)
    made = replay_game(evening)
    assert made.moments == ()
    assert made.room == evening.room
    kinds = {type(entry.event) for entry in evening.entries}
    assert GameBegun in kinds and Revealed not in kinds


def keys(room: Room) -> list[int | None]:
    """Return the games that the first and the second game's keys show."""
    return [game_of_key(room, replay_key(room, number)) for number in (1, 2)]


def read_signs(evening: Evening, viewer: Seat | None, number: int = 1) -> list[tuple[str, str]]:
    """Return the names and signs of the reactions that the viewer sees."""
    found = list_reactions(replay_game(evening, number), evening.room, viewer)
    return [(each.name, each.sign) for each in found]


def test_replay_has_the_reactions_to_visible_reveals(game: str) -> None:
    evening, rng = begin_game(game, 3, watchers="delayed"), random.Random(game)
    play(evening, rng, 2)
    first, last = (reveal.ask for reveal in game_of(evening.room).history)
    for seat, sign, ask in ((BEN, "laugh", first), (CARLA, "hat", last), (BEN, "eye", None)):
        assert evening.does(c.React(seat, sign, ask))
    assert read_signs(evening, ADA) == [("Ben", "laugh"), ("Carla", "hat")]
    assert read_signs(evening, None) == [("Ben", "laugh")], "the last reveal is still to come"
    assert evening.does(c.Mute(ADA, "Ben", True))
    assert read_signs(evening, ADA) == [("Carla", "hat")]
    assert evening.does(c.Rename(CARLA, "Clara"))
    assert read_signs(evening, BEN) == [("Ben", "laugh"), ("Clara", "hat")]
    play(evening, rng)
    assert read_signs(evening, None) == [("Ben", "laugh"), ("Clara", "hat")]
    assert evening.does(c.React(ADA, "applause", game_of(evening.room).history[-1].ask))
    assert read_signs(evening, None)[-1] == ("Ada", "applause"), "a room of now has more than a kept replay"


def test_replay_of_an_earlier_game_keeps_its_reactions(game: str) -> None:
    evening, rng = begin_game(game, 2), random.Random(game)
    play(evening, rng)
    assert evening.does(c.React(BEN, "tear", game_of(evening.room).history[0].ask))
    assert evening.does(c.SetUpAnew(ADA, None))
    assert evening.does(begin("ab" * 32, game))
    play(evening, rng, 1)
    assert read_signs(evening, ADA) == [("Ben", "tear")]
    assert read_signs(evening, ADA, 2) == []
