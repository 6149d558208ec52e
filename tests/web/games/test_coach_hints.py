"""Hints for play that the coach uses.

A hint must fit the visible situation and the rules in force."""

from collections.abc import Mapping
from typing import Any

import pytest

from app.rooms.model.room import Room
from app.rooms.model.values import replace
from app.rooms.views.page_view import page_view
from app.web.games import find_presenter
from app.web.text.languages import catalogue
from app.web.text.sentences import Speech
from engine.core.seats import Seat
from engine.edel_stein_reich.gems import Gems
from tests.known import takes
from tests.rooms.builders import a_game, game_of

ADEL, EDEL = "adel_verpflichtet", "edel_stein_reich"
LITTLE, MUCH = "The castles pay little yet", "The castles pay well now"
LAST, STOPS = "it would be the last, and then", "the game would stop at once"


def table(game: str, options: Mapping[str, Any] | None = None, **state: Any) -> Room:
    """Return a game of three whose state has these fields."""
    takes(game, 3)
    room = a_game(3, game=game, **(options or {}))
    play = game_of(room)
    now = play.state._replace(**state)
    return replace(room, play=replace(play, state=now, asks=play.game.asks(now)))


def join_hints(room: Room, seat: int = 0) -> str:
    """Return all that the coach says to the seat before its choice."""
    page = page_view(room, Seat(seat))
    coach = find_presenter(room.game.key).coach(page.view, page.reveals, Speech(catalogue("en"), "en"))
    assert coach is not None
    return " ".join("".join(map(str, hint.says)) for hint in coach.hints)


@pytest.mark.parametrize(
    ("pawns", "rules", "expected"),
    [
        ((0, 0, 0), "2000", LITTLE),
        ((24, 3, 0), "2000", MUCH),
        ((13, 3, 0), "2000", ""),
        ((45, 3, 0), "2000", LAST),
        ((45, 3, 0), "1990", STOPS),
        ((0, 0, 0), "1990", LITTLE),
    ],
)
def test_the_leaders_castle_says_whether_to_collect_or_to_walk(
    pawns: tuple[int, ...], rules: str, expected: str
) -> None:
    room = table(ADEL, {"rules": rules})
    everything = game_of(room).state.hands
    room = table(ADEL, {"rules": rules}, pawns=pawns, hands=(sum(everything), 0, 0))
    heard = join_hints(room)
    assert [hint for hint in (LITTLE, MUCH, LAST, STOPS) if hint in heard] == ([expected] if expected else [])


def test_before_a_scoring_only_the_most_counts() -> None:
    near = "The scoring is near"
    assert near not in join_hints(table(EDEL, turn=3))
    assert near in join_hints(table(EDEL, turn=7))
    assert near in join_hints(table(EDEL, turn=8))


def test_the_own_card_is_held_against_what_the_others_hold() -> None:
    room = table(EDEL)
    state = game_of(room).state
    rich = Gems(9, 9, 9, 9)
    assert "would give you the most of a colour" in join_hints(room)
    heard = join_hints(table(EDEL, gems=(Gems(0, 0, 0, 0), rich, rich)))
    assert "would give you the most of a colour" not in heard
    money = state.table.edition.gem_cards[state.gem_cards[0]].money
    assert ("Money is yours for good" in heard) == (money >= 6)
