"""Browser for the tests of abuse, which stores cookies and sends them back."""

from dataclasses import dataclass, field
from http.cookies import SimpleCookie

from httpx2 import Response

from tests.web.tables import BASE, DEVICE_COOKIE, GAME, Table, Web


@dataclass
class Browser:
    """Browser at one server, with its cookies."""

    web: Web
    jar: dict[str, str] = field(default_factory=dict)

    def get(self, path: str) -> Response:
        """Return a page."""
        return self._request("GET", path)

    def post(self, path: str, **fields: str) -> Response:
        """Return the answer to a form of the server's pages."""
        return self._request("POST", path, fields)

    def join(self, table: Table, name: str) -> Response:
        """Join a table by its link and return the answer."""
        return self.post(f"/r/{table.code}/join/{table.join_key}", name=name)

    def open_room(self, name: str, path: str = "/rooms") -> str:
        """Open a room and return its code."""
        answer = self.post(path, name=name, game=GAME)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"].split("/")[2]

    @property
    def device(self) -> str | None:
        """Device secret that the server gave to this browser."""
        return self.jar.get(DEVICE_COOKIE)

    def _request(self, method: str, path: str, fields: dict[str, str] | None = None) -> Response:
        self.web.client.cookies.clear()
        headers = {"cookie": "; ".join(f"{name}={value}" for name, value in self.jar.items())} if self.jar else {}
        if method == "POST":
            headers |= {"origin": BASE, "content-type": "application/x-www-form-urlencoded"}
        answer = self.web.client.request(method, path, data=fields, headers=headers, follow_redirects=False)
        self.web.client.cookies.clear()
        for line in answer.headers.get_list("set-cookie"):
            for name, kept in SimpleCookie(line).items():
                self.jar[name] = kept.value
                if kept["max-age"] == "0":
                    del self.jar[name]
        return answer
