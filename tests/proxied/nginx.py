"""Real nginx for tests, started on loopback with our configuration."""

import re
import shutil
import socket
import ssl
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.proxied.households import Way
from tests.sources import ROOT
from tools.served import free_port

MISSING = "The tests need the programs nginx and openssl; `make test` installs them."
PATIENCE_S = 60.0
CONFIGURATION = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
NAME = "play.example.org"

MAIN = """
user root;
daemon off;
pid {folder}/pid;
error_log stderr;
events {{ worker_connections 768; }}
http {{
    access_log off;
    gzip on;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/signet.conf;
}}
"""
"""Debian's main file where it matters (``gzip on``), with a temporary folder."""


class NginxMissingError(Exception):
    """Error of a machine without a working nginx.

    The message says what to do, or nginx's own message."""


@contextmanager
def run_nginx(configuration: str, server: int) -> Iterator[Way]:
    """Run nginx with a configuration before the server on a port.

    Raises NginxMissingError."""
    nginx, openssl = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/bin"), shutil.which("openssl")
    if nginx is None or openssl is None:
        raise NginxMissingError(MISSING)
    with tempfile.TemporaryDirectory(prefix="signet-nginx-") as name:
        folder = Path(name)
        _make_certificate(openssl, folder)
        port = free_port()
        (folder / "signet.conf").write_text(_move(configuration, folder, port, server), encoding="utf-8")
        (folder / "nginx.conf").write_text(MAIN.format(folder=folder), encoding="utf-8")
        with (folder / "log").open("wb") as log:
            command = [nginx, "-p", name, "-c", str(folder / "nginx.conf"), "-e", "stderr"]
            running = subprocess.Popen(command, stderr=log)
        try:
            _wait_until_ready(running, port, folder / "log")
            yield Way(NAME, port, ssl.create_default_context(cafile=folder / "certificate.pem"))
        finally:
            running.terminate()
            running.wait(PATIENCE_S)


def _make_certificate(openssl: str, folder: Path) -> None:
    kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    named = ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"]
    files = ["-keyout", f"{folder}/key.pem", "-out", f"{folder}/certificate.pem"]
    subprocess.run([openssl, "req", "-x509", *kind, *named, *files], check=True, capture_output=True)


def _move(configuration: str, folder: Path, port: int, server: int) -> str:
    """Return the configuration for ports of this machine and a certificate of its own."""
    changes = (
        (r"listen \[::\]:.*;\n", ""),
        (r"listen 80;", f"listen 127.0.0.1:{free_port()};"),
        (r"listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;"),
        (r"/etc/letsencrypt/\S+/fullchain.pem", f"{folder}/certificate.pem"),
        (r"/etc/letsencrypt/\S+/privkey.pem", f"{folder}/key.pem"),
        (r"server 127.0.0.1:8000;", f"server 127.0.0.1:{server};"),
    )
    for pattern, text in changes:
        configuration, count = re.subn(pattern, text, configuration)
        assert count, pattern
    return configuration


def _wait_until_ready(running: subprocess.Popen[bytes], port: int, log: Path) -> None:
    """Wait until the port answers. Raises NginxMissingError."""
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until and running.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise NginxMissingError(f"nginx did not start: {log.read_text(encoding='utf-8')}")
