"""Notifications by mail, where a mail server is configured.

An address must be confirmed first, and every mail has a link that ends them."""

import asyncio
import hashlib
import hmac
import smtplib
import ssl
from collections.abc import Callable
from email.message import EmailMessage
from email.utils import make_msgid

from app.journal.contacts import Address
from app.notifications.channel import SENT, LinkAction, Outcome
from app.notifications.texts import Digest, Letter, Words, letter, path_of, question, to_seat, write_status
from app.notifications.url_safe import encode_base64url
from app.rooms.due_notifications import DueNotification
from app.rooms.model.ids import RoomCode
from app.rooms.model.room import Room
from app.settings.notifications import MailSettings

SOCKET_S = 10.0


class Mail:
    """Sends mails."""

    def __init__(
        self, settings: MailSettings, public_url: Callable[[], str], secret: str, words: Words, digest: Digest
    ) -> None:
        """Take the settings.

        Links begin with what ``public_url`` gives, and are signed by ``secret``."""
        self._public_url = public_url
        self._settings = settings
        self._secret = secret.encode()
        self._words = words
        self._digest = digest

    async def send(self, room: Room, due: DueNotification, address: Address) -> Outcome:
        """Implement Sender."""
        words = self._words(address.language)
        stop = self.link(room.code, address, "stop")
        notice = to_seat(room, due, words, write_status(room, due.seat, address.language, self._digest))
        said = letter(notice, f"{self._public_url()}{path_of(room.code)}", stop, words)
        return await self._send(address.target, said, stop)

    async def ask(self, room: RoomCode, address: Address) -> Outcome:
        """Ask an address to confirm that it wants notifications."""
        said = question(self.link(room, address, "confirm"), self._words(address.language))
        return await self._send(address.target, said, None)

    def link(self, room: RoomCode, address: Address, action: LinkAction) -> str:
        """Return the link that confirms or ends notifications to that address."""
        return f"{self._public_url()}{path_of(room)}/mail/{action}/{self.token(room, address, action)}"

    def token(self, room: RoomCode, address: Address, action: LinkAction) -> str:
        """Return the token of such a link.

        It follows from the secret, so nothing is stored."""
        said = "\n".join((action, room, address.holder, address.target))
        return encode_base64url(hmac.digest(self._secret, said.encode(), hashlib.sha256))

    async def _send(self, to: str, said: Letter, stop: str | None) -> Outcome:
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self._settings.sender, to, said.subject
        message["Message-ID"] = make_msgid(domain=self._settings.sender.rpartition("@")[2].strip(" >"))
        message["Auto-Submitted"] = "auto-generated"
        if stop is not None:
            message["List-Unsubscribe"] = f"<{stop}>"
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message.set_content(said.text)
        try:
            await asyncio.to_thread(self._deliver, message)
        except smtplib.SMTPRecipientsRefused as error:
            codes = {code for code, _ in error.recipients.values()}
            return Outcome("gone" if all(code >= 500 for code in codes) else "again", "refused")
        except (smtplib.SMTPConnectError, smtplib.SMTPHeloError, ConnectionError) as error:
            return Outcome("again", type(error).__name__)
        except (smtplib.SMTPException, OSError, ValueError) as error:
            return Outcome("failed", type(error).__name__)
        return SENT

    def _deliver(self, message: EmailMessage) -> None:
        s = self._settings
        secured = ssl.create_default_context()
        if s.tls == "tls":
            made: smtplib.SMTP = smtplib.SMTP_SSL(s.host, s.port, timeout=SOCKET_S, context=secured)
        else:
            made = smtplib.SMTP(s.host, s.port, timeout=SOCKET_S)
        with made as server:
            if s.tls == "starttls":
                server.starttls(context=secured)
            if s.user:
                server.login(s.user, s.password.get_secret_value())
            server.send_message(message)
