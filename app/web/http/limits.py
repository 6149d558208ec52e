"""How much one address, seat or room may do, and how many wrong secrets are borne.

All of it lives in this process and is forgotten with it; what the processes on one store allow together they share, see
:meth:`Limits.share`. An address is the whole /64 for IPv6: that is what one household gets."""

import ipaddress
import time
from collections import Counter
from collections.abc import Callable, Iterable

from app.live.work_queue import Asker
from app.rooms.model.ids import RoomCode
from app.settings import Figures
from app.web.http.buckets import Bucket, Remembered, Window
from engine.core.seats import Seat, Viewer

MOST_KEYS = 50_000
"""Addresses and seats remembered at once."""

HOUR_S, DAY_S = 3600.0, 86_400.0

STATIC_COST = 0.1

LEAST_WORK_S = 0.05
"""Processor time that must be left for a page about a past game: most take less."""

Clock = Callable[[], float]
"""Seconds that only ever go forward."""


class TooManySocketsError(Exception):
    """One socket more than the address, the room or the seat may have."""


Ip = ipaddress.IPv4Address | ipaddress.IPv6Address


def ip_of(text: str) -> Ip | None:
    """The address in figures, without a zone, IPv4 as such even if it is written as IPv6; None for what is none."""
    try:
        ip = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return ip.ipv4_mapped or ip if isinstance(ip, ipaddress.IPv6Address) else ip


def address_of(host: str | None) -> str:
    """The address that is counted: IPv4 as it is, the /64 of IPv6, one and the same for what is no address."""
    ip = ip_of(host or "")
    if ip is None:
        return "unknown"
    return str(ipaddress.ip_network((ip, 64), strict=False) if ip.version == 6 else ip)


class Addresses:
    """Some addresses and networks: those of proxies. Raises ValueError for what is neither."""

    def __init__(self, written: Iterable[str]) -> None:
        self._networks = tuple(ipaddress.ip_network(each, strict=False) for each in written)

    def __contains__(self, host: str) -> bool:
        ip = ip_of(host)
        return ip is not None and any(ip in network for network in self._networks)


class Limits:
    """The counters of one server. Waits are in seconds; 0 means: go ahead."""

    def __init__(self, figures: Figures, *, is_on: bool = True, clock: Clock = time.monotonic) -> None:
        f = figures
        self._figures = f
        self.is_on = is_on
        self._clock = clock
        self._requests = Remembered(lambda: Bucket(f.requests_burst, f.requests_per_second, clock()), MOST_KEYS)
        self._commands = Remembered(lambda: Bucket(f.commands_burst, f.commands_per_second, clock()), MOST_KEYS)
        self._chat = Remembered(lambda: Bucket(f.chat_burst, 1 / f.chat_seconds, clock()), MOST_KEYS)
        watcher = (f.chat_burst, 1 / f.chat_seconds)
        watchers = (f.watchers_chat_burst, 1 / f.watchers_chat_seconds)
        self._watcher_chat = Remembered(lambda: Bucket(*watcher, clock()), MOST_KEYS)
        self._watchers_chat = Remembered(lambda: Bucket(*watchers, clock()), MOST_KEYS)
        self._rooms = Remembered(lambda: (Window(f.rooms_per_hour, HOUR_S), Window(f.rooms_per_day, DAY_S)), MOST_KEYS)
        self._lessons = Remembered(
            lambda: (Window(f.lessons_per_hour, HOUR_S), Window(f.lessons_per_day, DAY_S)), MOST_KEYS
        )
        self._mails = Remembered(lambda: Window(f.mails_per_day, DAY_S), MOST_KEYS)
        self._mails_to = Remembered(lambda: Window(f.mails_to_one_per_day, DAY_S), MOST_KEYS)
        self._wrong = Remembered(lambda: Bucket(f.wrong_burst, 1 / f.wrong_seconds, clock()), MOST_KEYS)
        history = (f.history_burst_seconds, f.history_share)
        history_of_seat = (f.history_seat_burst_seconds, f.history_seat_share)
        self._history = Remembered(lambda: Bucket(*history, clock()), MOST_KEYS)
        self._history_of_seat = Remembered(lambda: Bucket(*history_of_seat, clock()), MOST_KEYS)
        self._wrong_codes = Bucket(f.wrong_codes_burst, f.wrong_codes_per_second, clock())
        self._among = 1
        self._sockets: Counter[tuple[str, str, Viewer]] = Counter()

    def share(self, processes: int) -> None:
        """Lets so many processes together allow what is a limit of the whole server: wrong secrets, and what is made
        for strangers. Each counts whatever it sees for as many, for it sees a part only.

        What protects one process, such as its requests and sockets, stays each one's own."""
        self._among = max(1, processes)

    def request(self, address: str, *, is_static: bool = False) -> float:
        """One more request or handshake; a picture or a style sheet counts for a tenth."""
        cost = STATIC_COST if is_static else 1.0
        return self._requests[address].take(self._clock(), cost) if self.is_on else 0.0

    def command(self, room: RoomCode, seat: Seat) -> float:
        """One more command of a seat."""
        return self._commands[room, seat].take(self._clock()) if self.is_on else 0.0

    def chat(self, room: RoomCode, seat: Seat) -> float:
        """One more line of chat of a seat."""
        return self._chat[room, seat].take(self._clock()) if self.is_on else 0.0

    def watchers_chat(self, room: RoomCode, address: str) -> float:
        """One more line of somebody who looks on: an address has as many as a seat, all watchers of a room some."""
        if not self.is_on:
            return 0.0
        wait = self._watcher_chat[room, address].take(self._clock())
        return wait or self._watchers_chat[room].take(self._clock())

    def open_room(self, address: str, *, is_lesson: bool = False) -> float:
        """One more room, or one more lesson, which count apart; :meth:`room_not_opened` gives it back."""
        if not self.is_on:
            return 0.0
        now, windows = self._clock(), self._opened(address, is_lesson)
        wait = max(window.wait(now) for window in windows)
        if wait == 0:
            for window in windows:
                window.add(now, self._among)
        return wait

    def room_not_opened(self, address: str, *, is_lesson: bool = False) -> None:
        """The room or lesson counted last did not come to be."""
        if self.is_on:
            for window in self._opened(address, is_lesson):
                window.undo(self._among)

    def mail(self, address: str, to: str) -> float:
        """One more mail that asks whether somebody wants mails: at the word of an address of the network, to a mail
        address."""
        if not self.is_on:
            return 0.0
        now, windows = self._clock(), (self._mails[address], self._mails_to[to])
        wait = max(window.wait(now) for window in windows)
        if wait == 0:
            for window in windows:
                window.add(now, self._among)
        return wait

    def guess(self, address: str) -> float:
        """Before a room code is looked up for somebody who shows no secret.

        Right and wrong codes have to wait alike once the address or the whole server has had too many wrong ones: an
        answer to a right one only would be the very thing that is guessed for."""
        if not self.is_on:
            return 0.0
        now, cost = self._clock(), self._cost_of_wrong
        return max(self._wrong[address].wait(now, cost), self._wrong_codes.wait(now, self._cost_of_code))

    def wrong_code(self, address: str) -> float:
        """A room code that led nowhere, or is not known yet to lead somewhere."""
        if self.is_on:
            self._wrong_codes.take(self._clock(), self._cost_of_code)
        return self.wrong(address)

    def no_wrong_code(self, address: str) -> None:
        """The code that was counted as a wrong one led somewhere, or was never looked up: nobody learns of it."""
        if self.is_on:
            self._wrong_codes.give(self._cost_of_code)
            self._wrong[address].give(self._cost_of_wrong)

    def wrong(self, address: str) -> float:
        """A code, link or token that led nowhere. Whoever shows a right link or token never waits for that: nobody
        guesses 128 bits, and a household shares one address."""
        return self._wrong[address].take(self._clock(), self._cost_of_wrong) if self.is_on else 0.0

    def history_wait(self, asker: Asker) -> float:
        """How long until the address and the seat may ask for more work on past games."""
        if not self.is_on:
            return 0.0
        now = self._clock()
        return max(bucket.wait(now, LEAST_WORK_S) for bucket in self._history_buckets(asker))

    def charge_history(self, asker: Asker, seconds: float) -> None:
        """Take that processor time from the budgets of the address and of the seat."""
        if self.is_on:
            for bucket in self._history_buckets(asker):
                bucket.charge(self._clock(), seconds)

    def socket(self, address: str, room: RoomCode, viewer: Viewer) -> "CountedSocket":
        """Counts a socket as long as the block runs, or until it is told that it has ended. Entering raises
        TooManySocketsError."""
        return CountedSocket(self, address, room, viewer)

    def begin_socket(self, address: str, room: RoomCode, viewer: Viewer) -> None:
        """Counts one more socket, until :meth:`end_socket`. Raises TooManySocketsError."""
        keys = (("address", address, None), ("room", room, None), ("viewer", room, viewer))
        f = self._figures
        most = (
            f.sockets_per_address,
            f.sockets_per_room,
            f.watchers_per_room if viewer is None else f.sockets_per_seat,
        )
        if self.is_on and any(self._sockets[key] >= limit for key, limit in zip(keys, most, strict=True)):
            raise TooManySocketsError
        self._sockets.update(keys)

    def end_socket(self, address: str, room: RoomCode, viewer: Viewer) -> None:
        """Counts a socket out."""
        for key in (("address", address, None), ("room", room, None), ("viewer", room, viewer)):
            self._sockets[key] -= 1
            if self._sockets[key] <= 0:
                del self._sockets[key]

    @property
    def _cost_of_code(self) -> float:
        # no bucket holds more than it can: one at a time, and then a longer wait
        return min(self._among, self._figures.wrong_codes_burst)

    @property
    def _cost_of_wrong(self) -> float:
        return min(self._among, self._figures.wrong_burst)

    def _history_buckets(self, asker: Asker) -> tuple[Bucket, ...]:
        of_address = self._history[asker.address]
        return (of_address,) if asker.who is None else (of_address, self._history_of_seat[asker.who])

    def _opened(self, address: str, is_lesson: bool) -> tuple[Window, Window]:
        return (self._lessons if is_lesson else self._rooms)[address]


class CountedSocket:
    """One socket, counted as long as a block runs, or until :meth:`end`."""

    __slots__ = ("_address", "_limits", "_room", "_viewer")

    def __init__(self, limits: Limits, address: str, room: RoomCode, viewer: Viewer) -> None:
        self._limits, self._address, self._room, self._viewer = limits, address, room, viewer

    def __enter__(self) -> "CountedSocket":
        self._limits.begin_socket(self._address, self._room, self._viewer)
        return self

    def __exit__(self, *_: object) -> None:
        self._limits.end_socket(self._address, self._room, self._viewer)

    def end(self, _: int | None) -> None:
        """The socket is closed, with whatever code."""
        self.__exit__()
