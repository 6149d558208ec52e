"""A seat changes hands: whoever takes it over is shown nothing that was private to the player before them, and nothing
of theirs as their own."""

import re
from collections.abc import Callable, Mapping

import pytest

from app.rooms import commands as c
from app.rooms.mirror.moments import has_choice
from app.rooms.model.ids import Version
from app.rooms.model.room import Room
from app.rooms.model.values import replace
from app.rooms.talk.words import PHRASES, SIGNS
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
    after,
    all_sealed,
    at,
    game_of,
    holder,
    lift,
    revealed,
    seal,
)
from tests.rooms.evening import Evening
from tests.secrecy.feeds import BASE_URL, SERVERS
from tests.web.tables import BASE, DEVICE_COOKIE, Web, a_web
from tests.web.untranslated import WORDS

GAMES = sorted(registry.GAMES)
LINK = holder("a return link")
Deeds = Callable[[Room], tuple[c.Command, ...]]


def sealed(room: Room, place: int) -> c.Seal:
    """Ben's card: one of the choices that he is offered."""
    play = game_of(room)
    return seal(room, BEN, play.game.text(play.asks[BEN].choices[place]))


def plan(room: Room, place: int) -> c.MakePlan:
    """Ben's plan for the next ask."""
    return c.MakePlan(BEN, game_of(room).ask, (sealed(room, place).choice,))


def plainly(room: Room) -> tuple[c.Command, ...]:
    """Ben seals a card and does nothing else."""
    return (sealed(room, 0),)


PRIVATE: Mapping[str, Deeds] = {
    "another card sealed": lambda room: (sealed(room, 1),),
    "a card changed": lambda room: (sealed(room, 1), sealed(room, 0), sealed(room, 1)),
    "a card taken back": lambda room: (sealed(room, 0), lift(room, BEN), sealed(room, 1)),
    "a plan": lambda room: (sealed(room, 0), plan(room, 1)),
    "a player muted": lambda room: (sealed(room, 0), c.Mute(BEN, "Carla", True)),
    "watchers read": lambda room: (sealed(room, 0), c.HearWatchers(BEN, True)),
    "a return link": lambda room: (sealed(room, 0), c.MakeReturnLink(BEN, LINK, at(600_000))),
    "a device more": lambda room: (
        *(sealed(room, 0), c.MakeReturnLink(BEN, LINK, at(600_000))),
        c.AddDevice(LINK, holder("Ben's phone"), "phone"),
    ),
    "a nudge": lambda room: (c.Nudge(ADA, BEN), sealed(room, 0)),
    "instructions": lambda room: (sealed(room, 0), c.GiveInstructions(BEN, tuple(room.game.instructions)[:1])),
}
"""What Ben did before he went, and nobody else is told; in each case a card of his lies sealed."""

GOES: Mapping[str, c.Command] = {"leaves": c.Leave(BEN), "is removed": c.Remove(ADA, BEN, *NEW)}


def a_table(game: str) -> Room:
    """The table at which Ben sits before he goes: it has revealed cards once."""
    return revealed(all_sealed(a_game(3, game=game, watchers="public")))


def taken_over(game: str, how: str, did: Deeds, name: str = "Dora") -> Room:
    """The game in which somebody else has Ben's seat, after Ben did that."""
    room = after(a_table(game), *did(a_table(game)), GOES[how])
    return after(room, c.TakeSeat(name, holder("Dora"), room.join_key))


def drawn(regions: Regions, page: PageView) -> tuple[object, ...]:
    """All regions of the page and its sheets."""
    return (regions.whole(page, BASE_URL), *(regions.part(page, BASE_URL, part) for part in FETCHED))


@pytest.mark.parametrize("server", SERVERS)
@pytest.mark.parametrize("how", GOES)
@pytest.mark.parametrize("what", PRIVATE)
@pytest.mark.parametrize("game", GAMES)
def test_what_was_private_makes_no_difference_to_who_takes_the_seat_over(
    game: str, what: str, how: str, server: str
) -> None:
    """Tables that differ in it alone are shown alike, byte by byte, in every feed."""
    plain, other = taken_over(game, how, plainly), taken_over(game, how, PRIVATE[what])
    assert plain.version == other.version or what != "another card sealed"
    here = frozenset({ADA, BEN, CARLA})
    assert SERVERS[server]()().update(plain, BEN, here) == SERVERS[server]()().update(other, BEN, here)


@pytest.mark.parametrize("how", GOES)
@pytest.mark.parametrize("what", PRIVATE)
@pytest.mark.parametrize("game", GAMES)
def test_the_page_and_its_sheets_are_the_same_too(game: str, what: str, how: str) -> None:
    """Also for a namesake, in a process that has drawn the page of the player before."""
    regions, shown = Regions(environment(WORDS), WORDS), []
    for did in (plainly, PRIVATE[what]):
        drawn(regions, page_view(after(a_table(game), *did(a_table(game))), BEN))
        page = page_view(taken_over(game, how, did, "Ben"), BEN, holder=holder("Dora"))
        page = replace(page, version=Version(0))
        shown.append((page, drawn(regions, page)))
    assert shown[0] == shown[1]


@pytest.mark.parametrize("how", GOES)
def test_the_card_of_the_player_before_counts_and_is_not_shown(how: str) -> None:
    """Nobody waits for it anew, and whoever has the seat now may put another one in its place, or take it back."""
    room = taken_over("adel_verpflichtet", how, lambda room: (sealed(room, 1),))
    seen = page_view(room, BEN)
    assert seen.view.ask is not None and (seen.view.ask.sealed, seen.view.seats[BEN].state) == (None, "choosing")
    assert page_view(room, ADA).view.seats[BEN].state == "sealed"
    own = page_view(after(room, sealed(room, 0)), BEN).view.ask
    assert own is not None and own.sealed == sealed(room, 0).choice
    assert after(room, seal(room, ADA), seal(room, CARLA)).asks_so_far == room.asks_so_far + 1
    assert BEN not in game_of(after(room, lift(room, BEN))).sealed


@pytest.mark.parametrize("how", GOES)
def test_what_was_said_is_nobodys_own_once_its_speaker_has_gone(how: str) -> None:
    room = after(
        a_game(3),
        c.Say(BEN, "a canary"),
        c.React(BEN, next(iter(SIGNS))),
        c.SayPhrase(BEN, next(iter(PHRASES))),
        GOES[how],
    )
    assert {line.seat for line in room.chat} == {BEN}, "who has left still stands beside it"
    taken = after(room, c.TakeSeat("Dora", holder("Dora"), room.join_key))
    for viewer in (None, ADA, BEN):
        assert {part.seat for part in page_view(taken, viewer).view.said} == {None}


def test_lines_follow_people_and_not_the_numbers_of_seats_when_seats_close_up() -> None:
    """Carla moves to the seat of Ben, who has left: his lines do not become hers."""
    room = after(a_game(4), c.Say(BEN, "a canary"), c.Say(CARLA, "a swallow"))
    room = after(room, *(c.Vote(Seat(seat), "end", True, "", None) for seat in (0, 2, 3)), c.Leave(BEN))
    room = after(room, c.Again(ADA, "5e" * 32, registry.find("adel_verpflichtet").edition()))
    assert [(line.text, line.seat) for line in room.chat] == [("a canary", None), ("a swallow", BEN)]


def test_later_occupant_has_no_perspective_of_the_one_before() -> None:
    room = taken_over("adel_verpflichtet", "leaves", plainly)
    assert not may_have_perspective(room, 1, BEN, BEN)
    assert may_have_perspective(room, 1, BEN, None)
    assert may_have_perspective(room, 1, ADA, ADA)


def begun(game: str) -> Evening:
    """An evening in which Ada, Ben and Carla have begun the game."""
    evening = Evening(game, grace=0, bot_pace=0)
    for name in ("Ben", "Carla"):
        evening.does(c.TakeSeat(name, holder(name), evening.room.join_key))
    evening.does(c.Begin(ADA, "5e" * 32, registry.find(game).edition()))
    return evening


@pytest.mark.parametrize("game", GAMES)
def test_the_mirror_is_of_the_players_own_choices(game: str) -> None:
    evening = begun(game)
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
def test_a_card_that_was_taken_over_with_the_seat_is_no_choice_of_the_newcomers(game: str) -> None:
    evening = begun(game)
    ask = evening.room.asks_so_far
    assert evening.does(seal(evening.room, BEN))
    evening.does(c.Leave(BEN))
    evening.does(c.TakeSeat("Dora", holder("Dora"), evening.room.join_key))
    assert BEN in game_of(evening.room).sealed
    for seat in (ADA, CARLA):
        assert evening.does(seal(evening.room, seat))
    while BEN not in game_of(evening.room).asks:
        assert evening.does(seal(evening.room, evening.asked(0)))
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
def test_through_the_whole_server_nothing_of_the_player_before_is_the_newcomers(how: str) -> None:
    with a_web() as web:
        changes_hands(web, how)


def changes_hands(web: Web, how: str) -> None:
    """Ben does much in private and goes, Dora comes. Raises AssertionError if she is shown any of it."""
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
