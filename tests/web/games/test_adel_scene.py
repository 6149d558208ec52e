"""Picture of Adel verpflichtet on the page.

Every place has a name and a position on every track."""

import re
from dataclasses import replace

from app.paths import STATIC
from app.rooms.views.page_view import page_view
from app.web.games.adel_verpflichtet import scene
from app.web.games.adel_verpflichtet.sentences import TELLERS, UNSAID
from app.web.games.adel_verpflichtet.stops import stop, tile_at
from app.web.text.sentences import Speech
from engine.adel_verpflichtet.edition import read_shipped
from engine.adel_verpflichtet.picture import places
from engine.adel_verpflichtet.view_types import CastleView, TableView, TrackView
from tests.rooms.builders import a_game
from tests.web.untranslated import WORDS

STOPS = (STATIC / "css/games/adel_verpflichtet_stops.css").read_text(encoding="utf-8")


def table(seats: int = 5) -> TableView:
    """Return the public view of a table."""
    view: TableView = page_view(a_game(seats), None).table
    return view


def long_track(castles: int) -> TrackView:
    """Return a track with castles of four spaces each, behind the club room."""
    spaces = [(0,), *(tuple(range(1 + 4 * each, 5 + 4 * each)) for each in range(castles))]
    made = tuple(CastleView(number, own, 4, 2, corner=False) for number, own in enumerate(spaces))
    return replace(table().track, castles=made, banquet_space=1 + 4 * castles, banquet_seats=30)


def test_every_place_is_called_something_of_its_own() -> None:
    view = table()
    names = scene.SCENE.place_names(view, dict(enumerate("ABCDE")), Speech(WORDS))
    assert {place.id for place in places(view)} <= names.keys()
    assert all(names.values()) and len(set(names.values())) == len(names)


def test_club_edition_track_matches_painted_road_space_for_space() -> None:
    track = table().track
    whole = track.banquet_space + track.banquet_seats
    assert [stop(space, track) for space in range(whole)] == list(range(whole))
    assert [tile_at(index, track) for index in range(len(track.castles))] == list(range(len(track.castles)))


def test_a_track_of_another_length_goes_the_same_way() -> None:
    for castles in (3, 40):
        track = long_track(castles)
        road = [stop(space, track) for space in range(track.banquet_space)]
        assert road == sorted(road) and road[0] == 0 and road[-1] < read_shipped().banquet_space
        seats = [stop(track.banquet_space + seat, track) for seat in range(track.banquet_seats)]
        assert (
            seats[0] == read_shipped().banquet_space
            and seats[-1] == read_shipped().banquet_space + read_shipped().banquet_seats - 1
        )


def test_every_stop_and_every_castle_has_its_spot() -> None:
    own = read_shipped()
    stops = {int(each) for each in re.findall(r'^\.place-road\[data-at="(\d+)"\]', STOPS, re.MULTILINE)}
    tiles = {int(each) for each in re.findall(r'^\.tile\[data-at="(\d+)"\]', STOPS, re.MULTILINE)}
    assert stops == set(range(own.banquet_space + own.banquet_seats))
    assert tiles == set(range(len(own.castles)))


def test_of_every_effect_it_is_known_where_one_sees_it() -> None:
    known = (
        scene.AT_CASTLE,
        scene.AT_AUCTION,
        scene.AT_TILL,
        scene.AT_CELLS,
        scene.AT_WINDOW,
        scene.AT_BANQUET,
        scene.EVERYWHERE,
    )
    assert sorted(kind for kinds in known for kind in kinds) == sorted({*TELLERS, *UNSAID})
