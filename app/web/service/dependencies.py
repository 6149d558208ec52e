"""Dependencies of all routes, made once by ``app.main``.

Routes find them through the connection."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import cast

from starlette.requests import HTTPConnection

from app.live.manager import RoomManager
from app.live.mirrors import Mirrors
from app.live.replays import Replays
from app.live.work_queue import Asker
from app.metrics import Metrics
from app.notifications.notifications import Notifications
from app.rooms.model.ids import Millis, RoomCode
from app.rooms.model.refusals import refuse
from app.rooms.model.room import Room
from app.settings.limits import Figures
from app.settings.settings import Settings
from app.web.history_cache import HistoryCache
from app.web.html.renderer import Renderer
from app.web.http.errors import RefusedError, too_fast
from app.web.http.identity import Holder, device_of_form, list_cookie_devices, list_hands
from app.web.http.language import language
from app.web.http.limits import Limits, address_of
from app.web.http.name import read_kept_name
from app.web.http.origin import Origins
from app.web.service.command_service import CommandService
from app.web.service.file_reader import FileReader
from app.web.service.moves import Moves
from app.web.text.languages import ENGLISH, LANGUAGES
from engine.core.seats import Viewer

ARRIVED, NOT_BEFORE = "signet.arrived", "signet.not_before"
"""Scope keys: arrival of the request, and earliest time of the answer.

Both times are by ``time.perf_counter``."""

FORM, USED, SHOWN = "signet.form", "signet.used", "signet.shown"
"""Scope keys: id of the form, devices that hold a seat, all devices shown.

The seated devices are listed by the names of their cookies."""

ANSWERED_AFTER_S = 0.25
"""Delay of an answer to a wrong secret, in seconds after its arrival.

A sleeping room is loaded and replayed before its secrets can be compared; an unknown code needs no such time. The
delay hides the difference."""


@dataclass(frozen=True)
class Dependencies:
    """Dependencies of one server's routes."""

    settings: Settings
    manager: RoomManager
    service: CommandService
    limits: Limits
    origins: Origins
    renderer: Renderer
    now: Callable[[], Millis]
    replays: Replays
    mirrors: Mirrors
    history: HistoryCache
    metrics: Metrics
    notifications: Notifications
    files: FileReader
    moves: Moves = field(default_factory=Moves)

    @property
    def figures(self) -> Figures:
        """The figures of the limits."""
        return self.settings.figures

    def forget(self, code: RoomCode) -> None:
        """Drop everything that is kept in memory of a deleted room's games."""
        self.replays.forget(code)
        self.mirrors.forget(code)
        self.history.forget(code)

    def list_devices(self, connection: HTTPConnection) -> tuple[Holder, ...]:
        """Return all devices that a browser shows, by its cookies and its form."""
        id = connection.scope.get(FORM)
        kept: tuple[str | None, tuple[Holder, ...]] | None = connection.scope.get(SHOWN)
        # a route asks several times, and between them it may read its form
        if kept is not None and kept[0] == id:
            return kept[1]
        shown = list_cookie_devices(connection, is_https=self.is_https(connection))
        if id is not None and (own := device_of_form(id, connection)) not in shown:
            shown = (*shown, own)
        connection.scope[SHOWN] = id, shown
        return shown

    def list_hands(self, connection: HTTPConnection) -> tuple[Holder, ...]:
        """Return all devices that a browser shows, with those of further hands."""
        return tuple(hand for shown in self.list_devices(connection) for hand in list_hands(shown))

    def name(self, connection: HTTPConnection) -> str:
        """Return the name that this device keeps; empty without one."""
        return read_kept_name(connection, is_https=self.is_https(connection))

    def language(self, connection: HTTPConnection, room: Room | None = None) -> str:
        """Return the language of this device; for a socket, its page's language."""
        page = connection.query_params.get("language") if connection.scope["type"] == "websocket" else None
        if page is not None and page in LANGUAGES:
            return page
        default = room.options.language if room is not None else ENGLISH
        return language(connection, is_https=self.is_https(connection), default=default)

    def base_url(self, connection: HTTPConnection) -> str:
        """Return the base of absolute links, usable by friends of the player."""
        base = self.origins.link_base(connection)
        return f"{base}{self.settings.base_path}" if base else ""

    def is_https(self, connection: HTTPConnection) -> bool:
        """Return whether the request uses https; then its cookies are secure."""
        return self.origins.is_https(connection)

    def refuse_guess(
        self,
        connection: HTTPConnection,
        refused: str = "no_such_room",
        say: str | None = None,
        *,
        is_code: bool = False,
    ) -> RefusedError:
        """Return the refusal for a wrong code, link or token, and count it.

        An address with too many is turned away for a while. ``say`` is a more precise sentence than that of the code
        ``refused``. All answers to that connection are delayed from now on, so that their timing tells nothing."""
        address = address_of_connection(connection)
        self.answers_later(connection)
        wait = self.limits.wrong_code(address) if is_code else self.limits.wrong(address)
        return too_fast(wait) if wait else RefusedError(refuse(refused, say))

    def answers_later(self, connection: HTTPConnection) -> None:
        """Delay all answers to that connection, so that their timing tells nothing."""
        if self.limits.is_on:
            connection.scope[NOT_BEFORE] = connection.scope.get(ARRIVED, time.perf_counter()) + ANSWERED_AFTER_S


def dependencies(connection: HTTPConnection) -> Dependencies:
    """Return the dependencies of the server that owns this connection."""
    return cast(Dependencies, connection.app.state.dependencies)


def asker_of(connection: HTTPConnection, room: Room, seat: Viewer) -> Asker:
    """Return the budget key for work on past games.

    It consists of the address, and the seat there if there is one."""
    return Asker(address_of_connection(connection), (room.code, seat) if seat is not None else None)


def address_of_connection(connection: HTTPConnection) -> str:
    """Return the address that is counted for this connection."""
    return address_of(connection.client.host if connection.client else None)
