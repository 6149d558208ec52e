"""Players without a page, for tests that look at one page alone: they sit at its table by the protocol.

A page of theirs would cost as much as the one that is looked at."""

import random
import time
from collections.abc import Mapping, Sequence
from typing import Any

import httpx2

from engine.core.plain import Plain

UNTIL_ASKED_S, LOOK_S = 60.0, 0.02


class RemotePlayer:
    """A seat at a table, held by its token."""

    def __init__(self, room_url: str, token: str, rng: random.Random) -> None:
        self.token = token
        self._room_url = room_url
        self._rng = rng

    @property
    def is_asked(self) -> bool:
        """Whether something is to be chosen and is not sealed yet."""
        return self._open_ask() is not None

    def choose(self) -> None:
        """Wait until something is to be chosen, and seal a choice."""
        until = time.monotonic() + UNTIL_ASKED_S
        while (ask := self._open_ask()) is None:
            assert time.monotonic() < until, "nothing is asked"
            time.sleep(LOOK_S)
        self.do(do="seal", ask=ask["ask"], choice=self._rng.choice(ask["choices"]))

    def do(self, **command: Plain) -> None:
        """Send a command, which must be accepted."""
        _fetch("POST", f"{self._room_url}/commands", command, self.token)

    def _open_ask(self) -> dict[str, Any] | None:
        ask: dict[str, Any] | None = self._view()["ask"]
        return None if ask is None or ask["sealed"] is not None else ask

    def _view(self) -> dict[str, Any]:
        return _fetch("GET", self._room_url, None, self.token)


def sit_down(
    url: str, names: Sequence[str], bots: int, game: str, options: Mapping[str, str | bool]
) -> tuple[str, list[RemotePlayer]]:
    """Open a room on that server, seat those people and so many bots, and begin. Returns its code and the people.

    ``options``: as they are put into the fields of the lobby."""
    api, rng = f"{url}/api/rooms", random.Random(7)
    opened = _fetch("POST", api, {"name": names[0], "game": game, "options": as_sent(options)})
    room = f"{api}/{opened['room']}"
    seats = [opened, *(_fetch("POST", f"{room}/seats", {"name": name}) for name in names[1:])]
    seated = [RemotePlayer(room, each["token"], rng) for each in seats]
    for seat in range(len(seated), len(seated) + bots):
        seated[0].do(do="bot", seat=seat, level="easy")
    seated[0].do(do="begin")
    return opened["room"], seated


def as_sent(options: Mapping[str, str | bool]) -> dict[str, Plain]:
    """The options as the protocol has them, from what is put into the fields of the lobby."""
    sent: dict[str, Any] = {}
    for key, value in options.items():
        group, _, name = key.rpartition(".")
        if key == "clock" and not value:
            # no name: its fields say what it is
            continue
        is_number = isinstance(value, str) and value.isdigit()
        (sent.setdefault(group, {}) if group else sent)[name] = int(value) if is_number else value
    return sent


def _fetch(method: str, url: str, said: dict[str, Plain] | None, token: str = "") -> dict[str, Any]:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    # no https here: to read whom the world trusts costs more than all else that is asked
    answer = httpx2.request(method, url, json=said, headers=headers, timeout=60, verify=False)
    assert answer.is_success, answer.text
    return dict(answer.json())
