"""Encryption of push messages, and our signature (RFC 8291, RFC 8188).

Only the subscribed browser can read one, not the service that carries it. The code uses primitives of
``cryptography`` and is checked against the example in the standard's appendix. This module is imported where it is
used, because that library takes a tenth of a fresh server's memory."""

import secrets

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from app.notifications.url_safe import decode_base64url

CURVE = ec.SECP256R1()
SALT_BYTES, AUTH_BYTES, POINT_BYTES = 16, 16, 65
RECORD = 4096
"""The size of a record; every message here is one."""

PADDED = 512
"""All messages are filled up to this many bytes: their lengths tell nothing."""


class BadKeysError(ValueError):
    """The keys of a subscription are none."""


def encrypt(
    text: bytes,
    p256dh: str,
    auth: str,
    *,
    salt: bytes | None = None,
    sender: ec.EllipticCurvePrivateKey | None = None,
    padded: int = PADDED,
) -> bytes:
    """Encrypt a message for the subscription with those keys (base64url).

    ``salt`` and ``sender`` are drawn if not given. Raises BadKeysError, ValueError for a text that does not fit."""
    receiver, secret = read_keys(p256dh, auth)
    salt = salt or secrets.token_bytes(SALT_BYTES)
    sender = sender or ec.generate_private_key(CURVE)
    own_point, their_point = point_of(sender.public_key()), point_of(receiver)
    shared = sender.exchange(ec.ECDH(), receiver)
    ikm = _derive(shared, secret, b"WebPush: info\x00" + their_point + own_point, 32)
    key = _derive(ikm, salt, b"Content-Encoding: aes128gcm\x00", 16)
    nonce = _derive(ikm, salt, b"Content-Encoding: nonce\x00", 12)
    # the 2 marks the last record; zeros after it are padding (RFC 8188, 2)
    plain = (text + b"\x02").ljust(padded, b"\x00")
    if len(plain) + 16 > RECORD - 86:
        raise ValueError("the message is too long for one record")
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(own_point)]) + own_point
    return head + AESGCM(key).encrypt(nonce, plain, None)


def read_keys(p256dh: str, auth: str) -> tuple[ec.EllipticCurvePublicKey, bytes]:
    """Read the keys of a browser's subscription. Raises BadKeysError."""
    try:
        point, secret = decode_base64url(p256dh), decode_base64url(auth)
        if len(point) != POINT_BYTES or len(secret) != AUTH_BYTES:
            raise BadKeysError("keys of other lengths")
        return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point), secret
    except ValueError as error:
        raise BadKeysError("no keys of a subscription") from error


def derive_key(secret: bytes) -> ec.EllipticCurvePrivateKey:
    """Return the private key of that number, in 32 bytes."""
    return ec.derive_private_key(int.from_bytes(secret, "big"), CURVE)


def sign(key: ec.EllipticCurvePrivateKey, text: bytes) -> bytes:
    """Return the signature ES256 of a text (RFC 7518, 3.4): 64 bytes."""
    r, s = decode_dss_signature(key.sign(text, ec.ECDSA(SHA256())))
    return r.to_bytes(32, "big") + s.to_bytes(32, "big")


def point_of(key: ec.EllipticCurvePublicKey) -> bytes:
    """Return a public key as 65 bytes."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=SHA256(), length=length, salt=salt, info=info).derive(secret)
