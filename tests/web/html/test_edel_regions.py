"""Regions of Edel, Stein & Reich at every stage and for every viewer.

They reveal to no viewer what others have sealed."""

import random
from collections.abc import Iterator

import pytest

from app.rooms.model.room import Room
from app.rooms.model.values import replace
from app.rooms.views.page_view import Scene, page_view
from app.web.games import find_presenter
from app.web.html.regions import Regions
from app.web.html.renderer import Renderer
from app.web.sockets.browser_feed import BrowserFeed
from engine.core.plain import Plain
from engine.core.seats import Seat, Viewer
from engine.edel_stein_reich import GAME
from tests.rooms import builders
from tests.rooms.builders import ADA, BEN, CARLA, all_sealed, game_of, run_commands, seal
from tests.web.html.test_regions import BASE, Reader, regions
from tests.web.shown_page import render_without_ids
from tests.whole import whole

EVERYBODY = frozenset(Seat(number) for number in range(5))


def a_game(seats: int, **options: Plain) -> Room:
    """Return a game that has just begun."""
    return builders.a_game(seats, 0, builders.SEED, GAME.key, **options)


def evening(seats: int, seed: str) -> Iterator[Room]:
    """Yield the room before every choice of a random game, and at its end."""
    rng = random.Random(seed)
    room = a_game(seats, watchers="public")
    while room.phase == "playing":
        yield room
        asks = game_of(room).asks
        room = all_sealed(room, {seat: GAME.text(rng.choice(ask.choices)) for seat, ask in asks.items()})
    yield room


def find_room(kind: str, seats: int = 3) -> Room:
    """Return a room with a prompt of that kind."""
    for number in range(40):
        for room in evening(seats, f"{kind}/{number}"):
            if any(ask.kind == kind for ask in game_of(room).asks.values()):
                return room
    raise AssertionError(f"nobody was ever asked {kind}")


def get_asked_seat(room: Room) -> Seat:
    """Return the first seat that has a prompt."""
    return next(iter(game_of(room).asks))


def render_regions(made: Regions, room: Room, viewer: Viewer) -> dict[str, str]:
    """Return all regions for the viewer."""
    return made.render_all(page_view(room, viewer, EVERYBODY), BASE)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_edel_regions_render_whole_game_for_every_viewer(seats: int) -> None:
    made, kinds = regions(), set[str]()
    read_before = set[str]()
    for number, room in enumerate(evening(seats, f"drawn/{seats}")):
        asked_now = {ask.kind for ask in game_of(room).asks.values()}
        if number % whole(1, 3) and asked_now <= kinds and room.phase == "playing":
            continue
        kinds |= asked_now
        owed = next(iter(game_of(room).asks), ADA)
        for viewer in (owed, Seat((owed + 1) % seats), None):
            for id, html in render_regions(made, room, viewer).items():
                if html in read_before:
                    continue
                read_before.add(html)
                read = Reader(html.strip())
                assert [root["id"] for root in read.roots] == [id]
                assert "data-region" in read.roots[0]
                assert not read.open
                assert "\x02" not in html, id
    assert {"action", "bid", "event_source"} <= kinds
    assert ("guess" in kinds) is (seats == 2)


@pytest.mark.parametrize("viewer", [ADA, BEN, None])
def test_the_page_holds_the_board_as_the_socket_sends_it(viewer: Viewer) -> None:
    renderer, made = Renderer(), regions()
    for kind in ("action", "bid", "event"):
        room = find_room(kind)
        sent = render_regions(made, room, viewer)
        page = render_without_ids(renderer, page_view(room, viewer, EVERYBODY))
        ids = Reader(page).ids
        assert len(ids) == len(set(ids))
        for region in find_presenter(GAME.key).regions:
            assert sent[region.id].strip() in page


@pytest.mark.rule("E9.1")
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_sealed_action_changes_no_byte_for_others(seats: int) -> None:
    game = a_game(seats, watchers="public")
    sealer = get_asked_seat(game)
    rooms = [run_commands(game, seal(game, sealer, choice)) for choice in ("money", "event", "gems")]
    others: list[Viewer] = [Seat(seat) for seat in range(seats) if seat != sealer]

    def render_all(viewer: Viewer) -> list[tuple[dict[str, str], Scene | None]]:
        return [(render_regions(regions(), room, viewer), page_view(room, viewer, EVERYBODY).scene) for room in rooms]

    for viewer in (*others, None):
        one, other, third = render_all(viewer)
        assert one == other == third
    assert len({repr(each) for each in render_all(sealer)}) == len(rooms)


@pytest.mark.rule("E9.1", "E10.3")
def test_action_with_two_seats_stays_hidden_until_guessing_ends() -> None:
    game = a_game(2)
    sealer = get_asked_seat(game)
    guesser = Seat(1 - sealer)
    rooms = [all_sealed(game, [choice]) for choice in ("money", "event")]
    missed = [all_sealed(room, ["guess gems"]) for room in rooms]
    for one, other in (rooms, missed):
        assert render_regions(regions(), one, guesser) == render_regions(regions(), other, guesser)
        scenes = {seat: [page_view(room, seat, EVERYBODY).scene for room in (one, other)] for seat in (guesser, sealer)}
        assert scenes[guesser][0] == scenes[guesser][1]
        assert [scene and dict(scene.peeks) for scene in scenes[sealer]] == [
            {f"action-{sealer}": "action-money"},
            {f"action-{sealer}": "action-event"},
        ]


@pytest.mark.rule("E10.3")
def test_what_was_guessed_cannot_be_guessed_again_and_says_why() -> None:
    game = a_game(2)
    missed = all_sealed(all_sealed(game, ["money"]), ["guess gems"])
    html = render_regions(regions(), missed, get_asked_seat(missed))["prompt"]
    assert 'value="guess gems"' not in html and 'value="guess event"' in html
    assert "E10.3" in html and "Already guessed." in html


@pytest.mark.rule("E5.3", "E5.4")
def test_bid_uses_gem_steppers_or_list_without_javascript() -> None:
    room = find_room("bid")
    seat = get_asked_seat(room)
    ask = game_of(room).asks[seat]
    sent = render_regions(regions(), room, seat)["prompt"]
    page = render_without_ids(Renderer(), page_view(room, seat, EVERYBODY))
    assert sent.count('class="step-more"') == 4 and "<noscript>" not in sent
    listed = page.split("<noscript><label")[1].split("</noscript>")[0]
    for choice in ask.choices:
        assert f'value="{GAME.text(choice)}"' in listed


def test_each_action_says_what_it_would_bring() -> None:
    room = a_game(3)
    card = GAME.view(game_of(room).state, ADA).seats[ADA].gem_card
    assert card is not None
    html = render_regions(regions(), room, ADA)["prompt"]
    assert f"{card.money} million" in html
    assert html.count('class="gem gem-') >= sum(card.gems)
    assert "or the face-down card" in html


@pytest.mark.rule("E8.2")
def test_ledger_adds_certificate_majority_of_card_and_seat_sheet_agrees() -> None:
    room = a_game(3)
    play = game_of(room)
    places = play.state.table.edition.event_card_places
    laid = tuple(places[name] for name in ("sole_all_1", "certificate_1", "certificate_2"))
    rest = tuple(card for card in play.state.event_pile if card not in laid)
    state = play.state._replace(cards=(laid, (), ()), event_pile=rest)
    pages = [page_view(each, BEN, EVERYBODY) for each in (room, replace(room, play=replace(play, state=state)))]
    worth = [int(str(page.scene.picture.signs["now-0"])) for page in pages if page.scene is not None]
    sheets = [regions().part(page, BASE, "more-0") or "" for page in pages]
    assert "pays 10, from cards: 4</dd>" in sheets[1] and "pays 10" not in sheets[0]
    assert "4 million extra for each colour where you alone have the most, and likewise for certificates." in sheets[1]
    assert worth[1] - worth[0] == 14, sheets[1]


def test_message_with_film_stays_under_phone_size_limit() -> None:
    feed = BrowserFeed(regions(), lambda: BASE)
    heard = [len(feed.update(room, ADA, EVERYBODY) or b"") for room in evening(5, "weight")]
    assert sorted(heard)[len(heard) // 2] < 64_000
    assert max(heard) < 192_000  # whole scoring, step by step


def test_the_ranking_says_how_the_money_came() -> None:
    room = list(evening(3, "course"))[-1]
    table = GAME.view(game_of(room).state, None)
    course = find_presenter(GAME.key).course(game_of(room).history)
    for seat in (ADA, BEN, CARLA):
        assert sum(course[int(seat)].sources.values()) == table.seats[seat].money
    assert "action" in render_regions(regions(), room, ADA)["end"]
