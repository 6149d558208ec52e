"""Sealing: seal, change, lift, the grace pause, the reveal."""

from itertools import permutations

import pytest

from app.live.host.bot_choices import due_choices
from app.rooms import events as e
from app.rooms.commands import Seal, SealForBot, SetStandIn
from app.rooms.model.clocks import next_deadline
from app.rooms.model.ids import AskNumber
from app.rooms.model.room import Room
from app.rooms.views.log_view import list_visible_reveals
from app.rooms.views.view import view
from engine.core.plain import to_plain
from tests.rooms.builders import (
    ADA,
    BEN,
    CARLA,
    a_game,
    a_purchase,
    all_sealed,
    ask_of,
    events_of,
    game_of,
    get_refusal_code,
    lift,
    reveal,
    run_commands,
    seal,
    to_time,
)

GRACE_MS = 2_000


def bots_choose(room: Room) -> tuple[SealForBot, ...]:
    return due_choices(room, to_time(60_000))


def test_a_seal_is_one_event_and_lies_there() -> None:
    room = a_game(3)
    assert events_of(room, seal(room, BEN, "castle")) == (e.ChoiceSealed(AskNumber(1), BEN, "castle", "seat"),)
    sealed = run_commands(room, seal(room, BEN, "castle"), ms=700)
    assert game_of(sealed).sealed[BEN].choice == "castle"
    assert game_of(sealed).sealed[BEN].at == to_time(700)
    assert game_of(sealed).list_missing() == (ADA, CARLA)


def test_a_second_seal_takes_the_place_of_the_first() -> None:
    room = a_game(3)
    room = run_commands(room, seal(room, BEN, "castle"), seal(room, BEN, "auction_house"))
    assert game_of(room).sealed[BEN].choice == "auction_house"


def test_sealing_the_same_again_is_accepted_and_changes_nothing() -> None:
    room = a_game(3)
    room = run_commands(room, seal(room, BEN, "castle"))
    assert events_of(room, seal(room, BEN, "castle")) == ()


def test_a_lifted_card_is_back_in_hand() -> None:
    room = a_game(3)
    room = run_commands(room, seal(room, BEN, "castle"), lift(room, BEN))
    assert BEN not in game_of(room).sealed
    assert get_refusal_code(room, lift(room, BEN)) == "nothing_to_lift"


def test_the_last_seal_starts_the_grace_pause() -> None:
    room = all_sealed(a_game(3, grace=2), ms=500)
    assert game_of(room).reveal_at == to_time(500 + GRACE_MS)
    assert next_deadline(room) == to_time(500 + GRACE_MS)
    assert game_of(room).ask == 1


def test_nothing_opens_before_the_grace_pause_is_over() -> None:
    room = all_sealed(a_game(3, grace=2))
    assert events_of(room, reveal(room), GRACE_MS - 1) == ()


def test_cards_are_revealed_once_when_the_grace_pause_ends() -> None:
    room = all_sealed(a_game(3, grace=2))
    command = reveal(room)
    room = run_commands(room, command, ms=GRACE_MS)
    assert game_of(room).ask == 2
    assert [each.kind for each in game_of(room).history[0].effects] == ["locations_open"]
    assert events_of(room, command, GRACE_MS) == ()


def test_revealing_and_resolving_are_one_append() -> None:
    room = a_game(2)
    room = run_commands(room, seal(room, ADA))
    events = events_of(room, seal(room, BEN))
    assert [type(event) for event in events] == [e.ChoiceSealed, e.Revealed]


def test_without_a_grace_pause_the_last_seal_reveals_at_once() -> None:
    room = all_sealed(a_game(3, grace=0))
    assert game_of(room).ask == 2
    assert game_of(room).reveal_at is None


def test_change_within_the_grace_pause_does_not_move_the_reveal() -> None:
    room = all_sealed(a_game(3, grace=2), ["castle"] * 3)
    changed = run_commands(room, seal(room, BEN, "auction_house"), ms=1_500)
    assert game_of(changed).reveal_at == game_of(room).reveal_at
    revealed = run_commands(changed, reveal(changed), ms=GRACE_MS)
    assert game_of(revealed).history[0].effects[0].detail("locations") == ("castle", "auction_house", "castle")


def test_card_resealed_within_the_grace_pause_is_revealed_on_time() -> None:
    room = all_sealed(a_game(3, grace=2))
    room = run_commands(room, lift(room, BEN), seal(room, BEN, "castle"), ms=1_500)
    assert game_of(run_commands(room, reveal(room), ms=GRACE_MS)).ask == 2


def test_card_still_lifted_after_the_grace_pause_holds_the_reveal() -> None:
    room = all_sealed(a_game(3, grace=2))
    room = run_commands(room, lift(room, BEN), ms=100)
    assert events_of(room, reveal(room), GRACE_MS) == (e.RevealHeld(AskNumber(1)),)
    held = run_commands(room, reveal(room), ms=GRACE_MS)
    assert game_of(held).is_held
    assert game_of(held).reveal_at is None
    assert next_deadline(held) is None


def test_held_reveal_gets_a_new_grace_pause_once_all_sealed() -> None:
    room = all_sealed(a_game(3, grace=2))
    room = run_commands(room, lift(room, BEN), ms=100)
    room = run_commands(room, reveal(room), ms=GRACE_MS)
    room = run_commands(room, seal(room, BEN, "castle"), ms=9_000)
    assert game_of(room).reveal_at == to_time(9_000 + GRACE_MS)
    assert not game_of(room).is_held


def test_held_reveal_hides_who_else_changes_a_card() -> None:
    room = all_sealed(a_game(3, grace=2))
    room = run_commands(room, lift(room, BEN), reveal(room), ms=GRACE_MS)
    assert events_of(room, lift(room, CARLA)) == (e.ChoiceLifted(AskNumber(1), CARLA),)
    room = run_commands(room, lift(room, CARLA))
    assert events_of(room, seal(room, CARLA, "castle")) == (e.ChoiceSealed(AskNumber(1), CARLA, "castle"),)
    assert [each.state for each in view(room, ADA).seats] == ["sealed", "sealed", "sealed"]


@pytest.mark.rule("A10.2")
@pytest.mark.parametrize("tell", ["who", "count", "nothing"])
def test_lifted_card_does_not_delay_the_start_of_grace_pause(tell: str) -> None:
    """The absence of a pause must not reveal that a card was lifted, either."""
    room = a_game(3, grace=2, tell=tell)
    room = run_commands(room, seal(room, ADA), seal(room, BEN), lift(room, BEN), seal(room, CARLA), ms=300)
    assert game_of(room).reveal_at == to_time(300 + GRACE_MS)
    held = run_commands(room, reveal(room), ms=300 + GRACE_MS)
    assert game_of(held).is_held


def test_lifted_card_holds_the_reveal_immediately_without_a_grace_pause() -> None:
    room = a_game(3)
    room = run_commands(room, seal(room, ADA), seal(room, BEN), lift(room, BEN))
    events = events_of(room, seal(room, CARLA))
    assert [type(event) for event in events] == [e.ChoiceSealed, e.RevealHeld]
    room = run_commands(room, seal(room, CARLA))
    assert game_of(run_commands(room, seal(room, BEN))).ask == 2


def test_bots_alone_wait_for_no_grace_pause() -> None:
    """No bot changes its choice."""
    room = a_game(1, bots=2, grace=2)
    room = run_commands(room, SetStandIn(ADA, ADA, "normal"))
    assert game_of(run_commands(room, *bots_choose(room))).ask == 2


def test_one_person_among_bots_waits_for_no_grace_pause() -> None:
    """No other person needs the pause; a person's stand-in is a bot, too."""
    room = a_game(1, bots=2, grace=2)
    assert game_of(run_commands(room, *bots_choose(room), seal(room, ADA))).ask == 2
    room = a_game(2, bots=1, grace=2)
    room = run_commands(room, SetStandIn(BEN, BEN, "normal"))
    assert game_of(run_commands(room, *bots_choose(room), seal(room, ADA))).ask == 2


def test_two_people_among_bots_have_the_grace_pause() -> None:
    room = a_game(2, bots=1, grace=2)
    room = run_commands(room, *bots_choose(room), seal(room, BEN), seal(room, ADA))
    assert game_of(room).reveal_at == to_time(GRACE_MS)


def test_an_open_decision_counts_at_once_whatever_the_grace_pause() -> None:
    room = a_purchase(grace=2)
    (buyer,) = game_of(room).asks
    ask = view(room, buyer).ask
    assert ask is not None and ask.alone
    assert game_of(run_commands(room, seal(room, buyer))).ask == game_of(room).ask + 1


def test_an_answer_to_a_revealed_ask_is_refused() -> None:
    room = a_game(2)
    late = seal(room, ADA, "castle detective")
    revealed = all_sealed(room)
    assert get_refusal_code(revealed, late) == "ask_is_over"


def test_an_answer_to_an_ask_still_to_come_is_refused() -> None:
    room = a_game(3)
    assert get_refusal_code(room, Seal(ADA, AskNumber(2), "castle")) == "ask_is_over"


def test_who_owes_nothing_can_seal_nothing() -> None:
    room = a_purchase()
    (buyer,) = game_of(room).asks
    other = next(seat for seat in (ADA, BEN, CARLA) if seat != buyer)
    assert get_refusal_code(room, Seal(other, ask_of(room), "castle")) == "not_asked"
    assert get_refusal_code(room, lift(room, other)) == "not_asked"


@pytest.mark.parametrize("text", ["", "castle ", "Castle", "castle castle", "cheque 999", "thief 1", "\x00", "🂡" * 50])
def test_what_is_no_choice_of_the_ask_is_refused(text: str) -> None:
    room = a_game(3)
    assert get_refusal_code(room, Seal(ADA, ask_of(room), text)) == "choice_not_legal"


@pytest.mark.rule("A10.2")
@pytest.mark.parametrize("tell", ["who", "count", "nothing"])
def test_views_after_a_reveal_do_not_show_the_sealing_order(tell: str) -> None:
    ends = []
    for order in permutations((ADA, BEN, CARLA)):
        room = a_game(3, tell=tell)
        for seat in order:
            room = run_commands(room, seal(room, seat, "castle" if seat == BEN else "auction_house"))
        ends.append([to_plain(view(room, viewer)) for viewer in (None, ADA, BEN, CARLA)])
        assert list_visible_reveals(room, None) == game_of(room).history
    assert all(end == ends[0] for end in ends)
