"""Headlines of waiting players in whole games.

They say what another's choice means for the reader, and follow from revealed cards alone."""

import random
from collections import Counter
from gettext import NullTranslations

import pytest

from app.rooms.model.room import Room
from app.rooms.views.view import view
from app.web.games import find_presenter
from app.web.html.stable_view import make_stable_view
from app.web.text.sentences import Speech
from engine import registry
from engine.core.seats import Seat, Viewer
from tests.known import get_for_game
from tests.rooms.builders import a_game, all_sealed, game_of, run_commands, seal
from tests.secrecy.hidden import exchange_secrets
from tests.secrecy.test_coach import TABLES, choose_all

SPEECH = Speech(NullTranslations())

SAID = {
    "adel_verpflichtet": {
        "'s thief is looking round your exhibition.",
        "'s thief is choosing its loot.",
        " is choosing an object.",
        " is setting up an exhibition.",
    },
    "edel_stein_reich": {
        " is guessing what you sealed.",
        " is choosing a gem that you return.",
        " chooses before you.",
        " may swap a gem with you.",
    },
}
"""Titles that waiting players read, without names."""


def get_headline(room: Room, viewer: Viewer) -> object:
    """Return the headline of a viewer, as the page makes it."""
    seen = make_stable_view(view(room, viewer))
    return find_presenter(room.game.key).headline(seen, SPEECH) if seen.table is not None else None


def read_title(said: object) -> str:
    """Return the words of a headline without names."""
    parts = getattr(said, "title", ())
    return "".join(part for part in parts if isinstance(part, str))


@pytest.mark.rule("A10.2", "E9.1")
@pytest.mark.parametrize("game", registry.GAMES)
def test_headlines_of_waiting_players_know_no_secrets(game: str) -> None:
    said, tables = get_for_game(SAID, game), get_for_game(TABLES, game)
    dice = random.Random(game)
    read: Counter[str] = Counter()
    exchanges = 0
    for options in (*tables, *tables):
        room = a_game(seed=dice.randbytes(32).hex(), game=game, **options)
        while room.phase == "playing":
            play = game_of(room)
            choices = choose_all(room, dice)
            first = next(iter(play.asks))
            partly = run_commands(room, seal(room, first, choices[first])) if len(play.asks) > 1 else room
            for seat in map(Seat, range(play.seats)):
                told = get_headline(room, seat)
                if seat in play.asks or told is None:
                    continue
                read[read_title(told)] += 1
                assert get_headline(partly, seat) == told, "somebody else's sealed card shows"
                other = exchange_secrets(partly, seat, dice)
                assert get_headline(other, seat) == told, "a headline knows what its seat does not"
                exchanges += other != partly
            room = all_sealed(room, choices)
    assert said <= set(read)
    assert exchanges


@pytest.mark.parametrize("game", registry.GAMES)
def test_watchers_read_no_headline_of_a_player(game: str) -> None:
    """Watchers have one only for a bargain, which is public."""
    dice, room = random.Random(game), a_game(3, game=game)
    while room.phase == "playing":
        if getattr(view(room, None).table, "negotiation", None) is None:
            assert get_headline(room, None) is None
        room = all_sealed(room, choose_all(room, dice))
