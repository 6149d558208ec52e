"""Typed texts: harmless ones are accepted, each dangerous one has its refusal."""

import re

import pytest

from app.rooms.chat.words import MAX_SAY_BYTES, MAX_SAY_TYPED, MESSAGE_SENTENCES, read_message, voice_link
from app.rooms.model.name_likeness import are_alike
from app.rooms.model.names import MAX_BYTES, SENTENCES, name, read_name
from app.rooms.model.refusals import Refusal
from app.rooms.model.text.characters import Fault
from app.rooms.model.text.graphemes import graphemes

ONE = (
    "\U0001f469\u200d\U0001f4bb",  # a woman at a computer
    "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466",  # a family
    "\U0001f9d1\U0001f3fd\u200d\U0001f91d\u200d\U0001f9d1\U0001f3fb",  # two people, two skin tones
    "\u2764\ufe0f\u200d\U0001f525", "\U0001f3f3\ufe0f\u200d\U0001f308", "\U0001f3f4\u200d\u2620\ufe0f",
    "\U0001f642\u200d\u2194\ufe0f", "\U0001f408\u200d\u2b1b", "\U0001f44d\U0001f3ff", "\U0001f1e9\U0001f1ea",
    "1\ufe0f\u20e3",
    "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",  # Scotland
    "\U0001fae9", "\U0001fa77", "\U0001faef",  # younger than Python 3.11
    "\u0939\u093f", "\u0915\u094d\u0937", "\u0e1a\u0e34\u0e4b", "\u05e9\u05bc\u05c1\u05b8", "\u1112\u1161\u11ab",
    "e\u0301",
    "\u845b\U000e0100",
)  # fmt: skip
"""Sequences that a person sees as one character."""


@pytest.mark.parametrize("letter", ONE)
def test_a_character_is_what_a_person_sees(letter: str) -> None:
    assert list(graphemes(letter)) == [letter]
    assert list(graphemes(letter + letter)) == [letter, letter]
    twice = name(f"{letter} {letter}")
    assert twice is not None and len(list(graphemes(twice))) == 3
    assert read_message(letter) == name(letter)


@pytest.mark.parametrize(
    "typed",
    ["\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\u0634\u0631\u06cc\u200c\u0632\u0627\u062f\u0647",
     "\u0936\u094d\u0930\u0940\u200d\u0930\u093e\u092e", "\u0d28\u0d4d\u200d\u0d2e",
     "\u09b0\u200d\u09cd\u09af\u09be\u09ae",
     "\u0647\u200d", "\u1820\u180b\u1823"],
)  # fmt: skip
def test_joiners_stay_where_a_script_needs_them(typed: str) -> None:
    assert read_name(typed) == read_message(typed) == typed


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("\ufeffAda", "Ada"),
        ("A\u00adda", "Ada"),
        ("\u200bAda\u200b", "Ada"),
        ("\u00a0Ada\u202f", "Ada"),
        ("Ada\u00a0Love\u200blace", "Ada Lovelace"),
        ("\u2060Ada\u200e", "Ada"),
        ("\u200f\u05d0\u05d1\u200f", "\u05d0\u05d1"),
        ("A\u200dd\u200ca", "Ada"),
        ("\U0001f469\u200d", "\U0001f469"),
        ("\u3164Ada\u2800", "Ada"),
        ("\u2068Ada\u2069", "Ada"),
        ("Zoe\u0308\r\n", "Zo\u00eb"),
        ("\u212bsa", "\u00c5sa"),
        ("Ada\u2028Ben", "Ada Ben"),
    ],
)
def test_what_is_harmless_is_taken_in(typed: str, shown: str) -> None:
    assert read_name(typed) == shown
    line = read_message(typed)
    assert isinstance(line, str) and line.strip("\u2068\u2069") == shown


FAULTS = {
    " \t": Fault.EMPTY,
    "\u3164\u200b": Fault.UNSEEN,
    "\u0301": Fault.UNSEEN,
    "\ufe0f\u034f": Fault.UNSEEN,
    "a\0b": Fault.CONTROL,
    "\x1b[31mred": Fault.CONTROL,
    "a\x9bb": Fault.CONTROL,
    "\u202eadA": Fault.TURNED,
    "\u202dAda\u202c": Fault.TURNED,
    "\u2067Ada": Fault.TURNED,
    "Ada\u2069": Fault.TURNED,
    "\u202bAda\u2069": Fault.TURNED,
    "\u2068" * 9 + "Ada" + "\u2069" * 9: Fault.TURNED,
    "Ada\U000e0041": Fault.HIDDEN,
    "\U0001f3f4\U000e0067\U000e0062": Fault.HIDDEN,
    "A\ufff9d\ufffa": Fault.HIDDEN,
    "A\U0001d173": Fault.HIDDEN,
    "e" + "\u0301" * 4: Fault.STACKED,
    "Z\u0337\u0348\u0300a": Fault.STACKED,
    "\u05d0" + "\u05b8" * 8: Fault.STACKED,
    "A" + "\ufe0f" * 3: Fault.STACKED,
    "e" + "\u0301" * 300: Fault.STACKED,
    "\ud83d": Fault.UNKNOWN,
    "\ufdd0": Fault.UNKNOWN,
    "A\uffff": Fault.UNKNOWN,
    "\u2065a": Fault.UNKNOWN,
}


@pytest.mark.parametrize("typed", FAULTS)
def test_what_is_dangerous_is_refused_with_its_own_sentence(typed: str) -> None:
    for_name, for_line = read_name(typed), read_message(typed)
    assert isinstance(for_name, Refusal) and for_name.say == SENTENCES[FAULTS[typed]]
    assert isinstance(for_line, Refusal) and for_line.say == MESSAGE_SENTENCES[FAULTS[typed]]


def test_every_fault_has_a_sentence_of_its_own() -> None:
    for sentences in (SENTENCES, MESSAGE_SENTENCES):
        assert set(sentences) == set(Fault)
        assert len(set(sentences.values())) == len(Fault)


@pytest.mark.parametrize(
    "letter", ["a", "\u5b57", "\U0001f98a", "\U0001f44d\U0001f3ff", "\u0939\u093f", "\U0001f1e9\U0001f1ea"]
)
def test_length_is_counted_in_what_a_person_sees(letter: str) -> None:
    assert read_name(letter * 24) == letter * 24
    long = read_name(letter * 25)
    assert isinstance(long, Refusal) and long.say == SENTENCES[Fault.LONG]
    most = min(500, MAX_SAY_TYPED // len(letter), MAX_SAY_BYTES // len(letter.encode()))
    assert read_message(letter * most) == letter * most
    longer = read_message(letter * 501)
    assert isinstance(longer, Refusal) and longer.say == MESSAGE_SENTENCES[Fault.LONG]


def test_what_is_too_large_for_its_length_is_refused_apart() -> None:
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    most = MAX_BYTES // len(family.encode())
    assert isinstance(read_name(family * most), str)
    heavy = read_name(family * (most + 1))
    assert isinstance(heavy, Refusal) and heavy.say == SENTENCES[Fault.HEAVY]


def test_characters_without_a_fixed_look_are_allowed_only_in_chat() -> None:
    for letter in ("\uf8ff", "\u0378", "\U000f0000"):
        refused = read_name(f"Ada{letter}")
        assert isinstance(refused, Refusal) and refused.say == SENTENCES[Fault.UNKNOWN]
        assert read_message(f"Ada{letter}") == f"Ada{letter}"


def test_directions_stay_in_lines_that_end_them() -> None:
    for line in ("see \u2067\u05d0\u05d1\u2069!", "\u05d0\u05d1 C++\u200f \u05d2", "\u202b\u05d0\u05d1\u202c"):
        assert read_message(line) == line


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("\u0634\u0631\u06cc\u200c\u0632\u0627\u062f", "\u0634\u0631\u06cc\u0632\u0627\u062f"),
        ("\u0936\u094d\u0930\u0940\u200d", "\u0936\u094d\u0930\u0940"),
        ("\u2764\ufe0f", "\u2764"),
        ("\U0001f469\u200d\U0001f4bb", "\U0001f469\U0001f4bb"),
    ],
)
def test_names_that_differ_in_the_unseen_alone_are_alike(one: str, other: str) -> None:
    assert are_alike(one, other)


def test_no_sentence_says_what_it_is_not() -> None:
    assert all(re.search(r"\b(24|500)\b", said[Fault.LONG]) for said in (SENTENCES, MESSAGE_SENTENCES))


def test_a_call_may_be_named_in_any_language() -> None:
    assert voice_link("\ufeff<https://meet.example/K\u00e4the>\u200b") == "https://meet.example/K%C3%A4the"
    assert (
        voice_link("https://meet.example/\u5348\u5f8c?a=\u00e9") == "https://meet.example/%E5%8D%88%E5%BE%8C?a=%C3%A9"
    )
