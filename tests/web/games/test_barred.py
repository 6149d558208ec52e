"""Reasons for choices that are not possible, in whole games of both games.

Each reason cites a clause that exists."""

import random
from gettext import NullTranslations

import pytest

from app.rooms.model.values import replace
from app.rooms.views.view import view
from app.web.games import find_presenter
from app.web.text.rule_books import book
from app.web.text.sentences import Speech
from engine import registry
from engine.core.seats import Seat
from tests.known import has_presenter, lacks
from tests.rooms.builders import a_game, all_sealed, game_of

PICKED = {"exhibition", "theft", "return_gem"}
"""Prompts whose choice combines pieces freely.

Nothing is barred, the supply is small."""

SPEECH = Speech(NullTranslations())


@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("game", registry.GAMES)
def test_whoever_has_but_one_choice_reads_why(game: str, seats: int) -> None:
    has_presenter(game)
    rng = random.Random(f"{game} {seats}")
    reasons: set[str] = set()
    alone = 0
    for _ in range(3):
        room = a_game(seats, seed=rng.randbytes(32).hex(), game=game)
        while room.phase == "playing":
            play = game_of(room)
            for seat in play.asks:
                seen = view(room, Seat(seat))
                assert seen.ask is not None
                asked = find_presenter(game).prompt(seen, SPEECH)
                if not hasattr(asked, "blocked"):
                    lacks(game, "its prompts bar nothing")
                reasons |= {row.clause for row in asked.blocked}
                assert all(row.reason for row in asked.blocked)
                if len(seen.ask.choices) == 1 and seen.ask.kind not in PICKED:
                    alone += 1
                    assert asked.blocked, seen.ask
            room = all_sealed(room, {seat: play.game.text(rng.choice(ask.choices)) for seat, ask in play.asks.items()})
    assert reasons <= set(book(game).clauses)
    if game == "adel_verpflichtet" and seats > 2:
        assert alone, "a game in which nobody was ever bound proves nothing"


BOUND = [
    ("adel_verpflichtet", 3, "location", ("castle",), "A3.4"),
    ("adel_verpflichtet", 2, "location_action", ("castle detective",), "A3.4"),
    ("edel_stein_reich", 3, "bid", ("accept",), "E5.6"),
    ("edel_stein_reich", 3, "bid", ("pass",), "E5.7"),
    ("edel_stein_reich", 5, "event", ("decline",), None),
]


@pytest.mark.parametrize(("game", "seats", "kind", "left", "clause"), BOUND)
def test_what_is_left_explains_what_is_missing(
    game: str, seats: int, kind: str, left: tuple[str, ...], clause: str | None
) -> None:
    rng = random.Random(1)
    room = a_game(seats, game=game)
    while room.phase == "playing":
        play = game_of(room)
        seen = view(room, next(iter(play.asks)))
        ask = seen.ask
        assert ask is not None
        if ask.kind == kind and set(left) <= set(ask.choices):
            asked = find_presenter(game).prompt(replace(seen, ask=replace(ask, choices=left)), SPEECH)
            assert (clause or seen.table.event.clause) in {row.clause for row in asked.blocked}
            return
        room = all_sealed(room, {seat: play.game.text(rng.choice(one.choices)) for seat, one in play.asks.items()})
    raise AssertionError(f"nobody was asked {kind}")
