"""Check of the locked packages for known vulnerabilities.

Run it as ``python -m tools.audit`` or ``make audit``. pip-audit runs in an environment of its own and asks two
advisory databases in turn. Exit status: 0 when no vulnerability is known, 1 when some are, 2 when a package could
not be checked."""

import json
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOCKS = ("requirements.lock", "requirements-test.lock")
TOOL = "pip-audit==2.10.1"
DATABASES = ("pypi", "osv")


@dataclass(slots=True)
class Audit:
    """Advisories about the packages of one lock file."""

    vulnerable: dict[str, list[str]] = field(default_factory=dict)
    """Identifiers of advisories by package and version."""
    unchecked: list[str] = field(default_factory=list)
    """Packages without an answer from any database."""
    checked: int = 0
    """Number of packages with an answer."""


def main() -> int:
    """Audit both lock files and print the result."""
    return max([print_audit(lock, audit(lock)) for lock in LOCKS])


def audit(lock: str) -> Audit:
    """Ask each database in turn until one has answered for every package."""
    best = Audit()
    for database in DATABASES:
        found = read_report(_report(lock, database))
        if found.checked >= best.checked:
            best = found
        if found.checked and not found.unchecked:
            break
    return best


def read_report(report: str) -> Audit:
    """Parse pip-audit's JSON report.

    An empty report means that the database could not be reached."""
    found = Audit()
    for package in json.loads(report)["dependencies"] if report.strip() else ():
        if "skip_reason" in package:
            found.unchecked.append(package["name"])
            continue
        found.checked += 1
        if package["vulns"]:
            found.vulnerable[f"{package['name']} {package['version']}"] = [each["id"] for each in package["vulns"]]
    return found


def print_audit(lock: str, found: Audit) -> int:
    """Print one lock file's result and return its exit status."""
    for package, advisories in found.vulnerable.items():
        print(f"{lock}: {package} has known vulnerabilities: {', '.join(advisories)}")
    if not found.checked:
        print(f"{lock}: no advisory database could be reached, so nothing was checked.")
    elif found.unchecked:
        print(f"{lock}: {found.checked} packages were checked, these could not be: {_sentence(found.unchecked)}")
    elif not found.vulnerable:
        print(f"{lock}: no vulnerability is known in its {found.checked} packages.")
    return 1 if found.vulnerable else 2 if found.unchecked or not found.checked else 0


def _report(lock: str, database: str) -> str:
    uv = Path(sys.executable).with_name("uv")
    audit = ("pip-audit", "--disable-pip", "--require-hashes", "--progress-spinner", "off", "--format", "json")
    command: Sequence[str | Path] = (uv, "tool", "run", "-q", "--from", TOOL, *audit, "-s", database, "-r", lock)
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout


def _sentence(names: Iterable[str]) -> str:
    return ", ".join(sorted(names)) + "."


if __name__ == "__main__":
    sys.exit(main())
