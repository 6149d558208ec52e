"""Clip of a reveal: filmed by the page, saved or shared as a file."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.access import find_faults
from tests.browser.conftest import MakePlayer
from tests.browser.sample_tables import list_all_poses, seat_as
from tests.browser.test_scene import MOVING

pytestmark = pytest.mark.browser

FILMED_MS = 90_000
"""Patience with a machine that draws slowly."""
MOST_BYTES = 8_000_000
LOOK = """async () => {
    const video = document.getElementById("clip-video");
    const canvas = Object.assign(document.createElement("canvas"), { width: 108, height: 135 });
    const pen = canvas.getContext("2d", { willReadFrequently: true });
    const end = () => new Promise(done => { video.onseeked = done; });
    if (!Number.isFinite(video.duration)) {
        const known = new Promise(done => { video.ondurationchange = done; });
        video.currentTime = 1e9;
        await known;
    }
    const pictures = [];
    for (const part of [0.05, 0.3, 0.5, 0.7, 0.95]) {
        const ended = end();
        video.currentTime = video.duration * part;
        await ended;
        pen.drawImage(video, 0, 0, 108, 135);
        pictures.push(canvas.toDataURL());
    }
    const { duration, videoWidth, videoHeight } = video;
    return { duration, size: [videoWidth, videoHeight], pictures };
}"""
FIRST = "Dora and Emil go to the auction house, the others to the castle."
NO_ENCODER = "delete globalThis.VideoEncoder;"
NO_RECORDER = f"{NO_ENCODER} delete globalThis.MediaRecorder;"
SMALL_RECORDER = f"""{NO_ENCODER}
const record = HTMLCanvasElement.prototype.captureStream;
HTMLCanvasElement.prototype.captureStream = function (rate) {{
    const small = Object.assign(document.createElement("canvas"), {{ width: 16, height: 160 }});
    const pen = small.getContext("2d");
    setInterval(() => {{ pen.drawImage(this, 0, 0, 16, 160); }}, 30);
    return record.call(small, rate);
}};"""
"""Script for a browser whose videos have another size than the canvas.

Firefox does so on a busy machine."""
SHARES = """
navigator.canShare = ({ files }) => files.length === 1;
navigator.share = async ({ files }) => { globalThis.shared = files.map(({ name, type, size }) => [name, type, size]); };
"""


def open_clip(page: Page, url: str, game: str, query: str = "?at=1") -> None:
    """Open the page that films a reveal of the finished game."""
    over = next(each for each in list_all_poses() if (each.game, each.phase) == (game, "finished"))
    page.goto(f"{url}/r/{over.code}/clip{query}")


def list_boxes(content: bytes) -> list[bytes]:
    """Return the types of the outermost boxes of an MP4 file (ISO 14496-12)."""
    found, at = [], 0
    while at < len(content):
        size = int.from_bytes(content[at : at + 4], "big")
        assert size >= 8
        found.append(content[at + 4 : at + 8])
        at += size
    return found


@pytest.mark.slow("records a film in real time")
@pytest.mark.parametrize(("game", "lacks"), [("adel_verpflichtet", ""), ("edel_stein_reich", NO_ENCODER)])
def test_reveal_becomes_a_video_on_this_device(person: MakePlayer, game: str, lacks: str, tmp_path: Path) -> None:
    player = person(**MOVING)
    player.context.add_init_script(lacks)
    page = seat_as(player).page
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    open_clip(page, player.url, game)
    save = page.locator("#clip-save")
    expect(save).to_be_visible(timeout=FILMED_MS)
    assert set(sent) == {"GET"}
    with page.expect_download() as saving:
        save.click()
    file = tmp_path / saving.value.suggested_filename
    saving.value.save_as(file)
    content = file.read_bytes()
    assert 20_000 < len(content) < MOST_BYTES
    if file.suffix == ".mp4":
        assert list_boxes(content)[:2] == [b"ftyp", b"moov"]
    else:
        assert content[:4] == b"\x1a\x45\xdf\xa3"
    seen: dict[str, Any] = page.evaluate(LOOK)
    assert 2 < seen["duration"] < 25
    assert seen["size"] == [1080, 1350]
    assert len(set(seen["pictures"])) >= 3
    assert find_faults(page, "clip") == []


def test_browser_without_recorder_gives_a_picture(person: MakePlayer) -> None:
    player = person(viewport={"width": 320, "height": 640})
    player.context.add_init_script(NO_RECORDER + SHARES)
    page = seat_as(player).page
    open_clip(page, player.url, "adel_verpflichtet")
    expect(page.locator("#clip-says")).to_have_text(
        "This browser can't record a clip, so here's a picture.", timeout=FILMED_MS
    )
    expect(page.locator("#clip-canvas")).to_have_accessible_name(FIRST)
    page.locator("#clip-send").click()
    [[name, kind, size]] = page.evaluate("globalThis.shared")
    assert name.startswith("signet-") and name.endswith("-1.png")
    assert kind == "image/png"
    assert size > 20_000
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.slow("records a film in real time")
def test_video_of_wrong_size_gives_a_picture(person: MakePlayer) -> None:
    player = person(viewport={"width": 320, "height": 640})
    player.context.add_init_script(SMALL_RECORDER)
    page = seat_as(player).page
    open_clip(page, player.url, "adel_verpflichtet")
    expect(page.locator("#clip-canvas")).to_have_accessible_name(FIRST, timeout=FILMED_MS)
    expect(page.locator("#clip-save")).to_have_attribute("download", re.compile(r"-1\.png$"))


@pytest.mark.slow("begins a film twice")
def test_filming_can_be_cancelled_and_begun_anew(person: MakePlayer) -> None:
    player = person()
    page = seat_as(player).page
    open_clip(page, player.url, "edel_stein_reich", "")
    cancel, says = page.locator("#clip-cancel"), page.locator("#clip-says")
    cancel.press("Enter")
    expect(says).to_have_text("Cancelled.")
    expect(page.locator("#clip-save")).to_be_hidden()
    again = page.locator("#clip-again")
    expect(again).to_be_focused()
    again.press("Enter")
    expect(says).to_have_text("Filming. Keep this page open.")
    expect(cancel).to_be_focused()
    expect(page.locator("#clip-canvas")).to_be_hidden()
    cancel.press("Enter")
    expect(again).to_be_focused()


def test_replay_leads_to_clip_of_its_reveal(person: MakePlayer) -> None:
    player = person()
    page = seat_as(player).page
    over = next(each for each in list_all_poses() if (each.game, each.phase) == ("adel_verpflichtet", "finished"))
    page.goto(f"{player.url}/r/{over.code}/replay?at=2.1")
    expect(page.locator("#slider[aria-valuetext]")).to_be_attached()
    page.keyboard.press("PageDown")
    link = page.get_by_role("link", name="Save as a clip")
    stop = page.evaluate("new URL(location.href).searchParams.get('at')")
    assert (link.get_attribute("href") or "").endswith(f"/clip?at={stop}")
    link.click()
    expect(page.locator("#clip")).to_have_attribute("data-ask", stop.split(".")[0])
