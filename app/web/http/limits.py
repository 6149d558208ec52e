"""Rate limits of an address, seat or room, and limits on wrong secrets.

All counts live in this process and end with it. The limits shared by all processes on one store are divided among
them, see :meth:`Limits.share`. An IPv6 address counts as its whole /64, which is what one household gets."""

import ipaddress
import time
from collections import Counter
from collections.abc import Callable, Iterable

from app.live.work_queue import Asker
from app.rooms.model.ids import RoomCode
from app.settings.limits import Figures
from app.web.http.buckets import BoundedDefaultDict, Bucket, Window
from engine.core.seats import Seat, Viewer

MOST_KEYS = 50_000
"""Largest number of addresses and seats counted at once."""

HOUR_S, DAY_S = 3600.0, 86_400.0

STATIC_COST = 0.1

LEAST_WORK_S = 0.05
"""Processor time needed for a page about a past game; most take less."""

Clock = Callable[[], float]
"""Monotonic clock in seconds."""


class TooManySocketsError(Exception):
    """Too many sockets of an address, a room or a seat."""


UNKNOWN = "unknown"
"""Address of all whose own is not known: they count together."""

Ip = ipaddress.IPv4Address | ipaddress.IPv6Address


def ip_of(text: str) -> Ip | None:
    """Parse an IP address, without its zone; None if it is none.

    IPv4 written as IPv6 becomes IPv4."""
    try:
        ip = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return ip.ipv4_mapped or ip if isinstance(ip, ipaddress.IPv6Address) else ip


def address_of(host: str | None) -> str:
    """Return the address to count: IPv4 as it is, the /64 of IPv6.

    All invalid addresses share one value."""
    ip = ip_of(host or "")
    if ip is None:
        return UNKNOWN
    return str(ipaddress.ip_network((ip, 64), strict=False) if ip.version == 6 else ip)


class Addresses:
    """Set of addresses and networks, such as those of proxies.

    Raises ValueError for an entry that is neither."""

    def __init__(self, written: Iterable[str]) -> None:
        self._networks = tuple(ipaddress.ip_network(each, strict=False) for each in written)

    def __contains__(self, host: str) -> bool:
        ip = ip_of(host)
        return ip is not None and any(ip in network for network in self._networks)


class Limits:
    """Counters of one server. Waits are in seconds; 0 means no wait."""

    def __init__(self, figures: Figures, *, is_on: bool = True, clock: Clock = time.monotonic) -> None:
        f = figures
        self._figures = f
        self.is_on = is_on
        self._clock = clock
        self._requests = BoundedDefaultDict(lambda: Bucket(f.requests_burst, f.requests_per_second, clock()), MOST_KEYS)
        self._commands = BoundedDefaultDict(lambda: Bucket(f.commands_burst, f.commands_per_second, clock()), MOST_KEYS)
        self._guesses = BoundedDefaultDict(lambda: Bucket(f.commands_burst, f.commands_per_second, clock()), MOST_KEYS)
        self._chat = BoundedDefaultDict(lambda: Bucket(f.chat_burst, 1 / f.chat_seconds, clock()), MOST_KEYS)
        watcher = (f.chat_burst, 1 / f.chat_seconds)
        watchers = (f.watchers_chat_burst, 1 / f.watchers_chat_seconds)
        self._watcher_chat = BoundedDefaultDict(lambda: Bucket(*watcher, clock()), MOST_KEYS)
        self._watchers_chat = BoundedDefaultDict(lambda: Bucket(*watchers, clock()), MOST_KEYS)
        self._rooms = BoundedDefaultDict(
            lambda: (Window(f.rooms_per_hour, HOUR_S), Window(f.rooms_per_day, DAY_S)), MOST_KEYS
        )
        self._lessons = BoundedDefaultDict(
            lambda: (Window(f.lessons_per_hour, HOUR_S), Window(f.lessons_per_day, DAY_S)), MOST_KEYS
        )
        self._mails = BoundedDefaultDict(lambda: Window(f.mails_per_day, DAY_S), MOST_KEYS)
        self._mails_to = BoundedDefaultDict(lambda: Window(f.mails_to_one_per_day, DAY_S), MOST_KEYS)
        self._wrong = BoundedDefaultDict(lambda: Bucket(f.wrong_burst, 1 / f.wrong_seconds, clock()), MOST_KEYS)
        history = (f.history_burst_seconds, f.history_share)
        history_of_seat = (f.history_seat_burst_seconds, f.history_seat_share)
        self._history = BoundedDefaultDict(lambda: Bucket(*history, clock()), MOST_KEYS)
        self._history_of_seat = BoundedDefaultDict(lambda: Bucket(*history_of_seat, clock()), MOST_KEYS)
        self._wrong_codes = Bucket(f.wrong_codes_burst, f.wrong_codes_per_second, clock())
        self._among = 1
        self._sockets: Counter[tuple[str, str, Viewer]] = Counter()

    def share(self, processes: int) -> None:
        """Divide the limits of the whole server among so many processes.

        These are the limits on wrong secrets, and on work for people without a seat. A process sees only a part, so
        it counts each case that many times. Limits that protect one process, such as requests and sockets, stay its
        own."""
        self._among = max(1, processes)

    def request(self, address: str, *, is_static: bool = False) -> float:
        """Count a request or handshake; a picture or a style sheet costs a tenth."""
        cost = STATIC_COST if is_static else 1.0
        return self._requests[address].take(self._clock(), cost) if self.is_on else 0.0

    def command(self, room: RoomCode, seat: Seat) -> float:
        """Count a command of a seat."""
        return self._commands[room, seat].take(self._clock()) if self.is_on else 0.0

    def chat(self, room: RoomCode, seat: Seat) -> float:
        """Count a chat message of a seat."""
        return self._chat[room, seat].take(self._clock()) if self.is_on else 0.0

    def guess_of_watcher(self, room: RoomCode, address: str) -> float:
        """Count a watcher's guess of a coming reveal: an address has as many as a seat."""
        return self._guesses[room, address].take(self._clock()) if self.is_on else 0.0

    def watchers_chat(self, room: RoomCode, address: str) -> float:
        """Count a watcher's chat message.

        An address has as many as a seat. All watchers of a room share a limit, too."""
        if not self.is_on:
            return 0.0
        wait = self._watcher_chat[room, address].take(self._clock())
        return wait or self._watchers_chat[room].take(self._clock())

    def open_room(self, address: str, *, is_lesson: bool = False) -> float:
        """Count a new room or lesson, separately. :meth:`room_not_opened` undoes it."""
        if not self.is_on:
            return 0.0
        now, windows = self._clock(), self._get_open_windows(address, is_lesson)
        wait = max(window.wait(now) for window in windows)
        if wait == 0:
            for window in windows:
                window.add(now, self._among)
        return wait

    def room_not_opened(self, address: str, *, is_lesson: bool = False) -> None:
        """Undo the count of the last room or lesson, which was not created."""
        if self.is_on:
            for window in self._get_open_windows(address, is_lesson):
                window.undo(self._among)

    def mail(self, address: str, to: str) -> float:
        """Count a mail that asks for consent to mails.

        ``address``: the network address that asked for it. ``to``: the mail address."""
        if not self.is_on:
            return 0.0
        now, windows = self._clock(), (self._mails[address], self._mails_to[to])
        wait = max(window.wait(now) for window in windows)
        if wait == 0:
            for window in windows:
                window.add(now, self._among)
        return wait

    def guess(self, address: str) -> float:
        """Return the wait in seconds before a room code may be looked up.

        The request shows no secret.

        After too many wrong codes of an address or the whole server, right and wrong codes wait alike.
        Otherwise the answer would reveal a right code."""
        if not self.is_on:
            return 0.0
        now, cost = self._clock(), self._cost_of_wrong
        return max(self._wrong[address].wait(now, cost), self._wrong_codes.wait(now, self._cost_of_code))

    def wrong_code(self, address: str) -> float:
        """Count a room code that is wrong, or not yet known to be right."""
        if self.is_on:
            self._wrong_codes.take(self._clock(), self._cost_of_code)
        return self.wrong(address)

    def no_wrong_code(self, address: str) -> None:
        """Undo the count of a code that was right or never looked up."""
        if self.is_on:
            self._wrong_codes.give(self._cost_of_code)
            self._wrong[address].give(self._cost_of_wrong)

    def wrong(self, address: str) -> float:
        """Count a wrong code, link or token.

        A right link or token is never delayed by that: nobody guesses 128 bits, and a household shares one address."""
        return self._wrong[address].take(self._clock(), self._cost_of_wrong) if self.is_on else 0.0

    def history_wait(self, asker: Asker) -> float:
        """Return the seconds until the caller may ask for more work on past games."""
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
        """Count a socket while the block runs, or until it is marked as ended.

        Entering raises TooManySocketsError."""
        return CountedSocket(self, address, room, viewer)

    def begin_socket(self, address: str, room: RoomCode, viewer: Viewer) -> None:
        """Count a socket until :meth:`end_socket`. Raises TooManySocketsError."""
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
        """Remove a socket from the count."""
        for key in (("address", address, None), ("room", room, None), ("viewer", room, viewer)):
            self._sockets[key] -= 1
            if self._sockets[key] <= 0:
                del self._sockets[key]

    @property
    def _cost_of_code(self) -> float:
        # a bucket holds no more than its burst: one at a time, then a longer wait
        return min(self._among, self._figures.wrong_codes_burst)

    @property
    def _cost_of_wrong(self) -> float:
        return min(self._among, self._figures.wrong_burst)

    def _history_buckets(self, asker: Asker) -> tuple[Bucket, ...]:
        of_address = self._history[asker.address]
        return (of_address,) if asker.who is None else (of_address, self._history_of_seat[asker.who])

    def _get_open_windows(self, address: str, is_lesson: bool) -> tuple[Window, Window]:
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
        """Mark the socket as closed, with any code."""
        self.__exit__()
