"""Standing instructions to a stand-in, before or during absence; their secrecy."""

import itertools
import random
from collections.abc import Mapping
from typing import Any

import pytest

from app.live.host.bot_choices import bot_choice
from app.rooms import commands as c
from app.rooms import events as e
from app.rooms.audience import audience
from app.rooms.decide import decide
from app.rooms.model.refusals import Refusal
from app.rooms.model.room import Room
from app.rooms.views.view import view
from engine import registry
from engine.core.bots.instructions import apply_instructions
from engine.core.plain import canonical, to_plain
from engine.core.seats import Seat
from tests.engine.haste import reduce_effort
from tests.known import lacks
from tests.registering import register
from tests.rooms.builders import (
    ADA,
    BEN,
    CARLA,
    JOIN_KEY,
    a_game,
    a_room,
    all_sealed,
    begin,
    events_of,
    game_of,
    get_occupant,
    get_refusal_code,
    holder,
    run_commands,
    seal,
    to_time,
)

AWAY = c.SetStandIn(BEN, BEN, "normal")


def keys(game: str) -> tuple[str, ...]:
    found = tuple(registry.find(game).instructions)
    return found or lacks(game, "its bots take no instructions")


def to_ben(*instructions: str) -> c.GiveInstructions:
    return c.GiveInstructions(BEN, instructions)


def bot_seals(room: Room) -> Room:
    """Return the room after Ben's stand-in has chosen."""
    return run_commands(room, bot_choice(room, BEN))


def test_instructions_can_be_given_before_a_game_and_during_it(game: str) -> None:
    key = keys(game)[0]
    for room in (a_room(2, game=game), a_game(3, game=game), run_commands(a_game(3, game=game), AWAY)):
        assert get_occupant(run_commands(room, to_ben(key)), BEN).instructions == (key,)
        assert get_occupant(run_commands(room, to_ben(key), to_ben()), BEN).instructions == ()


def test_instructions_are_stored_once_each_in_the_games_order(game: str) -> None:
    every = keys(game)
    room = run_commands(a_game(3, game=game), to_ben(*reversed(every), *every))
    assert get_occupant(room, BEN).instructions == every
    assert events_of(room, to_ben(*every[::-1])) == ()


def test_an_instruction_the_game_does_not_know_is_refused(game: str) -> None:
    assert get_refusal_code(a_game(3, game=game), to_ben("no_such_instruction")) == "bad_field"
    assert get_refusal_code(a_game(3, game=game), to_ben(keys(game)[0], "no_such_instruction")) == "bad_field"


def test_a_stand_in_plays_whole_games_under_instructions(game: str) -> None:
    """Each choice of the stand-in obeys wherever possible; the others choose freely."""
    for key in keys(game):
        room, bound, rng = run_commands(a_game(3, game=game), to_ben(key), AWAY), 0, random.Random(key)
        while room.phase == "playing":
            play = game_of(room)
            chosen = {seat: play.game.text(rng.choice(ask.choices)) for seat, ask in play.asks.items()}
            if BEN in play.asks:
                chosen[BEN] = bot_choice(room, BEN).choice
                left = apply_instructions(play.game, {key}, play.game.view(play.state, BEN), play.asks[BEN])
                assert play.game.parse(chosen[BEN]) in left.choices
                bound += left is not play.asks[BEN]
            room = all_sealed(room, chosen)
        assert bound, f"{key} bound nobody"


def test_stand_ins_of_every_level_obey(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each instruction is tested for some reveals; the test above plays whole games."""
    hasty = {level: reduce_effort(bot) for level, bot in registry.find(game).bots.items()}
    register(monkeypatch, registry.find(game), bots=hasty)
    for level, key in itertools.product(registry.find(game).bots, keys(game)):
        room, rng = run_commands(a_game(3, game=game), to_ben(key), c.SetStandIn(BEN, BEN, level)), random.Random(key)
        for _ in range(8):
            play = game_of(room)
            chosen = {seat: play.game.text(rng.choice(ask.choices)) for seat, ask in play.asks.items()}
            if BEN in play.asks:
                chosen[BEN] = bot_choice(room, BEN).choice
                left = apply_instructions(play.game, {key}, play.game.view(play.state, BEN), play.asks[BEN])
                assert play.game.parse(chosen[BEN]) in left.choices, f"{level} does not obey {key}"
            room = all_sealed(room, chosen)


def a_disobedient(game: str, seeds: int = 40) -> tuple[Room, str]:
    """Return a table whose stand-in sealed a forbidden choice, and the instruction.

    The stand-in is Ben's, and the instruction has not been given yet."""
    for seed in range(1, seeds):
        room = bot_seals(run_commands(a_game(3, seed=f"{seed:02x}" * 32, game=game), AWAY))
        while room.phase == "playing" and BEN in game_of(room).asks and BEN in game_of(room).sealed:
            play = game_of(room)
            card = play.game.parse(play.sealed[BEN].choice)
            for key in keys(game):
                if (
                    card
                    not in apply_instructions(play.game, {key}, play.game.view(play.state, BEN), play.asks[BEN]).choices
                ):
                    return room, key
            room = all_sealed(room) if game_of(room).list_missing() else room
            if room.phase == "playing" and BEN in game_of(room).asks:
                room = bot_seals(room)
    raise AssertionError("no stand-in ever did what an instruction forbids")


def test_new_instructions_replace_a_choice_the_stand_in_has_sealed(game: str) -> None:
    room, key = a_disobedient(game)
    ask, before = game_of(room).ask, game_of(room).sealed[BEN].choice
    room = run_commands(room, to_ben(key))
    assert BEN not in game_of(room).sealed and BEN in game_of(room).once_sealed
    room = bot_seals(room)
    assert game_of(room).ask == ask and game_of(room).sealed[BEN].choice != before
    assert events_of(room, to_ben(key)) == ()


def test_what_obeys_and_what_a_player_sealed_stays(game: str) -> None:
    room, key = a_disobedient(game)
    obedient = bot_seals(run_commands(room, to_ben(key)))
    other = next(each for each in keys(game) if each != key)
    choices = apply_instructions(
        game_of(obedient).game,
        {key, other},
        game_of(obedient).game.view(game_of(obedient).state, BEN),
        game_of(obedient).asks[BEN],
    ).choices
    stays = game_of(obedient).game.parse(game_of(obedient).sealed[BEN].choice) in choices
    assert (BEN in game_of(run_commands(obedient, to_ben(key, other))).sealed) is stays
    own = run_commands(room, c.SetStandIn(BEN, BEN, None), to_ben(key))
    assert BEN in game_of(own).sealed, "the player is back and minds the card"


def others_see(room: Room) -> Mapping[Any, bytes]:
    return {viewer: canonical(to_plain(view(room, viewer))) for viewer in (ADA, CARLA, None)}


def test_instructions_are_invisible_to_all_other_viewers(game: str) -> None:
    for room in (
        a_room(3, game=game),
        a_game(3, game=game),
        run_commands(a_game(3, game=game), AWAY),
        a_disobedient(game)[0],
    ):
        told, versions = others_see(room), [room.get_visible_version(seat) for seat in (ADA, CARLA, None)]
        for instructions in (keys(game)[:1], keys(game)):
            given = run_commands(room, to_ben(*instructions))
            assert others_see(given) == told
            assert [given.get_visible_version(seat) for seat in (ADA, CARLA, None)] == versions
            for event in events_of(room, to_ben(*instructions)):
                assert audience(room, event) == BEN
            assert view(given, BEN).instructions == instructions


def test_same_play_looks_identical_to_others_with_or_without_instructions(game: str) -> None:
    plainly, told = (
        run_commands(a_game(3, game=game), AWAY),
        run_commands(a_game(3, game=game), AWAY, to_ben(*keys(game))),
    )
    for _ in range(12):
        assert others_see(plainly) == others_see(told)
        play = game_of(plainly)
        chosen = {seat: play.game.text(ask.choices[0]) for seat, ask in play.asks.items()}
        if BEN in play.asks:
            by_bot = c.SealForBot(BEN, play.ask, chosen.pop(BEN))
            plainly, told = run_commands(plainly, by_bot), run_commands(told, by_bot)
            assert others_see(plainly) == others_see(told)
        if chosen:
            plainly, told = (
                run_commands(room, *(seal(room, *card) for card in chosen.items())) for room in (plainly, told)
            )


def test_only_who_holds_the_seat_gives_it_instructions(game: str) -> None:
    room = a_game(2, bots=1, game=game)
    assert get_refusal_code(room, c.GiveInstructions(CARLA, keys(game)[:1])) == "no_seat"
    assert get_refusal_code(run_commands(room, c.Leave(BEN)), to_ben(keys(game)[0])) == "no_seat"


def test_instructions_survive_a_rematch_but_not_another_game_or_player(game: str) -> None:
    other = next(key for key in registry.GAMES if key != game)
    edition = begin(game=game).edition
    room = run_commands(a_game(3, game=game), to_ben(keys(game)[0]))
    ended = run_commands(room, *(c.Vote(seat, "end", True, "5e" * 32, edition) for seat in (ADA, BEN)))
    rematch = run_commands(ended, c.Again(ADA, "5e" * 32, edition, rotate=True))
    assert [occupant.instructions for occupant in rematch.seats if occupant and occupant.name == "Ben"] == [
        keys(game)[:1]
    ]
    assert get_occupant(run_commands(ended, c.SetUpAnew(ADA, game)), BEN).instructions == keys(game)[:1]
    assert get_occupant(run_commands(ended, c.SetUpAnew(ADA, other)), BEN).instructions == ()
    taken = run_commands(room, c.Leave(BEN), c.TakeSeat("Dora", holder("Dora"), JOIN_KEY))
    assert (get_occupant(taken, BEN).name, get_occupant(taken, BEN).instructions, view(taken, BEN).instructions) == (
        "Dora",
        (),
        (),
    )


def test_a_bot_of_the_table_takes_nobodys_instructions(game: str) -> None:
    room = a_game(2, bots=1, game=game)
    answer = decide(room, c.GiveInstructions(Seat(2), keys(game)[:1]), to_time(0))
    assert isinstance(answer, Refusal)
    assert not any(isinstance(event, e.InstructionsGiven) for event in events_of(room, to_ben(keys(game)[0]))[1:])
