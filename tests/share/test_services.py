"""Services of tunnels: their output, and the command that calls them."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from app.settings.settings import Settings
from app.share.services import SERVICES, Service, make_command, own_server, read_address
from app.share.tunnel import explain

PUBLIC, OWN = SERVICES[0], own_server("ada@play.example.org", 8000, None)
TOLD = '{{"connection_id": "x", "event": "{}", "address": "{}", "status": "success"}}'


@pytest.mark.parametrize(
    ("line", "address"),
    [
        (TOLD.format("tcpip-forward", "a1b2c3.lhr.life"), "https://a1b2c3.lhr.life"),
        (TOLD.format("tcpip-forward", "a1b2c3.lhr.life.evil.example"), None),
        (TOLD.format("tcpip-forward", "evil.example/x.lhr.life"), None),
        (TOLD.format("tcpip-forward", "ada@a1.lhr.life"), None),
        (TOLD.format("tcpip-forward", ""), None),
        (TOLD.format("authn", "a1b2c3.lhr.life"), None),
        ('{"event": "tcpip-forward"}', None),
        ('{"event": "tcpip-forward", "address": 7}', None),
        ("[1, 2]", None),
        ("Forwarding HTTP traffic from https://a1b2c3.lhr.life", "https://a1b2c3.lhr.life"),
        ("\x1b[32mhttps://a1b2c3.lhr.life\x1b[0m", "https://a1b2c3.lhr.life"),
        ("Your keys: https://admin.lhr.life/keys", None),
        ("Look at https://localhost.run/docs and https://a1.lhr.life.", "https://a1.lhr.life"),
        ("http://a1b2c3.lhr.life", None),
        ("", None),
    ],
)
def test_only_a_name_of_the_service_is_taken(line: str, address: str | None) -> None:
    assert read_address(line, PUBLIC) == address


def test_own_server_may_tell_any_name_and_port() -> None:
    line = TOLD.format("tcpip-forward", "play.example.org:8443")
    assert read_address(line, OWN) == "https://play.example.org:8443"


@pytest.mark.parametrize(
    ("line", "address"),
    [
        ("HTTPS: https://signet.play.example.org", "https://signet.play.example.org"),
        ("HTTPS: https://play.example.org", "https://play.example.org"),
        (" * Documentation:  https://help.example.com", None),
    ],
)
def test_a_sentence_of_an_own_server_tells_names_below_it(line: str, address: str | None) -> None:
    assert read_address(line, OWN) == address


@pytest.mark.parametrize("service", [*SERVICES, OWN, own_server("ada@play.example.org", 8000, "https://x.example")])
def test_ssh_asks_nothing_and_gives_up_by_itself(service: Service) -> None:
    command = make_command(service, "/run/tunnel", Path("/data/share_hosts"))
    assert {"BatchMode=yes", "ExitOnForwardFailure=yes", "ConnectTimeout=10"} <= set(command)


def test_own_server_with_a_known_address_runs_nothing() -> None:
    known = own_server("ada@play.example.org", 8000, "https://play.example.org")
    command = make_command(known, "/run/tunnel", Path("/data/share_hosts"))
    assert "-N" in command and command[-1] == "ada@play.example.org"
    assert command[command.index("-R") + 1] == "127.0.0.1:8000:/run/tunnel"


@pytest.mark.parametrize("written", ["-oProxyCommand=x", "ada@host; rm", "a b", "$(x)", "ssh://-x"])
def test_a_destination_is_never_an_option_of_ssh(written: str) -> None:
    with pytest.raises(ValidationError):
        Settings(share_via=written)


@pytest.mark.parametrize("written", ["ada@play.example.org", "ssh://ada@play.example.org:2222", "vps", ""])
def test_destination_is_written_as_for_ssh(written: str) -> None:
    assert Settings(share_via=f" {written} ").share_via == written


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("ada@host: Permission denied (publickey).", "no key"),
        ("ssh: Could not resolve hostname x: Name or service not known", "not found"),
        ("Error: remote port forwarding failed for listen port 8000", "taken"),
        ("Host key verification failed.", "another than before"),
        ("ssh: connect to host x port 22: Connection timed out", "in time"),
        ("anything else", "ended"),
    ],
)
def test_reasons_of_ssh_are_told_in_words(said: str, reason: str) -> None:
    assert reason in explain(["debug", said])
