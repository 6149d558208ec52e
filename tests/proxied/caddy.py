"""Real Caddy for tests, started on loopback with our Caddyfile."""

import asyncio
import re
import shutil
import socket
import ssl
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path

import orjson
from httpx2 import get

from tools.served import free_port

MISSING = "The tests need the program of a Caddy server (caddy); `make test` installs it."
PATIENCE_S = 120.0
"""Seconds that a start may take on a busy machine."""

OPTIONS = """
	admin 127.0.0.1:{admin}
	local_certs
	skip_install_trust
	http_port {http}
	https_port {https}
	default_bind 127.0.0.1
	storage file_system {folder}/storage
"""
"""Global options that a test adds: its own certificates, and loopback alone."""

HEAD = re.compile(r"^(?:[ \t]*#.*\n|[ \t]*\n)*\{\n", re.M)
"""Start of a Caddyfile that has global options."""


class CaddyMissingError(Exception):
    """Error of a machine without a working Caddy.

    The message says what to do, or Caddy's own message."""


@dataclass(frozen=True)
class Caddy:
    """One running proxy."""

    port: int
    """Port for https on 127.0.0.1."""
    trust: ssl.SSLContext
    """TLS context that trusts its certificates."""
    admin: int
    log: Path
    root: Path
    """File of the authority that signs its certificates."""

    async def fails(self) -> list[int]:
        """Return the failures counted against each server behind it now."""
        told = await asyncio.to_thread(get, f"http://127.0.0.1:{self.admin}/reverse_proxy/upstreams")
        return [int(each["fails"]) for each in told.json()]


@asynccontextmanager
async def run_caddy_beside(caddyfile: str) -> AsyncIterator[Caddy]:
    """Run Caddy for a test whose own loop serves behind it.

    Raises CaddyMissingError."""
    with ExitStack() as stack:
        yield await asyncio.to_thread(stack.enter_context, run_caddy(caddyfile))


def find_program() -> str:
    """Return the path of Caddy.

    Raises CaddyMissingError."""
    found = shutil.which("caddy")
    if found is None:
        raise CaddyMissingError(MISSING)
    return found


@contextmanager
def run_caddy(caddyfile: str) -> Iterator[Caddy]:
    """Run a Caddy with a Caddyfile and certificates for its names.

    Raises CaddyMissingError."""
    found = find_program()
    with tempfile.TemporaryDirectory(prefix="signet-caddy-") as name:
        folder = Path(name)
        admin, http, https = (free_port() for _ in range(3))
        options = OPTIONS.format(admin=admin, http=http, https=https, folder=folder)
        (folder / "Caddyfile").write_text(add_options(caddyfile, options), encoding="utf-8")
        home = {"HOME": name, "XDG_DATA_HOME": name, "XDG_CONFIG_HOME": name}
        log = folder / "log"
        with log.open("wb") as out:
            running = subprocess.Popen(
                [found, "run", "--config", folder / "Caddyfile", "--adapter", "caddyfile"], env=home, stderr=out
            )
        try:
            root = folder / "storage" / "pki" / "authorities" / "local" / "root.crt"
            trust = _wait_until_ready(running, list_sites(caddyfile)[0], https, root, log)
            yield Caddy(https, trust, admin, log, root)
        finally:
            running.terminate()
            running.wait(PATIENCE_S)


def read_version() -> tuple[int, int]:
    """Return Caddy's version, such as (2, 6).

    Raises CaddyMissingError."""
    said = subprocess.run([find_program(), "version"], capture_output=True, text=True, check=True).stdout
    major, minor = said.removeprefix("v").split(".")[:2]
    return int(major), int(minor)


def add_options(caddyfile: str, options: str) -> str:
    """Return the Caddyfile with these lines first among its global options."""
    head = HEAD.match(caddyfile)
    if head is None:
        return f"{{{options}}}\n\n{caddyfile}"
    return f"{head.group().rstrip()}{options}{caddyfile[head.end() :]}"


def list_sites(caddyfile: str) -> list[str]:
    """Return the sites of a Caddyfile."""
    return re.findall(r"^([a-z0-9.:/-]+) \{$", caddyfile, re.M)


def _wait_until_ready(running: subprocess.Popen[bytes], name: str, port: int, root: Path, log: Path) -> ssl.SSLContext:
    """Wait for the site's certificate, and return a context that trusts it.

    Raises CaddyMissingError."""
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until and running.poll() is None:
        try:
            trust = ssl.create_default_context(cafile=root)
            with (
                socket.create_connection(("127.0.0.1", port)) as plain,
                trust.wrap_socket(plain, server_hostname=name),
            ):
                return trust
        except OSError:
            time.sleep(0.05)
    raise CaddyMissingError(f"Caddy did not start: {_read_log(log)}")


def _read_log(log: Path) -> str:
    lines = log.read_text(encoding="utf-8").splitlines()
    return "\n".join(str(orjson.loads(line).get("msg")) if line.startswith("{") else line for line in lines)
