"""Sample journals of this release, from whole evenings.

``python -m tools.sample_journals 0.1`` runs once for a release, never again for an old one:
tests/journal/test_old_games.py folds every sample for ever."""

import argparse
import hashlib
import json
import random
from collections.abc import Iterator
from pathlib import Path

from app.journal.codec import codec
from app.live.host.bot_choices import bot_choice
from app.rooms import commands as c
from app.rooms import events as e
from app.rooms.decide import decide
from app.rooms.fold import step
from app.rooms.model.clocks import next_deadline
from app.rooms.model.ids import Digest, Millis, RoomCode, Version
from app.rooms.model.refusals import Refusal
from app.rooms.model.room import Room
from engine import registry
from engine.core.conditions import conditions_of
from engine.core.plain import Plain
from engine.core.seats import Seat

FOLDER = Path(__file__).resolve().parents[1] / "tests" / "journal" / "games"
NAMES = ("Ada", "Ben", "Carla", "Dora", "Emil")
OPENED_AT = 1_790_000_000_000


class Evening:
    """Room played by code that does everything people do.

    It changes cards, rests, drops, leaves, talks and plays again."""

    def __init__(self, game: str, seed: int, options: dict[str, Plain]) -> None:
        self.entries: list[e.Entry] = []
        self.room: Room | None = None
        self._rng = random.Random(seed)  # noqa: S311 - play, not secrets
        self._now = OPENED_AT
        self._known: set[str] = set()
        self.do(c.OpenRoom(RoomCode("SAMP0E01"), game, "Ada", hash_token(0), "join", "watch", options))

    def do(self, command: c.Command) -> bool:
        """Give the command and record its events. Return whether the room accepts it."""
        events = decide(self.room, command, Millis(self._now))
        if isinstance(events, Refusal):
            return False
        for event in events:
            entry = e.Entry(Version(len(self.entries) + 1), Millis(self._now), event)
            self.room = step(self.room, entry)
            self.entries.append(entry)
        return True

    def play(self) -> None:
        """Play the running game to its end."""
        while self.room is not None and self.room.phase != "finished":
            self._now += self._rng.randrange(50, 4_000)
            for command in self._due(self.room):
                self.do(command)
            self._act_randomly(self.room)

    def _due(self, room: Room) -> Iterator[c.Command]:
        wake, play = next_deadline(room), room.play
        if play is None or wake is None or wake > self._now:
            return
        yield c.RevealCards(play.ask)
        for seat in play.asks:
            yield c.UsePlan(play.ask, seat)
        for seat in play.asks:
            yield c.Expire(play.ask, seat)
            occupant = room.occupant(seat)
            if occupant is not None and occupant.played_by is not None and seat not in play.sealed:
                yield bot_choice(room, seat)

    def _act_randomly(self, room: Room) -> None:
        seat = self._rng.choice(room.list_taken())
        whim = self._rng.random()
        if room.phase == "paused":
            self.do(c.Resume(seat))
        elif whim < 0.01:
            self.do(c.Pause(seat))
        elif whim < 0.02:
            self.do(c.Say(seat, "Not the thief again!"))
        elif whim < 0.03:
            self.do(c.SetStandIn(seat, seat, self._rng.choice(["normal", None])))
        elif whim < 0.04:
            self.do(c.CreditOutage(Millis(20_000), Millis(0)))
        elif whim < 0.045 and seat != room.host:
            self.do(c.Leave(seat))
        elif whim < 0.08:
            self._change_table(room, seat)
        elif room.play is not None and seat in room.play.asks:
            ask = room.play.asks[seat]
            if whim < 0.15:
                self.do(c.Lift(seat, room.play.ask))
            else:
                self.do(c.Seal(seat, room.play.ask, room.play.game.text(self._rng.choice(ask.choices))))

    def _change_table(self, room: Room, seat: Seat) -> None:
        play, other = room.play, self._rng.choice(room.list_taken())
        flag = self._rng.random() < 0.5
        commands: list[c.Command] = [
            c.GoAway(seat, flag),
            c.ShareHost(seat, other, flag),
            c.Lock(seat, flag),
            c.ChangeJoinKey(seat, "join", RoomCode("M4WD7TCN")),
            c.GiveTime(seat, other, 30),
            c.Vote(seat, "end", flag, "00" * 32, None),
        ]
        if play is not None and seat in play.asks:
            self._known |= {play.game.text(choice) for choice in play.asks[seat].choices[:8]}
            named = tuple(self._rng.sample(sorted(self._known), min(12, len(self._known))))
            met = conditions_of(play.game, play.game.view(play.state, seat))
            when = tuple((each, *named[:4]) for each in self._rng.sample(met, min(2, len(met))))
            commands += [c.MakePlan(seat, play.ask, named), c.MakePlan(seat, play.ask, named, when)] * 2
        # a table that votes to end has no result to compare
        if len(room.people()) < 3 or any(room.votes.values()):
            commands = commands[:-1]
        self.do(self._rng.choice(commands))


def evening(game: str, seed: int, people: int, bots: int, options: dict[str, Plain]) -> Evening:
    """Play two games at the same table."""
    table = Evening(game, seed, options)
    for number in range(1, people):
        table.do(c.TakeSeat(NAMES[number], hash_token(number), "join"))
    for number in range(people, people + bots):
        table.do(c.SeatBot(Seat(0), Seat(number), "normal"))
    edition = registry.find(game).edition()
    table.do(c.MakeReturnLink(Seat(0), hash_token(100), Millis(OPENED_AT + 60_000)))
    table.do(c.AddDevice(hash_token(100), hash_token(101)))
    table.do(c.SwapSeats(Seat(0), Seat(0), Seat(1)))
    table.do(c.SwapSeats(Seat(1), Seat(0), Seat(1)))
    table.do(c.Begin(Seat(0), f"{seed:064x}", edition))
    table.play()
    host = table.room.host if table.room is not None and table.room.host is not None else Seat(0)
    table.do(c.Again(host, f"{seed + 1:064x}", edition, rotate=True))
    table.play()
    return table


def hash_token(number: int) -> Digest:
    """Return the digest of a token."""
    return Digest(hashlib.sha256(str(number).encode()).hexdigest())


def sample(table: Evening) -> dict[str, Plain]:
    """Return the journal as rows, with the expected result of its fold."""
    room = table.room
    if room is None or room.play is None or room.play.outcome is None:
        raise RuntimeError("the evening did not end")
    rows: list[Plain] = [[entry.version, entry.at, *codec.encode(entry.event)] for entry in table.entries]
    ranking: list[Plain] = [list(level) for level in room.play.outcome.ranking]
    return {"digest": room.play.game.digest(room.play.state), "ranking": ranking, "rows": rows}


def main() -> None:
    """Write the samples of a release."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("release")
    release = parser.parse_args().release
    hard: dict[str, Plain] = {"mode": "hard", "bank": 20, "per_ask": 10}
    gentle: dict[str, Plain] = {"mode": "gentle", "bank": 20, "per_ask": 10}
    adel, edel = "adel_verpflichtet", "edel_stein_reich"
    evenings = {
        "two-surprise": evening(adel, 2, 2, 0, {"clock": hard}),
        "two-confrontation": evening(adel, 22, 2, 0, {"variant": "confrontation", "tell": "nothing", "grace": 0}),
        "three": evening(adel, 3, 3, 0, {"open_memory": False, "clock": gentle, "tell": "count"}),
        "four-1990": evening(adel, 4, 3, 1, {"rules": "1990"}),
        "five": evening(adel, 5, 3, 2, {"watchers": "delayed"}),
        "edel-two": evening(edel, 6, 2, 0, {"clock": hard}),
        "edel-four": evening(edel, 7, 3, 1, {"tell": "count"}),
    }
    FOLDER.mkdir(exist_ok=True)
    for name, table in evenings.items():
        lines = json.dumps(sample(table), separators=(",", ":")).replace("],[", "],\n[")
        (FOLDER / f"{release}-{name}.json").write_text(lines + "\n")


if __name__ == "__main__":
    main()
