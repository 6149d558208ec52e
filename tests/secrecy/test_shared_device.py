"""Shared devices: a hand tells nothing of another, and the curtain of none."""

import random
from collections.abc import Callable, Iterator, Sequence

import pytest
from fastapi import FastAPI
from starlette.routing import Route

from app.rooms import commands as c
from app.rooms.model.room import Room
from app.rooms.views.hands import make_curtain
from app.rooms.views.page_view import PageView, page_view
from app.rooms.views.view import view
from app.web.html.environment import environment
from app.web.html.regions import Regions
from app.web.sockets.browser_feed import BrowserFeed, CurtainFeed
from engine import registry
from engine.core.seats import Seat, Viewer
from tests.rooms.builders import ADA, BEN, JOIN_KEY, game_of, holder
from tests.rooms.evening import Evening
from tests.secrecy.feeds import BASE_URL
from tests.secrecy.hidden import exchange_secrets
from tests.secrecy.test_canaries import contains, list_secrets
from tests.web.shared import SharedDevice, share
from tests.web.tables import Web, a_web
from tests.web.test_canaries import BOOK, collect_edition_texts, holds
from tests.web.untranslated import WORDS

GAMES = sorted(registry.GAMES)
HANDS = (ADA, BEN)
REGIONS = Regions(environment(WORDS), WORDS)


class ShowsTheOtherHand(BrowserFeed):
    """Mutant that shows the hand of whoever had the device before."""

    def view_page(self, room: Room, viewer: Viewer, here: frozenset[Seat]) -> PageView:
        """Return the other's page."""
        return super().view_page(room, BEN if viewer == ADA else ADA, here)


class CurtainWithAHand(CurtainFeed):
    """Mutant that leaves the first hand open behind the curtain."""

    def view_page(self, room: Room, viewer: Viewer, here: frozenset[Seat]) -> PageView:
        """Return the curtain with the first hand's pieces."""
        return page_view(room, ADA, here)


def make_feed(kind: type[BrowserFeed]) -> BrowserFeed:
    """Return the feed of a page at a device that Ada and Ben share."""
    feed = kind(REGIONS, lambda: BASE_URL, text="ABCDEFGH~1")
    feed.list_hands = lambda: HANDS
    return feed


def play_rooms(game: str, rng: random.Random, tell: str = "nothing", watchers: str = "public") -> Iterator[Room]:
    """Yield the rooms of a game by three, at each prompt with some cards sealed."""
    evening = Evening(game, grace=1, bot_pace=0, tell=tell, watchers=watchers)
    for name in ("Ben", "Cleo"):
        evening.does(c.TakeSeat(name, holder(name), JOIN_KEY))
    evening.does(c.Begin(ADA, "5e" * 32, registry.find(game).edition()))
    for _ in range(30):
        if evening.room.phase != "playing":
            return
        play = game_of(evening.room)
        seats = list(play.asks)
        rng.shuffle(seats)
        yield evening.room
        for seat in seats:
            evening.does(c.Seal(seat, play.ask, evening.choice(seat, rng.randrange(40))))
            yield evening.room
        evening.rings()


def find_leak(game: str, kind: type[BrowserFeed], hidden_from: Callable[[Room], Sequence[Viewer]]) -> int:
    """Return in how many rooms a feed tells what one of these viewers may not know."""
    rng, leaks = random.Random(7), 0
    here = frozenset({ADA, BEN, Seat(2)})
    for room in play_rooms(game, rng):
        for viewer in hidden_from(room):
            message = (make_feed(kind).update(room, ADA, here) or b"").decode()
            secrets = list_secrets(room, viewer)
            other = exchange_secrets(room, viewer, rng)
            again = (make_feed(kind).update(other, ADA, here) or b"").decode()
            leaks += any(contains(message, secret) for secret in secrets) or message != again
    return leaks


@pytest.mark.parametrize("game", GAMES)
def test_open_hand_tells_nothing_of_the_other(game: str) -> None:
    assert find_leak(game, BrowserFeed, lambda _: [ADA]) == 0


@pytest.mark.parametrize("game", GAMES)
def test_curtain_tells_nothing_of_any_hand(game: str) -> None:
    assert find_leak(game, CurtainFeed, lambda _: [ADA, BEN, None]) == 0


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("mutant", "viewer"), [(ShowsTheOtherHand, ADA), (CurtainWithAHand, BEN), (CurtainWithAHand, None)]
)
def test_mutant_that_shows_another_hand_is_found_out(game: str, mutant: type[BrowserFeed], viewer: Viewer) -> None:
    assert find_leak(game, mutant, lambda _: [viewer]) > 0


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("watchers", ["none", "delayed", "public"])
def test_curtain_shows_no_hand_whatever_watchers_see(game: str, watchers: str) -> None:
    for room in play_rooms(game, random.Random(3), "who", watchers):
        shown = make_curtain(room, HANDS)
        assert shown.table_id == page_view(room, ADA).table_id
        assert (shown.view.you, shown.view.ask, shown.view.plan, shown.view.devices) == (None, None, (), ())
        assert shown.scene is None or not (shown.scene.hand or shown.scene.peeks)


def list_reading_paths(web: Web) -> list[str]:
    """Return the paths of all GET routes below a room that need nothing but its code."""
    app = web.client.app
    assert isinstance(app, FastAPI)
    routes = [each for each in app.routes if isinstance(each, Route)]
    reading = [each.path for each in routes if "GET" in (each.methods or ()) and each.path.startswith("/r/{room}")]
    plain = [each for each in reading if each.count("{") == 1]
    parts = [f"/r/{{room}}/part/{part}" for part in ("menu", "plan", "hurry", "last_round", "coach", "more-0", "end")]
    return plain + parts


def read_all(device: SharedDevice, room: str) -> dict[str, bytes]:
    """Return all pages, updates and parts under that address of the room.

    The drawings are left out."""
    paths = [each.format(room=room) for each in list_reading_paths(device.web)]
    answers = {path: device.get(path) for path in paths}
    return {path: BOOK.sub(b"", answer.content) + str(answer.headers).encode() for path, answer in answers.items()}


@pytest.mark.parametrize("game", GAMES)
def test_no_answer_to_one_hand_holds_anothers_secrets(game: str) -> None:
    """Search for the cards that Ada and Ben hold, and those that they have sealed."""
    with a_web() as web:
        device = share(web, "Cleo", game=game, watchers="public")
        known = collect_edition_texts(device.room)
        for seat in HANDS:
            ask = view(device.room, seat).ask
            if ask is not None:
                name = device.room.name_of(seat)
                device.post(f"{device.path(name)}/do", do="seal", ask=ask.ask, choice=ask.choices[-1])
        asked: dict[str, Sequence[Viewer]] = {device.path("Ada"): (ADA,), device.path("Ben"): (BEN,)}
        for path, viewers in (asked | {f"/r/{device.table.code}": HANDS}).items():
            sent = read_all(device, path.removeprefix("/r/"))
            assert len(sent) > 15
            for address, content in sent.items():
                for viewer in viewers:
                    secrets = list_secrets(device.room, viewer)
                    # the record holds the edition, and so all printed words
                    searched = secrets.keys() - known if "/record" in address else secrets.keys()
                    assert not [secrets[word] for word in searched if holds(content, word)], (address, viewer)


def test_each_hands_page_shows_that_hand() -> None:
    with a_web() as web:
        device = share(web, "Cleo")
        for name, other in (("Ada", BEN), ("Ben", ADA)):
            page = BOOK.sub(b"", device.get(device.path(name)).content)
            assert any(holds(page, word) for word in list_secrets(device.room, other))


def test_curtains_socket_answers_with_nobodys_card() -> None:
    """A refusal tells its player what they owe: not at the curtain."""
    with a_web() as web:
        device = share(web, "Cleo")
        ask = view(device.room, ADA).ask
        assert ask is not None
        device.post(f"{device.path('Ada')}/do", do="seal", ask=ask.ask, choice=ask.choices[0])
        with web.socket(f"/r/{device.table.code}/hands/live?language=en", **device.headers) as socket:
            first = socket.receive_text()
            assert '"hand":{}' in first and '"peeks":{}' in first
            for text in ('{"id": "1", "do": "lift", "ask": 1}', '{"id": "2", "do": "nonsense"}', "[", '{"do": "ping"}'):
                socket.send_text(text)
                answer = socket.receive_json()
                assert answer.get("ask") is None, text
                assert "refused" in answer or text == '{"do": "ping"}'
        own = view(device.room, ADA).ask
        assert own is not None and own.sealed == ask.choices[0]


@pytest.mark.parametrize("name", ["Ada", "Ben"])
def test_hands_socket_sends_one_hand_alone(name: str) -> None:
    with a_web() as web:
        device = share(web, "Cleo")
        viewer = ADA if name == "Ada" else BEN
        with web.socket(f"{device.path(name)}/live?language=en", **device.headers) as socket:
            text = socket.receive_text()
        assert not [what for secret, what in list_secrets(device.room, viewer).items() if contains(text, secret)]
        other = list_secrets(device.room, BEN if viewer == ADA else ADA)
        assert [secret for secret in other if contains(text, secret)]


def test_socket_without_a_hand_is_refused() -> None:
    with a_web() as web:
        device = share(web, "Cleo")
        with web.socket(f"/r/{device.table.code}/live?language=en", **device.headers) as socket:
            assert socket.receive_json()["refused"] == "no_seat"
