"""POST to somebody else's server, at the IP address that the policy has checked.

Redirects are not followed. Of the answer only the status is read."""

import asyncio
import re
import ssl
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from app.notifications.address_policy import Guard, Target

WHOLE_S = 15.0
"""Seconds for everything: lookup, connecting, sending, the answer's head."""

MOST_HEAD = 16_384

_STATUS = re.compile(rb"HTTP/1\.[01] ([1-5][0-9]{2})(?: [^\r\n]*)?\r\n")
_RETRY = re.compile(rb"\r\nretry-after:[ \t]*([0-9]{1,6})[ \t]*\r\n", re.IGNORECASE)


class NotSentError(Exception):
    """The other side took nothing: trying again cannot do it twice."""


class UnknownDeliveryError(Exception):
    """The connection broke after something was sent: it may have arrived."""


@dataclass(frozen=True, slots=True)
class Reply:
    """Answer of the other server."""

    status: int
    retry_after_s: int | None = None


async def post(guard: Guard, url: str, headers: Mapping[str, str], body: bytes) -> Reply:
    """Send one POST.

    Raises ForbiddenAddressError by the policy and NotSentError without a connection. Raises UnknownDeliveryError
    when the request may have arrived, ValueError for a header of two lines."""
    is_on_its_way = False
    try:
        async with asyncio.timeout(WHOLE_S):
            target = await guard.look_up(url)
            reader, writer = await asyncio.open_connection(
                target.address,
                target.port,
                limit=MOST_HEAD,
                ssl=ssl.create_default_context() if target.is_https else None,
                server_hostname=target.host if target.is_https else None,
            )
            try:
                is_on_its_way = True
                writer.write(_request(target, headers, body))
                await writer.drain()
                return _reply(await reader.readuntil(b"\r\n\r\n"))
            finally:
                writer.close()
                with suppress(OSError, ssl.SSLError):
                    await writer.wait_closed()
    except (TimeoutError, OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError) as error:
        # in few words and our own: what a foreign server says is not repeated
        failure = UnknownDeliveryError if is_on_its_way else NotSentError
        raise failure(type(error).__name__) from error


def _request(target: Target, headers: Mapping[str, str], body: bytes) -> bytes:
    usual = 443 if target.is_https else 80
    name = f"[{target.host}]" if ":" in target.host else target.host
    own = {
        "Host": name if target.port == usual else f"{name}:{target.port}",
        "User-Agent": "Signet",
        "Accept": "*/*",
        "Connection": "close",
        "Content-Length": str(len(body)),
    }
    lines = [f"{key}: {value}" for key, value in {**own, **headers}.items()]
    if any("\r" in line or "\n" in line for line in lines):
        raise ValueError("a header of two lines")
    head = "\r\n".join([f"POST {target.path} HTTP/1.1", *lines])
    return head.encode("ascii") + b"\r\n\r\n" + body


def _reply(head: bytes) -> Reply:
    """Read an answer's head. Raises UnknownDeliveryError for anything else."""
    status = _STATUS.match(head)
    if status is None:
        raise UnknownDeliveryError("no answer of HTTP")
    retry = _RETRY.search(head)
    return Reply(int(status[1]), int(retry[1]) if retry else None)
