"""Settings that files give, such as the secrets of containers and services."""

import os
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from pydantic import SecretStr

from app.cli import main
from app.settings.environment import FileSettings
from app.settings.settings import PARTS, Settings
from tools.served import Served

TOKEN = "a token of some length"
NAMES = [
    (kind, name, f"{kind.model_config['env_prefix']}{name}_FILE".upper())
    for kind in (Settings, *PARTS)
    for name, field in kind.model_fields.items()
    if not field.exclude
]
WRITTEN = {
    "host": "127.0.0.2", "data": "/srv", "database_url": "postgresql://db/signet", "public_url": "https://a.example",
    "proxy": "10.0.0.1", "log": "debug", "contact": "mailto:me@a.example", "tls": "tls", "hosts": "a.example",
    "home": "http://a.example", "base_path": "/signet", "open_word": "mola-kiru", "call_server": "https://a.example",
    "user": "me", "password": "secret", "sender": "me@a.example", "seed": "owls in the rain",
}  # fmt: skip
"""Values of settings that are neither numbers, switches nor tokens."""


@pytest.fixture(autouse=True)
def clean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Environment without settings but the data folder."""
    for name in [name for name in os.environ if name.startswith("SIGNET_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("SIGNET_DATA", str(tmp_path / "data"))


def explain_refusal(capsys: pytest.CaptureFixture[str]) -> str:
    """Return the sentence with which the program ends."""
    assert main(["migrate"]) == 2
    said = capsys.readouterr()
    assert said.out == "" and len(said.err.splitlines()) == 1
    return said.err


@pytest.mark.parametrize(("kind", "name", "variable"), NAMES, ids=[variable for *_, variable in NAMES])
def test_every_setting_can_be_given_by_a_file(
    kind: type[FileSettings], name: str, variable: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("SIGNET_DATA")
    default = getattr(kind(), name)
    number = "off" if default is True else "2" if default == 1 else "1"
    (tmp_path / "file").write_text(f"{TOKEN if name.endswith('_token') else WRITTEN.get(name, number)}\n")
    monkeypatch.setenv(variable, str(tmp_path / "file"))
    read = getattr(kind(), name)
    assert read != default
    monkeypatch.delenv(variable)
    monkeypatch.setenv(variable.removesuffix("_FILE"), (tmp_path / "file").read_text().strip())
    assert getattr(kind(), name) == read


@pytest.mark.parametrize("text", [f" {TOKEN} ", f"{TOKEN}\n\n", f"{TOKEN}é"])
@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
def test_one_newline_is_dropped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str, end: str) -> None:
    (tmp_path / "file").write_bytes(f"{text}x{end}".encode())
    monkeypatch.setenv("SIGNET_ADMIN_TOKEN_FILE", str(tmp_path / "file"))
    assert Settings().admin_token == SecretStr(f"{text}x")


def test_variable_and_file_together_are_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text(TOKEN)
    monkeypatch.setenv("SIGNET_ADMIN_TOKEN", TOKEN)
    monkeypatch.setenv("SIGNET_ADMIN_TOKEN_FILE", str(tmp_path / "file"))
    both = "SIGNET_ADMIN_TOKEN and SIGNET_ADMIN_TOKEN_FILE are both set; leave one of them out."
    assert explain_refusal(capsys) == f"Signet cannot start: {both}\n"
    monkeypatch.setenv("SIGNET_ADMIN_TOKEN", "")
    assert main(["migrate"]) == 0


@pytest.mark.parametrize(
    ("written", "why"),
    [
        (None, "cannot be read: No such file or directory."),
        ("folder", "cannot be read: Is a directory."),
        (b"hunter2\xff of some length", "is no text in UTF-8."),
        (b"", "is empty."),
        (b" \n", "is empty."),
    ],
)
@pytest.mark.parametrize("name", ["SIGNET_ADMIN_TOKEN_FILE", "SIGNET_MAIL_PASSWORD_FILE", "SIGNET_DATABASE_URL_FILE"])
def test_unusable_file_is_named_with_its_setting(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    name: str,
    written: bytes | str | None,
    why: str,
) -> None:
    path = tmp_path / "file"
    if isinstance(written, bytes):
        path.write_bytes(written)
    elif written is not None:
        path.mkdir()
    monkeypatch.setenv(name, str(path))
    assert explain_refusal(capsys) == f"Signet cannot start: {name} names {path}, which {why}\n"
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("name", "secret"),
    [
        ("ADMIN_TOKEN", "hunter2"),
        ("METRICS_TOKEN", "hunter2"),
        ("DATABASE_URL", "mysql://me:hunter2@db/x"),
        ("PORT", "hunter2"),
        ("LOG", "hunter2"),
    ],
)
def test_contents_of_a_file_are_never_quoted(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, secret: str
) -> None:
    (tmp_path / "file").write_text(secret)
    monkeypatch.setenv(f"SIGNET_{name}_FILE", str(tmp_path / "file"))
    said = explain_refusal(capsys)
    assert f"SIGNET_{name} isn't right" in said and "hunter2" not in said


def ask_metrics(server: Served, token: str) -> int:
    """Return the status of the metrics' page."""
    own = {"authorization": f"Bearer {token}"}
    asked = urllib.request.Request(f"{server.url}/metrics", headers=own)  # noqa: S310 - our own loopback address
    try:
        with urllib.request.urlopen(asked) as answer:  # noqa: S310 - our own loopback address
            return int(answer.status)
    except urllib.error.HTTPError as refused:
        return refused.code


def test_running_server_takes_its_token_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "token").write_text(f"{TOKEN}\n")
    server = Served(tmp_path, {"SIGNET_METRICS_TOKEN_FILE": str(tmp_path / "token")})
    server.start()
    try:
        assert (ask_metrics(server, TOKEN), ask_metrics(server, f"{TOKEN}x")) == (200, 401)
    finally:
        server.stop()
    assert TOKEN not in server.log
