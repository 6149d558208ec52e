"""Seats: sitting down, names, leaving, moves, the host, bots, and absence."""

from itertools import combinations

import pytest

from app.rooms import commands as c
from app.rooms import events as e
from app.rooms.chat.words import normalize_message
from app.rooms.model.identity import COLOURS
from app.rooms.model.ids import RoomCode
from app.rooms.model.name_likeness import are_alike
from app.rooms.model.names import name
from app.rooms.model.options import RoomOptions
from app.rooms.model.room import Room
from app.rooms.views.view import view
from engine.core.seats import Seat
from tests.rooms.builders import (
    ADA,
    BEN,
    CARLA,
    CODE,
    DORA,
    EMIL,
    GAME,
    JOIN_KEY,
    NEW_CODE,
    WATCH_KEY,
    a_game,
    a_room,
    all_sealed,
    begin,
    events_of,
    game_of,
    get_occupant,
    get_refusal_code,
    holder,
    lift,
    names,
    play_to_end,
    run_commands,
    seal,
    to_time,
)


def sits_down(person: str, key: str | None = JOIN_KEY, code: RoomCode | None = None) -> c.TakeSeat:
    return c.TakeSeat(person, holder(person), key, code=code)


def test_player_who_opens_a_room_hosts_it_on_seat_one() -> None:
    room = a_room()
    assert room.host == ADA
    assert room.seat_of(holder("Ada")) == ADA
    assert room.phase == "lobby"
    assert names(room) == ["Ada", None, None, None, None]
    assert room.options.to_json() == RoomOptions(game=room.options.game).to_json()


def test_a_room_of_an_unknown_game_is_refused() -> None:
    assert get_refusal_code(None, c.OpenRoom(CODE, "chess", "Ada", holder("Ada"), JOIN_KEY, WATCH_KEY)) == "bad_field"


def test_the_join_link_seats_newcomers_in_seat_order() -> None:
    room = run_commands(a_room(), sits_down("Ben"), sits_down("Carla"))
    assert names(room)[:3] == ["Ada", "Ben", "Carla"]
    assert room.host == ADA


def test_the_code_alone_seats_newcomers_in_a_lobby_only() -> None:
    assert run_commands(a_room(), sits_down("Ben", None, CODE)).seat_of(holder("Ben")) == BEN
    assert get_refusal_code(a_game(2), sits_down("Carla", None, CODE)) == "no_such_room"
    assert get_refusal_code(play_to_end(a_game(2)), sits_down("Carla", None, CODE)) == "no_such_room"
    for code in (None, NEW_CODE):
        assert get_refusal_code(a_room(), sits_down("Ben", None, code)) == "no_such_room"


@pytest.mark.parametrize("key", ["", "wrong", WATCH_KEY])
def test_a_wrong_key_opens_nothing(key: str) -> None:
    assert get_refusal_code(a_room(), sits_down("Ben", key)) == "no_such_room"


def test_seated_device_may_join_again_and_changes_nothing() -> None:
    assert events_of(a_room(2), c.TakeSeat("Somebody else", holder("Ben"), JOIN_KEY)) == ()


def test_a_full_room_is_full() -> None:
    assert get_refusal_code(a_room(5), sits_down("Frank")) == "room_full"
    assert get_refusal_code(a_room(2, bots=3), sits_down("Frank")) == "room_full"


def test_a_running_game_has_no_seat_for_a_newcomer() -> None:
    assert get_refusal_code(a_game(2), sits_down("Carla")) == "room_full"


@pytest.mark.parametrize(
    "twin",
    ["Ada", "ADA", " ada ", "A da", "Áda", "Аdа", "A\u0301da", "\uff21\uff44\uff41", "Ada\ufe0f", "Ad\u034fa"],
)
def test_name_resembling_another_at_the_table_is_refused(twin: str) -> None:
    assert get_refusal_code(a_room(), c.TakeSeat(twin, holder("a stranger"), JOIN_KEY)) == "name_taken"


@pytest.mark.parametrize(
    "bad",
    [
        "",
        "  ",
        "x" * 25,
        "a\x00b",
        "a\u202eb",
        "a\u2066b",
        "a\U000e0062",
        "\ud800",
        "\ue000",
        "e\u0301\u0301\u0301\u0301",
        "\u0301",
        "\u3164",
        "\u2800",
        "\u200b\u200d",
        "👑" * 25,
        "\U0001f468\u200d\U0001f469\u200d\U0001f467" * 24,
        "\u2028",
    ],
)
def test_what_is_no_name_is_refused(bad: str) -> None:
    assert get_refusal_code(a_room(), c.TakeSeat(bad, holder("a stranger"), JOIN_KEY)) == "bad_field"
    assert get_refusal_code(None, c.OpenRoom(CODE, GAME, bad, holder("Ada"), JOIN_KEY, WATCH_KEY)) == "bad_field"


@pytest.mark.parametrize("good", ["Ada", "李小龙", "राम", "Mary Ann", "O'Neill", "♞", "x" * 24, "Nguyễn", "<b>Bob</b>"])
def test_names_of_all_scripts_are_welcome(good: str) -> None:
    assert name(good) == good


def test_a_name_is_shown_composed_and_with_single_spaces() -> None:
    assert name("  Zoe\u0308   B ") == "Zoë B"


def test_different_names_are_not_taken_for_each_other() -> None:
    people = ("Ada", "Ben", "Anna", "राम", "रमा", "李", "Emil", "Emily")
    assert not any(are_alike(one, other) for one, other in combinations(people, 2))


def test_in_a_lobby_a_given_up_seat_is_free_again() -> None:
    room = run_commands(a_room(3), c.Leave(BEN))
    assert names(room)[:3] == ["Ada", None, "Carla"]
    assert names(run_commands(room, sits_down("Dora")))[:3] == ["Ada", "Dora", "Carla"]


def test_who_gave_a_seat_up_holds_it_no_more() -> None:
    room = run_commands(a_room(2), c.Leave(BEN))
    assert room.seat_of(holder("Ben")) is None
    assert get_refusal_code(room, c.Say(BEN, "hello?")) == "no_seat"


def test_when_the_host_leaves_the_next_person_is_host() -> None:
    room = run_commands(a_room(3), c.Leave(ADA))
    assert room.host == BEN
    assert (
        run_commands(a_room(1, bots=1), c.SeatBot(ADA, CARLA, "normal"), sits_down("Dora"), c.Leave(ADA)).host == DORA
    )


def test_whoever_comes_into_a_deserted_room_is_host() -> None:
    room = run_commands(a_room(2), c.Leave(BEN), c.Leave(ADA), sits_down("Carla"))
    assert room.host == ADA
    assert room.seat_of(holder("Carla")) == ADA


def test_player_taking_a_seat_in_a_deserted_game_becomes_host() -> None:
    """Also when it is not the seat of the last host."""
    room = run_commands(a_game(2), c.Leave(ADA), c.Leave(BEN), sits_down("Carla"))
    assert room.seat_of(holder("Carla")) == ADA
    assert room.host == ADA
    assert run_commands(room, sits_down("Dora")).host == ADA


def test_stand_in_replaces_a_player_who_leaves_during_a_game() -> None:
    room = run_commands(a_game(3), c.Leave(BEN))
    ben = get_occupant(room, BEN)
    assert (ben.has_left, ben.stand_in, ben.name) == (True, "normal", "Ben")
    assert events_of(a_game(3), c.Leave(BEN)) == (e.SeatLeft(BEN), e.StandInSet(BEN, "normal"))


def test_abandoned_seat_can_be_taken_over_by_the_join_link() -> None:
    room = run_commands(a_game(3), seal(a_game(3), BEN), c.Leave(BEN), sits_down("Dora"))
    dora = get_occupant(room, BEN)
    assert (dora.name, dora.has_left, dora.played_by) == ("Dora", False, None)
    assert room.seat_of(holder("Dora")) == BEN
    assert BEN not in game_of(run_commands(room, lift(room, BEN))).sealed


def test_former_player_has_no_access_to_a_seat_taken_over() -> None:
    room = run_commands(a_game(3), c.Leave(BEN), sits_down("Dora"))
    assert room.seat_of(holder("Ben")) is None


def test_the_seats_close_up_when_a_game_begins() -> None:
    room = run_commands(a_room(4), c.Leave(BEN), c.Leave(ADA))
    assert room.host == CARLA
    room = run_commands(room, c.Begin(CARLA, "5e" * 32, begin().edition))
    assert names(room) == ["Carla", "Dora", None, None, None]
    assert room.host == ADA
    assert room.seat_of(holder("Dora")) == BEN
    assert game_of(room).seats == 2


def test_return_links_go_with_their_seat_when_seats_close_up() -> None:
    room = run_commands(a_room(3), c.MakeReturnLink(CARLA, holder("a link"), to_time(600_000)), c.Leave(BEN), begin())
    room = run_commands(room, c.AddDevice(holder("a link"), holder("Carla's phone")))
    assert room.seat_of(holder("Carla's phone")) == room.seat_of(holder("Carla")) == BEN


def test_chat_messages_keep_their_speaker_when_seats_close_up() -> None:
    room = run_commands(a_room(3), c.Say(CARLA, "hello"), c.Leave(BEN), begin())
    assert [(line.seat, line.name) for line in room.chat] == [(BEN, "Carla")]
    assert get_occupant(room, BEN).name == "Carla"


def test_player_seated_after_a_game_gets_its_public_end_view() -> None:
    room = run_commands(play_to_end(a_game(2)), sits_down("Carla"))
    seen = view(room, CARLA)
    assert seen.you == CARLA
    assert seen.table == view(room, None).table
    assert seen.seats[CARLA].colour == COLOURS[2]


def test_a_bot_sits_on_a_free_seat_changes_and_goes() -> None:
    room = run_commands(a_room(), c.SeatBot(ADA, CARLA, "normal"))
    bot = get_occupant(room, CARLA)
    assert (bot.bot, bot.played_by, bot.holders) == ("normal", "normal", ())
    assert events_of(room, c.SeatBot(ADA, CARLA, "normal")) == ()
    assert run_commands(room, c.SeatBot(ADA, CARLA, None)).seats[CARLA] is None
    assert events_of(room, c.SeatBot(ADA, EMIL, None)) == ()


def test_bots_are_called_differently_from_everybody_else() -> None:
    room = run_commands(a_room(), sits_down("lady agatha"))
    room = run_commands(room, *(c.SeatBot(ADA, Seat(number), "normal") for number in (2, 3, 4)))
    assert not any(are_alike(one, other) for one, other in combinations(filter(None, names(room)), 2))


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (c.SeatBot(BEN, CARLA, "normal"), "not_host"),
        (c.SeatBot(ADA, BEN, "normal"), "bad_field"),
        (c.SeatBot(ADA, BEN, None), "bad_field"),
        (c.SeatBot(ADA, Seat(5), "normal"), "bad_field"),
        (c.SeatBot(ADA, Seat(-1), "normal"), "bad_field"),
        (c.SeatBot(ADA, CARLA, "godlike"), "bad_field"),
        (c.SeatBot(ADA, CARLA, ""), "bad_field"),
    ],
)
def test_seating_a_bot_requires_host_free_seat_and_existing_level(command: c.SeatBot, code: str) -> None:
    assert get_refusal_code(a_room(2), command) == code


def test_the_free_seats_are_filled_with_bots_at_once() -> None:
    room = run_commands(a_room(2), c.SwapSeats(ADA, BEN, DORA), c.FillWithBots(ADA, "normal"))
    assert [get_occupant(room, Seat(number)).bot for number in range(5)] == [None, "normal", "normal", None, "normal"]
    assert not any(are_alike(one, other) for one, other in combinations(filter(None, names(room)), 2))
    assert events_of(room, c.FillWithBots(ADA, "normal")) == ()


@pytest.mark.parametrize(("people", "size", "bots"), [(1, 4, 3), (1, 1, 0), (3, 2, 0), (2, 5, 3), (1, 9, 4)])
def test_bots_sit_down_until_so_many_players_are_there(people: int, size: int, bots: int) -> None:
    assert len(events_of(a_room(people), c.FillWithBots(ADA, "normal", size))) == bots


def test_bots_that_fill_a_table_are_called_like_nobody_there() -> None:
    room = run_commands(a_room(), sits_down("Miss Cecily"), c.FillWithBots(ADA, "normal"))
    assert len(set(names(room))) == 5
    room = run_commands(play_to_end(a_game(2)), c.Leave(BEN), c.FillWithBots(ADA, "normal"))
    assert get_occupant(room, BEN).bot == "normal", "also on the seat of who has left after a game"


@pytest.mark.parametrize(
    ("room", "command", "code"),
    [
        (a_room(2), c.FillWithBots(BEN, "normal"), "not_host"),
        (a_room(2), c.FillWithBots(ADA, "godlike"), "bad_field"),
        (a_game(2), c.FillWithBots(ADA, "normal"), "already_begun"),
    ],
)
def test_a_table_is_filled_by_its_host_between_games(room: Room, command: c.FillWithBots, code: str) -> None:
    assert get_refusal_code(room, command) == code


def test_bots_come_and_go_between_games_only() -> None:
    assert get_refusal_code(a_game(2), c.SeatBot(ADA, CARLA, "normal")) == "already_begun"
    room = run_commands(play_to_end(a_game(2)), c.SeatBot(ADA, CARLA, "normal"))
    assert get_occupant(room, CARLA).bot == "normal"


def test_bot_can_take_the_seat_abandoned_after_a_game() -> None:
    room = run_commands(play_to_end(a_game(2)), c.Leave(BEN), c.SeatBot(ADA, BEN, "normal"))
    assert get_occupant(room, BEN).bot == "normal"


@pytest.mark.parametrize("line", ["", " ", "x" * 501, "a\x1b[31m", "\u202e", "𝕏" * 501])
def test_what_is_no_line_of_chat_is_refused(line: str) -> None:
    assert get_refusal_code(a_room(), c.Say(ADA, line)) == "bad_field"


def test_chat_keeps_who_said_what_in_order() -> None:
    room = run_commands(a_room(2), c.Say(ADA, "hello"), c.Say(BEN, "  hello \n there "))
    assert [(line.number, line.seat, line.name, line.text) for line in room.chat] == [
        (1, ADA, "Ada", "hello"),
        (2, BEN, "Ben", "hello there"),
    ]
    assert normalize_message("x" * 500) == "x" * 500


def test_view_shows_last_thirty_chat_messages_and_room_keeps_more() -> None:
    room = run_commands(a_room(), *(c.Say(ADA, f"line {number}") for number in range(250)))
    assert [line.number for line in view(room, ADA).said] == list(range(221, 251))
    assert len(room.chat) == 200


def test_a_host_lets_seats_change_places_before_the_game() -> None:
    room = run_commands(a_room(3), c.SwapSeats(ADA, ADA, CARLA))
    assert names(room) == ["Carla", "Ben", "Ada", None, None]
    assert room.hosts == (CARLA,), "the host moved along"
    assert room.seat_of(holder("Ada")) == CARLA
    assert run_commands(room, c.SwapSeats(CARLA, BEN, Seat(4))).seats[BEN] is None


def test_a_player_moves_to_a_free_seat_and_disturbs_nobody() -> None:
    room = a_room(3)
    assert names(run_commands(room, c.SwapSeats(BEN, BEN, Seat(4)))) == ["Ada", None, "Carla", None, "Ben"]
    assert get_refusal_code(room, c.SwapSeats(BEN, BEN, ADA)) == "not_host"
    assert get_refusal_code(room, c.SwapSeats(BEN, CARLA, Seat(4))) == "not_host"
    assert get_refusal_code(room, c.SwapSeats(ADA, ADA, Seat(5))) == "bad_field"
    assert get_refusal_code(a_game(3), c.SwapSeats(ADA, ADA, BEN)) == "already_begun"
    assert events_of(room, c.SwapSeats(ADA, Seat(3), Seat(4))) == ()


def test_return_links_and_chat_go_with_their_owner() -> None:
    room = run_commands(a_room(2), c.MakeReturnLink(BEN, holder("link"), to_time(1_000)), c.Say(BEN, "hello"))
    room = run_commands(room, c.SwapSeats(ADA, ADA, BEN), c.AddDevice(holder("link"), holder("phone")))
    assert room.seat_of(holder("phone")) == room.seat_of(holder("Ben")) == ADA
    assert [(line.seat, line.name) for line in room.chat] == [(ADA, "Ben")]


def test_a_player_says_to_be_away_and_back() -> None:
    room = run_commands(a_game(2), c.GoAway(BEN, True))
    assert view(room, None).seats[BEN].is_away
    assert events_of(room, c.GoAway(BEN, True)) == ()
    assert not view(run_commands(room, c.GoAway(BEN, False)), ADA).seats[BEN].is_away


def test_rename_applies_to_future_and_past_messages_and_mutes() -> None:
    room = run_commands(a_game(3), c.Say(BEN, "hello"), c.Mute(ADA, "Ben", True), c.Rename(BEN, " Benjamin "))
    assert get_occupant(room, BEN).name == "Benjamin"
    assert [(line.name, line.text) for line in room.chat] == [("Benjamin", "hello")]
    assert get_occupant(room, ADA).muted == {"Benjamin"}, "whom one does not read is still not read"
    assert [(announcement.kind, announcement.who, announcement.by_name) for announcement in room.announcements] == [
        ("renamed", "Ben", "Benjamin")
    ]
    assert events_of(room, c.Rename(BEN, "Benjamin")) == ()


@pytest.mark.parametrize("phase", ["lobby", "playing", "paused", "finished"])
def test_a_name_can_be_corrected_at_any_time(phase: str) -> None:
    room = a_room(3) if phase == "lobby" else play_to_end(a_game(3)) if phase == "finished" else a_game(3)
    room = run_commands(room, c.Pause(ADA)) if phase == "paused" else room
    assert get_occupant(run_commands(room, c.Rename(CARLA, "Karla")), CARLA).name == "Karla"


@pytest.mark.parametrize(
    ("name", "code"), [("Ada", "name_taken"), ("ada", "name_taken"), ("Signet", "name_taken"), ("  ", "bad_field")]
)
def test_a_name_that_nobody_could_sit_down_with_is_refused(name: str, code: str) -> None:
    assert get_refusal_code(a_game(3), c.Rename(BEN, name)) == code


def test_rename_applies_to_earlier_reveals_and_results_in_views() -> None:
    room = run_commands(all_sealed(a_game(3)), c.Rename(BEN, "Benjamin"))
    assert {each.names[BEN] for each in game_of(room).history} == {"Benjamin"}
    over = run_commands(play_to_end(a_game(3)), c.Rename(BEN, "Benjamin"))
    (result,) = view(over, ADA).room.evening
    assert {name for level in result.ranking for name in level} == {"Ada", "Benjamin", "Carla"}
    assert {name for level in over.evening[0].ranking for name in level} == {"Ada", "Ben", "Carla"}, "the record stays"


def test_whoever_takes_the_former_name_has_none_of_its_results() -> None:
    over = run_commands(play_to_end(a_game(2)), c.Rename(BEN, "Benjamin"), c.TakeSeat("Ben", holder("Dora"), JOIN_KEY))
    (result,) = view(over, ADA).room.evening
    assert "Ben" not in {name for level in result.ranking for name in level}
