"""Destinations of the server's requests: allowed ones and forbidden ones."""

import asyncio
import ipaddress
import socket
from typing import Any

import pytest

from app.notifications import address_policy
from app.notifications.address_policy import ForbiddenAddressError, Guard, hosts_of, is_public
from app.notifications.http_post import NotSentError, UnknownDeliveryError, post
from tests.notifications.receivers import HttpReceiver, listening

OPEN = Guard(is_loopback_open=True)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "127.8.8.8", "0.0.0.1", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1", "192.0.2.1", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "::1", "fe80::1",
        "fc00::1", "fd00:ec2::254", "ff02::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "64:ff9b::7f00:1",
        "64:ff9b::808:808",
        "2002:7f00:1::", "2002:808:808::", "2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001:db8::1", "64:ff9b:1::1",
        "fec0::1", "feff:ffff::1", "192.88.99.0", "192.88.99.1", "192.88.99.255",
    ],
)  # fmt: skip
def test_private_and_disguised_addresses_are_none_of_the_internet(address: str) -> None:
    assert not is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize(
    "address", ["8.8.8.8", "1.1.1.1", "2606:4700:4700::1111", "172.32.0.1", "192.88.98.255", "192.88.100.1"]
)
def test_public_addresses_are(address: str) -> None:
    assert is_public(ipaddress.ip_address(address))


SPECIAL = [
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
    "192.0.0.0/24", "192.0.0.9/32", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24",
    "192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4",
    "240.0.0.0/4", "::/128", "::1/128", "::/96", "::ffff:0:0/96", "::ffff:0:0:0/96", "64:ff9b::/96",
    "64:ff9b:1::/48", "100::/64", "100:0:0:1::/64", "2001::/23", "2001::/32", "2001:1::1/128", "2001:1::2/128",
    "2001:1::3/128", "2001:2::/48", "2001:3::/32", "2001:4:112::/48", "2001:10::/28", "2001:20::/28",
    "2001:30::/28", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20", "5f00::/16", "fc00::/7",
    "fe80::/10", "fec0::/10", "ff00::/8",
]  # fmt: skip
"""Networks of IANA's special-purpose registries, and withdrawn ones."""


def open_to(networks: list[str]) -> list[str]:
    """Return the networks whose first or last address counts as public."""
    ends = {each: ipaddress.ip_network(each) for each in networks}
    return [each for each, network in ends.items() if is_public(network[0]) or is_public(network[-1])]


def test_no_special_network_is_ever_called() -> None:
    assert open_to(SPECIAL) == []


@pytest.mark.parametrize("version", [4, 6])
def test_our_own_list_is_enough_whatever_the_library_knows(version: int, monkeypatch: pytest.MonkeyPatch) -> None:
    of = ipaddress.IPv4Address if version == 4 else ipaddress.IPv6Address
    monkeypatch.setattr(of, "is_global", True)
    for name in ("is_multicast", "is_reserved", "is_unspecified", "is_loopback", "is_link_local"):
        monkeypatch.setattr(of, name, False)
    assert open_to(SPECIAL) == []


def test_without_the_list_withdrawn_addresses_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library calls none of them private: our list alone blocks them."""
    monkeypatch.setattr(address_policy, "_SPECIAL", ())
    monkeypatch.setattr(address_policy, "_UNICAST", ipaddress.ip_network("::/0"))
    known = {"192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.175.48.0/24", "2620:4f:8000::/48"}
    assert known | {"fec0::/10"} <= set(open_to(SPECIAL))


@pytest.mark.parametrize(
    "url",
    [
        "", "x", "http://push.example/1", "ftp://push.example/1", "file:/etc/passwd", "https://", "https:///1",
        "https://push.example:8443/1", "https://push.example:80/", "https://push.example:x/",
        "https://ada@push.example/1", "https://ada:b@push.example/1", "https://push.example/\n1",
        "https://push.example/a b", "https://pu\u0161h.example/", "https://push.example\\@evil.example/",
        "https://push.example/" + "x" * 2_000, "//push.example/1", "http://127.0.0.1/",
        "https://a..b/", "https://.a/", f"https://{'a' * 64}.example/", f"https://{'a.' * 130}example/",
    ],
)  # fmt: skip
def test_what_is_no_public_https_address_is_refused(url: str) -> None:
    with pytest.raises(ForbiddenAddressError):
        Guard().read(url)


def test_an_address_is_read_with_path_and_query() -> None:
    assert Guard().read("https://Push.Example./send/1?x=2") == ("push.example", 443, "/send/1?x=2", True)
    assert Guard().read("https://push.example:443") == ("push.example", 443, "/", True)


def test_a_list_of_hosts_is_the_whole_list() -> None:
    listed = Guard(hosts_of("push.example, .chat.example"))
    for url in ("https://push.example/1", "https://eu.chat.example/1"):
        listed.read(url)
    for url in (
        "https://evil.example/1",
        "https://a.push.example/1",
        "https://chat.example/",
        "https://xchat.example/",
    ):
        with pytest.raises(ForbiddenAddressError, match="calls no such host"):
            listed.read(url)


@pytest.mark.parametrize(
    "url", ["https://127.0.0.1/", "https://localhost/", "https://[::1]/", "https://10.0.0.1/", "https://0x7f000001/",
            "https://2130706433/", "https://127.1/", "https://169.254.169.254/latest/meta-data"],
)  # fmt: skip
def test_guard_refuses_names_that_resolve_to_private_addresses(url: str) -> None:
    with pytest.raises((ForbiddenAddressError, OSError)):
        asyncio.run(Guard().look_up(url))


def test_one_private_address_among_public_ones_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A changing DNS name gains nothing: the checked addresses are the ones used."""
    found = ["8.8.8.8"]

    def names(*_: Any, **__: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443)) for address in found]

    monkeypatch.setattr(socket, "getaddrinfo", names)
    assert asyncio.run(Guard().look_up("https://push.example/1")).address == "8.8.8.8"
    found.append("192.168.1.1")
    with pytest.raises(ForbiddenAddressError, match="private network"):
        asyncio.run(Guard().look_up("https://push.example/1"))


def test_the_setting_for_tests_opens_this_machine_and_nothing_else() -> None:
    assert asyncio.run(OPEN.look_up("http://127.0.0.1:9/x")).port == 9
    for url in ("http://10.0.0.1:9/", "http://push.example/", "https://192.168.1.1/"):
        with pytest.raises(ForbiddenAddressError):
            asyncio.run(OPEN.look_up(url))


def test_a_redirect_is_an_answer_and_not_followed() -> None:
    async def sends() -> None:
        receiver = HttpReceiver(replies=[302], more="Location: http://127.0.0.1:1/\r\nRetry-After: 7\r\n")
        async with listening(receiver):
            reply = await post(OPEN, receiver.url("/a?b=1"), {"X-One": "1"}, b"body")
        assert (reply.status, reply.retry_after_s) == (302, 7)
        (got,) = receiver.got
        assert (got.path, got.body, got.headers["x-one"]) == ("/a?b=1", b"body", "1")
        assert got.headers["host"] == f"127.0.0.1:{receiver.port}"

    asyncio.run(sends())


def test_post_distinguishes_unsent_requests_from_unknown_deliveries() -> None:
    async def fails() -> None:
        receiver = HttpReceiver(replies=[None])
        async with listening(receiver):
            with pytest.raises(UnknownDeliveryError):
                await post(OPEN, receiver.url(), {}, b"")
        with pytest.raises(NotSentError):
            await post(OPEN, receiver.url(), {}, b"")
        with pytest.raises(ValueError, match="two lines"):
            async with listening(receiver):
                await post(OPEN, receiver.url(), {"X": "a\r\nY: b"}, b"")

    asyncio.run(fails())
