"""Chronicles of whole games: they agree with the result, whatever was played."""

import itertools
import json
import re
from collections import Counter
from functools import cache
from gettext import NullTranslations
from pathlib import Path

import pytest

from app.rooms.fold import fold
from app.rooms.model.ids import AskNumber
from app.rooms.model.reveal import Reaction, Reveal
from app.rooms.model.room import Room
from app.rooms.views.log_view import list_visible_reveals
from app.rooms.views.replay import replay
from app.web.games import chronicle, find_presenter
from app.web.games.chronicle import Chart, place_effects
from app.web.games.highlights import Laughs, find_most_laughed, with_most_laughed
from app.web.replay.stops import find, find_neighbours, rounds, stops
from app.web.table.charts import BOTTOM, LABEL_GAP, LEFT, RIGHT, TOP, drawing, spread_labels
from app.web.table.log import LOG_ROUNDS, LOG_SENTENCES, log, turns
from app.web.text.languages import LANGUAGES, catalogue
from app.web.text.sentences import Speech
from tests.engine.effect_texts import parse_effect
from tests.journal.test_old_games import SAMPLES, entries
from tests.rooms.builders import ADA, game_of

SPEECH = Speech(NullTranslations())


@pytest.fixture(params=SAMPLES, ids=lambda path: path.stem)
def room(request: pytest.FixtureRequest) -> Room:
    """Room whose game is over."""
    return fold_sample(request.param)


@cache
def fold_sample(path: Path) -> Room:
    """Return the room of that sample."""
    room = fold(None, entries(json.loads(path.read_text())["rows"]))
    assert room is not None
    return room


def test_the_course_ends_where_the_game_did(room: Room) -> None:
    play = game_of(room)
    chart = chronicle(room.game.key).chart(list_visible_reveals(room, None), play.seats, SPEECH)
    view = play.game.view(play.state, None)
    ends = {seat.seat: getattr(seat, "space", None) or getattr(seat, "money", 0) for seat in view.seats}
    assert {seat: line[-1] for seat, line in chart.lines.items()} == ends
    assert all(len(line) == len(chart.columns) for line in chart.lines.values())
    assert all(line[0] == 0 and list(line) == sorted(line) for line in chart.lines.values())
    assert set(chart.marks) <= set(range(len(chart.columns)))


def test_deeds_and_ties_count_what_happened(room: Room) -> None:
    teller, reveals, seats = chronicle(room.game.key), list_visible_reveals(room, None), game_of(room).seats
    tally, ties = teller.tally(reveals, seats, SPEECH), teller.ties(reveals, SPEECH)
    assert sorted(tally.counts) == list(range(seats))
    assert all(len(counts) == len(tally.columns) for counts in tally.counts.values())
    rows = teller.rounds(reveals, SPEECH)
    played = Counter(seat for row in rows for seat in row.played)
    actions = [number for number, column in enumerate(tally.columns) if column.sign.startswith("card-")]
    assert {seat: sum(counts[at] for at in actions) for seat, counts in tally.counts.items()} == played
    assert ties.counts and all(by != to and count > 0 for (by, to), count in ties.counts.items())
    assert not tally.groups or sum(span for _, span in tally.groups) == len(tally.columns)


def test_grid_row_links_to_reveal_of_its_cards(room: Room) -> None:
    reveals = {int(reveal.ask): reveal for reveal in list_visible_reveals(room, None)}
    rows = chronicle(room.game.key).rounds(tuple(reveals.values()), SPEECH)
    assert len({row.label for row in rows}) == len(rows) > 10
    for row in rows:
        shown = reveals[row.ask].effects[row.step - 1]
        assert shown.kind in ("auction_opens", "castle_opens", "cards_open", "actions_open", "sealed_opens")
        assert all(line.seat == seat for seat, line in row.played.items())


def test_the_log_files_every_sentence_under_its_own_round(room: Room) -> None:
    reveals, presenter = list_visible_reveals(room, None), find_presenter(room.game.key)
    begins = [at for at, reveal in enumerate(reveals) if reveal.effects[-1].round > reveal.effects[0].round]
    assert begins or room.game.key == "adel_verpflichtet"
    for told_so_far in [reveals, *(reveals[: at + 1] for at in begins)]:
        shown = log(told_so_far, presenter, SPEECH)
        happened = [each for reveal in told_so_far for each in reveal.effects]
        assert shown[0][0] == happened[-1].round
        assert len(shown) <= LOG_ROUNDS and sum(len(listed) for _, listed in shown) <= LOG_SENTENCES
        for round, listed in shown:
            sentences = [presenter.sentence(each, SPEECH) for each in happened if each.round == round]
            of_round = [sentence for sentence in sentences if sentence is not None]
            assert [each.parts for each in listed] == [each.parts for each in of_round[-len(listed) :]]


def test_log_splits_round_into_whole_turns_newest_first(room: Room) -> None:
    presenter = find_presenter(room.game.key)
    for _, said in log(list_visible_reveals(room, None), presenter, SPEECH):
        parted = turns(said, presenter)
        assert [sentence for turn in reversed(parted) for sentence in turn] == list(said)
        assert all(turn[0].kind in presenter.turn_begins for turn in parted[:-1])
        assert not any(sentence.kind in presenter.turn_begins for turn in parted for sentence in turn[1:])
        assert (len(parted) > 1) is bool(presenter.turn_begins)


def test_highlights_are_few_and_lead_to_reveals(room: Room) -> None:
    reveals = list_visible_reveals(room, None)
    found = chronicle(room.game.key).highlights(reveals, SPEECH)
    assert 3 <= len(found) <= 6
    assert {one.ask for one in found} <= {reveal.ask for reveal in reveals}
    assert [one.ask for one in found] == sorted(one.ask for one in found)
    seats = {part for one in found for part in one.said if isinstance(part, int)}
    assert seats <= set(range(game_of(room).seats))


def test_every_topic_has_effects_and_words(room: Room) -> None:
    teller = chronicle(room.game.key)
    found = Counter(teller.topic(each.effect) for each in place_effects(list_visible_reveals(room, None)))
    assert set(teller.topics(SPEECH)) == set(found) - {""}


ADEL = (
    (1, "A4.0 auction_opens round=1 seats=[0,1] cards=[cheque,thief] values=[9,4]"),
    (1, "A4.1 buys round=1 seat=0 cheque=9 window=1 object=C1468"),
    (2, "A6.0 castle_opens round=2 seats=[0,1] cards=[thief,exhibit] values=[7,0]"),
    (2, "A6.4 steals round=2 seat=0 thief=7 from_seats=[1] objects=[A1517]"),
    (2, "A6.6 arrested round=2 seat=0 thief=7 detectives=[1] cell=1"),
    (3, "A6.7 detective_moves round=3 seat=1 place=1 level=[] by=9 from_space=0 to_space=9"),
    (5, "A7.3 freed round=5 seat=0 thief=7"),
    (6, "A6.2 exhibitor_moves round=6 seat=0 rank=1 size=6 oldest=A1517 by=12 from_space=0 to_space=12"),
    (6, "A8.3 game_ends round=6 seats=[0,1] places=[1,2]"),
)
"""Small game: its rounds and effects."""


def test_the_highlights_of_a_small_game_are_these() -> None:
    reveals = [Reveal(AskNumber(ask), round, (parse_effect(text),)) for ask, (round, text) in enumerate(ADEL, start=1)]
    found = chronicle("adel_verpflichtet").highlights(reveals, SPEECH)
    said = ["".join(str(part) for part in one.said) for one in found]
    assert said == [
        "The top price: 0 paid 9,000 for “The Doge's Alibi” in round 1.",
        "The biggest theft: 0 took the pipe bowl of 1517 from 1 in round 2.",
        "The longest stay in the cells: 0's thief 7, 3 rounds, from round 2 on.",
        "The comeback: 0 was 9 spaces behind after round 3 and still won.",
        "The best catch: 1's detective earned 9 spaces in round 3.",
        "The best exhibition: 0 showed 6 objects in round 6, the oldest of 1517.",
    ]


def react(ask: int, name: str, sign: str = "laugh") -> Reaction:
    """Return a reaction to the reveal of that ask."""
    return Reaction(AskNumber(ask), ADA, name, sign)


@pytest.mark.parametrize(
    ("found", "best"),
    [
        ([], None),
        ([react(3, "Ada"), react(3, "Ada")], None),
        ([react(3, "Ada"), react(3, "Ben", "hat")], None),
        ([react(3, "Ada"), react(3, "Ben"), react(4, "Ada")], (3, 2)),
        ([react(4, "Ada"), react(4, "Ben"), react(3, "Ada"), react(3, "Ben")], (3, 2)),
        ([react(3, "Ada"), react(3, "Ben"), react(4, "Ada"), react(4, "Ben"), react(4, "Ben", "hat")], (4, 2)),
        ([react(3, "Ada"), react(3, "Ben"), react(4, "Ada"), react(4, "Ben"), react(4, "Ben")], (4, 3)),
    ],
)
def test_most_laughs_of_several_people_win(found: list[Reaction], best: tuple[int, int] | None) -> None:
    assert find_most_laughed(found) == best


def test_most_laughed_reveal_is_among_the_highlights(room: Room) -> None:
    reveals = list_visible_reveals(room, None)
    found = chronicle(room.game.key).highlights(reveals, SPEECH)
    last = reveals[-1]
    told = with_most_laughed(found, Laughs(last.ask, 3), reveals, SPEECH)
    assert len(told) <= 6
    assert [one.ask for one in told] == sorted(one.ask for one in told)
    (laughed,) = (one for one in told if one not in found)
    assert laughed.ask == last.ask
    assert laughed.said == (f"The reveal most laughed at: round {last.round}, with 3 laughs.",)
    assert laughed.rank > min(one.rank for one in told), "the best one stays the game's own"
    assert with_most_laughed(found, None, reveals, SPEECH) == tuple(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_most_laughed_reveal_is_told_in_every_language(language: str) -> None:
    reveals = [Reveal(AskNumber(7), 12, ())]
    (laughed,) = with_most_laughed((), Laughs(7, 3), reveals, Speech(catalogue(language), language))
    (said,) = laughed.said
    assert ("most laughed at" in str(said)) is (language == "en")
    assert re.findall(r"\d+", str(said)) == ["12", "3"]


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_stops_are_found_by_their_addresses_and_chained_both_ways(path: Path) -> None:
    again = replay(entries(json.loads(path.read_text())["rows"]), 1)
    assert again is not None
    made = stops(again.moments, None, find_presenter(again.game.key), SPEECH)
    assert [find(made, stop.address) for stop in made] == list(range(len(made)))
    assert find(made, None) == find(made, "no address") == 0
    assert find(made, "999999999") == len(made) - 1
    for at, stop in enumerate(made):
        around = find_neighbours(made, at)
        assert around.next == (made[at + 1].address if at + 1 < len(made) else None)
        assert around.previous == (made[at - 1].address if at else None)
        if around.next_round is not None:
            assert made[find(made, around.next_round)].round == stop.round + 1
        if around.previous_round is not None:
            assert made[find(made, around.previous_round)].round in (stop.round, stop.round - 1)
    assert [round for round, _ in rounds(made)] == list(range(1, made[-1].round + 1))
    assert all(stop.sentence is not None or stop.step == 0 for stop in made)


def test_labels_at_the_end_of_lines_never_touch() -> None:
    for ends in ({0: 20.0, 1: 20.0, 2: 21.0}, {0: 204.0, 1: 203.0, 2: 202.0, 3: 20.0, 4: 190.0}, {0: 100.0}, {}):
        placed = sorted(spread_labels(ends).values())
        assert all(after - before >= LABEL_GAP for before, after in itertools.pairwise(placed))
        assert all(at <= BOTTOM for at in placed)


@pytest.mark.parametrize("highest", [0, 1, 7, 64, 193, 1000])
def test_a_chart_is_drawn_within_its_sheet(highest: int) -> None:
    lines = {0: (0, highest // 2, highest), 1: (0, 0, 0)}
    made = drawing(Chart("", "", "", ("Start", "1", "2"), {2: "end"}, lines))
    for line in made.lines:
        for point in line.points.split(" "):
            x, y = map(float, point.split(","))
            assert LEFT <= x <= RIGHT
            assert TOP <= y <= BOTTOM
    values = [int(tick.label) for tick in made.up]
    assert values[0] == 0 and values[-1] >= highest and 2 <= len(values) <= 8
    assert [tick.label for tick in made.along] == ["1", "2"]
    assert made.marks[0].at == RIGHT
