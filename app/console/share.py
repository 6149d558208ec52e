"""Share mode: opens a tunnel, prints its address, checks that it leads here."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from app.console.qr import show_qr
from app.settings.open_word import make_word, make_word_link
from app.settings.settings import Settings
from app.share.check import Report, check_address
from app.share.listener import Listener, open_listener
from app.share.names import TunnelNames
from app.share.services import SERVICES, Service, own_server
from app.share.tunnel import NoSshError, Tunnel

CHECKS = 6
"""Number of checks after which a failure is reported. They go on, more rarely."""
CHECK_EVERY_S, LATER_EVERY_S = 2.0, 10.0

NO_SSH = (
    "This machine has no program ssh, so there is no public address. Install OpenSSH (on Windows: Settings, Optional "
    "features, OpenSSH Client), then start again."
)
NOBODY = "No service gave a public address. Friends on your own network can play; Signet goes on trying."
CUT = "The tunnel was cut: {reason}. Signet opens it again by itself; nothing is lost."
BACK = "The tunnel is open again at the same address."
MOVED = "The tunnel has a new address. Players at the old one are brought along; send the others this link:"
TO_OPEN = "To open tables, yourself: {link}"
LEADS_NOWHERE = "{address} doesn't lead here yet. {problem}"
LEADS_HERE = "{address} leads here now."
NO_CLIENT_ADDRESSES = "This tunnel doesn't tell who is who, so all who come by it share one set of limits."
READ_BY = (
    "Whoever runs {name} can read all that passes, cards included. --share-via takes a server of your own instead."
)


class Share:
    """A tunnel to this server, and what is said about it on the terminal."""

    def __init__(self, settings: Settings, listener: Listener, here: str) -> None:
        """Take the settings.

        ``listener`` is the end of the tunnel on this machine, ``here`` the server's address on it."""
        self.names = TunnelNames(listener.port)
        self.listener = listener
        self.settings = settings
        """Settings of the shared server, with a word for opening tables."""
        self._is_word_new = settings.open_word is None
        if self._is_word_new:
            self.settings = settings.model_copy(update={"open_word": make_word()})
        self._here = here
        self._has_started = threading.Event()
        self._is_cut = False
        self._openings = 0
        """Number of times that the tunnel was opened; a new one ends the check before it."""
        self._service: Service | None = None

    def describe(self) -> tuple[str, list[str]]:
        """Return the tunnel's address, empty without one, and remarks about it."""
        service = self._service
        remarks = [TO_OPEN.format(link=self.word_link)] if self.word_link else []
        if service is not None and service.is_public:
            remarks.append(READ_BY.format(name=service.name))
        return self.names.url or "", remarks

    @property
    def word_link(self) -> str:
        """Link that opens tables; empty if the operator chose the word, and knows it."""
        if not self._is_word_new:
            return ""
        return make_word_link(self.names.url or self._here, self.settings.open_word)

    def on_started(self) -> None:
        """Note that the server answers, so that the tunnel can be checked."""
        self._has_started.set()

    def on_opened(self, address: str, service: Service) -> None:
        """Take a new address of the tunnel, and say it unless the start says it."""
        was, self._is_cut = self.names.url, False
        is_same, self._service = service == self._service, service
        self.names.put(address, is_same=is_same)
        if self._has_started.is_set() and was == address:
            print(f"\n{BACK}", flush=True)
        elif self._has_started.is_set():
            print(f"\n{MOVED if was else 'Now there is a public address:'}\n\n  {address}\n", flush=True)
            if self.word_link:
                print(f"  {TO_OPEN.format(link=self.word_link)}\n", flush=True)
            show_qr(address)
        self._openings += 1
        threading.Thread(target=self._check, args=(address, self._openings), daemon=True).start()

    def on_failed(self, service: Service, reason: str) -> None:
        """Say that a service could not be used, or once that the tunnel was cut."""
        if self.names.url is None:
            if not self._has_started.is_set():
                print(f"  {service.name}: {reason}.", flush=True)
        elif not self._is_cut:
            self._is_cut = True
            print(f"\n{CUT.format(reason=reason)}", flush=True)

    def _check(self, address: str, opening: int) -> None:
        """Check until the address leads here, then whether the tunnel tells who asks."""
        self._has_started.wait()
        tries = 0
        while opening == self._openings:
            report = check_address(address, self._here)
            if report.problem is None:
                self._take_report(report, is_late=tries >= CHECKS)
                return
            tries += 1
            if tries == CHECKS:
                print(f"\n{LEADS_NOWHERE.format(address=address, problem=report.problem)}", flush=True)
            time.sleep(CHECK_EVERY_S if tries < CHECKS else LATER_EVERY_S)

    def _take_report(self, report: Report, *, is_late: bool) -> None:
        """Take the report of an address that leads here. Ignore it if it is a former one."""
        if self.names.url != report.address:
            return
        self.names.is_believed = report.is_forwarded
        if is_late:
            print(f"\n{LEADS_HERE.format(address=report.address)}", flush=True)
        if not report.is_forwarded:
            print(f"\n{NO_CLIENT_ADDRESSES}", flush=True)


@contextmanager
def open_share(settings: Settings, here: str) -> Iterator[Share]:
    """Open a tunnel as the settings say, and close it at the end.

    Wait until there is an address, or until every service has failed once. ``here``: the server's address on this
    machine. Raises OSError."""
    with open_listener() as listener:
        share = Share(settings, listener, here)
        services = list_services(settings)
        try:
            tunnel = Tunnel(services, listener.where, settings.data / "share_hosts", share.on_opened, share.on_failed)
        except NoSshError:
            print(NO_SSH, flush=True)
            yield share
            return
        print(f"Asking {services[0].name} for a public address ...", flush=True)
        tunnel.start()
        try:
            tunnel.wait()
            if share.names.url is None:
                print(NOBODY, flush=True)
            yield share
        finally:
            tunnel.stop()


def list_services(settings: Settings) -> tuple[Service, ...]:
    """Return the services to try, the first one first."""
    if settings.share_via:
        return (own_server(settings.share_via, settings.share_port, settings.main_url),)
    return SERVICES
