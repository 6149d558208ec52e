"""What a registered game lacks is said at the start, with file and member, and not by an error on somebody's page."""

import sys
from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from app import cli
from app.web import games
from app.web.games.complete import Incomplete, check_games
from engine.adel_verpflichtet import GAME as ADEL
from engine.core.game import Game
from tests.dummy.registering import register
from tests.dummy.throws import GAME

LooksOf = Callable[..., None]

FULL = """
from app.web.games.plain.looks import PlainLooks
from engine.registry import GAMES
LOOKS = PlainLooks(GAMES["throws"])
class Half:
    has_hands = False
"""
CHRONICLE = "from app.web.games.plain.chronicle import CHRONICLE"


def complaint() -> str:
    """What the start says."""
    with pytest.raises(Incomplete) as error:
        check_games()
    return str(error.value)


@pytest.fixture
def looks_of(registered: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LooksOf]:
    """Makes looks of the third game's own, from the texts of their modules."""
    own = f"{games.__name__}.{GAME.key}"

    def make(**modules: str) -> None:
        folder = tmp_path / GAME.key
        folder.mkdir()
        for name, text in ({"__init__": ""} | modules).items():
            (folder / f"{name}.py").write_text(text, encoding="utf-8")
        monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
        games.package.cache_clear()

    yield make
    for name in [name for name in sys.modules if name == own or name.startswith(f"{own}.")]:
        del sys.modules[name]
    vars(games).pop(GAME.key, None)


def test_the_games_of_the_box_and_one_without_looks_are_complete(registered: None) -> None:
    check_games()


def test_a_game_without_one_of_its_functions_is_no_game() -> None:
    named = {each.name: getattr(GAME, each.name) for each in fields(GAME)}
    del named["outcome"]
    with pytest.raises(TypeError, match="'outcome'"):
        Game(**named)


def test_the_bot_of_whoever_is_away_is_missed(registered: None, monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch, bots={"strong": GAME.bots["normal"]})
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
    register(monkeypatch, book=tmp_path / "RULES.md")
    if text is not None:
        (tmp_path / "RULES.md").write_text(text, encoding="utf-8")
    assert said in complaint()


def test_looks_are_missed(looks_of: LooksOf) -> None:
    looks_of()
    said = complaint()
    assert "throws/__init__.py has no LOOKS" in said
    assert "app/web/games/throws/chronicle is missing, with CHRONICLE" in said


def test_the_members_of_a_half_written_looks_are_missed(looks_of: LooksOf) -> None:
    half = "class Half:\n    regions = ()\n    sheets = ()\nLOOKS = Half()"
    looks_of(__init__=half, chronicle="CHRONICLE = object()")
    said = complaint()
    assert "throws/__init__.py has no 'sentence', which app/web/games/looks.py asks for" in said
    assert "no 'regions'" not in said
    assert "a mere object has no 'highlights', which app/web/games/chronicle.py asks for" in said


def test_templates_sheets_and_script_are_missed(looks_of: LooksOf) -> None:
    looks_of(__init__=FULL, chronicle=CHRONICLE)
    said = complaint()
    for name in ("table", "box", "hand", "prompt", "rank", "plate", "ending"):
        assert f"templates/games/throws/{name}.html is missing" in said
    assert "static/js/games/throws.js is missing" in said
    assert "static/css/games/plain.css" not in said


def test_what_a_table_as_a_picture_takes_is_missed(looks_of: LooksOf) -> None:
    looks_of(__init__=f"{FULL}LOOKS.scene = Half()\n", chronicle=CHRONICLE)
    said = complaint()
    for name in ("scene", "face"):
        assert f"templates/games/throws/{name}.html is missing" in said
    assert "its looks have a scene, and it has no picture" in said
    for member in ("faces", "place_names", "looks_at"):
        assert f"throws/__init__.py has no {member!r}, which app/web/games/scene_looks.py asks for" in said
    assert "no 'has_hands'" not in said


@pytest.mark.parametrize("has_looks", [False, True])
def test_a_scene_is_missed_for_a_picture(looks_of: LooksOf, monkeypatch: pytest.MonkeyPatch, has_looks: bool) -> None:
    register(monkeypatch, pictured=ADEL.pictured)
    if has_looks:
        looks_of(__init__=FULL, chronicle=CHRONICLE)
    assert "app/web/games/throws/__init__.py has no looks with a scene" in complaint()


def test_the_server_does_not_start(
    registered: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    register(monkeypatch, bots={})
    assert cli.main(["serve"]) == cli.FAILED
    assert capsys.readouterr().err == (
        "Signet cannot start: the game 'throws' is not complete: "
        "it has no bot of the level 'normal', which plays for who is away.\n"
    )
