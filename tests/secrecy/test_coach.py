"""Coach in whole games.

It has a sentence for every choice, points at existing parts, and knows no more than its seat."""

import random
import re
from collections import Counter
from functools import cache
from gettext import NullTranslations
from typing import Any

import pytest

from app.paths import TEMPLATES
from app.rooms.model.room import Room
from app.rooms.views.page_view import page_view
from app.rooms.views.view import view
from app.web.games import find_presenter
from app.web.games.coach import SEALING, Coach, Hint, Tip
from app.web.text.sentences import Speech
from engine import registry
from engine.core.film.film import pictures_of
from engine.core.seats import Seat, Viewer
from engine.driver import MOST_TURNS
from tests.known import get_for_game
from tests.rooms.builders import a_game, all_sealed, game_of, run_commands, seal
from tests.secrecy.hidden import exchange_secrets

SPEECH = Speech(NullTranslations())

KINDS = {
    "adel_verpflichtet": {"location", "action", "location_action", "purchase", "exhibition", "theft"},
    "edel_stein_reich": {"action", "guess", "bid", "event_source", "event", "return_gem", "free_choice"},
}

TABLES: dict[str, tuple[dict[str, Any], ...]] = {
    "adel_verpflichtet": (
        {"people": 2},
        {"people": 2, "variant": "confrontation"},
        {"people": 4, "open_memory": False},
    ),
    "edel_stein_reich": ({"people": 2}, {"people": 3}, {"people": 5}),
}

POINTS_NOWHERE = {"known-0"}
"""Sentences without a target on the page."""

DRAWN = "".join(path.read_text(encoding="utf-8") for path in TEMPLATES.rglob("*.html"))
"""Sources of everything that pages draw."""


def get_coach(room: Room, viewer: Viewer) -> Coach | None:
    """Return the coach of a viewer, or None."""
    page = page_view(room, viewer)
    return find_presenter(room.game.key).coach(page.view, page.reveals, SPEECH)


@cache
def is_drawn(name: str) -> bool:
    """Return whether a page draws anything with a class."""
    return re.search(rf"\b{re.escape(name)}\b", DRAWN) is not None


def has_target(room: Room, viewer: Viewer, spot: str) -> bool:
    """Return whether a selector has a target on the viewer's page."""
    page, game = page_view(room, viewer), room.game
    scene = page.scene
    assert scene is not None
    pieces = {*scene.picture.pieces, *scene.sealed, *scene.hand}
    places = {place.id for place in pictures_of(game).places(page.table)} | {"castle", "auction_house", "banquet"}
    ids = re.findall(r"#(it|at)-([\w-]+)", spot)
    made = {f"place-{place.kind}" for place in pictures_of(game).places(page.table)}
    made |= {f"piece-{piece.kind}" for piece in scene.picture.pieces.values()}
    made |= {f"station-{action}" for action in getattr(page.table, "actions", ())}
    classes = set(re.findall(r"\.([a-z][\w-]*)", spot)) - made
    return all(id in (pieces if kind == "it" else places) for kind, id in ids) and all(map(is_drawn, classes))


def choose_all(room: Room, rng: random.Random) -> dict[Seat, str]:
    """Return the bots' choices, and now and then any legal ones."""
    play = game_of(room)
    bot = play.game.bots["normal"]
    return {
        seat: play.game.text(
            rng.choice(ask.choices) if rng.random() < 0.2 else bot.choose(play.game.view(play.state, seat), ask, rng)
        )
        for seat, ask in play.asks.items()
    }


@pytest.mark.rule("A10.2", "E9.1")
@pytest.mark.parametrize("game", registry.GAMES)
def test_coach_helps_with_every_choice_without_secrets(game: str) -> None:
    kinds, tables = get_for_game(KINDS, game), get_for_game(TABLES, game)
    rng = random.Random(game)
    asked: Counter[str] = Counter()
    exchanges = 0
    for options in tables:
        room = a_game(seed=rng.randbytes(32).hex(), game=game, **options)
        while room.phase == "playing":
            play = game_of(room)
            choices = choose_all(room, rng)
            first = next(iter(play.asks))
            partly = run_commands(room, seal(room, first, choices[first])) if len(play.asks) > 1 else room
            for seat in map(Seat, range(play.seats)):
                seen = view(room, seat)
                said = get_coach(room, seat)
                assert said is not None
                sentences: list[Tip | Hint] = [*said.tips, *said.hints]
                for tip in sentences:
                    missing = [spot for spot in tip.spots if not has_target(room, seat, spot)]
                    assert not missing, f"{tip} points at what is not there: {missing}"
                    assert tip.spots or getattr(tip, "key", "") in POINTS_NOWHERE, f"{tip} points nowhere"
                if seen.ask is None:
                    assert said.hints == ()
                    continue
                asked[seen.ask.kind] += 1
                assert 2 <= len(said.hints) <= 4, (seen.ask.kind, said)
                assert SEALING in {tip.phase for tip in said.tips} or said.is_over or room.asks_so_far > 3
                assert all(hint.says and "\x02" not in "".join(map(str, hint.says)) for hint in said.hints)
                if seat != first:
                    assert get_coach(partly, seat) == said, "somebody else's sealed card shows"
                if rng.random() < 0.2:
                    other = exchange_secrets(room, seat, rng)
                    assert get_coach(other, seat) == said, "the coach knows what its seat does not"
                    exchanges += other != room
            room = all_sealed(room, choices)
            assert room.asks_so_far <= MOST_TURNS, f"{game} has not come to its end"
    assert asked.keys() == kinds
    assert exchanges > 20


@pytest.mark.parametrize("game", registry.GAMES)
def test_coach_is_silent_to_viewers_without_a_seat(game: str) -> None:
    room = a_game(3, game=game)
    assert get_coach(room, None) is None
