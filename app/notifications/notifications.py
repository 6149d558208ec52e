"""Everything for notifications: policy, keys, channels, dispatcher."""

import secrets
from dataclasses import replace
from typing import TYPE_CHECKING

from app.journal.contacts import Kind
from app.journal.store import Store
from app.live.host.clock import Now
from app.live.manager import RoomManager
from app.notifications.address_policy import Guard, hosts_of
from app.notifications.channel import Sender
from app.notifications.dates import DateReminders
from app.notifications.dispatcher import Dispatcher
from app.notifications.texts import Digest, Words
from app.notifications.web_push import Push
from app.notifications.web_push_keys import Vapid, new_secret
from app.notifications.webhook import Hook
from app.settings.settings import Settings
from app.share.names import TunnelNames

if TYPE_CHECKING:
    from app.notifications.mail import Mail

LINK_BYTES = 32


class Notifications:
    """The ways this server calls people."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        manager: RoomManager,
        now: Now,
        wall: Now,
        words: Words,
        digest: Digest,
        tunnel: TunnelNames,
    ) -> None:
        """``wall``: the wall clock, by which push services check our signatures.

        ``tunnel``: names of a tunnel, under which players come if it has any."""
        self.contacts = store.contacts
        self.guard = Guard(hosts_of(settings.notifications.hosts), settings.notifications.loopback)
        self.hook_guard = replace(self.guard, home=hosts_of(settings.notifications.home or ""))
        """Policy for webhooks. Browsers name push services, and none of those is at home."""
        self.vapid: Vapid | None = None
        """Our keys; None until the server has started."""
        self.mail: Mail | None = None
        """Mail channel; None without a mail server or a public address for its links."""
        self.dispatcher: Dispatcher | None = None
        self._settings = settings
        self._peers = store.peers
        self._dates = DateReminders(manager, store, now)
        self._manager = manager
        self._now = now
        self._wall = wall
        self._words = words
        self._digest = digest
        self._tunnel = tunnel

    async def start(self) -> None:
        """Load our keys, make them at the first start, and begin. Raises StoreDownError."""
        settings = self._settings
        secret = await self.contacts.key("vapid", new_secret())
        self.vapid = Vapid(secret, settings.notifications.contact or _page(self._main_url()))
        senders: dict[Kind, Sender] = {
            "push": Push(self.guard, self.vapid, self._words, self._digest, self._wall, self._tunnel),
            "hook": Hook(self.hook_guard, self._main_url, self._words, self._digest),
        }
        if settings.mail.host and (settings.share or self._main_url() is not None):
            from app.notifications.mail import Mail

            links = await self.contacts.key("links", secrets.token_hex(LINK_BYTES))
            made = Mail(settings.mail, lambda: self._main_url() or "", links, self._words, self._digest)
            senders["mail"] = self.mail = made
        after = settings.notifications.after
        self.dispatcher = Dispatcher(self._manager, self.contacts, self._peers, self._now, after, senders)
        self.dispatcher.start()
        self._dates.start()

    def _main_url(self) -> str | None:
        """Return the address that links begin with, or None."""
        return self._tunnel.url or self._settings.main_url

    async def close(self) -> None:
        """Stop all notifications."""
        await self._dates.close()
        if self.dispatcher is not None:
            await self.dispatcher.close()


def _page(url: str | None) -> str | None:
    return url if url is not None and url.startswith("https://") else None
