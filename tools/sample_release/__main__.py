"""Sample data of a release, from several tables of a real server.

    python -m tools.sample_release 0.3

Run once for a release, never again for an old one: tests/releases reads every sample for ever. ``--tree`` names the
checkout whose server plays, if it is not this one."""

import argparse
import json
import lzma
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx2

from tools.sample_release.tables import SAVED, TABLES, Table
from tools.served import ROOT, Served

FOLDER = ROOT / "tests" / "releases"
DATABASE, BACKUP, TOLD = "signet.db.xz", "rooms.backup", "told.json.xz"


def write(folder: Path, tree: Path) -> list[str]:
    """Play with a checkout's server and write all samples.

    Return the refused commands. Raises RuntimeError when the server does not do as it should."""
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as place:
        data = Path(place)
        served = Served(data, root=tree)
        served.start()
        try:
            with httpx2.Client(base_url=served.url, timeout=60) as client:
                tables = {name: play(client) for name, play in TABLES.items()}
                for name in SAVED:
                    (folder / f"{name}.room.json.xz").write_bytes(compress_data(tables[name].save_file()))
                told = {name: _read_table(table) for name, table in tables.items()}
            (folder / BACKUP).unlink(missing_ok=True)
            served.run("backup", str((folder / BACKUP).resolve()))
        finally:
            served.stop()
        whole = data / "whole.db"
        with closing(sqlite3.connect(data / "signet.db")) as database:
            for name, table in tables.items():
                told[name] |= _read_database(database, table.code)
            database.execute("VACUUM INTO ?", (str(whole),))
        (folder / DATABASE).write_bytes(compress_data(whole.read_bytes()))
    text = json.dumps(told, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    (folder / TOLD).write_bytes(compress_data(text.encode()))
    return [f"{name}: {refused}" for name, table in tables.items() for refused in table.refused]


def compress_data(data: bytes) -> bytes:
    """Compress the data in a reproducible way."""
    return lzma.compress(data, preset=9)


def _read_table(table: Table) -> dict[str, Any]:
    """Return a room's views and record as the release itself gives them."""
    views = [table.view(player) for player in range(len(table.tokens))]
    return {
        "code": table.code,
        "tokens": table.tokens,
        "views": views,
        "public": table.view(None),
        "record": table.record(),
    }


def _read_database(database: sqlite3.Connection, code: str) -> dict[str, Any]:
    """Return the stored rows, the last state's digest, and the chain's end if any."""
    rows = database.execute(
        "SELECT version, at, kind, shape, body, command FROM journal WHERE room = ? ORDER BY version", (code,)
    ).fetchall()
    digests = [json.loads(body)["digest"] for _, _, kind, _, body, _ in rows if kind == "revealed"]
    has_chain = any(column[1] == "head" for column in database.execute("PRAGMA table_info(rooms)"))
    head = database.execute("SELECT head FROM rooms WHERE code = ?", (code,)).fetchone()[0] if has_chain else None
    return {"entries": len(rows), "state": digests[-1] if digests else None, "head": head}


def main() -> int:
    """Write the samples. The exit code is 1 when this very checkout refused a command."""
    parser = argparse.ArgumentParser(prog="python -m tools.sample_release", description=__doc__)
    parser.add_argument("release", help="its number, such as 0.3")
    parser.add_argument("--tree", type=Path, default=ROOT, help="the checkout of that release")
    asked = parser.parse_args()
    refused = write(FOLDER / asked.release, asked.tree.resolve())
    for path in sorted((FOLDER / asked.release).iterdir()):
        print(f"{path.relative_to(ROOT)}: {path.stat().st_size // 1000} kB")
    print("\n".join(f"refused: {each}" for each in refused))
    return 1 if refused and asked.tree == ROOT else 0


if __name__ == "__main__":
    sys.exit(main())
