"""How people get on with each other at a table: hosts, places, locks, votes, time given."""

import pytest

from app.rooms import commands as c
from app.rooms import facts as f
from app.rooms.fold import step
from app.rooms.model.clocks import deadline
from app.rooms.model.ids import Millis, Version
from app.rooms.model.room import Room
from app.rooms.view import view
from engine import registry
from engine.core.plain import Plain
from engine.core.seats import Seat
from tests.rooms.builders import (
    ADA,
    BEN,
    CARLA,
    CODE,
    JOIN_KEY,
    NEW,
    NEW_CODE,
    NEW_KEY,
    SEED,
    START,
    WATCH_KEY,
    a_game,
    a_room,
    after,
    again,
    all_sealed,
    at,
    expiry,
    facts_of,
    finished,
    game_of,
    holder,
    refused,
    seal,
    who,
)

GENTLE: Plain = {"mode": "gentle", "per_ask": 10, "bank": 0}


def motion(seat: Seat, what: str = "end", is_for: bool = True) -> c.Vote:
    """The seat's vote."""
    return c.Vote(seat, what, is_for, SEED[::-1], registry.find("adel_verpflichtet").edition())


def names(room: Room) -> list[str | None]:
    """Who sits where."""
    return [occupant.name if occupant else None for occupant in room.seats]


def test_a_host_makes_others_hosts_and_the_last_one_stays() -> None:
    room = after(a_room(3), c.ShareHost(ADA, BEN, True))
    assert room.hosts == (ADA, BEN)
    room = after(room, c.SeatBot(BEN, Seat(4), "normal"), c.ShareHost(BEN, ADA, False))
    assert room.hosts == (BEN,)
    assert refused(room, c.ShareHost(BEN, BEN, False)) == "bad_field"
    assert refused(room, c.ShareHost(ADA, ADA, True)) == "not_host"
    assert refused(room, c.ShareHost(BEN, Seat(4), True)) == "bad_field"
    assert facts_of(room, c.ShareHost(BEN, BEN, True)) == ()


def test_when_one_of_two_hosts_leaves_the_other_is_host_alone() -> None:
    room = after(a_room(3), c.ShareHost(ADA, CARLA, True), c.Leave(ADA))
    assert room.hosts == (CARLA,)
    assert after(room, c.Leave(CARLA)).hosts == (BEN,)


def test_the_table_is_handed_over_when_no_host_is_there() -> None:
    room = after(a_game(3), c.HandOver(BEN))
    assert room.hosts == (BEN,)
    assert facts_of(room, c.HandOver(BEN)) == ()
    assert facts_of(a_room(1, bots=1), c.HandOver(BEN)) == ()


def test_hosts_move_with_their_seats_when_a_game_begins() -> None:
    room = after(a_room(4), c.ShareHost(ADA, CARLA, True), c.Leave(BEN))
    room = after(room, c.Begin(ADA, SEED, room.game.edition()))
    assert [who(room, host).name for host in room.hosts] == ["Ada", "Carla"]


def test_a_host_lets_seats_change_places_before_the_game() -> None:
    room = after(a_room(3), c.SwapSeats(ADA, ADA, CARLA))
    assert names(room) == ["Carla", "Ben", "Ada", None, None]
    assert room.hosts == (CARLA,), "the host moved along"
    assert room.seat_of(holder("Ada")) == CARLA
    assert after(room, c.SwapSeats(CARLA, BEN, Seat(4))).seats[BEN] is None


def test_a_player_moves_to_a_free_seat_and_disturbs_nobody() -> None:
    room = a_room(3)
    assert names(after(room, c.SwapSeats(BEN, BEN, Seat(4)))) == ["Ada", None, "Carla", None, "Ben"]
    assert refused(room, c.SwapSeats(BEN, BEN, ADA)) == "not_host"
    assert refused(room, c.SwapSeats(BEN, CARLA, Seat(4))) == "not_host"
    assert refused(room, c.SwapSeats(ADA, ADA, Seat(5))) == "bad_field"
    assert refused(a_game(3), c.SwapSeats(ADA, ADA, BEN)) == "already_begun"
    assert facts_of(room, c.SwapSeats(ADA, Seat(3), Seat(4))) == ()


def test_return_links_and_chat_go_with_their_owner() -> None:
    room = after(a_room(2), c.MakeReturnLink(BEN, holder("link"), at(1_000)), c.Say(BEN, "hello"))
    room = after(room, c.SwapSeats(ADA, ADA, BEN), c.AddDevice(holder("link"), holder("phone")))
    assert room.seat_of(holder("phone")) == room.seat_of(holder("Ben")) == ADA
    assert [(line.seat, line.name) for line in room.chat] == [(ADA, "Ben")]


def removed(room: Room) -> Room:
    """The room without Ben, who had a return link and a second device."""
    room = after(room, c.MakeReturnLink(BEN, holder("link"), at(1_000)), c.AddDevice(holder("link"), holder("phone")))
    room = after(room, c.MakeReturnLink(BEN, holder("another link"), at(1_000)))
    return after(room, c.Remove(ADA, BEN, *NEW))


def test_a_removed_player_is_out_and_their_link_is_void() -> None:
    room = removed(a_room(3))
    assert room.seat_of(holder("Ben")) is room.seat_of(holder("phone")) is None
    for knows in (c.TakeSeat("Ben", holder("Ben"), JOIN_KEY), c.TakeSeat("Ben", holder("Ben"), None, code=CODE)):
        assert refused(room, knows) == "no_such_room"
        assert refused(after(room, c.Lock(ADA, True)), knows) == "no_such_room", "who has nothing learns nothing"
    assert refused(room, c.AddDevice(holder("another link"), holder("Ben"))) == "link_used"
    for told in (c.TakeSeat("Zoe", holder("Zoe"), NEW_KEY), c.TakeSeat("Zoe", holder("Zoe"), None, code=NEW_CODE)):
        assert after(room, told).seats[BEN] is not None


def test_a_player_removed_from_a_game_has_no_way_back_either_now_or_in_the_lobby() -> None:
    room = removed(a_game(3))
    assert room.seat_of(holder("Ben")) is room.seat_of(holder("phone")) is None
    lobby = after(room, motion(ADA), motion(CARLA), c.SetUpAnew(ADA, None))
    for each in (room, lobby):
        for key, code in ((JOIN_KEY, None), (None, CODE)):
            assert refused(each, c.TakeSeat("Ben", holder("Ben"), key, code=code)) == "no_such_room"
        assert refused(each, c.AddDevice(holder("another link"), holder("Ben"))) == "link_used"
    assert after(lobby, c.TakeSeat("Zoe", holder("Zoe"), None, code=NEW_CODE)).seat_of(holder("Zoe")) is not None


def test_a_journal_that_knows_nothing_of_a_new_code_is_read_as_it_was_meant() -> None:
    """Before there were such codes a removed player sat down again by the bare one; those rooms stay what they were."""
    room = a_room(3)
    facts: tuple[f.Fact, ...] = (f.SeatRemoved(BEN, ADA), f.JoinKeyChanged(NEW_KEY))
    for number, fact in enumerate(facts, start=room.version + 1):
        room = step(room, f.Entry(Version(number), at(0), fact))
    assert (room.join_key, room.join_code, room.watch_key) == (NEW_KEY, CODE, WATCH_KEY)
    assert after(room, c.TakeSeat("Ben", holder("Ben"), None, code=CODE)).seat_of(holder("Ben")) == BEN


def test_the_code_and_the_links_are_for_who_sits_there() -> None:
    room = after(a_room(3, watchers="public"), c.Remove(ADA, BEN, *NEW))
    for viewer, shown in ((ADA, NEW), (None, (None, None, None))):
        part = view(room, viewer).room
        assert part.join_code == shown[1]
        for link, key in ((part.join_link, shown[0]), (part.watch_link, shown[2])):
            assert link is None if key is None else str(link).endswith(key)
        assert part.code == CODE, "the address stays"


def test_in_a_game_a_stand_in_goes_on_for_a_removed_player() -> None:
    room = after(a_game(3), c.Remove(ADA, BEN, *NEW))
    assert (who(room, BEN).name, who(room, BEN).has_left, who(room, BEN).stand_in) == ("Ben", True, "normal")


def test_hosts_are_not_removed_and_nobody_else_removes() -> None:
    room = a_room(3)
    assert refused(room, c.Remove(BEN, CARLA, *NEW)) == "not_host"
    assert refused(room, c.Remove(ADA, ADA, *NEW)) == "bad_field"
    assert refused(after(room, c.ShareHost(ADA, BEN, True)), c.Remove(BEN, ADA, *NEW)) == "bad_field"
    assert refused(room, c.Remove(ADA, Seat(4), *NEW)) == "bad_field"


def test_nobody_new_sits_down_at_a_locked_table() -> None:
    room = after(a_room(2), c.Lock(ADA, True))
    assert refused(room, c.TakeSeat("Zoe", holder("Zoe"), JOIN_KEY)) == "locked"
    assert refused(room, c.TakeSeat("Zoe", holder("Zoe"), "wrong")) == "no_such_room", "who has no link learns nothing"
    assert facts_of(room, c.TakeSeat("Ben", holder("Ben"), JOIN_KEY)) == (), "who sits there already does"
    assert facts_of(room, c.Lock(ADA, True)) == ()
    assert after(room, c.Lock(ADA, False), c.TakeSeat("Zoe", holder("Zoe"), JOIN_KEY)).is_held(CARLA)
    assert refused(room, c.Lock(BEN, False)) == "not_host"


def test_a_player_who_gave_the_table_a_new_link_voids_the_old_one() -> None:
    room = after(a_room(1), c.ChangeJoinKey(ADA, NEW_KEY, NEW_CODE))
    assert refused(room, c.TakeSeat("Zoe", holder("Zoe"), JOIN_KEY)) == "no_such_room"
    assert refused(room, c.TakeSeat("Zoe", holder("Zoe"), None, code=CODE)) == "no_such_room"
    assert (room.join_code, room.watch_key) == (NEW_CODE, WATCH_KEY), "who looks on was not meant"
    shown = view(room, ADA).room.join_link
    assert shown is not None
    assert shown.endswith(NEW_KEY)


def test_a_player_says_to_be_away_and_back() -> None:
    room = after(a_game(2), c.GoAway(BEN, True))
    assert view(room, None).seats[BEN].is_away
    assert facts_of(room, c.GoAway(BEN, True)) == ()
    assert not view(after(room, c.GoAway(BEN, False)), ADA).seats[BEN].is_away


def test_more_than_half_of_the_players_end_a_game() -> None:
    room = after(a_game(4, bots=1), motion(ADA), motion(BEN))
    assert room.phase == "playing"
    assert view(room, CARLA).room.votes == {"end": (ADA, BEN)}
    room = after(room, motion(BEN, is_for=False), motion(BEN), motion(CARLA))
    assert room.phase == "finished"
    outcome = view(room, None).outcome
    assert outcome is not None
    assert (outcome.ranking, outcome.reason, outcome.seed) == ((), "aborted", SEED)
    assert room.evening == ()
    assert refused(room, seal(a_game(4), ADA)) == "game_over"


def test_nobody_is_outvoted_by_half_the_table() -> None:
    assert after(a_game(2), motion(ADA)).phase == "playing"
    assert after(a_game(1, bots=2), motion(ADA)).phase == "finished", "bots have no voice"


def test_the_votes_of_who_left_do_not_count_and_fewer_are_needed_then() -> None:
    room = after(a_game(4), motion(ADA), motion(BEN), c.Leave(ADA))
    assert view(room, BEN).room.votes == {"end": (BEN,)}
    assert after(room, motion(CARLA)).phase == "finished"


def test_a_restart_deals_anew_at_once() -> None:
    room = after(a_game(3), motion(ADA, "restart"), motion(BEN, "restart"))
    assert (room.phase, room.games_so_far, game_of(room).seed) == ("playing", 2, SEED[::-1])
    assert room.votes == {}


def test_votes_are_for_running_games_and_known_motions() -> None:
    assert refused(a_room(2), motion(ADA)) == "not_begun"
    assert refused(finished(a_game(2)), motion(ADA)) == "game_over"
    assert refused(a_game(2), motion(ADA, "dance")) == "bad_field"
    assert facts_of(after(a_game(3), motion(ADA)), motion(ADA)) == ()


def test_time_is_given_to_others_and_brings_back_who_ran_out() -> None:
    room = after(a_game(3, clock=GENTLE), expiry(a_game(3), BEN), ms=10_000)
    assert view(room, ADA).seats[BEN].ran_out
    room = after(room, c.GiveTime(ADA, BEN, Millis(60_000)), ms=10_000)
    assert not view(room, ADA).seats[BEN].ran_out
    assert deadline(room, BEN) == START + 70_000
    assert refused(room, c.GiveTime(BEN, BEN, Millis(1_000))) == "bad_field"
    assert refused(room, c.GiveTime(ADA, Seat(4), Millis(1_000))) == "bad_field"
    assert refused(room, c.GiveTime(ADA, BEN, Millis(0))) == "bad_field"
    assert refused(a_game(3), c.GiveTime(ADA, BEN, Millis(1_000))) == "bad_field", "no clock, no time to give"
    assert refused(a_room(2), c.GiveTime(ADA, BEN, Millis(1_000))) == "not_begun"


def test_a_clock_set_anew_in_a_game_starts_anew() -> None:
    room = a_game(2, clock=GENTLE)
    room = after(room, c.ChooseOptions(ADA, {"clock": {"mode": "hard", "per_ask": 30, "bank": 100}}), ms=9_000)
    assert deadline(room, ADA) == START + 9_000 + 130_000
    days: dict[str, Plain] = {"clock": {"mode": "gentle", "per_ask": 2 * 24 * 3600, "bank": 0}}
    assert deadline(after(room, c.ChooseOptions(ADA, days), ms=9_000), BEN) == START + 9_000 + 2 * 24 * 3_600_000


def test_a_clock_set_anew_while_the_table_rests_runs_once_it_goes_on() -> None:
    room = after(a_game(2, clock=GENTLE), c.Pause(ADA), ms=4_000)
    room = after(room, c.ChooseOptions(ADA, {"clock": {"mode": "hard", "per_ask": 30, "bank": 0}}), ms=6_000)
    room = after(room, c.Resume(BEN), ms=9_000)
    assert deadline(room, ADA) == START + 9_000 + 30_000


def test_a_clock_set_anew_leaves_sealed_cards_where_they_are() -> None:
    room = after(a_game(2, clock=GENTLE), seal(a_game(2), ADA), ms=3_000)
    room = after(room, c.ChooseOptions(ADA, {"clock": {"mode": "hard", "per_ask": 30, "bank": 5}}), ms=6_000)
    room = all_sealed(room, ms=7_000)
    assert game_of(room).banks == (5_000, 5_000)


def test_a_rematch_may_let_everybody_sit_one_further() -> None:
    room = after(finished(a_game(3)), c.Again(ADA, SEED, again().edition, rotate=True))
    assert names(room) == ["Carla", "Ada", "Ben", None, None]
    assert room.hosts == (BEN,)
    assert names(after(finished(a_game(3)), again())) == ["Ada", "Ben", "Carla", None, None]


def test_the_evening_remembers_every_game_played_to_its_end() -> None:
    room = after(finished(a_game(3)), again())
    (result,) = room.evening
    assert (result.number, result.game) == (1, "adel_verpflichtet")
    assert sorted(name for place in result.ranking for name in place) == ["Ada", "Ben", "Carla"]
    assert len(view(finished(room), None).room.evening) == 2


def test_after_a_game_the_table_is_set_up_anew_for_another_one() -> None:
    room = after(finished(a_game(3, tell="count")), c.Leave(BEN), c.SetUpAnew(ADA, "edel_stein_reich"))
    assert (room.phase, room.game.key, names(room)) == (
        "lobby",
        "edel_stein_reich",
        ["Ada", None, "Carla", None, None],
    )
    assert room.options.tell == "count"
    room = after(room, c.Begin(ADA, SEED, room.game.edition()))
    assert (room.phase, game_of(room).game.key, room.games_so_far) == ("playing", "edel_stein_reich", 2)


@pytest.mark.parametrize("key", ["adel_verpflichtet", None])
def test_the_same_game_can_be_set_up_anew(key: str | None) -> None:
    room = after(finished(a_game(3, variant="confrontation")), c.SetUpAnew(ADA, key))
    assert (room.phase, dict(room.options.game)["variant"]) == ("lobby", "confrontation")
    assert facts_of(room, c.SetUpAnew(ADA, key)) == ()


def test_a_running_game_is_not_set_up_anew() -> None:
    assert refused(a_game(2), c.SetUpAnew(ADA, None)) == "already_begun"
    assert refused(a_room(2), c.SetUpAnew(ADA, "chess")) == "bad_field"
    assert refused(a_room(2), c.SetUpAnew(BEN, None)) == "not_host"


def test_everything_about_the_table_is_told_to_all() -> None:
    room = after(a_game(3), c.GoAway(BEN, True), motion(ADA), c.ShareHost(ADA, BEN, True), c.Lock(ADA, True))
    for viewer in (None, ADA, CARLA):
        shown = view(room, viewer).room
        assert (shown.hosts, shown.votes, shown.is_locked) == ((ADA, BEN), {"end": (ADA,)}, True)
    assert isinstance(facts_of(room, c.GoAway(BEN, False))[0], f.WentAway)
