"""deploy/one.yml: one container with SQLite on one volume.

Here bubblewrap is the container. It has the image's files, user, command and environment, a root that cannot be
written, and no capabilities."""

import gzip
import re
import shlex
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from app.settings.limits import Figures
from app.settings.settings import Settings
from app.web.server.descriptors import FILES
from app.web.server.port import BACKLOG
from tests.sources import ROOT
from tests.test_deployment import COMPOSE, VARIABLE, faults
from tools.served import Served, free_port

ONE: dict[str, Any] = import_module("yaml").safe_load((ROOT / "deploy" / "one.yml").read_text())
(NAME,) = ONE["services"]
SERVICE: dict[str, Any] = ONE["services"][NAME]
DOCKERFILE = (ROOT / "Dockerfile").read_text().replace("\\\n", "")
HOSTING = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
HOME = "/srv/signet"


def read_line(instruction: str) -> str:
    """Return the argument of the image's last line with an instruction."""
    return str(re.findall(rf"^\s*{instruction} (.*)$", DOCKERFILE, re.M)[-1])


def read_environment() -> dict[str, str]:
    """Return the container's environment where its operator sets nothing."""
    image = dict(word.split("=", 1) for word in shlex.split(read_line("ENV")) if not word.startswith("PATH="))
    own = {name: VARIABLE.sub(lambda found: found[3], str(value)) for name, value in SERVICE["environment"].items()}
    return image | own


def enter_container(data: Path) -> list[str]:
    """Return the start of a command line that runs a program as in the container."""
    user = read_line("RUN useradd").partition("--uid ")[2].split()[0]
    words = ["bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/home", "--tmpfs", "/srv"]
    for line in re.findall(r"^COPY (?!--from)(\w+ \w+)$", DOCKERFILE, re.M):
        name, place = line.split()
        words += ["--ro-bind", str(ROOT / name), f"{HOME}/{place}"]
    words += ["--bind", str(data), f"{HOME}/data", "--remount-ro", "/srv"]
    for folder in SERVICE["tmpfs"]:
        words += ["--tmpfs", folder]
    real = str(Path(sys.prefix).resolve())
    words += ["--ro-bind", real, real, "--unshare-user", "--uid", user, "--gid", user, "--unshare-pid"]
    words += ["--die-with-parent", "--cap-drop", SERVICE["cap_drop"][0], "--chdir", read_line("WORKDIR"), "--clearenv"]
    for name, value in read_environment().items():
        words += ["--setenv", name, value]
    return words


def replace_python(command: str) -> list[str]:
    """Return a command of the image, given as JSON, with this Python."""
    program, *words = import_module("json").loads(command)
    assert program == "python"
    return [str(Path(sys.prefix).resolve() / "bin" / "python"), *words]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The volume."""
    (tmp_path / "rooms").mkdir(mode=0o700)
    return tmp_path / "rooms"


def run_in_container(data: Path, command: str, given: bytes = b"") -> bytes:
    """Run a program of the image and return its output."""
    words = [*enter_container(data), *replace_python(command)]
    return subprocess.run(words, input=given, check=True, capture_output=True).stdout


def test_container_is_closed_and_keeps_nothing_but_its_volume() -> None:
    assert list(ONE["volumes"]) == ["rooms"] and SERVICE["volumes"] == [f"rooms:{HOME}/data"]
    assert Path(read_line("WORKDIR")) / Settings.model_fields["data"].default == Path(f"{HOME}/data")
    assert f"install -d -o signet -g signet -m 700 {HOME}/data" in DOCKERFILE and read_line("USER") == "signet"
    like = COMPOSE["services"]["app-one"]
    for each in ("read_only", "tmpfs", "cap_drop", "security_opt", "ulimits", "init", "restart", "stop_grace_period"):
        assert SERVICE[each] == like[each], each
    assert SERVICE["ulimits"]["nofile"] > Figures().connections + FILES + BACKLOG
    assert SERVICE["build"] == ".." and faults(ONE) == []


def test_container_has_port_and_health_check_of_the_image() -> None:
    (published,) = SERVICE["ports"]
    assert published.endswith(f":{read_line('EXPOSE')}") and read_line("EXPOSE") == str(Settings().port)
    assert "healthcheck" not in SERVICE
    assert f"http://127.0.0.1:{read_line('EXPOSE')}/healthz" in DOCKERFILE.partition("HEALTHCHECK")[2]


def test_every_setting_of_the_container_exists() -> None:
    known = {f"SIGNET_{name}".upper() for name in Settings.model_fields}
    assert SERVICE["environment"].keys() <= known
    assert read_environment()["SIGNET_PUBLIC_URL"] == "", "which counts as not set"


def test_docs_name_the_volume_and_the_port() -> None:
    assert f"docker run -d --name signet -p 8000:8000 -v signet:{HOME}/data signet" in HOSTING
    for command in (
        "up -d --build",
        f"exec -T {NAME} python -m app backup -",
        f"run --rm -T {NAME} python -m app restore -",
    ):
        assert f"docker compose -f deploy/one.yml {command}" in HOSTING


@pytest.mark.slow("a server starts and plays in a sandbox")
def test_game_is_played_backed_up_and_restored_in_the_container(data: Path, tmp_path: Path) -> None:
    port = str(free_port())
    command = [*enter_container(data), "--setenv", "SIGNET_PORT", port, *replace_python(read_line("CMD"))]
    container = Served(tmp_path, {"SIGNET_PORT": port}, command)
    container.start()
    try:
        client = [sys.executable, str(ROOT / "docs" / "example_client.py"), f"http://127.0.0.1:{port}"]
        assert "Robin" in subprocess.run(client, check=True, capture_output=True, text=True).stdout
        health = DOCKERFILE.partition("HEALTHCHECK")[2].partition("CMD ")[2].splitlines()[0]
        assert run_in_container(data, health.replace(":8000", f":{port}")) == b""
        backup = run_in_container(data, '["python", "-m", "app", "backup", "-"]')
    finally:
        container.stop()
    assert "Traceback" not in container.log
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    assert run_in_container(elsewhere, '["python", "-m", "app", "restore", "-"]', backup).startswith(b"1 room with ")
    again = run_in_container(elsewhere, '["python", "-m", "app", "backup", "-"]')
    assert gzip.decompress(again) == gzip.decompress(backup)


def test_root_of_the_container_cannot_be_written(data: Path) -> None:
    writes = "[open(f'{folder}/x', 'w') for folder in ('/tmp', '/srv/signet/data')]; open('app/x', 'w')"
    with pytest.raises(subprocess.CalledProcessError) as failed:
        run_in_container(data, f'["python", "-c", "{writes}"]')
    assert b"Read-only file system: 'app/x'" in failed.value.stderr
    assert (data / "x").is_file()
