"""Text of an effect: one line that parses back, and no other line does."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.effects import Detail, Effect
from engine.core.errors import BadTextError
from engine.core.seats import Seat, all_seats
from tests.engine.effect_texts import parse_effect

words = st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,8}", fullmatch=True)
names = words.filter(lambda name: name not in ("seat", "for", "round"))
values = st.integers(-(10**17), 10**18 - 1) | words
details: st.SearchStrategy[Detail] = values | st.lists(values, max_size=4).map(tuple)
seats = st.sampled_from(all_seats(5))


@st.composite
def effects(draw: st.DrawFn) -> Effect:
    """Return any effect that a game can make.

    Details are words, numbers and lists of them; no name is there twice."""
    return Effect(
        clause=draw(st.from_regex(r"[A-Z][0-9]\.[0-9]{1,2}", fullmatch=True)),
        kind=draw(words),
        round=draw(st.integers(1, 200)),
        seat=draw(st.none() | seats),
        details=tuple(draw(st.dictionaries(names, details, max_size=4)).items()),
        audience=draw(st.none() | st.lists(seats, max_size=3).map(tuple)),
    )


@given(effects())
def test_every_effect_parses_back_from_its_text(effect: Effect) -> None:
    assert "\n" not in effect.text
    assert parse_effect(effect.text) == effect


@given(effects().map(lambda effect: effect.text), st.integers(0, 200), st.text(max_size=2))
def test_a_misspelt_line_parses_exactly_or_not_at_all(line: str, at: int, slip: str) -> None:
    slipped = line[:at] + slip + line[at + 1 :]
    try:
        effect = parse_effect(slipped)
    except BadTextError:
        return
    assert effect.text == slipped


BUYS = Effect(
    "A4.1", "buys", 3, Seat(1), (("cheque", 23), ("object", "C1468"), ("beaten", (7, 1)), ("none", ())), (Seat(0),)
)


def test_the_text_has_all_parts_in_sequence() -> None:
    assert BUYS.text == "A4.1 buys round=3 seat=1 cheque=23 object=C1468 beaten=[7,1] none=[] for=[0]"


@pytest.mark.parametrize(
    "line",
    [
        "",
        "A4.1 buys",
        "A4.1 buys 3",
        "A4.1 buys round=three",
        "A4.1 buys round=[3]",
        "A4.1 buys round=03",
        "A4.1 buys round=3 ",
        "A4.1  buys round=3",
        "A4.1 buys round=3 cheque",
        "A4.1 buys round=3 cheque=",
        "A4.1 buys round=3 cheque=2.5",
        "A4.1 buys round=3 cheque=-",
        "A4.1 buys round=3 cheque=[1,]",
        "A4.1 buys round=3 cheque=[1",
        "A4.1 buys round=3 cheque=07",
        "A4.1 buys round=3 cheque=" + "9" * 5000,
        "A4.1 buys round=3 cheque=7 seat=1",
        "A4.1 buys round=3 for=[0] cheque=7",
        "A4.1 buys round=3 object=<b>",
        "A4.1 buys round=3 name=Ä",
    ],
)
def test_no_other_line_is_an_effect(line: str) -> None:
    with pytest.raises(BadTextError):
        parse_effect(line)


@pytest.mark.parametrize("line", ["A4.1 buys round=3 for=[x]", "A4.1 buys round=3 for=[Anna,0]"])
def test_an_audience_is_made_of_seats(line: str) -> None:
    with pytest.raises(BadTextError):
        parse_effect(line)


def test_a_detail_is_found_by_its_name() -> None:
    assert BUYS.detail("object") == "C1468"
    with pytest.raises(KeyError):
        BUYS.detail("price")


def test_an_effect_without_audience_is_public() -> None:
    open_to_all = BUYS._replace(audience=None)
    assert open_to_all.is_for(None)
    assert open_to_all.is_for(Seat(4))


def test_an_effect_with_an_audience_is_for_it_alone() -> None:
    assert BUYS.is_for(Seat(0))
    assert not BUYS.is_for(Seat(1))
    assert not BUYS.is_for(None)
    assert not BUYS._replace(audience=()).is_for(Seat(0))
