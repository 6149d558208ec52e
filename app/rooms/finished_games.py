"""History of a room: its finished games, read from its journal.

It leaves out running games and games that the table ended early. Of finished games it has the public facts."""

from collections.abc import Iterable, Mapping

from app.rooms.events import Entry, GameBegun, GameFinished, Revealed
from app.rooms.fold import step
from app.rooms.model.changes import BrokenJournalError, running
from app.rooms.model.identity import Colour, Crest
from app.rooms.model.ids import Digest, Millis
from app.rooms.model.reveal import Reveal
from app.rooms.model.room import Result, Room
from app.rooms.model.values import Frozen, replace
from engine.core.options import Value
from engine.core.seats import Seat


class Sitter(Frozen, frozen=True, gc=False):
    """Occupant of a seat during one stretch of a game."""

    name: str
    is_bot: bool
    devices: frozenset[Digest]
    """SHA-256 of the tokens that held the seat then.

    They identify a returning person and are never shown."""
    colour: Colour = "red"
    crest: Crest = "shield"


class Stretch(Frozen, frozen=True):
    """Consecutive reveals with the same players."""

    sitters: tuple[Sitter, ...]
    """Occupants by seat."""
    reveals: tuple[Reveal, ...]


class FinishedGame(Frozen, frozen=True):
    """Finished game."""

    result: Result
    begun: Millis
    ranking: tuple[tuple[Seat, ...], ...]
    """Seats by place; equal places share one entry."""
    stretches: tuple[Stretch, ...]
    options: tuple[tuple[str, Value], ...] = ()
    """Options of the game itself."""

    @property
    def sitters(self) -> tuple[Sitter, ...]:
        """Occupants at the end of the game, by seat."""
        return self.stretches[-1].sitters

    @property
    def reveals(self) -> tuple[Reveal, ...]:
        """Reveals of the game, in order."""
        return tuple(reveal for stretch in self.stretches for reveal in stretch.reveals)


class FinishedGames(Frozen, frozen=True):
    """Finished games of a room."""

    room: Room | None = None
    """Room right after the last of them; None before the first."""
    games: tuple[FinishedGame, ...] = ()

    def is_of(self, room: Room) -> bool:
        """Return whether these are that room's games, perhaps not all of them."""
        return tuple(game.result for game in self.games) == room.evening[: len(self.games)]


def read_finished_games(entries: Iterable[Entry], known: FinishedGames) -> FinishedGames:
    """Return the history from a room's whole journal.

    Games in ``known`` are not replayed. Raises BrokenJournalError."""
    room, begun = known.room, Millis(0)
    options: dict[str, Value] = {}
    stretches: list[Stretch] = []
    for entry in entries:
        if known.room is not None and entry.version <= known.room.version:
            continue
        room = step(room, entry)
        match entry.event:
            case GameBegun():
                begun, stretches, options = entry.at, [], entry.event.options
            case Revealed():
                _add_reveal(room, stretches)
            case GameFinished():
                known = FinishedGames(room, (*known.games, _build_finished_game(room, begun, stretches, options)))
    return known


def _add_reveal(room: Room, stretches: list[Stretch]) -> None:
    """Add the latest reveal to the stretches."""
    reveal = running(room).history[-1]
    told = replace(reveal, effects=tuple(one for one in reveal.effects if one.is_for(None)))
    sitters = _sitters(room)
    last = stretches[-1] if stretches else None
    if last is None or [(each.name, each.is_bot) for each in last.sitters] != [
        (each.name, each.is_bot) for each in sitters
    ]:
        stretches.append(Stretch(sitters, (told,)))
        return
    # a player who gave the seat up is known by the devices they had
    both = tuple(
        replace(now, devices=before.devices | now.devices) for before, now in zip(last.sitters, sitters, strict=True)
    )
    stretches[-1] = Stretch(both, (*last.reveals, told))


def _sitters(room: Room) -> tuple[Sitter, ...]:
    seated = room.seats[: running(room).seats]
    return tuple(
        Sitter(who.name, who.bot is not None, frozenset(who.holders), who.colour, who.crest)
        if who
        else Sitter("", True, frozenset())
        for who in seated
    )


def _build_finished_game(
    room: Room, begun: Millis, stretches: list[Stretch], options: Mapping[str, Value]
) -> FinishedGame:
    outcome = running(room).outcome
    if outcome is None or not stretches:
        raise BrokenJournalError("a game finished that was not played")
    return FinishedGame(room.evening[-1], begun, outcome.ranking, tuple(stretches), tuple(options.items()))
