"""Clips in Firefox and WebKit: a video, or a picture without one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.rooms.views.replay import replay_key
from tests.abuse.finished_games import load_room
from tests.browser.sample_tables import list_all_poses, write_poses
from tests.engines.browser import Browser
from tests.engines.engines import may_lose_its_driver
from tests.engines.player import Person
from tools.served import Served

OVER = "() => document.getElementById('clip-again')?.checkVisibility()"
RESULT = """() => {
    const [save, video] = ["clip-save", "clip-video"].map(id => document.getElementById(id));
    return [save.checkVisibility(), save.download.split(".")[1], video.videoWidth, video.videoHeight];
}"""
DIFFERENT = """() => {
    const { data } = document.getElementById("clip-canvas").getContext("2d").getImageData(0, 0, 1080, 1350);
    const colours = new Set();
    for (let at = 0; at < data.length; at += 4 * 997) colours.add(data.slice(at, at + 3).join());
    return colours.size;
}"""


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    server = Served(tmp_path, {"SIGNET_KEEP_DAYS": "0"})
    write_poses(server.database)
    server.start()
    yield server
    server.stop()


@may_lose_its_driver
@pytest.mark.slow("films a reveal in real time")
def test_a_reveal_becomes_a_file(browser: Browser, served: Served) -> None:
    over = next(each for each in list_all_poses() if (each.game, each.phase) == ("adel_verpflichtet", "finished"))
    person = Person(browser)
    browser.open(f"{served.url}/r/{over.code}/replay/{replay_key(load_room(over.entries), 1)}/clip?at=1")
    person.wait(OVER)
    is_saved, kind, width, height = browser.run(RESULT)
    assert is_saved
    assert kind in ("mp4", "webm", "png")
    if kind != "png":
        person.wait("() => document.getElementById('clip-video').videoWidth")
        assert browser.run(RESULT)[2:] == [1080, 1350]
    else:
        assert [width, height] == [0, 0]
    # A canvas that was drawn from the table has many colours, and may be read.
    assert browser.run(DIFFERENT) > 100
    assert browser.problems == []
