"""Evening of five friends in one home.

They have lessons, rooms, mistyped codes, games with chat, and simultaneous reloads. The clock of the limits follows
their evening; their actions take no time."""

import asyncio
import random
import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from app.rooms.model.ids import RoomCode
from app.rooms.views.view import view
from engine.core.seats import Seat
from engine.registry import GAMES
from tests.proxied.friends import Device, make_wrong_code
from tests.proxied.households import Household
from tests.web.servers import Served
from tests.web.tables import Time

NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil")
FOR_ALL = [key for key, game in GAMES.items() if len(NAMES) in game.table_sizes]
"""Games that all of them can play together."""

GAME_S = 20 * 60.0
"""Seconds from one game to the next."""

LANGUAGES = ("en", "de", "fr", "it", "nl")
"""Languages of each friend's devices."""

OPENING_S, DEED_S = 30.0, 5.0
LESSONS = 2
"""Lessons of each friend before the first game."""


@dataclass
class Evening:
    """Friends with their devices."""

    house: Household
    served: Served
    time: Time
    is_whole: bool = True
    """False for an evening of games and their history pages only."""
    rng: random.Random = field(default_factory=lambda: random.Random(12))

    def __post_init__(self) -> None:
        self.phones = [Device(self.house, language, has_parts=self.is_whole) for language in LANGUAGES]
        self.laptops = [Device(self.house, language, has_parts=self.is_whole) for language in LANGUAGES]

    @property
    def devices(self) -> list[Device]:
        """All ten devices."""
        return [*self.phones, *self.laptops]

    async def spend(self, games: Iterable[int]) -> None:
        """Spend the whole evening.

        The games' numbers decide which are played, and who is the host. Raises TurnedAwayError."""
        began = self.time.seconds
        if self.is_whole:
            await asyncio.gather(*(device.load_page("/") for device in self.devices))
            await self._learn()
            await self._mistype(12)
        for played, number in enumerate(games, start=1):
            code = await self._sit_down(number)
            await self._play(code, until=began + played * GAME_S)
            await self._look_back(code)
            self.time.seconds = max(self.time.seconds, began + played * GAME_S)
        for device in self.devices:
            await device.leave_page()

    async def _learn(self) -> None:
        """Take lessons, and change the game for which to open a room."""
        for _ in range(LESSONS):
            for phone, name in zip(self.phones, NAMES, strict=True):
                game = self.rng.choice(FOR_ALL)
                await phone.load_page((await phone.send("/lesson", game=game, name=name)).headers["location"])
                self.time.seconds += OPENING_S
        for phone, name in zip(self.phones, NAMES, strict=True):
            await phone.send("/rooms", game=self.rng.choice(FOR_ALL), name=name)
            self.time.seconds += OPENING_S

    async def _mistype(self, codes: int) -> None:
        """Let the children try codes, too, all within a minute."""
        await asyncio.gather(*(self.rng.choice(self.phones).mistype(make_wrong_code(self.rng)) for _ in range(codes)))

    async def _sit_down(self, number: int) -> RoomCode:
        """Open a new table, and join it by link or after wrong codes.

        Then join with second devices."""
        host = number % len(NAMES)
        self.time.seconds += DEED_S
        opened = await self.phones[host].send("/rooms", game=FOR_ALL[number % len(FOR_ALL)], name=NAMES[host])
        room = opened.headers["location"].removeprefix("/r/")
        page = await self.phones[host].load_page(f"/r/{room}")
        quick = {"do": "options", "option.grace": "0", "option.bot_pace": "0"}
        await self.phones[host].send(f"/r/{room}/do", **quick)
        link = re.search(rf"/r/{room}/join/[\w-]+", page)
        assert link is not None
        for seat, (phone, name) in enumerate(zip(self.phones, NAMES, strict=True)):
            if seat == host:
                continue
            if seat % 2:
                await self._mistype(3 if self.is_whole else 0)
                await phone.load_page((await phone.send("/join", code=room)).headers["location"])
                await phone.send(f"/r/{room}/join", name=name)
            else:
                await phone.load_page(link.group())
                await phone.send(link.group(), name=name)
            self.time.seconds += DEED_S
        for phone, laptop in zip(self.phones, self.laptops, strict=True):
            returned = re.search(rf"/r/{room}/return/[\w-]+", (await phone.send(f"/r/{room}/return-link")).text)
            assert returned is not None
            await laptop.load_page(returned.group())
            await laptop.send(returned.group())
            self.time.seconds += DEED_S
        await self._reload(room)
        await self.phones[host].do(do="begin")
        return RoomCode(room)

    async def _reload(self, room: str) -> None:
        """Reload everything twice at once, as after a restart or a lost connection."""
        for _ in range(2):
            await asyncio.gather(*(device.open_table(room) for device in self.devices))

    async def _play(self, code: RoomCode, until: float) -> None:
        """Play to the end or to the time of the next game.

        At that time the table votes to end this one."""
        reveals = 0
        while True:
            room = await self.served.dependencies.manager.room(code)
            assert room is not None
            if room.phase != "playing":
                return
            if self.time.seconds >= until - OPENING_S:
                votes = (phone.do(do="vote", motion="end", on=True) for phone in self.phones[:3])
                await asyncio.gather(*votes)
                return
            asks = {seat: view(room, Seat(seat), frozenset()).ask for seat in range(len(NAMES))}
            for seat, ask in asks.items():
                if ask is not None and ask.sealed is None:
                    device = self.rng.choice((self._phone(room.seats[seat]), self._laptop(room.seats[seat])))
                    await device.do(do="seal", ask=ask.ask, choice=self.rng.choice(ask.choices))
            reveals += 1
            self.time.seconds += OPENING_S
            if not self.is_whole:
                continue
            if reveals % 4 == 0:
                await asyncio.gather(*(self._chat(phone) for phone in self.phones))
            if reveals % 15 == 0:
                await self._reload(code)
                await self._mistype(2)

    async def _look_back(self, code: RoomCode) -> None:
        """Open all history pages of the game on both devices at once.

        Those are replays from every perspective and with open hands, some steps without scripts, rounds, statistics,
        proof, record, what-if and mirror."""
        room = await self.served.dependencies.manager.room(code)
        assert room is not None and room.phase == "finished"
        place, first = f"/r/{code}", room.asks_so_far - 3
        seen = [f"{place}/replay", f"{place}/replay?catch-up={first}", f"{place}/rounds", f"{place}/rounds?who=1"]
        seen += [f"{place}/statistics", f"{place}/fairness"]
        seen += [f"{place}/replay?perspective={perspective}" for perspective in ("0", "3", "open", "public")]
        seen += [f"{place}/replay?at={ask}.1" for ask in range(first - 3, first)]
        fetched = [
            f"{place}/replay/films?perspective={perspective}"
            for perspective in ("0", "1", "2", "3", "4", "open", "public")
        ]
        fetched += [f"{place}/replay?perspective=public&if={first}", f"{place}/record"]
        for path in seen:
            self.time.seconds += DEED_S
            await asyncio.gather(*(device.load_page(path) for device in self.devices))
        self.time.seconds += DEED_S
        await asyncio.gather(*(device.fetch(path) for device in self.devices for path in fetched))
        if room.play is not None and room.play.outcome is not None and room.play.outcome.ranking:
            await asyncio.gather(*(phone.load_page(f"{place}/mirror") for phone in self.phones))

    async def _chat(self, phone: Device) -> None:
        await phone.do(do="say", text="Who has a thief left?")
        await phone.do(do="phrase", phrase="bluffed")
        await phone.do(do="react", sign="gasp", ask=None)

    def _phone(self, who: object) -> Device:
        return self.phones[NAMES.index(getattr(who, "name", ""))]

    def _laptop(self, who: object) -> Device:
        return self.laptops[NAMES.index(getattr(who, "name", ""))]
