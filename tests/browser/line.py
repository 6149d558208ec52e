"""Player's connection to the table, which fails in several ways and recovers."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from playwright.sync_api import WebSocketRoute, expect

from tools.player import Player

AWAY = ":is(.is-off, [data-presence=offline])"
"""Selector of the chair or seat of somebody who is away."""


class Line:
    """Connection of a player's browser that drops in one way after the other."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self._is_cut = False
        self._open: list[tuple[WebSocketRoute, WebSocketRoute]] = []
        self._ways = self._next_failure()
        player.context.route_web_socket(re.compile(r"/live\?"), self._keep_socket)

    @contextmanager
    def drop(self, others: list[Player]) -> Iterator[None]:
        """Keep the player disconnected during the block.

        ``others`` see it. Afterwards the player reconnects without help."""
        address, seat = self.player.page.url, find_seat(self.player)
        drop, mend = next(self._ways)
        drop()
        for other in others:
            expect(other.page.locator(seat + AWAY)).to_have_count(1)
        yield
        mend(address)
        expect(self.player.page.locator("#status")).to_have_attribute("data-state", "live")
        for other in others:
            expect(other.page.locator(seat + AWAY)).to_have_count(0)

    def _next_failure(self) -> Iterator[tuple[Callable[[], None], Callable[[str], None]]]:
        while True:
            yield self._leave_the_net, self._find_the_net
            yield self._close_the_page, self._open_the_page
            yield self._cut, self._mend

    def _leave_the_net(self) -> None:
        self._is_cut = True
        self.player.context.set_offline(True)
        expect(self.player.page.locator("#status")).to_have_attribute("data-state", "lost")

    def _find_the_net(self, _: str) -> None:
        self._is_cut = False
        self.player.context.set_offline(False)

    def _close_the_page(self) -> None:
        self.player.page.close()

    def _open_the_page(self, address: str) -> None:
        self.player.page = self.player.new_page()
        self.player.page.goto(address)

    def _cut(self) -> None:
        self._is_cut = True
        while self._open:
            for end in self._open.pop():
                end.close()
        expect(self.player.page.locator("#status")).to_have_attribute("data-state", "lost")

    def _mend(self, _: str) -> None:
        self._is_cut = False

    def _keep_socket(self, socket: WebSocketRoute) -> None:
        if self._is_cut:
            socket.close(code=1013)
        else:
            self._open.append((socket, socket.connect_to_server()))


def find_seat(player: Player) -> str:
    """Return a selector of the player's seat on all pages; in the lobby, a chair."""
    mine = player.page.locator(".seat.is-you" if player.phase != "lobby" else ".chair.is-you")
    return f"#{mine.get_attribute('id')}"
