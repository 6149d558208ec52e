"""Real Postgres server for tests, on a loopback port of its own.

It leaves nothing behind, and it knows nothing of Signet's tables. Tests take the fixtures ``postgres_url`` and
``fresh_postgres``. A test that needs a server of its own, to kill it or to keep its writes safe, takes
``postgres_server``."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from tools.served import free_port

MISSING = "The tests need the programs of a Postgres server (initdb, pg_ctl, postgres); `make test` installs them."
CAREFREE = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
"""Settings for tests of logic: quick, and unfit for tests of power cuts."""
FOLLOWS_S = 60.0

_numbers = count(1)


class PostgresMissingError(Exception):
    """Missing or failing Postgres server on this machine.

    The message says what to do, or what the server said."""


@dataclass(frozen=True)
class Postgres:
    """One running server."""

    programs: Path
    """Folder of ``pg_ctl``."""
    folder: Path
    """Folder of the data, the socket and the log."""
    port: int

    def url(self, database: str = "postgres") -> str:
        """Return the address of ``database`` as SQLAlchemy takes it."""
        return f"postgresql+psycopg://app@127.0.0.1:{self.port}/{database}"

    def run(self, statement: sql.SQL | sql.Composed) -> int:
        """Execute one statement outside any transaction, as CREATE DATABASE needs.

        Return the number of its rows."""
        with psycopg.connect(host="127.0.0.1", port=self.port, user="app", dbname="postgres", autocommit=True) as bare:
            return bare.execute(statement).rowcount

    def start(self, settings: Sequence[str] = ()) -> None:
        """Start the server over its data and wait until it answers.

        Raises PostgresMissingError with the log."""
        options = (
            f"port={self.port}",
            "listen_addresses=127.0.0.1",
            f"unix_socket_directories={self.folder}",
            *settings,
        )
        log = self.folder / "log"
        said = " ".join(f"-c {option}" for option in options)
        try:
            self._control("-w", "-l", str(log), "-o", said, "start")
        except PostgresMissingError as failure:
            raise PostgresMissingError(f"{failure}\n{log.read_text() if log.exists() else ''}") from failure

    def stop(self, mode: str = "fast") -> None:
        """Stop the server.

        ``fast`` shuts down cleanly, ``immediate`` crashes every process."""
        self._control("-w", "-m", mode, "stop")

    def kill(self) -> None:
        """Kill all processes of the server as ``kill -9`` does."""
        for pid in (self._pid, *self._list_children()):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        # Nobody may reap them, and the next start would take them for alive.
        for lock in (self._lock, self.folder / f".s.PGSQL.{self.port}.lock"):
            lock.unlink()

    def pause_senders(self) -> None:
        """Stop the processes that send to standbys, as a dead network would."""
        for pid in self._list_children():
            if b"walsender" in Path(f"/proc/{pid}/cmdline").read_bytes():
                os.kill(pid, signal.SIGSTOP)

    def promote(self) -> None:
        """Turn a standby into a primary and wait until it is one."""
        self._control("-w", "promote")

    @property
    def is_running(self) -> bool:
        """True from its start to its end."""
        return self._lock.exists()

    @property
    def _lock(self) -> Path:
        return self.folder / "data" / "postmaster.pid"

    @property
    def _pid(self) -> int:
        return int(self._lock.read_text(encoding="utf-8").split()[0])

    def _list_children(self) -> list[int]:
        return [*map(int, Path(f"/proc/{self._pid}/task/{self._pid}/children").read_text(encoding="utf-8").split())]

    def _control(self, *words: str) -> None:
        _run_as_postgres(self.folder, self.programs / "pg_ctl", "-D", self.folder / "data", "-s", *words)


def places() -> tuple[Path, ...]:
    """Return the possible folders of Postgres's server programs, the likeliest first."""
    told = shutil.which("pg_config")
    asked = (
        subprocess.run([told, "--bindir"], capture_output=True, text=True, check=False).stdout.split() if told else []
    )
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=_release, reverse=True)
    return (*map(Path, asked), *debian, *map(Path, os.environ.get("PATH", "").split(os.pathsep)))


def programs(folders: Iterable[Path]) -> Path:
    """Return the first of ``folders`` with a Postgres server.

    Raises PostgresMissingError."""
    for folder in folders:
        if all((folder / name).exists() for name in ("initdb", "pg_ctl", "postgres")):
            return folder
    raise PostgresMissingError(MISSING)


@contextmanager
def postgres_server(settings: Sequence[str] = CAREFREE) -> Iterator[Postgres]:
    """Start a new, empty server; ``settings`` are ``name=value``.

    Give none for one that keeps what it has committed."""
    kind = ("-U", "app", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions")
    with _make_server("initdb", *kind) as server:
        server.start(settings)
        yield server


@contextmanager
def postgres_standby(primary: Postgres, settings: Sequence[str] = ()) -> Iterator[Postgres]:
    """Start a standby that follows ``primary``, and wait until it does."""
    source = ("-h", "127.0.0.1", "-p", str(primary.port), "-U", "app", "-R", "-c", "fast", "--no-sync")
    with _make_server("pg_basebackup", *source) as server:
        server.start(settings)
        following = sql.SQL("SELECT FROM pg_stat_replication WHERE state = 'streaming' AND client_port IS NOT NULL")
        until = time.monotonic() + FOLLOWS_S
        while not primary.run(following):
            if time.monotonic() > until:
                raise PostgresMissingError(f"the standby does not follow: {(server.folder / 'log').read_text()}")
            time.sleep(0.05)
        yield server


@contextmanager
def _make_server(program: str, *words: str) -> Iterator[Postgres]:
    """Make the data of a server by that program; afterwards stop and remove it."""
    found = programs(places())
    # The system's folder for temporary files: the user postgres may not enter root's.
    folder = Path(tempfile.mkdtemp(prefix="signet-postgres-", dir="/tmp"))
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres")
        server = Postgres(found, folder, free_port())
        _run_as_postgres(folder, found / program, "-D", folder / "data", *words)
        try:
            yield server
        finally:
            if server.is_running:
                server.stop("immediate")
    finally:
        shutil.rmtree(folder)


def _run_as_postgres(folder: Path, *words: str | Path) -> None:
    """Run a command in ``folder`` as a user other than root, which the server refuses."""
    prefix = ("runuser", "-u", "postgres", "--") if os.geteuid() == 0 else ()
    done = subprocess.run([*prefix, *map(str, words)], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise PostgresMissingError(f"{Path(words[0]).name} failed: {done.stderr.strip() or done.stdout.strip()}")


def _release(folder: Path) -> float:
    """Return 15.0 for /usr/lib/postgresql/15/bin."""
    name = folder.parent.name
    return float(name) if name.replace(".", "", 1).isdigit() else 0.0


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """Server shared by the whole run.

    Without Postgres the test fails; it is never skipped."""
    with postgres_server() as server:
        yield server


@pytest.fixture(scope="session")
def postgres_url(postgres: Postgres) -> str:
    """SQLAlchemy address of the shared server's own database ``postgres``."""
    return postgres.url()


@pytest.fixture
def fresh_postgres(postgres: Postgres) -> Iterator[str]:
    """SQLAlchemy address of a new, empty database.

    It is dropped afterwards, with all connections."""
    name = f"test_{next(_numbers)}"
    postgres.run(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    yield postgres.url(name)
    postgres.run(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))
