"""What a registered game lacks is said at the start, with file and member, and not by an error on somebody's page."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app import cli
from app.web import games
from app.web.games.complete import Incomplete, check_games
from tests.dummy.throws import GAME, Throws

LooksOf = Callable[..., None]

FULL = """
from app.web.games.plain.looks import PlainLooks
from engine.registry import GAMES
LOOKS = PlainLooks(GAMES["throws"])
"""


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


def test_a_member_of_the_game_is_missed(registered: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(Throws, "outcome")
    assert complaint() == (
        "the game 'throws' is not complete: tests/dummy/throws.py has no 'outcome', which engine/core/game.py asks for"
    )


def test_the_bot_of_whoever_is_away_is_missed(registered: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Throws, "bots", {"strong": GAME.bots["normal"]})
    assert "tests/dummy/throws.py has no bot of the level 'normal'" in complaint()


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
    monkeypatch.setattr(sys.modules[Throws.__module__], "__file__", str(tmp_path / "throws.py"))
    if text is not None:
        (tmp_path / "RULES.md").write_text(text, encoding="utf-8")
    assert said in complaint()


def test_looks_are_missed(looks_of: LooksOf) -> None:
    looks_of()
    said = complaint()
    assert "throws/__init__.py has no LOOKS" in said
    assert "app/web/games/throws/chronicle is missing, with CHRONICLE" in said


def test_the_members_of_a_half_written_looks_are_missed(looks_of: LooksOf) -> None:
    looks_of(
        __init__="class Half:\n    regions = ()\n    sheets = ()\nLOOKS = Half()", chronicle="CHRONICLE = object()"
    )
    said = complaint()
    assert "throws/__init__.py has no 'sentence', which app/web/games/looks.py asks for" in said
    assert "no 'regions'" not in said
    assert "a mere object has no 'highlights', which app/web/games/chronicle.py asks for" in said


def test_templates_sheets_and_script_are_missed(looks_of: LooksOf) -> None:
    looks_of(__init__=FULL, chronicle="from app.web.games.plain.chronicle import CHRONICLE")
    said = complaint()
    for name in ("table", "box", "hand", "prompt", "rank", "plate", "ending"):
        assert f"templates/games/throws/{name}.html is missing" in said
    assert "static/js/games/throws.js is missing" in said
    assert "static/css/games/plain.css" not in said


def test_the_server_does_not_start(
    registered: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delattr(Throws, "memory")
    assert cli.main(["serve"]) == cli.FAILED
    assert capsys.readouterr().err == (
        "Signet cannot start: the game 'throws' is not complete: "
        "tests/dummy/throws.py has no 'memory', which engine/core/game.py asks for.\n"
    )
