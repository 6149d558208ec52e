"""Dates of the next evening: proposals, answers, the fixed date, reminders."""

import pytest

from app.rooms import commands as c
from app.rooms import events as e
from app.rooms.audience import audience
from app.rooms.dates.decide import MOST_DATES
from app.rooms.dates.due import list_reminded_seats
from app.rooms.due_notifications import list_date_notifications
from app.rooms.model.clocks import SOME_DAY, compute_stored_deadline, next_deadline
from app.rooms.model.dates import DAY_MS, HOUR_MS, FixedDate
from app.rooms.model.ids import Millis
from app.rooms.model.room import Room
from app.rooms.views.view import view
from engine.core.seats import Seat
from tests.rooms.builders import (
    ADA,
    BEN,
    CARLA,
    SEED,
    START,
    a_game,
    a_room,
    begin,
    events_of,
    get_refusal_code,
    run_commands,
    to_time,
)

WEEK_MS = 7 * DAY_MS
ZONE = "Europe/Berlin"
NEXT_WEEK = Millis(START // 60_000 * 60_000 + WEEK_MS)


def propose(room: Room, seat: Seat = ADA, days: int = 7) -> Room:
    """Return the room with a date that many days ahead."""
    return run_commands(room, c.ProposeDate(seat, Millis(NEXT_WEEK + (days - 7) * DAY_MS), ZONE))


def fixed_room(people: int = 3) -> Room:
    """Return a lobby whose next evening is in a week."""
    return run_commands(propose(a_room(people)), c.FixDate(ADA, 1))


def fixed_date(room: Room) -> FixedDate:
    assert room.fixed_date is not None
    return room.fixed_date


def test_a_proposal_is_seen_with_its_answers() -> None:
    room = run_commands(propose(a_room(3)), c.AnswerDate(BEN, 1, False), c.AnswerDate(CARLA, 1, True))
    (date,) = view(room, BEN).room.dates.proposed
    assert (date.number, date.at, date.zone, date.by, date.can, date.cannot) == (
        1, NEXT_WEEK, ZONE, ADA, (ADA, CARLA), (BEN,),
    )  # fmt: skip
    assert view(room, BEN).room.dates.fixed is None


def test_an_answer_can_be_changed_and_repeats_add_nothing() -> None:
    room = run_commands(propose(a_room(3)), c.AnswerDate(BEN, 1, False))
    assert events_of(room, c.AnswerDate(BEN, 1, False)) == ()
    changed = run_commands(room, c.AnswerDate(BEN, 1, True))
    assert (view(changed, ADA).room.dates.proposed[0].can, changed.dates[0].cannot) == ((ADA, BEN), frozenset())


def test_the_same_moment_counts_as_an_answer() -> None:
    room = propose(a_room(3))
    assert events_of(room, c.ProposeDate(BEN, Millis(NEXT_WEEK + 59_999), "UTC")) == (e.DateAnswered(BEN, 1, True),)


@pytest.mark.parametrize(
    ("at", "zone"),
    [
        (START, ZONE), (START - DAY_MS, ZONE), (START + 800 * DAY_MS, ZONE), (NEXT_WEEK, "../etc/passwd"),
        (NEXT_WEEK, "Europe/Ber\nlin"), (NEXT_WEEK, "a/b/c/d"), (NEXT_WEEK, ""),
    ],
)  # fmt: skip
def test_past_and_distant_dates_and_odd_zones_are_refused(at: int, zone: str) -> None:
    assert get_refusal_code(a_room(2), c.ProposeDate(ADA, Millis(at), zone)) == "bad_field"


def test_a_seventh_proposal_is_refused_until_one_goes() -> None:
    room = a_room(2)
    for day in range(MOST_DATES):
        room = propose(room, days=7 + day)
    more = c.ProposeDate(BEN, Millis(NEXT_WEEK - DAY_MS), ZONE)
    assert get_refusal_code(room, more) == "bad_field"
    assert len(run_commands(room, c.DropDate(ADA, 3), more).dates) == MOST_DATES


def test_proposals_that_have_passed_make_room() -> None:
    room = a_room(2)
    for day in range(MOST_DATES):
        room = propose(room, days=1 + day)
    later = run_commands(room, c.ProposeDate(BEN, Millis(NEXT_WEEK + DAY_MS), ZONE), ms=3 * DAY_MS)
    assert [date.number for date in later.dates] == [4, 5, 6, 7]
    assert get_refusal_code(room, c.AnswerDate(BEN, 1, True), ms=3 * DAY_MS) == "bad_field"


def test_a_date_is_fixed_once_all_people_can() -> None:
    room = run_commands(propose(a_room(3, bots=1)), c.AnswerDate(BEN, 1, True))
    assert room.fixed_date is None
    assert events_of(room, c.AnswerDate(CARLA, 1, True)) == (e.DateAnswered(CARLA, 1, True), e.DateFixed(1))
    room = run_commands(room, c.AnswerDate(CARLA, 1, True))
    seen = view(room, BEN).room.dates
    assert seen.fixed is not None
    assert (seen.proposed, seen.fixed.can) == ((), (ADA, BEN, CARLA))


def test_one_person_alone_fixes_nothing_by_proposing() -> None:
    assert propose(a_room(1)).fixed_date is None


def test_only_hosts_fix_and_call_off() -> None:
    room = propose(a_room(3), BEN)
    assert get_refusal_code(room, c.FixDate(BEN, 1)) == "not_host"
    assert get_refusal_code(room, c.FixDate(ADA, 2)) == "bad_field"
    room = run_commands(room, c.FixDate(ADA, 1))
    assert get_refusal_code(room, c.DropDate(BEN, 1)) == "not_host"
    off = run_commands(room, c.DropDate(ADA, 1))
    assert (fixed_date(off).is_called_off, fixed_date(off).sequence) == (True, 1)
    assert get_refusal_code(off, c.AnswerDate(BEN, 1, True)) == "bad_field"


def test_proposers_and_hosts_take_a_proposal_back() -> None:
    room = propose(a_room(3), BEN)
    assert get_refusal_code(room, c.DropDate(CARLA, 1)) == "not_host"
    assert run_commands(room, c.DropDate(BEN, 1)).dates == run_commands(room, c.DropDate(ADA, 1)).dates == ()


def test_a_moved_date_is_the_same_evening() -> None:
    room = fixed_room()
    moved = run_commands(propose(room, days=9), c.FixDate(ADA, 2))
    assert (fixed_date(moved).evening, fixed_date(moved).sequence, fixed_date(moved).date.number) == (1, 1, 2)
    again = run_commands(run_commands(room, c.DropDate(ADA, 1)), c.ProposeDate(ADA, Millis(NEXT_WEEK + 1), ZONE))
    back = run_commands(again, c.FixDate(ADA, 2))
    assert (fixed_date(back).evening, fixed_date(back).sequence, fixed_date(back).is_called_off) == (1, 2, False)


def test_a_date_after_the_last_one_is_another_evening() -> None:
    late = run_commands(fixed_room(), c.ProposeDate(ADA, Millis(NEXT_WEEK + WEEK_MS), ZONE), ms=WEEK_MS + HOUR_MS)
    late = run_commands(late, c.FixDate(ADA, 2), ms=WEEK_MS + HOUR_MS)
    assert (fixed_date(late).evening, fixed_date(late).sequence) == (2, 0)


def test_agreement_on_another_date_moves_no_fixed_one() -> None:
    room = propose(fixed_room(2), BEN, days=9)
    assert events_of(room, c.AnswerDate(ADA, 2, True)) == (e.DateAnswered(ADA, 2, True),)


def test_answers_follow_their_players_to_other_seats() -> None:
    room = run_commands(propose(a_room(3)), c.AnswerDate(CARLA, 1, False), c.SwapSeats(ADA, ADA, CARLA))
    (date,) = view(room, BEN).room.dates.proposed
    assert (date.by, date.can, date.cannot) == (CARLA, (CARLA,), (ADA,))
    gone = run_commands(room, c.Leave(CARLA))
    assert (view(gone, BEN).room.dates.proposed[0].by, view(gone, BEN).room.dates.proposed[0].can) == (None, ())


def test_dates_live_through_games(game: str) -> None:
    room = run_commands(propose(a_room(3, game=game)), c.FixDate(ADA, 1), begin(SEED, game))
    assert view(room, BEN).room.dates.fixed is not None
    assert len(propose(a_game(3, game=game)).dates) == 1


def test_watchers_see_the_fixed_date_alone(game: str) -> None:
    room = a_game(3, game=game, watchers="public")
    asked = run_commands(propose(room), c.AnswerDate(BEN, 1, False))
    assert view(asked, None).room.dates == view(room, None).room.dates
    fixed = view(run_commands(asked, c.FixDate(ADA, 1)), None).room.dates
    assert fixed.fixed is not None
    assert (fixed.proposed, fixed.fixed.at, fixed.fixed.by, fixed.fixed.can, fixed.fixed.cannot) == (
        (), NEXT_WEEK, None, (), (),
    )  # fmt: skip


def test_everybody_at_the_table_may_know_each_event() -> None:
    room = propose(a_room(2))
    for command in (c.AnswerDate(BEN, 1, False), c.FixDate(ADA, 1), c.DropDate(ADA, 1)):
        assert {audience(room, event) for event in events_of(room, command)} == {"everybody"}


def test_reminders_are_due_a_day_and_an_hour_before() -> None:
    room, until = fixed_room(), NEXT_WEEK - START
    assert compute_stored_deadline(room) == NEXT_WEEK - DAY_MS
    assert next_deadline(room) is None, "no host stays in memory for a date"
    assert events_of(room, c.RemindOfDate(), ms=until - DAY_MS - 1) == ()
    day = run_commands(room, c.RemindOfDate(), ms=until - DAY_MS)
    assert list_reminded_seats(day, Millis(NEXT_WEEK - DAY_MS)) == (ADA, BEN, CARLA)
    assert list_reminded_seats(day, Millis(NEXT_WEEK - DAY_MS + HOUR_MS)) == (), "too late to be news"
    assert events_of(day, c.RemindOfDate(), ms=until - DAY_MS + 1) == ()
    hour = run_commands(day, c.RemindOfDate(), ms=until - HOUR_MS)
    assert compute_stored_deadline(hour) == NEXT_WEEK + DAY_MS
    assert list_reminded_seats(hour, NEXT_WEEK) == ()
    over = run_commands(hour, c.RemindOfDate(), ms=until + DAY_MS)
    assert (over.fixed_date, compute_stored_deadline(over)) == (None, None)


def test_a_date_fixed_late_has_only_the_later_reminder() -> None:
    room, until = fixed_room(), NEXT_WEEK - START
    soon = run_commands(propose(a_room(2)), c.FixDate(ADA, 1), ms=until - 2 * HOUR_MS)
    assert compute_stored_deadline(soon) == NEXT_WEEK - HOUR_MS
    at_once = run_commands(propose(a_room(2)), c.FixDate(ADA, 1), ms=until - 60_000)
    assert compute_stored_deadline(at_once) == NEXT_WEEK + DAY_MS
    off = run_commands(room, c.DropDate(ADA, 1))
    assert compute_stored_deadline(off) == NEXT_WEEK + DAY_MS
    assert list_date_notifications(off, Millis(NEXT_WEEK - HOUR_MS)) == ()


def test_who_cannot_come_is_not_reminded() -> None:
    room, until = run_commands(fixed_room(), c.AnswerDate(BEN, 1, False)), NEXT_WEEK - START
    day = run_commands(room, c.RemindOfDate(), ms=until - DAY_MS)
    assert [due.seat for due in list_date_notifications(day, to_time(until - DAY_MS))] == [ADA, CARLA, None]


def test_a_games_own_clock_comes_before_a_later_date(game: str) -> None:
    room = a_game(2, game=game, clock={"mode": "hard", "per_ask": 60, "bank": 0})
    dated = run_commands(propose(room), c.FixDate(ADA, 1))
    assert compute_stored_deadline(dated) == compute_stored_deadline(room)
    paused = run_commands(dated, c.Pause(ADA))
    assert compute_stored_deadline(run_commands(room, c.Pause(ADA))) == SOME_DAY
    assert compute_stored_deadline(paused) == NEXT_WEEK - DAY_MS
