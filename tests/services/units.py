"""Units of deploy/ for systemd: their settings, and a sandbox as systemd makes it.

The sandbox is bubblewrap with the unit's view of the files. In it strace lists what the program asks of the kernel."""

import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.sources import ROOT

DEPLOY = ROOT / "deploy"
UNITS = ("signet.service", "signet-backup.service", "signet-backup.timer")
SERVICES = UNITS[:2]
HIDDEN = ("/home", "/root", "/run/user")
"""Folders that ``ProtectHome`` empties."""


@dataclass(frozen=True)
class Calls:
    """System calls of a program."""

    names: frozenset[str]
    families: frozenset[str]
    """Address families of its sockets."""
    writable_code: frozenset[str]
    """Calls for memory that is written and run."""


def read_unit(name: str) -> dict[str, list[str]]:
    """Return the settings of a unit, each with all its values."""
    found: dict[str, list[str]] = {}
    for line in (DEPLOY / name).read_text(encoding="utf-8").splitlines():
        if match := re.fullmatch(r"(\w+)=(.*)", line):
            found.setdefault(match[1], []).append(match[2])
    return found


@cache
def list_calls(group: str) -> frozenset[str]:
    """Return the system calls of a group such as ``@system-service``."""
    command = ["systemd-analyze", "syscall-filter", "--no-pager", group]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    words = {line.strip() for line in lines[1:] if not line.strip().startswith("#")} - {""}
    return frozenset(name for word in words for name in (list_calls(word) if word.startswith("@") else {word}))


def list_allowed(unit: str) -> frozenset[str]:
    """Return the system calls that a unit allows."""
    return list_calls("@default").union(*(list_calls(word) for word in read_unit(unit)["SystemCallFilter"]))


def enter_sandbox(unit: str, writable: Sequence[Path], trace: Path) -> list[str]:
    """Return the start of a command line that runs a program as the unit does.

    Only the folders in ``writable`` can be written, besides empty ones for temporary files. Raises AssertionError for
    a unit with other settings."""
    settings = read_unit(unit)
    assert settings["ProtectSystem"] == ["strict"] and settings["CapabilityBoundingSet"] == [""]
    closed = ("ProtectHome", "PrivateTmp", "PrivateDevices", "PrivateUsers")
    assert [settings[name] for name in closed] == [["yes"]] * len(closed)
    words: list[str] = [
        "bwrap",
        "--ro-bind",
        "/",
        "/",
        "--dev",
        "/dev",
        "--proc",
        "/proc",
        "--unshare-user",
        "--cap-drop",
        "ALL",
    ]
    for folder in ("/tmp", "/var/tmp", *(name for name in HIDDEN if Path(name).is_dir())):
        words += ["--tmpfs", folder]
    # a Python built by hand may lie in a hidden folder
    for place in map(str, (ROOT, Path(sys.prefix).resolve(), Path(sys.base_prefix).resolve())):
        words += ["--ro-bind", place, place]
    for each in writable:
        words += ["--bind", str(each), str(each)]
    return [*words, "strace", "-f", "-qq", "-o", str(trace)]


def read_calls(trace: Path) -> Calls:
    """Return what a program asked of the kernel, by the trace that strace wrote."""
    text = trace.read_text(encoding="utf-8", errors="replace")
    return Calls(
        names=frozenset(re.findall(r"^\d+ +(\w+)\(", text, re.M)),
        families=frozenset(re.findall(r"^\d+ +socket(?:pair)?\((\w+),", text, re.M)),
        writable_code=frozenset(re.findall(r"^\d+ +(\w+\(.*PROT_WRITE\|PROT_EXEC.*)$", text, re.M)),
    )
