"""Tables for samples of a release: this release can play them."""

import lzma

import pytest
from starlette.testclient import TestClient

from app.main import create_app
from app.records.room_file import read_room_file
from app.rooms.model.ids import Millis
from app.settings.settings import Settings
from tests.journal.memory_store import MemoryStore
from tests.web.tables import BASE
from tools.sample_release.__main__ import compress_data
from tools.sample_release.tables import PASSPHRASE, SAVED, TABLES

PHASES = {
    "adel-lobby": "lobby",
    "adel-running": "playing",
    "adel-finished": "finished",
    "edel-running": "paused",
    "edel-finished": "finished",
}


@pytest.mark.usefixtures("light_keys")
@pytest.mark.parametrize("name", TABLES)
def test_sample_tables_play_without_a_refused_command(name: str) -> None:
    with TestClient(create_app(Settings(limits=False), MemoryStore()), base_url=BASE) as client:
        table = TABLES[name](client)
        assert table.refused == []
        assert table.view(0)["room"]["phase"] == PHASES[name]
        if name in SAVED:
            assert read_room_file(table.save_file(), PASSPHRASE, Millis(1 << 50)).room.code == table.code


def test_what_the_server_does_not_take_is_noted() -> None:
    with TestClient(create_app(Settings(limits=False), MemoryStore()), base_url=BASE) as client:
        table = TABLES["adel-lobby"](client)
        table.do(1, "fly")
        table.do(1, "begin")
        assert [refused.rpartition(": ")[2] for refused in table.refused] == ["unknown_command", "not_host"]


def test_samples_are_the_same_for_the_same_data() -> None:
    assert compress_data(b"all rooms") == compress_data(b"all rooms")
    assert lzma.decompress(compress_data(b"all rooms")) == b"all rooms"
