"""Who we are to a push service (RFC 8292): a key pair made on the first start, and a word signed with it."""

import json
from dataclasses import dataclass
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from app.notifications.web_push_encryption import CURVE, packed, point_of, unpacked
from app.rooms.model.ids import Millis

GOOD_S = 12 * 3600
"""How long a signed word is good; a service may refuse more than a day."""


def new_secret() -> str:
    """A new private key, base64url."""
    return packed(ec.generate_private_key(CURVE).private_numbers().private_value.to_bytes(32, "big"))


@dataclass(frozen=True)
class Vapid:
    """The server's key pair."""

    secret: str
    contact: str | None
    """Where a push service reaches whoever runs this server: an https or mailto address."""

    def __repr__(self) -> str:
        return "Vapid(...)"

    @property
    def public(self) -> str:
        """The public key, base64url, as browsers take it."""
        return packed(point_of(self._key.public_key()))

    def authorization(self, endpoint: str, now: Millis) -> str:
        """The Authorization header for a push service."""
        parts = urlsplit(endpoint)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": now // 1000 + GOOD_S}
        if self.contact is not None:
            claims["sub"] = self.contact
        signed = f"{_part({'typ': 'JWT', 'alg': 'ES256'})}.{_part(claims)}"
        r, s = decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(SHA256())))
        return f"vapid t={signed}.{packed(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}, k={self.public}"

    @property
    def _key(self) -> ec.EllipticCurvePrivateKey:
        return ec.derive_private_key(int.from_bytes(unpacked(self.secret), "big"), CURVE)


def _part(data: dict[str, object]) -> str:
    return packed(json.dumps(data, separators=(",", ":")).encode())
