"""Clocks: off, gentle, hard; banks; rest; outages.

Deadlines are exact and happen once."""

import pytest

from app.rooms import commands as c
from app.rooms import events as e
from app.rooms.model.clocks import SOME_DAY, bot_moves_at, compute_stored_deadline, deadline, next_deadline
from app.rooms.model.ids import AskNumber, Millis
from app.rooms.model.room import Room
from app.rooms.views.view import view
from engine.core.plain import Plain
from engine.core.seats import Seat
from tests.rooms.builders import (
    ADA,
    BEN,
    CARLA,
    GAME,
    SEED,
    START,
    a_game,
    a_purchase,
    a_room,
    all_sealed,
    decide_at,
    end_grace_pause,
    events_of,
    expiry,
    game_of,
    get_refusal_code,
    lift,
    reveal,
    run_commands,
    seal,
    to_time,
)

PER_ASK_MS, BANK_MS = 30_000, 60_000
UP_MS = PER_ASK_MS + BANK_MS

GENTLE: Plain = {"mode": "gentle", "per_ask": 10, "bank": 0}


def clock(mode: str) -> dict[str, Plain]:
    return {"mode": mode, "per_ask": PER_ASK_MS / 1000, "bank": BANK_MS / 1000}


def hard(people: int = 3, bots: int = 0, **options: Plain) -> Room:
    return a_game(people, bots, SEED, GAME, **{"clock": clock("hard"), **options})


def gentle(people: int = 3, **options: Plain) -> Room:
    return a_game(people, 0, SEED, GAME, **{"clock": clock("gentle"), **options})


def test_without_a_clock_nothing_is_ever_due() -> None:
    room = a_game(3, clock=clock("off"))
    assert next_deadline(room) is None
    assert deadline(room, ADA) is None
    assert events_of(room, expiry(room, ADA), ms=10**9) == ()


def test_deadline_is_the_time_per_ask_plus_the_bank() -> None:
    room = hard()
    assert deadline(room, ADA) == next_deadline(room) == to_time(UP_MS)
    ask = view(room, ADA).ask
    assert ask is not None and ask.deadline == to_time(UP_MS)


def test_clock_stops_after_sealing_and_continues_after_lifting() -> None:
    room = run_commands(hard(), seal(hard(), ADA), ms=10_000)
    assert deadline(room, ADA) is None
    assert deadline(run_commands(room, lift(room, ADA), ms=20_000), ADA) == to_time(UP_MS)


def test_nothing_expires_early() -> None:
    room = hard()
    assert events_of(room, expiry(room, ADA), ms=UP_MS - 1) == ()


def test_at_zero_the_hard_clock_plays_the_announced_default() -> None:
    room = hard()
    ask = view(room, ADA).ask
    assert ask is not None
    assert events_of(room, expiry(room, ADA), ms=UP_MS) == (e.ChoiceSealed(AskNumber(1), ADA, ask.default, "clock"),)


def test_the_default_of_the_clock_is_played_once() -> None:
    room = run_commands(hard(), expiry(hard(), ADA), ms=UP_MS)
    assert events_of(room, expiry(room, ADA), ms=UP_MS) == ()


def test_a_late_expiry_of_a_revealed_ask_does_nothing() -> None:
    room = hard()
    late = expiry(room, ADA)
    assert events_of(all_sealed(room), late, ms=UP_MS) == ()


def test_when_all_run_out_the_hard_clock_reveals_the_cards() -> None:
    room = hard()
    room = run_commands(room, *(expiry(room, seat) for seat in (ADA, BEN, CARLA)), ms=UP_MS)
    assert game_of(room).ask == 2


def test_card_played_by_the_clock_can_change_until_the_reveal() -> None:
    room = hard(2, grace=2)
    room = run_commands(room, expiry(room, ADA), ms=UP_MS)
    ask = view(room, ADA).ask
    assert ask is not None
    thief = next(text for text in ask.choices if "thief" in text)
    changed = game_of(run_commands(room, seal(room, ADA, thief), ms=UP_MS)).sealed[ADA]
    assert (changed.choice, changed.by) == (thief, "seat")


def test_bank_is_charged_only_for_time_beyond_the_ask() -> None:
    room = run_commands(hard(2), seal(hard(2), ADA), ms=PER_ASK_MS + 20_000)
    room = run_commands(room, seal(room, BEN), ms=PER_ASK_MS - 1)
    assert game_of(room).banks == (BANK_MS - 20_000, BANK_MS)


def test_banks_run_side_by_side() -> None:
    room = hard(2)
    room = run_commands(room, seal(room, BEN), ms=PER_ASK_MS + 50_000)
    room = run_commands(room, seal(room, ADA), ms=PER_ASK_MS + 50_000)
    assert game_of(room).banks == (BANK_MS - 50_000, BANK_MS - 50_000)


def test_only_the_last_seal_counts_so_changing_costs_time() -> None:
    room = hard(2)
    first, other = (game_of(room).game.text(choice) for choice in game_of(room).asks[ADA].choices[:2])
    room = run_commands(room, seal(room, ADA, first), ms=1_000)
    room = run_commands(room, seal(room, ADA, other), ms=PER_ASK_MS + 7_000)
    room = run_commands(room, seal(room, BEN), ms=PER_ASK_MS + 9_000)
    assert game_of(room).banks == (BANK_MS - 7_000, BANK_MS - 9_000)


def test_who_owes_nothing_pays_nothing() -> None:
    room = a_purchase(clock=clock("hard"))
    (buyer,) = game_of(room).asks
    room = run_commands(room, seal(room, buyer), ms=PER_ASK_MS + 5_000)
    assert [BANK_MS - bank for bank in game_of(room).banks] == [5_000 if seat == buyer else 0 for seat in range(3)]


def test_a_bank_is_never_below_zero() -> None:
    room = hard(2)
    room = run_commands(room, seal(room, BEN), ms=0)
    assert game_of(run_commands(room, seal(room, ADA), ms=10**7)).banks[ADA] == 0


def test_the_time_of_the_ask_is_new_with_every_ask() -> None:
    room = all_sealed(hard(3), ms=50_000)
    assert deadline(room, ADA) == to_time(50_000 + PER_ASK_MS + BANK_MS - 20_000)


def test_bots_have_no_deadline() -> None:
    room = hard(1, bots=1)
    assert deadline(room, BEN) is None
    assert deadline(run_commands(room, c.SetStandIn(ADA, ADA, "normal")), ADA) is None


def test_at_zero_the_gentle_clock_says_so_once_and_waits() -> None:
    room = gentle()
    assert events_of(room, expiry(room, ADA), ms=UP_MS) == (e.RanOut(AskNumber(1), ADA),)
    late = run_commands(room, expiry(room, ADA), ms=UP_MS)
    assert events_of(late, expiry(late, ADA), ms=UP_MS) == ()
    assert deadline(late, ADA) is None
    assert [each.ran_out for each in view(late, None).seats] == [True, False, False]
    assert game_of(run_commands(late, seal(late, ADA), ms=10**8)).sealed[ADA].by == "seat"


@pytest.mark.parametrize("late_ms", [1, 3_600_000])
def test_extra_time_for_a_late_player_starts_when_given(late_ms: int) -> None:
    """A given minute is a whole minute, however late the player is."""
    room = run_commands(gentle(2), expiry(gentle(2), ADA), ms=UP_MS)
    room = run_commands(room, c.GiveTime(BEN, ADA, 60), ms=UP_MS + late_ms)
    assert deadline(room, ADA) == to_time(UP_MS + late_ms + 60_000)
    room = run_commands(room, seal(room, ADA), seal(room, BEN), ms=UP_MS + late_ms + 20_000)
    assert game_of(room).banks[ADA] == 40_000


def test_time_given_during_a_pause_starts_when_play_resumes() -> None:
    room = run_commands(gentle(2), expiry(gentle(2), ADA), ms=UP_MS)
    room = run_commands(room, c.Pause(BEN), ms=UP_MS + 5_000)
    room = run_commands(room, c.GiveTime(BEN, ADA, 60), ms=UP_MS + 900_000)
    room = run_commands(room, c.Resume(BEN), ms=UP_MS + 1_000_000)
    assert deadline(room, ADA) == to_time(UP_MS + 1_060_000)


def test_running_out_is_forgotten_with_the_next_ask() -> None:
    room = run_commands(gentle(), expiry(gentle(), ADA), ms=UP_MS)
    room = all_sealed(room, ms=UP_MS)
    assert game_of(room).ran_out == frozenset()
    assert deadline(room, ADA) is not None


@pytest.mark.rule("A10.2")
@pytest.mark.parametrize("tell", ["who", "count", "nothing"])
def test_gentle_clock_reports_lifted_card_only_when_holding_the_reveal(tell: str) -> None:
    """Others think it sealed; its timeout would reveal that it was lifted."""
    room = gentle(grace=2, tell=tell)
    room = run_commands(room, seal(room, ADA), lift(room, ADA), ms=1_000)
    assert events_of(room, expiry(room, ADA), ms=UP_MS) == ()
    room = run_commands(room, seal(room, BEN), seal(room, CARLA), ms=UP_MS)
    assert events_of(room, expiry(room, ADA), ms=UP_MS + 1_999) == ()
    room = run_commands(room, reveal(room), ms=UP_MS + 2_000)
    assert events_of(room, expiry(room, ADA), ms=UP_MS + 2_000) == (e.RanOut(AskNumber(1), ADA),)


def test_the_hard_clock_plays_for_a_lifted_card_in_silence() -> None:
    room = hard(grace=2)
    room = run_commands(room, seal(room, ADA, "auction_house"), lift(room, ADA), ms=1_000)
    seen = room.get_visible_version(BEN)
    room = run_commands(room, expiry(room, ADA), ms=UP_MS)
    assert game_of(room).sealed[ADA].choice == "castle"
    assert room.get_visible_version(BEN) == seen


def test_rest_gives_all_time_back() -> None:
    room = run_commands(hard(), c.Pause(BEN), ms=10_000)
    assert room.phase == "paused"
    assert next_deadline(room) is None
    assert deadline(room, ADA) is None
    room = run_commands(room, c.Resume(CARLA), ms=10_000 + 3_600_000)
    assert deadline(room, ADA) == to_time(UP_MS + 3_600_000)


def test_rest_gives_back_no_time_that_was_used_before() -> None:
    room = run_commands(hard(2), seal(hard(2), ADA), ms=PER_ASK_MS + 20_000)
    room = run_commands(room, c.Pause(BEN), ms=PER_ASK_MS + 25_000)
    room = run_commands(room, c.Resume(BEN), ms=PER_ASK_MS + 25_000 + 3_600_000)
    room = run_commands(room, seal(room, BEN), ms=PER_ASK_MS + 30_000 + 3_600_000)
    assert game_of(room).banks == (BANK_MS - 20_000, BANK_MS - 30_000)


def test_rest_in_the_grace_pause_moves_the_reveal() -> None:
    room = all_sealed(a_game(3, grace=2))
    room = run_commands(room, c.Pause(ADA), ms=500)
    assert events_of(room, reveal(room), ms=5_000) == ()
    room = run_commands(room, c.Resume(ADA), ms=10_500)
    assert game_of(room).reveal_at == to_time(12_000)


def test_no_moment_of_reveal_is_told_while_the_table_rests() -> None:
    """The rest of the pause counts from the resumption and never grows."""
    room, since = all_sealed(a_game(3, grace=2)), 0
    assert view(room, BEN).room.reveal_at == to_time(2_000)
    for rest in (400, 700, 800):
        room = run_commands(room, c.Pause(ADA), ms=since + rest)
        assert (view(room, BEN).room.reveal_at, view(room, None).room.reveal_at) == (None, None)
        # an outage during the rest is not credited
        room = run_commands(room, c.CreditOutage(Millis(1_000), to_time(since + rest + 10)), ms=since + 5_000)
        room = run_commands(room, c.Resume(ADA), ms=since + rest + 60_000)
        since += 60_000 + rest
        left = {400: 1_600, 700: 900, 800: 100}[rest]
        assert view(room, BEN).room.reveal_at == to_time(since + left)


def test_clock_set_back_during_a_pause_takes_no_time() -> None:
    room = run_commands(hard(), c.Pause(BEN), ms=10_000)
    assert deadline(run_commands(room, c.Resume(BEN), ms=-3_600_000), ADA) == to_time(UP_MS)


def test_while_the_table_rests_no_card_moves() -> None:
    room = run_commands(hard(), seal(hard(), ADA), c.Pause(BEN))
    for command in (seal(room, BEN), lift(room, ADA)):
        assert _code(room, command) == "paused"
    assert events_of(room, expiry(room, BEN), ms=10**8) == ()
    assert events_of(room, c.CreditOutage(Millis(5), to_time(0))) == ()


def test_resting_twice_and_resuming_twice_changes_nothing() -> None:
    room = hard()
    assert events_of(room, c.Resume(ADA)) == ()
    paused = run_commands(room, c.Pause(ADA))
    assert events_of(paused, c.Pause(BEN)) == ()


def test_an_outage_is_given_back_and_costs_no_bank() -> None:
    room = run_commands(hard(2, grace=2), seal(hard(2), ADA), ms=PER_ASK_MS + 20_000)
    room = run_commands(room, c.CreditOutage(Millis(1_000_000), to_time(0)), ms=2_000_000)
    assert deadline(room, BEN) == to_time(UP_MS + 1_000_000)
    room = end_grace_pause(run_commands(room, seal(room, BEN), ms=PER_ASK_MS + 1_000_000 + 4_000))
    assert game_of(room).banks == (BANK_MS - 20_000, BANK_MS - 4_000)


def test_an_outage_moves_the_reveal_too() -> None:
    room = all_sealed(a_game(2, grace=2))
    assert game_of(run_commands(room, c.CreditOutage(Millis(60_000), to_time(0)))).reveal_at == to_time(62_000)


def test_no_outage_no_credit() -> None:
    assert events_of(hard(), c.CreditOutage(Millis(0), to_time(0))) == ()


def test_pause_after_an_outage_credits_the_time_before_the_pause() -> None:
    room = run_commands(hard(), c.Pause(BEN), ms=600_000)
    credit = c.CreditOutage(Millis(620_000), to_time(1_000))
    assert events_of(run_commands(hard(), c.Pause(BEN), ms=500), credit, ms=603_000) == ()
    room = run_commands(run_commands(room, credit, ms=603_000), c.Resume(BEN), ms=604_000)
    assert deadline(room, ADA) == to_time(UP_MS + 617_000 + 4_000)


def test_paused_or_hidden_deadline_is_stored_but_never_due() -> None:
    assert (next_deadline(rested := run_commands(hard(), c.Pause(BEN))), compute_stored_deadline(rested)) == (
        None,
        SOME_DAY,
    )
    assert compute_stored_deadline(hard()) == next_deadline(hard()) == to_time(UP_MS)
    assert compute_stored_deadline(run_commands(a_game(2), c.Pause(BEN))) is None
    assert compute_stored_deadline(run_commands(all_sealed(a_game(2, grace=2)), c.Pause(BEN))) == SOME_DAY
    lifted = run_commands(gentle(2), seal(gentle(2), ADA), lift(gentle(2), ADA))
    lifted = run_commands(lifted, expiry(lifted, BEN), ms=UP_MS)
    assert (next_deadline(lifted), compute_stored_deadline(lifted)) == (None, SOME_DAY)


def test_bot_delays_vary_around_the_pace_using_only_public_information() -> None:
    room = a_game(1, bots=4, bot_pace=10)
    moments = [bot_moves_at(room, seat) for seat in game_of(room).asks]
    assert moments[0] is None
    spans = [moment - to_time(0) for moment in moments if moment is not None]
    assert len(set(spans)) == 4
    assert all(5_000 <= span <= 15_000 for span in spans)
    other = a_game(1, bots=4, bot_pace=10, seed="77" * 32)
    assert [bot_moves_at(other, seat) for seat in game_of(other).asks] == moments


def _code(room: Room, command: c.Command) -> str:
    answer = decide_at(room, command)
    return "accepted" if isinstance(answer, tuple) else answer.code


def test_time_given_to_others_restores_a_player_who_ran_out() -> None:
    room = run_commands(a_game(3, clock=GENTLE), expiry(a_game(3), BEN), ms=10_000)
    assert view(room, ADA).seats[BEN].ran_out
    room = run_commands(room, c.GiveTime(ADA, BEN, 60), ms=10_000)
    assert not view(room, ADA).seats[BEN].ran_out
    assert deadline(room, BEN) == START + 70_000
    assert get_refusal_code(room, c.GiveTime(BEN, BEN, 1)) == "bad_field"
    assert get_refusal_code(room, c.GiveTime(ADA, Seat(4), Millis(1_000))) == "bad_field"
    assert get_refusal_code(room, c.GiveTime(ADA, BEN, 0)) == "bad_field"
    assert get_refusal_code(a_game(3), c.GiveTime(ADA, BEN, 1)) == "bad_field", "no clock, no time to give"
    assert get_refusal_code(a_room(2), c.GiveTime(ADA, BEN, 1)) == "not_begun"


def test_a_clock_set_anew_in_a_game_starts_anew() -> None:
    room = a_game(2, clock=GENTLE)
    room = run_commands(room, c.ChooseOptions(ADA, {"clock": {"mode": "hard", "per_ask": 30, "bank": 100}}), ms=9_000)
    assert deadline(room, ADA) == START + 9_000 + 130_000
    days: dict[str, Plain] = {"clock": {"mode": "gentle", "per_ask": 2 * 24 * 3600, "bank": 0}}
    assert deadline(run_commands(room, c.ChooseOptions(ADA, days), ms=9_000), BEN) == START + 9_000 + 2 * 24 * 3_600_000


def test_clock_changed_during_a_pause_starts_when_play_resumes() -> None:
    room = run_commands(a_game(2, clock=GENTLE), c.Pause(ADA), ms=4_000)
    room = run_commands(room, c.ChooseOptions(ADA, {"clock": {"mode": "hard", "per_ask": 30, "bank": 0}}), ms=6_000)
    room = run_commands(room, c.Resume(BEN), ms=9_000)
    assert deadline(room, ADA) == START + 9_000 + 30_000


def test_a_clock_set_anew_leaves_sealed_cards_where_they_are() -> None:
    room = run_commands(a_game(2, clock=GENTLE), seal(a_game(2), ADA), ms=3_000)
    room = run_commands(room, c.ChooseOptions(ADA, {"clock": {"mode": "hard", "per_ask": 30, "bank": 5}}), ms=6_000)
    room = all_sealed(room, ms=7_000)
    assert game_of(room).banks == (5_000, 5_000)
