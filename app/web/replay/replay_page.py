"""Page of a replay: the table at one stop, in one perspective."""

from collections.abc import Mapping
from typing import Any

from app.rooms.model.values import replace
from app.rooms.views.page_view import Scene
from app.rooms.views.view import view
from app.rooms.views.view_types import RoomView
from app.web.games import find_presenter
from app.web.html.regions import Regions
from app.web.replay.catch_up import catch_up
from app.web.replay.chances import chances
from app.web.replay.films import collect_held_pieces
from app.web.replay.reader import Perspective, Reader, perspectives
from app.web.replay.stops import Stop, find, find_neighbours, rounds, stops
from app.web.replay.what_if_choices import choosing, whose
from app.web.replay.what_if_page import build_result, offer
from app.web.table.reactions import group_reactions
from engine.core.film.film import picture_of
from engine.core.seats import Viewer


def replay_page(
    regions: Regions, reader: Reader, perspective: Perspective, address: str | None, missed: str | None = None
) -> Mapping[str, Any]:
    """Return the context of ``pages/replay.html``.

    ``missed`` is the first reveal of a requested catch-up film."""
    presenter = find_presenter(reader.replay.game.key)
    changed, speech = reader.changed, regions.speech
    made = stops(reader.moments, perspective.viewer, presenter, speech)
    film = catch_up(reader, made, missed, presenter, speech) if not reader.wish else None
    at = find(made, address if address or film is None else film.start)
    stop = made[at] if made else None
    seen, public = build_view_at_stop(reader, stop, perspective.viewer), build_view_at_stop(reader, stop, None)
    hands = perspective.hands(reader) if stop is not None else ()
    names = regions.context(seen)
    return names | {
        "reader": reader,
        "reactions": group_reactions(reader.reactions, names["people"], speech),
        "stop": stop,
        "number": at + 1,
        "count": len(made),
        "perspective": perspective,
        "catch_up": film,
        "perspectives": perspectives(reader),
        "ways": find_neighbours(made, at) if made else None,
        "rounds": rounds(made),
        "board": presenter.regions,
        "seen": seen,
        "public": public,
        "picture": regions.scene_context(seen, public.table, _scene(reader, stop, perspective), is_kept=True),
        "held": hands if presenter.scene is not None and presenter.scene.has_hands else (),
        "hands": [build_view_at_stop(reader, stop, seat) for seat in hands] if presenter.scene is None else (),
        "table_id": stop.address if stop is not None else "",
        "chances": chances(reader, reader.mirror, speech) if reader.mirror is not None else (),
        "what_if": offer(reader, perspective),
        "whose": whose(reader, perspective) if reader.is_choosing and changed is None else None,
        "choosing": choosing(reader, perspective, changed, build_view_at_stop(reader, stop, changed.seat), speech)
        if reader.is_choosing and changed is not None
        else None,
        "changed": build_result(reader, perspective, changed, speech)
        if changed is not None and not reader.is_choosing
        else None,
        "plays": changed is not None and address is None,
        "back": f"{reader.replay_path}?{reader.query}perspective={perspective.name}&at={stop.address if stop else ''}",
    }


def build_view_at_stop(reader: Reader, stop: Stop | None, viewer: Viewer) -> RoomView:
    """Return the room as the viewer would have seen it at that stop.

    It has no prompt, no chat and no link. A what-if names those who had the seats then. A whole replay spans several
    players of a seat, so it names the present ones."""
    now = view(reader.replay.room, None)
    # In the phase "paused" nobody can act.
    part = replace(
        now.room,
        phase="paused",
        round=stop.round if stop is not None else now.room.round,
        number=reader.replay.number,
        sealed=None,
        reveal_at=None,
        is_held=False,
    )
    then = dict(enumerate(reader.moments[0].names if reader.wish else ()))
    seats = tuple(
        replace(seat, name=then.get(seat.seat, seat.name), state="idle", here=True, stand_in=None, ran_out=False)
        for seat in now.seats
    )
    table = reader.replay.game.view(stop.state, viewer) if stop is not None else None
    return replace(now, you=viewer, room=part, seats=seats, ask=None, table=table, outcome=None, said=())


def _scene(reader: Reader, stop: Stop | None, perspective: Perspective) -> Scene | None:
    """Return the scene in that perspective; None for a game without pictures."""
    game = reader.replay.game
    if stop is None or game.pictures is None:
        return None
    shown = picture_of(game, stop.state)
    return Scene(shown, {}, collect_held_pieces(game, stop.state, perspective.hands(reader), shown), {}, reader.seats)
