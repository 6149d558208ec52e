"""Messages to a browser: only changes, and no secret.

A film leads to the table's current state."""

import random
import re
import statistics
from collections.abc import Iterator
from json import JSONDecoder
from typing import Any

import orjson
import pytest

from app.live.host.requests import Done
from app.rooms.commands import Lift, Say
from app.rooms.model.ids import AskNumber
from app.rooms.model.play import Play
from app.rooms.model.refusals import refuse
from app.rooms.model.room import Room
from app.rooms.model.values import replace
from app.rooms.views.page_view import page_view
from app.web.html.environment import environment
from app.web.html.regions import Regions
from app.web.sockets.browser_feed import BrowserFeed
from engine import registry
from engine.bots.seating import RANDOM, bot_of
from engine.core.seats import Seat, Viewer
from tests.rooms.builders import ADA, BEN, CARLA, a_game, a_room, all_sealed, game_of, run_commands, seal
from tests.web.shown_page import ShownPage, decode_message
from tests.web.tables import BASE
from tests.web.untranslated import WORDS
from tests.whole import whole

HERE = frozenset({ADA, BEN, CARLA})
REGIONS = Regions(environment(WORDS), WORDS)


def feed() -> BrowserFeed:
    """Return a new connection's feed."""
    return BrowserFeed(REGIONS, lambda: BASE)


def game_by_bots(key: str, seats: int = 3, level: str = "normal", **options: Any) -> Iterator[Room]:
    """Yield a game's rooms after each reveal, the first before any."""
    game, rng = registry.find(key), random.Random(key)
    bot = bot_of(game, level)
    room = a_game(seats, game=key, **options)
    yield room
    while room.phase == "playing":
        play = game_of(room)
        chosen = {seat: bot.choose(game.view(play.state, seat), ask, rng) for seat, ask in play.asks.items()}
        room = all_sealed(room, {seat: game.text(choice) for seat, choice in chosen.items()})
        yield room


def test_first_message_without_page_state_contains_the_whole_table() -> None:
    room = a_game(3)
    message = decode_message(feed().update(room, ADA, HERE))
    assert message["version"] == room.get_visible_version(ADA)
    assert message["regions"] == REGIONS.render_all(page_view(room, ADA, HERE), BASE)
    assert message["table"]["table_id"] == "1/1"
    assert message.keys() >= {"seats", "state", "sealed", "hand", "peeks"}
    assert "film" not in message


def test_nothing_new_is_no_message() -> None:
    connection, room = feed(), a_game(3)
    connection.update(room, ADA, HERE)
    assert connection.update(room, ADA, HERE) is None


@pytest.mark.rule("A10.2")
def test_a_card_lifted_and_changed_is_no_message_for_others() -> None:
    game = a_game(3)
    room = run_commands(game, seal(game, BEN, "castle"))
    connection = feed()
    connection.update(room, ADA, HERE)
    lifted = run_commands(room, Lift(BEN, AskNumber(game_of(room).ask)))
    assert connection.update(lifted, ADA, HERE) is None
    assert connection.update(run_commands(lifted, seal(lifted, BEN, "auction_house")), ADA, HERE) is None


def test_seal_sends_data_and_waiting_line_to_other_players() -> None:
    connection, game = feed(), a_game(3)
    connection.update(game, ADA, HERE)
    message = decode_message(connection.update(run_commands(game, seal(game, BEN, "castle")), ADA, HERE))
    assert message.keys() == {"version", "seats", "sealed", "regions"}
    assert message["seats"] == {"0": ["choosing", "here"], "1": ["sealed", "here"], "2": ["choosing", "here"]}
    assert message["sealed"] == {"location-1": ["seal-1", "back-location", "location", 1, 1]}
    assert message["regions"].keys() == {"waiting"}


@pytest.mark.rule("A10.2")
def test_face_of_sealed_card_is_sent_to_its_owner_only() -> None:
    game = a_game(3)
    room = run_commands(game, seal(game, BEN, "castle"))
    sent = {viewer: decode_message(feed().update(room, viewer, HERE)) for viewer in (ADA, BEN, None)}
    assert {viewer: message["peeks"] for viewer, message in sent.items()} == {
        **{ADA: {}, None: {}},
        BEN: {"location-1": "location-castle"},
    }
    assert {viewer: len(message["hand"]) > 0 for viewer, message in sent.items()} == {ADA: True, BEN: True, None: False}


@pytest.mark.parametrize(("tell", "sealed"), [("who", ["location-1"]), ("count", []), ("nothing", [])])
def test_backs_lie_there_only_where_everybody_may_know_who_sealed(tell: str, sealed: list[str]) -> None:
    game = a_game(3, tell=tell)
    message = decode_message(feed().update(run_commands(game, seal(game, BEN, "castle")), ADA, HERE))
    assert list(message["sealed"]) == sealed


def test_a_line_of_chat_sends_the_chat_alone() -> None:
    connection, room = feed(), a_game(3)
    connection.update(room, ADA, HERE)
    message = decode_message(connection.update(run_commands(room, Say(BEN, "Good evening")), ADA, HERE))
    assert message.keys() == {"version", "regions"}
    assert message["regions"].keys() == {"chat"}


def test_dropped_player_is_sent_as_data_and_offline_in_waiting() -> None:
    connection, room = feed(), a_game(3)
    connection.update(room, ADA, HERE)
    message = decode_message(connection.update(room, ADA, frozenset({ADA, CARLA})))
    assert message.keys() == {"version", "seats", "standing", "regions"}
    assert message["regions"].keys() == {"waiting"}
    assert re.sub("<[^>]+>", "", message["regions"]["waiting"]).split() == [
        *("Waiting", "for", "you,", "Ben", "(offline)", "and", "Carla")
    ]
    assert message["seats"]["1"] == ["choosing", "offline"]
    assert [toast["key"] for toast in message["standing"]] == ["lost-1-1"]


@pytest.mark.parametrize("key", registry.GAMES)
def test_page_that_receives_every_message_matches_the_table(key: str) -> None:
    """Bots play whole games for seats, watchers and delayed watchers."""
    place = [*registry.GAMES].index(key) % 2
    for watchers in whole(("public", "delayed"), (("public", "delayed")[place],)):
        pages = {viewer: ShownPage(REGIONS, viewer) for viewer in whole((ADA, BEN, CARLA, None), (ADA, None))}
        for room in game_by_bots(key, watchers=watchers):
            for page in pages.values():
                page.hears(room, HERE)
                page.must_be(room, HERE)


@pytest.mark.parametrize("seats", whole(range(2, 6), (2, 5)))
@pytest.mark.parametrize("key", registry.GAMES)
def test_reveal_is_small_and_film_is_identical_for_all(key: str, seats: int) -> None:
    viewers: tuple[Viewer, ...] = (ADA, BEN, None)
    connections = {viewer: feed() for viewer in viewers}
    here = frozenset(Seat(seat) for seat in range(seats))
    weights, end = [], 0
    for room in game_by_bots(key, seats, RANDOM, watchers="public"):
        films = set()
        for viewer, connection in connections.items():
            text = (connection.update(room, viewer, here) or b"{}").decode()
            if (start := text.find('"film":')) > 0 and room.phase != "finished":
                end = JSONDecoder().raw_decode(text, start + len('"film":'))[1]
                films.add(text[start:end])
                weights.append(len(text))
            end = max(end, len(text) if room.phase == "finished" else 0)
        assert len(films) <= 1
    assert statistics.median(weights) < 4_000
    assert max(weights) < 12_500
    assert 0 < end < 11_000


def test_the_end_of_a_game_is_named_and_fetched() -> None:
    connection, rooms = feed(), list(game_by_bots("adel_verpflichtet"))
    message = [decode_message(connection.update(room, ADA, HERE)) for room in rooms][-1]
    page = page_view(rooms[-1], ADA, HERE)
    assert message["fetch"] == ["end"] and "end" not in message["regions"]
    assert REGIONS.part(page, BASE, "end") == REGIONS.render_all(page, BASE)["end"]
    # before its end the part is hidden and needs no fetch
    assert "fetch" not in decode_message(feed().update(a_game(3), ADA, HERE))


@pytest.mark.parametrize("viewer", [ADA, None])
def test_of_the_state_only_what_changed_is_told(viewer: Viewer) -> None:
    connection, game = feed(), a_game(3, watchers="public")
    assert "game" in decode_message(connection.update(game, viewer, HERE))["state"]
    later = decode_message(connection.update(all_sealed(game), viewer, HERE))["state"]
    assert later and not later.keys() & {"phase", "game", "title", "grace"}


def test_a_message_names_what_its_page_draws() -> None:
    game = a_game(3)
    connection = feed()
    connection.update(game, ADA, HERE)
    message = decode_message(connection.update(all_sealed(game), ADA, HERE))
    assert not any(id.startswith("seat-") for id in message["regions"])
    assert "by-piece" in message["regions"]["prompt"] and "<svg" not in message["regions"]["prompt"]


def test_every_film_step_has_sentence_with_clause_or_only_moves() -> None:
    connection = feed()
    for room in game_by_bots("adel_verpflichtet"):
        for step in decode_message(connection.update(room, ADA, HERE)).get("film", {"steps": []})["steps"]:
            if "say" in step:
                assert step["say"][-1].endswith(".")
                assert step["clause"][0] == "A"
                assert step.get("seat") in (None, 0, 1, 2)
                assert 0.5 <= step.get("weight", 1) <= 2
                assert step["round"] > 0
            else:
                assert step["moves"] or step["before"]


def test_joint_reveal_is_one_step_naming_where_players_went() -> None:
    connection, game = feed(), a_game(4)
    connection.update(game, ADA, HERE)
    film = decode_message(
        connection.update(all_sealed(game, ["castle", "castle", "auction_house", "castle"]), ADA, HERE)
    )["film"]
    assert film["steps"][0]["say"] == [2, " goes to the auction house, the others to the castle."]
    assert [seal[:2] for seal in film["seals"]] == [[f"location-{seat}", f"seal-{seat}"] for seat in range(4)]
    assert (film["from"], film["to"]) == ("1/1", "1/2")


def secretly(play: Play, to: Seat) -> Play:
    """Return the game as if the last reveal were for one seat alone."""
    last = play.latest[-1]
    steps = tuple(step._replace(effect=step.effect._replace(audience=(to,))) for step in last.steps)
    return replace(play, latest=(*play.latest[:-1], replace(last, steps=steps)))


@pytest.mark.parametrize("viewer", [ADA, BEN, None])
def test_what_is_not_for_everybody_is_in_no_film(viewer: Viewer) -> None:
    game = a_game(3, watchers="public")
    page = ShownPage(REGIONS, viewer)
    page.hears(game, HERE)
    room = all_sealed(game)
    room = replace(room, play=secretly(game_of(room), BEN))
    message = page.hears(room, HERE)
    assert message is not None
    assert [step.keys() for step in message["film"]["steps"]] == [{"moves"}]
    page.must_be(room, HERE)


def test_page_up_to_three_reveals_behind_gets_film_otherwise_table() -> None:
    rooms = [room for _, room in zip(range(6), game_by_bots("adel_verpflichtet"), strict=False)]
    for missed in range(1, 6):
        page = ShownPage(REGIONS, ADA)
        page.hears(rooms[0], HERE)
        message = page.hears(rooms[missed], HERE)
        assert message is not None
        assert ("film" in message) is (missed <= 3)
        assert ("log" in message.get("regions", {})) is (missed > 3)
        page.must_be(rooms[missed], HERE)


def test_returning_page_gets_film_from_the_table_it_shows() -> None:
    rooms = [room for _, room in zip(range(3), game_by_bots("adel_verpflichtet"), strict=False)]
    film = decode_message(BrowserFeed(REGIONS, lambda: BASE, table_id="1/2").update(rooms[2], ADA, HERE))["film"]
    assert (film["from"], film["to"]) == ("1/2", "1/3")
    for table_id in ("", "0/9", "9/1", "1/9", "x" * 5000, "1/2\0"):
        message = decode_message(BrowserFeed(REGIONS, lambda: BASE, table_id=table_id).update(rooms[2], ADA, HERE))
        assert message["table"]["table_id"] == "1/3" and "film" not in message


@pytest.mark.rule("A10.2")
def test_a_late_watcher_gets_each_film_one_reveal_late() -> None:
    connection, game = feed(), a_game(3, watchers="delayed")
    connection.update(game, None, HERE)
    room = all_sealed(game, ["castle", "auction_house", "castle"])
    text = connection.update(room, None, HERE)
    assert text is None or "film" not in orjson.loads(text)
    later = all_sealed(room)
    film = decode_message(connection.update(later, None, HERE))["film"]
    assert (film["from"], film["to"]) == ("1/1", "1/2")
    assert film == decode_message(BrowserFeed(REGIONS, lambda: BASE, table_id="1/1").update(room, ADA, HERE))["film"]


def test_the_lobby_becomes_the_table_without_loading_a_page() -> None:
    page = ShownPage(REGIONS, ADA)
    page.hears(a_room(3), HERE)
    message = page.hears(a_game(3), HERE)
    assert message is not None
    assert {"chairs", "start", "prompt", "seat-0", "log"} <= set(message["regions"])
    assert message.keys() >= {"table", "sealed", "hand", "peeks", "seats", "state"}
    page.must_be(a_game(3), HERE)


def test_answers_are_those_of_the_protocol() -> None:
    room = a_game(3)
    done = orjson.loads(feed().answer("c1", Done(room.get_visible_version(ADA), ADA), room, ADA))
    assert done == {"re": "c1", "ok": True, "version": room.get_visible_version(ADA)}
    refused = orjson.loads(feed().answer("c2", refuse("not_host"), room, Seat(1)))
    assert refused["refused"] == "not_host"
    assert refused["ask"]["kind"] == "location"
