"""Browser that several people share, over plain requests."""

from dataclasses import dataclass
from typing import Any

from fastapi import FastAPI
from httpx2 import Response

from app.rooms.model.ids import Digest
from app.rooms.model.room import Room
from app.web.http.identity import holder, list_hands
from tests.web.tables import BASE, DEVICE_COOKIE, Table, Web


@dataclass
class SharedDevice:
    """Browser with the cookie of a table's first player."""

    table: Table

    @property
    def web(self) -> Web:
        """Server of the table."""
        return self.table.web

    @property
    def headers(self) -> dict[str, str]:
        """Headers of the browser's requests."""
        return {"cookie": f"{DEVICE_COOKIE}={self.table.tokens[0]}", "origin": BASE}

    @property
    def room(self) -> Room:
        """The room as it is on the server."""
        app, portal = self.web.client.app, self.web.client.portal
        assert isinstance(app, FastAPI)
        assert portal is not None
        found = portal.call(app.state.dependencies.manager.room, self.table.code)
        assert isinstance(found, Room)
        return found

    def digest(self, number: int) -> Digest:
        """Return the digest of one of the browser's hands; 0 is the cookie's own."""
        return list_hands(holder(self.table.tokens[0]))[number].digest

    def add(self, name: str, at: str = "") -> Response:
        """Add a person, from the page of ``at`` if it is shared already."""
        path = self.path(at) if at else f"/r/{self.table.code}"
        return self.post(f"{path}/hand", name=name)

    def path(self, name: str) -> str:
        """Return the path of a person's hand."""
        person = next(who.person for who in self.room.seats if who is not None and who.name == name)
        return f"/r/{self.table.code}~{person}"

    def get(self, path: str) -> Response:
        """Fetch a page without following redirects."""
        self.web.client.cookies.clear()
        return self.web.client.get(path, headers=self.headers, follow_redirects=False)

    def post(self, path: str, **fields: Any) -> Response:
        """Send a form without following redirects."""
        self.web.client.cookies.clear()
        return self.web.client.post(path, data=fields, headers=self.headers, follow_redirects=False)


def share(web: Web, *others: str, game: str = "adel_verpflichtet", **options: Any) -> SharedDevice:
    """Open a table at which Ada and Ben share a browser, and begin its game.

    Their seats are the first two."""
    device = SharedDevice(web.open("Ada", game=game, options=options))
    assert device.add("Ben").status_code == 303
    for name in others:
        device.table.sit(name)
    assert device.table.post(0, do="begin").status_code == 200
    return device
