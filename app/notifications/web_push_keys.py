"""Identity towards push services (RFC 8292): a key pair and signed tokens."""

import json
from dataclasses import dataclass
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from app.notifications.web_push_encryption import CURVE, decode_base64url, encode_base64url, point_of
from app.rooms.model.ids import Millis

GOOD_S = 12 * 3600
"""Seconds a signed token is valid. A service may refuse more than a day."""


def new_secret() -> str:
    """Make a new private key, base64url."""
    return encode_base64url(ec.generate_private_key(CURVE).private_numbers().private_value.to_bytes(32, "big"))


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
        return encode_base64url(point_of(self._key.public_key()))

    def authorization(self, endpoint: str, now: Millis) -> str:
        """Return the Authorization header for a push service."""
        parts = urlsplit(endpoint)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": now // 1000 + GOOD_S}
        if self.contact is not None:
            claims["sub"] = self.contact
        signed = f"{_part({'typ': 'JWT', 'alg': 'ES256'})}.{_part(claims)}"
        r, s = decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(SHA256())))
        return f"vapid t={signed}.{encode_base64url(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}, k={self.public}"

    @property
    def _key(self) -> ec.EllipticCurvePrivateKey:
        return ec.derive_private_key(int.from_bytes(decode_base64url(self.secret), "big"), CURVE)


def _part(data: dict[str, object]) -> str:
    return encode_base64url(json.dumps(data, separators=(",", ":")).encode())
