"""Two tables of the web's tests that share one deal."""

from fastapi import FastAPI

from app.live.manager import RoomManager
from app.live.shared_deals import SharedDeals
from app.rooms.model.ids import RoomCode
from tests.abuse.browsers import Browser
from tests.web.tables import Table, Web


def offer(web: Web, *names: str, **options: str) -> Table:
    """Return a lobby whose host has offered its cards to a second table."""
    first = web.open(*names, options={**options})
    assert first.post(0, do="offer_deal").is_success
    return first


def open_second(first: Table, *names: str) -> Table:
    """Open the second table by its link, and seat its players."""
    browser = Browser(first.web)
    link = first.view(0)["room"]["deal"]["link"]
    assert browser.get(link).status_code == 200
    answer = browser.post(link, name=names[0])
    assert answer.status_code == 303, answer.text
    code = RoomCode(answer.headers["location"].split("/")[2])
    second = Table(first.web, code, {}, [browser.device or ""])
    second.links["join"] = second.view(0)["room"]["join_link"]
    assert second.post(0, do="options", options={"grace": 0, "bot_pace": 0}).is_success
    for name in names[1:]:
        second.sit(name)
    return second


def look(*tables: Table) -> None:
    """Let the server look at the tables' shared deals, as it does every few seconds."""
    web = tables[0].web
    app, portal = web.client.app, web.client.portal
    assert isinstance(app, FastAPI)
    assert portal is not None
    manager: RoomManager = app.state.dependencies.manager
    hosts = {each.code: host for each in tables if (host := manager.host(each.code)) is not None}
    portal.call(SharedDeals(manager.room, manager.submit, web.time.now).look, hosts)
