"""Details of an effect: their types, for every game."""

from gettext import NullTranslations

import pytest

from app.web.text.details import doer, number, numbers, texts, word
from app.web.text.sentences import Speech
from engine.core.effects import Effect
from engine.core.seats import Seat

DETAILS = (("many", (1, 2)), ("one", 3), ("words", ("red", "blue")), ("name", "money"))


def test_a_detail_is_read_alone_or_as_a_list() -> None:
    effect = Effect("E4.1", "takes", 1, None, DETAILS)
    assert (numbers(effect, "many"), numbers(effect, "one"), number(effect, "one")) == ([1, 2], [3], 3)
    assert (texts(effect, "words"), texts(effect, "name")) == (["red", "blue"], ["money"])
    assert word(effect, "name") == "money"


def test_the_doer_is_marked_and_nobody_is_no_doer() -> None:
    speech = Speech(NullTranslations())
    assert doer(Effect("E4.1", "takes", 1, Seat(2)), speech) == speech.name_seat(2)
    with pytest.raises(ValueError, match="nobody's doing"):
        doer(Effect("E4.1", "takes", 1), speech)
