"""Every number, text and list of a fact that comes from outside has its bounds: nothing beyond them is ever stored."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from typing import Any, get_args

import pytest

from app.records import bounds
from app.records.bounds import checks_of, is_sound
from app.records.export import AFTERWARDS
from app.records.read_record import FORMAT, UnreadableRecordError, record_of
from app.rooms import facts as f
from app.rooms.model.ids import AskNumber, Digest, Millis, RoomCode
from app.rooms.schema.bounds import MOST_ENTRIES, PLAIN_NUMBER
from engine.core.plain import Plain, plain
from engine.core.seats import Seat
from tests.records.evenings import ADEL, EDEL
from tests.rooms.builders import JOIN_KEY, SEED, START

AT = Millis(START)
NONE = Seat(0)
SHA = Digest("5e" * 32)
HUGE = (1 << 63, (1 << 64) - 1, 1 << 53, 1 << 45, -1, -(1 << 63))
"""Numbers that no room decides upon."""

SOUND: tuple[f.Fact, ...] = (
    f.RoomOpened(RoomCode("K7QF2M9X"), ADEL, JOIN_KEY, JOIN_KEY),
    f.OptionsChanged({"grace": 2, "clock": {"mode": "hard", "bank": 300, "per_ask": 30.5}}),
    f.SeatTaken(NONE, "Ada", SHA),
    f.SeatLeft(NONE),
    f.ReturnLinkMade(NONE, SHA, Millis(AT + 24 * 3600 * 1000)),
    f.DeviceAdded(NONE, SHA, SHA),
    f.SeatLinkMade(NONE, SHA, Millis(AT + 24 * 3600 * 1000)),
    f.SeatClaimed(NONE, SHA, SHA),
    f.HostPassed(NONE),
    f.GameBegun(1, ADEL, (Seat(0), Seat(1)), {"rounds": 3, "open": True}, {"castles": [1, 2]}, SEED, SHA),
    f.ChoiceSealed(AskNumber(1), NONE, "castle"),
    f.ChoiceLifted(AskNumber(1), NONE),
    f.AheadSealed(AskNumber(1), NONE, ("castle", "exhibit"), (("castle 1", "thief 8", "exhibit"),) * 3),
    f.AheadDropped(AskNumber(1), NONE),
    f.AllSealed(AskNumber(1), Millis(AT + 30_000)),
    f.OpeningHeld(AskNumber(1)),
    f.Revealed(AskNumber(1), SHA),
    f.GameFinished(1),
    f.RanOut(AskNumber(1), NONE),
    f.StandInSet(NONE, "normal", NONE),
    f.Said(NONE, "Hm."),
    f.PhraseSaid(NONE, "luck"),
    f.Reacted(NONE, "gasp", AskNumber(1)),
    f.WatcherSaid("Walter", "Hm."),
    f.Muted(NONE, "Ben", True),
    f.WatchersHeard(NONE, True),
    f.VoiceLinkSet("https://talk.example.org"),
    f.Paused(NONE),
    f.Resumed(NONE),
    f.OutageCredited(Millis(95_000)),
    f.HostAdded(NONE, NONE),
    f.HostGone(NONE, NONE),
    f.SeatsSwapped(NONE, Seat(1)),
    f.SeatRemoved(NONE, Seat(1)),
    f.RoomLocked(True),
    f.JoinKeyChanged(JOIN_KEY),
    f.WentAway(NONE, True),
    f.VoteCast(NONE, "end", True),
    f.SaveAgreed(AskNumber(1)),
    f.TableSaved(NONE),
    f.RoomArrived(NONE, True, True, AT),
    f.MotionDropped("end"),
    f.ReturnLinksRevoked(NONE),
    f.NameChanged(NONE, "Bea"),
    f.BackAsked(NONE, SHA, AT),
    f.BackRefused(NONE, Seat(0)),
    f.BackAskExpired(1),
    f.GameAborted(1),
    f.BackToLobby(EDEL),
    f.TimeGiven(NONE, Millis(60_000), Seat(1)),
    f.OrdersGiven(NONE, ("careful",)),
    f.DeviceSeen(NONE, SHA),
    f.DeviceRevoked(NONE, SHA),
    f.Nudged(AskNumber(1), NONE, Seat(1)),
)
"""One of each fact, as a room decides it; every number in it is changed below."""


def numbers(value: object) -> Iterator[tuple[object, ...]]:
    """The ways to all numbers in a value."""
    if isinstance(value, dict | list | tuple):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from ((key, *way) for way in numbers(inner))
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield ()


def changed(value: Any, way: tuple[object, ...], number: object) -> Any:
    """The value with another number at the end of that way."""
    if not way:
        return number
    at, *rest = way
    if isinstance(value, dict):
        return {key: changed(each, tuple(rest), number) if key == at else each for key, each in value.items()}
    return type(value)(changed(each, tuple(rest), number) if n == at else each for n, each in enumerate(value))


def beyond(fact: f.Fact) -> Iterator[f.Fact]:
    """The fact with every number of it, one at a time, of a size that cannot be."""
    for field in fields(fact):
        value = getattr(fact, field.name)
        for way in numbers(value):
            for number in HUGE:
                is_free = isinstance(value, dict) and abs(number) <= PLAIN_NUMBER
                if not is_free:
                    yield replace(fact, **{field.name: changed(value, way, number)})


def has_number(declared: object) -> bool:
    """Whether a field's type has room for a number."""
    inner = getattr(declared, "__supertype__", declared)
    return inner is int or any(map(has_number, get_args(inner)))


def test_there_is_one_of_each_fact_and_all_are_sound() -> None:
    assert {type(fact) for fact in SOUND} == set(get_args(f.Fact))
    assert [fact for fact in SOUND if not is_sound(fact, AT)] == []


def test_every_field_that_may_hold_a_number_holds_one_here() -> None:
    """So that no number of a fact is left out below."""
    missing = [
        (type(fact).__name__, field.name)
        for fact in SOUND
        for field in fields(fact)
        if has_number(field.type) and not list(numbers(getattr(fact, field.name)))
    ]
    assert missing == []


@pytest.mark.parametrize("fact", SOUND, ids=lambda fact: type(fact).__name__)
def test_a_number_that_no_room_decides_upon_is_refused_in_every_field(fact: f.Fact) -> None:
    assert [wrong for wrong in beyond(fact) if is_sound(wrong, AT)] == []


def test_a_fact_without_bounds_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check above fails where a field's bounds are taken away."""
    free = {**bounds._CHECKS[f.TimeGiven], "span": lambda value, at: True}
    monkeypatch.setattr(bounds, "_CHECKS", {**bounds._CHECKS, f.TimeGiven: free})
    given = next(fact for fact in SOUND if isinstance(fact, f.TimeGiven))
    assert [wrong for wrong in beyond(given) if is_sound(wrong, AT)] != []


@dataclass(frozen=True)
class Counted:
    """A fact that nobody thought about."""

    seat: Seat
    times: int


@dataclass(frozen=True)
class Waited:
    """Another one: whether it is a moment or a span only its bounds can say."""

    span: Millis


@pytest.mark.parametrize("kind", [Counted, Waited])
def test_a_new_field_of_a_plain_type_cannot_do_without_bounds(kind: type) -> None:
    with pytest.raises(TypeError, match="without bounds"):
        checks_of(kind)


@pytest.mark.parametrize(
    "fact",
    [
        f.AllSealed(AskNumber(1), Millis(AT - 1)),
        f.AllSealed(AskNumber(1), Millis(AT + 30_001)),
        f.ReturnLinkMade(NONE, SHA, Millis(AT - 1)),
        f.SeatLinkMade(NONE, SHA, Millis(AT - 1)),
        f.RoomArrived(NONE, True, True, Millis(AT + 1)),
        f.OutageCredited(Millis(0)),
        f.TimeGiven(NONE, Millis(0), Seat(1)),
        f.GameBegun(0, ADEL, (NONE,), {}, {}, SEED, SHA),
        f.GameBegun(1, ADEL, (NONE,) * 9, {}, {}, SEED, SHA),
        f.GameBegun(1, ADEL, (NONE,), {"x": "y" * 2_001}, {}, SEED, SHA),
        f.GameBegun(1, ADEL, (NONE,), {}, [0] * 20_001, SEED, SHA),
        f.OptionsChanged({"x" * 2_001: 1}),
        f.OptionsChanged({"grace": float("inf")}),
        f.Revealed(AskNumber(MOST_ENTRIES + 1), SHA),
        f.Revealed(AskNumber(1), Digest("x")),
        f.ChoiceSealed(AskNumber(1), NONE, "x" * 1_001),
        f.AheadSealed(AskNumber(1), NONE, ("castle",) * 17),
        f.AheadSealed(AskNumber(1), NONE, (), (("castle 1", "thief 8"),) * 4),
        f.AheadSealed(AskNumber(1), NONE, (), (("castle 1",),)),
        f.AheadSealed(AskNumber(1), NONE, (), (("castle 1", *["thief 8"] * 17),)),
        f.AheadSealed(AskNumber(1), NONE, (), (("castle 1", "x" * 1_001),)),
        f.VoiceLinkSet("https://" + "x" * 300),
        f.SeatTaken(NONE, "Ada"),
    ],
    ids=str,
)
def test_what_is_just_beyond_is_refused_too(fact: f.Fact) -> None:
    assert not is_sound(fact, AT)


def test_what_is_nested_without_end_is_refused() -> None:
    deep: Plain = []
    for _ in range(2_000):
        deep = [deep]
    assert not is_sound(f.OptionsChanged({"x": deep}), AT)


def unread(facts: Iterable[f.Fact]) -> list[str]:
    """Which of them a record tells in a way that no record can be read again."""
    wrong = []
    for fact in facts:
        fields = AFTERWARDS.get(type(fact))
        if fields is not None:
            said = {"fact": type(fact).__name__, "at": AT, **{name: plain(getattr(fact, name)) for name in fields}}
            record: Plain = {"format": FORMAT, "version": 1, "facts": [said], "results": [], "digest": ""}
            try:
                record_of(record)
            except UnreadableRecordError:
                wrong.append(type(fact).__name__)
    return wrong


def test_what_a_record_tells_of_a_fact_is_enough_to_read_it_again() -> None:
    assert unread(SOUND) == []


def test_a_fact_of_which_a_record_tells_too_little_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(AFTERWARDS, f.RoomArrived, ("seat", "is_own"))
    assert unread(SOUND) == ["RoomArrived"]
