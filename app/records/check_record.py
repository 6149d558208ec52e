"""Check of a record: every game is dealt again from its seed and replayed.

These facts are proven of a game: its seed matches the commitment made when it began; seed, options and edition give
the deal; the choices were legal. They lead to the states and the ranking in the record."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from app.records.read_record import Record, RecordedEvent
from app.rooms import events as e
from app.rooms.fold import BrokenJournalError, step
from app.rooms.model.ids import AskNumber, Digest, Version
from app.rooms.model.play import Play
from app.rooms.model.room import Room
from engine import registry
from engine.core.errors import EngineError
from engine.core.plain import to_plain
from engine.core.seats import Seat

End = Literal["finished", "ended early", "running"]

SEED_BYTES = 32


@dataclass(slots=True)
class CheckedGame:
    """A game of the record that holds."""

    begun: e.GameBegun
    title: str
    names: tuple[str, ...]
    """Players by seat."""
    end: End = "running"
    choices: list[dict[Seat, str]] = field(default_factory=list)
    """Revealed choices, in order."""
    ranking: tuple[tuple[str, ...], ...] = ()
    """Names by place, of a game that was played to its end."""
    savers: list[str] = field(default_factory=list)
    """Players who saved the running room as a file, with every hand in it, in order."""


class VerificationError(Exception):
    """The record contradicts itself; says why in words that follow a colon."""

    def __init__(self, why: str, event: int = 0, game: int = 0, ask: AskNumber | None = None) -> None:
        super().__init__(why)
        self.event = event
        """Number of the failing event, from 1; 0 for the record as a whole."""
        self.game = game
        """The number of the game it concerns; 0: none."""
        self.ask = ask


@dataclass(frozen=True, slots=True)
class Report:
    """Result of a check: the proven games in order, and the first failure, if any."""

    games: tuple[CheckedGame, ...]
    failure: VerificationError | None


def check(record: Record) -> Report:
    """Check everything in a record."""
    checker = _Checker(record)
    try:
        checker.run()
    except VerificationError as failure:
        return Report(tuple(game for game in checker.games if game.begun.number != failure.game), failure)
    return Report(tuple(checker.games), None)


def fold_checked(
    entries: Sequence[e.Entry], is_bounded: Callable[[Room, e.Event], bool] = lambda room, event: True
) -> Room:
    """Fold a whole journal with its secrets, checked as a record is.

    ``is_bounded``: whether the room after an event has a possible size. Raises VerificationError."""
    told = tuple(RecordedEvent(entry.at, entry.event) for entry in entries)
    checker = _Checker(Record(told, [], "", Digest("")), is_whole=True, is_bounded=is_bounded)
    room = checker.fold()
    if room is None:
        raise VerificationError("it is empty")
    return room


class _Checker:
    def __init__(
        self,
        record: Record,
        *,
        is_whole: bool = False,
        is_bounded: Callable[[Room, e.Event], bool] = lambda room, event: True,
    ) -> None:
        """``is_whole``: nothing is withheld, not even of a running game."""
        self._is_bounded = is_bounded
        self.games: list[CheckedGame] = []
        self._record = record
        self._room: Room | None = None
        ends = (e.GameFinished, e.GameAborted, e.GameBegun) if is_whole else (e.GameFinished, e.GameAborted)
        self._over = {told.event.number for told in record.events if isinstance(told.event, ends)}

    def fold(self) -> Room | None:
        """Return the room after all events. Raises VerificationError."""
        for number, told in enumerate(self._record.events, start=1):
            try:
                self._take(number, told)
            except VerificationError as failure:
                failure.event = number
                raise
        return self._room

    def run(self) -> None:
        """Check all events. Raises VerificationError."""
        for number, told in enumerate(self._record.events, start=1):
            try:
                self._take(number, told)
            except VerificationError as failure:
                failure.event, failure.game, failure.ask = number, self._game(), self._ask()
                raise
            if self.games and self.games[-1].end == "running" and self.games[-1].begun.number not in self._over:
                self._only_what_everybody_saw(number)
                break
        room = self._room
        if room is not None and room.phase in ("playing", "paused"):
            raise VerificationError("it breaks off in the middle of a game", game=self._game())
        if self._record.results != to_plain(room.evening if room is not None else ()):
            raise VerificationError("its rankings are not those that the games come to", game=self._game())
        # last, so that what is wrong in a game is told by its own name
        if self._record.digest != self._record.found:
            raise VerificationError("something in it was changed, for its digest is not the one it names")

    def _take(self, number: int, told: RecordedEvent) -> None:
        room, event = self._room, told.event
        if isinstance(event, e.GameBegun):
            self._check_begin(room, event)
            if event.number not in self._over:
                return
        play = room.play if room is not None else None
        if room is not None and play is not None:
            self._check_progress(room, play, event)
        try:
            self._room = step(room, e.Entry(Version(number), told.at, event))
        except BrokenJournalError as error:
            raise VerificationError(str(error)) from error
        except EngineError as error:
            raise VerificationError(f"the rules say no ({type(error).__name__}: {error})") from error
        except (LookupError, TypeError, ValueError) as error:
            # an event that was tampered with may name a seat or a value that nothing knows
            raise VerificationError(f"{type(event).__name__} says what cannot be") from error
        if not self._is_bounded(self._room, event):
            raise VerificationError(f"{type(event).__name__} says more than any room holds")
        if isinstance(event, e.GameFinished):
            self.games[-1].end = "finished"
            self.games[-1].ranking = self._room.evening[-1].ranking
        elif isinstance(event, e.GameAborted):
            self.games[-1].end = "ended early"
        elif isinstance(event, e.TableSaved) and self._game():
            self.games[-1].savers.append(self._room.saves[-1].name)

    def _check_begin(self, room: Room | None, event: e.GameBegun) -> None:
        if room is None or room.phase in ("playing", "paused") or event.number != room.games_so_far + 1:
            raise VerificationError("a game begins out of its turn")
        seats = [room.occupant(seat) for seat in event.players]
        names = tuple(occupant.name for occupant in seats if occupant is not None)
        if len(names) != len(event.players) or len(set(names)) != len(names):
            raise VerificationError("a game begins with seats on which nobody sits")
        if not _is_digest(event.commitment):
            raise VerificationError("the commitment is no SHA-256")
        try:
            title = registry.find(event.game).title
        except EngineError as error:
            raise VerificationError(str(error)) from error
        if event.same_as and not any(_has_same_cards(game, event) for game in self.games):
            raise VerificationError("it says that it has the cards of another game, and it has not")
        self.games.append(CheckedGame(event, title, names))
        if event.number not in self._over:
            if event.seed:
                raise VerificationError("its seed is told, yet its end is not")
            return
        if not _is_digest(event.seed):
            raise VerificationError("the seed is not of 256 bit")
        if hashlib.sha256(bytes.fromhex(event.seed)).hexdigest() != event.commitment:
            raise VerificationError("the seed is not the one the table was committed to when the game began")

    def _check_progress(self, room: Room, play: Play, event: e.Event) -> None:
        """Check what the fold takes on trust from the room's own decisions."""
        if isinstance(event, e.GameFinished | e.GameAborted):
            is_due = room.phase == "playing" and play.outcome is not None
            is_early = room.phase in ("playing", "paused") and play.outcome is None
            if event.number != play.number or not (is_due if isinstance(event, e.GameFinished) else is_early):
                raise VerificationError("a game ends out of its turn")
        if not isinstance(event, e.SealingEvent | e.ReminderEvent):
            return
        if room.phase not in ("playing", "paused"):
            raise VerificationError("cards are played while no game runs")
        match event:
            case e.ChoiceSealed(ask, seat, choice) if ask == play.ask:
                if seat not in play.asks:
                    raise VerificationError(f"seat {seat} chose and was not asked")
                if not _is_legal(play, seat, choice):
                    raise VerificationError(f"{choice!r} of seat {seat} was not possible")
            case e.ChoiceLifted(ask, seat) if ask == play.ask and seat not in play.sealed:
                raise VerificationError(f"seat {seat} took a card back that it had not sealed")
            case e.AllSealed(ask) if ask == play.ask:
                # the moment of the reveal is set as soon as everybody has sealed once, be a card lifted by then or not
                if not play.is_complete and (play.is_held or any(seat not in play.once_sealed for seat in play.asks)):
                    raise VerificationError("the cards are not as many as the record says")
            case e.RevealHeld(ask) if ask == play.ask:
                if play.is_complete:
                    raise VerificationError("the cards are not as many as the record says")
            case e.Revealed(ask) if ask == play.ask:
                if not play.is_complete or room.phase != "playing":
                    raise VerificationError("cards were revealed before all were sealed")
                self.games[-1].choices.append({other: card.choice for other, card in play.sealed.items()})

    def _only_what_everybody_saw(self, begins: int) -> None:
        """Check that the record tells nothing secret of a running game.

        Nothing else of it can be checked yet."""
        names = dict(enumerate(self.games[-1].names))
        for number, told in enumerate(self._record.events[begins:], start=begins + 1):
            event = told.event
            is_secret = isinstance(event, e.ChoiceSealed | e.ChoiceLifted | e.PlanMade | e.AllSealed)
            if is_secret or isinstance(event, e.GameBegun) or (isinstance(event, e.Revealed) and event.digest):
                raise VerificationError("its end is missing", number, self._game())
            if isinstance(event, e.SeatTaken):
                names[event.seat] = event.name
            elif isinstance(event, e.TableSaved):
                self.games[-1].savers.append(names.get(event.seat, ""))

    def _game(self) -> int:
        return self.games[-1].begun.number if self.games and self.games[-1].end == "running" else 0

    def _ask(self) -> AskNumber | None:
        room = self._room
        return room.play.ask if self._game() and room is not None and room.play is not None else None


def _has_same_cards(game: CheckedGame, event: e.GameBegun) -> bool:
    """Return whether the event deals that game's cards to as many players."""
    begun = game.begun
    this = (begun.number, begun.game, begun.options, begun.edition, begun.commitment, begun.revision)
    other = (event.same_as, event.game, event.options, event.edition, event.commitment, event.revision)
    return this == other and len(begun.players) == len(event.players)


def _is_legal(play: Play, seat: Seat, text: str) -> bool:
    try:
        return play.game.parse(text) in play.asks[seat]
    except EngineError:
        return False


def _is_digest(text: str | Digest) -> bool:
    return len(text) == 2 * SEED_BYTES and all(digit in "0123456789abcdef" for digit in text)
