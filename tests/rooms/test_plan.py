"""Plans: one visit for the place and the card to play there, in a long game."""

import random

import pytest

from app.rooms import commands as c
from app.rooms import events as e
from app.rooms.audience import audience
from app.rooms.model.clocks import next_deadline
from app.rooms.model.ids import AskNumber
from app.rooms.model.room import Room
from app.rooms.sealing.decide import MOST_CHANGES, MOST_PLAN
from app.rooms.sealing.events import MOST_CONDITIONS
from app.rooms.views.view import view
from app.web.table.plan import MOST_PLANNED as MOST_ON_PAGE
from engine import registry
from engine.core.plain import canonical, to_plain
from engine.core.seats import Seat, Viewer
from tests.rooms.builders import (
    ADA,
    BEN,
    CARLA,
    JOIN_KEY,
    NAMES,
    a_game,
    a_room,
    all_sealed,
    ask_of,
    begin,
    events_of,
    game_of,
    get_refusal_code,
    holder,
    lift,
    play_to_end,
    run_commands,
    seal,
)
from tests.rooms.evening import Evening


def plan(room: Room, seat: Seat, *choices: str) -> c.MakePlan:
    """Return the seat's plan of choices."""
    return c.MakePlan(seat, ask_of(room), choices)


def use_plans(room: Room) -> Room:
    """Return the room after its clock has sealed the planned choice."""
    for seat in tuple(game_of(room).asks):
        room = run_commands(room, c.UsePlan(ask_of(room), seat))
    return room


def to_the_castle(room: Room) -> Room:
    """Return the room after everybody went to the castle (A3.1)."""
    return all_sealed(room, ["castle"] * len(game_of(room).asks))


def test_planned_choice_is_sealed_at_the_seats_next_ask() -> None:
    room = a_game(3)
    room = to_the_castle(run_commands(room, plan(room, BEN, "detective")))
    assert next_deadline(room) == game_of(room).opened_at
    room = use_plans(room)
    card = game_of(room).sealed[BEN]
    assert (card.choice, card.by) == ("detective", "ahead")
    assert game_of(room).list_missing() == (ADA, CARLA)
    assert next_deadline(room) is None


def test_the_first_legal_of_several_choices_is_sealed() -> None:
    """The plan has a location and a card for either place.

    A card that cannot be played there is skipped (A3.2)."""
    room = a_game(3)
    room = use_plans(
        to_the_castle(run_commands(room, plan(room, BEN, "cheque 1", "cheque 25", "detective", "exhibit")))
    )
    assert game_of(room).sealed[BEN].choice == "detective"


def test_if_none_is_legal_the_seat_has_to_choose() -> None:
    room = a_game(3)
    room = to_the_castle(run_commands(room, plan(room, BEN, "castle")))
    assert events_of(room, c.UsePlan(ask_of(room), BEN)) == (e.PlanDropped(ask_of(room), BEN),)
    room = use_plans(room)
    assert BEN in game_of(room).list_missing()
    assert (next_deadline(room), view(room, BEN).plan) == (None, ())


def test_the_last_planned_seal_reveals_the_cards() -> None:
    room = a_game(3)
    for seat in (ADA, BEN, CARLA):
        room = run_commands(room, plan(room, seat, "detective"))
    ask = ask_of(room)
    assert ask_of(use_plans(to_the_castle(room))) >= ask + 2


def test_what_was_planned_can_be_lifted_and_changed() -> None:
    room = a_game(3)
    room = use_plans(to_the_castle(run_commands(room, plan(room, BEN, "detective"))))
    room = run_commands(room, lift(room, BEN))
    assert events_of(room, c.UsePlan(ask_of(room), BEN)) == (), "it is sealed once"
    assert game_of(run_commands(room, seal(room, BEN))).sealed[BEN].by == "seat"


def test_it_can_be_said_anew_and_taken_back() -> None:
    room = a_game(3)
    room = run_commands(room, plan(room, BEN, "detective"), plan(room, BEN, "exhibit"))
    assert view(room, BEN).plan == ("exhibit",)
    assert events_of(room, plan(room, BEN, "exhibit")) == ()
    room = run_commands(room, plan(room, BEN))
    assert view(room, BEN).plan == ()
    assert events_of(room, plan(room, BEN)) == ()
    assert next_deadline(to_the_castle(room)) is None


def test_it_waits_while_the_table_rests() -> None:
    room = a_game(3)
    room = run_commands(to_the_castle(run_commands(room, plan(room, BEN, "detective"))), c.Pause(ADA))
    assert next_deadline(room) is None
    assert events_of(room, c.UsePlan(ask_of(room), BEN)) == ()


def test_only_choices_of_the_game_can_be_named() -> None:
    room = a_game(3)
    assert get_refusal_code(room, plan(room, BEN, "detective", "all the money")) == "choice_not_legal"
    assert get_refusal_code(room, plan(room, BEN, *["exhibit"] * 17)) == "bad_field"
    assert get_refusal_code(room, c.MakePlan(BEN, AskNumber(99), ("exhibit",))) == "ask_is_over"
    assert get_refusal_code(a_room(2), c.MakePlan(BEN, AskNumber(1), ())) == "not_begun"
    assert get_refusal_code(play_to_end(a_game(2)), c.MakePlan(BEN, AskNumber(1), ())) == "game_over"


@pytest.mark.parametrize("viewer", [None, ADA, CARLA])
def test_nobody_else_learns_that_anything_was_planned(viewer: Viewer) -> None:
    room = a_game(3, watchers="public")
    said = run_commands(room, plan(room, BEN, "detective"))
    assert canonical(to_plain(view(said, viewer))) == canonical(to_plain(view(room, viewer)))
    before = to_the_castle(said)
    dropped = run_commands(to_the_castle(run_commands(room, plan(room, BEN, "castle"))), c.UsePlan(ask_of(before), BEN))
    assert canonical(to_plain(view(dropped, viewer))) == canonical(to_plain(view(to_the_castle(room), viewer)))
    for event in (e.PlanMade(ask_of(room), BEN, ("detective",)), e.PlanDropped(ask_of(room), BEN)):
        assert audience(room, event) == BEN


def test_longest_plan_the_page_offers_is_accepted_with_space_left(game: str) -> None:
    evening, rng, longest = Evening(game, grace=0), random.Random(5), 0
    for name in NAMES[1 : max(registry.find(game).table_sizes)]:
        assert evening.does(c.TakeSeat(name, holder(name), JOIN_KEY))
    assert evening.does(begin(game=game))
    while evening.is_asking:
        play = game_of(evening.room)
        for seat, ask in play.asks.items():
            longest = max(longest, *(len(play.game.text(choice)) for choice in ask.choices))
            evening.does(c.Seal(seat, play.ask, evening.choice(seat, rng.randrange(1 << 20))))
    of_the_page = (1 + MOST_CONDITIONS) * MOST_ON_PAGE * longest
    assert of_the_page * 4 < MOST_PLAN * 3


def test_longer_plan_is_refused_and_keeps_the_previous_one() -> None:
    room = run_commands(a_game(3), plan(a_game(3), BEN, "detective"))
    long = "show " + " ".join(["A1621"] * 60)
    assert get_refusal_code(room, plan(room, BEN, *[long] * 16)) == "bad_field"
    assert view(room, BEN).plan == ("detective",)


def test_plan_changes_are_limited_during_one_ask() -> None:
    room = a_game(3)
    for number in range(MOST_CHANGES):
        room = run_commands(room, plan(room, BEN, "detective" if number % 2 else "exhibit"))
    for choices in (("thief 8",), ()):
        assert get_refusal_code(room, plan(room, BEN, *choices)) == "used_up"
    assert events_of(room, plan(room, BEN, "detective")) == (), "the same plan once more changes nothing"
    run_commands(room, plan(room, CARLA, "exhibit"))
    room = to_the_castle(room)
    assert game_of(use_plans(room)).sealed[BEN].choice == "detective"
    run_commands(room, plan(room, BEN, "castle"))


def test_changes_and_lifts_are_limited_but_a_lifted_choice_reseals(game: str) -> None:
    room = a_game(3, game=game)
    one, other = [game_of(room).game.text(choice) for choice in game_of(room).asks[ADA].choices[:2]]
    room = run_commands(room, seal(room, ADA, one))
    for number in range(MOST_CHANGES - 1):
        room = run_commands(room, seal(room, ADA, one if number % 2 else other))
    lifted = run_commands(room, lift(room, ADA))
    assert get_refusal_code(run_commands(lifted, seal(room, ADA, one)), lift(room, ADA)) == "used_up"
    assert get_refusal_code(run_commands(lifted, seal(room, ADA, one)), seal(room, ADA, other)) == "used_up"
    assert events_of(run_commands(lifted, seal(room, ADA, one)), seal(room, ADA, one)) == ()
    run_commands(room, seal(room, BEN), lift(room, BEN))
