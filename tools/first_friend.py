"""Time from a clone to a friend's first sealed card from outside, in steps.

``python -m tools.first_friend`` clones this checkout into an empty folder and runs ``make play`` there, shared through
a tunnel service on loopback: a real sshd, with a Caddy as its edge. A host opens a table by the printed link. A friend
elsewhere joins by the invitation and seals a card. It prints the seconds of each step. Packages come from where pip
has them."""

import os
import re
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import sync_playwright

from tests.proxied.tunnel import NAMES, find_word_link, run_tunnel_service
from tools.player import Player
from tools.screenshots.cast import launch
from tools.served import ROOT, free_port

WAIT_S = 600.0
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True}


class Steps:
    """Seconds of each step."""

    def __init__(self) -> None:
        self._began = self._last = time.monotonic()

    def note(self, what: str) -> None:
        """Print the seconds since the step before."""
        now = time.monotonic()
        print(f"{what:48} {now - self._last:6.1f}", flush=True)
        self._last = now

    def sum_up(self) -> None:
        """Print the whole time."""
        print(f"{'all together':48} {self._last - self._began:6.1f}")


def wait_for(log: Path, pattern: str) -> str:
    """Return the log once it holds a pattern.

    Raises TimeoutError."""
    until = time.monotonic() + WAIT_S
    while time.monotonic() < until:
        text = log.read_text(encoding="utf-8")
        if re.search(pattern, text):
            return text
        time.sleep(0.02)
    raise TimeoutError(log.read_text(encoding="utf-8"))


def main() -> None:
    """Walk the way once."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with run_tunnel_service() as service, sync_playwright() as playwright:
            browser = launch(playwright.chromium)
            steps = Steps()
            clone, log = folder / "signet", folder / "log"
            subprocess.run(["git", "clone", "-q", ROOT, clone], check=True)
            steps.note("git clone")
            kept = {name: value for name, value in os.environ.items() if not name.startswith("SIGNET_")}
            environment = {**kept, **service.settings, "SIGNET_PORT": str(free_port())}
            # pip does not know the names of the service
            subprocess.run(["make", ".venv/.ready-to-play"], cwd=clone, env=kept, check=True, capture_output=True)
            steps.note("make play: packages and compiling")
            with log.open("wb") as out:
                running = subprocess.Popen(
                    ["make", "play"], cwd=clone, env=environment, stdout=out, stderr=out, start_new_session=True
                )
            try:
                wait_for(log, "#word=")
                steps.note("tunnel and address")
                elsewhere: dict[str, Any] = {"proxy": {"server": service.proxy}, "ignore_https_errors": True}
                origin = f"https://{NAMES[0]}"
                word_link = find_word_link(log.read_text(encoding="utf-8"))
                dice = Random(1)  # noqa: S311 - no secret
                host = Player(browser.new_context(**elsewhere), word_link, "Ada", dice)
                link = host.open_room()
                steps.note("host: link opened, table opened")
                friend = Player(browser.new_context(**elsewhere, **PHONE), origin, "Ben", dice)
                friend.sit_down(link)
                steps.note("friend: invitation opened, seat taken")
                host.begin()
                friend.wait_for_game()
                friend.wait_for_turn()
                steps.note("host: game begun, friend is asked")
                friend.choose()
                steps.note("friend: card chosen and sealed")
                steps.sum_up()
            finally:
                os.killpg(running.pid, signal.SIGTERM)
                running.wait()
                browser.close()


if __name__ == "__main__":
    main()
