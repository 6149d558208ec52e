"""Sentences: every effect has one, names stay unchanged, every seat has a letter.

No two seats share a letter."""

import random
from gettext import NullTranslations

import pytest

from app.rooms.model.room import Room
from app.rooms.views.view import view
from app.web.games import find_presenter
from app.web.games.adel_verpflichtet.sentences import TELLERS, UNSAID
from app.web.text.details import numbers
from app.web.text.languages import LANGUAGES, catalogue
from app.web.text.people import Person, letters_of
from app.web.text.sentences import Sentence, Speech, parts_of, waiting_for
from engine import registry
from engine.adel_verpflichtet import effects
from engine.core.chance import SeededChance
from engine.core.effects import Effect
from engine.core.seats import Seat
from tests.rooms.builders import ADA, BEN, CARLA, a_game, run_commands, seal

GAME = registry.find("adel_verpflichtet")
PRESENTER = find_presenter("adel_verpflichtet")
SPEECH = Speech(NullTranslations())
PEOPLE = {
    seat: Person(seat, name, name[0], "red", "shield")
    for seat, name in enumerate(("Ada", "Ben", "Carla", "Dora", "Emil"))
}


def with_a_seal(room: Room) -> Room:
    """Return the room after Ben's seal."""
    return run_commands(room, seal(room, BEN, "castle"))


def format_effect(effect: Effect) -> str:
    """Return the effect's sentence as a reader at the table gets it."""
    sentence = PRESENTER.sentence(effect, SPEECH)
    return "" if sentence is None else sentence.to_text(PEOPLE)


def effects_of(seats: int, seed: str, options: dict[str, str | bool | int] | None = None) -> list[Effect]:
    """Return all effects of a game of random choices."""
    rng = random.Random(seed)
    chance = SeededChance(seed.encode())
    state = GAME.new(seats, options or {}, chance)
    told = []
    while asks := GAME.asks(state):
        steps = GAME.resolve(state, {seat: rng.choice(ask.choices) for seat, ask in asks.items()}, chance)
        told += [step.effect for step in steps]
        state = steps[-1].state
    return told


def test_every_effect_kind_has_sentence_or_needs_none() -> None:
    kinds = {
        name
        for name, maker in vars(effects).items()
        if callable(maker) and getattr(maker, "__module__", "") == effects.__name__ and not name.startswith("_")
    } - {"exhibitions_in"}
    assert kinds == {*TELLERS, *UNSAID}


SEEN = {"exhibitions_rank"}
"""Effects that have words only where viewers cannot see them.

A player who shows more objects needs no words."""


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_all_that_happens_in_whole_games_can_be_said(seats: int) -> None:
    variants = ("surprise", "confrontation") if seats == 2 else ("surprise",)
    for variant in variants:
        for effect in effects_of(seats, f"{seats}/{variant}", {"variant": variant}):
            words = format_effect(effect)
            assert words or effect.kind in UNSAID | SEEN, effect.text
            assert not words or effect.kind not in UNSAID, effect.text
            assert "%(" not in words and "\x02" not in words
            assert not words or (words[0].isupper() and words.rstrip().endswith(".")), words


@pytest.mark.parametrize(
    ("effect", "words"),
    [
        (
            Effect("A4.1", "outbids", 3, Seat(1), (("cheque", 23), ("beaten_seats", (0, 2)), ("beaten", (21, 17)))),
            "Ben's 23,000 beats Ada (21,000) and Carla (17,000).",
        ),
        (
            Effect("A4.1", "outbids", 3, Seat(1), (("cheque", 23), ("beaten_seats", ()), ("beaten", ()))),
            "Ben's 23,000 is the only cheque and wins.",
        ),
        (
            Effect("A4.1", "buys", 3, Seat(1), (("cheque", 23), ("window", 1), ("object", "A1743"))),
            "Ben pays 23,000 and takes “Bishop, Slightly Charred” (A\N{NO-BREAK SPACE}1743).",
        ),
        (
            Effect(
                "A6.4", "steals", 3, Seat(0), (("thief", 8), ("from_seats", (1, 2)), ("objects", ("B1703", "C1468")))
            ),
            "Ada's thief 8 makes off with “The Great Storm Survivor” from Ben and “The Doge's Alibi” from Carla.",
        ),
        (
            Effect("A3.1", "turns_up", 3, None, (("window", 1), ("object", "A1743"))),
            "Now on display: “Bishop, Slightly Charred” (A\N{NO-BREAK SPACE}1743).",
        ),
        (
            Effect(
                "A6.1",
                "castle_opens",
                3,
                None,
                (("seats", (0, 1, 2)), ("cards", ("detective", "exhibit", "detective")), ("values", (0, 0, 0))),
            ),
            "At the castle: Ada and Carla (detective); Ben (exhibit).",
        ),
        (
            Effect(
                "A3.1",
                "locations_open",
                1,
                None,
                (("seats", (0, 1, 2)), ("locations", ("castle", "auction_house", "castle"))),
            ),
            "Ada and Carla go to the castle; Ben goes to the auction house.",
        ),
        (
            Effect("A6.2", "exhibitor_moves", 1, Seat(2), (("rank", 2), ("by", 1))),
            "Second best: Carla moves 1 space.",
        ),
    ],
)
def test_sentences_read_as_one_would_say_them(effect: Effect, words: str) -> None:
    assert format_effect(effect) == words


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_whoever_plays_a_card_is_named(seats: int) -> None:
    lists = {"auction_opens", "castle_opens", "cards_open", "exhibitions_open"}
    found = [each for each in effects_of(seats, f"named {seats}", {}) if each.kind in lists]
    assert found
    for effect in found:
        sentence = PRESENTER.sentence(effect, SPEECH)
        assert sentence is not None
        assert {part for part in sentence.parts if isinstance(part, int)} == set(numbers(effect, "seats"))


def test_an_object_is_called_by_its_name_in_every_language() -> None:
    theft = Effect("A6.4", "steals", 3, Seat(0), (("thief", 8), ("from_seats", (1,)), ("objects", ("E1776",))))
    for language in LANGUAGES:
        words = catalogue(language)
        sentence = PRESENTER.sentence(theft, Speech(words, language))
        assert sentence is not None
        assert words.gettext("Tin Rebel, One Arm Raised") in sentence.to_text(PEOPLE), language
        assert "E\N{NO-BREAK SPACE}1776" in sentence.to_text(PEOPLE)


def test_a_name_is_never_taken_for_words() -> None:
    odd = "%(who)s <b>\\"
    people = {0: Person(0, odd, "W", "red", "shield")}
    sentence = PRESENTER.sentence(Effect("A9.3", "passes", 1, Seat(0)), SPEECH)
    assert sentence is not None
    assert sentence.parts[0] == 0
    assert sentence.to_text(people).startswith(odd)


def test_marks_are_cut_out_in_order() -> None:
    assert parts_of(f"{SPEECH.name_seat(1)} and {SPEECH.name_seat(12)}.") == (1, " and ", 12, ".")


@pytest.mark.parametrize(
    ("names", "letters"),
    [
        (["Ada", "Ben"], ("A", "B")),
        (["Ada", "Anna", "Aan"], ("A", "N", "1")),
        (["?!", "::"], ("1", "2")),
        (["éa", "Éb"], ("É", "B")),
    ],
)
def test_everybody_has_a_letter_of_their_own(names: list[str], letters: tuple[str, ...]) -> None:
    assert letters_of(names) == letters


def test_the_table_waits_for_those_who_have_not_sealed() -> None:
    room = with_a_seal(a_game(3))
    assert waiting_for(view(room, ADA)) == (ADA, CARLA)


@pytest.mark.parametrize("tell", ["count", "nothing"])
def test_waiting_players_are_not_named_where_room_hides_them(tell: str) -> None:
    room = with_a_seal(a_game(3, tell=tell))
    assert waiting_for(view(room, ADA)) is None


@pytest.mark.parametrize(
    ("parts", "of", "actor"),
    [
        ((0, " catches ", 1, "'s thief"), 1, 0),
        ((2, " takes a card"), 2, 2),
        (("The card of ", 3, " turns"), None, 3),
        ((0, ", ", 1, " and ", 2, " open"), None, None),
        (("Round 2 begins",), None, None),
        (("The bank pays",), 1, 1),
    ],
)
def test_the_crest_beside_a_sentence_is_whose_doing_it_tells(
    parts: tuple[str | int, ...], of: int | None, actor: int | None
) -> None:
    assert Sentence("A6.6", "arrested", parts).actor(of) == actor
