"""Canaries: whole games whose output is searched for secrets.

Every byte sent and every line of the log is searched. Again and again, everything hidden is exchanged for something
that must look the same."""

import asyncio
import logging
import random
import re
from collections.abc import Callable

import pytest
from structlog.testing import capture_logs

from app.live.errors import RoomDamagedError
from app.live.host.host import RoomHost
from app.rooms import commands as c
from app.rooms import events as e
from app.rooms.model.ids import Millis, Version
from app.rooms.model.room import Room
from engine import registry
from engine.core.plain import Plain
from engine.core.seats import Seat, Viewer
from engine.driver import MOST_TURNS
from tests.known import lacks, least, takes
from tests.live.hurried import WallClock, run_without_waiting
from tests.live.process import House, a_host, request, seal
from tests.live.stores import FailingStore
from tests.rooms.builders import JOIN_KEY, NAMES, START, a_game, begin, game_of, holder
from tests.rooms.evening import Evening
from tests.secrecy import feeds
from tests.secrecy.feeds import SERVERS, Feed, Server
from tests.secrecy.hidden import Nothing, exchange_secrets, get_hidden
from tests.secrecy.worlds import World
from tests.whole import whole


def list_secrets(room: Room, viewer: Viewer) -> dict[str, str]:
    """Return what the viewer may not read now, each with its meaning."""
    found: dict[str, str] = {link.link: "the digest of a return link" for link in room.links}
    for occupant in room.seats:
        found |= {digest: "the digest of a token" for digest in (occupant.holders if occupant else ())}
    if viewer is None:
        found |= {room.join_key: "the key for joining", room.watch_key: "the key for watching"}
    play = room.play
    if play is None or room.phase == "finished":
        return found
    found |= {play.seed: "the seed"} | get_hidden(play.game.key).list_secret_words(play, viewer)
    for seat, card in play.sealed.items():
        # Words without a number occur in many sentences. The exchange finds their leaks.
        if seat != viewer and any(letter.isdigit() for letter in card.choice):
            found[card.choice] = f"the card of seat {seat}"
    return found


def contains(message: str, secret: str) -> bool:
    """Return whether the secret is in the message as a whole word."""
    return secret in message and re.search(rf"(?<!\w){re.escape(secret)}(?!\w)", message) is not None


class Recorder:
    """Reader of all messages of a world."""

    def __init__(self, world: World, server: Server, rng: random.Random) -> None:
        self.world = world
        self.read = 0
        self.exchanges = 0
        self._server = server
        self._rng = rng
        self._from = dict.fromkeys(world.viewers, 0)

    def check(self) -> None:
        """Assert that all messages since the last check are free of secrets."""
        for viewer, heard in self.world.heard.items():
            secrets = list_secrets(self.world.room, viewer)
            for message in heard[self._from[viewer] :]:
                self.read += len(message)
                leaked = [what for secret, what in secrets.items() if contains(message, secret)]
                assert not leaked, f"{viewer} could read {leaked[0]}"
            self._from[viewer] = len(heard)

    def check_exchanged(self) -> None:
        """Assert that a new connection cannot tell an exchange of hidden things."""
        room, here = self.world.room, frozenset(self.world.room.people())
        for viewer in self.world.viewers:
            other = exchange_secrets(room, viewer, self._rng)
            told = [self._server()().update(each, viewer, here) for each in (room, other)]
            assert told[0] == told[1], f"{viewer} could read what was exchanged"
            self.exchanges += other != room


async def play_whole_game(server: Server, game: str, people: int, bots: int, seed: int, looks: float = 1.0) -> Recorder:
    """Play a random game to its end, and check it.

    It has chat, wrong commands, return links and changed choices. ``looks`` is the share of prompts at which hidden
    things are exchanged. Raises AssertionError if a secret was sent, or anything was logged."""
    takes(game, people + bots)
    rng = random.Random(seed)
    options: dict[str, Plain] = {"watchers": rng.choice(["public", "delayed"]), "tell": rng.choice(["who", "nothing"])}
    own = {option.key: rng.choice(option.values) for option in registry.find(game).options}
    evening = Evening(game, grace=1, bot_pace=0.5, **options, **own)
    for name in NAMES[1:people]:
        evening.does(c.TakeSeat(name, holder(name), JOIN_KEY))
    for number in range(people, people + bots):
        evening.does(c.SeatBot(Seat(0), Seat(number), "normal"))
    with capture_logs() as lines:
        world = await World.create(RoomHost, evening.room, evening.entries, WallClock(), server())
        recorder = Recorder(world, server, rng)
        await world.command(Seat(0), lambda _: begin(rng.randbytes(32).hex(), game))
        while world.room.phase == "playing":
            await _play_randomly(world, recorder, rng)
            assert world.room.asks_so_far <= MOST_TURNS, f"{game} has not come to its end"
            if rng.random() < looks:
                recorder.check_exchanged()
            await asyncio.sleep(1.5)
            await world.listen()
            recorder.check()
        await world.host.close()
    assert lines == [], "a game without a hitch is nothing for the log"
    return recorder


async def _play_randomly(world: World, recorder: Recorder, rng: random.Random) -> None:
    ask = world.play.ask
    for seat in rng.sample(world.room.people(), len(world.room.people())):
        if world.play.ask == ask and seat in world.play.asks:
            texts = [world.play.game.text(choice) for choice in world.play.asks[seat].choices]
            await world.seal(seat, rng.choice(texts))
            recorder.check()
            if rng.random() < 0.2:
                await world.lift(seat)
                await world.seal(seat, rng.choice(texts))
    seat = rng.choice(world.room.people())
    link, until = holder(f"link {ask}"), Millis(START << 1)
    await world.command(seat, lambda seat: c.MakeReturnLink(seat, link, until))
    await world.command(seat, lambda seat: c.Seal(seat, ask, f"{world.play.number} of nothing"))
    await world.command(seat, lambda seat: c.Say(seat, "who has it?"))
    recorder.check()


MOST = 1_000_000
"""Least number of bytes sent to programs."""
TABLES = ((2, 0), (3, 2), (5, 0))
"""Numbers of people and bots."""


@pytest.mark.rule("A10.1", "A10.2", "E9.1")
@pytest.mark.parametrize(("people", "bots"), whole(TABLES, TABLES[:2]))
@run_without_waiting
async def test_no_program_reads_a_secret_in_a_whole_game(game: str, people: int, bots: int) -> None:
    recorder = await play_whole_game(SERVERS["program"], game, people, bots, seed=people, looks=whole(1.0, 0.4))
    assert recorder.read > least(game, MOST)
    assert recorder.exchanges >= least(game, whole(101, 41))
    for heard in recorder.world.heard.values():
        assert any(recorder.world.play.seed in message for message in heard), "at the end the seed is public"


@pytest.mark.rule("A10.1", "A10.2", "E9.1")
@run_without_waiting
async def test_no_browser_reads_a_secret_in_a_whole_game(game: str) -> None:
    recorder = await play_whole_game(SERVERS["browser"], game, people=2, bots=0, seed=1, looks=whole(0.15, 0.06))
    assert recorder.read > least(game, 1_000_000)
    assert recorder.exchanges >= least(game, whole(11, 5))


@pytest.mark.parametrize(
    ("mutant", "people"),
    [
        (feeds.ShowsHands, 2),
        (feeds.ShowsSealedCards, 3),
        (feeds.ShowsSeed, 3),
        (feeds.ShowsTokens, 3),
        (feeds.ShowsKeys, 3),
        (feeds.ShowsPiles, 3),
    ],
)
@run_without_waiting
async def test_leaking_feed_is_detected(game: str, mutant: Callable[[], Feed], people: int) -> None:
    """Two seats hide cards (A2.3, E10.3), three seal at once (A3.1, E3.2)."""
    if mutant in (feeds.ShowsHands, feeds.ShowsPiles) and isinstance(get_hidden(game), Nothing):
        lacks(game, "nothing is known of what it hides")
    with pytest.raises(AssertionError, match="could read"):
        await play_whole_game(lambda: mutant, game, people, bots=0, seed=1)


def test_every_game_declares_its_secrets(game: str) -> None:
    """An exchange without effect would prove nothing."""
    if isinstance(get_hidden(game), Nothing):
        lacks(game, "nothing is known of what it hides")
    room, rng = a_game(2, game=game), random.Random(1)
    for viewer in (None, Seat(0), Seat(1)):
        assert get_hidden(game).list_secret_words(game_of(room), viewer)
        other = game_of(exchange_secrets(room, viewer, rng))
        assert other.state != game_of(room).state
        assert other.seed != game_of(room).seed


@run_without_waiting
async def test_log_holds_no_secret_after_any_failure(game: str, caplog: pytest.LogCaptureFixture) -> None:
    store = FailingStore()
    with capture_logs() as lines, caplog.at_level(logging.DEBUG):
        host = await a_host(RoomHost, store, WallClock(), people=3, game=game, grace=1)
        texts = [game_of(host.room).game.text(choice) for choice in game_of(host.room).asks[Seat(0)].choices]
        store.failing_appends = 2
        for text in texts:
            await host.submit(seal(host.room, "Ada", text, id=f"seals {text}"))
        store.unknown_fates = 1
        await host.submit(request("Ben", lambda seat: c.MakeReturnLink(seat, holder("link"), Millis(START << 1))))
        await host.submit(request("Ada", _make_failing(" ".join(texts))))
        await host.close()
    secrets = {*list_secrets(host.room, None), *texts}
    said = [str([*line.values()]) for line in lines] + [record.getMessage() for record in caplog.records]
    assert {line["event"] for line in lines} == {"append failed", "room failed"}
    assert [secret for secret in secrets for line in said if secret in line] == []


@run_without_waiting
async def test_broken_journal_is_logged_without_its_content(game: str) -> None:
    house = House()
    await house.opens(3, game=game)
    play = await house.play()
    text = play.game.text(play.asks[Seat(0)].choices[-1])
    await house.seals("Ada", text)
    room = await house.room()
    ask, version = game_of(room).ask, room.version
    events: list[e.Event] = [e.ChoiceSealed(ask, Seat(1), f"{text} 99"), e.Revealed(ask, holder("no state"))]
    entries = [e.Entry(Version(version + place), house.clock(), event) for place, event in enumerate(events, start=1)]
    await house.store.append(room.code, version, entries, "playing", None)
    with capture_logs() as lines, pytest.raises(RoomDamagedError):
        await House(house.store, house.clock).room()
    secrets = {*list_secrets(room, None), *text.split(), "99"}
    assert [line["event"] for line in lines] == ["broken journal"]
    assert [secret for secret in secrets for line in lines if secret in str([*line.values()])] == []


@run_without_waiting
async def test_locked_room_is_logged_without_its_content(game: str) -> None:
    house = House()
    await house.opens(3, game=game)
    play = await house.play()
    text = play.game.text(play.asks[Seat(0)].choices[-1])
    await house.seals("Ada", text)
    room = await house.room()
    with capture_logs() as lines:
        for _ in range(3):
            await house.asks("Ben", _make_failing(text))
        with pytest.raises(RoomDamagedError) as refused:
            await house.room()
    secrets = {*list_secrets(room, None), *text.split()}
    assert [line["event"] for line in lines] == ["room failed"] * 3 + ["room locked"]
    said = [*(str([*line.values()]) for line in lines), str(refused.value)]
    assert [secret for secret in secrets for line in said if secret in line] == []


def _make_failing(words: str) -> Callable[[Seat], c.Command]:
    def fails(seat: Seat) -> c.Command:
        raise ValueError(words)

    return fails
