"""The messages of a browser: only what changed, a film that leads where the regions are, and no secret on the way."""

import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest
from app.web.html.patches import patched

from app.live.host.requests import Done
from app.rooms.commands import Lift, Say
from app.rooms.model.ids import AskNumber
from app.rooms.model.refusals import refuse
from app.rooms.model.room import Room
from app.rooms.page_view import film, page_view
from app.web.games import face
from app.web.html.environment import environment
from app.web.html.regions import Regions
from app.web.sockets.browser_feed import BrowserFeed
from engine import registry
from engine.core.happenings import Happening
from engine.core.seats import Seat, Viewer
from tests.known import has_looks
from tests.rooms.builders import ADA, BEN, CARLA, a_game, a_room, after, all_sealed, game_of, seal
from tests.web.untranslated import WORDS
from tests.whole import whole

BASE = "http://localhost:8000"
HERE = frozenset({ADA, BEN, CARLA})
REGIONS = Regions(environment(WORDS), WORDS)


def feed() -> BrowserFeed:
    """A new connection's messages."""
    return BrowserFeed(REGIONS, BASE)


def told(feed: BrowserFeed, room: Room, viewer: Viewer = ADA) -> dict[str, Any]:
    """The message that there is."""
    text = feed.update(room, viewer, HERE)
    assert text is not None
    message: dict[str, Any] = json.loads(text)
    return message


def openings(rounds: int = 12) -> Iterator[tuple[Room, Room]]:
    """A game's rooms before and after each opening; everybody chooses the first card there is, later the last."""
    room = a_game(3)
    while room.phase == "playing" and game_of(room).game.round(game_of(room).state) <= rounds:
        before, pick = room, game_of(room).game.round(game_of(room).state) % 3
        play = game_of(room)
        choices = {seat: play.game.text(ask.choices[-pick % len(ask.choices)]) for seat, ask in play.asks.items()}
        room = all_sealed(room, choices)
        yield before, room


def test_the_first_message_holds_every_region_and_no_film() -> None:
    room = a_game(3)
    message = told(feed(), room)
    assert message["version"] == room.seen(ADA)
    assert message["regions"] == REGIONS.whole(page_view(room, ADA, HERE), BASE)
    assert "film" not in message


def test_nothing_new_is_no_message() -> None:
    connection, room = feed(), a_game(3)
    connection.update(room, ADA, HERE)
    assert connection.update(room, ADA, HERE) is None


@pytest.mark.rule("A10.2")
def test_a_card_lifted_and_changed_is_no_message_for_others() -> None:
    game = a_game(3)
    room = after(game, seal(game, BEN, "castle"))
    connection = feed()
    connection.update(room, ADA, HERE)
    ask = AskNumber(game_of(room).ask)
    lifted = after(room, Lift(BEN, ask))
    assert connection.update(lifted, ADA, HERE) is None
    assert connection.update(after(lifted, seal(lifted, BEN, "auction_house")), ADA, HERE) is None


def test_a_line_of_chat_sends_the_chat_alone() -> None:
    connection, room = feed(), a_game(3)
    connection.update(room, ADA, HERE)
    message = told(connection, after(room, Say(BEN, "Good evening")))
    assert set(message["regions"]) == {"phase", "chat"}


def test_who_drops_changes_that_seat_alone() -> None:
    connection, room = feed(), a_game(3)
    connection.update(room, ADA, HERE)
    text = connection.update(room, ADA, frozenset({ADA, CARLA}))
    assert text is not None
    assert set(json.loads(text)["regions"]) == {"seat-1"}


def put(shown: Mapping[str, str], regions: Mapping[str, Any]) -> dict[str, str]:
    """What a page shows after a message's or a step's regions."""
    return {**shown, **{id: patched(shown.get(id, ""), change) for id, change in regions.items()}}


def test_with_the_film_or_without_it_the_page_ends_up_as_the_table_is() -> None:
    connections = {seat: feed() for seat in (ADA, BEN, CARLA)}
    shown = {seat: told(connections[seat], a_game(3), seat)["regions"] for seat in connections}
    for _, room in openings():
        for seat, connection in connections.items():
            message = told(connection, room, seat)
            frames = {frame.say: frame.regions for frame in REGIONS.film(page_view(room, seat, HERE), film(room, seat))}
            filmed = shown[seat]
            for step in message["film"]:
                filmed = put(filmed, step["regions"])
                assert frames[step["say"]].items() <= filmed.items()
            now = REGIONS.whole(page_view(room, seat, HERE), BASE)
            assert put(shown[seat], message["regions"]) == now
            assert all(filmed[id] == now[id] for id in filmed.keys() - message["regions"].keys())
            shown[seat] = now


@pytest.mark.parametrize("key", registry.GAMES)
def test_no_message_is_heavier_than_a_phone_likes(key: str) -> None:
    """A whole game of bots at a table of five: every opening with its film, for every seat and for watchers."""
    game, rng = registry.find(key), random.Random(key)
    room = a_game(5, game=key, watchers="public")
    everybody = frozenset(Seat(number) for number in range(5))
    viewers = whole((*everybody, None), (ADA, None))
    connections: dict[Viewer, BrowserFeed] = {viewer: feed() for viewer in viewers}
    shown = {
        viewer: put({}, json.loads(it.update(room, viewer, everybody) or "")["regions"])
        for viewer, it in connections.items()
    }
    heaviest = 0
    while room.phase == "playing":
        play = game_of(room)
        chosen = {
            seat: game.bots["normal"].choose(game.view(play.state, seat), ask, rng) for seat, ask in play.asks.items()
        }
        room = all_sealed(room, {seat: game.text(choice) for seat, choice in chosen.items()})
        for viewer, connection in connections.items():
            text = connection.update(room, viewer, everybody)
            if text is not None:
                heaviest = max(heaviest, len(text.encode()))
                shown[viewer] = put(shown[viewer], json.loads(text)["regions"])
    assert heaviest < 60_000
    for viewer, html in shown.items():
        assert html == REGIONS.whole(page_view(room, viewer, everybody), BASE)


def test_every_step_says_a_sentence_with_its_clause() -> None:
    connection = feed()
    connection.update(a_game(3), ADA, HERE)
    for _, room in openings():
        film = told(connection, room)["film"]
        assert film
        for step in film:
            assert step["say"].endswith(".")
            assert step["clause"][0] == "A"
            assert step["seat"] in (None, 0, 1, 2)


@pytest.mark.parametrize("key", registry.GAMES)
def test_the_film_rests_longer_upon_what_matters(key: str) -> None:
    has_looks(key)
    look = face(key)
    sentences = import_module(f"app.web.games.{key}.sentences")
    assert sentences.WEIGHTS.keys() <= sentences.TELLERS.keys() - sentences.QUIET
    opens = {"adel_verpflichtet": "cards_open", "edel_stein_reich": "actions_open"}[key]
    of = {kind: look.weight(Happening("A1", kind, 1)) for kind in sentences.TELLERS}
    assert of[opens] > of["passes"]
    assert of["game_ends"] == max(of.values())
    assert all(0.5 <= weight <= 2 for weight in of.values())


def test_a_joint_opening_is_one_step_that_names_all_in_seat_order() -> None:
    connection, game = feed(), a_game(3)
    connection.update(game, ADA, HERE)
    room = all_sealed(game, ["castle", "castle", "castle"])
    film = told(connection, room)["film"]
    assert [step["say"] for step in film] == ["Ada, Ben and Carla go to the castle."]


@pytest.mark.rule("A10.2", "A6.1", "A4.0")
def test_a_film_shows_nothing_that_is_still_closed() -> None:
    """Every frame is bound to what its state allows: no name of an object that its state's view does not hold."""
    connection = feed()
    connection.update(a_game(3), ADA, HERE)
    edition = game_of(a_game(3)).state.table.edition
    for before, room in openings():
        message, play = told(connection, room), game_of(room)
        # the film's states never show Ada more than the last of them, save what was shown and taken back on the way
        states = (game_of(before).state, *(step.state for step in play.film))
        allowed = "".join(repr(play.game.view(state, ADA)) for state in states)
        for step in message["film"]:
            for thing in edition.objects:
                if thing.name in json.dumps(step["regions"], ensure_ascii=False):
                    assert thing.name in allowed


def test_a_step_is_filmed_only_for_those_who_may_know_of_it() -> None:
    ada, ben, game = feed(), feed(), a_game(3)
    ada.update(game, ADA, HERE)
    ben.update(game, BEN, HERE)
    room = all_sealed(game)
    play = game_of(room)
    secret = tuple(step._replace(happening=step.happening._replace(audience=(BEN,))) for step in play.film)
    room = replace(room, play=replace(play, film=secret))
    assert "film" not in told(ada, room, ADA)
    assert told(ben, room, BEN)["film"]


def test_who_missed_an_opening_gets_the_end_state_without_a_film() -> None:
    connection, game = feed(), a_game(3)
    connection.update(game, ADA, HERE)
    room = all_sealed(all_sealed(game, ["castle", "castle", "auction_house"]))
    message = told(connection, room)
    assert "film" not in message
    assert put(REGIONS.whole(page_view(game, ADA, HERE), BASE), message["regions"]) == REGIONS.whole(
        page_view(room, ADA, HERE), BASE
    )


@pytest.mark.rule("A10.2")
def test_a_late_watcher_gets_no_film_of_what_has_just_been_opened() -> None:
    connection, game = feed(), a_game(3, watchers="delayed")
    connection.update(game, None, HERE)
    room = all_sealed(game, ["castle", "auction_house", "castle"])
    text = connection.update(room, None, HERE)
    assert text is None or "film" not in json.loads(text)
    assert text is None or "go to the castle" not in text


def test_the_lobby_becomes_the_table_without_loading_a_page() -> None:
    connection = feed()
    connection.update(a_room(3), ADA, HERE)
    message = told(connection, a_game(3))
    assert {"phase", "chairs", "start", "prompt", "hand", "track", "seat-0"} <= set(message["regions"])
    assert "film" not in message


def test_answers_are_those_of_the_protocol() -> None:
    room = a_game(3)
    done = json.loads(feed().answer("c1", Done(room.seen(ADA), ADA), room, ADA))
    assert done == {"re": "c1", "ok": True, "version": room.seen(ADA)}
    refused = json.loads(feed().answer("c2", refuse("not_host"), room, Seat(1)))
    assert refused["refused"] == "not_host"
    assert refused["ask"]["kind"] == "location"
