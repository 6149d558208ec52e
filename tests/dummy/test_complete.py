"""Start check of registered games: it names the file and the missing member."""

import sys
from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from app import cli, serving
from app.web import games
from app.web.games.complete import IncompleteGameError, check_games
from app.web.games.plain.presenter import plain_presenter
from app.web.games.presenter import Presenter
from engine.adel_verpflichtet import GAME as ADEL
from engine.core.game import Game
from tests.dummy.throws import GAME
from tests.registering import register

MakePresenter = Callable[[str], None]

FULL = """
from app.web.games.plain.presenter import plain_presenter
from engine.registry import GAMES
PRESENTER = plain_presenter(GAMES["throws"])
"""
IN_A_SCENE = f"""{FULL}
from dataclasses import replace
from app.web.games.adel_verpflichtet.scene import SCENE
PRESENTER = replace(PRESENTER, scene=SCENE)
"""


def complaint() -> str:
    """Return the error message of the start."""
    with pytest.raises(IncompleteGameError) as error:
        check_games()
    return str(error.value)


@pytest.fixture
def make_presenter(registered: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MakePresenter]:
    """Make a presenter of the third game's own, from the text of their module."""
    own = f"{games.__name__}.{GAME.key}"

    def make(text: str) -> None:
        folder = tmp_path / GAME.key
        folder.mkdir()
        (folder / "__init__.py").write_text(text, encoding="utf-8")
        monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
        games.package.cache_clear()

    yield make
    for name in [name for name in sys.modules if name == own or name.startswith(f"{own}.")]:
        del sys.modules[name]
    vars(games).pop(GAME.key, None)


def test_shipped_games_and_one_without_presenter_are_complete(registered: None) -> None:
    check_games()


def test_a_game_without_one_of_its_functions_is_no_game() -> None:
    named = {each.name: getattr(GAME, each.name) for each in fields(GAME)}
    del named["outcome"]
    with pytest.raises(TypeError, match="'outcome'"):
        Game(**named)


def test_the_bot_of_whoever_is_away_is_missed(registered: None, monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch, GAME, bots={"strong": GAME.bots["normal"]})
    assert "'throws' is not complete: it has no bot of the level 'normal'" in complaint()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "RULES.md is missing, the book of its rules"),
        ("# Throws\n\nAs everybody knows.\n", "RULES.md has no clause"),
        ("no title\n", "RULES.md cannot be read: "),
        ("# Throws\n\n## A1 A round\n\n- **A1.1** All throw.\n", "both have clauses of the letter A"),
    ],
)
def test_a_book_of_rules_is_missed(
    registered: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str | None, said: str
) -> None:
    register(monkeypatch, GAME, book=tmp_path / "RULES.md")
    if text is not None:
        (tmp_path / "RULES.md").write_text(text, encoding="utf-8")
    assert said in complaint()


@pytest.mark.parametrize("own", ["", "PRESENTER = object()"])
def test_a_missing_presenter_is_reported(make_presenter: MakePresenter, own: str) -> None:
    make_presenter(own)
    assert (
        "app/web/games/throws/__init__.py has no PRESENTER, which app/web/games/presenter.py describes" in complaint()
    )


def test_presenter_needs_every_function() -> None:
    presenter = plain_presenter(GAME)
    named = {each.name: getattr(presenter, each.name) for each in fields(presenter)}
    del named["sentence"]
    with pytest.raises(TypeError, match="'sentence'"):
        Presenter(**named)


def test_templates_sheets_and_script_are_missed(make_presenter: MakePresenter) -> None:
    make_presenter(FULL)
    said = complaint()
    for name in ("table", "box", "hand", "prompt", "rank", "plate", "ending"):
        assert f"templates/games/throws/{name}.html is missing" in said
    assert "static/js/games/throws.js is missing" in said
    assert "static/css/games/plain.css" not in said


def test_what_a_table_as_a_picture_takes_is_missed(make_presenter: MakePresenter) -> None:
    make_presenter(IN_A_SCENE)
    said = complaint()
    for name in ("scene", "face"):
        assert f"templates/games/throws/{name}.html is missing" in said
    assert "its presenter has a scene, and it has no picture" in said


@pytest.mark.parametrize("has_presenter", [False, True])
def test_a_scene_is_missed_for_a_picture(
    make_presenter: MakePresenter, monkeypatch: pytest.MonkeyPatch, has_presenter: bool
) -> None:
    register(monkeypatch, GAME, pictures=ADEL.pictures)
    if has_presenter:
        make_presenter(FULL)
    assert "app/web/games/throws/__init__.py has no presenter with a scene" in complaint()


def test_the_server_does_not_start(
    registered: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    register(monkeypatch, GAME, bots={})
    assert cli.main(["serve"]) == serving.FAILED
    assert capsys.readouterr().err == (
        "Signet cannot start: the game 'throws' is not complete: "
        "it has no bot of the level 'normal', which plays for who is away.\n"
    )
