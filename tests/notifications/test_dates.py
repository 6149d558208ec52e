"""Reminders of the next evening: in time, once, to those who may come."""

import asyncio
from datetime import UTC, datetime

import pytest

from app.notifications.date_words import write_date
from app.notifications.dates import LATE_MS, DateReminders
from app.rooms import commands as c
from app.rooms import events as e
from app.rooms.model.dates import DAY_MS, HOUR_MS
from app.rooms.model.ids import Millis
from app.web.text.languages import LANGUAGES, catalogue
from tests.journal.memory_store import MemoryStore
from tests.live.hurried import WallClock
from tests.live.peers import neighbourhood
from tests.live.process import House
from tests.notifications.offices import Office, an_office, phone
from tests.notifications.receivers import HttpReceiver, SmtpReceiver, hook, listening, mail
from tests.notifications.test_dispatcher import run_in_event_loop
from tests.rooms.builders import BEN, CARLA, CODE, holder

WEEK_MS = 7 * DAY_MS
SLACK_MS = LATE_MS + 60_000


async def fix_date(house: House, ahead: int = WEEK_MS) -> Millis:
    """Fix a date that many milliseconds ahead and return it."""
    at = Millis((house.clock() + ahead) // 60_000 * 60_000)
    await house.expect_done("Ada", lambda seat: c.ProposeDate(seat, at, "Europe/Berlin"))
    number = (await house.room()).dates_so_far
    await house.expect_done("Ada", lambda seat: c.FixDate(seat, number))
    return at


def make_sweep(house: House) -> DateReminders:
    return DateReminders(house.manager, house.store, house.clock)


async def pass_time(office: Office, ms: int) -> None:
    """Advance the clock, sweep, and send what is due."""
    office.house.clock.jump(ms)
    await make_sweep(office.house).sweep()
    await office.send_due()


@run_in_event_loop
async def test_reminders_go_out_a_day_and_an_hour_before() -> None:
    async with an_office(is_begun=False) as office:
        ben, address = phone(office, "Ben", language="de")
        at = await fix_date(office.house)
        await office.knows(address, mail(holder("Carla"), "carla@example.org"), hook(office.http.url("/hook")))
        await pass_time(office, WEEK_MS - DAY_MS - 2 * 60_000)
        assert (office.http.got, office.smtp.got) == ([], [])
        await pass_time(office, 2 * SLACK_MS)
        await pass_time(office, 60_000)
        got = {each.path: each for each in office.http.got}
        assert len(office.http.got) == 2
        said = ben.read(got["/push/1"].body)
        when = write_date(at, "Europe/Berlin", catalogue("de"))
        assert when in said["title"]
        assert (got["/hook"].json["kind"], got["/hook"].json["names"]) == ("date", ["Ada"])
        ((to, message),) = office.smtp.got
        assert to == "carla@example.org"
        assert write_date(at, "Europe/Berlin", catalogue("en")) in message["Subject"]
        await pass_time(office, DAY_MS - HOUR_MS)
        assert (len(office.http.got), len(office.smtp.got)) == (4, 2)
        await pass_time(office, HOUR_MS)
        assert (len(office.http.got), len(office.smtp.got)) == (4, 2)
        await pass_time(office, DAY_MS)
        assert (await office.house.room()).fixed_date is None


@run_in_event_loop
async def test_who_looks_at_the_table_is_reminded_too() -> None:
    async with an_office(is_begun=False) as office:
        await office.knows(phone(office, "Ben")[1])
        await fix_date(office.house, 2 * HOUR_MS)
        page = await office.house.joins("Ben")
        await pass_time(office, HOUR_MS + SLACK_MS)
        assert len(office.http.got) == 1
        page.close()


@run_in_event_loop
async def test_called_off_evening_and_absent_player_get_no_reminder() -> None:
    async with an_office(is_begun=False) as office:
        await office.knows(phone(office, "Ben")[1], hook(office.http.url("/hook")))
        await fix_date(office.house, 2 * HOUR_MS)
        await office.house.expect_done("Ben", lambda seat: c.AnswerDate(seat, 1, False))
        await pass_time(office, HOUR_MS + SLACK_MS)
        assert [got.path for got in office.http.got] == ["/hook"]
        await fix_date(office.house, 3 * HOUR_MS)
        await office.house.expect_done("Ada", lambda seat: c.DropDate(seat, 2))
        await pass_time(office, 2 * HOUR_MS + SLACK_MS)
        assert len(office.http.got) == 1


@run_in_event_loop
async def test_a_player_who_changes_seats_is_reminded_once() -> None:
    async with an_office(is_begun=False) as office:
        await office.knows(phone(office, "Ben")[1])
        await fix_date(office.house, 2 * HOUR_MS)
        await pass_time(office, HOUR_MS + SLACK_MS)
        await office.house.expect_done("Ada", lambda seat: c.SwapSeats(seat, BEN, CARLA))
        await pass_time(office, 60_000)
        assert len(office.http.got) == 1


@run_in_event_loop
async def test_two_processes_and_a_restart_remind_once() -> None:
    http, smtp, store, clock = HttpReceiver(), SmtpReceiver(), MemoryStore(), WallClock()
    async with listening(http), listening(smtp):
        offices = [Office(store, clock, http, smtp) for _ in range(2)]
        await offices[0].house.opens(3, is_begun=False)
        await offices[0].knows(phone(offices[0], "Ben")[1])
        await fix_date(offices[0].house, 2 * HOUR_MS)
        await offices[0].close()
        offices[0] = Office(store, clock, http, smtp)
        clock.jump(HOUR_MS + SLACK_MS)
        for office in offices:
            await make_sweep(office.house).sweep()
        await asyncio.gather(*(office.dispatcher.look() for office in offices))
        await asyncio.gather(*(office.dispatcher.rest() for office in offices))
        third = Office(store, clock, http, smtp)
        await pass_time(third, 60_000)
        assert len(http.got) == 1
        for office in (*offices, third):
            await office.close()


@pytest.mark.asyncio
async def test_two_workers_record_each_reminder_once(fresh_postgres: str) -> None:
    async with neighbourhood(fresh_postgres, 2) as (there, here):
        await there.opens(people=2, is_begun=False)
        await fix_date(there, 2 * HOUR_MS)
        there.clock.jump(HOUR_MS + SLACK_MS)
        await asyncio.gather(make_sweep(there).sweep(), make_sweep(here).sweep())
        await asyncio.gather(make_sweep(here).sweep(), make_sweep(there).sweep())
        events = [entry.event for entry in await here.manager.journal(CODE)]
        assert events.count(e.DateReminded(1)) == 1


BERLIN = (
    (datetime(2026, 3, 28, 19, tzinfo=UTC), "Saturday, 28 March, 20:00 (Europe/Berlin)"),
    (datetime(2026, 3, 29, 18, tzinfo=UTC), "Sunday, 29 March, 20:00 (Europe/Berlin)"),
    (datetime(2026, 10, 24, 18, tzinfo=UTC), "Saturday, 24 October, 20:00 (Europe/Berlin)"),
    (datetime(2026, 10, 25, 0, 30, tzinfo=UTC), "Sunday, 25 October, 02:30 (Europe/Berlin)"),
    (datetime(2026, 10, 25, 1, 30, tzinfo=UTC), "Sunday, 25 October, 02:30 (Europe/Berlin)"),
    (datetime(2026, 10, 25, 19, tzinfo=UTC), "Sunday, 25 October, 20:00 (Europe/Berlin)"),
)
"""Evenings around both changes of the clocks."""


@pytest.mark.parametrize(("when", "said"), BERLIN)
def test_a_date_is_told_in_summer_and_winter_time(when: datetime, said: str) -> None:
    assert write_date(Millis(round(when.timestamp() * 1000)), "Europe/Berlin", catalogue("en")) == said


@pytest.mark.parametrize("zone", ["Mars/Olympus", "Europe", "UTC", "x" * 64])
def test_an_unknown_zone_is_told_in_utc(zone: str) -> None:
    assert write_date(Millis(0), zone, catalogue("en")) == "Thursday, 1 January, 00:00 (UTC)"


def test_every_language_has_its_own_words_for_a_date() -> None:
    said = {write_date(Millis(0), "UTC", catalogue(language)) for language in LANGUAGES}
    assert len(said) == len(LANGUAGES)
