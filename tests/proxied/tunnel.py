"""Tunnel service on loopback: a real sshd, a Caddy as its edge, and names.

Sshd tells the public name in a line of JSON, as localhost.run does. Caddy ends TLS for both names and adds the address
that it sees. Programs and browsers reach the names through a proxy that knows where they are."""

import getpass
import os
import re
import shutil
import signal
import socket
import socketserver
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from tests.proxied.caddy import Caddy, run_caddy
from tools.served import free_port

NAMES = ("one.lhr.test", "two.lhr.test")
PATIENCE_S = 60.0

SITE = "{name} {{\n\treverse_proxy 127.0.0.1:{port}\n}}\n"
SAYS = """#!/bin/bash
say() { printf '{"event":"tcpip-forward","address":"%s","status":"success"}\\n' "$1"; }
say "$(cat {folder}/name)"
while :; do
    now=$(cat {folder}/now 2>/dev/null)
    [ "$now" = "$last" ] || say "$now"
    last=$now
    read -t 0.2
    [ $? -gt 128 ] || exit
done
"""
"""Command that sshd runs for a tunnel: it tells the name, and a new one at once."""
CONFIG = """
Port {port}
ListenAddress 127.0.0.1
HostKey {folder}/host_key
AuthorizedKeysFile {folder}/authorized_keys
PidFile none
StrictModes no
UsePAM no
PermitRootLogin yes
PasswordAuthentication no
"""


class _Internet(socketserver.ThreadingTCPServer):
    """Proxy that connects to the names it knows (``CONNECT``, RFC 9110 section 9.3.6)."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, port: int) -> None:
        super().__init__(("127.0.0.1", 0), _Relay)
        self.edge = port
        self.known = set(NAMES)


class _Relay(socketserver.StreamRequestHandler):
    """One connection to a name."""

    server: _Internet

    def handle(self) -> None:
        """Connect as asked, and relay until either side ends."""
        asked = self.rfile.readline().decode("latin-1").split(" ")
        while self.rfile.readline().strip():
            pass
        if asked[0] != "CONNECT" or asked[1].rpartition(":")[0] not in self.server.known:
            self.wfile.write(b"HTTP/1.1 502 Bad Gateway\r\n\r\n")
            return
        with socket.create_connection(("127.0.0.1", self.server.edge)) as edge:
            self.wfile.write(b"HTTP/1.1 200 OK\r\n\r\n")
            back = threading.Thread(target=_pump, args=(edge, self.connection), daemon=True)
            back.start()
            _pump(self.connection, edge)
            back.join()


def _pump(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(65_536):
            target.sendall(data)
    with suppress(OSError):
        target.shutdown(socket.SHUT_WR)


class TunnelService:
    """The service, as a server with ``SIGNET_SHARE_VIA`` uses it."""

    def __init__(self, folder: Path, caddy: Caddy, remote: int, internet: _Internet) -> None:
        self.caddy = caddy
        self._folder = folder
        self._internet = internet
        self._port = free_port()
        self.remote = remote
        """Port at which the tunnel begins."""
        self._agent = folder / "agent"
        self.rename(NAMES[0])

    @property
    def proxy(self) -> str:
        """Address of the proxy that knows the names."""
        return f"http://127.0.0.1:{self._internet.server_address[1]}"

    @property
    def settings(self) -> dict[str, str]:
        """Environment of a server that is shared through the service."""
        return {
            "SIGNET_SHARE_VIA": f"ssh://{getpass.getuser()}@127.0.0.1:{self._port}",
            "SIGNET_SHARE_PORT": str(self.remote),
            "SSH_AUTH_SOCK": str(self._agent),
            "SSL_CERT_FILE": str(self.caddy.root),
            "https_proxy": self.proxy,
        }

    def rename(self, name: str) -> None:
        """Give the next tunnel another name."""
        (self._folder / "name").write_text(name, encoding="utf-8")

    def rename_now(self, name: str) -> None:
        """Give the open tunnel another name, without a cut."""
        self.rename(name)
        (self._folder / "now").write_text(name, encoding="utf-8")

    def forget(self, name: str) -> None:
        """Let a name lead nowhere."""
        self._internet.known.discard(name)

    def remember(self, name: str) -> None:
        """Let a forgotten name lead here again."""
        self._internet.known.add(name)

    def start(self) -> None:
        """Start sshd, and an agent that holds the key for it."""
        sshd = shutil.which("sshd") or "/usr/sbin/sshd"
        for name in ("host_key", "key"):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", self._folder / name], check=True)
        says = self._folder / "says"
        says.write_text(SAYS.replace("{folder}", str(self._folder)), encoding="utf-8")
        says.chmod(0o755)
        key = (self._folder / "key.pub").read_text(encoding="utf-8")
        (self._folder / "authorized_keys").write_text(f'command="{says}" {key}', encoding="utf-8")
        config = self._folder / "config"
        config.write_text(CONFIG.format(port=self._port, folder=self._folder), encoding="utf-8")
        if os.geteuid() == 0:
            # without it sshd refuses to run as root
            Path("/run/sshd").mkdir(exist_ok=True)
        agent = ["ssh-agent", "-D", "-a", str(self._agent)]
        self._processes = [
            subprocess.Popen(agent, stdout=subprocess.DEVNULL),
            subprocess.Popen([sshd, "-D", "-f", config, "-E", self._folder / "log"], start_new_session=True),
        ]
        _wait(lambda: self._agent.exists() and _listens(self._port))
        environment = {**os.environ, "SSH_AUTH_SOCK": str(self._agent)}
        subprocess.run(["ssh-add", "-q", self._folder / "key"], env=environment, check=True)

    @property
    def has_tunnel(self) -> bool:
        """True while somebody's tunnel is open."""
        return _listens(self.remote)

    def cut(self) -> None:
        """Cut every tunnel, as when the service restarts."""
        own = Path(f"/proc/{self._processes[-1].pid}/task/{self._processes[-1].pid}/children")
        for pid in own.read_text(encoding="utf-8").split():
            with suppress(ProcessLookupError):
                os.kill(int(pid), signal.SIGKILL)

    def stop(self) -> None:
        """Stop everything."""
        self.cut()
        for process in self._processes:
            process.terminate()
            process.wait()


def find_word_link(log: str) -> str:
    """Return the newest link that opens tables, as the terminal shows it."""
    return str(re.findall(r"https://\S+/#word=\S+", log)[-1])


@contextmanager
def run_tunnel_service() -> Iterator[TunnelService]:
    """Run a tunnel service."""
    remote = free_port()
    with ExitStack() as stack:
        # a socket's path is short
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="signet-ssh-")))
        sites = "".join(SITE.format(name=name, port=remote) for name in NAMES)
        caddy = stack.enter_context(run_caddy(sites))
        internet = stack.enter_context(_Internet(caddy.port))
        threading.Thread(target=internet.serve_forever, daemon=True).start()
        stack.callback(internet.shutdown)
        service = TunnelService(folder, caddy, remote, internet)
        service.start()
        stack.callback(service.stop)
        yield service


def _listens(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
        return True
    return False


def _wait(is_done: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE_S
    while not is_done():
        assert time.monotonic() < until
        time.sleep(0.05)
