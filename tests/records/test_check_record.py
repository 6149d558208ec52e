"""Check of records: every true one passes, and a false one is found."""

import hashlib
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.records.check_record import Report
from app.records.read_record import UnreadableRecordError
from app.rooms.views.replay import replay
from engine.core.plain import Plain
from tests.records.evenings import LAST_SEED, OTHER_SEED, check_data, forge_digest, long_evening, record, short_evening
from tests.whole import whole

OF_PLAY = ("GameBegun", "ChoiceSealed", "Revealed", "GameFinished")


def test_every_game_of_an_evening_holds() -> None:
    report = check_data(record(long_evening()))
    assert report.failure is None
    assert [game.end for game in report.games] == ["finished", "ended early", "finished", "running"]
    assert [game.begun.number for game in report.games] == [1, 2, 3, 4]
    assert report.games[1].names == ("Carla", "Ada", "Ben")
    assert report.games[0].ranking == long_evening().room.evening[0].ranking
    assert [len(game.choices) for game in report.games] == [*map(reveals, (1, 2, 3)), 0]


def reveals(number: int) -> int:
    played = replay(long_evening().entries, number)
    assert played is not None
    return len(played.moments)


def test_a_room_without_a_game_holds() -> None:
    whole = record(short_evening())
    until = next(place for place, event in enumerate(whole["facts"]) if event["fact"] == "GameBegun")
    report = check_data(forge_digest(whole | {"facts": whole["facts"][:until], "results": []}))
    assert (report.games, report.failure) == ((), None)


def is_caught(tampered: Plain) -> bool:
    try:
        return check_data(tampered).failure is not None
    except UnreadableRecordError:
        return True


def other(value: Plain) -> Plain:
    """Return another value of the same kind."""
    match value:
        case bool():
            return not value
        case int() | float():
            return value + 1
        case str():
            return value[:-1] + ("1" if value[-1:] == "0" else "0")
        case list():
            return [*value[:-1], other(value[-1])] if value else [0]
        case dict():
            return dict(value) | {min(value): other(value[min(value)])} if value else {"more": 1}
    return 0


FIELDS = [
    (place, name)
    for place, event in enumerate(record(short_evening())["facts"])
    for name in event
    if event["fact"] not in ("ChoiceSealed", "Revealed") or place % 7 == 0
]


@pytest.mark.parametrize(("place", "name"), FIELDS[: 200 : whole(1, 3)], ids=str)
def test_each_field_that_is_changed_is_caught(place: int, name: str) -> None:
    tampered = record(short_evening())
    tampered["facts"][place][name] = other(tampered["facts"][place][name])
    assert is_caught(tampered)


places = st.integers(0, len(record(short_evening())["facts"]) - 1)
quick = settings(max_examples=whole(40, 20), deadline=None, suppress_health_check=[HealthCheck.too_slow])


@quick
@given(places)
def test_an_event_that_is_dropped_is_caught(place: int) -> None:
    tampered = record(short_evening())
    del tampered["facts"][place]
    assert is_caught(tampered)


@quick
@given(places)
def test_an_event_that_is_doubled_is_caught(place: int) -> None:
    tampered = record(short_evening())
    tampered["facts"].insert(place, tampered["facts"][place])
    assert is_caught(tampered)


@quick
@given(places, places)
def test_events_in_another_order_are_caught(one: int, two: int) -> None:
    tampered = record(short_evening())
    events = tampered["facts"]
    is_same = events[one] == events[two]
    events[one], events[two] = events[two], events[one]
    assert is_caught(tampered) is not is_same


def effective() -> list[int]:
    """Return the events of play that matter for the game's course.

    Choices that changed before the reveal do not matter."""
    events = record(short_evening())["facts"]
    kept: list[int] = []
    last: dict[tuple[int, int], int] = {}
    for place, event in enumerate(events):
        if event["fact"] == "ChoiceSealed":
            last[event["ask"], event["seat"]] = place
        elif event["fact"] in OF_PLAY:
            kept.append(place)
    return sorted([*kept, *last.values()])


@quick
@given(st.sampled_from(effective()), st.data())
def test_forged_event_with_a_matching_digest_is_detected_by_replay(place: int, data: st.DataObject) -> None:
    tampered = record(short_evening())
    events = tampered["facts"]
    names = {"GameBegun": ["seed", "commitment", "number", "players", "game"], "ChoiceSealed": ["ask", "seat"]}
    name = data.draw(st.sampled_from(names.get(events[place]["fact"], sorted(set(events[place]) - {"fact", "at"}))))
    way = data.draw(st.sampled_from(["change", "drop"]))
    if way == "drop":
        del events[place]
    else:
        events[place][name] = other(events[place][name])
    assert is_caught(forge_digest(tampered)), (way, events[place], name)


@quick
@given(st.sampled_from(effective()), st.data())
def test_replaced_choice_with_a_matching_digest_is_detected_by_replay(place: int, data: st.DataObject) -> None:
    tampered = record(short_evening())
    events = tampered["facts"]
    texts = sorted({event["choice"] for event in events if event["fact"] == "ChoiceSealed"})
    if events[place]["fact"] != "ChoiceSealed":
        return
    was = events[place]["choice"]
    events[place]["choice"] = data.draw(st.sampled_from([text for text in texts if text != was]))
    assert is_caught(forge_digest(tampered))


def failure(tampered: dict[str, Any]) -> tuple[int, str]:
    """Return the game and the words of the failure, with a matching digest."""
    report: Report = check_data(forge_digest(tampered))
    assert report.failure is not None
    return report.failure.game, str(report.failure)


def test_forged_seed_and_commitment_lead_to_a_different_game() -> None:
    """The cards expose a forgery of both."""
    tampered = record(long_evening())
    begun = next(event for event in tampered["facts"] if event["fact"] == "GameBegun")
    begun["seed"] = LAST_SEED
    assert "committed" in failure(tampered)[1]
    begun["commitment"] = hashlib.sha256(bytes.fromhex(LAST_SEED)).hexdigest()
    game, why = failure(tampered)
    assert game == 1
    assert "otherwise" in why or "not possible" in why


def test_another_ranking_is_caught() -> None:
    tampered = record(long_evening())
    tampered["results"][0]["ranking"].reverse()
    assert "rankings" in failure(tampered)[1]


def test_failure_names_its_game_and_keeps_earlier_games_verified() -> None:
    tampered = record(long_evening())
    second = next(event for event in tampered["facts"] if event.get("number") == 2)
    place = tampered["facts"].index(second)
    later = next(event for event in tampered["facts"][place:] if event["fact"] == "Revealed")
    later["digest"] = "0" * 64
    report = check_data(forge_digest(tampered))
    assert report.failure is not None
    assert (report.failure.game, report.failure.ask) == (2, later["ask"])
    assert tampered["facts"][report.failure.event - 1] is later
    assert [game.begun.number for game in report.games] == [1]


def test_the_end_of_a_game_cannot_be_left_out() -> None:
    tampered = record(long_evening())
    tampered["facts"] = [event for event in tampered["facts"] if event["fact"] != "GameAborted"]
    assert failure(tampered) == (2, "its seed is told, yet its end is not")


def test_a_running_game_tells_no_secret() -> None:
    assert OTHER_SEED in str(record(long_evening()))
    assert LAST_SEED not in str(record(long_evening()))
    tampered = record(long_evening())
    sealed = next(event for event in tampered["facts"] if event["fact"] == "ChoiceSealed")
    tampered["facts"].append(sealed)
    assert failure(tampered) == (4, "its end is missing")


@pytest.mark.parametrize(
    "record",
    [[], {}, {"format": "signet-journal"}, {"format": "signet-journal", "version": 2}, None]
    + [{"format": "signet-journal", "version": 1, "results": [], "digest": "", "facts": events} for events in (3, [3])]
    + [
        {"format": "signet-journal", "version": 1, "results": [], "digest": "", "facts": [event]}
        for event in ({"fact": "Unheard", "at": 1}, {"fact": "Said", "at": "1"}, {"fact": "Said", "at": 1, "seat": "x"})
    ],
    ids=str,
)
def test_what_is_no_record_is_told_apart(record: Plain) -> None:
    with pytest.raises(UnreadableRecordError):
        check_data(record)
