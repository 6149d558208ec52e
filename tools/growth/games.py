"""Stored games: played once by the room's own commands, then copied to many rooms."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import replace as replace_event
from functools import cache
from itertools import islice
from typing import NamedTuple

from app.journal.rows import Append, prepare
from app.journal.sql.database import open_database
from app.journal.sql.migrate import upgrade_database
from app.journal.sql.transactions import Transactions
from app.rooms import commands as c
from app.rooms import events as e
from app.rooms.decide import decide
from app.rooms.fold import step
from app.rooms.model.clocks import compute_stored_deadline, next_deadline
from app.rooms.model.ids import CommandKey, Digest, Millis, RoomCode, Version
from app.rooms.model.refusals import Refusal
from app.rooms.model.room import Room
from app.rooms.model.values import replace
from app.web.http.identity import holder
from engine import registry
from engine.bots.question import Question, answer
from engine.core.plain import Plain
from engine.core.seats import Seat

NAMES = ("Ada", "Ben", "Carla", "Dora", "Emil")
BEGAN_AT = 1_790_000_000_000
CHOOSING_MS = 6_000
"""Time that a player takes for a choice."""

AT_ONCE = 50
"""Rooms written in one transaction."""


class PlayedGame(NamedTuple):
    """Journal of one game, to be copied."""

    entries: tuple[e.Entry, ...]
    room: Room


class StoredRoom(NamedTuple):
    """Room in the database, with the secrets of its players."""

    code: str
    tokens: tuple[str, ...]


class _Table:
    def __init__(self, game: str, people: int, options: dict[str, Plain], seed: int) -> None:
        self.entries: list[e.Entry] = []
        self.room: Room | None = None
        self.now = BEGAN_AT
        self._seed = seed
        code = RoomCode("GR0WTH00")
        self.do(c.OpenRoom(code, game, NAMES[0], make_holder(code, 0), "join", "watch", options))
        for number in range(1, people):
            self.do(c.TakeSeat(NAMES[number], make_holder(code, number), "join"))
        self.do(c.Begin(Seat(0), f"{seed:064x}", registry.find(game).edition()))

    @property
    def _room(self) -> Room:
        if self.room is None:
            raise RuntimeError("no room")
        return self.room

    def do(self, command: c.Command) -> None:
        """Run a command as a page sends it, with a random id and its body's digest."""
        events = decide(self.room, command, Millis(self.now))
        if isinstance(events, Refusal):
            raise RuntimeError(f"{command}: {events}")
        body = Digest(hashlib.sha256(str(self.now).encode()).hexdigest())
        key = None
        if isinstance(command, c.Seal):
            key = CommandKey(f"{command.seat:016x}:choice~{self.now}~{body[:6]}")
        for place, event in enumerate(events, start=1):
            is_last = place == len(events) and key is not None
            mark = (key, body) if is_last else (None, None)
            entry = e.Entry(Version(len(self.entries) + 1), Millis(self.now), event, *mark)
            self.room = step(self.room, entry)
            self.entries.append(entry)

    def play(self, most: int) -> None:
        """Play up to ``most`` reveals."""
        while (play := self._room.play) is not None and self._room.phase == "playing" and play.ask <= most:
            ask = play.ask
            for seat in play.asks:
                chance = hashlib.sha256(f"{self._seed}/{ask}/{seat}".encode()).digest()
                self.now += CHOOSING_MS // len(play.asks) + chance[0]
                question = Question(play.game.key, "normal", play.game.view(play.state, seat), play.asks[seat], chance)
                self.do(c.Seal(seat, ask, answer(question)))
            after = self._room.play
            if after is not None and after.ask == ask and self._room.phase == "playing":
                self.now = max(self.now, next_deadline(self._room) or 0)
                self.do(c.RevealCards(ask))


@cache
def play_game(game: str, people: int = 5, most: int = 10_000, *, is_timed: bool = False) -> PlayedGame:
    """Play a game as normal bots choose, to its end or for ``most`` reveals."""
    clock: dict[str, Plain] = {"mode": "gentle", "bank": 36_000, "per_ask": 36_000}
    table = _Table(game, people, {"clock": clock} if is_timed else {}, seed=most % 997)
    table.play(most)
    assert table.room is not None
    return PlayedGame(tuple(table.entries), table.room)


def count_reveals(played: PlayedGame) -> int:
    """Return the number of reveals."""
    return played.room.asks_so_far


def make_token(code: str, seat: int) -> str:
    """Return the secret of a seat's player."""
    return hashlib.sha256(f"{code}/{seat}".encode()).hexdigest()[:43]


def make_holder(code: str, seat: int) -> Digest:
    """Return the digest of a seat's player."""
    return holder(make_token(code, seat)).digest


def store_games(url: str, played: Sequence[PlayedGame], rooms: int, *, regular: str = "") -> list[StoredRoom]:
    """Write copies of the games in turns; return their rooms.

    ``regular``: the secret of a player who sits in every room."""
    database = open_database(url, synchronous="OFF")
    upgrade_database(database)
    transactions, stored = Transactions(database), []
    copies = _copy_games(played, rooms, regular)
    while some := list(islice(copies, AT_ONCE)):
        for outcome in transactions.write_all([append for append, _ in some]):
            if outcome is not None:
                raise outcome
        stored += [room for _, room in some]
    transactions.close()
    database.close()
    return stored


def _copy_games(played: Sequence[PlayedGame], rooms: int, regular: str) -> Iterator[tuple[Append, StoredRoom]]:
    whole = [_prepare(each, each.entries, each.room.code) for each in played]
    for number in range(rooms):
        game, code = played[number % len(played)], f"{number:08d}"
        tokens = tuple(make_token(code, seat) for seat in range(len(game.room.list_taken())))
        tokens = (regular or tokens[0], *tokens[1:])
        yield _copy(game, whole[number % len(played)], RoomCode(code), tokens), StoredRoom(code, tokens)


def _copy(game: PlayedGame, whole: Append, code: RoomCode, tokens: Sequence[str]) -> Append:
    """Return the append of the game in another room, with other players.

    Only the rows before the game differ."""
    arrivals = [entry for entry in game.entries if entry.version < _begin(game)]
    seats = iter(tokens)
    for place, entry in enumerate(arrivals):
        event = entry.event
        if isinstance(event, e.RoomOpened):
            event = replace_event(event, code=code)
        elif isinstance(event, e.SeatTaken):
            event = replace_event(event, holder=holder(next(seats)).digest)
        arrivals[place] = replace(entry, event=event)
    made = _prepare(game, arrivals, code)
    rows, commands = made.rows + whole.rows[len(arrivals) :], whole.commands
    return made._replace(rows=rows, commands=commands, phase=whole.phase, wake_at=whole.wake_at)


def _begin(game: PlayedGame) -> int:
    return next(entry.version for entry in game.entries if isinstance(entry.event, e.GameBegun))


def _prepare(game: PlayedGame, entries: Sequence[e.Entry], code: RoomCode) -> Append:
    return prepare(code, Version(0), entries, game.room.phase, compute_stored_deadline(game.room))
