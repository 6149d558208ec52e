"""Places of a scene that are rendered once for all pages."""

from app.rooms.views.page_view import page_view
from app.web.html.renderer import Renderer
from app.web.scene.placed import PlacedPieces
from engine.core.seats import Viewer
from tests.rooms.builders import ADA, BEN, CARLA, a_game, game_of, run_commands, seal

RENDERER = Renderer()


def place_pieces(game: str, viewer: Viewer) -> tuple[PlacedPieces, set[str]]:
    """Return a viewer's scene after a seal, and its places with private parts."""
    room = a_game(3, game=game)
    play = game_of(room)
    sealer, ask = next(iter(play.asks.items()))
    if len(play.asks) > 1:
        room = run_commands(room, seal(room, sealer, play.game.text(ask.choices[0])))
    page = page_view(room, viewer, frozenset({ADA, BEN, CARLA}))
    scene = RENDERER.regions("en").page_context(page, "http://host")["scene"]
    assert isinstance(scene, PlacedPieces) and page.scene is not None
    pieces = {**page.scene.picture.pieces, **page.scene.sealed, **page.scene.hand}
    return scene, {pieces[id].place for id in (*page.scene.hand, *page.scene.peeks) if id in pieces}


def test_private_place_fits_no_cache(game: str) -> None:
    tried = 0
    for viewer in (ADA, BEN, None):
        scene, private = place_pieces(game, viewer)
        assert viewer is not None or not private
        for place in private:
            tried += 1
            assert isinstance(scene.contents(place), list)
        for place in {*scene._pieces, *scene._heaps, "nowhere"} - private:
            assert isinstance(scene.contents(place), tuple) and hash(scene.contents(place)) is not None
    assert tried or all(not place_pieces(game, viewer)[1] for viewer in (ADA, BEN))
