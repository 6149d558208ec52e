"""Conditional plans: decided only by reveals after they were made."""

from collections.abc import Sequence

import pytest

from app.rooms import commands as c
from app.rooms import events as e
from app.rooms.audience import audience
from app.rooms.model.clocks import next_deadline
from app.rooms.model.ids import AskNumber
from app.rooms.model.play import Plan
from app.rooms.model.room import Room
from app.rooms.model.values import replace
from app.rooms.views.view import view
from engine.core.plain import canonical, to_plain
from engine.core.seats import Seat, Viewer
from tests.rooms.builders import (
    ADA,
    BEN,
    CARLA,
    a_game,
    all_sealed,
    ask_of,
    begin_again,
    events_of,
    game_of,
    get_refusal_code,
    holder,
    play_to_end,
    run_commands,
    seal,
)

FOR_THE_CASTLE = (("castle 0", "detective"), ("alone", "thief 6"))
"""Ben has both at the castle, and nothing to exhibit."""
FALLBACK = "thief 5"


def make_plan(room: Room, *when: Sequence[str], choices: tuple[str, ...] = (), seat: Seat = BEN) -> Room:
    """Return the room after a seat has made its plan."""
    return run_commands(room, c.MakePlan(seat, ask_of(room), choices, tuple(map(tuple, when))))


def use_plan(room: Room, seat: Seat = BEN) -> Room:
    """Return the room after its clock has sealed the seat's planned choice."""
    return run_commands(room, c.UsePlan(ask_of(room), seat))


def get_sealed_choice(room: Room, seat: Seat = BEN) -> str | None:
    """Return the seat's sealed choice."""
    card = game_of(room).sealed.get(seat)
    return card.choice if card else None


@pytest.mark.rule("A3.1")
@pytest.mark.parametrize(
    ("ada", "carla", "choice"),
    [
        ("castle", "castle", "detective"),
        ("castle", "auction_house", "detective"),
        ("auction_house", "auction_house", "thief 6"),
        ("auction_house", "castle", FALLBACK),
    ],
)
def test_the_choices_of_the_first_condition_that_holds_are_sealed(ada: str, carla: str, choice: str) -> None:
    room = make_plan(a_game(3), *FOR_THE_CASTLE, choices=(FALLBACK,))
    room = use_plan(all_sealed(room, [ada, "castle", carla]))
    assert get_sealed_choice(room) == choice
    assert game_of(room).sealed[BEN].by == "ahead"


def test_plan_without_fallback_is_dropped_if_no_condition_holds() -> None:
    room = all_sealed(make_plan(a_game(3), ("castle 0", "detective")), ["auction_house", "castle", "castle"])
    assert events_of(room, c.UsePlan(ask_of(room), BEN)) == (e.PlanDropped(ask_of(room), BEN),)
    assert view(use_plan(room), BEN).plan_when == ()


def test_plan_whose_condition_holds_never_uses_its_fallback() -> None:
    """A cheque cannot be played at the castle.

    So the player must choose, despite plans for other cases."""
    room = make_plan(a_game(3), ("castle 0", "cheque 1"), choices=("detective",))
    room = use_plan(all_sealed(room, ["castle", "castle", "castle"]))
    assert get_sealed_choice(room) is None
    assert BEN not in game_of(room).plans


def test_the_choices_of_a_condition_are_tried_in_their_order() -> None:
    room = make_plan(a_game(3), ("castle 0", "castle", "cheque 25", "thief 6", "detective"))
    assert get_sealed_choice(use_plan(all_sealed(room, ["castle", "castle", "castle"]))) == "thief 6"


@pytest.mark.rule("A6.0")
@pytest.mark.parametrize(("ada", "place"), [("detective", "auction_house"), ("thief 9", "castle")])
def test_what_was_revealed_before_it_was_said_fulfils_no_condition(ada: str, place: str) -> None:
    """Everybody plays a detective in the first round.

    A condition made in the second round considers the second one."""
    room = all_sealed(a_game(3), ["castle", "castle", "castle"])
    room = all_sealed(room, ["detective", "detective", "detective"])
    room = all_sealed(room, ["castle", "castle", "castle"])
    room = make_plan(room, ("detective 0", "auction_house"), choices=("castle",))
    room = all_sealed(room, [ada, "detective", "detective"])
    assert game_of(room).asks[BEN].kind == "location"
    assert get_sealed_choice(use_plan(room)) == place


def test_a_plan_is_for_the_next_ask_alone() -> None:
    """The plan had no legal choice; an ask later, when it would have one, it is gone."""
    room = all_sealed(make_plan(a_game(3), ("castle 0", "castle")), ["castle", "castle", "castle"])
    room = use_plan(room)
    assert (get_sealed_choice(room), game_of(room).plans) == (None, {})
    room = all_sealed(room, ["detective", "detective", "detective"])
    assert (game_of(room).asks[BEN].kind, next_deadline(room), get_sealed_choice(use_plan(room))) == (
        "location",
        None,
        None,
    )


def test_what_was_revealed_while_others_alone_were_asked_counts_too() -> None:
    play = game_of(all_sealed(a_game(3), ["castle", "castle", "castle"]))
    first, second = play.history[0].ask, AskNumber(play.history[0].ask + 1)
    twice = replace(play, history=(*play.history, replace(play.history[0], ask=second)))
    assert twice.effects_since(second) == play.effects_since(first)
    assert twice.effects_since(first) == play.effects_since(first) * 2
    assert play.effects_since(second) == ()


def test_plan_is_replaced_and_withdrawn_as_a_whole() -> None:
    room = make_plan(a_game(3), *FOR_THE_CASTLE, choices=("exhibit",))
    again_said = c.MakePlan(BEN, ask_of(room), ("exhibit",), FOR_THE_CASTLE)
    assert events_of(room, again_said) == ()
    assert (view(room, BEN).plan, view(room, BEN).plan_when) == (("exhibit",), FOR_THE_CASTLE)
    room = make_plan(room, choices=("exhibit",))
    assert view(room, BEN).plan_when == ()
    room = make_plan(make_plan(room, *FOR_THE_CASTLE))
    assert (view(room, BEN).plan_when, game_of(room).plans) == ((), {})


def test_an_entry_of_before_there_were_conditions_means_the_same() -> None:
    assert e.PlanMade(AskNumber(1), BEN, ("exhibit",)) == e.PlanMade(AskNumber(1), BEN, ("exhibit",), ())
    assert Plan(AskNumber(1), ("exhibit",)).when == ()


def test_plan_with_unknowable_or_too_many_conditions_is_refused() -> None:
    room = a_game(3)
    ask = ask_of(room)

    def code(*when: tuple[str, ...], seat: Seat = BEN) -> str:
        return get_refusal_code(room, c.MakePlan(seat, ask, (), when))

    assert code(("castle 1", "exhibit")) == "bad_field", "it is no question where the seat itself is"
    assert code(("castle 4", "exhibit")) == "bad_field", "nobody plays there"
    assert code(("thief 0", "exhibit")) == "bad_field", "the next cards are revealed after this ask's"
    assert code(("thief 8 in hand 0", "exhibit")) == "bad_field"
    assert code(("castle 0",)) == "bad_field"
    assert code(("castle 0", *["exhibit"] * 17)) == "bad_field"
    assert code(*[("castle 0", "exhibit")] * 4) == "bad_field"
    assert code(("castle 0", "exhibit", "all the money")) == "choice_not_legal"


def test_plan_waits_during_a_pause_and_is_used_afterwards() -> None:
    room = all_sealed(make_plan(a_game(3), *FOR_THE_CASTLE), ["castle", "castle", "castle"])
    room = run_commands(room, c.Pause(ADA))
    assert (next_deadline(room), events_of(room, c.UsePlan(ask_of(room), BEN))) == (None, ())
    assert get_sealed_choice(use_plan(run_commands(room, c.Resume(ADA)))) == "detective"


def test_a_choice_made_by_hand_is_not_replaced() -> None:
    room = all_sealed(make_plan(a_game(3), *FOR_THE_CASTLE), ["castle", "castle", "castle"])
    room = run_commands(room, seal(room, BEN, "thief 6"))
    assert events_of(room, c.UsePlan(ask_of(room), BEN)) == ()


def test_the_next_game_knows_nothing_of_it() -> None:
    room = run_commands(play_to_end(make_plan(a_game(3), *FOR_THE_CASTLE)), begin_again())
    assert game_of(room).plans == {}


def test_seat_taken_over_neither_shows_nor_uses_the_old_plan() -> None:
    room = make_plan(a_game(3), *FOR_THE_CASTLE, choices=("exhibit",))
    room = run_commands(room, c.Leave(BEN, ()))
    assert game_of(room).plans == {}
    key = room.join_key
    room = run_commands(room, c.TakeSeat("Dora", holder("Dora"), key))
    assert (view(room, BEN).plan, view(room, BEN).plan_when) == ((), ())
    assert next_deadline(all_sealed(room, ["castle", "castle", "castle"])) is None


def test_players_plan_takes_precedence_over_their_stand_in() -> None:
    room = run_commands(make_plan(a_game(3), *FOR_THE_CASTLE), c.SetStandIn(BEN, BEN, "normal"))
    room = all_sealed(room, ["castle", "castle", "castle"])
    assert get_sealed_choice(use_plan(room)) == "detective"


@pytest.mark.parametrize("viewer", [None, ADA, CARLA])
@pytest.mark.parametrize("places", [("castle", "castle", "castle"), ("auction_house", "castle", "castle")])
def test_plan_conditions_and_their_results_are_hidden_from_others(viewer: Viewer, places: tuple[str, ...]) -> None:
    room = a_game(3, watchers="public")
    plain_plan = make_plan(room, choices=("detective",))
    with_condition = make_plan(room, ("castle 0", "thief 6"), choices=("detective",))
    for each in (plain_plan, with_condition):
        assert _bytes(each, viewer) == _bytes(room, viewer)
    one, other = (use_plan(all_sealed(each, list(places))) for each in (plain_plan, with_condition))
    assert _bytes(one, viewer) == _bytes(other, viewer)
    assert (one.get_visible_version(viewer), next_deadline(one)) == (
        other.get_visible_version(viewer),
        next_deadline(other),
    )
    assert audience(room, e.PlanMade(ask_of(room), BEN, (), FOR_THE_CASTLE)) == BEN


def test_plan_with_an_unknown_condition_is_dropped_for_the_seat() -> None:
    room = a_game(3)
    play = game_of(room)
    said = Plan(play.ask, ("exhibit",), (("moon is full", "detective"),))
    room = all_sealed(replace(room, play=replace(play, plans={BEN: said})), ["castle", "castle", "castle"])
    assert events_of(room, c.UsePlan(ask_of(room), BEN)) == (e.PlanDropped(ask_of(room), BEN),)


def _bytes(room: Room, viewer: Viewer) -> bytes:
    return canonical(to_plain(view(room, viewer)))
