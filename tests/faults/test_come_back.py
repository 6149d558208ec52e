"""Lost phone with two processes on one Postgres: the host is at the other one."""

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx2
import pytest
from websockets.asyncio.client import ClientConnection, connect

from tests.faults.players import post
from tests.faults.processes import PATIENCE_S, wait_for_all
from tests.faults.test_workers import WORKERS, run_server
from tests.web.routes.test_repeated import form_of

pytestmark = [pytest.mark.fault, pytest.mark.asyncio, pytest.mark.slow("several processes are started")]


class LostPhone:
    """New browser with the invite link, at one process."""

    def __init__(self, url: str, link: str) -> None:
        self._url = url
        self._link = link
        self._cookies = httpx2.Cookies()

    def get(self, path: str = "") -> httpx2.Response:
        """Return a page, the invitation first."""
        return self._request("GET", path or self._link)

    def claim(self, code: str, name: str) -> httpx2.Response:
        """Return the answer to: I'm ``name``."""
        sent_to = f"/r/{code}/back/{self._link.rpartition('/')[2]}"
        return self._request("POST", sent_to, form_of(self.get().text, sent_to) | {"name": name})

    def _request(self, method: str, path: str, fields: dict[str, str] | None = None) -> httpx2.Response:
        headers = {"origin": self._url} if fields else {}
        # Plain HTTP: reading the certificate authorities would cost more than all requests.
        with httpx2.Client(base_url=self._url, cookies=self._cookies, timeout=PATIENCE_S, verify=False) as line:
            answer = line.request(method, path, data=fields, headers=headers)
            self._cookies = line.cookies
        return answer


async def wait_for_claims(socket: ClientConnection, askers: int) -> dict[str, Any]:
    """Return the view in which so many ask to come back."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            view = json.loads(await socket.recv()).get("view")
            if view and len(view["room"]["askers"]) == askers:
                return dict(view)


async def test_request_at_one_process_is_granted_at_another(tmp_path: Path) -> None:
    with run_server(tmp_path) as (server, postgres):
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
            await wait_for_claims(socket, 0)
            phone = LostPhone(there, f"/r/{code}/join/{key}")
            answer = await asyncio.to_thread(phone.claim, code, "Gina")
            assert answer.status_code == 303
            assert "Waiting for the table" in (await asyncio.to_thread(phone.get)).text
            (asker,) = (await wait_for_claims(socket, 1))["room"]["askers"]
            await socket.send(json.dumps({"id": "l", "do": "let_back", "on": True} | identify(asker)))
            assert CAME in [line["text"] for line in (await wait_for_claims(socket, 0))["said"]]
        answer = await asyncio.to_thread(phone.get)
        assert (answer.status_code, answer.headers["location"]) == (303, f"/r/{code}")
        page = await asyncio.to_thread(phone.get, f"/r/{code}")
        assert (page.status_code, "data-live" in page.text) == (200, True)
        seen = await asyncio.to_thread(get_view, table.replace(here, there), gina)
        assert (seen["you"], len(seen["devices"])) == (1, 2), "the old device keeps the seat"


CAME = "Gina's seat was opened on one more device."


def identify(asker: dict[str, Any]) -> dict[str, Any]:
    """Return the requester as a command names them."""
    return {"seat": asker["seat"], "number": asker["number"]}


def get_view(table: str, token: str) -> dict[str, Any]:
    """Return the view of a token's seat."""
    headers = {"Authorization": f"Bearer {token}"}
    return dict(httpx2.get(table, headers=headers, timeout=PATIENCE_S, verify=False).raise_for_status().json())
