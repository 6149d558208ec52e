"""Room files: saved, read again, and made up."""

import copy
import hashlib
import random
from base64 import b64decode
from typing import Any

import orjson
import pytest
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.records import passphrase as sealing
from app.records.check_record import check
from app.records.full_journal import BadJournalError, history, journal_digest, read_history
from app.records.passphrase import BLOCK, MalformedSealError, WrongPassphraseError, max_sealed_bytes, seal, unseal
from app.records.read_record import read_record
from app.records.room_file import BadRoomFileError, RestoredRoom, drop_chat, read_room_file, write_room_file
from app.rooms.fold import fold
from app.rooms.model.ids import RoomCode
from engine.core.plain import Plain
from tests.records.evenings import LAST_SEED, long_evening, record, short_evening
from tests.records.seated import assign_devices, device
from tests.rooms.builders import JOIN_KEY, WATCH_KEY
from tests.rooms.evening import Evening

pytestmark = pytest.mark.usefixtures("light_keys")

PASSPHRASE = "a castle by the lake"
KEY, OTHER_KEY = b"k" * 32, b"o" * 32
HERE = RoomCode("00000000")
MONTH_MS = 30 * 24 * 3600 * 1000


@pytest.fixture(scope="module")
def file(light_keys: None) -> bytes:
    """File of a long evening in the middle of its fourth game."""
    return write_room_file(assign_devices(long_evening()), record(long_evening()), PASSPHRASE, KEY)


def restore_file(data: bytes, passphrase: str = PASSPHRASE) -> RestoredRoom:
    return read_room_file(data, passphrase, long_evening().now)


def test_a_room_comes_back_as_it_was(file: bytes) -> None:
    restored = restore_file(file)
    assert restored.entries == assign_devices(long_evening())
    assert restored.room == fold(None, assign_devices(long_evening()))
    assert restored.digest == journal_digest(assign_devices(long_evening()))


def test_its_open_part_can_be_verified_like_any_record(file: bytes) -> None:
    report = check(read_record(file))
    assert report.failure is None
    assert len(report.games) == 4


def test_room_file_hides_the_running_game_without_its_passphrase(file: bytes) -> None:
    room = long_evening().room
    assert room.play is not None
    secrets = [LAST_SEED, room.play.game.digest(room.play.state), JOIN_KEY, WATCH_KEY]
    secrets += [device(name).digest for name in ("Ada", "Ben", "Carla")]
    inside = orjson.dumps(history(assign_devices(long_evening())))
    for secret in secrets:
        assert secret.encode() not in file
    assert all(secret.encode() in inside for secret in (LAST_SEED, JOIN_KEY, device("Ada").digest))
    assert orjson.loads(file).keys() == {"format", "version", "record", "sealed"}
    assert orjson.loads(file)["record"] == record(long_evening())


@pytest.mark.parametrize("passphrase", ["", "another passphrase", PASSPHRASE.upper(), f"{PASSPHRASE} "])
def test_another_passphrase_opens_nothing(file: bytes, passphrase: str) -> None:
    with pytest.raises(WrongPassphraseError):
        restore_file(file, passphrase)


def test_one_passphrase_written_in_two_ways_is_the_same() -> None:
    sealed = seal(b"{}", "Schloß am Zürichsee", b"")
    assert unseal(sealed, "Schloß am Zu\u0308richsee", b"").rstrip() == b"{}"


def test_the_length_of_what_is_sealed_tells_nothing() -> None:
    assert len({len(str(seal(b"x" * size, PASSPHRASE, b"")["text"])) for size in (1, 700, BLOCK)}) == 1


def test_the_same_room_is_never_sealed_alike() -> None:
    assert seal(b"{}", PASSPHRASE, b"")["text"] != seal(b"{}", PASSPHRASE, b"")["text"]


def test_the_form_is_the_one_that_is_written_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test opens the file by hand, as the protocol describes."""
    monkeypatch.setattr(sealing, "hashlib", hashlib)
    sealed = {name: str(value) for name, value in seal(b"{}", PASSPHRASE, b"beside").items()}
    key = hashlib.scrypt(
        PASSPHRASE.encode(), salt=b64decode(sealed["salt"]), n=32768, r=8, p=3, maxmem=1 << 26, dklen=32
    )
    text = ChaCha20Poly1305(key).decrypt(b64decode(sealed["nonce"]), b64decode(sealed["text"]), b"beside")
    assert text == b"{}".ljust(4096)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("n", 1 << 20),
        ("r", 1),
        ("p", 99),
        ("kdf", "none"),
        ("cipher", "none"),
        ("salt", "!"),
        ("nonce", "AAAA"),
        ("text", 3),
    ],
)
def test_other_figures_are_not_worked_with(name: str, value: Plain) -> None:
    with pytest.raises(MalformedSealError):
        unseal(seal(b"{}", PASSPHRASE, b"") | {name: value}, PASSPHRASE, b"")


def test_whatever_is_changed_in_the_file_breaks_the_seal(file: bytes) -> None:
    whole = orjson.loads(file)
    whole["record"]["facts"][0]["at"] += 1
    with pytest.raises(WrongPassphraseError):
        restore_file(orjson.dumps(whole))
    whole = orjson.loads(file)
    text = whole["sealed"]["text"]
    whole["sealed"]["text"] = ("B" if text[0] == "A" else "A") + text[1:]
    with pytest.raises(WrongPassphraseError):
        restore_file(orjson.dumps(whole))


@pytest.mark.parametrize("data", [b"", b"[]", b"{}", b'{"format": "signet-room"}', b"\xff", b"[" * 5000])
def test_what_is_no_file_of_a_room_is_told_apart(data: bytes) -> None:
    with pytest.raises(BadRoomFileError):
        restore_file(data)


def rows(evening: Evening) -> list[Any]:
    """Return a journal that somebody with the passphrase may forge."""
    return copy.deepcopy(history(assign_devices(evening)))


def is_refused(forged: Plain) -> bool:
    try:
        read_history(forged, long_evening().now)
    except BadJournalError:
        return True
    return False


def test_a_true_journal_is_read_and_a_half_one_too() -> None:
    assert not is_refused(rows(short_evening()))
    assert not is_refused(rows(long_evening())[:100])


@pytest.mark.parametrize(
    ("kind", "name", "value"),
    [
        ("room_opened", "code", "no code"),
        ("room_opened", "game", "chess"),
        ("room_opened", "join_key", "x"),
        ("seat_taken", "name", "\u202eBen"),
        ("seat_taken", "name", "x" * 1000),
        ("seat_taken", "seat", 77),
        ("seat_taken", "holder", "token"),
        ("seat_taken", "bot", "normal"),
        ("options_changed", "options", {"grace": -1}),
        ("game_begun", "seed", "00" * 32),
        ("game_begun", "seed", "zz"),
        ("game_begun", "commitment", "00" * 32),
        ("game_begun", "players", [0, 0]),
        ("game_begun", "players", [0, 99]),
        ("game_begun", "edition", {}),
        ("choice_sealed", "choice", "everything"),
        ("choice_sealed", "seat", 4),
        ("revealed", "digest", "00" * 32),
        ("revealed", "ask", 99),
        ("game_finished", "number", 2),
        ("host_added", "seat", 3),
    ],
)
def test_a_journal_that_nobody_wrote_is_refused(kind: str, name: str, value: Plain) -> None:
    forged = rows(short_evening())
    row = next((row for row in forged if row["kind"] == kind), None)
    if row is None:
        row = {"at": forged[-1]["at"], "kind": kind, "shape": 1, "body": {}, "command": None, "command_body": None}
        forged.append(row)
    row["body"][name] = value
    assert is_refused(forged)


@pytest.mark.parametrize(
    ("kind", "sound", "name", "values"),
    [
        ("said", {"seat": 0, "text": "Hm."}, "text", ["", "\u202eHm.", "x" * 501, "two\nlines", "<b>" * 200]),
        ("watcher_said", {"name": "Walter", "text": "Hm."}, "text", ["", "\u202eHm.", "x" * 501, "two\nlines"]),
        ("watcher_said", {"name": "Walter", "text": "Hm."}, "name", ["", "\u202eBen", "x" * 25, "e" + "\u0301" * 9]),
        ("muted", {"seat": 0, "name": "Ben", "is_muted": True}, "name", ["", "\u202eBen", "x" * 25]),
        ("phrase_said", {"seat": 0, "phrase": "luck"}, "phrase", ["", "Good luck", "x" * 65]),
        ("reacted", {"seat": 0, "sign": "gasp", "ask": None}, "sign", ["", "gasp gasp", '"><b>']),
        ("vote_cast", {"seat": 0, "motion": "end", "is_for": True}, "motion", ["", "the end", "x" * 65]),
        ("stand_in_set", {"seat": 0, "level": "normal"}, "level", ["", "<b>", "x" * 65]),
        ("seat_taken", {"seat": 3, "name": "Bot", "holder": None, "bot": "normal"}, "bot", ["", "<b>", "x" * 65]),
    ],
)
def test_nobody_says_in_a_file_what_the_table_would_refuse(
    kind: str, sound: dict[str, Plain], name: str, values: list[Plain]
) -> None:
    """No fold checks these words again, and pages show them."""

    def add_row(body: dict[str, Plain]) -> list[Any]:
        journal = rows(short_evening())
        row = {"kind": kind, "shape": 1, "body": body, "command": None, "command_body": None}
        return [*journal, {"at": journal[-1]["at"], **row}]

    assert not is_refused(add_row(sound))
    assert [value for value in values if not is_refused(add_row(sound | {name: value}))] == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("at", -1),
        ("at", 1 << 60),
        ("at", "now"),
        ("kind", "rumour"),
        ("shape", 99),
        ("shape", 0),
        ("body", []),
        ("body", {}),
        ("command", "two words"),
        ("command", "nul\0"),
        ("command_body", "x"),
        ("more", 1),
    ],
)
def test_a_row_that_nobody_wrote_is_refused(name: str, value: Plain) -> None:
    forged = rows(short_evening())
    forged[3][name] = value
    assert is_refused(forged)


def test_a_command_comes_once() -> None:
    forged = rows(short_evening())
    for row in forged[2:4]:
        row["command"] = "abc:1"
    assert is_refused(forged)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.randoms(use_true_random=False))
def test_a_journal_that_was_tampered_with_is_refused_or_sound(rng: random.Random) -> None:
    """Every file gives a refusal or a room, and nothing else."""
    forged = rows(short_evening())
    for _ in range(rng.randint(1, 3)):
        place, other = rng.randrange(len(forged)), rng.randrange(len(forged))
        match rng.randrange(4):
            case 0:
                del forged[place]
            case 1:
                forged.insert(place, forged[other])
            case 2:
                forged[place], forged[other] = forged[other], forged[place]
            case _:
                body = forged[place]["body"]
                if isinstance(body, dict) and body:
                    key = rng.choice(sorted(body))
                    body[key] = rng.choice([0, -1, 99, "", "x", None, [], {}, True, 1.5, "castle"])
    is_refused(forged)


def test_the_figures_are_those_of_the_protocol() -> None:
    assert sealing.KDF == {"kdf": "scrypt", "n": 32768, "r": 8, "p": 3}


@pytest.mark.parametrize("length", [0, 1, BLOCK - 1, BLOCK, 3 * BLOCK + 1, 100_000])
def test_the_size_of_what_is_sealed_is_known_before(length: int) -> None:
    taken = len(orjson.dumps(seal(b" " * length, PASSPHRASE, b"")))
    assert taken <= max_sealed_bytes(length) < taken + 3 * BLOCK


def test_without_its_talk_a_room_plays_the_same() -> None:
    entries = assign_devices(long_evening())
    silent = drop_chat(entries)
    assert len(silent) < len(entries)
    whole, bare = fold(None, entries), fold(None, silent)
    assert whole is not None and bare is not None
    assert (bare.play, bare.evening, bare.seats, bare.phase) == (whole.play, whole.evening, whole.seats, whole.phase)
    assert bare.chat == () != whole.chat
    read_history(history(silent), long_evening().now)
