"""Check of all addresses of a running server, for its operator."""

from collections.abc import Sequence

from app.console.addresses import address_here, addresses_there
from app.settings.settings import Settings
from app.share.check import check_address

SOUND, UNSOUND = 0, 1
"""The exit codes when every address leads here, and when one does not."""


def examine(settings: Settings) -> tuple[int, Sequence[str]]:
    """Ask each address whether it leads to the server that runs here.

    Return an exit code, and lines for the person at the keyboard."""
    here = address_here(settings.host, settings.port)
    lines: list[str] = []
    code = SOUND
    for address in dict.fromkeys((here, *addresses_there(settings.host, settings.port, settings.public_urls))):
        report = check_address(address, here)
        lines.append(f"{address}: {report.problem or 'leads here.'}")
        lines += [f"    {report.remark}"] if report.remark else []
        if report.problem is not None:
            code = UNSOUND
            if address == here:
                break
    return code, lines
