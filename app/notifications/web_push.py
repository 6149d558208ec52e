"""Notifications by a browser's push service (RFC 8030), the page open or not."""

import hashlib
import hmac
from collections.abc import Callable

import orjson

from app.journal.contacts import Address
from app.notifications.address_policy import ForbiddenAddressError, Guard
from app.notifications.channel import Outcome, outcome_of
from app.notifications.http_post import NotSentError, UnknownDeliveryError, post
from app.notifications.texts import Digest, Words, path_of, to_seat, write_status
from app.notifications.url_safe import encode_base64url
from app.notifications.web_push_keys import Vapid
from app.rooms.due_notifications import DueNotification
from app.rooms.model.ids import Millis
from app.rooms.model.room import Room
from app.share.names import TunnelNames

TTL_S = 24 * 3600
"""Seconds that a service keeps the notification for a device that is off."""


class Push:
    """Sends calls to browsers."""

    def __init__(
        self, guard: Guard, vapid: Vapid, words: Words, digest: Digest, now: Callable[[], Millis], tunnel: TunnelNames
    ) -> None:
        """``tunnel``: names of a tunnel; a browser may have subscribed under a former one."""
        self._guard = guard
        self._vapid = vapid
        self._words = words
        self._digest = digest
        self._now = now
        self._tunnel = tunnel

    async def send(self, room: Room, due: DueNotification, address: Address) -> Outcome:
        """Implement Sender."""
        from app.notifications.web_push_encryption import BadKeysError, encrypt

        told = write_status(room, due.seat, address.language, self._digest)
        notice = to_seat(room, due, self._words(address.language), told)
        said = {"title": notice.title, "body": notice.text, "tag": room.code, "url": path_of(room.code)}
        if self._tunnel.url is not None:
            said["at"] = self._tunnel.url
        try:
            body = encrypt(orjson.dumps(said), address.details["p256dh"], address.details["auth"])
            return outcome_of(await post(self._guard, address.target, self._headers(room, address), body))
        except (BadKeysError, KeyError, ForbiddenAddressError):
            return Outcome("gone", "not allowed")
        except NotSentError as error:
            return Outcome("again", str(error))
        except UnknownDeliveryError as error:
            return Outcome("failed", str(error))

    def _headers(self, room: Room, address: Address) -> dict[str, str]:
        # a later notification of the same room replaces one that was not delivered yet
        topic = hmac.digest(self._vapid.secret.encode(), room.code.encode(), hashlib.sha256)
        return {
            "Authorization": self._vapid.authorization(address.target, self._now()),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(TTL_S),
            "Urgency": "high",
            "Topic": encode_base64url(topic)[:32],
        }
