"""Local servers that receive notifications, and browsers that can decrypt them."""

import asyncio
import base64
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from app.journal.contacts import NOBODY, Address
from app.notifications.url_safe import encode_base64url
from app.notifications.web_push_encryption import CURVE, point_of
from app.rooms.model.ids import Digest

BASE = "http://localhost:8000"


@dataclass
class Posted:
    """Received POST."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """Body as JSON."""
        return json.loads(self.body)


@dataclass
class HttpReceiver:
    """Receiver that answers each POST with the next of ``replies``, or 201.

    A reply None breaks the connection off."""

    port: int = 0
    got: list[Posted] = field(default_factory=list)
    replies: list[int | None] = field(default_factory=list)
    more: str = ""
    """Additional header lines of every reply."""

    def url(self, path: str = "/push/1") -> str:
        """Return its address."""
        return f"http://127.0.0.1:{self.port}{path}"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Take one POST, unless the sender leaves before it has come."""
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()
            return
        first, *lines = head.strip().split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        body = await reader.readexactly(int(headers["content-length"]))
        self.got.append(Posted(first.split(" ")[1], headers, body))
        status = self.replies.pop(0) if self.replies else 201
        if status is not None:
            writer.write(f"HTTP/1.1 {status} Said\r\n{self.more}Content-Length: 0\r\n\r\n".encode())
        with suppress(ConnectionError):
            await writer.drain()
            writer.close()


@dataclass
class SmtpReceiver:
    """Receiver of mails, which refuses those to addresses in ``refused``."""

    port: int = 0
    got: list[tuple[str, EmailMessage]] = field(default_factory=list)
    refused: set[str] = field(default_factory=set)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Take the mails of one connection."""
        writer.write(b"220 here\r\n")
        to = ""
        while line := (await reader.readline()).decode().strip():
            verb = line.partition(" ")[0].upper()
            if verb == "RCPT":
                to = line.partition("<")[2].partition(">")[0]
            if verb == "DATA":
                writer.write(b"354 go on\r\n")
                data = (await reader.readuntil(b"\r\n.\r\n")).removesuffix(b".\r\n")
                message = message_from_bytes(data.replace(b"\r\n..", b"\r\n."), policy=policy.default)
                self.got.append((to, message))
            is_refused = verb == "RCPT" and to in self.refused
            writer.write(b"550 nobody\r\n" if is_refused else b"221 bye\r\n" if verb == "QUIT" else b"250 well\r\n")
            if verb == "QUIT":
                break
        with suppress(ConnectionError):
            await writer.drain()
            writer.close()


@asynccontextmanager
async def listening(receiver: HttpReceiver | SmtpReceiver) -> AsyncIterator[None]:
    """Run the receiver on a free port of loopback."""
    serve: Callable[..., Any] = receiver.serve
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    receiver.port = server.sockets[0].getsockname()[1]
    try:
        yield
    finally:
        server.close()


class Browser:
    """Subscribed browser with its keys, which decrypts its messages."""

    def __init__(self, auth: bytes = b"0123456789abcdef") -> None:
        self._key = ec.generate_private_key(CURVE)
        self._auth = auth

    @property
    def keys(self) -> dict[str, str]:
        """Keys that the server knows."""
        return {"p256dh": encode_base64url(point_of(self._key.public_key())), "auth": encode_base64url(self._auth)}

    def address(self, holder: Digest, url: str, language: str = "en") -> Address:
        """Return the browser's address for notifications."""
        return Address("push", holder, url, language, self.keys)

    def read(self, body: bytes) -> Any:
        """Decrypt the message by RFC 8291."""
        salt, size, point, cipher = body[:16], body[20], body[21:86], body[86:]
        assert size == 65
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)
        info = b"WebPush: info\x00" + point_of(self._key.public_key()) + point
        ikm = _hkdf(self._key.exchange(ec.ECDH(), theirs), self._auth, info, 32)
        key = _hkdf(ikm, salt, b"Content-Encoding: aes128gcm\x00", 16)
        nonce = _hkdf(ikm, salt, b"Content-Encoding: nonce\x00", 12)
        return json.loads(AESGCM(key).decrypt(nonce, cipher, None).rstrip(b"\x00").removesuffix(b"\x02"))


def hook(url: str) -> Address:
    """Return a room's webhook."""
    return Address("hook", NOBODY, url, "en")


def mail(holder: Digest, target: str, *, is_confirmed: bool = True) -> Address:
    """Return a mail address."""
    return Address("mail", holder, target, "en", {"confirmed": "yes"} if is_confirmed else {})


def unpack(text: str) -> bytes:
    """Decode base64url."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _hkdf(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=SHA256(), length=length, salt=salt, info=info).derive(secret)
