"""URL-safe base64 without padding, "base64url" (RFC 4648, 5)."""

import base64


def encode_base64url(data: bytes) -> str:
    """Encode bytes, without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode_base64url(text: str) -> bytes:
    """Decode a text with or without padding. Raises ValueError."""
    bare = text.rstrip("=")
    return base64.b64decode(bare + "=" * (-len(bare) % 4), altchars=b"-_", validate=True)
