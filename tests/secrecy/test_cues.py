"""Sounds and beats of a film: an effect for one seat alone has none."""

from gettext import NullTranslations

import pytest

from app.rooms.model.reveal import RecentReveal
from app.rooms.model.values import replace
from app.rooms.views.film import RevealFilm, film_of
from app.rooms.views.view_cache import make_picture
from app.web.games import find_presenter
from app.web.scene.films import Written, steps
from app.web.text.sentences import Speech
from engine.core.seats import Seat, Viewer
from tests.rooms.builders import game_of
from tests.web.sockets.test_browser_feed import game_by_bots

SPEECH = Speech(NullTranslations())
CUES = {"sound", "beat"}
VIEWERS: tuple[Viewer, ...] = (None, Seat(0))
"""The public and a seat for which the effects are not."""


def find_cued_reveal(game: str) -> RecentReveal:
    """Return the first reveal of a game of bots with a beat in its film."""
    for room in game_by_bots(game):
        for passed in game_of(room).latest:
            if any("beat" in step for step in tell(film_of(passed, None, make_picture))):
                return passed
    raise AssertionError("no beat in a whole game")


def tell(film: RevealFilm) -> list[Written]:
    """Return the film's steps as sent."""
    return [*steps(film, find_presenter(film.game), SPEECH)]


def keep_secret(passed: RecentReveal) -> RecentReveal:
    """Return the reveal as if all of it were for Ben alone."""
    told = tuple(step._replace(effect=step.effect._replace(audience=(Seat(1),))) for step in passed.steps)
    return replace(passed, steps=told)


def has_cue(passed: RecentReveal, viewer: Viewer) -> bool:
    """Return whether the viewer's film of the reveal has a sound or a beat."""
    return any(CUES & step.keys() for step in tell(film_of(passed, viewer, make_picture)))


@pytest.mark.parametrize("viewer", VIEWERS)
def test_an_effect_for_another_seat_is_not_heard(game: str, viewer: Viewer) -> None:
    passed = find_cued_reveal(game)
    assert has_cue(passed, viewer)
    assert not has_cue(keep_secret(passed), viewer)
    assert has_cue(keep_secret(passed), Seat(1))


def test_a_film_that_tells_a_secret_effect_is_found(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    passed = keep_secret(find_cued_reveal(game))
    monkeypatch.setattr("engine.core.effects.Effect.is_for", lambda effect, viewer: True)
    assert has_cue(passed, None)
