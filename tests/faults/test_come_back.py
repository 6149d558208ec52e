"""Whoever lost their phone asks at one process, and the host answers at another one on the same Postgres."""

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx2
import pytest
from websockets.asyncio.client import ClientConnection, connect

from tests.faults.players import post
from tests.faults.processes import PATIENCE_S, wait_for_all
from tests.faults.test_workers import WORKERS, running
from tests.web.routes.test_repeated import form_of

pytestmark = [pytest.mark.fault, pytest.mark.asyncio, pytest.mark.slow("several processes are started")]


class LostPhone:
    """A new browser with the invite link, at one process."""

    def __init__(self, url: str, link: str) -> None:
        self._url = url
        self._link = link
        self._cookies = httpx2.Cookies()

    def get(self, path: str = "") -> httpx2.Response:
        """A page, that of the invite first of all."""
        return self._request("GET", path or self._link)

    def asks(self, code: str, name: str) -> httpx2.Response:
        """The answer to: I'm ``name``."""
        sent_to = f"/r/{code}/back/{self._link.rpartition('/')[2]}"
        return self._request("POST", sent_to, form_of(self.get().text, sent_to) | {"name": name})

    def _request(self, method: str, path: str, fields: dict[str, str] | None = None) -> httpx2.Response:
        headers = {"origin": self._url} if fields else {}
        # no https here: to read whom the world trusts costs more than all else that is asked
        with httpx2.Client(base_url=self._url, cookies=self._cookies, timeout=PATIENCE_S, verify=False) as line:
            answer = line.request(method, path, data=fields, headers=headers)
            self._cookies = line.cookies
        return answer


async def hears(socket: ClientConnection, askers: int) -> dict[str, Any]:
    """The view in which so many ask to come back."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            view = json.loads(await socket.recv()).get("view")
            if view and len(view["room"]["askers"]) == askers:
                return dict(view)


async def test_whoever_asks_at_one_process_is_let_back_at_another(tmp_path: Path) -> None:
    with running(tmp_path) as (server, postgres):
        wait_for_all(server, postgres, WORKERS)
        here, there, *_ = server.own_urls
        rooms = f"{here}/api/rooms"
        opened = post(rooms, {"name": "Ada", "game": "adel_verpflichtet"})
        code, table, host = opened["room"], f"{rooms}/{opened['room']}", opened["token"]
        key = opened["links"]["join"].rpartition("/")[2]
        gina = post(f"{table}/seats", {"name": "Gina", "key": key})["token"]
        post(f"{table}/commands", {"do": "begin"}, host)
        headers = {"Authorization": f"Bearer {host}"}
        async with connect(f"{table.replace('http', 'ws', 1)}/live", additional_headers=headers, proxy=None) as socket:
            await hears(socket, 0)
            phone = LostPhone(there, f"/r/{code}/join/{key}")
            answer = await asyncio.to_thread(phone.asks, code, "Gina")
            assert answer.status_code == 303
            assert "Waiting for the table" in (await asyncio.to_thread(phone.get)).text
            (asker,) = (await hears(socket, 1))["room"]["askers"]
            await socket.send(json.dumps({"id": "l", "do": "let_back", "on": True} | asker_of(asker)))
            assert CAME in [line["text"] for line in (await hears(socket, 0))["said"]]
        answer = await asyncio.to_thread(phone.get)
        assert (answer.status_code, answer.headers["location"]) == (303, f"/r/{code}")
        page = await asyncio.to_thread(phone.get, f"/r/{code}")
        assert (page.status_code, "data-live" in page.text) == (200, True)
        seen = await asyncio.to_thread(view_of, table.replace(here, there), gina)
        assert (seen["you"], len(seen["devices"])) == (1, 2), "the old device keeps the seat"


CAME = "Gina's seat was opened on one more device."


def asker_of(asker: dict[str, Any]) -> dict[str, Any]:
    """Who is meant, as a command says it."""
    return {"seat": asker["seat"], "number": asker["number"]}


def view_of(table: str, token: str) -> dict[str, Any]:
    """What the seat of that token sees."""
    headers = {"Authorization": f"Bearer {token}"}
    return dict(httpx2.get(table, headers=headers, timeout=PATIENCE_S, verify=False).raise_for_status().json())
