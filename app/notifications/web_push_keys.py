"""Identity towards push services (RFC 8292): a key pair and signed tokens."""

import json
import secrets
from dataclasses import dataclass
from urllib.parse import urlsplit

from app.notifications.url_safe import decode_base64url, encode_base64url
from app.rooms.model.ids import Millis

GOOD_S = 12 * 3600
"""Seconds a signed token is valid. A service may refuse more than a day."""

ORDER = 0xFFFFFFFF_00000000_FFFFFFFF_FFFFFFFF_BCE6FAAD_A7179E84_F3B9CAC2_FC632551
"""Order of the curve P-256 (SEC 2, 2.4.2).

A private key is a number from 1 to one below it."""


def new_secret() -> str:
    """Make a new private key, base64url."""
    return encode_base64url((1 + secrets.randbelow(ORDER - 1)).to_bytes(32, "big"))


@dataclass(frozen=True)
class Vapid:
    """The server's key pair."""

    secret: str
    contact: str | None
    """Contact of the operator for push services: an https or mailto address."""

    def __repr__(self) -> str:
        return "Vapid(...)"

    @property
    def public(self) -> str:
        """The public key, base64url, as browsers take it."""
        from app.notifications.web_push_encryption import derive_key, point_of

        return encode_base64url(point_of(derive_key(decode_base64url(self.secret)).public_key()))

    def authorization(self, endpoint: str, now: Millis) -> str:
        """Return the Authorization header for a push service."""
        from app.notifications.web_push_encryption import derive_key, sign

        parts = urlsplit(endpoint)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": now // 1000 + GOOD_S}
        if self.contact is not None:
            claims["sub"] = self.contact
        signed = f"{_part({'typ': 'JWT', 'alg': 'ES256'})}.{_part(claims)}"
        signature = sign(derive_key(decode_base64url(self.secret)), signed.encode())
        return f"vapid t={signed}.{encode_base64url(signature)}, k={self.public}"


def _part(data: dict[str, object]) -> str:
    return encode_base64url(json.dumps(data, separators=(",", ":")).encode())
