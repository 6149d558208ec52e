"""Seats that change hands: the new player sees nothing private of the old one.

Nothing of the old player appears as the new player's."""

import re
from collections.abc import Callable, Mapping

import pytest

from app.rooms import commands as c
from app.rooms.chat.words import PHRASES, SIGNS
from app.rooms.mirror.moments import has_choice
from app.rooms.model.ids import Version
from app.rooms.model.room import Room
from app.rooms.model.values import replace
from app.rooms.views.page_view import PageView, page_view
from app.rooms.views.replay import may_have_perspective, replay
from app.web.html.environment import environment
from app.web.html.regions import FETCHED, Regions
from engine import registry
from engine.core.seats import Seat
from tests.rooms.builders import (
    ADA,
    BEN,
    CARLA,
    NEW,
    a_game,
    all_sealed,
    end_grace_pause,
    game_of,
    holder,
    lift,
    run_commands,
    seal,
    to_time,
)
from tests.rooms.evening import Evening
from tests.secrecy.feeds import BASE_URL, SERVERS
from tests.web.tables import BASE, DEVICE_COOKIE, Web, a_web
from tests.web.untranslated import WORDS

GAMES = sorted(registry.GAMES)
LINK = holder("a return link")
Commands = Callable[[Room], tuple[c.Command, ...]]


def make_seal(room: Room, place: int) -> c.Seal:
    """Return Ben's seal of one of his choices."""
    play = game_of(room)
    return seal(room, BEN, play.game.text(play.asks[BEN].choices[place]))


def make_plan(room: Room, place: int) -> c.MakePlan:
    """Return Ben's plan for the next prompt."""
    return c.MakePlan(BEN, game_of(room).ask, (make_seal(room, place).choice,))


def make_single_seal(room: Room) -> tuple[c.Command, ...]:
    """Return Ben's commands if he only seals a card."""
    return (make_seal(room, 0),)


PRIVATE: Mapping[str, Commands] = {
    "another card sealed": lambda room: (make_seal(room, 1),),
    "a card changed": lambda room: (make_seal(room, 1), make_seal(room, 0), make_seal(room, 1)),
    "a card taken back": lambda room: (make_seal(room, 0), lift(room, BEN), make_seal(room, 1)),
    "a plan": lambda room: (make_seal(room, 0), make_plan(room, 1)),
    "a player muted": lambda room: (make_seal(room, 0), c.Mute(BEN, "Carla", True)),
    "watchers read": lambda room: (make_seal(room, 0), c.HearWatchers(BEN, True)),
    "a return link": lambda room: (make_seal(room, 0), c.MakeReturnLink(BEN, LINK, to_time(600_000))),
    "a device more": lambda room: (
        *(make_seal(room, 0), c.MakeReturnLink(BEN, LINK, to_time(600_000))),
        c.AddDevice(LINK, holder("Ben's phone"), "phone"),
    ),
    "a nudge": lambda room: (c.Nudge(ADA, BEN), make_seal(room, 0)),
    "instructions": lambda room: (make_seal(room, 0), c.GiveInstructions(BEN, tuple(room.game.instructions)[:1])),
}
"""Ben's private actions before he leaves; in each case his card is sealed."""

GOES: Mapping[str, c.Command] = {"leaves": c.Leave(BEN), "is removed": c.Remove(ADA, BEN, *NEW)}


def start_table(game: str) -> Room:
    """Return the table at which Ben plays, after one reveal."""
    return end_grace_pause(all_sealed(a_game(3, game=game, watchers="public")))


def take_over(game: str, how: str, commands: Commands, name: str = "Dora") -> Room:
    """Return the game after Ben's actions with another player on his seat."""
    room = run_commands(start_table(game), *commands(start_table(game)), GOES[how])
    return run_commands(room, c.TakeSeat(name, holder("Dora"), room.join_key))


def render_regions(regions: Regions, page: PageView) -> tuple[object, ...]:
    """Return all regions of the page and its sheets."""
    return (regions.render_all(page, BASE_URL), *(regions.part(page, BASE_URL, part) for part in FETCHED))


@pytest.mark.parametrize("server", SERVERS)
@pytest.mark.parametrize("how", GOES)
@pytest.mark.parametrize("what", PRIVATE)
@pytest.mark.parametrize("game", GAMES)
def test_private_actions_do_not_show_to_a_new_player(game: str, what: str, how: str, server: str) -> None:
    """Tables that differ only in them give equal bytes in every feed."""
    plain, other = take_over(game, how, make_single_seal), take_over(game, how, PRIVATE[what])
    assert plain.version == other.version or what != "another card sealed"
    here = frozenset({ADA, BEN, CARLA})
    assert SERVERS[server]()().update(plain, BEN, here) == SERVERS[server]()().update(other, BEN, here)


@pytest.mark.parametrize("how", GOES)
@pytest.mark.parametrize("what", PRIVATE)
@pytest.mark.parametrize("game", GAMES)
def test_page_and_sheets_do_not_show_private_actions(game: str, what: str, how: str) -> None:
    """Compare them for a namesake, too, in a process that drew the old player's page."""
    regions, shown = Regions(environment(WORDS), WORDS), []
    for commands in (make_single_seal, PRIVATE[what]):
        render_regions(regions, page_view(run_commands(start_table(game), *commands(start_table(game))), BEN))
        page = page_view(take_over(game, how, commands, "Ben"), BEN, holder=holder("Dora"))
        page = replace(page, version=Version(0))
        shown.append((page, render_regions(regions, page)))
    assert shown[0] == shown[1]


@pytest.mark.parametrize("how", GOES)
def test_old_players_card_counts_but_stays_hidden(how: str) -> None:
    """The table does not wait for it again. The new player may replace or lift it."""
    room = take_over("adel_verpflichtet", how, lambda room: (make_seal(room, 1),))
    seen = page_view(room, BEN)
    assert seen.view.ask is not None and (seen.view.ask.sealed, seen.view.seats[BEN].state) == (None, "choosing")
    assert page_view(room, ADA).view.seats[BEN].state == "sealed"
    own = page_view(run_commands(room, make_seal(room, 0)), BEN).view.ask
    assert own is not None and own.sealed == make_seal(room, 0).choice
    assert run_commands(room, seal(room, ADA), seal(room, CARLA)).asks_so_far == room.asks_so_far + 1
    assert BEN not in game_of(run_commands(room, lift(room, BEN))).sealed


@pytest.mark.parametrize("how", GOES)
def test_messages_of_a_gone_player_belong_to_nobody(how: str) -> None:
    room = run_commands(
        a_game(3),
        c.Say(BEN, "a canary"),
        c.React(BEN, next(iter(SIGNS))),
        c.SayPhrase(BEN, next(iter(PHRASES))),
        GOES[how],
    )
    assert {line.seat for line in room.chat} == {BEN}, "who has left still stands beside it"
    taken = run_commands(room, c.TakeSeat("Dora", holder("Dora"), room.join_key))
    for viewer in (None, ADA, BEN):
        assert {part.seat for part in page_view(taken, viewer).view.said} == {None}


def test_messages_follow_people_when_seats_close_up() -> None:
    """Carla moves to the seat of Ben, who has left: his messages do not become hers."""
    room = run_commands(a_game(4), c.Say(BEN, "a canary"), c.Say(CARLA, "a swallow"))
    room = run_commands(room, *(c.Vote(Seat(seat), "end", True, "", None) for seat in (0, 2, 3)), c.Leave(BEN))
    room = run_commands(room, c.Again(ADA, "5e" * 32, registry.find("adel_verpflichtet").edition()))
    assert [(line.text, line.seat) for line in room.chat] == [("a canary", None), ("a swallow", BEN)]


def test_new_player_may_not_use_the_old_perspective() -> None:
    room = take_over("adel_verpflichtet", "leaves", make_single_seal)
    assert not may_have_perspective(room, 1, BEN, BEN)
    assert may_have_perspective(room, 1, BEN, None)
    assert may_have_perspective(room, 1, ADA, ADA)


def begin_game(game: str) -> Evening:
    """Return an evening in which Ada, Ben and Carla have begun the game."""
    evening = Evening(game, grace=0, bot_pace=0)
    for name in ("Ben", "Carla"):
        evening.does(c.TakeSeat(name, holder(name), evening.room.join_key))
    evening.does(c.Begin(ADA, "5e" * 32, registry.find(game).edition()))
    return evening


@pytest.mark.parametrize("game", GAMES)
def test_mirror_shows_only_the_players_choices(game: str) -> None:
    evening = begin_game(game)
    asks = []
    for number in range(6):
        if number == 3:
            evening.does(c.Leave(BEN))
            evening.does(c.TakeSeat("Dora", holder("Dora"), evening.room.join_key))
        asks.append(evening.room.asks_so_far)
        for seat in tuple(game_of(evening.room).asks):
            if game_of(evening.room).ask == asks[-1]:
                evening.does(seal(evening.room, seat))
    seen = replay(evening.entries, 1)
    assert seen is not None
    own = [moment.ask for moment in seen.moments if BEN in moment.people]
    assert own and all(ask >= asks[3] for ask in own)
    assert not any(has_choice(seen, BEN, moment) for moment in seen.moments if moment.ask < asks[3])
    assert any(ADA in moment.people for moment in seen.moments if moment.ask < asks[3])


@pytest.mark.parametrize("game", GAMES)
def test_inherited_card_is_no_choice_of_the_newcomer(game: str) -> None:
    evening = begin_game(game)
    ask = evening.room.asks_so_far
    assert evening.does(seal(evening.room, BEN))
    evening.does(c.Leave(BEN))
    evening.does(c.TakeSeat("Dora", holder("Dora"), evening.room.join_key))
    assert BEN in game_of(evening.room).sealed
    for seat in (ADA, CARLA):
        assert evening.does(seal(evening.room, seat))
    while BEN not in game_of(evening.room).asks:
        assert evening.does(seal(evening.room, evening.pick_seat(0)))
    later = evening.room.asks_so_far
    for seat in tuple(game_of(evening.room).asks):
        assert evening.does(seal(evening.room, seat))
    seen = replay(evening.entries, 1)
    assert seen is not None
    taken = next(moment for moment in seen.moments if moment.ask == ask)
    assert BEN in taken.choices and ADA in taken.people
    assert not has_choice(seen, BEN, taken) and BEN not in taken.by_others
    assert BEN in next(moment for moment in seen.moments if moment.ask == later).people


@pytest.mark.parametrize("how", ["leave", "remove"])
def test_server_gives_a_newcomer_nothing_private(how: str) -> None:
    with a_web() as web:
        check_change_of_hands(web, how)


def check_change_of_hands(web: Web, how: str) -> None:
    """Let Ben act in private and leave, and Dora take the seat.

    Raises AssertionError if she sees any of it."""
    table = web.playing("Ada", "Ben", "Carla")
    canary = "a canary that Ben let fly"
    table.post(1, do="say", text=canary)
    table.post(1, do="mute", name="Carla", on=True)
    link = table.post(1, do="return_link").json()["link"]
    assert table.post(0, do="nudge", seat=1).is_success
    table.post(1, do="vote", motion="end", on=True)
    table.seal(1, 1)
    answer = table.post(1, do="leave") if how == "leave" else table.post(0, do="remove", seat=1)
    assert answer.is_success
    join = table.view(0)["room"]["join_link"]
    taken = web.client.post(f"{table.path}/seats", json={"name": "Dora", "key": join.rpartition("/")[2]})
    assert taken.status_code == 201 and taken.json()["seat"] == 1
    bearer = {"authorization": f"Bearer {taken.json()['token']}"}
    with web.socket(f"{table.path}/live", **bearer) as socket:
        first = socket.receive_json()["view"]
    for seen in (web.client.get(table.path, headers=bearer).json(), first):
        assert (seen["nudged"], seen["muted"], seen["instructions"], seen["plan"]) == (None, [], [], [])
        assert seen["ask"]["sealed"] is None and len(seen["devices"]) == 1
        assert [(line["text"], line["seat"]) for line in seen["said"]] == [(canary, None)]
        assert 1 not in seen["room"]["votes"]["end"]
    web.client.cookies.clear()
    page = web.client.get(f"/r/{table.code}", headers={"cookie": f"{DEVICE_COOKIE}={taken.json()['token']}"}).text
    said = re.search(rf'<li id="line-1"[^>]*>(?:(?!</li>).)*{canary}', page, re.DOTALL)
    assert said is not None and "data-own" not in said[0]
    assert 'data-nudge=""' in page and "Unmute" not in page
    assert web.client.post(link, headers={"origin": BASE}).status_code == 410
