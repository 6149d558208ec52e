"""Notifications: one for each needed action, in time, and never twice."""

import asyncio
import functools
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from app.journal.contacts import NotificationKey
from app.rooms import commands as c
from app.rooms.model.ids import Digest
from tests.journal.memory_store import MemoryStore
from tests.live.hurried import WallClock
from tests.notifications.offices import LATER_MS, Office, an_office, phone
from tests.notifications.receivers import Browser, HttpReceiver, SmtpReceiver, hook, listening, mail
from tests.rooms.builders import BEN, CODE, JOIN_KEY, begin, holder


def run_in_event_loop(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Run the test in an ordinary event loop: sockets need real time."""

    @functools.wraps(test)
    def run(**arguments: Any) -> None:
        asyncio.run(test(**arguments))

    return run


@run_in_event_loop
async def test_who_does_not_look_is_called_once_after_the_delay() -> None:
    async with an_office() as office:
        ben, address = phone(office, "Ben", language="de")
        await office.knows(address)
        await office.send_due(10_000)
        assert office.http.got == [], "a live game gives one a moment"
        await office.send_due(LATER_MS)
        await office.send_due(LATER_MS)
        (got,) = office.http.got
        title = f"Du bist dran: {(await office.house.room()).game.title}"
        assert ben.read(got.body) == {
            "title": title,
            "body": "Der Tisch wartet auf dich.",
            "tag": CODE,
            "url": f"/r/{CODE}",
        }
        assert got.headers["ttl"] == "86400"
        assert got.headers["urgency"] == "high"
        assert got.headers["content-encoding"] == "aes128gcm"
        assert got.headers["authorization"].startswith("vapid t=")
        assert CODE not in repr(got.headers)


@run_in_event_loop
async def test_a_call_leads_to_the_tunnels_present_address() -> None:
    async with an_office() as office:
        ben, address = phone(office, "Ben")
        await office.knows(address)
        for each in ("https://one.example", "https://two.example"):
            office.tunnel.put(each)
        await office.send_due(10_000)
        await office.send_due(LATER_MS)
        (got,) = office.http.got
        said = ben.read(got.body)
        assert (said["at"], said["url"]) == ("https://two.example", f"/r/{CODE}")


@run_in_event_loop
async def test_player_is_notified_only_after_they_stop_looking() -> None:
    async with an_office() as office:
        await office.knows(phone(office, "Ben")[1])
        page = await office.house.joins("Ben")
        await office.send_due(LATER_MS)
        await office.send_due(LATER_MS)
        assert office.http.got == []
        page.look(False)
        await office.send_due()
        await office.send_due(LATER_MS)
        assert len(office.http.got) == 1
        page.close()


@run_in_event_loop
async def test_completed_ask_is_not_notified_and_the_next_one_is() -> None:
    async with an_office(people=2) as office:
        await office.knows(*(phone(office, name, f"/push/{name}")[1] for name in ("Ada", "Ben")))
        await office.house.seals("Ben")
        await office.send_due(LATER_MS)
        assert [got.path for got in office.http.got] == ["/push/Ada"]
        await office.house.seals("Ada")
        await office.send_due()
        assert len(office.http.got) == 1
        await office.send_due(LATER_MS)
        asked = {f"/push/{('Ada', 'Ben')[seat]}" for seat in (await office.house.play()).asks}
        assert {got.path for got in office.http.got[1:]} == asked
        assert len(office.http.got) == 1 + len(asked)


@run_in_event_loop
async def test_nudge_notifies_immediately_and_at_most_once_per_minute() -> None:
    async with an_office() as office:
        ben, address = phone(office, "Ben")
        await office.knows(address)
        await office.house.expect_done("Ada", lambda seat: c.Nudge(seat, BEN))
        await office.send_due()
        assert [ben.read(got.body)["body"] for got in office.http.got] == ["Ada is nudging you: it's your turn."]
        await office.house.expect_done("Carla", lambda seat: c.Nudge(seat, BEN))
        await office.send_due(LATER_MS)
        assert len(office.http.got) == 1, "the nudge was the call"


@run_in_event_loop
async def test_mail_is_sent_only_where_no_browser_accepted_the_notification() -> None:
    async with an_office() as office:
        await office.knows(
            phone(office, "Ada")[1], mail(holder("Ada"), "ada@example.org"), mail(holder("Ben"), "ben@example.org")
        )
        await office.knows(mail(holder("Carla"), "carla@example.org", is_confirmed=False))
        await office.send_due(LATER_MS)
        assert len(office.http.got) == 1
        ((to, message),) = office.smtp.got
        assert to == "ben@example.org"
        ben = next(each for each in await office.list_contacts() if each.target == to)
        stop = office.mail.link(CODE, ben, "stop")
        text = message.get_content().replace("\r\n", "\n")
        assert f"http://localhost:8000/r/{CODE}\n" in text
        assert stop in text
        assert message["List-Unsubscribe"] == f"<{stop}>"


@run_in_event_loop
async def test_a_mail_takes_over_when_the_browser_is_gone() -> None:
    async with an_office() as office:
        await office.knows(phone(office, "Ben")[1], mail(holder("Ben"), "ben@example.org"))
        office.http.replies = [410]
        await office.send_due(LATER_MS)
        assert [to for to, _ in office.smtp.got] == ["ben@example.org"]
        assert [each.kind for each in await office.list_contacts()] == ["mail"]


@pytest.mark.parametrize("status", [404, 410])
@run_in_event_loop
async def test_a_subscription_that_is_gone_is_forgotten(status: int) -> None:
    async with an_office() as office:
        office.http.replies = [status]
        await office.knows(phone(office, "Ben")[1])
        await office.send_due(LATER_MS)
        assert await office.list_contacts() == ()
        assert len(office.http.got) == 1


@pytest.mark.parametrize("status", [429, 500, 503])
@run_in_event_loop
async def test_what_was_not_taken_is_tried_again_some_times(status: int) -> None:
    async with an_office() as office:
        office.http.replies = [status, 201]
        await office.knows(phone(office, "Ben")[1])
        await office.send_due(LATER_MS)
        assert len(office.http.got) == 2
        office.http.replies = [status] * 9
        await office.knows(phone(office, "Carla")[1])
        await office.send_due()
        assert len(office.http.got) == 2 + 3
        assert len(await office.list_contacts()) == 2


@run_in_event_loop
async def test_what_may_have_arrived_is_not_tried_again() -> None:
    async with an_office() as office:
        office.http.replies = [None]
        await office.knows(phone(office, "Ben")[1])
        await office.send_due(LATER_MS)
        await office.send_due(LATER_MS)
        assert len(office.http.got) == 1


class Sealing(HttpReceiver):
    """Receiver that asks to wait, while Ben seals."""

    def __init__(self, office: Office) -> None:
        super().__init__(replies=[503])
        self.office = office

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Implement HttpReceiver."""
        await self.office.house.seals("Ben")
        await super().serve(reader, writer)


@run_in_event_loop
async def test_dispatcher_checks_before_each_retry_whether_notification_is_still_due() -> None:
    async with an_office() as office:
        meanwhile = Sealing(office)
        async with listening(meanwhile):
            await office.knows(Browser().address(holder("Ben"), meanwhile.url()))
            await office.send_due(LATER_MS)
        assert len(meanwhile.got) == 1


@run_in_event_loop
async def test_devices_without_a_seat_are_forgotten_and_not_called() -> None:
    async with an_office() as office:
        stranger = Digest("f" * 64)
        await office.knows(phone(office, "Ben")[1], mail(stranger, "eve@example.org"), hook(office.http.url("/hook")))
        await office.house.expect_done("Ben", c.Leave)
        await office.send_due(LATER_MS)
        assert [got.path for got in office.http.got] == ["/hook"]
        assert [each.kind for each in await office.list_contacts()] == ["hook"]
        assert office.smtp.got == []


@run_in_event_loop
async def test_two_processes_and_a_restart_send_each_notification_once() -> None:
    http, smtp, store, clock = HttpReceiver(), SmtpReceiver(), MemoryStore(), WallClock()
    async with listening(http), listening(smtp):
        offices = [Office(store, clock, http, smtp) for _ in range(2)]
        await offices[0].house.opens(3)
        await offices[0].knows(phone(offices[0], "Ben")[1], hook(http.url("/hook")))
        clock.jump(LATER_MS)
        await asyncio.gather(*(office.dispatcher.look() for office in offices))
        await asyncio.gather(*(office.dispatcher.rest() for office in offices))
        assert sorted(got.path for got in http.got) == ["/hook", "/push/1"]
        third = Office(store, clock, http, smtp)
        await third.send_due(LATER_MS)
        assert len(http.got) == 2
        for office in (*offices, third):
            await office.close()


@run_in_event_loop
async def test_notification_claimed_before_a_kill_is_not_sent_after_it() -> None:
    http, smtp, store, clock = HttpReceiver(), SmtpReceiver(), MemoryStore(), WallClock()
    async with listening(http), listening(smtp):
        first = Office(store, clock, http, smtp)
        await first.house.opens(3)
        await first.knows(phone(first, "Ben")[1])
        clock.jump(LATER_MS)
        await first.dispatcher.look()
        await first.dispatcher.close()
        sent = len(http.got)
        second = Office(store, clock, http, smtp)
        await second.send_due(LATER_MS)
        assert len(http.got) == sent <= 1
        for office in (first, second):
            await office.close()


@run_in_event_loop
async def test_after_a_restart_who_was_not_called_yet_is() -> None:
    http, smtp, store, clock = HttpReceiver(), SmtpReceiver(), MemoryStore(), WallClock()
    async with listening(http), listening(smtp):
        first = Office(store, clock, http, smtp)
        await first.house.opens(3)
        await first.knows(phone(first, "Ben")[1])
        await first.send_due(1_000)
        await first.close()
        second = Office(store, clock, http, smtp)
        await second.send_due(LATER_MS)
        assert len(http.got) == 1
        await second.close()


@run_in_event_loop
async def test_the_table_is_called_for_who_is_not_there() -> None:
    async with an_office() as office:
        await office.knows(hook(office.http.url("/hook")))
        pages = [await office.house.joins(name) for name in ("Ada", "Ben", "Carla")]
        await office.send_due(LATER_MS)
        assert office.http.got == []
        pages[1].close()
        await asyncio.sleep(0)
        await office.house.seals("Ada")
        while BEN in (await office.house.manager.here(CODE)):
            await asyncio.sleep(0.05)
        await office.send_due()
        await office.send_due(LATER_MS)
        (got,) = office.http.got
        title = (await office.house.room()).game.title
        link = f"http://localhost:8000/r/{CODE}"
        said = f"{title}: waiting for Ben and Carla. {link}"
        assert got.json == {
            "room": CODE,
            "kind": "waiting",
            "game": (await office.house.room()).game.key,
            "names": ["Ben", "Carla"],
            "link": link,
            "text": said,
            "content": said,
            "message": said,
            "allowed_mentions": {"parse": []},
        }


@run_in_event_loop
async def test_names_cannot_mention_channels_and_failing_webhooks_are_reported() -> None:
    async with an_office(people=1, is_begun=False) as office:
        trap = "@here <!all>"
        await office.house.expect_done(None, lambda _: c.TakeSeat(trap, holder(trap), JOIN_KEY))
        await office.house.expect_done("Ada", lambda _: begin())
        await office.knows(hook(office.http.url("/hook")))
        office.http.replies = [404]
        await office.send_due(LATER_MS)
        (got,) = office.http.got
        assert "@here" not in got.json["text"]
        assert "<!" not in got.json["text"]
        (known,) = await office.list_contacts()
        assert known.details == {"trouble": "404"}


@run_in_event_loop
async def test_new_player_of_a_notified_seat_gets_their_own_notification() -> None:
    async with an_office(bot_pace=30) as office:
        await office.knows(phone(office, "Ben")[1])
        await office.send_due(LATER_MS)
        assert [got.path for got in office.http.got] == ["/push/1"]
        await office.house.expect_done("Ben", c.Leave)
        key = (await office.house.room()).join_key
        await office.house.expect_done(None, lambda _: c.TakeSeat("Dora", holder("Dora"), key))
        await office.knows(phone(office, "Dora", "/push/dora")[1])
        await office.send_due(LATER_MS)
        await office.send_due(LATER_MS)
        assert [got.path for got in office.http.got] == ["/push/1", "/push/dora"]
        assert [address.holder for address in await office.list_contacts()] == [holder("Dora")]


@run_in_event_loop
async def test_notifications_claimed_under_the_old_key_are_not_sent_again() -> None:
    async with an_office() as office:
        await office.knows(phone(office, "Ben")[1])
        for name in ("Ada", "Ben", "Carla"):
            await office.house.seals(name)
        ask = (await office.house.play()).ask
        key = NotificationKey(BEN, ask, 0)
        assert await office.house.store.contacts.claim(CODE, [key], office.house.clock()) == (key,)
        await office.send_due(LATER_MS)
        assert office.http.got == []
