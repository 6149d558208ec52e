"""Headline of a bargain: all players and watchers get the same facts.

Each gets them in a sentence of their own."""

import random
from collections import defaultdict
from gettext import NullTranslations

import pytest

from app.web.games.edel_stein_reich.prompts.headline import as_text, headline
from app.web.games.edel_stein_reich.words import Words
from app.web.text.sentences import Speech
from engine.core.seats import Seat
from engine.edel_stein_reich.view_types import NegotiationView, TableView
from tests.records.evenings import EDEL
from tests.rooms.builders import a_game, end_grace_pause, game_of, run_commands, seal

WORDS = Words(Speech(NullTranslations()))
NAMES = {0: "Ada", 1: "Ben", 2: "Carla"}


def bargains() -> dict[str, list[dict[Seat | None, TableView]]]:
    """Return views from every bargain of some games, by the kind of headline.

    Each entry holds the views of three seats and of the public at one moment."""
    found: dict[str, list[dict[Seat | None, TableView]]] = defaultdict(list)
    for seed in range(6):
        room, dice = a_game(3, seed=f"{seed:02}" * 32, game=EDEL), random.Random(seed)
        while room.phase == "playing":
            play = game_of(room)
            seats: tuple[Seat | None, ...] = (*map(Seat, range(3)), None)
            views = {seat: play.game.view(play.state, seat) for seat in seats}
            if (bargain := views[None].negotiation) is not None:
                found[_kind(bargain)].append(views)
            for seat, ask in tuple(play.asks.items()):
                room = run_commands(room, seal(room, seat, play.game.text(dice.choice(ask.choices))))
            room = end_grace_pause(room)
    return found


def _kind(bargain: NegotiationView) -> str:
    return "bid" if bargain.bid else "passed" if bargain.passed else "opening"


TOLD = {
    "opening": (
        "{other} wants {action} too.",
        "{who} is making you an offer for {action}.",
        "{who} is making {other} an offer for {action}.",
    ),
    "bid": (
        "{other} offers you {gems} to step back from {action}.",
        "{who} is weighing your offer of {gems} for {action}.",
        "{other} offers {who} {gems} to step back from {action}.",
    ),
    "passed": (
        "{other} offered nothing, so one gem buys you {action}.",
        "You offered nothing, so one gem buys {who} {action}.",
        "{other} offered nothing, so one gem buys {who} {action}.",
    ),
}
"""Sentences for the player whose turn it is, for the partner and for all others."""

BARGAINS = bargains()


@pytest.mark.parametrize("kind", TOLD)
def test_everybody_is_told_how_it_stands(kind: str) -> None:
    assert BARGAINS[kind]
    for views in BARGAINS[kind]:
        bargain = views[None].negotiation
        assert bargain is not None
        other = bargain.other if bargain.turn == bargain.opener else bargain.opener
        values = {
            "who": NAMES[bargain.turn],
            "other": NAMES[other],
            "action": WORDS.the_action(bargain.action),
            "gems": WORDS.holding(bargain.bid) if bargain.bid else "",
        }
        for seat, table in views.items():
            said = headline(table, seat, WORDS)
            assert said is not None
            which = 0 if seat == bargain.turn else 1 if seat == other else 2
            assert as_text(said.title, WORDS, NAMES) == TOLD[kind][which].format(**values)


def test_everybody_is_told_what_it_is_worth_to_both() -> None:
    for views in (views for each in BARGAINS.values() for views in each):
        bargain = views[None].negotiation
        assert bargain is not None
        told: dict[int | None, str] = {}
        for seat, table in views.items():
            said = headline(table, seat, WORDS)
            assert said is not None
            told[seat] = as_text(said.stakes, WORDS, NAMES)
        one, other = NAMES[bargain.opener], NAMES[bargain.other]
        if "the same" not in told[None]:
            assert f"to {one}" in told[None]
            assert f"to {other}" in told[None]
            mine, theirs = told[None].removeprefix("Worth ").removesuffix(f" to {other}.").split(f" to {one}, ")
            assert told[bargain.opener] == f"Worth {mine} to you, {theirs} to {other}."
            assert told[bargain.other] == f"Worth {theirs} to you, {mine} to {one}."


def test_nothing_is_told_while_nobody_bargains() -> None:
    play = game_of(a_game(3, game=EDEL))
    assert headline(play.game.view(play.state, None), None, WORDS) is None
