"""Processes of a server: their clients, and their readiness."""

import os
import re
import time
from pathlib import Path

from tests.postgres import Postgres
from tools.served import Served

PATIENCE_S = 180.0


def list_clients(pid: int) -> set[int]:
    """Return the ports at the other ends of a process's connections."""
    links = set()
    for each in Path(f"/proc/{pid}/fd").iterdir():
        try:
            found = re.fullmatch(r"socket:\[(\d+)\]", os.readlink(each))
        except OSError:
            continue
        links |= {found[1]} if found else set()
    rows = [line.split() for line in Path("/proc/net/tcp").read_text(encoding="utf-8").splitlines()[1:]]
    return {int(row[2].rpartition(":")[2], 16) for row in rows if row[9] in links}


def wait_for_all(server: Served, postgres: Postgres, count: int) -> None:
    """Wait until so many processes serve."""
    until = time.monotonic() + PATIENCE_S
    while len(server.workers) < count or not all(postgres.port in list_clients(pid) for pid in server.workers):
        assert time.monotonic() < until
        time.sleep(0.1)
    # They query the database just before they serve.
    time.sleep(2)
