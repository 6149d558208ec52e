"""Games of a room: beginning, end, rematch."""

import hashlib

from app.rooms import commands as c
from app.rooms import events as e
from app.rooms.model.ids import AskNumber
from app.rooms.views.view import view
from tests.rooms.builders import (
    ADA,
    BEN,
    CARLA,
    JOIN_KEY,
    SEED,
    a_game,
    a_room,
    all_sealed,
    apply_events,
    begin,
    begin_again,
    events_of,
    game_of,
    get_refusal_code,
    holder,
    names,
    play_to_end,
    run_commands,
    seal,
)


def test_the_host_begins_with_everybody_seated() -> None:
    room = run_commands(a_room(2, bots=1), begin())
    assert room.phase == "playing"
    assert game_of(room).seats == 3
    assert tuple(game_of(room).asks) == (ADA, BEN, CARLA)
    assert get_refusal_code(a_room(2), c.Begin(BEN, SEED, begin().edition)) == "not_host"


def test_one_is_too_few() -> None:
    assert get_refusal_code(a_room(), begin()) == "too_few"
    assert get_refusal_code(run_commands(play_to_end(a_game(2)), c.Leave(BEN)), begin_again()) == "too_few"


def test_a_running_game_cannot_be_begun_again() -> None:
    for room in (a_game(2), run_commands(a_game(2), c.Pause(BEN))):
        assert get_refusal_code(room, begin()) == "already_begun"
        assert get_refusal_code(room, begin_again()) == "already_begun"


def test_there_is_no_rematch_before_the_first_game() -> None:
    assert get_refusal_code(a_room(2), begin_again()) == "not_begun"


def test_commitment_is_digest_of_the_seed_hidden_until_the_end() -> None:
    room = a_game(2)
    commitment = hashlib.sha256(bytes.fromhex(SEED)).hexdigest()
    assert view(room, ADA).room.seed_commitment == commitment
    assert view(room, ADA).outcome is None
    ended = view(play_to_end(room), ADA)
    assert ended.outcome is not None and ended.outcome.seed == SEED
    assert ended.room.seed_commitment == commitment


def test_the_same_seed_deals_the_same_game() -> None:
    assert game_of(a_game(3)).state == game_of(a_game(3)).state
    assert game_of(a_game(3)).state != game_of(a_game(3, seed="00" * 32)).state


def test_a_played_out_game_is_finished_with_everybody_ranked() -> None:
    room = play_to_end(a_game(3))
    assert room.phase == "finished"
    outcome = game_of(room).outcome
    assert outcome is not None and {seat for place in outcome.ranking for seat in place} == {ADA, BEN, CARLA}
    assert get_refusal_code(room, c.Seal(ADA, game_of(room).ask, "castle")) == "game_over"


def test_a_rematch_keeps_seats_and_options_and_starts_afresh() -> None:
    first = play_to_end(a_game(3, tell="count"))
    room = run_commands(first, begin_again())
    assert [who and who.name for who in room.seats] == [who and who.name for who in first.seats]
    assert room.options == first.options
    assert room.games_so_far == game_of(room).number == 2
    assert game_of(room).history == ()
    assert game_of(room).seed == SEED[::-1]


def test_ask_numbers_continue_across_games_so_late_cards_are_refused() -> None:
    room = play_to_end(a_game(3))
    last = game_of(room).ask
    room = run_commands(room, begin_again())
    assert game_of(room).ask == last + 1
    assert get_refusal_code(room, c.Seal(ADA, AskNumber(1), "castle")) == "ask_is_over"


def test_a_rematch_is_played_by_who_is_there_then() -> None:
    room = run_commands(play_to_end(a_game(3)), c.Leave(BEN), c.TakeSeat("Dora", holder("Dora"), JOIN_KEY))
    room = run_commands(room, begin_again())
    assert [who.name for who in room.seats if who] == ["Ada", "Dora", "Carla"]
    room = run_commands(play_to_end(a_game(3)), c.Leave(BEN), begin_again())
    assert [who.name for who in room.seats if who] == ["Ada", "Carla"]
    assert room.seat_of(holder("Carla")) == BEN


def test_only_the_host_calls_a_rematch() -> None:
    assert get_refusal_code(play_to_end(a_game(2)), c.Again(BEN, SEED, begin().edition)) == "not_host"


def test_every_reveal_is_journaled_with_digest_of_the_resulting_state() -> None:
    room = run_commands(a_game(2), seal(a_game(2), ADA))
    revealed = next(event for event in events_of(room, seal(room, BEN)) if isinstance(event, e.Revealed))
    after_it = all_sealed(a_game(2))
    assert revealed.made_of == "fields"
    assert revealed.digest == game_of(after_it).game.checksum(game_of(after_it).state)


def test_the_last_reveal_and_the_end_are_one_append() -> None:
    room, last = a_game(2), a_game(2)
    while room.phase == "playing":
        room, last = all_sealed(room, ["castle detective"] * 2), room
    last = run_commands(last, seal(last, ADA, "castle detective"))
    events = events_of(last, seal(last, BEN, "castle detective"))
    assert [type(event) for event in events] == [e.ChoiceSealed, e.Revealed, e.GameFinished]
    assert apply_events(last, events) == room


def test_a_rematch_may_let_everybody_sit_one_further() -> None:
    room = run_commands(play_to_end(a_game(3)), c.Again(ADA, SEED, begin_again().edition, rotate=True))
    assert names(room) == ["Carla", "Ada", "Ben", None, None]
    assert room.hosts == (BEN,)
    assert names(run_commands(play_to_end(a_game(3)), begin_again())) == ["Ada", "Ben", "Carla", None, None]


def test_the_evening_remembers_every_game_played_to_its_end() -> None:
    room = run_commands(play_to_end(a_game(3)), begin_again())
    (result,) = room.evening
    assert (result.number, result.game) == (1, "adel_verpflichtet")
    assert sorted(name for place in result.ranking for name in place) == ["Ada", "Ben", "Carla"]
    assert len(view(play_to_end(room), None).room.evening) == 2
