"""Encryption and signature by the standards."""

import json

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from app.notifications.url_safe import decode_base64url, encode_base64url
from app.notifications.web_push_encryption import (
    CURVE,
    BadKeysError,
    encrypt,
    point_of,
    read_keys,
)
from app.notifications.web_push_keys import Vapid, new_secret
from app.rooms.model.ids import Millis
from tests.notifications.receivers import Browser, unpack

# RFC 8291, appendix A
PLAIN = b"When I grow up, I want to be a watermelon"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
RECEIVER_POINT = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
SALT, AUTH = "DGv6ra1nlYgDCS1FRnbzlw", "BTBZMqHH6r4Tts7J_aSIgg"
SENT = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
    "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_the_example_of_the_standard_comes_out_byte_by_byte() -> None:
    sender = ec.derive_private_key(int.from_bytes(unpack(SENDER), "big"), CURVE)
    body = encrypt(PLAIN, RECEIVER_POINT, AUTH, salt=unpack(SALT), sender=sender, padded=0)
    assert encode_base64url(body) == SENT


def test_only_the_browser_reads_it_and_its_length_tells_nothing() -> None:
    browser, other = Browser(), Browser()
    short, long = (encrypt(json.dumps(text).encode(), *browser.keys.values()) for text in ("a", "b" * 200))
    assert (browser.read(short), browser.read(long)) == ("a", "b" * 200)
    assert len(short) == len(long)
    assert encrypt(b'"a"', *browser.keys.values()) != short, "salt and key are drawn anew"
    with pytest.raises(InvalidTag):
        other.read(short)


def test_a_text_too_long_for_one_record_is_refused() -> None:
    with pytest.raises(ValueError, match="too long"):
        encrypt(b"x" * 4_000, *Browser().keys.values())


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [
        ("", AUTH),
        (RECEIVER_POINT, ""),
        (RECEIVER_POINT[:-2], AUTH),
        (RECEIVER_POINT, AUTH + "AAAA"),
        ("A" * 87, AUTH),
        ("not base64!", AUTH),
        (RECEIVER_POINT.replace("B", "C", 1), AUTH),
    ],
)
def test_keys_that_are_none_are_refused(p256dh: str, auth: str) -> None:
    read_keys(RECEIVER_POINT, AUTH)
    with pytest.raises(BadKeysError):
        read_keys(p256dh, auth)


def test_a_push_service_can_check_who_we_are() -> None:
    vapid = Vapid(new_secret(), "mailto:host@example.org")
    header = vapid.authorization("https://push.example:443/send/abc?x=1", Millis(1_700_000_000_000))
    scheme, _, rest = header.partition(" ")
    parts = dict(part.split("=", 1) for part in rest.split(", "))
    assert (scheme, parts["k"]) == ("vapid", vapid.public)
    head, claims, signature = parts["t"].split(".")
    assert json.loads(unpack(head)) == {"typ": "JWT", "alg": "ES256"}
    said = json.loads(unpack(claims))
    assert (said["aud"], said["sub"]) == ("https://push.example:443", "mailto:host@example.org")
    assert 0 < said["exp"] - 1_700_000_000 <= 24 * 3600
    raw = unpack(signature)
    assert len(raw) == 64
    der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, unpack(vapid.public))
    public.verify(der, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))


def test_vapid_prints_no_secret_and_omits_contact_if_unset() -> None:
    secret = new_secret()
    vapid = Vapid(secret, None)
    assert secret not in f"{vapid!r} {vapid.public} {vapid.authorization('https://push.example/', Millis(0))}"
    claims = vapid.authorization("https://push.example/", Millis(0)).split(".")[1]
    assert "sub" not in json.loads(unpack(claims))
    assert decode_base64url(encode_base64url(b"\x00\xff")) == b"\x00\xff"
    assert len(point_of(ec.generate_private_key(CURVE).public_key())) == 65
