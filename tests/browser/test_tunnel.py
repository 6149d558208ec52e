"""Games through a tunnel that is cut, and comes back under another name."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from app.web.http.identity import cookie_name
from engine.registry import GAMES
from tests.browser.conftest import MakePlayer
from tests.browser.sheets import open_chat
from tests.browser.tables import AT_ONCE
from tests.proxied.tunnel import NAMES, TunnelService, find_word_link, run_tunnel_service
from tools.player import Player, play
from tools.served import Served

pytestmark = [pytest.mark.browser, pytest.mark.slow("a server, an sshd, a proxy and two browsers")]

PLAYED_MS = 240_000

OF_NETWORK = re.compile("SSL certificate|Failed to load resource|WebSocket connection|ERR_")

ONE, TWO = (f"https://{name}" for name in NAMES)


@pytest.fixture
def service() -> Iterator[TunnelService]:
    """Tunnel service of one test."""
    with run_tunnel_service() as found:
        yield found


@pytest.fixture
def shared(service: TunnelService, tmp_path: Path) -> Iterator[Served]:
    """Server that is shared through the service, with its limits."""
    server = Served(tmp_path, {**service.settings, "SIGNET_LIMITS": "on", "SIGNET_LIMIT_SELF_PLAY_SECONDS": "0.1"})
    server.start()
    yield server
    server.stop()


@pytest.fixture
def anyone(person: MakePlayer) -> Iterator[MakePlayer]:
    """Factory of players whose browsers write about the cut and the certificate."""
    players: list[Player] = []

    def make(*given: Any, **settings: Any) -> Player:
        players.append(person(*given, **settings))
        return players[-1]

    yield make
    for player in players:
        player.problems[:] = [each for each in player.problems if not OF_NETWORK.search(each)]


def begin_game(
    anyone: MakePlayer, service: TunnelService, shared: Served, game: str, home: str = ""
) -> tuple[Player, Player]:
    """Let two people begin a game by the first name.

    The host is elsewhere, or at the address ``home``."""
    word = find_word_link(shared.log).removeprefix(ONE)
    elsewhere: dict[str, Any] = {"proxy": {"server": service.proxy}, "ignore_https_errors": True}
    ada = anyone("Ada", f"{home}{word}") if home else anyone("Ada", f"{ONE}{word}", **elsewhere)
    ben = anyone("Ben", ONE, **elsewhere)
    link = ada.open_room(game, **AT_ONCE)
    assert link.startswith(f"{ONE}/r/")
    ben.sit_down(link)
    ada.begin()
    ben.wait_for_game()
    return ada, ben


def let_a_bot_play(player: Player, room: str, seat: int) -> None:
    """Let a bot play for the player, through the tunnel, while the page watches."""
    name = cookie_name(NAMES[1], is_https=True)
    token = next(each["value"] for each in player.context.cookies(TWO) if each["name"] == name)
    answer = player.context.request.post(
        f"{TWO}/api/rooms/{room.removeprefix('/r/')}/commands",
        data={"do": "stand_in", "seat": seat, "level": "easy"},
        headers={"authorization": f"Bearer {token}", "origin": TWO},
    )
    assert answer.ok, answer.text()


@pytest.mark.parametrize("game", GAMES)
def test_a_round_goes_on_while_the_tunnel_gets_another_name(
    anyone: MakePlayer, service: TunnelService, shared: Served, game: str
) -> None:
    ada, ben = begin_game(anyone, service, shared, game)
    room = ada.page.url.removeprefix(ONE)
    while not (asked := [player for player in (ada, ben) if player.is_asked]):
        ada.page.wait_for_timeout(50)
    asked[0].choose()
    service.rename(NAMES[1])
    service.cut()
    for player in (ada, ben):
        player.page.wait_for_url(f"{TWO}{room}")
        player.wait_for_game()
    assert not asked[0].is_asked, "the card is still sealed"
    play([ada, ben], choices=5)
    for seat, player in enumerate((ada, ben)):
        let_a_bot_play(player, room, seat)
    for player in (ada, ben):
        expect(player.page.locator("#phase[data-phase=finished]")).to_have_count(1, timeout=PLAYED_MS)


def test_open_pages_follow_when_the_old_name_leads_nowhere(
    anyone: MakePlayer, service: TunnelService, shared: Served
) -> None:
    ada, ben = begin_game(anyone, service, shared, next(iter(GAMES)))
    room = ada.page.url.removeprefix(ONE)
    service.forget(NAMES[0])
    service.rename_now(NAMES[1])
    for player in (ada, ben):
        player.page.wait_for_url(f"{TWO}{room}")
        player.wait_for_game()
    play([ada, ben], choices=2)


def test_the_host_at_home_has_the_new_link_at_once(anyone: MakePlayer, service: TunnelService, shared: Served) -> None:
    ada = anyone("Ada", f"{shared.url}{find_word_link(shared.log).removeprefix(ONE)}")
    ada.open_room()
    link, code = ada.page.locator("#join-link"), ada.page.locator(".qr-dark").first
    expect(link).to_have_value(re.compile(f"^{ONE}/r/"))
    before = code.get_attribute("d")
    service.rename(NAMES[1])
    service.cut()
    expect(link).to_have_value(re.compile(f"^{TWO}/r/"))
    assert code.get_attribute("d") != before
    assert ada.page.url.startswith(shared.url), "at home nothing moves"


def test_a_page_keeps_its_text_before_it_moves(anyone: MakePlayer, service: TunnelService, shared: Served) -> None:
    ada, ben = begin_game(anyone, service, shared, next(iter(GAMES)), shared.url)
    open_chat(ben)
    field = ben.page.locator("form[data-clear] [name=text]")
    field.fill("wait for me")
    service.rename(NAMES[1])
    service.cut()
    with ben.page.expect_response(re.compile("/update")):
        # it is told that the server has moved, and polls
        pass
    ben.page.wait_for_timeout(3_000)
    assert ben.page.url.startswith(ONE) and field.input_value() == "wait for me"
    field.press("Enter")
    expect(ada.page.locator("#chat")).to_contain_text("wait for me")
    ben.page.wait_for_url(f"{TWO}/r/*")
