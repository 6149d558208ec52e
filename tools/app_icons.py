"""Pictures of the app icon, drawn from one SVG: ``python -m tools.app_icons``.

A browser draws ``static/img/app/icon.svg`` at every size that systems ask for. Each picture's text ``Source`` holds
the SHA-256 of the drawing (PNG, section 11.3.3.2). Run it again when the drawing changes."""

import hashlib
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, sync_playwright

from app.paths import STATIC
from tools.screenshots.cast import launch

FOLDER: Final = STATIC / "img" / "app"
DRAWING: Final = FOLDER / "icon.svg"

ROUND: Final = 0.22
"""Corner radius of pictures that no system rounds, as a share of the side."""

ICONS: Final = {
    "icon-192.png": (192, ROUND),
    "icon-512.png": (512, ROUND),
    "maskable-512.png": (512, 0.0),
    "apple-touch-icon.png": (180, 0.0),
}
"""Pictures with their side in pixels and their corner radius."""

HEAD: Final = b"\x89PNG\r\n\x1a\n"
KEYWORD: Final = b"Source"


class BadPictureError(Exception):
    """File that is no PNG."""


def main() -> None:
    """Draw all icons."""
    with sync_playwright() as playwright:
        browser = launch(playwright.chromium)
        try:
            for name, (side, corner) in ICONS.items():
                (FOLDER / name).write_bytes(embed_source(render_icon(browser, side, corner), digest(DRAWING)))
                print(name)
        finally:
            browser.close()


def render_icon(browser: Browser, side: int, corner: float) -> bytes:
    """Return the drawing as a PNG with sides of that many pixels."""
    page = browser.new_page(viewport={"width": side, "height": side})
    try:
        page.set_content(
            f"<style>body {{ margin: 0 }} svg {{ display: block; border-radius: {corner * side}px }}</style>"
            f"{DRAWING.read_text(encoding='utf-8')}"
        )
        return page.screenshot(omit_background=True)
    finally:
        page.close()


def digest(drawing: Path) -> str:
    """Return the hexadecimal SHA-256 of a drawing."""
    return hashlib.sha256(drawing.read_bytes()).hexdigest()


def embed_source(picture: bytes, source: str) -> bytes:
    """Return the PNG with a text that names its source drawing.

    Raises BadPictureError."""
    body = KEYWORD + b"\0" + source.encode("latin-1")
    checked = b"tEXt" + body
    text = struct.pack(">I", len(body)) + checked + struct.pack(">I", zlib.crc32(checked))
    (head, *rest) = chunks(picture)
    return HEAD + head + text + b"".join(rest)


def source_of(picture: bytes) -> str | None:
    """Return the digest of the source drawing; None if the PNG names none.

    Raises BadPictureError."""
    for chunk in chunks(picture):
        keyword, _, said = chunk[8:-4].partition(b"\0")
        if chunk[4:8] == b"tEXt" and keyword == KEYWORD:
            return said.decode("latin-1")
    return None


def side_of(picture: bytes) -> tuple[int, int]:
    """Width and height of a PNG in pixels. Raises BadPictureError."""
    width, height = struct.unpack(">II", next(chunks(picture))[8:16])
    return width, height


def chunks(picture: bytes) -> Iterator[bytes]:
    """Yield the chunks of a PNG with length, kind and checksum.

    Raises BadPictureError."""
    if not picture.startswith(HEAD):
        raise BadPictureError
    place = len(HEAD)
    while place < len(picture):
        length = int.from_bytes(picture[place : place + 4], "big") + 12
        yield picture[place : place + length]
        place += length


if __name__ == "__main__":
    main()
