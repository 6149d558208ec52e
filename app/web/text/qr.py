"""A link as a QR code: the side of the square and the path of its dark modules, drawn by the template."""

import functools
from dataclasses import dataclass

import segno

BORDER = 2
"""Light modules around the code."""


@dataclass(frozen=True, slots=True)
class QrCode:
    """A QR code to be drawn in a square of ``side`` units."""

    side: int
    path: str
    """SVG path data: one sub-path a run of dark modules."""


@functools.lru_cache(maxsize=256)
def qr_code(link: str) -> QrCode:
    """The QR code of a link, with medium error correction."""
    # every reader takes any of the eight masks; to weigh them against each other took four fifths of the time
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
