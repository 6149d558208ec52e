"""Names in sentences: each names every player of its effect.

This holds in every language and game."""

import random
from collections.abc import Iterator
from functools import cache

import pytest

from app.web.games import find_presenter
from app.web.games.adel_verpflichtet import sentences as adel
from app.web.games.edel_stein_reich import sentences as edel
from app.web.text.details import vary
from app.web.text.languages import LANGUAGES, catalogue
from app.web.text.sentences import Speech
from engine import registry
from engine.core.chance import SeededChance
from engine.core.effects import Effect
from engine.core.seats import Seat
from tests.known import SHIPPED

SEATS_IN = frozenset(
    {
        *("seats", "beaten_seats", "from_seat", "from_seats", "detectives", "level", "other", "to_seat"),
    }
)
"""Details that hold seats."""

OF_EVERYBODY = frozenset({"gem_cards_open", "locations_open"})
"""Kinds of effects that concern everybody, or some and all others."""

OF_FIRST_TWO = frozenset({"exhibitions_rank"})
"""Kinds whose first two seats are compared."""

UNNAMED = frozenset({"event_leaves"})
"""Kinds in which a card moves, and no player acts."""


RARE: dict[str, tuple[Effect, ...]] = {
    "adel_verpflichtet": (
        Effect("A9.3", "passes", 3, Seat(1)),
        Effect("A6.4", "finds_nothing_left", 3, Seat(1), (("thief", 8),)),
        Effect("A11.1", "game_stops", 3, Seat(1), (("space", 40),)),
        Effect("A9.2", "cheques_gone", 3),
        Effect("A8.5", "rounds_run_out", 3),
    ),
    "edel_stein_reich": (
        Effect("E4.5", "events_shuffled", 3, None, (("cards", 5),)),
        Effect("E7.3", "nobody_holds", 3, None, (("colour", "red"),)),
        Effect("E8.9", "has_no_effect", 3, Seat(1), (("card", "swap_1"),)),
    ),
}
"""Effects that hardly happen in random games."""

TOLD = {"adel_verpflichtet": frozenset(adel.TELLERS), "edel_stein_reich": frozenset(edel.TELLERS)}
"""Kinds of effects with a sentence."""


@cache
def play_games(game: str) -> tuple[Effect, ...]:
    """Return the effects of some random games with every number of players."""
    played = tuple(
        each for seats in registry.find(game).table_sizes for seed in range(3) for each in play(game, seats, seed)
    )
    return (*played, *RARE.get(game, ()))


def play(game: str, seats: int, seed: int) -> Iterator[Effect]:
    """Yield the effects of one game."""
    rules, dice, chance = registry.find(game), random.Random(seed), SeededChance(f"{seats}/{seed}".encode())
    state = rules.new(seats, {}, chance)
    while asks := rules.asks(state):
        steps = rules.resolve(state, {seat: dice.choice(ask.choices) for seat, ask in asks.items()}, chance)
        yield from (step.effect for step in steps)
        state = steps[-1].state


def find_concerned(effect: Effect) -> set[int]:
    """Return the seats that the effect concerns."""
    found = set() if effect.seat is None or effect.kind in UNNAMED else {int(effect.seat)}
    for name, value in effect.details:
        if name in SEATS_IN and effect.kind not in OF_EVERYBODY:
            seats = [int(each) for each in (value if isinstance(value, tuple) else (value,))]
            found.update(seats[:2] if effect.kind in OF_FIRST_TWO else seats)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", SHIPPED)
def test_every_sentence_names_all_its_players(game: str, language: str) -> None:
    presenter, speech = find_presenter(game), Speech(catalogue(language), language)
    for effect in play_games(game):
        said = presenter.sentence(effect, speech)
        for parts in filter(None, (said.parts, said.brief) if said else ()):
            assert find_concerned(effect) <= {part for part in parts if isinstance(part, int)}, effect.text


@pytest.mark.parametrize("game", SHIPPED)
def test_these_games_have_effects_of_every_kind(game: str) -> None:
    assert {each.kind for each in play_games(game)} >= TOLD[game]


@pytest.mark.parametrize("game", SHIPPED)
def test_no_other_detail_holds_a_seat(game: str) -> None:
    names = {name for each in play_games(game) for name, _ in each.details if "seat" in name}
    assert names <= SEATS_IN


def test_wording_follows_from_round_and_seat() -> None:
    said = ("one", "two", "three")
    alone = [vary(Effect("X1.1", "buys", round, Seat(seat)), said) for round in (1, 2) for seat in (0, 1)]
    assert alone == ["two", "three", "three", "one"]
    several = Effect("X1.1", "lapses", 1, None, (("action", "gems"), ("seats", (1, 2))))
    assert vary(several, said) == "three"
    assert vary(Effect("X1.1", "ends", 3), said) == "one"
