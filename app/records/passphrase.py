"""Encryption by passphrase: scrypt, ChaCha20-Poly1305 (RFC 7914, RFC 8439)."""

import base64
import binascii
import hashlib
import secrets
import unicodedata

from engine.core.plain import Plain

KDF: dict[str, Plain] = {"kdf": "scrypt", "n": 1 << 15, "r": 8, "p": 3}
"""Parameters of scrypt: 32 MiB and three passes.

A file with others is refused, so that nobody chooses how much work the server has."""

CIPHER = "chacha20-poly1305"

SHORTEST, LONGEST = 10, 200
"""Least and most characters of a passphrase."""

SALT_BYTES, NONCE_BYTES, KEY_BYTES = 16, 12, 32

BLOCK = 4096
"""Block size of the padding, which hides the length of choices."""


BESIDE = 512
"""More than what stands around a sealed text takes."""


class WrongPassphraseError(Exception):
    """The passphrase is another one, or the file was changed."""


class MalformedSealError(ValueError):
    """Encrypted data in a form that this program does not write."""


def is_passphrase(text: str) -> bool:
    """Return whether a passphrase has an allowed length."""
    return SHORTEST <= len(text) <= LONGEST


def seal(data: bytes, passphrase: str, beside: bytes) -> dict[str, Plain]:
    """Encrypt JSON data, padded with blanks, and authenticate ``beside``.

    It takes about a fifth of a second."""
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    salt, nonce = secrets.token_bytes(SALT_BYTES), secrets.token_bytes(NONCE_BYTES)
    filled = data + b" " * (-len(data) % BLOCK)
    text = ChaCha20Poly1305(_key(passphrase, salt)).encrypt(nonce, filled, beside)
    return {**KDF, "salt": _text(salt), "cipher": CIPHER, "nonce": _text(nonce), "text": _text(text)}


def max_sealed_bytes(length: int) -> int:
    """Return the most bytes that so many take once encrypted and written as JSON."""
    return (length + BLOCK) * 4 // 3 + BESIDE


def unseal(sealed: Plain, passphrase: str, beside: bytes) -> bytes:
    """Decrypt the data, with its padding.

    Raises MalformedSealError, WrongPassphraseError."""
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    if not isinstance(sealed, dict) or sealed.keys() != {*KDF, "salt", "cipher", "nonce", "text"}:
        raise MalformedSealError("what is sealed is not whole")
    if sealed["cipher"] != CIPHER or any(sealed[name] != value for name, value in KDF.items()):
        raise MalformedSealError("it was sealed in a way that this program does not know")
    salt, nonce, text = (_encode(sealed[name]) for name in ("salt", "nonce", "text"))
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


def _encode(text: Plain) -> bytes:
    try:
        return base64.b64decode(text if isinstance(text, str) else "?", validate=True)
    except (binascii.Error, ValueError) as error:
        raise MalformedSealError("what is sealed is not in base 64") from error
