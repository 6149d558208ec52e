"""Bounds of every number, text and list in events from outside.

Nothing beyond them is ever stored."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from typing import Any, get_args

import pytest

from app.journal.codec import get_stored_name
from app.records import bounds
from app.records.bounds import checks_of, is_sound
from app.records.export import AFTERWARDS
from app.records.read_record import FORMAT, UnreadableRecordError, record_of
from app.rooms import events as e
from app.rooms.model.ids import AskNumber, Digest, Millis, RoomCode
from app.rooms.schema.bounds import MOST_ENTRIES, PLAIN_NUMBER
from engine.core.plain import Plain, to_plain
from engine.core.seats import Seat
from tests.records.evenings import ADEL, EDEL
from tests.rooms.builders import JOIN_KEY, SEED, START

AT = Millis(START)
NONE = Seat(0)
SHA = Digest("5e" * 32)
HUGE = (1 << 63, (1 << 64) - 1, 1 << 53, 1 << 45, -1, -(1 << 63))
"""Numbers that no room ever chooses."""

SOUND: tuple[e.Event, ...] = (
    e.RoomOpened(RoomCode("K7QF2M9X"), ADEL, JOIN_KEY, JOIN_KEY),
    e.OptionsChanged({"grace": 2, "clock": {"mode": "hard", "bank": 300, "per_ask": 30.5}}),
    e.SeatTaken(NONE, "Ada", SHA),
    e.SeatLeft(NONE),
    e.ReturnLinkMade(NONE, SHA, Millis(AT + 24 * 3600 * 1000)),
    e.DeviceAdded(NONE, SHA, SHA),
    e.SeatLinkMade(NONE, SHA, Millis(AT + 24 * 3600 * 1000)),
    e.SeatClaimed(NONE, SHA, SHA),
    e.HostPassed(NONE),
    e.GameBegun(1, ADEL, (Seat(0), Seat(1)), {"rounds": 3, "open": True}, {"castles": [1, 2]}, SEED, SHA),
    e.ChoiceSealed(AskNumber(1), NONE, "castle"),
    e.ChoiceLifted(AskNumber(1), NONE),
    e.PlanMade(AskNumber(1), NONE, ("castle", "exhibit"), (("castle 1", "thief 8", "exhibit"),) * 3),
    e.PlanDropped(AskNumber(1), NONE),
    e.AllSealed(AskNumber(1), Millis(AT + 30_000)),
    e.RevealHeld(AskNumber(1)),
    e.Revealed(AskNumber(1), SHA),
    e.GameFinished(1),
    e.RanOut(AskNumber(1), NONE),
    e.StandInSet(NONE, "normal", NONE),
    e.Said(NONE, "Hm."),
    e.PhraseSaid(NONE, "luck"),
    e.Reacted(NONE, "gasp", AskNumber(1)),
    e.WatcherSaid("Walter", "Hm."),
    e.WatcherNamed(SHA, "Walter"),
    e.GuessSealed(0, AskNumber(1), ("0 castle",)),
    e.Muted(NONE, "Ben", True),
    e.WatchersHeard(NONE, True),
    e.VoiceLinkSet("https://talk.example.org"),
    e.Paused(NONE),
    e.Resumed(NONE),
    e.OutageCredited(Millis(95_000)),
    e.HostAdded(NONE, NONE),
    e.HostGone(NONE, NONE),
    e.SeatsSwapped(NONE, Seat(1)),
    e.SeatRemoved(NONE, Seat(1)),
    e.RoomLocked(True),
    e.JoinKeyChanged(JOIN_KEY),
    e.WentAway(NONE, True),
    e.VoteCast(NONE, "end", True),
    e.SaveAgreed(AskNumber(1)),
    e.TableSaved(NONE),
    e.RoomArrived(NONE, True, True, AT),
    e.MotionDropped("end"),
    e.ReturnLinksRevoked(NONE),
    e.NameChanged(NONE, "Bea"),
    e.IdentityChosen(NONE, "green"),
    e.IdentityWished(NONE, "tower"),
    e.BackAsked(NONE, SHA, AT),
    e.BackRefused(NONE, Seat(0)),
    e.BackAskExpired(1),
    e.GameAborted(1),
    e.BackToLobby(EDEL),
    e.TimeGiven(NONE, Millis(60_000), Seat(1)),
    e.InstructionsGiven(NONE, ("careful",)),
    e.DeviceSeen(NONE, SHA),
    e.DeviceRevoked(NONE, SHA),
    e.Nudged(AskNumber(1), NONE, Seat(1)),
    e.DateProposed(NONE, 1, Millis(AT + 1), "Europe/Berlin"),
    e.DateAnswered(NONE, 1, True),
    e.DateFixed(1, NONE),
    e.DateDropped(NONE, 1),
    e.DateReminded(1),
    e.DatePassed(1),
    e.DealOffered(JOIN_KEY, SEED, {"castles": [1, 2]}),
    e.DealPaired(RoomCode("R2D2TCN4")),
    e.DealTaken(RoomCode("R2D2TCN4"), SEED, {"castles": [1, 2]}),
    e.DealOpened(),
    e.ScreenShown(NONE, SHA),
    e.ScreenAsked(SHA),
    e.ScreenRefused(NONE),
    e.ScreenRemoved(NONE, SHA),
    e.ScreenCodeHidden(NONE, True),
)
"""One event of each kind, as rooms make it; tests change each of its numbers."""


def numbers(value: object) -> Iterator[tuple[object, ...]]:
    """Yield the paths to all numbers in a value."""
    if isinstance(value, dict | list | tuple):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from ((key, *way) for way in numbers(inner))
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield ()


def replace_at(value: Any, way: tuple[object, ...], number: object) -> Any:
    """Return the value with another number at the end of that path."""
    if not way:
        return number
    at, *rest = way
    if isinstance(value, dict):
        return {key: replace_at(each, tuple(rest), number) if key == at else each for key, each in value.items()}
    return type(value)(replace_at(each, tuple(rest), number) if n == at else each for n, each in enumerate(value))


def exceed_bounds(event: e.Event) -> Iterator[e.Event]:
    """Yield the event with each of its numbers, one at a time, of an impossible size."""
    for field in fields(event):
        value = getattr(event, field.name)
        for way in numbers(value):
            for number in HUGE:
                is_free = isinstance(value, dict) and abs(number) <= PLAIN_NUMBER
                if not is_free:
                    yield replace(event, **{field.name: replace_at(value, way, number)})


def has_number(declared: object) -> bool:
    """Return whether a field's type has room for a number."""
    inner = getattr(declared, "__supertype__", declared)
    return inner is int or any(map(has_number, get_args(inner)))


def test_there_is_one_of_each_event_and_all_are_sound() -> None:
    assert {type(event) for event in SOUND} == set(get_args(e.Event))
    assert [event for event in SOUND if not is_sound(event, AT)] == []


def test_every_field_that_may_hold_a_number_holds_one_here() -> None:
    """The test makes sure that the tests below miss no number of an event."""
    missing = [
        (type(event).__name__, field.name)
        for event in SOUND
        for field in fields(event)
        if has_number(field.type) and not list(numbers(getattr(event, field.name)))
    ]
    assert missing == []


@pytest.mark.parametrize("event", SOUND, ids=lambda event: type(event).__name__)
def test_numbers_out_of_bounds_are_rejected_in_every_field(event: e.Event) -> None:
    assert [wrong for wrong in exceed_bounds(event) if is_sound(wrong, AT)] == []


def test_an_event_without_bounds_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check above fails without the field's bounds."""
    free = {**bounds._CHECKS[e.TimeGiven], "span": lambda value, at: True}
    monkeypatch.setattr(bounds, "_CHECKS", {**bounds._CHECKS, e.TimeGiven: free})
    given = next(event for event in SOUND if isinstance(event, e.TimeGiven))
    assert [wrong for wrong in exceed_bounds(given) if is_sound(wrong, AT)] != []


@dataclass(frozen=True)
class Counted:
    """Event without bounds."""

    seat: Seat
    times: int


@dataclass(frozen=True)
class Waited:
    """Event whose bounds alone tell a moment from a duration."""

    span: Millis


@pytest.mark.parametrize("kind", [Counted, Waited])
def test_new_field_of_a_plain_type_requires_bounds(kind: type) -> None:
    with pytest.raises(TypeError, match="without bounds"):
        checks_of(kind)


@pytest.mark.parametrize(
    "event",
    [
        e.AllSealed(AskNumber(1), Millis(AT - 1)),
        e.AllSealed(AskNumber(1), Millis(AT + 30_001)),
        e.ReturnLinkMade(NONE, SHA, Millis(AT - 1)),
        e.SeatLinkMade(NONE, SHA, Millis(AT - 1)),
        e.RoomArrived(NONE, True, True, Millis(AT + 1)),
        e.OutageCredited(Millis(0)),
        e.TimeGiven(NONE, Millis(0), Seat(1)),
        e.GameBegun(0, ADEL, (NONE,), {}, {}, SEED, SHA),
        e.GameBegun(1, ADEL, (NONE,) * 9, {}, {}, SEED, SHA),
        e.GameBegun(1, ADEL, (NONE,), {"x": "y" * 2_001}, {}, SEED, SHA),
        e.GameBegun(1, ADEL, (NONE,), {}, [0] * 20_001, SEED, SHA),
        e.OptionsChanged({"x" * 2_001: 1}),
        e.OptionsChanged({"grace": float("inf")}),
        e.Revealed(AskNumber(MOST_ENTRIES + 1), SHA),
        e.Revealed(AskNumber(1), Digest("x")),
        e.ChoiceSealed(AskNumber(1), NONE, "x" * 1_001),
        e.PlanMade(AskNumber(1), NONE, ("castle",) * 17),
        e.PlanMade(AskNumber(1), NONE, (), (("castle 1", "thief 8"),) * 4),
        e.PlanMade(AskNumber(1), NONE, (), (("castle 1",),)),
        e.PlanMade(AskNumber(1), NONE, (), (("castle 1", *["thief 8"] * 17),)),
        e.PlanMade(AskNumber(1), NONE, (), (("castle 1", "x" * 1_001),)),
        e.VoiceLinkSet("https://" + "x" * 300),
        e.SeatTaken(NONE, "Ada"),
    ],
    ids=str,
)
def test_what_is_just_beyond_is_refused_too(event: e.Event) -> None:
    assert not is_sound(event, AT)


def test_what_is_nested_without_end_is_refused() -> None:
    deep: Plain = []
    for _ in range(2_000):
        deep = [deep]
    assert not is_sound(e.OptionsChanged({"x": deep}), AT)


def unread(events: Iterable[e.Event]) -> list[str]:
    """Return the events that no record can be read with."""
    wrong = []
    for event in events:
        fields = AFTERWARDS.get(type(event))
        if fields is not None:
            said = {
                "fact": get_stored_name(type(event)),
                "at": AT,
                **{name: to_plain(getattr(event, name)) for name in fields},
            }
            record: Plain = {"format": FORMAT, "version": 1, "facts": [said], "results": [], "digest": ""}
            try:
                record_of(record)
            except UnreadableRecordError:
                wrong.append(type(event).__name__)
    return wrong


def test_record_tells_enough_of_each_event_to_read_it_again() -> None:
    assert unread(SOUND) == []


def test_event_recorded_with_too_little_detail_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(AFTERWARDS, e.RoomArrived, ("seat", "is_own"))
    assert unread(SOUND) == ["RoomArrived"]
