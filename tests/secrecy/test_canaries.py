"""Canaries: whole games in which every byte that leaves, and every line of the log, is searched for what must not be
in it."""

import asyncio
import logging
import random
import re
from collections.abc import Callable

import pytest
from structlog.testing import capture_logs

from app.live.hall import RoomBroken
from app.live.host import RoomHost
from app.rooms import commands as c
from app.rooms import facts as f
from app.rooms.ids import Millis, Version
from app.rooms.room import Room
from engine.core.plain import Plain
from engine.core.seats import Seat, Viewer
from tests.live.house import House, a_host, request, seal
from tests.live.hurried import WallClock, hurried
from tests.live.stores import FailingStore
from tests.rooms.builders import JOIN_KEY, NAMES, START, begin, game_of, holder
from tests.rooms.evening import Evening
from tests.secrecy import feeds
from tests.secrecy.feeds import SERVERS, Feed, Server
from tests.secrecy.worlds import World, beneath, never_shown


def secrets_from(room: Room, viewer: Viewer) -> dict[str, str]:
    """What the viewer must not read anywhere at this moment, and what it is."""
    found: dict[str, str] = {link.link: "the digest of a return link" for link in room.links}
    for occupant in room.seats:
        found |= {digest: "the digest of a token" for digest in (occupant.holders if occupant else ())}
    if viewer is None:
        found |= {room.join_key: "the key for joining", room.watch_key: "the key for watching"}
    play = room.play
    if play is None or room.phase == "finished":
        return found
    found |= {play.seed: "the seed"} | {name: "what lies beneath a top" for name in beneath(play.state)}
    for seat in map(Seat, range(play.seats)):
        if seat != viewer:
            found |= {name: f"the hand of seat {seat}" for name in never_shown(play.state, seat)}
            sealed = play.sealed[seat].choice if seat in play.sealed else ""
            found |= {sealed: f"the card of seat {seat}"} if any(letter.isdigit() for letter in sealed) else {}
    return found


def holds(message: str, secret: str) -> bool:
    """Whether the secret is in the message, not just the beginning of a longer word."""
    return secret in message and re.search(rf"(?<!\w){re.escape(secret)}(?!\w)", message) is not None


class Recorder:
    """Reads along with everybody."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.read = 0
        self._from = dict.fromkeys(world.viewers, 0)

    def check(self) -> None:
        """Everything said since the last time must be free of secrets."""
        for viewer, heard in self.world.heard.items():
            secrets = secrets_from(self.world.room, viewer)
            for message in heard[self._from[viewer] :]:
                self.read += len(message)
                leaked = [what for secret, what in secrets.items() if holds(message, secret)]
                assert not leaked, f"{viewer} could read {leaked[0]}"
            self._from[viewer] = len(heard)


async def whole_game(server: Server, people: int, bots: int, seed: int) -> Recorder:
    """A game at random to its end, with chat, wrong commands, return links and changes of mind. Raises AssertionError
    when a secret was in what was said, or anything was logged."""
    rng = random.Random(seed)
    options: dict[str, Plain] = {"watchers": rng.choice(["public", "delayed"]), "tell": rng.choice(["who", "nothing"])}
    evening = Evening(grace=1, bot_pace=0.5, open_memory=rng.random() < 0.5, **options)
    for name in NAMES[1:people]:
        evening.does(c.TakeSeat(name, holder(name), JOIN_KEY))
    for number in range(people, people + bots):
        evening.does(c.SeatBot(Seat(0), Seat(number), "normal"))
    with capture_logs() as lines:
        world = await World.made(RoomHost, evening.room, evening.entries, WallClock(), server())
        recorder = Recorder(world)
        await world.does(Seat(0), lambda _: begin(seed=rng.randbytes(32).hex()))
        while world.room.phase == "playing":
            await _some_play(world, recorder, rng)
            await asyncio.sleep(1.5)
            await world.listen()
            recorder.check()
        await world.host.close()
    assert lines == [], "a game without a hitch is nothing for the log"
    return recorder


async def _some_play(world: World, recorder: Recorder, rng: random.Random) -> None:
    ask = world.play.ask
    for seat in rng.sample(world.room.people(), len(world.room.people())):
        if world.play.ask == ask and seat in world.play.asks:
            texts = [world.play.game.text(choice) for choice in world.play.asks[seat].choices]
            await world.seals(seat, rng.choice(texts))
            recorder.check()
            if rng.random() < 0.2:
                await world.lifts(seat)
                await world.seals(seat, rng.choice(texts))
    seat = rng.choice(world.room.people())
    link, until = holder(f"link {ask}"), Millis(START << 1)
    await world.does(seat, lambda seat: c.MakeReturnLink(seat, link, until))
    await world.does(seat, lambda seat: c.Seal(seat, ask, "show A1598 A1621 A1655 of nothing"))
    await world.does(seat, lambda seat: c.Say(seat, "who has it?"))
    recorder.check()


@pytest.mark.rule("A10.1", "A10.2")
@pytest.mark.parametrize(("people", "bots"), [(2, 0), (3, 2), (5, 0)])
@hurried
async def test_no_program_reads_a_secret_in_a_whole_game(people: int, bots: int) -> None:
    recorder = await whole_game(SERVERS["program"], people, bots, seed=people)
    assert recorder.read > 1_000_000
    for heard in recorder.world.heard.values():
        assert any(recorder.world.play.seed in message for message in heard), "at the end the seed is public"


@pytest.mark.rule("A10.1", "A10.2")
@hurried
async def test_no_browser_reads_a_secret_in_a_whole_game() -> None:
    recorder = await whole_game(SERVERS["browser"], people=2, bots=0, seed=1)
    assert recorder.read > 1_000_000


@pytest.mark.parametrize(
    "mutant",
    [
        feeds.ShowsHands,
        feeds.ShowsSealedCards,
        feeds.ShowsSeed,
        feeds.ShowsTokens,
        feeds.ShowsKeys,
        feeds.ShowsPiles,
    ],
)
@hurried
async def test_a_feed_that_leaks_is_found_out(mutant: Callable[[], Feed]) -> None:
    with pytest.raises(AssertionError, match="could read"):
        await whole_game(lambda: mutant, people=3, bots=0, seed=1)


@hurried
async def test_no_line_of_the_log_holds_a_secret_whatever_fails(caplog: pytest.LogCaptureFixture) -> None:
    store = FailingStore()
    with capture_logs() as lines, caplog.at_level(logging.DEBUG):
        host = await a_host(RoomHost, store, WallClock(), people=2, grace=1)
        texts = [game_of(host.room).game.text(choice) for choice in game_of(host.room).asks[Seat(0)].choices]
        store.failing_appends = 2
        for text in texts:
            await host.submit(seal(host.room, "Ada", text, id=f"seals {text}"))
        store.unknown_fates = 1
        await host.submit(request("Ben", lambda seat: c.MakeReturnLink(seat, holder("link"), Millis(START << 1))))
        await host.submit(request("Ada", _fails_with(" ".join(texts))))
        await host.close()
    secrets = {*secrets_from(host.room, None), *texts}
    said = [str(line) for line in lines] + [record.getMessage() for record in caplog.records]
    assert {line["event"] for line in lines} == {"append failed", "room failed"}
    assert [secret for secret in secrets for line in said if secret in line] == []


@hurried
async def test_a_broken_journal_is_logged_without_what_is_in_it() -> None:
    house = House()
    await house.opens(2)
    await house.seals("Ada", "castle detective")
    room = await house.room()
    ask, version = game_of(room).ask, room.version
    facts: list[f.Fact] = [f.ChoiceSealed(ask, Seat(1), "castle thief 99"), f.Revealed(ask, holder("no state"))]
    entries = [f.Entry(Version(version + place), house.clock(), fact) for place, fact in enumerate(facts, start=1)]
    await house.store.append(room.code, version, entries, "playing", None)
    with capture_logs() as lines, pytest.raises(RoomBroken):
        await House(house.store, house.clock).room()
    secrets = {*secrets_from(room, None), "detective", "99"}
    assert [line["event"] for line in lines] == ["broken journal"]
    assert [secret for secret in secrets for line in lines if secret in str(line)] == []


def _fails_with(words: str) -> Callable[[Seat], c.Command]:
    def fails(seat: Seat) -> c.Command:
        raise ValueError(words)

    return fails
