"""Guesses of the gallery tell nothing to anyone before the reveal, by any byte."""

from collections.abc import Iterable

import pytest

from app.rooms import commands as c
from app.rooms.model.ids import AskNumber, Digest
from app.rooms.model.room import Room
from app.rooms.views.view import view
from app.web.html.environment import environment
from app.web.html.regions import Regions
from app.web.sockets.browser_feed import BrowserFeed
from engine.core.seats import Seat
from tests.rooms.builders import ADA, BEN, CARLA, a_game, all_sealed, holder, run_commands, seal
from tests.secrecy.feeds import BASE_URL, SERVERS, Feed, decode
from tests.web.untranslated import WORDS

HERE = frozenset({ADA, BEN, CARLA})
VIEWERS: tuple[Seat | None, ...] = (ADA, BEN, CARLA, None)
WANDA, WALTER = holder("Wanda"), holder("Walter")
CANARY = "Wandawatcher"


def guess(room: Room, who: Digest = WANDA, name: str = CANARY, place: int = 0) -> Room:
    """Return the room after a guess of every seat that is asked."""
    gallery = view(room, None).gallery
    assert gallery.ask is not None
    answers = tuple(f"{part.seat} {part.answers[place]}" for part in gallery.seats)
    return run_commands(room, c.Guess(name, AskNumber(gallery.ask), answers, who))


def record(feeds: Iterable[Feed], rooms: Iterable[Room]) -> list[list[str | None]]:
    """Return the messages of every viewer's feed for these rooms in order."""
    pairs = tuple(zip(feeds, VIEWERS, strict=True))
    return [[decode(feed.update(room, viewer, HERE)) for feed, viewer in pairs] for room in rooms]


def play_until_reveal(room: Room, *, is_guessed: bool) -> list[Room]:
    """Return the rooms from one reveal to the next, in one world with guesses."""
    rooms = [room]
    rooms.append(guess(room) if is_guessed else room)
    rooms.append(guess(guess(rooms[-1], place=1), WALTER, "Walter") if is_guessed else rooms[-1])
    rooms.append(run_commands(rooms[-1], seal(room, ADA), c.Say(BEN, "Hm.")))
    rooms.append(run_commands(rooms[-1], c.Pause(BEN), c.Resume(BEN)))
    rooms.append(run_commands(rooms[-1], seal(room, BEN)))
    return rooms


@pytest.mark.parametrize("feed", SERVERS)
@pytest.mark.parametrize("watchers", ["public", "delayed"])
def test_no_byte_tells_of_guesses_before_the_reveal(game: str, feed: str, watchers: str) -> None:
    room = a_game(3, game=game, watchers=watchers)
    server = SERVERS[feed]()
    one, other = ([server() for _ in VIEWERS] for _ in range(2))
    silent = record(one, play_until_reveal(room, is_guessed=False))
    guessed = record(other, play_until_reveal(room, is_guessed=True))
    assert silent == guessed
    assert CANARY not in str(guessed)


@pytest.mark.parametrize("feed", SERVERS)
def test_a_late_guess_is_silent_until_watchers_see_it(game: str, feed: str) -> None:
    room = all_sealed(a_game(3, game=game, watchers="delayed"))
    server = SERVERS[feed]()
    one, other = ([server() for _ in VIEWERS] for _ in range(2))
    asked = min(room.play.asks) if room.play is not None else ADA
    plain = [room, room, run_commands(room, seal(room, asked))]
    late = [room, guess(room), run_commands(guess(room), seal(room, asked))]
    if plain[-1].play is None or plain[-1].play.ask != room.asks_so_far:
        plain, late = plain[:-1], late[:-1]
    assert record(one, plain) == record(other, late)


def test_the_reveal_tells_points_to_all(game: str) -> None:
    feeds = [SERVERS["program"]()() for _ in VIEWERS]
    room = guess(a_game(3, game=game, watchers="public"))
    told = record(feeds, [room, all_sealed(room)])
    assert all(CANARY not in str(message) for message in told[0])
    assert all(CANARY in str(message) for message in told[1])


def test_watchers_pages_show_only_their_own_guess(game: str) -> None:
    regions = Regions(environment(WORDS), WORDS)
    room = guess(a_game(3, game=game, watchers="public"))

    def page(device: Digest | None) -> str:
        feed = BrowserFeed(regions, lambda: BASE_URL, device)
        return decode(feed.update(room, None, HERE)) or ""

    # the one who guessed comes first, so a page kept for all would hold the guess
    assert CANARY in page(WANDA) and " checked" in page(WANDA)
    assert CANARY not in page(WALTER) + page(None)
    assert page(WALTER) == page(None)


def test_a_guess_shown_to_all_is_detected(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Room, "get_visible_version", lambda room, viewer: room.version)
    with pytest.raises(AssertionError):
        test_no_byte_tells_of_guesses_before_the_reveal(game, "program", "public")
