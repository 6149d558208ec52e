"""Rules of 1990 (A11): the game stops at once at the banquet table."""

import json
import random
from collections.abc import Sequence

import pytest

from engine.adel_verpflichtet import GAME
from engine.adel_verpflichtet.bot.model import rounds as model
from engine.adel_verpflichtet.bot.model.box import box_of
from engine.adel_verpflichtet.bot.model.cards import CASTLE_THIEF, DETECTIVE, EXHIBIT
from engine.adel_verpflichtet.bot.model.deals import deals_of
from engine.adel_verpflichtet.choices import Choice
from engine.adel_verpflichtet.state import Rules, State
from engine.adel_verpflichtet.view_types import TableView
from engine.bots.random_bot import RandomBot
from engine.bots.seating import table_of
from engine.core.chance import SeededChance
from engine.core.seats import Seat
from engine.driver import Chooser, turns
from tests.engine.adel_verpflichtet.tables import ADA, BEN, CARLA, DORA, a_table, list_texts, on_show, play, view

BOWLS = "A1598 A1621 A1655"
POTS = "B1602 B1660 B1703 B1758"
EDITIONS = ("2000", "1990")


def castle_round(pawns: tuple[int, ...], hands: dict[Seat, str], cards: str, rules: str) -> State:
    """Return a round of four at the castle before the exhibitions are chosen."""
    table = a_table(4, hands=hands, pawns=pawns, rules=rules)
    return play(table, " | ".join(["castle"] * 4), cards).state


@pytest.mark.rule("A11.1")
def test_an_exhibitor_who_arrives_stops_the_game() -> None:
    state = castle_round((49, 30, 20, 10), {ADA: BOWLS}, "exhibit | thief 9 | detective | detective", "1990")
    story = play(state, "show A1598 A1621 A1655")
    assert story.kinds == [
        "exhibitions_open",
        "pair_counts",
        "exhibitor_moves",
        "game_stops",
        "exhibits_return",
        "round_ends",
        "finals_open",
        "finalist_moves",
        "game_ends",
    ]
    stopped = story.the("game_stops")
    assert (stopped.clause, stopped.seat, stopped.detail("space")) == ("A11.1", ADA, 57)
    end = story.state
    assert end.cells == (), "no thief is caught"
    assert end.pawns == (65, 30, 20, 10), "no detective moves, and the final exhibition is held"
    assert on_show(end._replace(exhibitions=end.finals), ADA) == BOWLS, "nothing was stolen of it"


@pytest.mark.rule("A11.1")
@pytest.mark.parametrize(("rules", "second_moves"), [("2000", 4), ("1990", 0)])
def test_the_second_best_moves_unless_the_best_arrived(rules: str, second_moves: int) -> None:
    hands = {ADA: BOWLS, BEN: POTS}
    # castle 23 pays 8 and 4: Ben's pots are more and go first
    state = castle_round((30, 49, 0, 0), hands, "exhibit | exhibit | detective | detective", rules)
    story = play(state, "show A1598 A1621 A1655 | show B1602 B1660 B1703 B1758")
    moved = story.effects("exhibitor_moves")
    assert [(move.seat, move.detail("by")) for move in moved][:1] == [(BEN, 8)]
    assert sum(int(str(move.detail("by"))) for move in moved[1:]) == second_moves


@pytest.mark.rule("A11.1")
def test_a_second_best_who_arrives_stops_the_game_too() -> None:
    state = castle_round((49, 30, 0, 0), {ADA: BOWLS, BEN: POTS}, "exhibit | exhibit | thief 8 | detective", "1990")
    story = play(state, "show A1598 A1621 A1655 | show B1602 B1660 B1703 B1758")
    assert story.the("game_stops").seat == ADA
    assert "steals" not in story.kinds


@pytest.mark.rule("A11.1")
def test_the_first_detective_to_arrive_stops_the_game() -> None:
    # Carla is first, Ada and Ben level behind her, in seat order; Ben would arrive too
    state = castle_round((50, 50, 51, 0), {}, "detective | detective | detective | thief 7", "1990")
    assert state.stage == "over"
    table = a_table(4, pawns=(50, 50, 51, 0), rules="1990")
    story = play(table, "castle | castle | castle | castle", "detective | detective | detective | thief 7")
    assert [(move.seat, move.detail("by")) for move in story.effects("detective_moves")] == [(CARLA, 1)]
    assert story.state.pawns == (50, 50, 52, 0)
    assert story.the("game_stops").seat == CARLA
    table = a_table(4, pawns=(50, 50, 50, 0), rules="1990")
    story = play(table, "castle | castle | castle | castle", "detective | detective | detective | thief 7")
    assert [move.seat for move in story.effects("detective_moves")] == [ADA, BEN, CARLA]
    assert GAME.outcome(story.state) is None, "51 is the last castle"


@pytest.mark.rule("A11.1")
def test_level_detectives_go_in_seat_order() -> None:
    table = a_table(4, pawns=(0, 50, 50, 51), rules="1990")
    story = play(table, "castle | castle | castle | castle", "thief 10 | detective | detective | detective")
    assert [move.seat for move in story.effects("detective_moves")] == [DORA]
    table = a_table(4, pawns=(51, 50, 50, 0), rules="1990")
    story = play(table, "castle | castle | castle | castle", "thief 10 | detective | detective | detective")
    moved = [(move.seat, move.detail("to_space")) for move in story.effects("detective_moves")]
    assert moved == [(BEN, 52)], "Carla is level with Ben and sits behind him"


@pytest.mark.rule("A11.1")
@pytest.mark.parametrize("rules", EDITIONS)
def test_before_the_banquet_both_editions_come_to_the_same(rules: str) -> None:
    state = castle_round((10, 20, 30, 5), {ADA: BOWLS}, "exhibit | thief 9 | detective | detective", rules)
    end = play(state, "show A1598 A1621 A1655", "steal A1598").state
    assert end.pawns == (16, 20, 31, 9)
    assert end.cells == (9,)


@pytest.mark.rule("A11.2")
def test_the_final_exhibition_and_the_ranking_are_those_of_a8() -> None:
    state = castle_round((49, 48, 20, 10), {ADA: BOWLS, BEN: POTS}, "exhibit | detective | thief 8 | detective", "1990")
    story = play(state, "show A1598 A1621 A1655")
    assert [(move.seat, move.detail("by")) for move in story.effects("finalist_moves")] == [(BEN, 8), (ADA, 4)]
    outcome = GAME.outcome(story.state)
    assert outcome is not None
    assert (outcome.reason, outcome.ranking) == ("banquet", ((ADA,), (BEN,), (CARLA,), (DORA,)))
    table = a_table(3, number=200, hands={ADA: BOWLS}, rules="1990")
    story = play(table, "castle | castle | castle", "detective | detective | detective")
    assert "rounds_run_out" in story.kinds


@pytest.mark.rule("A11.3")
def test_confrontation_alternates_locations_by_a9_2() -> None:
    table = a_table(2, variant="confrontation", rules="1990", hands={ADA: BOWLS})
    assert view(table).place == "auction_house"
    on_sale = view(table).windows[0].object
    assert on_sale is not None
    story = play(table, "cheque 25 | cheque 24", f"buy {on_sale.id}")
    after = story.state
    assert (view(after).place, after.round) == ("castle", 2)
    assert list_texts(after, ADA) == {"exhibit", "thief 10", "thief 1", "detective"}


@pytest.mark.rule("A11.4")
@pytest.mark.parametrize("seats", GAME.table_sizes)
def test_both_editions_agree_until_a_pawn_arrives(seats: int) -> None:
    ends: dict[str, list[State]] = {}
    for rules in EDITIONS:
        chance = SeededChance(b"both")
        bots: Sequence[Chooser[TableView, Choice]] = table_of([RandomBot()] * seats, b"both")
        state = GAME.new(seats, {"rules": rules}, chance)
        steps = [step for turn in turns(GAME, state, bots, chance) for step in turn.steps]
        ends[rules] = [
            step.state._replace(table=state.table._replace(rules=Rules.OF_2000))
            for step in steps
            if step.effect.kind == "round_ends"
        ]
    *before, last = ends["1990"]
    assert len(before) > 10
    assert before == ends["2000"][: len(before)]
    assert max(last.pawns) >= last.table.edition.banquet_space > max(before[-1].pawns)


def test_without_a_choice_the_rules_are_those_of_2000() -> None:
    state = GAME.new(3, {}, SeededChance(b"old"))
    assert state.table.rules is Rules.OF_2000
    assert view(state).rules == "2000"
    data = GAME.dump(state)
    assert isinstance(data, dict)
    assert "rules" not in data, "dumps of an earlier release stay what they were"
    of_1990 = GAME.new(3, {"rules": "1990"}, SeededChance(b"old"))
    assert view(of_1990).rules == "1990"
    assert GAME.load(json.loads(json.dumps(GAME.dump(of_1990)))) == of_1990
    assert GAME.digest(of_1990) != GAME.digest(state)
    assert GAME.checksum(of_1990) != GAME.checksum(state)


@pytest.mark.rule("A11.1")
@pytest.mark.parametrize(("rules", "pawns"), [("2000", [57, 52, 0, 3]), ("1990", [57, 50, 0, 0])])
def test_the_bots_model_of_a_round_ends_it_likewise(rules: str, pawns: list[int]) -> None:
    table = a_table(4, hands={ADA: BOWLS}, pawns=(49, 50, 0, 0), rules=rules)
    shown = view(table)
    position = deals_of(shown, None, random.Random(1))()._replace(hands=list(table.hands))
    after = model.play_round(box_of(shown), position, [EXHIBIT, DETECTIVE, CASTLE_THIEF + 8, DETECTIVE])
    assert after.pawns == pawns
