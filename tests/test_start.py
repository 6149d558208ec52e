"""Modules that each way to start loads."""

import gc
import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from alembic import command
from alembic.script import ScriptDirectory

from app.gc_policy import loading
from app.journal.sql.database import open_database
from app.journal.sql.migrate import current, earlier, refuse_other_schema, upgrade
from app.journal.sql.steps import config
from tests.sources import ROOT

SERVES = "import sys; from app.cli import main; main(['serve', '--port', '0']); print(*sys.modules)"
COLLECTS = """
import gc, sys
from app import gc_policy
from app.cli import main
main(["serve", "--port", "0"])
is_on = gc.get_freeze_count() > 0 and gc.get_threshold() == gc_policy.THRESHOLDS and next(gc_policy._ticks) > 1
print("sys", is_on)
"""
SERVED_BY_OTHERS = "import sys; from app import serving; serving.check_complete(); serving.check_editions()"
SUPERVISES = f"{SERVED_BY_OTHERS}; import app.supervisor, app.web.server.port; print(*sys.modules)"
KNOWS_THE_COMMANDS = "import sys; from app.cli import main\ntry: main(['--help'])\nfinally: print(*sys.modules)"

WEB = frozenset({"fastapi", "starlette", "uvicorn", "jinja2", "websockets"})


def settings(data: Path) -> dict[str, str]:
    """Return an environment without settings but the folder of the data."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SIGNET_")}
    return {**kept, "SIGNET_DATA": str(data), "SIGNET_HOST": "127.0.0.1"}


def list_loaded_packages(code: str, data: Path) -> frozenset[str]:
    """Return the packages that a program has loaded at its end.

    A server is told to stop once it answers."""
    with subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, env=settings(data), stdout=subprocess.PIPE, text=True
    ) as program:
        assert program.stdout is not None
        last = address = ""
        for line in program.stdout:
            last = line
            address = line.split()[-1] if "On this machine" in line else address
            if "Ctrl-C" in line:
                urllib.request.urlopen(f"{address}/healthz").close()  # noqa: S310 - our own loopback address
                program.send_signal(signal.SIGINT)
    assert program.returncode == 0
    assert "sys" in last.split()
    return frozenset(name.partition(".")[0] for name in last.split()) | frozenset(last.split())


def test_server_with_current_sqlite_file_loads_only_what_it_needs(tmp_path: Path) -> None:
    upgrade(f"sqlite:///{tmp_path / 'signet.db'}")
    found = list_loaded_packages(SERVES, tmp_path)
    assert found >= WEB | {"sqlalchemy", "app.journal.sql.store"}
    assert found.isdisjoint({"alembic", "mako", "psycopg", "app.journal.sql.backup", "app.supervisor"})
    assert found.isdisjoint({"cryptography", "smtplib", "sqlalchemy.dialects.postgresql"})
    assert "confusable_homoglyphs" not in found, "a name that is looked at loads them"


@pytest.mark.parametrize("schema", sorted(earlier()))
def test_server_with_older_sqlite_file_upgrades_it(schema: str, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'signet.db'}"
    database = open_database(url)
    with database.engine.begin() as connection:
        command.upgrade(config(connection), schema)
    database.close()
    assert "alembic" in list_loaded_packages(SERVES, tmp_path)
    database = open_database(url)
    with database.engine.begin() as connection:
        refuse_other_schema(connection)
    database.close()


def test_a_server_freezes_the_program_and_collects_at_its_ticks(tmp_path: Path) -> None:
    upgrade(f"sqlite:///{tmp_path / 'signet.db'}")
    assert "True" in list_loaded_packages(COLLECTS, tmp_path)


@pytest.mark.parametrize("code", [SUPERVISES, KNOWS_THE_COMMANDS])
def test_who_serves_nobody_loads_nothing_of_the_web(code: str, tmp_path: Path) -> None:
    assert list_loaded_packages(code, tmp_path).isdisjoint(WEB)


def test_migration_steps_read_from_files_match_those_of_alembic() -> None:
    steps = ScriptDirectory.from_config(config())
    assert steps.get_heads() == [current()]
    assert {step.revision for step in steps.walk_revisions()} == earlier() | {current()}


@pytest.mark.parametrize("is_enabled", [True, False])
def test_nothing_is_looked_through_while_something_loads(is_enabled: bool) -> None:
    was_enabled = gc.isenabled()
    try:
        (gc.enable if is_enabled else gc.disable)()
        with pytest.raises(LookupError), loading():
            assert not gc.isenabled()
            raise LookupError
        assert gc.isenabled() == is_enabled
    finally:
        (gc.enable if was_enabled else gc.disable)()
