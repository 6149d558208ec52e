"""Process with all channels of notifications, over local receivers."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from gettext import NullTranslations
from typing import Any

from app.journal.contacts import Address, Kind
from app.journal.store import Store
from app.notifications.address_policy import Guard
from app.notifications.channel import Sender
from app.notifications.dispatcher import Dispatcher
from app.notifications.mail import Mail
from app.notifications.web_push import Push
from app.notifications.web_push_keys import Vapid, new_secret
from app.notifications.webhook import Hook
from app.settings.notifications import MailSettings
from app.share.names import TunnelNames
from app.web.table.digest import digest
from app.web.text.languages import catalogue
from tests.journal.memory_store import MemoryStore
from tests.live.hurried import WallClock
from tests.live.process import House
from tests.notifications.receivers import BASE, Browser, HttpReceiver, SmtpReceiver, listening
from tests.rooms.builders import CODE, GAME, holder

DELAY_S = 20
LATER_MS = 25_000
OPEN = Guard(is_loopback_open=True)


def words(language: str) -> NullTranslations:
    """Return the translations of a language."""
    return catalogue(language)


class Office:
    """One process that sends notifications."""

    def __init__(self, store: Store, clock: WallClock, http: HttpReceiver, smtp: SmtpReceiver, waits: int = 2) -> None:
        self.house = House(store, clock)
        self.http = http
        self.smtp = smtp
        settings = MailSettings(host="127.0.0.1", port=smtp.port, tls="off", sender="Signet <signet@play.example>")
        self.mail = Mail(settings, lambda: BASE, "s" * 64, words, digest)
        self.tunnel = TunnelNames()
        self.vapid = Vapid(new_secret(), None)
        senders: dict[Kind, Sender] = {
            "push": Push(OPEN, self.vapid, words, digest, clock, self.tunnel),
            "hook": Hook(OPEN, lambda: BASE, words, digest),
            "mail": self.mail,
        }
        manager, peers = self.house.manager, store.peers
        self.dispatcher = Dispatcher(manager, store.contacts, peers, clock, DELAY_S, senders, [0.0] * waits)

    async def send_due(self, ms: int = 0) -> None:
        """Advance the clock and send all due notifications."""
        self.house.clock.jump(ms)
        await self.dispatcher.look()
        await self.dispatcher.rest()

    async def knows(self, *addresses: Address) -> None:
        """Add these contacts."""
        for address in addresses:
            await self.house.store.contacts.put(CODE, address)

    async def list_contacts(self) -> tuple[Address, ...]:
        """Return the contacts."""
        return await self.house.store.contacts.addresses(CODE)

    async def close(self) -> None:
        """End the process."""
        await self.dispatcher.close()
        await self.house.manager.close()


@asynccontextmanager
async def an_office(
    game: str = GAME, people: int = 3, *, is_begun: bool = True, **options: Any
) -> AsyncIterator[Office]:
    """Run a process with a game that has just begun."""
    http, smtp = HttpReceiver(), SmtpReceiver()
    async with listening(http), listening(smtp):
        office = Office(MemoryStore(), WallClock(), http, smtp)
        await office.house.opens(people, is_begun=is_begun, game=game, **options)
        try:
            yield office
        finally:
            await office.close()


def phone(office: Office, name: str, path: str = "/push/1", language: str = "en") -> tuple[Browser, Address]:
    """Return a subscribed browser of that person."""
    browser = Browser()
    return browser, browser.address(holder(name), office.http.url(path), language)
