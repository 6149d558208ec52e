"""Command line: its address, and the one sentence if it cannot start."""

import os
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from app import network
from app.cli import main
from app.console.addresses import address_here, addresses_there
from app.journal.sql.store import SqlStore
from app.origin import EVERYWHERE
from app.settings.settings import VERSION
from app.web.server.port import listen
from tests.whole import whole

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(autouse=True)
def settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Settings with a data folder of the test's own and a free port."""
    for name in [name for name in os.environ if name.startswith("SIGNET_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("SIGNET_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("SIGNET_HOST", "127.0.0.1")
    monkeypatch.setenv("SIGNET_PORT", "0")


def complaint(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return the message if the program cannot start."""
    assert main(arguments) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("Signet cannot start: ")
    assert len(said.err.splitlines()) == 1
    assert "Traceback" not in said.err
    return said.err


def test_migrating_makes_the_database(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for _ in range(2):
        assert main(["migrate"]) == 0
        assert capsys.readouterr().out == "The database is up to date.\n"
    assert (tmp_path / "data" / "signet.db").stat().st_size > 0


def test_a_wrong_setting_is_named(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIGNET_LOG", "loud")
    assert "SIGNET_LOG" in complaint(capsys, "serve")
    monkeypatch.delenv("SIGNET_LOG")
    for name in ("LIMIT_FRAMES", "MAIL_PORT", "MAIL_TLS", "CALL_AFTER", "CALL_CONTACT", "PORT", "PUBLIC_URL", "HOST"):
        monkeypatch.setenv(f"SIGNET_{name}", "n o n e")
        assert f"SIGNET_{name} isn't right: " in complaint(capsys, "migrate")
        monkeypatch.delenv(f"SIGNET_{name}")


def test_a_port_in_use_is_said_to_be(capsys: pytest.CaptureFixture[str]) -> None:
    with listen("127.0.0.1", 0) as other:
        port = other.getsockname()[1]
        assert f"port {port} on 127.0.0.1 is in use" in complaint(capsys, "serve", "--port", str(port))


def test_an_address_of_another_machine_is_said_to_be(capsys: pytest.CaptureFixture[str]) -> None:
    assert "not one of this machine" in complaint(capsys, "serve", "--host", "192.0.2.1")


@pytest.mark.parametrize("command", ["serve", "migrate"])
def test_a_data_folder_that_cannot_be_is_said_to_be(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: str
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("SIGNET_DATA", str(tmp_path / "file" / "data"))
    assert "cannot be written" in complaint(capsys, command)


@pytest.mark.parametrize("command", ["serve", "migrate"])
def test_a_database_of_another_process_is_said_to_be(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str
) -> None:
    main(["migrate"])
    capsys.readouterr()
    code = "import sys, fcntl; f = open(sys.argv[1]); fcntl.flock(f, fcntl.LOCK_EX); print('held', flush=True); input()"
    lock = tmp_path / "data" / "signet.db.lock"
    with subprocess.Popen(
        [sys.executable, "-c", code, str(lock)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        assert "Another process is using the database" in complaint(capsys, command)
        other.communicate("\n")


@pytest.mark.asyncio
async def test_a_newer_database_is_said_to_be(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    store = SqlStore(f"sqlite:///{tmp_path / 'data' / 'signet.db'}")
    with store.database.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    await store.close()
    assert "newer version" in complaint(capsys, "serve")
    assert "newer version" in complaint(capsys, "migrate")


def test_a_wrong_edition_is_said_to_be(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "edition.json").write_text("{}")
    monkeypatch.setenv("SIGNET_ADEL_EDITION", str(tmp_path / "edition.json"))
    assert "the component figures of Adel verpflichtet are wrong" in complaint(capsys, "serve")


@pytest.mark.parametrize("arguments", [["dance"], ["serve", "--port", "high"], ["--port", "high"], ["--port"]])
def test_a_command_line_that_is_none_is_explained(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 2
    assert "usage: python -m app" in capsys.readouterr().err


PUBLIC = ("https://play.example.org", "http://games.example:8000")


@pytest.mark.parametrize(
    ("host", "public_urls", "here", "there"),
    [
        ("127.0.0.1", (), "http://127.0.0.1:8000", ()),
        ("::1", (), "http://[::1]:8000", ()),
        ("localhost", (), "http://localhost:8000", ()),
        ("127.0.0.1", PUBLIC, "http://127.0.0.1:8000", PUBLIC),
        ("127.0.0.1", ("http://localhost:8000",), "http://127.0.0.1:8000", ()),
        (EVERYWHERE, (), "http://localhost:8000", ("http://192.168.1.20:8000",)),
        (network.EVERY_IPV4, (), "http://localhost:8000", ("http://192.168.1.20:8000",)),
        (EVERYWHERE, PUBLIC, "http://localhost:8000", (*PUBLIC, "http://192.168.1.20:8000")),
        ("192.168.1.7", (), "http://192.168.1.7:8000", ("http://192.168.1.7:8000",)),
    ],
)
def test_the_addresses_are_those_of_the_settings(
    monkeypatch: pytest.MonkeyPatch, host: str, public_urls: tuple[str, ...], here: str, there: tuple[str, ...]
) -> None:
    monkeypatch.setattr(network, "find_own_address", {socket.AF_INET: "192.168.1.20"}.get)
    monkeypatch.setattr(network, "has_bridge_only", lambda: False)
    monkeypatch.setattr("app.console.addresses.local_name", lambda: None)
    assert (address_here(host, 8000), addresses_there(host, 8000, public_urls)) == (here, there)


@pytest.mark.parametrize(
    ("system", "has_responder", "machine", "name"),
    [
        ("linux", False, "attic", None),
        ("linux", True, "Attic.example.org", "attic.local"),
        ("darwin", False, "Attic", "attic.local"),
        ("win32", False, "attic", "attic.local"),
        ("linux", True, "localhost", None),
    ],
)
def test_local_name_is_told_where_something_answers(
    tmp_path: Path, system: str, *, has_responder: bool, machine: str, name: str | None
) -> None:
    responder = tmp_path / "socket"
    if has_responder:
        responder.touch()
    assert network.local_name(system, responder, machine) == name


def test_help_and_version_are_of_the_program(capsys: pytest.CaptureFixture[str]) -> None:
    for asked, said in (("--help", "verify"), ("--version", f"Signet {VERSION}")):
        with pytest.raises(SystemExit) as end:
            main([asked], program="signet")
        assert end.value.code == 0
        assert said in capsys.readouterr().out


STARTS = [(signal.SIGINT, []), (signal.SIGTERM, ["serve"])]
MORE_STARTS: list[tuple[signal.Signals, list[str]]] = [(signal.SIGINT, ["serve"]), (signal.SIGTERM, [])]


@pytest.mark.parametrize(("how", "command"), whole(STARTS + MORE_STARTS, STARTS))
def test_a_server_says_where_it_is_serves_and_stops(how: signal.Signals, command: list[str], tmp_path: Path) -> None:
    command = [sys.executable, "-m", "app", *command]
    env = {**os.environ, "SIGNET_PUBLIC_URL": "http://play.example.org", "PYTHONIOENCODING": "utf-8"}
    with subprocess.Popen(
        command, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        said = []
        while "Ctrl-C" not in (line := server.stdout.readline()):
            assert line, server.communicate()
            said.append(line)
        text = "".join(said)
        port = text.partition("http://127.0.0.1:")[2].partition("\n")[0]
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz") as answer:
            assert answer.status == 200
        server.send_signal(how)
        _, errors = server.communicate(timeout=30)
    assert "http://play.example.org" in text
    assert "▄" in text
    assert "Without https" in text
    assert f"Kept in:           {tmp_path / 'data'}\n" in text
    assert "Traceback" not in errors
    assert server.returncode in (0, -how)


def test_the_listening_socket_lets_go_of_dead_peers() -> None:
    with listen("127.0.0.1", 0) as listening:
        assert listening.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 30_000
