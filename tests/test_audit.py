"""Audit of locked packages: vulnerable, unknown and sound ones."""

import json

import pytest

from tools.audit import LOCKS, print_audit, read_report

SOUND = {"name": "segno", "version": "1.6.6", "vulns": []}
VULNERABLE = {"name": "jinja2", "version": "3.1.0", "vulns": [{"id": "CVE-2024-22195"}, {"id": "CVE-2024-34064"}]}
SKIPPED = {"name": "orjson", "skip_reason": "Dependency not found and could not be audited: orjson (3.13.0)"}


def audit(*packages: object) -> int:
    """Return the exit status for a report of these packages."""
    return print_audit(LOCKS[0], read_report(json.dumps({"dependencies": packages, "fixes": []})))


def test_audit_passes_when_every_package_is_sound(capsys: pytest.CaptureFixture[str]) -> None:
    assert audit(SOUND, SOUND) == 0
    assert capsys.readouterr().out == "requirements.lock: no vulnerability is known in its 2 packages.\n"


def test_audit_fails_and_names_the_vulnerable_package(capsys: pytest.CaptureFixture[str]) -> None:
    assert audit(SOUND, VULNERABLE, SKIPPED) == 1
    assert "jinja2 3.1.0 has known vulnerabilities: CVE-2024-22195, CVE-2024-34064" in capsys.readouterr().out


def test_audit_says_which_packages_it_could_not_check(capsys: pytest.CaptureFixture[str]) -> None:
    assert audit(SOUND, SKIPPED) == 2
    assert capsys.readouterr().out.endswith("1 packages were checked, these could not be: orjson.\n")


@pytest.mark.parametrize("report", ["", json.dumps({"dependencies": [SKIPPED], "fixes": []})])
def test_audit_never_passes_when_no_database_answers(report: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert print_audit(LOCKS[0], read_report(report)) == 2
    assert "no advisory database could be reached" in capsys.readouterr().out
