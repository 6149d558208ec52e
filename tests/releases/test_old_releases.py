"""Data of each release: operators and players can load it, with the same result.

``python -m tools.sample_release`` writes the samples of a release; docs/recipes.md says when."""

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.cli import main
from app.journal.codec import codec
from app.journal.rows import StoredRoom
from app.journal.sql.snapshot import snapshot
from app.journal.sql.store import SqlStore
from app.main import create_app
from app.rooms.events import Entry, Revealed
from app.rooms.fold import step
from app.settings.settings import Settings
from app.web.http.identity import cookie_name
from tests.journal.chains import build_chain
from tests.journal.memory_store import MemoryStore
from tests.releases.samples import RELEASES, Sample, differences, list_releases
from tests.web.routes.test_room_files import links_of
from tests.web.tables import BASE
from tools.sample_release.tables import PASSPHRASE

RENAMED = {"ahead": "plan", "ahead_when": "plan_when", "orders": "instructions", "opens_at": "reveal_at"}
"""Fields of views that protocol 0.3 names anew."""
OWN_MOMENT = re.compile(r"\.(?:here|version|deadline|reveal_at) was ")
"""Differences that depend on the moment: connections, and the server's downtime."""

OF_PLAYERS = re.compile(r"\.seats\[\]\.colour was ")
"""Difference in a seat's colour: once the game's, now the player's own."""


@pytest.fixture(params=RELEASES)
def sample(request: pytest.FixtureRequest) -> Sample:
    """Data of each release in turn."""
    return Sample(request.param)


@pytest.fixture
def data(sample: Sample, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Folder of a current server with the database of that release."""
    sample.lay_database(tmp_path / "data")
    monkeypatch.setenv("SIGNET_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture
def served(data: Path) -> Iterator[TestClient]:
    """Client of that server."""
    app = create_app(Settings(data=data, limits=False), SqlStore(address(data)))
    with TestClient(app, base_url=BASE) as client:
        yield client


def address(data: Path) -> str:
    return f"sqlite:///{data / 'signet.db'}"


def all_rooms(data: Path) -> dict[str, StoredRoom]:
    with snapshot(address(data)) as everything:
        return {kept.code: kept for kept in everything.rooms()}


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


def rename_fields(value: Any) -> Any:
    """Return a view of an old release with the field names of protocol 0.3."""
    if isinstance(value, dict):
        return {RENAMED.get(key, key): rename_fields(each) for key, each in value.items()}
    return [rename_fields(each) for each in value] if isinstance(value, list) else value


def changes(was: Any, now: Any) -> list[str]:
    return [
        each for each in differences(rename_fields(was), now) if not (OWN_MOMENT.search(each) or OF_PLAYERS.match(each))
    ]


def test_every_release_has_left_samples() -> None:
    assert len(list_releases()) >= 2
    assert set(list_releases()) <= set(RELEASES), "python -m tools.sample_release"


def test_migrate_upgrades_an_old_database_and_preserves_its_rooms(
    sample: Sample, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["migrate"]) == 0
    assert main(["check"]) == 0
    assert capsys.readouterr().out.endswith("looked over: all sound.\n")
    kept = all_rooms(data)
    for told in sample.rooms.values():
        room = kept[told["code"]]
        assert len(room.rows) == told["entries"]
        # 0.1 had no chain: it is computed over the existing rows
        assert room.head == (told["head"] or build_chain(room.code, room.rows)[-1].chain)


def test_journals_fold_to_the_states_they_led_to(sample: Sample, data: Path) -> None:
    main(["migrate"])
    kept = all_rooms(data)
    ends = []
    for told in sample.rooms.values():
        room, digests = None, []
        for row in kept[told["code"]].rows:
            entry = Entry(row.version, row.at, codec.decode(row.coded))
            room = step(room, entry)
            if isinstance(entry.event, Revealed) and room.play is not None:
                digests.append(room.play.game.digest(room.play.state))
        assert digests[-1:] == ([told["state"]] if told["state"] else [])
        ends += digests[-1:]
    assert len(set(ends)) >= 4


def test_players_and_watchers_see_what_they_saw(sample: Sample, served: TestClient) -> None:
    for told in sample.rooms.values():
        path = f"/api/rooms/{told['code']}"
        for token, view in zip(told["tokens"], told["views"], strict=True):
            assert changes(view, served.get(path, headers=bearer(token)).json()) == []
        public = served.get(path)
        if told["public"] is None:
            assert public.status_code == 404
        else:
            assert changes(told["public"], public.json()) == []


def test_pages_show_the_rooms(sample: Sample, served: TestClient) -> None:
    for name, told in sample.rooms.items():
        page = served.get(f"/r/{told['code']}", headers={"cookie": f"dev={told['tokens'][0]}"})
        assert page.status_code == 200, name
        assert all(seat["name"] in page.text for seat in told["views"][0]["seats"])


def test_a_running_game_goes_on(sample: Sample, served: TestClient) -> None:
    told = sample.rooms["adel-running"]
    asked = 0
    for token in told["tokens"]:
        path = f"/api/rooms/{told['code']}"
        ask = served.get(path, headers=bearer(token)).json()["ask"]
        if ask is not None and ask["sealed"] is None:
            command = {"do": "seal", "ask": ask["ask"], "choice": ask["choices"][-1]}
            assert served.post(f"{path}/commands", json=command, headers=bearer(token)).status_code == 200
            asked += 1
    assert asked


def test_records_are_told_alike_and_verify(
    sample: Sample, served: TestClient, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, told in sample.rooms.items():
        old, file = told["record"], tmp_path / f"{name}.json"
        file.write_text(json.dumps(old), encoding="utf-8")
        assert main(["verify", str(file)]) == 0, name
        assert capsys.readouterr().out.rstrip().endswith(old["digest"])
        now = served.get(f"/api/rooms/{told['code']}/journal", headers=bearer(told["tokens"][0])).json()
        assert differences(old["facts"], now["facts"][: len(old["facts"])]) == []
        assert now["results"] == old["results"]


def test_a_record_with_another_card_does_not_verify(sample: Sample, tmp_path: Path) -> None:
    record = sample.rooms["adel-finished"]["record"]
    sealed = [event for event in record["facts"] if event["fact"] == "ChoiceSealed"]
    sealed[0]["choice"] = next(event["choice"] for event in sealed if event["choice"] != sealed[0]["choice"])
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record), encoding="utf-8")
    assert main(["verify", str(file)]) == 1


def test_restoring_an_old_backup_equals_upgrading_its_database(
    sample: Sample, data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["migrate"])
    monkeypatch.setenv("SIGNET_DATA", str(data / "restored"))
    assert main(["restore", str(sample.backup)]) == 0
    assert main(["check"]) == 0
    assert capsys.readouterr().out.endswith("looked over: all sound.\n")
    assert all_rooms(data / "restored") == all_rooms(data)


def test_saved_rooms_are_brought_in_and_go_on(sample: Sample) -> None:
    assert len(sample.files) >= 2
    for table, file in sample.files.items():
        told = sample.rooms[table]
        with TestClient(create_app(Settings(limits=False), MemoryStore()), base_url=BASE) as client:
            form = {"file": ("room.json", file, "application/json")}
            headers = {"sec-fetch-site": "same-origin"}
            page = client.post("/rooms/import", files=form, data={"passphrase": PASSPHRASE}, headers=headers)
            links = links_of(page)
            path = f"/api/rooms/{next(iter(links.values())).split('/')[2]}"
            tokens = []
            for view in told["views"]:
                name = next(seat["name"] for seat in view["seats"] if seat["seat"] == view["you"])
                client.cookies.clear()
                taken = client.post(links[name], headers=headers, follow_redirects=False)
                tokens.append(taken.cookies[cookie_name("localhost:8000", is_https=False)])
                client.cookies.clear()
                assert changes(view["table"], client.get(path, headers=bearer(tokens[-1])).json()["table"]) == []
            events = client.get(f"{path}/journal", headers=bearer(tokens[0])).json()["facts"]
            # the room goes on under another code
            del events[0]["code"]
            saved = json.loads(file)["record"]["facts"]
            del saved[0]["code"]
            assert differences(saved, events[: len(saved)]) == []


def test_a_difference_in_what_is_shown_would_be_found(sample: Sample) -> None:
    view = rename_fields(sample.rooms["adel-running"]["views"][0])
    seats = [{**seat, "name": "Eve"} for seat in view["seats"]]
    assert differences(view, view) == []
    assert differences(view, {**view, "more": 1}) == []
    assert len(changes(view, {**view, "seats": seats})) == len(seats)
    assert changes(view, {key: value for key, value in view.items() if key != "table"}) == [".table is gone"]


def test_a_row_that_was_changed_before_the_upgrade_is_found(
    sample: Sample, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = sample.rooms["adel-finished"]["code"]
    with closing(sqlite3.connect(data / "signet.db")) as database:
        change = "UPDATE journal SET body = replace(body, 'a', 'b') WHERE kind = 'revealed' AND room = ?"
        database.execute(change, (code,))
        database.commit()
    main(["migrate"])
    assert main(["check"]) == 1
    assert f"Room {code}, entry " in capsys.readouterr().err
