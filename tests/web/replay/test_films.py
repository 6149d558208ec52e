"""Films of a whole game: each leads from one stop of its replay to the next.

They show what their perspective may see."""

import json
from pathlib import Path
from typing import Any

import pytest

from app.rooms.fold import fold
from app.rooms.views.replay import replay
from app.web.games import find_presenter
from app.web.replay.films import all_films, collect_held_pieces
from app.web.replay.reader import Perspective, Reader
from app.web.replay.stops import stops
from app.web.scene.wire import serialize_pieces
from engine.core.film.film import picture_of
from engine.core.seats import Seat
from tests.engine.test_pictures import Lies, apply, lies
from tests.journal.test_old_games import SAMPLES, entries
from tests.web.games.test_chronicle import SPEECH
from tests.whole import whole

GAMES = whole(tuple(SAMPLES), (SAMPLES[6], SAMPLES[9]))
ALL = (Perspective(None), Perspective(Seat(0)), Perspective(Seat(1)), Perspective(None, is_open=True))


def reader(path: Path) -> Reader:
    """Return a reader of that game, which is over."""
    told = tuple(entries(json.loads(path.read_text())["rows"]))
    room, again = fold(None, told), replay(told, 1)
    assert room is not None and again is not None
    return Reader(room, again, None, "/r/the-room")


def parse_table(table: dict[str, Any]) -> Lies:
    """Return what a client stores of a table that it is sent."""
    pieces = {id: (place, face, order) for id, (place, face, _, order, _) in table["pieces"].items()}
    heaps = {(place, kind): n for heap, n in table["heaps"].items() for place, kind in [heap.rsplit("/", 1)]}
    return pieces, heaps, table["signs"]


@pytest.mark.parametrize("perspective", ALL, ids=lambda perspective: perspective.name)
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_films_lead_to_picture_and_hand_of_every_stop(path: Path, perspective: Perspective) -> None:
    back = reader(path)
    game = back.replay.game
    made = stops(back.moments, perspective.viewer, find_presenter(game.key), SPEECH)
    told = json.loads(all_films(back, perspective, SPEECH))
    assert [step["stop"] for step in told["stops"]] == [stop.address for stop in made]
    table, hand = parse_table(told["start"]["table"]), told["start"]["hand"]
    for stop, step in zip(made, told["stops"], strict=True):
        picture = picture_of(game, stop.state)
        moves = [*step.get("ends", []), *step.get("seals", []), *step["moves"]]
        table = apply(table, moves)
        assert table == lies(picture), stop.address
        hand = {id: piece for id, piece in (hand | step.get("hand", {})).items() if piece is not None}
        assert hand == serialize_pieces(collect_held_pieces(game, stop.state, perspective.hands(back), picture)), (
            stop.address
        )
        assert step["round"] == stop.round
        assert tuple(step.get("say", ())) == stop.parts
        assert step.get("seat") == stop.seat


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_film_omits_what_its_perspective_never_saw(path: Path) -> None:
    back = reader(path)
    open_to = {perspective.name: all_films(back, perspective, SPEECH) for perspective in ALL}
    public = json.loads(open_to["public"])
    assert public["start"]["hand"] == {} and not any("hand" in step for step in public["stops"])
    # except for the perspective's hands, all viewers see the same
    for films in open_to.values():
        told = json.loads(films)
        for step in told["stops"]:
            step.pop("hand", None)
        assert told["stops"] == public["stops"]
        assert told["start"]["table"] == public["start"]["table"]
    for seat in (Seat(0), Seat(1)):
        told = json.loads(open_to[str(seat)])
        held_by = {piece[4] for step in told["stops"] for piece in step.get("hand", {}).values() if piece}
        assert held_by <= {seat}
