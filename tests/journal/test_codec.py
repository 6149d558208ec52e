"""Events as rows and back, of this release and of every earlier one."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.journal.codec import KINDS, STEPS, Codec, Coded, codec
from app.journal.errors import UnreadableError
from app.journal.typed_json import ShapeError, reader
from app.rooms import events as e
from app.rooms.model.ids import AskNumber, Digest, Millis, RoomCode
from engine.core.plain import Plain
from engine.core.seats import Seat

SAMPLES = Path(__file__).with_name("samples")

FIRST_RELEASE: tuple[e.Event, ...] = (
    e.RoomOpened(RoomCode("7KQ2M9XA"), "adel_verpflichtet", "Zk3v9pQ1", "w8Rt5uYe"),
    e.OptionsChanged({"clock": {"mode": "gentle", "bank": 120000}, "grace": 2000, "open": True, "edition": None}),
    e.SeatTaken(Seat(0), "Änne", Digest("aa00")),
    e.SeatTaken(Seat(3), "Baron", bot="steady"),
    e.SeatLeft(Seat(3)),
    e.ReturnLinkMade(Seat(0), Digest("bb11"), Millis(1700000600000)),
    e.DeviceAdded(Seat(0), Digest("cc22"), Digest("bb11")),
    e.HostPassed(Seat(2)),
    e.GameBegun(
        number=1,
        game="adel_verpflichtet",
        players=(Seat(0), Seat(2), Seat(4)),
        options={"variant": "short", "open_hands": False, "rounds": 3},
        edition={"objects": [["A1468", 3], ["B1755", 5]], "printed": 1990},
        seed="00ff",
        commitment=Digest("dd33"),
    ),
    e.ChoiceSealed(AskNumber(12), Seat(2), "thief 8"),
    e.ChoiceSealed(AskNumber(12), Seat(4), "cheque 25", "clock"),
    e.ChoiceLifted(AskNumber(12), Seat(2)),
    e.AllSealed(AskNumber(12), Millis(1700000002000)),
    e.RevealHeld(AskNumber(12)),
    e.Revealed(AskNumber(12), Digest("ee44")),
    e.GameFinished(1),
    e.RanOut(AskNumber(12), Seat(4)),
    e.StandInSet(Seat(4), "bold"),
    e.StandInSet(Seat(4), None),
    e.Said(Seat(0), "well played 🃏\0"),
    e.Paused(Seat(0)),
    e.Resumed(Seat(0)),
    e.OutageCredited(Millis(95000)),
)
"""Events of ``samples/0.1.json``."""

SECOND_RELEASE: tuple[e.Event, ...] = (
    e.HostAdded(Seat(1)),
    e.HostGone(Seat(0)),
    e.SeatsSwapped(Seat(0), Seat(3)),
    e.SeatRemoved(Seat(2), Seat(0)),
    e.RoomLocked(True),
    e.JoinKeyChanged("Nk3v9pQ2"),
    e.WentAway(Seat(1), True),
    e.VoteCast(Seat(0), "end", True),
    e.GameAborted(2),
    e.BackToLobby("edel_stein_reich"),
    e.TimeGiven(Seat(1), Millis(60000), Seat(0)),
    e.Nudged(AskNumber(3), Seat(1), Seat(0)),
    e.PlanMade(AskNumber(3), Seat(1), ("thief 8", "exhibit")),
    e.PlanDropped(AskNumber(4), Seat(1)),
    e.InstructionsGiven(Seat(1), ("no_thief", "careful")),
    e.DeviceSeen(Seat(1), Digest("cc22")),
    e.DeviceRevoked(Seat(1), Digest("cc22")),
    e.SeatTaken(Seat(1), "Ben", Digest("ff55"), kind="phone"),
    e.DeviceAdded(Seat(1), Digest("cc22"), Digest("bb11"), "computer"),
    e.PhraseSaid(Seat(1), "bluffed"),
    e.Reacted(Seat(0), "hat"),
    e.Reacted(Seat(1), "gasp", AskNumber(3)),
    e.WatcherSaid("Walter", "What a round!"),
    e.Muted(Seat(0), "Änne", True),
    e.WatchersHeard(Seat(1), False),
    e.VoiceLinkSet("https://talk.example.org/friends"),
)
"""Events of ``samples/0.2.json``."""

THIRD_RELEASE: tuple[e.Event, ...] = (
    e.JoinKeyChanged("Nk3v9pQ2", RoomCode("M4WD7TCN")),
    e.JoinKeyChanged("Nk3v9pQ3", RoomCode("M4WD7TCP"), "Wk7r2sT5"),
    e.VoteCast(Seat(1), "save", True),
    e.SaveAgreed(AskNumber(7)),
    e.TableSaved(Seat(0)),
    e.Revealed(AskNumber(13), Digest("ee45"), "fields"),
    e.RoomArrived(Seat(1), True, True, Millis(1700000600000)),
    e.RoomArrived(None, False, False, Millis(1700000600000)),
    e.SeatLinkMade(Seat(1), Digest("bb12"), Millis(1700000600000)),
    e.SeatClaimed(Seat(1), Digest("cc23"), Digest("bb12"), "phone"),
    e.VoteCast(Seat(1), "restart", False, True),
    e.MotionDropped("restart"),
    e.ReturnLinksRevoked(Seat(1)),
    e.NameChanged(Seat(1), "Bea"),
    e.IdentityChosen(Seat(1), "green"),
    e.IdentityWished(Seat(1), "tower"),
    e.BackAsked(Seat(1), Digest("cc23"), Millis(1_700_000_000_000), "phone"),
    e.BackRefused(Seat(1), Seat(0)),
    e.BackAskExpired(3),
    e.DateProposed(Seat(1), 2, Millis(1_700_000_000_000), "Europe/Berlin"),
    e.DateAnswered(Seat(0), 2, False),
    e.DateFixed(2, Seat(0)),
    e.DateFixed(2),
    e.DateDropped(Seat(1), 2),
    e.DateReminded(2),
    e.DatePassed(2),
    e.DealOffered("a key of a deal!", "ab" * 32, {"castles": [1]}),
    e.DealPaired(RoomCode("R2D2TCN4")),
    e.DealTaken(RoomCode("K7QF2M9X"), "ab" * 32, None),
    e.DealOpened(),
    e.WatcherNamed(Digest("dd24"), "Wanda"),
    e.GuessSealed(0, AskNumber(7), ("0 castle", "1 auction_house")),
    e.ScreenShown(Seat(1), Digest("dd34")),
    e.ScreenAsked(Digest("dd34")),
    e.ScreenRefused(Seat(0)),
    e.ScreenRemoved(Seat(0), Digest("dd34")),
    e.ScreenCodeHidden(Seat(1), True),
)
"""Events of ``samples/0.3.json``."""


def sample(release: str) -> tuple[Coded, ...]:
    """Return the rows that a release wrote."""
    rows = json.loads((SAMPLES / f"{release}.json").read_text(encoding="utf-8"))
    return tuple(Coded(row["kind"], row["shape"], json.dumps(row["body"])) for row in rows)


@pytest.mark.parametrize(
    ("release", "events"), [("0.1", FIRST_RELEASE), ("0.2", SECOND_RELEASE), ("0.3", THIRD_RELEASE)]
)
def test_what_a_release_wrote_is_read_as_it_was_meant(release: str, events: tuple[e.Event, ...]) -> None:
    assert tuple(codec.decode(row) for row in sample(release)) == events


def test_every_event_has_a_name_and_a_sample() -> None:
    assert set(KINDS.values()) == set(get_args(e.Event))
    assert len(set(KINDS.values())) == len(KINDS)
    assert {row.kind for release in SAMPLES.glob("*.json") for row in sample(release.stem)} == set(KINDS)


@pytest.mark.parametrize("event", FIRST_RELEASE + SECOND_RELEASE + THIRD_RELEASE, ids=str)
def test_an_event_comes_back_from_its_row(event: e.Event) -> None:
    assert codec.decode(codec.encode(event)) == event


# JSON's numbers end at 64 bit here, and its texts hold no half characters
TEXTS = st.text(st.characters(codec="utf-8"), max_size=20)
WHOLE = st.integers(-(1 << 63), (1 << 63) - 1)
PLAIN: st.SearchStrategy[Plain] = st.recursive(
    st.none() | st.booleans() | WHOLE | TEXTS | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)


@given(options=st.dictionaries(TEXTS, TEXTS | st.booleans() | WHOLE), edition=PLAIN, players=st.lists(WHOLE))
def test_any_plain_data_comes_back(options: dict[str, str | bool | int], edition: Plain, players: list[int]) -> None:
    seats = tuple(Seat(number) for number in players)
    event = e.GameBegun(1, "g", seats, options, edition, "s", Digest("c"))
    back = codec.decode(codec.encode(event))
    # True == 1 to Python: the texts of both tell them apart
    assert repr(back) == repr(event)


@pytest.mark.parametrize("row", [Coded("meteor_struck", 1, "{}"), Coded("said", 2, '{"seat":0,"text":"x"}')])
def test_an_entry_of_a_newer_program_is_named_as_such(row: Coded) -> None:
    with pytest.raises(UnreadableError, match=rf"{row.kind}.*{row.shape}.*written by a newer one"):
        codec.decode(row)


@pytest.mark.parametrize(
    "body",
    [
        '{"seat":0,"text":"x","colour":"red"}',
        '{"seat":0}',
        '{"seat":"0","text":"x"}',
        '{"seat":true,"text":"x"}',
        '{"seat":0,"text":null}',
        '[0,"x"]',
        "nonsense",
        "",
    ],
)
def test_a_body_that_does_not_fit_is_refused(body: str) -> None:
    with pytest.raises(UnreadableError, match="said"):
        codec.decode(Coded("said", 1, body))


def test_a_sealer_nobody_knows_is_refused() -> None:
    with pytest.raises(UnreadableError, match="choice_sealed"):
        codec.decode(Coded("choice_sealed", 1, '{"ask":1,"seat":0,"choice":"castle","by":"ghost"}'))


def test_a_field_added_later_takes_its_default_in_old_rows() -> None:
    assert codec.decode(Coded("seat_taken", 1, '{"seat":1,"name":"Anna"}')) == e.SeatTaken(Seat(1), "Anna")


def test_a_value_that_json_cannot_keep_is_refused_on_writing() -> None:
    with pytest.raises(TypeError):
        codec.encode(e.Said(Seat(0), "half \ud83c"))


@dataclass(frozen=True)
class Moved:
    """Event with a field that no rule reads back."""

    where: tuple[int, int | None]


def test_codec_rejects_fields_of_a_type_it_cannot_decode() -> None:
    with pytest.raises(TypeError, match="no type for an event"):
        Codec({"moved": Moved}, {})


@dataclass(frozen=True)
class Turned:
    """Event in its third shape."""

    degrees: int
    way: Literal["left", "right"]


def parse_degrees(body: dict[str, Plain]) -> dict[str, Plain]:
    """Read shape 1, which had the degrees as text."""
    return {"degrees": int(str(body["by"]))}


def with_way(body: dict[str, Plain]) -> dict[str, Plain]:
    """Read shape 2, which had only one way."""
    return {**body, "way": "left"}


@pytest.mark.parametrize(
    ("shape", "body"), [(1, '{"by":"90"}'), (2, '{"degrees":90}'), (3, '{"degrees":90,"way":"left"}')]
)
def test_old_shapes_are_lifted_step_by_step(shape: int, body: str) -> None:
    steps = {("turned", 1): parse_degrees, ("turned", 2): with_way}
    lifting = Codec({"turned": Turned}, steps)
    event: object = lifting.decode(Coded("turned", shape, body))
    assert event == Turned(90, "left")


def test_damage_that_a_step_meets_is_told_as_damage() -> None:
    lifting = Codec({"turned": Turned}, {("turned", 1): parse_degrees, ("turned", 2): with_way})
    for body in ("{}", '{"by":"much"}', "[]"):
        with pytest.raises(UnreadableError, match="turned"):
            lifting.decode(Coded("turned", 1, body))


def test_a_gap_between_the_steps_is_found_at_once() -> None:
    with pytest.raises(ValueError, match="no step lifts turned from shape 1"):
        Codec({"turned": Turned}, {("turned", 2): with_way})


def test_the_steps_are_those_of_known_kinds() -> None:
    assert {kind for kind, _ in STEPS} <= set(KINDS)


@pytest.mark.parametrize(
    ("declared", "data", "value"),
    [
        (int | None, None, None),
        (str | bool | int, True, True),
        (tuple[int, ...], [1, 2], (1, 2)),
        (tuple[int, ...] | None, [1], (1,)),
        (dict[str, tuple[Seat, ...]], {"a": [1]}, {"a": (1,)}),
    ],
)
def test_declared_types_are_read_back(declared: object, data: Plain, value: object) -> None:
    back = reader(declared)(data)
    assert (back, type(back)) == (value, type(value))


@pytest.mark.parametrize(
    ("declared", "data"),
    [(int, True), (bool, 1), (int, 1.0), (str | None, 1), (tuple[int, ...], "12"), (dict[str, int], [])],
)
def test_data_of_another_type_is_a_misfit(declared: object, data: Plain) -> None:
    with pytest.raises(ShapeError):
        reader(declared)(data)
