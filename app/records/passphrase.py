"""Bytes sealed under a passphrase: scrypt makes the key, ChaCha20-Poly1305 seals (RFC 7914, RFC 8439)."""

import base64
import binascii
import hashlib
import secrets
import unicodedata

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from engine.core.plain import Plain

KDF: dict[str, Plain] = {"kdf": "scrypt", "n": 1 << 15, "r": 8, "p": 3}
"""How a passphrase becomes a key: 32 MiB and three passes. A file with other figures is not opened, so that nobody
chooses how much work the server has."""

CIPHER = "chacha20-poly1305"

SHORTEST, LONGEST = 10, 200
"""How many characters a passphrase has."""

SALT_BYTES, NONCE_BYTES, KEY_BYTES = 16, 12, 32

BLOCK = 4096
"""What is sealed is filled up to so many bytes: its length is not to tell how long somebody's choice is."""


BESIDE = 512
"""More than what stands around a sealed text takes."""


class WrongPassphraseError(Exception):
    """The passphrase is another one, or the file was changed."""


class MalformedSealError(ValueError):
    """What is sealed is not in the form that this program writes."""


def is_passphrase(text: str) -> bool:
    """Whether a passphrase is long enough, and no longer than it may be."""
    return SHORTEST <= len(text) <= LONGEST


def seal(data: bytes, passphrase: str, beside: bytes) -> dict[str, Plain]:
    """The data sealed; ``beside`` is open, and whoever changes it breaks the seal too. Takes about a fifth of a second.

    ``data`` is JSON: blanks fill it up."""
    salt, nonce = secrets.token_bytes(SALT_BYTES), secrets.token_bytes(NONCE_BYTES)
    filled = data + b" " * (-len(data) % BLOCK)
    text = ChaCha20Poly1305(_key(passphrase, salt)).encrypt(nonce, filled, beside)
    return {**KDF, "salt": _text(salt), "cipher": CIPHER, "nonce": _text(nonce), "text": _text(text)}


def sealed_bytes(length: int) -> int:
    """What so many bytes take at most once they are sealed and written as JSON."""
    return (length + BLOCK) * 4 // 3 + BESIDE


def unseal(sealed: Plain, passphrase: str, beside: bytes) -> bytes:
    """The data, with the blanks it was filled up with. Raises MalformedSealError, WrongPassphraseError."""
    if not isinstance(sealed, dict) or sealed.keys() != {*KDF, "salt", "cipher", "nonce", "text"}:
        raise MalformedSealError("what is sealed is not whole")
    if sealed["cipher"] != CIPHER or any(sealed[name] != value for name, value in KDF.items()):
        raise MalformedSealError("it was sealed in a way that this program does not know")
    salt, nonce, text = (_bytes(sealed[name]) for name in ("salt", "nonce", "text"))
    if len(salt) != SALT_BYTES or len(nonce) != NONCE_BYTES:
        raise MalformedSealError("what is sealed is not whole")
    try:
        return ChaCha20Poly1305(_key(passphrase, salt)).decrypt(nonce, text, beside)
    except InvalidTag as error:
        raise WrongPassphraseError from error


def _key(passphrase: str, salt: bytes) -> bytes:
    secret = unicodedata.normalize("NFC", passphrase).encode("utf-8", "replace")
    return hashlib.scrypt(secret, salt=salt, n=1 << 15, r=8, p=3, maxmem=1 << 26, dklen=KEY_BYTES)


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _bytes(text: Plain) -> bytes:
    try:
        return base64.b64decode(text if isinstance(text, str) else "?", validate=True)
    except (binascii.Error, ValueError) as error:
        raise MalformedSealError("what is sealed is not in base 64") from error
