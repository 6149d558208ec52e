"""Sentences of Edel, Stein & Reich: one for every effect.

Each has names, amounts and its clause."""

import random
from gettext import NullTranslations

import pytest

from app.rooms.model.ids import AskNumber
from app.rooms.model.reveal import Reveal
from app.web.games import find_presenter
from app.web.games.chronicle import PlayedRow
from app.web.games.edel_stein_reich.last_turn import OPENS, last_turn
from app.web.games.edel_stein_reich.sentences import QUIET, TELLERS
from app.web.games.edel_stein_reich.words import Words
from app.web.text.people import Person
from app.web.text.sentences import Speech
from engine.core.chance import SeededChance
from engine.core.effects import Detail, Effect
from engine.core.seats import Seat
from engine.edel_stein_reich import GAME, effects
from engine.edel_stein_reich.effects import event, scoring

PRESENTER = find_presenter("edel_stein_reich")
SPEECH = Speech(NullTranslations())
PEOPLE = {
    seat: Person(seat, name, name[0], "red", "shield")
    for seat, name in enumerate(("Ada", "Ben", "Carla", "Dora", "Emil"))
}


def render_sentence(effect: Effect) -> str:
    """Return the effect's sentence as a reader at the table gets it."""
    sentence = PRESENTER.sentence(effect, SPEECH)
    assert sentence is not None
    assert sentence.clause == effect.clause
    return sentence.to_text(PEOPLE)


def a(kind: str, seat: int | None = None, **details: Detail) -> Effect:
    """Return an effect with these details."""
    return Effect("E4.1", kind, 2, None if seat is None else Seat(seat), tuple(details.items()))


def effects_of(seats: int, seed: str) -> list[Effect]:
    """Return all effects of a game of random choices."""
    rng = random.Random(seed)
    chance = SeededChance(seed.encode())
    state = GAME.new(seats, {}, chance)
    told = []
    while asks := GAME.asks(state):
        steps = GAME.resolve(state, {seat: rng.choice(ask.choices) for seat, ask in asks.items()}, chance)
        told += [step.effect for step in steps]
        state = steps[-1].state
    return told


def test_every_kind_of_effect_has_a_sentence() -> None:
    kinds = {
        name
        for module in (effects, event, scoring)
        for name, maker in vars(module).items()
        if callable(maker) and getattr(maker, "__module__", "") == module.__name__
    }
    assert kinds == set(TELLERS)
    assert set(TELLERS) >= QUIET


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_all_that_happens_in_whole_games_can_be_said(seats: int) -> None:
    for game in range(3):
        for effect in effects_of(seats, f"{seats}/{game}"):
            words = render_sentence(effect)
            assert "%(" not in words and "\x02" not in words, effect.text
            assert words[0].isupper() and words.endswith((".", "!")), words
            if effect.seat is not None and effect.kind != "event_leaves":
                assert PEOPLE[int(effect.seat)].name in words, effect.text


@pytest.mark.parametrize(
    ("effect", "words"),
    [
        (a("takes_money", 1, money=6, card="rb6"), "Ben pockets 6 million."),
        (
            a("takes_gems", 1, card="rrgb4", gems=("red", "green"), lost=("red", "blue")),
            "Ben takes 1 red and 1 green; the supply was 1 red and 1 blue short.",
        ),
        (
            a("gem_cards_open", turn=3, seats=(0, 1), cards=("ryy4", "rg7_2")),
            "Turn 3 begins.",
        ),
        (
            a("actions_open", seats=(0, 1, 2), actions=("gems", "money", "free_choice")),
            "Money: Ben. Gems: Ada. Free choice: Carla.",
        ),
        (
            a("raises", 2, gems=("red", "blue"), over=("yellow", "blue"), action="gems", other=1),
            "Carla offers Ben 1 red and 1 blue for the gems, more than 1 yellow and 1 blue.",
        ),
        (
            a("accepts", 0, gems=("red",), from_seat=1, could_raise="no", action="event"),
            "Ada can't raise and takes 1 red; Ben gets the event card.",
        ),
        (a("lapses", seats=(0, 1, 2), action="gems"), "Ada, Ben and Carla all want the gems: nobody gets any."),
        (a("swaps", 0, other=2, gives="blue", takes="red"), "Ada gives Carla a blue gem and gets a red gem."),
        (a("takes_three", 0, colour="red", gems=("red", "red")), "Lucky find: Ada takes 2 red gems."),
        (a("halves", 3, gems=("red", "blue")), "Dora returns 1 red and 1 blue."),
        (
            a("card_pays", 0, card="per_gem_red", colour="red", count=3, pays=3),
            "Ada's card Collector of red pays 3 million for 3 red gems.",
        ),
        (
            a("card_pays", 0, card="sole_all_2", colour="blue", count=1, pays=4),
            "Ada's card Sole leader in every colour pays 4 million for the sole lead with 1 blue gem.",
        ),
        (
            a("shared_majority_pays", colour="green", count=4, pays=5, seats=(0, 2)),
            "Ada and Carla share the lead, 4 green gems each: 5 million each.",
        ),
        (a("certificates_pay", 1, place=2, count=1, pays=4), "Ben has the second most certificates (1): 4 million."),
        (
            a("certificates_extra", 0, card="sole_all_2", count=3, pays=4),
            "Ada's card Sole leader in every colour pays 4 million for the sole lead with 3 certificates.",
        ),
        (
            a("scarce_gems_return", colour="red", left=5, seats=(1,)),
            "The supply has only 5 red gems left: Ben returns a red gem.",
        ),
        (
            a("game_ends", seats=(1, 0), places=(1, 2), money=(82, 80)),
            "Ben wins the game with 82 million, ahead of Ada.",
        ),
        (
            a("game_ends", seats=(1, 0), places=(1, 1), money=(80, 80)),
            "Ben and Ada share first place with 80 million each.",
        ),
    ],
)
def test_sentences_read_as_one_would_say_them(effect: Effect, words: str) -> None:
    assert render_sentence(effect) == words


def test_event_cards_state_effect_with_figures_of_edition() -> None:
    words = PRESENTER.words(SPEECH)
    table = GAME.view(GAME.new(3, {}, SeededChance(b"faces")), None)
    told = {face.face: words.event_says(face) for face in table.faces}
    assert len(told) == len(set(told.values())) == 17
    everywhere = (
        "At the scoring: 4 million extra for each colour where you alone have the most, and likewise for certificates."
    )
    assert told["sole_all"] == everywhere
    assert told["sole_red"] == "At the scoring: 8 million extra if you alone have the most red gems."
    assert (
        told["four_each_yellow_green"] == "End up with four yellow and four green gems: take or return the difference."
    )
    assert "10 million" in told["certificate"] and "4 million" in told["certificate"]


@pytest.mark.parametrize(
    ("told", "results"),
    [
        (
            [
                a("actions_open", seats=(0, 1), actions=("money", "money")),
                a("negotiation_begins", 0, other=1, action="money"),
                a("passes", 0, has_gems="yes"),
                a("buys_for_one", 1, gems=("blue",), to_seat=0),
                a("takes_money", 1, money=6, card="rb6"),
            ],
            {0: ["lets 1 have it for a blue gem"], 1: ["buys it from 0 for a blue gem", "6 million"]},
        ),
        (
            [
                a("actions_open", seats=(0, 1), actions=("free_choice", "free_choice")),
                a("chooses_freely", seats=(0, 1)),
                a("declines_free_choice", 0, could="yes"),
                a("declines_free_choice", 1, could="no"),
            ],
            {0: ["leaves it"], 1: ["has nothing to choose"]},
        ),
    ],
    ids=["sold for one gem", "free choices left"],
)
def test_last_turn_states_results_of_selling_and_leaving(told: list[Effect], results: dict[int, list[str]]) -> None:
    assert {line.seat: ["".join(map(str, said)) for said in line.results] for line in list_played(told)} == results


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_last_turn_states_result_of_every_action_in_whole_games(seats: int) -> None:
    told = effects_of(seats, f"came/{seats}")
    starts = [place for place, effect in enumerate(told) if effect.kind in OPENS]
    for start, end in zip(starts, [*starts[1:], len(told)], strict=True):
        for line in list_played(told[start:end]):
            assert line.results, [effect.text for effect in told[start:end]]


def list_played(told: list[Effect]) -> tuple[PlayedRow, ...]:
    """Return the strip of the turn."""
    return last_turn([Reveal(AskNumber(1), 2, tuple(told))], Words(SPEECH))
