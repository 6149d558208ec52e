"""A browser as the tests of abuse have it: it keeps cookies as they are set and shows them again."""

from dataclasses import dataclass, field
from http.cookies import SimpleCookie

from httpx2 import Response

from tests.web.tables import BASE, DEVICE_COOKIE, GAME, Table, Web


@dataclass
class Browser:
    """A browser at that server, with its cookies."""

    web: Web
    jar: dict[str, str] = field(default_factory=dict)

    def get(self, path: str) -> Response:
        """A page."""
        return self._asks("GET", path)

    def post(self, path: str, **fields: str) -> Response:
        """The answer to a form of a page of the server."""
        return self._asks("POST", path, fields)

    def joins(self, table: Table, name: str) -> Response:
        """The answer to whoever sits down by the table's link."""
        return self.post(f"/r/{table.code}/join/{table.join_key}", name=name)

    def opens(self, name: str, path: str = "/rooms") -> str:
        """Opens a table; its code."""
        answer = self.post(path, name=name, game=GAME)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"].split("/")[2]

    @property
    def device(self) -> str | None:
        """The secret that it has from the server."""
        return self.jar.get(DEVICE_COOKIE)

    def _asks(self, method: str, path: str, fields: dict[str, str] | None = None) -> Response:
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
