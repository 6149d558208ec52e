"""Server's identity for receivers: the same after a restart, within its settings."""

import asyncio
from pathlib import Path

import pytest

from app.journal.sql.backup import back_up, restore
from app.journal.sql.store import SqlStore
from app.notifications.address_policy import ForbiddenAddressError
from app.notifications.notifications import Notifications
from app.settings.notifications import MailSettings, NotificationSettings
from app.settings.settings import Settings
from app.share.names import TunnelNames
from app.web.table.digest import digest
from tests.live.hurried import WallClock
from tests.live.process import House
from tests.notifications.offices import words


async def keys(path: Path) -> tuple[str, str]:
    """Return a server's public key and its secret for mail links after a start there."""
    store = SqlStore(f"sqlite:///{path}")
    house = House(store, WallClock())
    settings = Settings(mail=MailSettings(host="mail.example"), public_url="https://play.example.org")
    board = Notifications(settings, store, house.manager, house.clock, house.clock, words, digest, TunnelNames())
    await board.start()
    assert board.vapid is not None
    assert board.mail is not None
    found = board.vapid.public, await store.contacts.key("links", "")
    assert board.vapid.contact == "https://play.example.org"
    await board.close()
    await house.manager.close()
    await store.close()
    return found


def test_server_keys_survive_a_restart_and_are_in_no_backup(tmp_path: Path) -> None:
    data, backup, other = tmp_path / "signet.db", tmp_path / "rooms.backup", tmp_path / "other.db"
    first = asyncio.run(keys(data))
    assert asyncio.run(keys(data)) == first
    assert data.stat().st_mode & 0o077 == 0, "for the server's user only"
    back_up(f"sqlite:///{data}", backup)
    restore(f"sqlite:///{other}", backup)
    moved = asyncio.run(keys(other))
    assert set(moved).isdisjoint(first)


def test_default_settings_forbid_private_addresses_and_send_no_mail(tmp_path: Path) -> None:
    async def starts() -> None:
        store = SqlStore(f"sqlite:///{tmp_path / 'signet.db'}")
        house = House(store, WallClock())
        board = Notifications(Settings(), store, house.manager, house.clock, house.clock, words, digest, TunnelNames())
        await board.start()
        assert board.mail is None
        assert board.vapid is not None
        assert board.vapid.contact is None
        with pytest.raises(ForbiddenAddressError):
            await board.guard.look_up("https://127.0.0.1/")
        await board.close()
        await house.manager.close()
        await store.close()

    asyncio.run(starts())


def test_settings_of_calls_are_read_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {
        "CALL_AFTER": "45",
        "CALL_HOSTS": "push.example, .chat.example",
        "CALL_CONTACT": "mailto:host@example.org",
        "MAIL_HOST": "mail.example",
        "MAIL_TLS": "tls",
        "MAIL_PORT": "465",
        "MAIL_PASSWORD": "quite secret",
    }.items():
        monkeypatch.setenv(f"SIGNET_{name}", value)
    settings = Settings()
    assert (settings.notifications.after, settings.notifications.contact) == (45, "mailto:host@example.org")
    assert not settings.notifications.loopback
    assert (settings.mail.host, settings.mail.port, settings.mail.tls) == ("mail.example", 465, "tls")
    assert "quite secret" not in repr(settings)


@pytest.mark.parametrize(("name", "value"), [("after", -1), ("after", 251), ("contact", "host@example.org")])
def test_wrong_settings_are_refused(name: str, value: object) -> None:
    with pytest.raises(ValueError, match=name):
        NotificationSettings.model_validate({name: value})
