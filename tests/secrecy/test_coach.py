"""The coach in whole games: it has something to say at every choice, cites clauses there are, and can tell nothing
that its seat does not know."""

import random
from collections import Counter
from gettext import NullTranslations
from typing import Any

import pytest

from app.live.host.bot_choices import bot_choice
from app.rooms.model.room import Room
from app.rooms.view import view
from app.rooms.view_types import RoomView
from app.web.games import looks
from app.web.games.coach import Coach, Letter
from app.web.text.rule_books import book
from app.web.text.sentences import Speech
from engine import registry
from engine.core.seats import Seat
from engine.driver import MOST_TURNS
from tests.known import known
from tests.rooms.builders import a_game, after, all_sealed, game_of, seal
from tests.secrecy.hidden import exchanged

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


def said_to(seen: RoomView) -> Coach:
    """What the coach says to that viewer. Raises AssertionError if it says nothing."""
    said = looks(seen.room.game).coach(seen, SPEECH)
    assert said is not None
    return said


def chosen(room: Room, rng: random.Random) -> dict[Seat, str]:
    """What bots would choose, and now and then anything legal."""
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
def test_it_explains_every_choice_and_tells_no_secret(game: str) -> None:
    kinds, tables = known(KINDS, game), known(TABLES, game)
    rng = random.Random(game)
    asked: Counter[str] = Counter()
    exchanges = 0
    for options in tables:
        room = a_game(seed=rng.randbytes(32).hex(), game=game, coach=True, **options)
        while room.phase == "playing":
            play = game_of(room)
            choices = chosen(room, rng)
            first = next(iter(play.asks))
            partly = after(room, seal(room, first, choices[first])) if len(play.asks) > 1 else room
            for seat in map(Seat, range(play.seats)):
                seen = view(room, seat)
                said = said_to(seen)
                assert said.about
                assert said.clause in book(game).clauses
                assert said.letter is None, "a lesson has one person at the table"
                if seen.ask is None:
                    assert said.hints == ()
                    continue
                asked[seen.ask.kind] += 1
                assert 2 <= len(said.hints) <= 3, (seen.ask.kind, said)
                assert all(hint and "\x02" not in "".join(map(str, hint)) for hint in said.hints)
                if seat != first:
                    assert said_to(view(partly, seat)) == said, "somebody else's sealed card shows"
                if rng.random() < 0.2:
                    other = exchanged(room, seat, rng)
                    assert said_to(view(other, seat)) == said, "the coach knows what its seat does not"
                    exchanges += other != room
            room = all_sealed(room, choices)
            assert room.asks_so_far <= MOST_TURNS, f"{game} has not come to its end"
    assert asked.keys() == kinds
    assert exchanges > 20


@pytest.mark.parametrize("game", registry.GAMES)
def test_it_is_silent_to_who_has_no_hand_and_after_the_game(game: str) -> None:
    room = a_game(3, game=game, coach=True)
    assert looks(game).coach(view(room, None), SPEECH) is None


@pytest.mark.parametrize("game", registry.GAMES)
def test_a_lesson_begins_with_a_welcome_and_praises_the_first_round(game: str) -> None:
    known(KINDS, game)
    room = a_game(1, 2, game=game, coach=True)
    letters: list[Letter] = []
    rng = random.Random(1)
    while (seen := view(room, Seat(0))).room.round < 3 and len(letters) < 2 and room.phase == "playing":
        said = said_to(seen)
        if said.letter and said.letter not in letters:
            letters.append(said.letter)
        room = all_sealed_with_bots(room, rng)
    assert [letter.is_steps for letter in letters] == [True, False]
    assert len(letters[0].lines) == 4


def all_sealed_with_bots(room: Room, rng: random.Random) -> Room:
    """The room after the person and the bots have chosen."""
    play = game_of(room)
    choices = chosen(room, rng)
    for seat in tuple(play.asks):
        room = after(room, seal(room, seat, choices[seat]) if seat == 0 else bot_choice(room, seat))
    return room
