"""Webhooks to services on a home network, which the operator has named.

The services here behave as the documentation of ntfy (docs.ntfy.sh/publish, message templating) and of Gotify
(gotify.net/api-docs, POST /message) says."""

import asyncio
import json
import re
import socket
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx2
import pytest
from pydantic import ValidationError

from app.notifications.address_policy import ForbiddenAddressError, Guard, hosts_of
from app.settings.notifications import NotificationSettings
from engine.registry import GAMES
from tests.notifications.receivers import Browser
from tests.sources import ROOT
from tests.web.tables import GAME
from tools.served import Served

HOSTING = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
PATIENCE_S = 60.0
TOKEN = "AbCd.EfGhIj"
HOME = Guard(
    home=frozenset(("http://192.168.1.5:8080", "http://ntfy.lan", "http://[fd00::5]", "https://10.0.0.1:8443"))
)


class HomeService(BaseHTTPRequestHandler):
    """Service that shows what people would read, as ntfy and Gotify do."""

    def do_POST(self) -> None:
        """Take one message."""
        body = self.rfile.read(int(self.headers["content-length"]))
        place, query = urlsplit(self.path), parse_qs(urlsplit(self.path).query)
        if place.path == "/message":
            shown, status = self._take_as_gotify(body, query)
        else:
            shown, status = self._take_as_ntfy(body, query)
        if status == 200:
            taken.append((shown, body.decode()))
        self.send_response(status)
        self.send_header("content-length", "0")
        self.end_headers()

    def _take_as_gotify(self, body: bytes, query: dict[str, list[str]]) -> tuple[str, int]:
        if query.get("token") != [TOKEN]:
            return "", 401
        if self.headers["content-type"] != "application/json" or not json.loads(body).get("message"):
            return "", 400
        return str(json.loads(body)["message"]), 200

    def _take_as_ntfy(self, body: bytes, query: dict[str, list[str]]) -> tuple[str, int]:
        if query.get("tpl") != ["yes"]:
            return body.decode(), 200
        fields = json.loads(body)
        return re.sub(r"\{\{\s*\.(\w+)\s*\}\}", lambda found: str(fields[found[1]]), query["m"][0]), 200

    def log_message(self, format: str, *args: Any) -> None:
        """Print nothing."""


taken: list[tuple[str, str]] = []
"""Messages as shown, and bodies as sent."""


@pytest.fixture
def service() -> Iterator[str]:
    """Origin of a running service."""
    taken.clear()
    running = ThreadingHTTPServer(("127.0.0.1", 0), HomeService)
    threading.Thread(target=running.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{running.server_port}"
    running.shutdown()
    running.server_close()


def read_path(service: str) -> str:
    """Return path and query of the docs' address for a service."""
    (address,) = re.findall(rf"^\| {service}[^|]*\| `http://[^/]+(/[^`]+)`", HOSTING, re.M)
    return str(address).replace("token=...", f"token={TOKEN}")


@pytest.mark.parametrize("name", ["ntfy", "Gotify"])
def test_message_is_read_in_services_at_home(tmp_path: Path, service: str, name: str) -> None:
    server = Served(tmp_path, {"SIGNET_CALL_HOME": f"http://ntfy.lan,{service}", "SIGNET_CALL_AFTER": "0"})
    server.start()
    try:
        with httpx2.Client(base_url=server.url, headers={"origin": server.url}, timeout=60) as ada:
            room = ada.post("/rooms", data={"game": GAME, "name": "Ada & <Co>"}).headers["location"]
            saved = ada.post(f"{room}/calls/hook", data={"url": f"{service}{read_path(name)}"})
            assert saved.status_code == 200, saved.text
            keys = re.findall(rf"{room}/join/([\w-]+)", ada.get(room).text)
            assert ada.post(f"{room}/do", data={"do": "fill", "size": "3"}).status_code == 303
            assert ada.post(f"{room}/do", data={"do": "begin"}).status_code == 303
            until = time.monotonic() + PATIENCE_S
            while not taken:
                assert time.monotonic() < until
                time.sleep(0.1)
            secrets = [*ada.cookies.values(), *keys]
    finally:
        server.stop()
    shown, body = taken[0]
    assert shown == f"{GAMES[GAME].title}: waiting for Ada & <Co>."
    assert len(secrets) >= 2 and not [secret for secret in secrets if secret in body]


def look_up(url: str, guard: Guard = HOME) -> tuple[str, int]:
    """Return address and port to which a message would go."""
    target = asyncio.run(guard.look_up(url))
    return target.address, target.port


@pytest.mark.parametrize(
    ("url", "to"),
    [
        ("http://192.168.1.5:8080/message?token=x", ("192.168.1.5", 8080)),
        ("HTTP://192.168.1.5:8080", ("192.168.1.5", 8080)),
        ("http://[fd00::5]/topic", ("fd00::5", 80)),
        ("https://10.0.0.1:8443/", ("10.0.0.1", 8443)),
    ],
)
def test_named_origin_may_be_called(url: str, to: tuple[str, int]) -> None:
    assert look_up(url) == to


@pytest.mark.parametrize(
    "url",
    [
        "http://192.168.1.5/", "http://192.168.1.5:80/", "https://192.168.1.5:8080/", "http://192.168.1.6:8080/",
        "http://192.168.1.5:8081/", "http://192.168.1.5:8080@evil.example/", "http://evil@192.168.1.5:8080/",
        "http://192.168.1.5.evil.example:8080/", "http://[::ffff:192.168.1.5]:8080/", "http://[fd00::6]/",
        "https://10.0.0.1/", "http://10.0.0.1:8443/", "ftp://192.168.1.5:8080/", "http://127.0.0.1:8080/",
        "http://localhost/", "http://192.168.1.5:8080\\@evil.example/", "http://3232235781:8080/",
    ],
)  # fmt: skip
def test_nothing_else_becomes_reachable(url: str) -> None:
    with pytest.raises(ForbiddenAddressError):
        look_up(url)


@pytest.mark.parametrize(
    ("addresses", "is_allowed"),
    [
        (["192.168.7.7"], True),
        (["100.64.0.9", "fd00::9"], True),
        (["8.8.8.8"], True),
        (["127.0.0.1"], False),
        (["::1"], False),
        (["::ffff:127.0.0.1"], False),
        (["169.254.169.254"], False),
        (["0.1.2.3"], False),
        (["fe80::1"], False),
        (["192.168.7.7", "127.0.0.1"], False),
    ],
)
def test_name_at_home_must_lead_to_private_or_public_addresses(
    monkeypatch: pytest.MonkeyPatch, addresses: list[str], is_allowed: bool
) -> None:
    def answer(*_: object, **__: object) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 80)) for address in addresses]

    monkeypatch.setattr(socket, "getaddrinfo", answer)
    if is_allowed:
        assert look_up("http://ntfy.lan/topic") == (addresses[0], 80)
    else:
        with pytest.raises(ForbiddenAddressError, match="private network"):
            look_up("http://ntfy.lan/topic")


def test_loopback_is_reachable_only_by_its_name() -> None:
    named = Guard(home=frozenset(("http://127.0.0.1:8080",)))
    assert look_up("http://127.0.0.1:8080/x", named) == ("127.0.0.1", 8080)
    for url in ("http://localhost:8080/x", "http://127.0.0.2:8080/x", "http://127.0.0.1:8000/x"):
        with pytest.raises(ForbiddenAddressError):
            look_up(url, named)


def test_list_of_hosts_narrows_no_named_origin() -> None:
    narrow = Guard(hosts=frozenset(("chat.example",)), home=HOME.home)
    assert look_up("http://192.168.1.5:8080/", narrow) == ("192.168.1.5", 8080)


def test_setting_takes_origins_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIGNET_CALL_HOME", "http://NTFY.lan:80/, http://192.168.1.5:8080")
    assert hosts_of(NotificationSettings().home or "") == {"http://ntfy.lan", "http://192.168.1.5:8080"}
    for wrong in ("ntfy.lan", "http://ntfy.lan/topic", "http://me:secret@ntfy.lan", "http://0.0.0.0"):
        monkeypatch.setenv("SIGNET_CALL_HOME", wrong)
        with pytest.raises(ValidationError):
            NotificationSettings()


def test_browsers_cannot_name_a_home_service_for_push(tmp_path: Path, service: str) -> None:
    server = Served(tmp_path, {"SIGNET_CALL_HOME": service})
    server.start()
    try:
        with httpx2.Client(base_url=server.url, headers={"origin": server.url}, timeout=60) as ada:
            room = ada.post("/rooms", data={"game": GAME, "name": "Ada"}).headers["location"]
            for endpoint, status in (("https://push.example/1", 200), (f"{service}/1", 422)):
                answer = ada.post(f"{room}/calls/push", data={"endpoint": endpoint, **Browser().keys})
                assert answer.status_code == status, endpoint
    finally:
        server.stop()
