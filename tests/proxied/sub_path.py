"""Name that Signet shares with another program.

By the recipe of docs/operating.md, a real nginx serves Signet below a sub-path, and its neighbour at the root."""

import re
import shutil
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

import httpx2

from tests.proxied.recipe import Recipe, dedent, find_recipe
from tests.sources import ROOT
from tools.served import Served, free_port

DOCUMENT, SECTION = ROOT / "docs" / "operating.md", "## Sub-path"
BELOW = "/signet"
READY_S = 60.0

CONFIGURATION = """
pid {folder}/pid;
error_log {folder}/error.log;
events {{ }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    server {{
        listen 127.0.0.1:{port};
        {recipe}
        location / {{
            proxy_pass http://127.0.0.1:{neighbour};
        }}
    }}
}}
"""
PAGE = b'<!doctype html><html lang="en"><title>Neighbour</title><h1>Neighbour</h1>'


class Neighbour(BaseHTTPRequestHandler):
    """Another program, which notes what it is asked."""

    asked: ClassVar[list[tuple[str, str]]]
    """Path and cookies of each request."""

    def do_GET(self) -> None:
        """Answer with a page, and set a cookie for the whole name."""
        self.asked.append((self.path, self.headers.get("cookie", "")))
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Set-Cookie", "neighbour=1; Path=/")
        self.send_header("Content-Length", str(len(PAGE)))
        self.end_headers()
        self.wfile.write(PAGE)

    def log_message(self, format: str, *args: object) -> None:
        """Write nothing."""


@dataclass
class SharedName:
    """Signet and its neighbour behind one nginx."""

    port: int
    served: Served
    asked: list[tuple[str, str]]
    """Path and cookies of each request to the neighbour."""
    _nginx: ExitStack = field(default_factory=ExitStack)

    @property
    def root(self) -> str:
        """Address of the neighbour."""
        return f"http://localhost:{self.port}"

    @property
    def url(self) -> str:
        """Address of Signet."""
        return f"{self.root}{BELOW}"

    def stop_proxy(self) -> None:
        """End nginx, so that the name answers no longer."""
        self._nginx.close()


def read_sub_path_recipe() -> Recipe:
    """Return the recipe for Caddy."""
    return find_recipe(DOCUMENT, SECTION)


def read_nginx_recipe(port: int, *, removes_path: bool = False) -> str:
    """Return the recipe for nginx, for a Signet on that port.

    With ``removes_path`` it has the slash by which nginx removes the sub-path."""
    text = DOCUMENT.read_text(encoding="utf-8").partition(f"\n{SECTION}\n")[2]
    (block,) = (
        dedent(each)
        for each in re.findall(r"(?:^    .*\n)+", text.partition("\n## ")[0], re.M)
        if "nginx" not in each and "proxy_pass" in each
    )
    assert block.count("127.0.0.1:8000;") == 1
    return block.replace("127.0.0.1:8000;", f"127.0.0.1:{port}{'/' if removes_path else ''};")


@contextmanager
def share_name(data: Path, *, removes_path: bool = False) -> Iterator[SharedName]:
    """Run Signet, its neighbour and nginx on ``localhost``."""
    asked: list[tuple[str, str]] = []
    with ExitStack() as ending:
        served = Served(data, {"SIGNET_BASE_PATH": BELOW, "SIGNET_PROXY": "127.0.0.1"})
        served.start()
        ending.callback(served.stop)
        handler = type("Noting", (Neighbour,), {"asked": asked})
        neighbour = ending.enter_context(ThreadingHTTPServer(("127.0.0.1", 0), handler))
        threading.Thread(target=neighbour.serve_forever, daemon=True).start()
        ending.callback(neighbour.shutdown)
        recipe = read_nginx_recipe(int(served.url.rpartition(":")[2]), removes_path=removes_path)
        shared = SharedName(free_port(), served, asked)
        ending.callback(shared.stop_proxy)
        shared._nginx.enter_context(_run_nginx(data, recipe, shared.port, neighbour.server_port))
        yield shared


@contextmanager
def _run_nginx(data: Path, recipe: str, port: int, neighbour: int) -> Iterator[None]:
    folder = data / "nginx"
    folder.mkdir()
    text = CONFIGURATION.format(folder=folder, port=port, neighbour=neighbour, recipe=recipe)
    (folder / "nginx.conf").write_text(text, encoding="utf-8")
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    command = [program, "-p", str(folder), "-c", str(folder / "nginx.conf"), "-g", "daemon off;"]
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _wait_for(f"http://127.0.0.1:{port}{BELOW}/healthz", running, folder / "error.log")
        yield
    finally:
        running.terminate()
        running.wait(READY_S)


def _wait_for(url: str, running: "subprocess.Popen[bytes]", log: Path) -> None:
    until = time.monotonic() + READY_S
    while True:
        try:
            assert httpx2.get(url, timeout=60).status_code == 200
        except httpx2.ConnectError:
            assert running.poll() is None and time.monotonic() < until, log.read_text(encoding="utf-8")
            time.sleep(0.02)
        else:
            return
