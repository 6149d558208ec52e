"""Rate limits, under a clock that tests move."""

import pytest

from app.rooms.model.ids import RoomCode
from app.settings.limits import Figures
from app.web.http.buckets import BoundedDefaultDict, Bucket, Window
from app.web.http.limits import Limits, TooManySocketsError, address_of
from engine.core.seats import Seat
from tests.web.tables import Time

ROOM, OTHER_ROOM = RoomCode("K7QF2M9X"), RoomCode("00000001")
HERE, ELSEWHERE = "192.0.2.1", "192.0.2.2"


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def limits(time: Time) -> Limits:
    return Limits(Figures(), clock=time.clock)


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "unknown"),
        (None, "unknown"),
    ],
)
def test_an_address_is_the_64_of_ipv6(host: str | None, address: str) -> None:
    assert address_of(host) == address


def test_a_bucket_gives_its_burst_and_then_its_rate() -> None:
    bucket = Bucket(3, 2, 0.0)
    assert [bucket.take(0.0) for _ in range(4)] == [0, 0, 0, 0.5]
    assert bucket.take(0.4) > 0
    assert bucket.take(0.5) == 0
    assert [bucket.take(100.0) for _ in range(4)] == [0, 0, 0, 0.5]


def test_a_window_slides() -> None:
    window = Window(2, 10)
    for at in (0.0, 4.0):
        assert window.wait(at) == 0
        window.add(at)
    assert window.wait(9.0) == 1.0
    assert window.wait(10.0) == 0
    window.add(10.0)
    assert window.wait(13.0) == 1.0


def test_what_is_remembered_has_an_end() -> None:
    kept = BoundedDefaultDict(list[int], 2)
    kept["a"].append(1)
    kept["b"].append(2)
    assert kept["a"] == [1]
    kept["c"].append(3)
    assert len(kept) == 2
    assert kept["a"] == [1]
    assert kept["b"] == []


def test_address_limit_allows_120_requests_and_20_per_second(limits: Limits, time: Time) -> None:
    assert [limits.request(HERE) for _ in range(120)] == [0] * 120
    assert limits.request(HERE) == pytest.approx(0.05)
    assert limits.request(ELSEWHERE) == 0
    time.seconds += 1
    assert [limits.request(HERE) == 0 for _ in range(21)] == [True] * 20 + [False]


def test_static_files_count_for_a_tenth(limits: Limits) -> None:
    assert [limits.request(HERE, is_static=True) for _ in range(1190)] == [0] * 1190
    assert limits.request(HERE) == 0
    assert limits.request(HERE) > 0


def test_seat_limit_allows_10_commands_and_2_per_second(limits: Limits, time: Time) -> None:
    assert [limits.command(ROOM, Seat(0)) for _ in range(10)] == [0] * 10
    assert limits.command(ROOM, Seat(0)) == 0.5
    assert limits.command(ROOM, Seat(1)) == 0
    assert limits.command(OTHER_ROOM, Seat(0)) == 0
    time.seconds += 0.5
    assert limits.command(ROOM, Seat(0)) == 0
    assert limits.command(ROOM, Seat(0)) > 0


def test_seat_limit_allows_5_messages_and_one_per_2_seconds(limits: Limits, time: Time) -> None:
    assert [limits.chat(ROOM, Seat(0)) for _ in range(6)] == [0] * 5 + [2]
    assert limits.command(ROOM, Seat(0)) == 0
    time.seconds += 2
    assert [limits.chat(ROOM, Seat(0)) for _ in range(2)] == [0, 2]


def test_address_limit_allows_30_rooms_hourly_and_120_daily(limits: Limits, time: Time) -> None:
    for hour in range(4):
        assert [limits.open_room(HERE) for _ in range(30)] == [0] * 30, hour
        assert limits.open_room(HERE) == 3600 if hour < 3 else limits.open_room(HERE) > 3600
        time.seconds += 3600
    assert limits.open_room(HERE) == 86_400 - 4 * 3600
    assert limits.open_room(ELSEWHERE) == 0
    time.seconds += 86_400 - 4 * 3600
    assert limits.open_room(HERE) == 0


def test_lessons_are_counted_apart_from_rooms(limits: Limits) -> None:
    assert [limits.open_room(HERE, is_lesson=True) for _ in range(31)] == [0] * 30 + [3600]
    assert [limits.open_room(HERE) for _ in range(31)] == [0] * 30 + [3600]
    limits.room_not_opened(HERE, is_lesson=True)
    assert limits.open_room(HERE) > 0
    assert limits.open_room(HERE, is_lesson=True) == 0


def test_mail_limit_allows_30_per_address_and_10_per_recipient(limits: Limits) -> None:
    tries = [limits.mail(HERE, f"{number // 11}@example.org") == 0 for number in range(33)]
    assert tries == ([True] * 10 + [False]) * 3, "what is not sent is not counted"
    assert limits.mail(HERE, "x@example.org") == 86_400
    assert limits.mail(ELSEWHERE, "x@example.org") == 0
    assert limits.mail(ELSEWHERE, "1@example.org") == 86_400


def test_a_room_that_did_not_open_is_not_counted(limits: Limits) -> None:
    for _ in range(40):
        assert limits.open_room(HERE) == 0
        limits.room_not_opened(HERE)
    assert limits.open_room(HERE) == 0


def test_address_waits_6_seconds_per_guess_after_60_wrong_secrets(limits: Limits, time: Time) -> None:
    assert [limits.wrong(HERE) for _ in range(59)] == [0] * 59
    assert limits.guess(HERE) == 0
    assert limits.wrong(HERE) == 0
    assert limits.guess(HERE) == limits.wrong(HERE) == pytest.approx(6)
    assert limits.guess(ELSEWHERE) == 0
    time.seconds += 5
    assert limits.wrong(HERE) == pytest.approx(1), "who goes on trying waits no longer for that"
    time.seconds += 1
    assert limits.guess(HERE) == 0
    assert limits.wrong(HERE) == 0
    assert limits.guess(HERE) == pytest.approx(6)


def test_ten_wrong_secrets_a_minute_are_borne_for_ever(limits: Limits, time: Time) -> None:
    for _ in range(500):
        assert limits.wrong(HERE) == 0
        time.seconds += 6


def test_constant_guessing_gets_60_wrong_secrets_and_10_per_minute(limits: Limits, time: Time) -> None:
    let_by = 0
    for _ in range(3_600):
        let_by += limits.guess(HERE) == 0 and limits.wrong(HERE) == 0
        time.seconds += 1
    assert let_by == 60 + 600 - 1


def test_all_together_guess_300_wrong_codes_and_5_a_second(limits: Limits, time: Time) -> None:
    for number in range(300):
        assert limits.guess(f"192.0.2.{number % 250}") == 0
        limits.wrong_code(f"192.0.2.{number % 250}")
    assert limits.guess("198.51.100.1") == pytest.approx(0.2)
    time.seconds += 0.2
    assert limits.guess("198.51.100.1") == 0


def test_one_address_alone_never_makes_another_wait(limits: Limits, time: Time) -> None:
    for _ in range(600):
        if limits.guess(HERE) == 0:
            limits.wrong_code(HERE)
        assert limits.guess(ELSEWHERE) == 0
        time.seconds += 0.01


def test_right_codes_cost_nothing(limits: Limits) -> None:
    assert [limits.guess(HERE) for _ in range(1000)] == [0] * 1000


@pytest.mark.parametrize(
    ("most", "same"),
    [
        ("sockets_per_address", lambda number: (HERE, RoomCode(f"{number:08}"), Seat(0))),
        ("sockets_per_room", lambda number: (f"192.0.2.{number}", ROOM, Seat(number))),
        ("sockets_per_seat", lambda number: (f"192.0.2.{number}", ROOM, Seat(0))),
        ("watchers_per_room", lambda number: (f"192.0.2.{number}", ROOM, None)),
    ],
)
def test_sockets_are_counted_by_address_room_seat_and_watchers(limits: Limits, most: str, same: object) -> None:
    assert callable(same)
    count = getattr(Figures(), most)
    open_ones = [limits.socket(*same(number)) for number in range(count)]
    for one in open_ones:
        one.__enter__()
    with pytest.raises(TooManySocketsError), limits.socket(*same(count)):
        pytest.fail("one too many was let in")
    open_ones.pop().__exit__(None, None, None)
    with limits.socket(*same(count)):
        pass


def test_switched_off_nothing_is_counted(time: Time) -> None:
    limits = Limits(Figures(), is_on=False, clock=time.clock)
    for _ in range(200):
        assert limits.request(HERE) == limits.open_room(HERE) == limits.wrong_code(HERE) == limits.guess(HERE) == 0
        assert limits.command(ROOM, Seat(0)) == limits.chat(ROOM, Seat(0)) == 0
        limits.socket(HERE, ROOM, Seat(0)).__enter__()


ADDRESS = "192.0.2.7"


@pytest.mark.parametrize(("processes", "each"), [(1, 60), (2, 30), (4, 15), (7, 8), (60, 1), (64, 1)])
def test_wrong_secrets_are_a_limit_of_all_processes_together(processes: int, each: int) -> None:
    limits = Limits(Figures(), clock=lambda: 0.0)
    limits.share(processes)
    tries = [limits.wrong(ADDRESS) == 0 for _ in range(61)]
    assert tries == [True] * each + [False] * (61 - each)
    assert limits.wrong(ADDRESS) == limits.guess(ADDRESS) <= 6 * processes


@pytest.mark.parametrize(("processes", "each"), [(1, 30), (4, 8), (5, 6), (64, 1)])
@pytest.mark.parametrize("is_lesson", [False, True])
def test_rooms_are_a_limit_of_all_processes_together(processes: int, each: int, is_lesson: bool) -> None:
    seconds = [0.0]
    limits = Limits(Figures(), clock=lambda: seconds[0])
    limits.share(processes)
    tries = [limits.open_room(ADDRESS, is_lesson=is_lesson) == 0 for _ in range(31)]
    assert tries == [True] * each + [False] * (31 - each)
    limits.room_not_opened(ADDRESS, is_lesson=is_lesson)
    assert limits.open_room(ADDRESS, is_lesson=is_lesson) == 0, "given back whole"
    seconds[0] += 86_400
    assert limits.open_room(ADDRESS, is_lesson=is_lesson) == 0


@pytest.mark.parametrize("processes", [1, 2, 5, 64])
def test_wrong_code_limit_from_all_addresses_spans_all_processes(processes: int) -> None:
    seconds = [0.0]
    limits = Limits(Figures(), clock=lambda: seconds[0])
    limits.share(processes)
    let_by = 0
    for number in range(10_000):
        seconds[0] += 0.01
        if limits.guess(f"192.0.2.{number % 250}") == 0:
            limits.wrong_code(f"198.51.{number // 250}.{number % 250}")
            let_by += 1
    assert let_by * processes <= 300 + 100 * 5 + processes, "in a hundred seconds"


def test_what_protects_one_process_stays_its_own() -> None:
    limits = Limits(Figures(), clock=lambda: 0.0)
    limits.share(8)
    assert [limits.request(ADDRESS) == 0 for _ in range(121)] == [True] * 120 + [False]
    assert [limits.command(ROOM, Seat(0)) == 0 for _ in range(11)] == [True] * 10 + [False]
