"""Where a server is reached, and what it says of that when it starts."""

import socket
import sys

from app.settings import EVERYWHERE, Settings

NOWHERE = ("192.0.2.1", 9)
"""An address for examples: asking which way leads there sends nothing."""


def tell_addresses(settings: Settings, port: int, *, is_kept: bool = True) -> None:
    """Prints where the server is reached, with a QR code for phones, and where its data lie; ``is_kept``: whether they
    stay when it stops."""
    import segno  # noqa: PLC0415 - who does not serve needs none

    here, there = addresses(settings.host, port, settings.public_url)
    print("Signet is ready.\n")
    print(f"  On this machine:   {here}")
    if there is not None:
        print(f"  For your friends:  {there}")
    if is_kept and settings.database_url is None:
        print(f"  Kept in:           {settings.data.absolute()}")
    if there is not None:
        print()
        if (sys.stdout.encoding or "").lower().startswith("utf"):
            segno.make(there, error="l", micro=False).terminal(sys.stdout, border=2, compact=True)
        if there == settings.public_url and there.startswith("http://"):
            print("  Without https, others on the network can read what is sent.")
    after = "running games carry on when you start it again" if is_kept else "this game is forgotten then"
    print(f"\nStop it with Ctrl-C; {after}.", flush=True)


def addresses(host: str, port: int, public_url: str | None) -> tuple[str, str | None]:
    """The address for this machine and the one for others, if there is one."""
    is_everywhere = host in ("", EVERYWHERE, "::")
    here = f"http://{'localhost' if is_everywhere else _in_url(host)}:{port}"
    if public_url is not None:
        return here, public_url
    lan = _lan_address() if is_everywhere else None
    return here, f"http://{lan}:{port}" if lan else None


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _lan_address() -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(NOWHERE)
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith("127.") else address
