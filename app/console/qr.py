"""QR codes on the terminal."""

import sys


def show_qr(address: str) -> None:
    """Print an address as a QR code, where the terminal can."""
    import segno  # noqa: PLC0415 - who does not serve needs none

    if (sys.stdout.encoding or "").lower().startswith("utf"):
        segno.make(address, error="l", micro=False).terminal(sys.stdout, border=2, compact=True)
