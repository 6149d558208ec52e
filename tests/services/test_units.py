"""Units of deploy/: systemd accepts them, and the server lives within them."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx2
import pytest

from app.console.arguments import read
from app.maintenance import DATED
from app.settings.limits import Figures
from app.web.server.descriptors import FILES
from app.web.server.port import BACKLOG
from tests.services.units import DEPLOY, SERVICES, UNITS, Calls, enter_sandbox, list_allowed, read_calls, read_unit
from tests.sources import ROOT
from tools.served import SERVE, Served

MOST_EXPOSURE = 1.5
"""Bound for systemd's own figure, from 0 to 10."""

PATIENCE_S = 120.0
PROGRAM = "/opt/signet/bin/signet"
TOKEN = "a token for the metrics"


def copy_unit(name: str, folder: Path, *, has_secrets: bool = False) -> Path:
    """Return a unit's copy that names a program of this machine."""
    text = (DEPLOY / name).read_text(encoding="utf-8").replace(PROGRAM, sys.executable)
    (folder / name).write_text(re.sub(r"^#(?=\w+=)", "", text, flags=re.M) if has_secrets else text, encoding="utf-8")
    return folder / name


@pytest.mark.parametrize("has_secrets", [False, True])
def test_systemd_has_nothing_to_say_about_the_units(tmp_path: Path, has_secrets: bool) -> None:
    paths = [copy_unit(name, tmp_path, has_secrets=has_secrets) for name in UNITS]
    said = subprocess.run(["systemd-analyze", "verify", *paths], capture_output=True, text=True, check=False)
    assert (said.returncode, said.stdout, said.stderr) == (0, "", "")


def test_unknown_line_in_a_unit_is_detected(tmp_path: Path) -> None:
    path = copy_unit("signet.service", tmp_path)
    path.write_text(path.read_text().replace("ProtectHome=", "ProtectHomes="))
    said = subprocess.run(["systemd-analyze", "verify", path], capture_output=True, text=True, check=False)
    assert "ProtectHomes" in said.stderr


@pytest.mark.parametrize("name", SERVICES)
def test_services_have_low_exposure(tmp_path: Path, name: str) -> None:
    command = ["systemd-analyze", "security", "--offline=true", "--no-pager", str(copy_unit(name, tmp_path))]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    exposure = re.search(r"Overall exposure level for \S+: ([\d.]+)", said)
    assert exposure is not None and float(exposure[1]) <= MOST_EXPOSURE


@pytest.mark.parametrize("name", SERVICES)
def test_command_lines_and_settings_are_those_of_the_program(name: str) -> None:
    settings = read_unit(name)
    program, *arguments = settings["ExecStart"][0].split()
    assert program == PROGRAM
    asked = read("signet", arguments)
    assert settings["Environment"] == ["SIGNET_DATA=/var/lib/signet"]
    states = [f"/var/lib/{folder}" for folder in settings["StateDirectory"][0].split()]
    assert states[0] == "/var/lib/signet"
    if asked.command == "backup":
        assert str(asked.file) in states and asked.keep == 7
    else:
        assert int(settings["LimitNOFILE"][0]) > Figures().connections + FILES + BACKLOG


def begin_against_strong_bots(client: httpx2.Client) -> None:
    """Open a room in which strong bots have to choose."""
    opened = client.post("/api/rooms", json={"game": "adel_verpflichtet", "name": "Ada"}).json()
    own = {"authorization": f"Bearer {opened['token']}"}
    for command in ({"do": "fill", "size": 3, "level": "strong"}, {"do": "begin"}):
        sent = client.post(f"/api/rooms/{opened['room']}/commands", json=command, headers=own)
        assert sent.status_code == 200, sent.text


def think_and_read_a_file(url: str) -> None:
    """Let a strong bot choose, and a file be read, each in a process of its own."""
    with httpx2.Client(base_url=url, timeout=60) as client:
        until = time.monotonic() + PATIENCE_S
        token = {"authorization": f"Bearer {TOKEN}"}
        while 'signet_bot_choices_total{came_of="in time"}' not in client.get("/metrics", headers=token).text:
            assert time.monotonic() < until
            # on a busy machine the first choice is late, as the process starts under strace
            begin_against_strong_bots(client)
            time.sleep(1)
        form = {"file": ("room.json", b'{"format": "signet-room"}', "application/json")}
        same = {"sec-fetch-site": "same-origin"}
        assert client.post("/rooms/import", files=form, data={"passphrase": "x" * 20}, headers=same).status_code == 422


@pytest.fixture(scope="module")
def calls(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Calls]:
    """System calls of each service in its sandbox."""
    folder = tmp_path_factory.mktemp("services")
    data, backups = folder / "signet", folder / "backups"
    data.mkdir()
    backups.mkdir()
    command = [*enter_sandbox("signet.service", [data], data / "trace"), *SERVE]
    server = Served(data, {"SIGNET_HOST": "::", "SIGNET_METRICS_TOKEN": TOKEN}, command)
    server.start()
    try:
        client = [sys.executable, str(ROOT / "docs" / "example_client.py"), server.url]
        assert "Robin" in subprocess.run(client, check=True, capture_output=True, text=True).stdout
        think_and_read_a_file(server.url)
    finally:
        # the first process is the sandbox, which passes no signal on
        os.kill(int((data / "trace").read_text().split()[0]), signal.SIGTERM)
        server.wait()
    assert "Traceback" not in server.log
    saves = enter_sandbox("signet-backup.service", [data, backups], backups / "trace")
    command = [*saves, sys.executable, "-m", "app", "backup", "--keep", "7", str(backups)]
    subprocess.run(command, cwd=ROOT, env={"SIGNET_DATA": str(data)}, check=True)
    assert [path.name for path in backups.iterdir() if DATED.fullmatch(path.name)]
    return {"signet.service": read_calls(data / "trace"), "signet-backup.service": read_calls(backups / "trace")}


@pytest.mark.slow("a server plays under strace")
@pytest.mark.parametrize("name", SERVICES)
def test_services_ask_for_nothing_that_their_units_forbid(calls: dict[str, Calls], name: str) -> None:
    asked, settings = calls[name], read_unit(name)
    assert len(asked.names) > 40
    assert asked.names - list_allowed(name) == set()
    assert asked.families <= {*settings["RestrictAddressFamilies"][0].split()}
    assert asked.writable_code == set(), "MemoryDenyWriteExecute"


def test_program_that_asks_for_more_is_detected(tmp_path: Path) -> None:
    greedy = "import ctypes, mmap; mmap.mmap(-1, 4096, prot=7); ctypes.CDLL(None).adjtimex(None)"
    start = enter_sandbox("signet.service", [tmp_path], tmp_path / "trace")
    subprocess.run([*start, sys.executable, "-c", greedy], check=True)
    asked = read_calls(tmp_path / "trace")
    assert asked.names - list_allowed("signet.service") <= {"adjtimex", "clock_adjtime"} & asked.names != set()
    assert len(asked.writable_code) == 1
