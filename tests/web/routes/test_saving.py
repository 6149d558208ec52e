"""Save and import over HTTP.

A host must ask some players before saving a running game, and all are told. Some imports are refused."""

import asyncio
import re
from collections.abc import Sequence
from typing import Any

import httpx2
import pytest

from app.journal.errors import StoreDownError
from app.live.host.requests import Request
from app.records import full_journal
from app.records.export import export
from app.records.room_file import read_room_file, write_room_file
from app.rooms import events as e
from app.rooms.commands import SaveTable
from app.rooms.model.ids import Millis, Version
from app.rooms.model.values import replace
from app.rooms.saving import agreement as saving
from app.web.routes.room_files import upto
from engine.core.seats import Seat
from tests.rooms.builders import holder
from tests.web.routes.test_replay import device
from tests.web.routes.test_room_files import (
    PASSPHRASE,
    TWICE,
    a_game,
    agree,
    bring,
    post,
    save_room_file,
    take_seats_by_links,
)
from tests.web.tables import Table, Web, a_web

pytestmark = pytest.mark.usefixtures("light_keys")

NOW = Millis(1 << 50)
CODES = re.compile(r"/r/([0-9A-Z]{8})/return/")


def page(table: Table, path: str, seat: int, language: str = "en") -> str:
    """Return a page of the seat's browser."""
    table.web.client.cookies.clear()
    headers = device(table, seat) | {"accept-language": language}
    return str(table.web.client.get(f"/r/{table.code}{path}", headers=headers).text)


def events(table: Table) -> Sequence[e.Event]:
    """Return the room's events."""
    portal = table.web.client.portal
    assert portal is not None
    return [entry.event for entry in portal.call(table.web.store.load, table.code)]


def test_a_host_alone_saves_no_running_game_by_any_door(web: Web) -> None:
    table = a_game(web)
    agree(table, 0)
    was = table.fingerprint()
    for _ in range(3):
        answer = post(table, "/file", 0, TWICE)
        assert (answer.status_code, b"sealed" in answer.content) == (409, False)
    assert table.post(0, do="save_table").status_code in (400, 422)
    assert table.fingerprint() == was
    assert table.post(0, do="pause").is_success
    assert post(table, "/file", 0, TWICE).status_code == 409
    assert not [event for event in events(table) if isinstance(event, e.TableSaved | e.SaveAgreed)]


def test_without_the_control_a_host_alone_saves_it(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    """The check above fails if nobody is asked."""
    monkeypatch.setattr(saving, "may_save", lambda room: True)
    assert post(a_game(web), "/file", 0, TWICE).status_code == 200


def test_save_page_lists_missing_consents_and_contents_of_file(web: Web) -> None:
    table = a_game(web)
    told = page(table, "/file", 0)
    assert "2 of 3" in told
    assert re.search(r"Still to agree:.*Ada.*Ben.*Carla", told, re.S)
    assert 'name="passphrase"' not in told
    agree(table, 1)
    assert not re.search(r"Still to agree:.*Ben", page(table, "/file", 0))
    agree(table, 2)
    assert 'name="passphrase"' in page(table, "/file", 0)
    assert 'name="passphrase"' not in page(table, "/file", 1)
    assert "Anyone who opens the file can see every card" in page(table, "", 1)
    assert table.post(1, do="leave").is_success
    assert "left or were removed" in page(table, "/file", 0)
    assert 'name="passphrase"' not in page(table, "/file", 0)


def test_save_vote_works_by_form_without_javascript(web: Web) -> None:
    table = a_game(web)
    for seat in (1, 2):
        assert post(table, "/do", seat, {"do": "vote", "motion": "save", "on": "on"}).status_code == 303
    assert post(table, "/file", 0, TWICE).status_code == 200


def test_nobody_saves_a_table_unseen(web: Web) -> None:
    """Every seat is told in its own language, and the notice stays.

    That includes a player who has muted the host."""
    table = web.playing("Ada", "Ben", "Carla", options={"grace": 30, "watchers": "public"})
    assert table.post(1, do="mute", name="Ada", on=True).is_success
    with table.socket(1) as socket:
        socket.receive_json()
        save_room_file(table)
        told: dict[str, Any] = {}
        while not told.get("saves"):
            told = socket.receive_json()["view"]["room"]["saving"]
    assert [(each["name"], each["game"]) for each in told["saves"]] == [("Ada", 1)]
    for seat in (0, 1, 2):
        assert [each["name"] for each in table.view(seat)["room"]["saving"]["saves"]] == ["Ada"]
        assert "saved this table to a file" in page(table, "", seat)
    assert "hat diesen Tisch als Datei gespeichert" in page(table, "", 1, "de")
    public = web.client.get(table.path).json()["room"]["saving"]
    assert [each["name"] for each in public["saves"]] == ["Ada"]
    assert [event for event in events(table) if isinstance(event, e.Said)] == []


def test_chat_message_about_saving_misses_player_who_muted_host(web: Web) -> None:
    """The check above fails if only a chat message tells of the save."""
    table = a_game(web)
    assert table.post(1, do="mute", name="Ada", on=True).is_success
    assert table.post(0, do="say", text="I save this table as a file.").is_success
    assert "save this table" not in page(table, "", 1)
    assert "save this table" in page(table, "", 2)


def test_saved_table_appears_in_record_and_on_fairness_page(web: Web) -> None:
    table = a_game(web)
    save_room_file(table)
    record = web.client.get(f"{table.path}/journal", headers=table.bearer(1)).json()
    assert [event["fact"] for event in record["facts"]][-2:] == ["SaveAgreed", "TableSaved"]
    assert record["facts"][-1]["seat"] == 0
    running = page(table, "/fairness", 1)
    assert re.search(r"saved to a file while it was running[^<]*<bdi[^>]*>Ada", running)
    for seat in (0, 1, 2):
        assert table.post(seat, do="vote", motion="end", on=True).status_code in (200, 409)
    over = page(table, "/fairness", 1)
    assert re.search(r"saved to a file while it was running[^<]*<bdi[^>]*>Ada", over)
    other = web.playing("Ada", "Ben", "Carla")
    assert "saved to a file while it was running" not in page(other, "/fairness", 0)


def test_one_agreement_is_one_file_however_many_ask_at_once(web: Web) -> None:
    table = a_game(web)
    agree(table, 1, 2)
    headers = device(table, 0) | {"sec-fetch-site": "same-origin"}

    async def all_at_once() -> list[int]:
        transport = httpx2.ASGITransport(app=web.client.app)
        async with httpx2.AsyncClient(transport=transport, base_url=str(web.client.base_url)) as client:
            asked = [client.post(f"/r/{table.code}/file", data=TWICE, headers=headers) for _ in range(8)]
            return [answer.status_code for answer in await asyncio.gather(*asked)]

    portal = web.client.portal
    assert portal is not None
    assert sorted(portal.call(all_at_once)) == [200] + [409] * 7
    assert len([event for event in events(table) if isinstance(event, e.TableSaved)]) == 1


def test_the_file_ends_with_the_event_that_tells_of_it(web: Web) -> None:
    table = a_game(web)
    restored = read_room_file(save_room_file(table), PASSPHRASE, NOW)
    assert [type(entry.event) for entry in restored.entries[-2:]] == [e.SaveAgreed, e.TableSaved]


def test_journal_without_save_event_yields_no_file() -> None:
    asked = Request(SaveTable, holder("Ada"), "an-id")
    said = e.Entry(Version(1), NOW, e.Said(Seat(0), "Hm."), asked.key)
    for entries in ((), (said,), (replace(said, command=None),)):
        with pytest.raises(StoreDownError):
            upto(entries, asked)
    told, other = e.Entry(Version(2), NOW, e.TableSaved(Seat(0)), asked.key), replace(said, command=None)
    assert upto((other, told, other), asked) == (other, told)


def test_running_game_cannot_be_imported_while_it_runs_here(web: Web) -> None:
    table = a_game(web)
    file = save_room_file(table)
    was = table.fingerprint()
    answer = bring(web, file)
    assert (answer.status_code, CODES.findall(answer.text)) == (409, [])
    assert "is still running at a table on this server" in answer.text
    assert table.fingerprint() == was
    assert post(table, "/delete", 0, {"confirm": table.code}).status_code == 303
    assert bring(web, file).status_code == 200
    assert bring(web, file).status_code == 409


def test_nor_under_another_code_by_way_of_another_server(web: Web) -> None:
    """The room is saved here, imported elsewhere under another code and saved there.

    Then that file is imported here while the original still exists."""
    table = a_game(web)
    with a_web() as elsewhere:
        there = take_seats_by_links(elsewhere, bring(elsewhere, save_room_file(table)), ("Ada", "Ben", "Carla"))
        assert there.code != table.code
        back = save_room_file(there)
    assert bring(web, back).status_code == 409
    for seat in (0, 1):
        assert table.post(seat, do="vote", motion="end", on=True).is_success
    assert bring(web, back).status_code == 200


def test_finished_game_can_be_imported_beside_its_original(web: Web) -> None:
    table = a_game(web)
    for seat in (0, 1):
        assert table.post(seat, do="vote", motion="end", on=True).is_success
    assert bring(web, save_room_file(table)).status_code == 200


@pytest.mark.parametrize("span", [(1 << 64) - 1, 1 << 63, 1 << 45, -1, 0])
def test_file_with_impossible_number_is_refused_and_stores_nothing(web: Web, span: int) -> None:
    table = a_game(web)
    entries = read_room_file(save_room_file(table), PASSPHRASE, NOW).entries
    given = e.Entry(Version(len(entries) + 1), entries[-1].at, e.TimeGiven(Seat(1), Millis(span), Seat(0)))
    forged = write_room_file((*entries, given), export(entries), PASSPHRASE, bytes(32))
    with a_web() as elsewhere:
        assert bring(elsewhere, forged).status_code == 422
        portal = elsewhere.client.portal
        assert portal is not None
        assert portal.call(elsewhere.store.count_phases) == {}


def test_import_trial_catches_impossible_number_without_bounds_check(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    """The check above fails only without both controls; each alone is enough."""
    monkeypatch.setattr(full_journal, "is_sound", lambda event, at: True)
    table = web.playing("Ada", "Ben", "Carla", options={"grace": 30, "clock": {"mode": "hard"}})
    entries = read_room_file(save_room_file(table), PASSPHRASE, NOW).entries
    given = e.Entry(Version(len(entries) + 1), entries[-1].at, e.TimeGiven(Seat(1), Millis(1 << 62), Seat(0)))
    forged = write_room_file((*entries, given), export(entries), PASSPHRASE, bytes(32))
    with a_web() as elsewhere:
        answer = bring(elsewhere, forged)
        assert (answer.status_code, "be continued" in answer.text) == (422, True)
    with a_web() as elsewhere:
        monkeypatch.setattr("app.live.manager.check_import", lambda room, now: None)
        assert bring(elsewhere, forged).status_code == 200


def test_a_locked_room_says_so_to_pages_programs_and_sockets(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    table, other = web.playing("Ada", "Ben"), web.playing("Zoe", "Yan")
    fails = {"times": 0}

    def failing(*_: object) -> None:
        fails["times"] += 1
        raise OverflowError

    with monkeypatch.context() as during:
        during.setattr("app.live.host.host.due_by_clock", failing)
        answers = [table.post(0, do="ping").status_code for _ in range(2)]
        answers += [table.post(0, do="say", text="Hm.").status_code for _ in range(5)]
    assert fails["times"] == 3
    refused = table.post(0, do="say", text="Hm.")
    assert (refused.status_code, refused.json()["refused"]) == (500, "room_damaged")
    assert "retry-after" not in refused.headers
    assert "Whoever runs the server has to repair it" in page(table, "", 0)
    with table.socket(0) as socket:
        assert socket.receive_json()["refused"] == "room_damaged"
        assert socket.receive()["code"] == 4002
    assert other.post(0, do="say", text="We play on.").is_success
    assert web.client.get("/healthz").status_code == 200
