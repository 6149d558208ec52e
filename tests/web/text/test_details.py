"""What a happening's details are read as, whatever the game."""

from gettext import NullTranslations

import pytest

from app.web.text.details import doer, number, numbers, texts, word
from app.web.text.sentences import Speech
from engine.core.happenings import Happening
from engine.core.seats import Seat

DETAILS = (("many", (1, 2)), ("one", 3), ("words", ("red", "blue")), ("name", "money"))


def test_a_detail_is_read_alone_or_as_a_list() -> None:
    happening = Happening("E4.1", "takes", 1, None, DETAILS)
    assert (numbers(happening, "many"), numbers(happening, "one"), number(happening, "one")) == ([1, 2], [3], 3)
    assert (texts(happening, "words"), texts(happening, "name")) == (["red", "blue"], ["money"])
    assert word(happening, "name") == "money"


def test_the_doer_is_marked_and_nobody_is_no_doer() -> None:
    speech = Speech(NullTranslations())
    assert doer(Happening("E4.1", "takes", 1, Seat(2)), speech) == speech.who(2)
    with pytest.raises(ValueError, match="nobody's doing"):
        doer(Happening("E4.1", "takes", 1), speech)
