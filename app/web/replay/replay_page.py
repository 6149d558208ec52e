"""The page of a replay: the table as it was at one scene, through somebody's eyes."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from app.rooms.page_view import Scene as PageScene
from app.rooms.view import view
from app.rooms.view_types import RoomView
from app.web.games import face
from app.web.html.regions import Regions
from app.web.replay.reader import Eyes, Reader, all_eyes
from app.web.replay.scenes import Scene, find, rounds, scenes, ways
from engine.core.film.film import picture_of
from engine.core.picture import Pictured
from engine.core.seats import Seat, Viewer


def replay_page(regions: Regions, reader: Reader, eyes: Eyes, address: str | None) -> Mapping[str, Any]:
    """What the template ``pages/replay.html`` knows."""
    look = face(reader.replay.game.key)
    made = scenes(reader.moments, eyes.viewer, look, regions.speech)
    at = find(made, address)
    scene = made[at] if made else None
    seen = past_view(reader, scene, eyes.viewer)
    hands = tuple(map(Seat, range(reader.seats))) if eyes.is_open else (eyes.viewer,) if eyes.viewer is not None else ()
    return regions.context(seen) | {
        "reader": reader,
        "scene": scene,
        "number": at + 1,
        "count": len(made),
        "eyes": eyes,
        "all_eyes": all_eyes(reader),
        "ways": ways(made, at) if made else None,
        "rounds": rounds(made),
        "board": look.regions,
        "picture": regions.scene_context(seen, _table(reader, scene, None), _picture(reader, scene, eyes.viewer)),
        "public": replace(seen, you=None, table=_table(reader, scene, None)),
        "hands": [replace(seen, you=seat, table=_table(reader, scene, seat)) for seat in hands if scene is not None],
        "back": f"{reader.replay_path}?{reader.query}eyes={eyes.name}&at={scene.address if scene else ''}",
    }


def past_view(reader: Reader, scene: Scene | None, viewer: Viewer) -> RoomView:
    """The room as the viewer would have seen it at that scene: nobody is asked, nothing is said, no link is shown."""
    now = view(reader.replay.room, None)
    # "paused" is how a room reads in which nobody can do anything
    part = replace(
        now.room,
        phase="paused",
        round=scene.round if scene is not None else now.room.round,
        number=reader.replay.number,
        sealed=None,
        opens_at=None,
        is_held=False,
    )
    seats = tuple(replace(seat, state="idle", here=True, stand_in=None, ran_out=False) for seat in now.seats)
    table = _table(reader, scene, viewer)
    return replace(now, you=viewer, room=part, seats=seats, ask=None, table=table, outcome=None, said=())


def _table(reader: Reader, scene: Scene | None, viewer: Viewer) -> Any:
    """The game's own view; without a scene none, for nothing may be shown yet."""
    return reader.replay.game.view(scene.state, viewer) if scene is not None else None


def _picture(reader: Reader, scene: Scene | None, viewer: Viewer) -> PageScene | None:
    """The same as a picture of pieces, where the game has one."""
    game = reader.replay.game
    if scene is None or not isinstance(game, Pictured):
        return None
    shown = picture_of(game, scene.state)
    held = game.hand(game.view(scene.state, viewer)) if viewer is not None else {}
    return PageScene(shown, {}, {id: piece for id, piece in held.items() if id not in shown.pieces}, {})
