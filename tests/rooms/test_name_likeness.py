"""Names that could be taken for one another, and names of friends that could not."""

import unicodedata
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.records.bounds import is_sound
from app.rooms import commands as c
from app.rooms import events as e
from app.rooms.model import name_likeness
from app.rooms.model.ids import Millis
from app.rooms.model.name_likeness import are_alike, is_reserved, replace_lookalikes
from app.rooms.model.names import name
from app.web.text.languages import LANGUAGES, catalogue
from tests.rooms.builders import (
    BEN,
    CODE,
    GAME,
    JOIN_KEY,
    START,
    WATCH_KEY,
    a_room,
    apply_events,
    begin,
    get_occupant,
    get_refusal_code,
    holder,
    run_commands,
)

DIGITS = [
    ("Ada", "4da"), ("Ada", "@d4"), ("Ben", "8en"), ("Eva", "3va"), ("Regina", "Re9ina"), ("Gabi", "6abi"),
    ("Viktor", "V1ktor"), ("Otto", "0tt0"), ("Susi", "5u$i"), ("Tom", "7om"), ("Zoe", "2oe"), ("Lilli", "L!ll1"),
]  # fmt: skip
"""Digits and signs for letters."""

SHAPES = [
    ("Ian", "lan"), ("Ian", "|an"), ("Kal", "KaI"), ("Will", "WiII"), ("Lilli", "liIIi"), ("Bernd", "Bemd"),
    ("Willi", "vvilli"), ("Cornelia", "CORNELIA"), ("Gro\u00df", "Gr0SS"), ("Mary Ann", "MaryAnn"), ("Zo\u00eb", "zoe"),
]  # fmt: skip
"""Latin letters for each other."""

LETTERS = [
    ("Ada", "\u039bda"), ("Ada", "\u0394da"), ("Ada", "\u0391da"), ("Ada", "\u0410\u0501\u0430"), ("Ada", "\u2200da"),
    ("Ada", "\u0245da"), ("Ada", "\u13aada"), ("Ada", "\ua4eeda"), ("Ada", "\u1d00\u1d05\u1d00"),
    ("Ada", "\U0001f150da"),
    ("Ada", "\U0001f170da"), ("Ada", "\U0001f1e6da"), ("Ada", "\U0001d538da"), ("Ada", "\uff21da"),
    ("Ada", "A\u0338da"),
    ("Ian", "\u0406an"), ("Ian", "\u0399an"), ("Ivo", "\u0456v\u043e"), ("Max", "\u041c\u0430\u0445"),
    ("Nina", "\u0418ina"),
    ("Anna", "\u0391\u03b7\u03b7\u03b1"), ("Eva", "\u039eva"), ("Eva", "\u03a3VA"), ("Eva", "\u20acva"),
    ("Ben", "\u03b2en"),
    ("Otto", "\u0398tto"), ("Rita", "\u042fita"), ("Ole", "\u00d8le"), ("Oda", "\u0585da"), ("Sam", "\u0455am"),
    ("\u06a9\u0627\u0645\u0631\u0627\u0646", "\u0643\u0627\u0645\u0631\u0627\u0646"), ("\u30ab\u30cb", "\u529b\u4e8c"),
]  # fmt: skip
"""Letters of other alphabets, and styled letters."""

TWINS = DIGITS + SHAPES + LETTERS

FRIENDS = [
    ("Jan", "Jane"), ("Ada", "Ade"), ("Tim", "Tom"), ("Kai", "Kal"), ("Ian", "Lan"), ("Ali", "All"), ("Eli", "Ell"),
    ("Ella", "Eila"), ("Ilse", "Lise"), ("Mia", "Lia"), ("Ben", "Len"), ("Clara", "Dara"), ("Nora", "Dora"),
    ("Gob", "Bob"),
    ("Max1", "Max2"), ("Max6", "Max8"), ("Max6", "Max9"), ("Max1", "Max7"), ("Max 1", "Max 11"), ("P0", "P8"),
    ("\u041b\u0438\u0434\u0430", "\u0410\u0438\u0434\u0430"), ("\u0421\u0430\u0448\u0430", "\u041f\u0430\u0448\u0430"),
    ("\u041c\u0430\u0448\u0430", "\u0414\u0430\u0448\u0430"), ("\u0418\u0432\u0430\u043d", "\u042e\u043b\u044f"),
    ("\u039d\u03af\u03ba\u03bf\u03c2", "\u039d\u03af\u03ba\u03b7"), ("\uc9c0\ubbfc", "\uc9c0\uc5f0"),
    ("\u592a\u90ce", "\u6b21\u90ce"), ("\u0639\u0645\u0631", "\u0639\u0644\u064a"),
    ("\u05d3\u05e0\u05d9", "\u05e8\u05e0\u05d9"),
]  # fmt: skip
"""Names of people who may share a table."""

NAMES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12).map(name).filter(bool)


@pytest.mark.parametrize(("shown", "twin"), TWINS)
def test_a_name_that_could_be_taken_for_another_is_alike(shown: str, twin: str) -> None:
    assert name(twin) == unicodedata.normalize("NFC", twin), "it can be a name"
    assert are_alike(shown, twin)
    assert are_alike(twin, shown)


@pytest.mark.parametrize("twin", [twin for shown, twin in TWINS if shown == "Ada"])
def test_name_resembling_another_players_name_is_refused(twin: str) -> None:
    assert get_refusal_code(a_room(), c.TakeSeat(twin, holder("a stranger"), JOIN_KEY)) == "name_taken"


@pytest.mark.parametrize(("one", "other"), FRIENDS)
def test_names_of_friends_are_not_alike(one: str, other: str) -> None:
    assert not are_alike(one, other)
    assert not are_alike(other, one)


def test_players_who_number_themselves_are_not_alike() -> None:
    room = a_room()
    for number in range(4):
        room = run_commands(room, c.TakeSeat(f"Player {number}", holder(str(number)), JOIN_KEY))
    assert all(are_alike(f"P{a}", f"P{b}") is (a == b) for a in range(10) for b in range(10))


@given(NAMES)
def test_name_resembles_itself_and_its_plain_form_is_unchanged(shown: str) -> None:
    assert are_alike(shown, shown)
    assert replace_lookalikes(replace_lookalikes(shown)) == replace_lookalikes(shown)


@given(NAMES, NAMES)
def test_of_two_names_neither_is_alike_alone(one: str, other: str) -> None:
    assert are_alike(one, other) is are_alike(other, one)


@given(st.text("abcdefghijklmnopqrstuvwxyz\u00e4\u00f6\u00fc\u00df\u00e9\u00f1 ", min_size=1).map(name).filter(bool))
def test_case_makes_no_other_name(shown: str) -> None:
    for other in (shown.upper(), shown.title(), shown.casefold()):
        assert are_alike(shown, other)


def test_without_the_tables_the_twins_sit_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each table is needed: without it a newcomer can imitate a player."""
    own, shapes = name_likeness._read(name_likeness._OWN), name_likeness._shapes()
    for table, twins, left in (
        ("_READINGS", DIGITS, {}),
        ("_shapes", LETTERS, dict),
        ("_shapes", LETTERS, lambda: own),
        ("_shapes", LETTERS, lambda: {one: seen for one, seen in shapes.items() if one not in own}),
    ):
        with monkeypatch.context() as without:
            without.setattr(name_likeness, table, left)
            assert [twin for shown, twin in twins if not are_alike(shown, twin)], f"{table} changes nothing"
            assert any(not are_alike("Ada", twin) for shown, twin in twins if shown == "Ada")


WORDS_OF_THE_PAGE = [
    "You", "you", "Y0u", "\u03a5ou", "Host", "HOST", "H0st", "\u041dost", "Bot", "B0t", "Bot 3", "Bot-3", "Bot Ben",
    "(You)", "You 2", "Watcher", "Watchers", "Stand-in", "Everyone", "Everybody", "All", "Signet", "S1gnet",
    "Du", "Gastgeber", "Zuschauer", "Alle", "Toi", "H\u00f4te", "Hote", "Tous", "Tout le monde", "Tu", "Tutti", "Jij",
    "Iedereen", "Toeschouwer",
]  # fmt: skip

NAMES_LIKE_THEM = [
    "Ali", "Al", "Tim", "Botho", "Bottom", "Hosta", "Tina", "Tutu", "Lulu", "Duke", "Youssef", "Allan", "Alleyne", "Jo",
    "Ihno", "Yu", "Guest", "Max 2",
]  # fmt: skip


@pytest.mark.parametrize("word", WORDS_OF_THE_PAGE)
def test_what_a_page_calls_people_is_nobodys_name(word: str) -> None:
    assert get_refusal_code(a_room(1), c.TakeSeat(word, holder("Eve"), JOIN_KEY)) == "name_taken"
    assert get_refusal_code(a_room(1, watchers="public"), c.WatcherSay(word, "I am the host.")) == "name_taken"
    assert get_refusal_code(None, c.OpenRoom(CODE, GAME, word, holder("Eve"), JOIN_KEY, WATCH_KEY)) == "name_taken"


@pytest.mark.parametrize("name", NAMES_LIKE_THEM)
def test_personal_names_that_only_resemble_reserved_ones_are_accepted(name: str) -> None:
    run_commands(a_room(1), c.TakeSeat(name, holder("Eve"), JOIN_KEY))


@pytest.mark.parametrize("word", ["Y0u", "H0st", "Bot 3", "Tutti"])
def test_reserved_names_compared_by_letters_alone_are_caught(word: str) -> None:
    with (
        patch("app.rooms.seats.decide.is_reserved", lambda shown: shown in ("You", "Host")),
        pytest.raises(AssertionError),
    ):
        test_what_a_page_calls_people_is_nobodys_name(word)


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
@pytest.mark.parametrize("word", ["You", "Watchers", "Nobody"])
def test_the_words_of_every_language_are_among_them(word: str, language: str) -> None:
    assert is_reserved(catalogue(language).gettext(word))


def test_old_journal_with_a_reserved_name_folds_as_before() -> None:
    room = apply_events(a_room(1), [e.SeatTaken(BEN, "You", holder("Ben")), e.Said(BEN, "Hello")])
    assert room is not None and get_occupant(room, BEN).name == "You"
    assert len(run_commands(room, begin()).seats) >= 2
    assert is_sound(e.SeatTaken(BEN, "You", holder("Ben")), Millis(START))
