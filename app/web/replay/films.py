"""All films of a game: the steps from each stop of its replay to the next.

With them a page plays the replay without further requests.

``{"start": {"table", "hand"}, "stops": [...]}``: the table at the first stop, and the stops. A stop has the fields
of a live film's step (``app.web.scene.films``), and further ones:

- ``stop``: its address. ``round``: its round.
- ``ends``: the last moves of the reveal before it, which have no sentence.
- ``seals``: the sealed cards before the reveal, at the reveal's first stop.
- ``hand``: the changes in the perspective's hands since the stop before, by id; null for a piece that has left them.

A stop at the beginning of a round has no sentence."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

import orjson

from app.rooms.model.reveal import RecentReveal
from app.rooms.views.film import film_of
from app.rooms.views.replay import Moment
from app.web.games import find_presenter
from app.web.replay.reader import Perspective, Reader
from app.web.replay.stops import Stop, stops
from app.web.scene.films import Written, steps
from app.web.scene.wire import serialize_pieces, table
from app.web.text.sentences import Part, Speech
from engine.core.film.film import picture_of, pictures_of
from engine.core.film.moves import Move
from engine.core.game import AnyGame
from engine.core.memo import Memoized
from engine.core.picture import Picture, Piece
from engine.core.seats import Seat


def all_films(reader: Reader, perspective: Perspective, speech: Speech) -> bytes:
    """Return the films of all visible reveals as JSON. Raises NoPicturesError."""
    game = reader.replay.game
    made = stops(reader.moments, perspective.viewer, find_presenter(game.key), speech)
    if not made:
        return orjson.dumps({"stops": []})
    films = _Films(reader, perspective, speech)
    start, hand = films.picture(made[0].state), films.hand(made[0])
    told = films.build_stops(made)
    return orjson.dumps(
        {"start": {"table": table(made[0].address, start), "hand": serialize_pieces(hand)}, "stops": list(told)}
    )


def collect_held_pieces(game: AnyGame, state: object, seats: Sequence[Seat], shown: Picture) -> Mapping[str, Piece]:
    """Return the pieces in the hands of those seats, as their players see them.

    Pieces that lie open in ``shown`` are left out."""
    pictures = pictures_of(game)
    hands = [pictures.hand(game.view(state, seat)) for seat in seats]
    return {id: piece for hand in hands for id, piece in hand.items() if id not in shown.pieces}


class _Films:
    """Films of one game for one reader."""

    def __init__(self, reader: Reader, perspective: Perspective, speech: Speech) -> None:
        self._reader = reader
        self._perspective = perspective
        self._speech = speech
        # A cache of its own: a whole game's pictures would evict those of running tables.
        self._pictures: Memoized[object, Picture] = Memoized(self._build_picture, most=64)

    def picture(self, state: object) -> Picture:
        """Return the public picture of a state."""
        return self._pictures(state)

    def hand(self, stop: Stop) -> Mapping[str, Piece]:
        """Return the pieces in the perspective's hands at a stop."""
        seats = self._perspective.hands(self._reader)
        return collect_held_pieces(self._reader.replay.game, stop.state, seats, self.picture(stop.state))

    def build_stops(self, made: Sequence[Stop]) -> Iterator[Written]:
        """Yield the stops in order."""
        by_ask = {ask: list(group) for ask, group in groupby(made, key=lambda stop: stop.ask)}
        ends: list[Move] = []
        was: Mapping[str, Piece] = self.hand(made[0])
        for moment in self._reader.moments:
            there = by_ask.get(moment.ask, [])
            seals, told, rest = self._reveal(moment)
            if there and not there[0].step:
                told.insert(0, {"moves": []})
            for stop, step in zip(there, told, strict=True):
                now = self.hand(stop)
                written = step | {"stop": stop.address, "round": stop.round}
                if "say" in written:
                    written["say"] = [self._replace_seat(part, moment) for part in stop.parts]
                written.pop("brief", None)
                if ends:
                    written["ends"] = ends
                if stop.step and seals:
                    written["seals"] = seals
                    seals = ()
                ends = []
                if changed := _diff_pieces(was, now):
                    written["hand"] = changed
                was = now
                yield written
            ends = [*ends, *seals, *rest]

    def _replace_seat(self, part: Part, moment: Moment) -> Part:
        """Replace a seat in a sentence by its former player's name.

        Return the part unchanged if the present player had the seat then."""
        if isinstance(part, str) or part >= len(moment.names):
            return part
        now = self._reader.replay.room.occupant(Seat(part))
        return part if now is not None and now.name == moment.names[part] else moment.names[part]

    def _reveal(self, moment: Moment) -> tuple[tuple[Move, ...], list[Written], list[Move]]:
        """Return the seals before a reveal, its steps with a sentence, and its last moves."""
        replay = self._reader.replay
        passed = RecentReveal(replay.game, replay.number, moment.ask, moment.before, moment.steps)
        film = film_of(passed, self._perspective.viewer, lambda game, state: self.picture(state))
        told = list(steps(film, find_presenter(film.game), self._speech))
        rest = told.pop()["moves"] if told and "say" not in told[-1] else []
        return film.seals, told, rest

    def _build_picture(self, state: object) -> Picture:
        return picture_of(self._reader.replay.game, state)


def _diff_pieces(was: Mapping[str, Piece], now: Mapping[str, Piece]) -> dict[str, object]:
    """Return the changed pieces by id; None for a piece that has left."""
    gone = dict.fromkeys(id for id in was if id not in now)
    return {**gone, **serialize_pieces({id: piece for id, piece in now.items() if was.get(id) != piece})}
