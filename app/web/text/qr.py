"""QR code of a link: side of the square and path of its dark modules.

The template draws it."""

import functools
from dataclasses import dataclass

import segno

BORDER = 2
"""Width of the light border, in modules."""


@dataclass(frozen=True, slots=True)
class QrCode:
    """QR code to be drawn in a square of ``side`` units."""

    side: int
    path: str
    """SVG path data: one sub-path per run of dark modules."""


@functools.lru_cache(maxsize=256)
def qr_code(link: str) -> QrCode:
    """Return the QR code of a link, with medium error correction."""
    # readers accept any of the eight masks; choosing the best took four fifths of the time
    rows = [bytes(row) for row in segno.make_qr(link, error="m", mask=0).matrix]
    runs = [
        f"M{start + BORDER} {top + BORDER}h{length}v1h-{length}z"
        for top, row in enumerate(rows)
        for start, length in _runs(row)
    ]
    return QrCode(len(rows) + 2 * BORDER, "".join(runs))


def _runs(row: bytes) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for place, dark in enumerate(row):
        if dark and runs and sum(runs[-1]) == place:
            runs[-1] = (runs[-1][0], runs[-1][1] + 1)
        elif dark:
            runs.append((place, 1))
    return runs
