"""Origins as operators write them, and as browsers send them."""

import pytest

from app.origin import leads_only_here, read_origin
from app.settings.settings import Settings

AS_BROWSERS_SEND_IT = {
    "https://play.example.org": "https://play.example.org",
    "https://play.example.org/": "https://play.example.org",
    "https://play.example.org:443": "https://play.example.org",
    "https://play.example.org:0443/": "https://play.example.org",
    "https://play.example.org:": "https://play.example.org",
    "http://play.example.org:80": "http://play.example.org",
    "http://play.example.org:443": "http://play.example.org:443",
    "https://play.example.org:80": "https://play.example.org:80",
    "https://play.example.org:8443": "https://play.example.org:8443",
    "HTTPS://Play.EXAMPLE.org": "https://play.example.org",
    "https://play.example.org.": "https://play.example.org",
    "https://play.example.org.:443/": "https://play.example.org",
    " \thttps://play.example.org \n": "https://play.example.org",
    "https://bücher.example": "https://xn--bcher-kva.example",
    "https://BÜCHER.example": "https://xn--bcher-kva.example",
    "https://bu\u0308cher.example": "https://xn--bcher-kva.example",
    "https://b%C3%BCcher.example": "https://xn--bcher-kva.example",
    "https://xn--bcher-kva.example": "https://xn--bcher-kva.example",
    "https://straße.example": "https://xn--strae-oqa.example",
    "https://ｐｌａｙ。example。org": "https://play.example.org",
    "https://play\u00ad.example.org": "https://play.example.org",
    "https://игра.example": "https://xn--80afo7a.example",
    "http://my_server:8000": "http://my_server:8000",
    "http://localhost:8000": "http://localhost:8000",
    "http://192.168.1.20:8000": "http://192.168.1.20:8000",
    "http://[::1]:8000": "http://[::1]:8000",
    "http://[2001:DB8:0:0:0:0:0:1]": "http://[2001:db8::1]",
    "http://[::ffff:192.168.1.20]:8000": "http://[::ffff:c0a8:114]:8000",
}

REFUSED = [
    "play.example.org",
    "play.example.org:443",
    "//play.example.org",
    "https:/play.example.org",
    "https:play.example.org",
    "ftp://play.example.org",
    "https://",
    "https:///",
    "https://:443",
    "https://.",
    "https://play..example.org",
    "https://-play.example.org",
    "https://play.example.org/signet",
    "https://play.example.org//",
    "https://play.example.org?x",
    "https://play.example.org/?",
    "https://play.example.org#x",
    "https://play.example.org\\",
    "https://user@play.example.org",
    "https://user:secret@play.example.org",
    "https://play.example.org:port",
    "https://play.example.org:0",
    "https://play.example.org:65536",
    "https://play.example.org:-1",
    "https://play.example.org:４４３",
    "https://play.exa mple.org",
    "https://play.example.org;x",
    "https://*.example.org",
    "https://☃️‍💥.example",
    "https://192.168.1.256",
    "https://192.168.1",
    "https://3232235786",
    "https://0x7f.1",
    "https://192.168.001.020",
    "https://[::1",
    "https://::1",
    "https://[fe80::1%25eth0]",
    "https://[192.168.1.20]",
    "http://0.0.0.0:8000",
    "http://[::]:8000",
    f"https://{'a' * 64}.example",
    f"https://{'a.' * 127}example",
]


@pytest.mark.parametrize(("written", "sent"), AS_BROWSERS_SEND_IT.items())
def test_an_address_is_what_browsers_send(written: str, sent: str) -> None:
    assert str(read_origin(written)) == sent
    assert Settings(public_url=written).public_urls == (sent,)


@pytest.mark.parametrize("written", REFUSED)
def test_what_is_no_address_is_refused_with_a_sentence(written: str) -> None:
    with pytest.raises(ValueError, match=r"^\S+ .+") as refused:
        read_origin(written)
    assert "secret" not in str(refused.value)
    assert not str(refused.value).endswith(".")


def test_several_are_listed_each_once() -> None:
    written = "https://Play.example.org:443, http://192.168.1.20:8000\nhttps://play.example.org https://b.example,"
    assert Settings(public_url=written).public_urls == (
        "https://play.example.org",
        "http://192.168.1.20:8000",
        "https://b.example",
    )
    for none in ("", " ", ","):
        assert Settings(public_url=none).public_urls == ()


@pytest.mark.parametrize(
    ("address", "is_only_here"),
    [
        ("http://localhost:8000", True),
        ("http://127.0.0.1:8000", True),
        ("http://127.1.2.3", True),
        ("http://[::1]:8000", True),
        ("http://[::ffff:7f00:1]:8000", True),
        ("http://192.168.1.20:8000", False),
        ("https://localhost.example", False),
        ("", False),
    ],
)
def test_loopback_leads_nowhere_from_elsewhere(address: str, *, is_only_here: bool) -> None:
    assert leads_only_here(address) is is_only_here
