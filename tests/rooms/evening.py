"""Evening for tests: a room, its journal and the wall clock, by commands."""

from app.live.host.bot_choices import due_choices
from app.rooms import commands as c
from app.rooms.decide import decide
from app.rooms.events import Entry
from app.rooms.fold import fold, step
from app.rooms.model.clocks import next_deadline
from app.rooms.model.ids import Millis, Version
from app.rooms.model.refusals import Refusal
from app.rooms.model.room import Room
from app.rooms.views.view import view
from engine.core.plain import Plain, canonical, to_plain
from engine.core.seats import Seat, Viewer
from tests.rooms.builders import CODE, GAME, JOIN_KEY, NAMES, START, WATCH_KEY, game_of, holder

VIEWERS: tuple[Viewer, ...] = (None, *(Seat(number) for number in range(5)))
MOST_RINGS = 3_000
"""More deadlines than any game can have without a command."""


class Evening:
    """Room with its journal and the wall clock."""

    def __init__(self, game: str = GAME, **options: Plain) -> None:
        self.game = game
        self.now = Millis(START)
        self.entries: list[Entry] = []
        self.room = self._open_room(options)

    def _open_room(self, options: dict[str, Plain]) -> Room:
        reveal = c.OpenRoom(CODE, self.game, NAMES[0], holder(NAMES[0]), JOIN_KEY, WATCH_KEY, options)
        events = decide(None, reveal, self.now)
        assert not isinstance(events, Refusal)
        room: Room | None = None
        for number, event in enumerate(events, start=1):
            self.entries.append(Entry(Version(number), self.now, event))
            room = step(room, self.entries[-1])
        assert room is not None
        return room

    def does(self, command: c.Command) -> bool:
        """Return whether the command was accepted, and check each of its events."""
        events = decide(self.room, command, self.now)
        if isinstance(events, Refusal):
            return False
        for event in events:
            entry = Entry(Version(self.room.version + 1), self.now, event)
            before, self.room = self.room, step(self.room, entry)
            self.entries.append(entry)
            assert self.room.version == before.version + 1 == len(self.entries)
        return True

    def rings(self) -> None:
        """Run the room's due deadlines; each must produce events."""
        for _ in range(MOST_RINGS):
            wake = next_deadline(self.room)
            if wake is None or wake > self.now:
                return
            version = self.room.version
            self.does_all_due()
            assert self.room.version > version, "the clock rang and nothing came of it"
        raise AssertionError("the clock does not come to rest")

    def does_all_due(self) -> None:
        """Send all commands that the clock may send; the room sorts out what is due."""
        play = self.room.play
        if play is not None:
            commands: list[c.Command] = [c.RevealCards(play.ask)]
            commands += [c.UsePlan(play.ask, seat) for seat in play.asks]
            commands += [c.Expire(play.ask, seat) for seat in play.asks]
            for command in [*commands, *due_choices(self.room, self.now)]:
                assert self.does(command)

    @property
    def is_asking(self) -> bool:
        """True if a seat owes a choice."""
        return self.room.play is not None and bool(self.room.play.asks)

    def pick_seat(self, which: int) -> Seat:
        """Return one of the seats that owe a choice."""
        seats = tuple(game_of(self.room).asks)
        return seats[which % len(seats)]

    def choice(self, seat: Seat, pick: int) -> str:
        """Return a legal choice if the seat owes one, else words of no game."""
        play = self.room.play
        if play is None or seat not in play.asks:
            return "anything"
        choices = play.asks[seat].choices
        return play.game.text(choices[pick % len(choices)])


def dump_view(room: Room, viewer: Viewer) -> bytes:
    """Return the viewer's whole view."""
    return canonical(to_plain(view(room, viewer)))


def check_refold(evening: Evening) -> None:
    """Check that folding the whole journal gives the room folded step by step."""
    again = fold(None, evening.entries)
    assert again == evening.room
    assert again is not None
    assert [dump_view(again, viewer) for viewer in VIEWERS] == [dump_view(evening.room, viewer) for viewer in VIEWERS]
    if again.play is not None and evening.room.play is not None:
        assert again.play.game.digest(again.play.state) == evening.room.play.game.digest(evening.room.play.state)
