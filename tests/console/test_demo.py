"""Demo against bots, from the command line to the browser that it opens."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import httpx2
import pytest

from app.cli import main
from app.console.demo import show
from app.web.server.port import listen
from engine import registry
from tests.sources import ROOT
from tests.whole import whole

BROWSER = '#!/bin/sh\nprintf "%s" "$1" > {note}.part\nmv {note}.part {note}\n'
PATIENCE_S = 60.0


def settings(folder: Path, base_path: str = "") -> dict[str, str]:
    """Return a user's environment, whose browser notes the address to open."""
    program = folder / "browser"
    program.write_text(BROWSER.format(note=folder / "address"), encoding="utf-8")
    program.chmod(0o755)
    (folder / "temporary").mkdir()
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SIGNET_")}
    own = {"SIGNET_HOST": "127.0.0.1", "BROWSER": str(program), "TMPDIR": str(folder / "temporary")}
    return {**kept, **own, "SIGNET_DATA": str(folder / "data"), "SIGNET_BASE_PATH": base_path}


@contextmanager
def demo(
    folder: Path, *arguments: str, base_path: str = "", **more: str
) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """Run a demo until it has opened its browser; yield it with the address.

    ``more``: further variables of its environment."""
    command = (sys.executable, "-m", "app", "serve", "--demo", *arguments)
    environment = settings(folder, base_path) | more
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as program:
        try:
            until = time.monotonic() + PATIENCE_S
            while not (folder / "address").exists():
                assert program.poll() is None and time.monotonic() < until, program.communicate(timeout=1)
                time.sleep(0.02)
            yield program, (folder / "address").read_text(encoding="utf-8")
        finally:
            program.kill()


def rest(stream: IO[str] | None) -> str:
    """Return the unread rest."""
    assert stream is not None
    return stream.read()


FIRST, *OTHERS = registry.GAMES


@pytest.mark.parametrize(
    ("arguments", "game", "how"),
    [
        ((), FIRST, signal.SIGINT),
        *(((game,), game, signal.SIGTERM) for game in OTHERS),
        *whole([((FIRST,), FIRST, signal.SIGTERM)], []),
    ],
)
def test_demo_opens_a_seat_in_play_and_leaves_no_files(
    tmp_path: Path, arguments: tuple[str, ...], game: str, how: signal.Signals
) -> None:
    a_browser = httpx2.Client(follow_redirects=True, timeout=PATIENCE_S)
    # a word that is set for the server holds for its demo, too
    word = {} if arguments else {"SIGNET_OPEN_WORD": "a blue frog"}
    with demo(tmp_path, *arguments, **word) as (program, address), a_browser as browser:
        assert "Guest" in browser.get(address).text
        table = browser.post(address, headers={"Sec-Fetch-Site": "same-origin"})
        assert table.status_code == 200
        assert f"/static/tables/{game}_play.css" in table.text
        assert 'data-phase="playing"' in table.text
        assert len(list((tmp_path / "temporary").glob("signet-demo-*/signet.db"))) == 1
        program.send_signal(how)
        said = rest(program.stdout)
        assert rest(program.stderr) == ""
        assert program.wait() == 0
    assert f"\n  {address}\n" in said
    assert "this game is forgotten then" in said and "Kept in" not in said
    assert list((tmp_path / "temporary").iterdir()) == []
    assert not (tmp_path / "data").exists()


def test_addresses_of_a_demo_have_the_base_path(tmp_path: Path) -> None:
    a_browser = httpx2.Client(follow_redirects=True, timeout=PATIENCE_S)
    with demo(tmp_path, base_path="/signet") as (program, address), a_browser as browser:
        table = browser.post(address, headers={"Sec-Fetch-Site": "same-origin"})
        assert 'data-phase="playing"' in table.text
        program.send_signal(signal.SIGINT)
        said = rest(program.stdout)
    start = address.partition("/r/")[0]
    assert start.endswith("/signet")
    assert f"On this machine:   {start}\n" in said
    assert browser.cookies.jar and {each.path for each in browser.cookies.jar} == {"/signet"}


def test_a_game_that_is_none_is_said_to_be(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--demo", "chess"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("Signet cannot start: ") and "chess" in said


def test_a_server_that_opens_no_table_is_said_to(capsys: pytest.CaptureFixture[str]) -> None:
    with listen("127.0.0.1", 0) as taken:
        free = taken.getsockname()[1]
    show(f"http://127.0.0.1:{free}", next(iter(registry.GAMES)), 3)
    said = capsys.readouterr()
    assert (said.out, len(said.err.splitlines())) == ("", 1)
    assert said.err.startswith("Could not open a table: ")


def test_one_process_is_enough_for_it(capsys: pytest.CaptureFixture[str]) -> None:
    before = signal.getsignal(signal.SIGTERM)
    try:
        assert main(["--demo", "--workers", "2"]) == 2
    finally:
        signal.signal(signal.SIGTERM, before)
    assert "serves one process" in capsys.readouterr().err
