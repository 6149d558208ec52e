"""Pictures of links: draws ``static/img/covers/*.svg`` as PNG.

Run ``python -m tools.previews`` after a cover was changed, with the system's Chromium. Messengers show these
pictures. Each names the digest of its drawing, so that a test can find one that was forgotten. A cover is flat, so
256 colours are enough and make a file of a third of the size."""

import base64
import hashlib
import struct
import zlib
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from app.paths import STATIC
from tools.screenshots.cast import launch

COVERS = STATIC / "img" / "covers"
WIDTH, HEIGHT = 1200, 630
"""Size in pixels that preview services ask for."""

SOURCE = b"Source"
"""Keyword of the text chunk with the digest (PNG, 11.3.3.2)."""

SIGNATURE = b"\x89PNG\r\n\x1a\n"

DRAW = """async ([source, width, height]) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const pen = canvas.getContext("2d");
    pen.drawImage(image, 0, 0, width, height);
    const points = pen.getImageData(0, 0, width, height).data;
    const colours = Array.from({ length: width * height }, (_, at) =>
        points[4 * at] << 16 | points[4 * at + 1] << 8 | points[4 * at + 2]);
    const counts = new Map();
    for (const each of colours) counts.set(each, (counts.get(each) ?? 0) + 1);
    const often = [...counts].sort((one, other) => other[1] - one[1] || one[0] - other[0]).map(([each]) => each);
    const palette = often.slice(0, 256);
    const parts = each => [each >> 16, each >> 8 & 255, each & 255];
    const apart = (one, other) => parts(one).reduce((sum, part, at) => sum + (part - parts(other)[at]) ** 2, 0);
    const place = new Map(often.map(each => [each, palette.reduce((best, other, at) =>
        apart(each, other) < apart(each, palette[best]) ? at : best, 0)]));
    const bytes = Uint8Array.from(colours, each => place.get(each));
    let text = "";
    for (let at = 0; at < bytes.length; at += width) text += String.fromCharCode(...bytes.subarray(at, at + width));
    return { palette, points: btoa(text) };
}"""
"""Script that reduces the picture to its 256 most frequent colours.

Every other colour becomes the nearest of them. A pixel takes a byte."""


def main() -> None:
    """Draw every cover, and print its size."""
    with sync_playwright() as playwright:
        browser = launch(playwright.chromium)
        try:
            page = browser.new_page()
            for cover in sorted(COVERS.glob("*.svg")):
                picture = cover.with_suffix(".png")
                picture.write_bytes(render_preview(page, cover))
                print(f"{picture.relative_to(STATIC)}: {picture.stat().st_size / 1000:.1f} KB")
        finally:
            browser.close()


def render_preview(page: Page, cover: Path) -> bytes:
    """Return the cover as PNG, with the digest of its source."""
    source = f"data:image/svg+xml;base64,{base64.b64encode(cover.read_bytes()).decode('ascii')}"
    found = page.evaluate(DRAW, [source, WIDTH, HEIGHT])
    points = base64.b64decode(found["points"])
    lines = (points[at : at + WIDTH] for at in range(0, len(points), WIDTH))
    chunks = (
        (b"IHDR", struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 3, 0, 0, 0)),
        (b"tEXt", SOURCE + b"\0" + digest(cover).encode("ascii")),
        (b"PLTE", b"".join(colour.to_bytes(3, "big") for colour in found["palette"])),
        (b"IDAT", zlib.compress(b"".join(b"\0" + line for line in lines), 9)),
        (b"IEND", b""),
    )
    return SIGNATURE + b"".join(_encode_chunk(kind, data) for kind, data in chunks)


def digest(cover: Path) -> str:
    """Return the digest of the drawing."""
    return hashlib.sha256(cover.read_bytes()).hexdigest()


def read_chunks(png: bytes) -> dict[bytes, bytes]:
    """Return the last chunk of each kind in a PNG.

    Raises ValueError for any other file."""
    if not png.startswith(SIGNATURE):
        raise ValueError("this is no PNG")
    found, at = dict[bytes, bytes](), len(SIGNATURE)
    while at < len(png):
        size, kind = struct.unpack(">I4s", png[at : at + 8])
        found[kind] = png[at + 8 : at + 8 + size]
        at += 12 + size
    return found


def _encode_chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


if __name__ == "__main__":
    main()
