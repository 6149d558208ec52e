"""Browsers on their way from a former address of the server to its present one.

A browser keeps no cookie across addresses. So the former address gives it a ticket, which works once. At the
present address the ticket brings the device, the name and the language back."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from app.web.http.identity import Holder, digest_of, new_token

LIFE_S = 120.0
MOST_TICKETS = 2_000


@dataclass(frozen=True, slots=True)
class Move:
    """One browser that moves."""

    device: Holder
    name: str
    """Name that the browser keeps; empty without one."""
    language: str
    """Language that it keeps; empty without one."""
    path: str
    """Page to which it moves."""
    address: str
    """Address it had at the former name; empty if the tunnel does not tell."""
    agent: str
    """Its own description."""

    def is_same_browser(self, address: str, agent: str) -> bool:
        """Return whether a browser is surely the one that moves.

        Otherwise a stranger could send somebody a ticket, and so share the seats that are taken with it."""
        return bool(self.address) and (self.address, self.agent) == (address, agent)


class Moves:
    """Tickets that were given out and not used."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._tickets: dict[str, tuple[float, Move]] = {}

    def offer(self, move: Move) -> str:
        """Return a ticket for a browser. It works once, for two minutes."""
        self._drop_old()
        ticket = new_token()
        self._tickets[digest_of(ticket)] = self._clock() + LIFE_S, move
        return ticket

    def find(self, ticket: str) -> Move | None:
        """Return the move of a ticket that still works, or None."""
        self._drop_old()
        found = self._tickets.get(digest_of(ticket))
        return found[1] if found is not None else None

    def take(self, ticket: str) -> Move | None:
        """Return the move of a ticket and use the ticket up; None if it does not work."""
        move = self.find(ticket)
        self._tickets.pop(digest_of(ticket), None)
        return move

    def _drop_old(self) -> None:
        now = self._clock()
        while self._tickets:
            oldest = next(iter(self._tickets))
            if self._tickets[oldest][0] > now and len(self._tickets) < MOST_TICKETS:
                return
            del self._tickets[oldest]
