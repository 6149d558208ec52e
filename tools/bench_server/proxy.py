"""Caddy before several processes, by docs/operating.md without TLS."""

import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx2

from tests.proxied.caddy import CaddyMissingError, find_program
from tests.proxied.recipe import read_worker_recipe

OPTIONS = "{\n\tadmin off\n}\n\n"
READY_S = 60.0


@contextmanager
def a_proxy(port: int, urls: Sequence[str], folder: Path) -> Iterator[str]:
    """Yield the address of a proxy at that port for these processes.

    Raises CaddyMissingError."""
    told, here = read_worker_recipe(), f"http://127.0.0.1:{port}"
    site = told.replace_addresses([url.removeprefix("http://") for url in urls]).replace(told.name, here, 1)
    written = folder / "Caddyfile"
    written.write_text(f"{OPTIONS}{site}", encoding="utf-8")
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with (folder / "caddy.log").open("wb") as out:
        command = [find_program(), "run", "--config", str(written), "--adapter", "caddyfile"]
        running = subprocess.Popen(command, env=home, stderr=out)
    try:
        until = time.monotonic() + READY_S
        while not _answers(here):
            if running.poll() is not None or time.monotonic() > until:
                raise CaddyMissingError((folder / "caddy.log").read_text(encoding="utf-8"))
            time.sleep(0.05)
        yield here
    finally:
        running.terminate()
        running.wait()


def _answers(url: str) -> bool:
    with suppress(httpx2.HTTPError):
        return httpx2.get(f"{url}/healthz", timeout=5).status_code == 200
    return False
