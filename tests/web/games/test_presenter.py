"""Presenters: what every game must give the pages, and that the pages use it."""

from gettext import NullTranslations

from app.web.games import PLAIN, find_presenter, package
from app.web.text.sentences import Speech
from engine.registry import GAMES
from tests.known import SHIPPED
from tests.web.tables import Web

SPEECH = Speech(NullTranslations())


def test_strip_shows_title_of_game_on_button_and_heading(web: Web, game: str) -> None:
    table = web.playing("Ada", "Ben", game=game)
    page = web.client.get(f"/r/{table.code}", headers={"cookie": f"dev={table.tokens[0]}"}).text
    title = find_presenter(game).strip_title(SPEECH)
    assert title
    assert f'title="{title}"' in page
    assert f'<h2 id="last-round-title">{title}</h2>' in page


def test_the_strip_is_named_by_what_the_game_plays_in() -> None:
    assert find_presenter("adel_verpflichtet").strip_title(SPEECH) == "Last round"
    assert find_presenter("edel_stein_reich").strip_title(SPEECH) == "Last turn"


def test_a_shipped_game_has_its_own_presenter() -> None:
    """A game that is not shipped may already have parts of one."""
    assert {*SHIPPED} <= {key for key in GAMES if package(key) != PLAIN}
