"""Options of a room: allowed values and refusals."""

from collections.abc import Mapping

import pytest

from app.rooms import commands as c
from app.rooms import events as e
from app.rooms.model.options import CLOCKS, clock_name, read_options
from app.rooms.model.refusals import Refusal
from app.rooms.model.values import replace
from app.rooms.views.view import view
from engine.core.errors import BadOptionsError
from engine.core.options import Option
from engine.core.plain import Plain
from tests.rooms.builders import (
    ADA,
    BEN,
    CODE,
    GAME,
    JOIN_KEY,
    SEED,
    WATCH_KEY,
    a_game,
    a_room,
    begin,
    decide_at,
    events_of,
    game_of,
    get_refusal_code,
    holder,
    play_to_end,
    run_commands,
)

DEFAULTS: dict[str, Plain] = {
    "grace": 2.0,
    "bot_pace": 1.0,
    "clock": {"mode": "off", "bank": 300.0, "per_ask": 30.0},
    "watchers": "none",
    "watchers_talk": True,
    "tell": "who",
    "coach": False,
    "language": "en",
    "variant": "surprise",
    "open_memory": True,
    "rules": "2000",
}

NAN, INFINITY = float("nan"), float("inf")

SPANS: list[Plain] = [-0.001, 30.001, NAN, INFINITY, "2", True, None, [], {}, 10**400]
CLOCK_SPANS: list[Plain] = [-1, 30 * 24 * 3600 + 1, NAN, INFINITY, "300", False, None, {}]
MODES: list[Plain] = [None, "off", 30, [], True, {"modus": "off"}, {"mode": None}, {"mode": "on"}, {"mode": 0}]

BAD_VALUES: dict[str, list[Plain]] = {
    "grace": SPANS,
    "bot_pace": SPANS,
    "clock": [
        *MODES,
        *({key: span} for key in ("bank", "per_ask") for span in CLOCK_SPANS),
    ],
    "watchers": [None, "all", "", True, 1, ["public"]],
    "watchers_talk": [None, "on", 1],
    "tell": [None, "everything", "WHO", False, 0],
    "coach": [None, "on", "true", 0, 1, [True]],
    "language": [None, "", "tlh", 1],
    "variant": [None, "", "chess", True, 0, 1.5, ["surprise"], {}],
    "open_memory": [None, "yes", 1, 0, 1.0, "true"],
    "rules": [None, "", 2000, 1990, "1991", True, ["1990"], {}],
    **{unknown: [1] for unknown in ("", "Grace", "seed", "edition", "game", "bot_pace ")},
}
BAD = [(key, value) for key, values in BAD_VALUES.items() for value in values]


def choose(options: Mapping[str, Plain]) -> c.ChooseOptions:
    return c.ChooseOptions(ADA, dict(options))


@pytest.mark.parametrize("name", CLOCKS)
def test_clock_can_be_chosen_by_name_and_reports_that_name(name: str) -> None:
    room = run_commands(a_room(2), choose({"clock": {"mode": "hard", "bank": 7}}), choose({"clock": name}))
    assert room.options.clock == CLOCKS[name]
    assert clock_name(room.options.clock) == name
    assert read_options(room.game.options, room.options.to_json()) == room.options, "what is kept is read again"


def test_a_clock_of_other_figures_has_no_name() -> None:
    room = run_commands(a_room(2), choose({"clock": "brisk"}), choose({"clock": {"per_ask": 44}}))
    assert clock_name(room.options.clock) is None
    assert clock_name(run_commands(room, choose({"clock": {"mode": "off"}})).options.clock) == "none"


def test_a_clock_for_weeks_runs_for_weeks() -> None:
    room = run_commands(a_game(2), choose({"clock": "week"}))
    ask = view(room, ADA).ask
    assert ask is not None
    assert ask.deadline is not None
    assert ask.deadline - room.at == 21 * 24 * 3_600_000
    assert ask.reserve == 14 * 24 * 3_600_000


def test_a_room_opens_with_the_defaults() -> None:
    assert a_room().options.to_json() == DEFAULTS


@pytest.mark.parametrize(("key", "value"), BAD)
def test_a_bad_value_is_refused_wherever_options_are_given(key: str, value: Plain) -> None:
    assert get_refusal_code(a_room(2), choose({key: value})) == "bad_field"
    assert get_refusal_code(a_room(2), replace(begin(), options={key: value})) == "bad_field"
    reveal = c.OpenRoom(CODE, GAME, "Ada", holder("Ada"), JOIN_KEY, WATCH_KEY, {key: value})
    assert get_refusal_code(None, reveal) == "bad_field"


def test_bad_values_cover_every_field_of_the_options() -> None:
    assert BAD_VALUES.keys() >= DEFAULTS.keys()


@pytest.mark.parametrize(
    "options",
    [
        {"grace": 0},
        {"grace": 30.0, "bot_pace": 0},
        {"clock": {"mode": "hard"}},
        {"clock": {"mode": "gentle", "bank": 0, "per_ask": 2_592_000}},
        {"watchers": "delayed", "tell": "nothing", "variant": "confrontation", "open_memory": False, "rules": "1990"},
    ],
)
def test_options_named_change_and_the_others_stay(options: dict[str, Plain]) -> None:
    room = run_commands(a_room(), choose(options))
    expected = dict(DEFAULTS)
    for key, value in options.items():
        was = expected[key]
        expected[key] = {**was, **value} if isinstance(was, dict) and isinstance(value, dict) else value
    assert room.options.to_json() == expected


def test_choosing_what_is_chosen_already_changes_nothing() -> None:
    assert events_of(a_room(), choose(DEFAULTS)) == ()
    assert events_of(a_room(), choose({})) == ()


def test_only_the_host_chooses() -> None:
    assert get_refusal_code(a_room(2), c.ChooseOptions(BEN, {"grace": 1})) == "not_host"


def test_what_the_game_is_about_is_chosen_between_games_only() -> None:
    assert get_refusal_code(a_game(2), choose({"tell": "count"})) == "already_begun"
    assert get_refusal_code(a_game(2), choose({"grace": 1, "open_memory": False})) == "already_begun"
    assert get_refusal_code(run_commands(a_game(2), c.Pause(ADA)), choose({"watchers": "public"})) == "already_begun"
    assert run_commands(play_to_end(a_game(2)), choose({"tell": "count"})).options.tell == "count"


def test_how_long_the_table_waits_is_chosen_at_any_time() -> None:
    chosen: dict[str, Plain] = {"grace": 1, "bot_pace": 3, "clock": {"mode": "hard"}}
    room = run_commands(a_game(2), choose(chosen))
    assert (room.options.grace, room.options.bot_pace, room.options.clock.mode) == (1000, 3000, "hard")


def test_options_may_come_with_the_beginning() -> None:
    events = events_of(a_room(2), begin(variant="confrontation", grace=0))
    assert [type(event) for event in events] == [e.OptionsChanged, e.GameBegun]
    room = run_commands(a_room(2), begin(variant="confrontation", grace=0))
    assert room.options.grace == 0
    assert game_of(room).state.table.variant == "confrontation"


def test_the_refusal_names_the_field_and_its_range() -> None:
    with pytest.raises(BadOptionsError, match="'grace' is a number of seconds from 0 to 30"):
        read_options((), {"grace": 99})


def test_options_are_the_games_own() -> None:
    of_game = (Option("cards", ("few", "many"), "few", (2,)),)
    assert read_options(of_game, {"cards": "many"}).to_json()["cards"] == "many"
    with pytest.raises(BadOptionsError, match="variant"):
        read_options(of_game, {"variant": "surprise"})


def test_what_the_protocol_writes_reads_back() -> None:
    room = a_room(grace=0.25, clock={"mode": "gentle", "bank": 12.345, "per_ask": 0.001}, tell="count")
    assert read_options(room.game.options, room.options.to_json()) == room.options


LONG = 31 * 24 * 3600
OUT_OF_RANGE: tuple[tuple[dict[str, Plain], str], ...] = (
    ({"grace": 31}, "time to change your mind"),
    ({"bot_pace": -1}, "bots' speed"),
    ({"clock": {"per_ask": LONG}}, "time per choice"),
    ({"clock": {"bank": LONG}}, "reserve time"),
)
SETTINGS: tuple[tuple[dict[str, Plain], str, str], ...] = (
    ({"clock": {"mode": "hard", "bank": 0, "per_ask": 9}}, "playing", "a clock needs at least 10 seconds"),
    ({"clock": {"mode": "hard", "bank": 4, "per_ask": 5}}, "paused", "a clock needs at least 10 seconds"),
    ({"clock": {"mode": "gentle", "bank": 0, "per_ask": 0}}, "playing", "a clock needs at least 10 seconds"),
    ({"clock": {"mode": "hard", "bank": 0, "per_ask": 9}, "tell": "count"}, "playing", "at least 10 seconds"),
    ({"tell": "count"}, "playing", "can't change that during a game"),
    ({"watchers": "public"}, "paused", "can't change that during a game"),
    ({"variant": "confrontation"}, "playing", "can't change that during a game"),
    *((given, phase, says) for given, says in OUT_OF_RANGE for phase in ("lobby", "playing", "finished")),
)
"""Refused settings: phase, values, and words of the refusal."""


@pytest.mark.parametrize(("given", "phase", "says"), SETTINGS)
def test_refused_setting_names_what_is_wrong_with_it(given: dict[str, Plain], phase: str, says: str) -> None:
    room = a_room(2) if phase == "lobby" else play_to_end(a_game(2)) if phase == "finished" else a_game(2)
    room = run_commands(room, c.Pause(ADA)) if phase == "paused" else room
    answer = decide_at(room, choose(given))
    assert isinstance(answer, Refusal) and says in answer.say


def test_slow_enough_clock_can_be_chosen_during_a_game() -> None:
    assert (
        run_commands(a_game(2), choose({"clock": {"mode": "hard", "bank": 0, "per_ask": 10}})).options.clock.per_ask
        == 10_000
    )
    room = run_commands(a_room(2, clock={"mode": "hard", "bank": 0, "per_ask": 5}), begin())
    assert run_commands(room, choose({"grace": 1})).options.grace == 1_000, "the clock that is there stays"


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (begin(), "already started"),
        (c.Again(ADA, SEED, None), "already started"),
        (c.Vote(ADA, "again", True, SEED, None), "already started"),
        (c.SwapSeats(ADA, ADA, BEN), "before a game"),
        (c.SeatBot(ADA, BEN, "normal"), "during a game"),
        (c.SetUpAnew(ADA, None), "during a game"),
    ],
    ids=lambda each: type(each).__name__ if not isinstance(each, str) else "",
)
def test_late_command_is_refused_with_a_sentence_of_its_own(command: c.Command, says: str) -> None:
    answer = decide_at(a_game(2), command)
    assert isinstance(answer, Refusal) and answer.code == "already_begun" and says in answer.say
