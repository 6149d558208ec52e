"""Deployment files: containers without secrets, watched, behind the proxy."""

import os
import re
import shlex
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from app.web.text.languages import LANGUAGES
from tests.sources import ROOT

COMPOSE: dict[str, Any] = import_module("yaml").safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
VARIABLE = re.compile(r"\$\{(\w+)(:?[-?+=])?([^}]*)\}")
SECRET = re.compile(r"PASSWORD|SECRET|TOKEN|KEY|CREDENTIAL")


def texts(value: object) -> list[str]:
    """Return every text in plain data, keys aside."""
    if isinstance(value, dict):
        return [text for each in value.values() for text in texts(each)]
    if isinstance(value, list):
        return [text for each in value for text in texts(each)]
    return [value] if isinstance(value, str) else []


def secret_settings(compose: dict[str, Any]) -> list[tuple[str, str]]:
    """Return (name, value) of every setting whose name suggests a secret."""
    return [
        (name, value)
        for service in compose["services"].values()
        for name, value in service.get("environment", {}).items()
        if SECRET.search(name)
    ]


def faults(compose: dict[str, Any]) -> list[str]:
    """Return secrets that are written down or have a default."""
    found = [name for name, value in secret_settings(compose) if not re.fullmatch(r"\$\{\w+:\?[^}]+\.\}", value)]
    for text in texts(compose):
        found += [name for name, how, _ in VARIABLE.findall(text) if SECRET.search(name) and how != ":?"]
        found += [text for _ in re.findall(r"://[^/@\s]*:[^/@\s]*@", text)]
    return found


def test_no_secret_is_written_down_or_has_a_default() -> None:
    assert len(secret_settings(COMPOSE)) == 3
    assert faults(COMPOSE) == []


@pytest.mark.parametrize(
    "value",
    ["hunter2", "${SIGNET_DB_PASSWORD:-signet}", "${SIGNET_DB_PASSWORD}", "${SIGNET_DB_PASSWORD-}"],
)
def test_a_secret_with_a_default_would_be_found(value: str) -> None:
    assert faults({"services": {"db": {"environment": {"POSTGRES_PASSWORD": value}}}})
    assert faults({"services": {"app": {"environment": {"SIGNET_DATABASE_URL": f"postgresql://signet:{value}@db/x"}}}})


def test_every_required_setting_states_so_in_a_sentence() -> None:
    needed = {name: say for text in texts(COMPOSE) for name, how, say in VARIABLE.findall(text) if how == ":?"}
    assert needed.keys() == {"SIGNET_DB_PASSWORD", "SIGNET_DOMAIN"}
    assert all(say.startswith(f"Set {name} to ") and say.endswith(".") for name, say in needed.items())


def test_every_container_is_watched_and_comes_back() -> None:
    for name, service in SERVICES.items():
        assert {"test", "interval", "timeout", "retries"} <= service["healthcheck"].keys(), name
        assert service["restart"] == "unless-stopped", name


def test_compose_exposes_only_a_proxy_to_two_identical_apps() -> None:
    apps = {name: service for name, service in SERVICES.items() if service.get("build")}
    assert len(apps) == 2
    first, second = apps.values()
    assert first == second
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]
    assert SERVICES["db"]["networks"] == ["back"] and COMPOSE["networks"]["back"]["internal"]
    proxied = (ROOT / "deploy" / "Caddyfile").read_text()
    assert all(f"{name}:8000" in proxied for name in apps)
    assert first["environment"]["SIGNET_PROXY"] == COMPOSE["networks"]["front"]["ipam"]["config"][0]["subnet"]


def test_the_proxy_ends_tls_and_looks_after_the_apps() -> None:
    proxied = (ROOT / "deploy" / "Caddyfile").read_text()
    assert "{$SIGNET_DOMAIN} {" in proxied and "http://" not in proxied
    assert "health_uri /healthz" in proxied
    assert SERVICES["app-one"]["environment"]["SIGNET_PUBLIC_URL"].startswith("https://")


def test_image_contains_only_what_the_server_reads_and_runs_unprivileged() -> None:
    lines = (ROOT / "Dockerfile").read_text().splitlines()
    copied = {line.split()[1] for line in lines if line.startswith("COPY ") and "--from" not in line}
    assert copied == {"requirements.lock", "app", "engine", "locale", "migrations", "static", "templates"}
    let_in = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    assert let_in == copied
    assert (ROOT / ".dockerignore").read_text().splitlines()[0] == "*"
    users = [line.split()[1] for line in lines if line.startswith("USER ")]
    assert users == ["signet"]
    assert "--require-hashes" in "\n".join(lines)


@pytest.mark.slow("the whole program is compiled")
def test_image_compiles_everything_before_switching_to_its_unprivileged_user(tmp_path: Path) -> None:
    """The build commands of the image run here; its other content is ignored."""
    lines = (ROOT / "Dockerfile").read_text().replace("\\\n", "").splitlines()
    (compiles,) = (line.removeprefix("RUN ") for line in lines if "compileall" in line)
    assert lines.index("USER signet") > lines.index(f"RUN {compiles}")
    program = compiles.partition("&&")[2].replace("/opt/signet/bin/python", shlex.quote(sys.executable))
    own = {name: it for name, it in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run(["sh", "-c", program], cwd=ROOT, env=own | {"PYTHONPYCACHEPREFIX": str(tmp_path)}, check=True)
    kept = tmp_path.joinpath(*ROOT.parts[1:], "templates")
    assert {path.name.partition(".")[0] for path in kept.iterdir()} == set(LANGUAGES)


PINNED = re.compile(r"[a-z./-]+:[\w.-]+@sha256:[0-9a-f]{64}")


def base_images(dockerfile: str, compose: dict[str, Any]) -> list[str]:
    """Return images from elsewhere, by the Dockerfile and the compose file."""
    from_lines = re.findall(r"^FROM (\S+)", dockerfile, re.MULTILINE)
    return from_lines + [service["image"] for service in compose["services"].values() if "image" in service]


def test_every_base_image_is_pinned_by_its_digest() -> None:
    images = base_images((ROOT / "Dockerfile").read_text(), COMPOSE)
    assert len(images) == 4
    assert [image for image in images if not PINNED.fullmatch(image)] == []


def test_an_image_pinned_by_tag_alone_is_found() -> None:
    images = base_images("FROM python:3.13-slim AS packages\n", {"services": {"proxy": {"image": "caddy:2"}}})
    assert [image for image in images if not PINNED.fullmatch(image)] == ["python:3.13-slim", "caddy:2"]
