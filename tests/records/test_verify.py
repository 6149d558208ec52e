"""Output and exit codes of ``verify``."""

from pathlib import Path

import orjson
import pytest

from app.cli import main
from app.records.verify import FAILS, HOLDS, UNREADABLE
from tests.records.evenings import forge_digest, long_evening, record


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """File with the record of a long evening."""
    path = tmp_path / "signet-K7QF2M9X.json"
    path.write_bytes(orjson.dumps(record(long_evening())))
    return path


def test_a_true_record_is_told_game_by_game(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(file)]) == HOLDS
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Game 1, Adel verpflichtet: Ada, Ben, Carla."
    first = long_evening().room.evening[0]
    assert lines[3].startswith(f"  The ranking matches: 1. {' and '.join(first.ranking[0])}")
    assert "  It was ended early, so there is no ranking." in lines
    assert lines[-2].startswith("  It is still running.")
    digest = orjson.loads(file.read_bytes())["digest"]
    assert lines[-1] == f"Everything matches. The same record always has this fingerprint: {digest}"


def test_a_false_record_is_told_by_its_first_contradiction(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tampered = record(long_evening())
    place = next(at for at, event in enumerate(tampered["facts"]) if event["fact"] == "Revealed")
    tampered["facts"][place]["digest"] = "0" * 64
    file.write_bytes(orjson.dumps(forge_digest(tampered)))
    assert main(["verify", str(file)]) == FAILS
    said = capsys.readouterr()
    ask = tampered["facts"][place]["ask"]
    assert said.out == ""
    assert said.err.startswith(f"Game 1 does not match at ask {ask} (event {place + 1}): ")


def test_a_commitment_that_was_noted_must_be_among_the_games(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    noted = next(event["commitment"] for event in record(long_evening())["facts"] if event["fact"] == "GameBegun")
    assert main(["verify", str(file), "--commitment", noted.upper()]) == HOLDS
    assert "The commitment you copied is among them." in capsys.readouterr().out
    assert main(["verify", str(file), "--commitment", "0" * 64]) == FAILS
    assert "None of these games has the commitment you copied." in capsys.readouterr().err


@pytest.mark.parametrize("content", [b"", b"{", b"\xff", b"[]", b'{"format": "signet-journal"}'])
def test_what_is_no_record_ends_with_its_own_code(
    file: Path, content: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_bytes(content)
    assert main(["verify", str(file)]) == UNREADABLE
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_file_that_is_not_there_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(tmp_path / "nothing.json")]) == UNREADABLE
    assert "cannot be read" in capsys.readouterr().err
