"""Names of a tunnel, and whether it is believed."""

import pytest

from app.share.names import MOST_FORMER, TunnelNames

ONE, TWO = "https://one.example", "https://two.example"


def test_the_newest_name_is_the_present_one() -> None:
    names = TunnelNames()
    assert (names.url, names.former) == (None, ())
    names.put(ONE)
    names.put(TWO)
    assert names.url == TWO
    assert [str(each) for each in names.former] == [ONE]


def test_a_name_that_comes_back_is_no_former_one() -> None:
    names = TunnelNames()
    for each in (ONE, TWO, ONE):
        names.put(each)
    assert names.url == ONE
    assert [str(each) for each in names.former] == [TWO]


def test_only_a_changed_name_is_told() -> None:
    names, told = TunnelNames(), []
    names.listen(lambda: told.append(names.url))
    for each in (ONE, ONE, TWO):
        names.put(each)
    assert told == [ONE, TWO]


@pytest.mark.parametrize("is_same", [True, False])
def test_another_service_is_not_believed_before_its_check(*, is_same: bool) -> None:
    names = TunnelNames()
    names.put(ONE)
    names.is_believed = True
    names.put(TWO, is_same=is_same)
    assert names.is_believed is is_same


def test_former_names_are_bounded() -> None:
    names = TunnelNames()
    for number in range(3 * MOST_FORMER):
        names.put(f"https://name-{number}.example")
    assert len(names.former) == MOST_FORMER


def test_what_is_no_address_is_refused() -> None:
    names = TunnelNames()
    with pytest.raises(ValueError, match="begin the address"):
        names.put("one.example")
    assert names.url is None
