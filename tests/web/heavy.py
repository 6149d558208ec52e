"""Heaviest inputs: rooms as full as possible, and requests that cost much work."""

import base64
import dataclasses
import json
import os
import random
import struct
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from app.rooms import commands as c
from app.rooms import events as e
from app.rooms.dates.decide import MOST_DATES
from app.rooms.events import Entry
from app.rooms.model.changes import CHAT_KEPT
from app.rooms.model.dates import DAY_MS
from app.rooms.model.ids import Millis, RoomCode, Version
from app.rooms.model.values import replace
from app.rooms.schema.bounds import MOST_ENTRIES, PLAIN_TEXT
from engine import registry
from engine.adel_verpflichtet.components import MOST_CASTLES, MOST_SEATS
from engine.core.seats import Seat
from tests.records.evenings import plays, sit
from tests.records.seated import assign_devices
from tests.rooms.builders import ADA, AT_ONCE, BEN, GAME, SEED
from tests.rooms.evening import Evening

FORM, JSON = "application/x-www-form-urlencoded", "application/json"
UPLOAD = "multipart/form-data; boundary=x"
PASSPHRASE = "a castle by the lake"
LINES = ("<&\"'> " * 83, "\U0001f600" * 500, "word " * 100)
"""Chat messages of 500 characters.

They are those that grow when they are rendered, and those with the most bytes."""


@cache
def full_room(game: str, code: str, *, is_over: bool = True) -> tuple[Entry, ...]:
    """Return the journal of five players, with all chat and dates that a room keeps.

    The game is over, or in the middle of its longest log."""
    evening = Evening(game, **AT_ONCE, watchers="public")
    sit(evening, "Ben", "Carla", "Dora", "Emil")
    assert evening.does(c.Begin(ADA, SEED, registry.find(game).edition(), None))
    plays(evening, random.Random(1), 10_000 if is_over else 90)
    assert (evening.room.phase == "finished") is is_over
    for number in range(CHAT_KEPT):
        assert evening.does(c.Say((ADA, BEN)[number % 2], LINES[number % len(LINES)].strip()))
    for day in range(1, MOST_DATES + 1):
        at = Millis(evening.now + day * DAY_MS)
        assert evening.does(c.ProposeDate(ADA, at, "America/Argentina/ComodRivadavia"))
        assert evening.does(c.AnswerDate(BEN, day, True))
    return under(code, assign_devices(evening))


@cache
def longest_journal(game: str, code: str, most: int = MOST_ENTRIES) -> tuple[Entry, ...]:
    """Return an evening with as many events as a file may hold, or ``most``.

    It repeats one game."""
    evening = Evening(game, **AT_ONCE)
    sit(evening, "Ben", "Carla", "Dora", "Emil")
    assert evening.does(c.Begin(ADA, SEED, registry.find(game).edition(), None))
    plays(evening, random.Random(1))
    before, entries = evening.room.asks_so_far, len(evening.entries)
    assert evening.does(c.Again(ADA, SEED, registry.find(game).edition(), False))
    plays(evening, random.Random(1))
    asks, again = evening.room.asks_so_far - before, evening.entries[entries:]
    evening.entries = list(assign_devices(evening))
    for times in range(1, (most - len(evening.entries) - 2) // len(again) + 1):
        evening.entries += [
            replace(entry, version=Version(len(evening.entries) + place), event=_later(entry.event, times, asks))
            for place, entry in enumerate(again, start=1)
        ]
    assert most * 0.9 < len(evening.entries) < most
    return under(code, tuple(evening.entries))


def largest_figures(number: int) -> Any:
    """Return figures with the most castles and seats at the banquet, and long texts.

    The texts are as long as a file may hold. Each number gives other figures, because the server caches them."""
    edition: Any = json.loads(json.dumps(registry.find(GAME).edition()))
    castles, space = edition["castles"], edition["castles"][-1]["spaces"][-1]
    while len(castles) < MOST_CASTLES:
        castles.append({"spaces": [space + 1, space + 2], "pair": [2, 1]})
        space += 2
    edition["banquet"] = {"space": space + 1, "seats": MOST_SEATS}
    edition["name"] = f"{number} ".ljust(PLAIN_TEXT, "\u20ac")
    for series in edition["series"]:
        series["theme"] = series["theme"].ljust(PLAIN_TEXT, "\u20ac")
        for thing in series["objects"]:
            thing["name"] = thing["name"].ljust(PLAIN_TEXT, "\u20ac")
    return edition


@cache
def large_game(code: str, others: int = 40) -> tuple[Entry, ...]:
    """Return a game with such figures, after other games that ended at once."""
    evening = Evening(GAME, **AT_ONCE)
    sit(evening, "Ben", "Carla", "Dora", "Emil")
    assert evening.does(c.Begin(ADA, SEED, largest_figures(0), None))
    for number in range(1, others + 1):
        for seat in range(3):
            assert evening.does(c.Vote(Seat(seat), "end", True, SEED, {}))
        assert evening.does(c.Again(ADA, SEED, largest_figures(number), False))
    plays(evening, random.Random(1), 20)
    left = [entry for entry in assign_devices(evening) if not isinstance(entry.event, e.VoteCast)]
    return under(code, tuple(replace(entry, version=Version(place)) for place, entry in enumerate(left, start=1)))


def make_long_chat(code: str, lines: int, texts: Sequence[str]) -> tuple[Entry, ...]:
    """Return a room in which one person has written so many messages."""
    evening = Evening(GAME, **AT_ONCE)
    evening.entries += [
        Entry(Version(len(evening.entries) + number), evening.now, e.Said(ADA, texts[number % len(texts)]))
        for number in range(1, lines + 1)
    ]
    return under(code, assign_devices(evening))


def under(code: str, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """Return the journal of a room with that code."""
    first = entries[0]
    assert isinstance(first.event, e.RoomOpened)
    return (replace(first, event=dataclasses.replace(first.event, code=RoomCode(code))), *entries[1:])


def _later(event: e.Event, games: int, asks: int) -> e.Event:
    """Return the event as it is after more games."""
    changed: dict[str, Any] = {}
    if isinstance(event, e.GameBegun | e.GameFinished):
        changed = {"number": event.number + games}
    elif isinstance(ask := getattr(event, "ask", None), int):
        changed = {"ask": ask + games * asks}
    return dataclasses.replace(event, **changed)


# ---- requests


def upload(file: bytes, passphrase: str = PASSPHRASE) -> bytes:
    """Return the form of a browser that uploads a file."""
    part = b'--x\r\ncontent-disposition: form-data; name="%s"\r\n\r\n'
    fields = ((b"passphrase", passphrase.encode()), (b"file", file))
    return b"".join(part % name + value + b"\r\n" for name, value in fields) + b"--x--\r\n"


_MARKS = "\u0301".encode() * 3_900 + "\u0316".encode() * 3_900
"""Combining marks whose Unicode normalisation takes quadratic time."""

FORMS: Mapping[str, bytes] = {
    "nothing but ampersands": b"&" * 16_000,
    "many fields": b"a=1&" * 4_000,
    "one field a hundred times": b"name=A&" * 100,
    "escapes": b"name=A&do=say&text=" + b"%F0%9F%98%80" * 1_300,
    "marks": b"name=" + "\u0301".encode() * 3_900 + b"&do=say&text=" + "\u1e9b\u0323".encode() * 1_500,
    "a ligature of 18 letters": b"name=" + "\ufdfa".encode() * 2_600 + b"&do=say&text=" + "\ufdfa".encode() * 2_600,
    "the longest line": b"do=say&text=" + b"%F0%9F%98%80" * 500,
    "marks out of order": b"name=A" + _MARKS,
    "a subscription of marks": b"p256dh=a&auth=a&endpoint=https://a" + _MARKS,
    "a webhook of marks": b"url=https://b" + _MARKS,
    "a mail of marks": b"address=a@b" + _MARKS,
    "a mail address": b"address=" + b"a" * 63 + b"@" + b"a-" * 7_900,
    "keys": b"endpoint=https://push.example/&auth=" + b"=" * 7_900 + b"&p256dh=" + b"A" * 7_900,
    "a number": b"do=options&option.grace=0." + b"9" * 15_900,
    "letters and escapes": b"name=" + b"\xc3\xa9%41" * 3_100,
    "choices": b"do=make_plan&ask=1&choices=" + b"a%0A" * 3_900,
    "instructions": b"do=instructions&" + b"&".join(b"instruction.o%d=on" % number for number in range(28)),
    "options": b"do=options&" + b"&".join(b"option.a%d.b=9999999999999999" % number for number in range(28)),
    "a passphrase": b"passphrase=" + b"%CC%81" * 200 + b"&again=" + b"%CC%81" * 200,
    "a code": b"code=" + b"0" * 16_000,
}
"""Urlencoded bodies, each as long or as full as permitted."""

OBJECTS: Mapping[str, bytes] = {
    "deep lists": b"[" * 16_000,
    "deep objects": b'{"a":' * 3_200,
    "a long number": b'{"do":"seal","ask":' + b"9" * 16_000 + b"}",
    "a large exponent": b'{"do":"seal","ask":1e' + b"9" * 15_000 + b"}",
    "many keys": json.dumps({f"k{number}": 1 for number in range(1_300)}).encode(),
    "many options": json.dumps(
        {"game": "adel_verpflichtet", "name": "A", "options": {f"k{number}": number for number in range(1_100)}}
    ).encode(),
    "many choices": json.dumps({"do": "make_plan", "ask": 1, "choices": ["a"] * 3_000}).encode(),
    "a name": json.dumps(
        {"game": "adel_verpflichtet", "name": "\ufdfa" * 5_000, "key": "k"}, ensure_ascii=False
    ).encode(),
    "marks out of order": b'{"game":"adel_verpflichtet","key":"k","name":"A' + _MARKS + b'"}',
    "one key many times": b'{"do":"say"' + b',"text":""' * 1_590 + b"}",
    "colons": b'{"do":"say","text":"' + b":" * 15_900 + b'"}',
    "objects": b'{"options":[' + b'{"a":1},' * 1_990 + b"{}]}",
    "marks": json.dumps({"do": "say", "text": "\u1e9b\u0323" * 3_000}, ensure_ascii=False).encode(),
    "escapes": b'{"do":"say","text":"' + b"\\ud83d\\ude00" * 1_300 + b'"}',
    "reports": json.dumps([{"body": {"effectiveDirective": "a" * 40}}] * 250).encode(),
}
"""JSON bodies of the same kind."""

_RECORD = b'{"format":"signet-room","version":1,"record":%s,"sealed":{}}'
_PART = b'--x\r\ncontent-disposition: form-data; name="%s"\r\n\r\n'
UPLOADS: Mapping[str, bytes] = {
    "a name of semicolons": _PART % (b";" * 50_000) + b"a\r\n--x--\r\n",
    "names of semicolons": b"".join(_PART % (b";" * 900) + b"a\r\n" for _ in range(2_000)),
    "60,000 parts": b"--x\r\n\r\n\r\n" * 60_000 + b"--x--\r\n",
    "parts with names": b"".join(_PART % str(number).encode() + b"\r\n" for number in range(20_000)),
    "headers": b"--x\r\n" + b"a: b\r\n" * 300_000,
    "a header": b"--x\r\na: " + b"b" * 2_000_000,
    "blanks after a boundary": _PART % b"file" + b"\r\n--x" + b" " * 2_000_000,
    "near boundaries": _PART % b"file" + b"\r\n--" * 500_000,
    "returns": _PART % b"file" + b"\r" * 2_000_000,
    "a deep file": upload(b"[" * 2_000_000),
    "a file of one number": upload(b"9" * 2_000_000),
    "an open file": upload(b'{"format":"signet-room","version":1,"record":{},"sealed":"' + b"A" * 8_000_000 + b'"}'),
    "a file without an end": _PART % b"file" + b"a" * 2_000_000,
    "a file of lists": upload(_RECORD % (b"[" + b"[]," * 2_790_000 + b"[]]")),
    "a file of as many lists as are parsed": upload(_RECORD % (b"[" + b"[]," * 499_000 + b"[]]")),
    "a file of keys": upload(_RECORD % (b"{%s}" % b",".join(b'"%d":1' % key for key in range(730_000)))),
    "a file of as many keys as are parsed": upload(
        _RECORD % (b"{%s}" % b",".join(b'"%d":1' % key for key in range(490_000)))
    ),
    "a file of numbers": upload(_RECORD % (b"[" + b"1," * 990_000 + b"1]")),
    "a file of long numbers": upload(_RECORD % (b"[" + b"1.7976931348623157e308," * 360_000 + b"1]")),
    "a file of one long number": upload(_RECORD % (b"9" * 8_000_000)),
    "a file nested as deep as is parsed": upload(_RECORD % (b"[" + b"[" * 900 + b"]" * 900 + b"]")),
    "a file of escapes": upload(_RECORD % (b'"' + b"\\n" * 4_000_000 + b'"')),
    "a file of letters by number": upload(_RECORD % (b'"' + b"\\ud83d\\ude00" * 660_000 + b'"')),
    "a passphrase of a file's length": upload(b"{}", "\ufdfa" * 2_700_000),
    "a passphrase of no letters": _PART % b"passphrase" + b"\xed\xa0\x80" * 2_700_000 + b"\r\n--x--\r\n",
}
"""Forms with files."""

READS_NOTHING = (
    sys.executable, "-S", "-c",
    "import sys; from app.records.child_process import READY, put, take;"
    " answers = sys.stdout.buffer; put(answers, READY);"
    "take(sys.stdin.buffer); said = b'[\"no room\",\"\"]'; put(answers, len(said).to_bytes(4, 'big') + said)",
)  # fmt: skip
"""Command of a process that takes a room's file and refuses it unread.

It does a tenth of the work of a process that reads the file."""

QUOTED: Mapping[str, str] = {
    "quotes": '\\"' * 7_400,
    "backslashes": "\\\\" * 7_400,
    "octals": "\\101" * 3_700,
    "quotes and an octal": '\\"' * 7_300 + "\\101",
}
"""Content between the quotes of a cookie, which ``http.cookies`` would unquote."""

HEADS: Mapping[str, Mapping[str, str]] = {
    "many cookies": {"cookie": ";".join(f"a{number}={number}" for number in range(1_400))},
    "empty cookies": {"cookie": ";" * 15_000},
    **{f"a cookie of {kind}": {"cookie": f'dev="{quoted}"'} for kind, quoted in QUOTED.items()},
    "cookies of blanks": {"cookie": ("dev=" + " " * 70 + ";") * 200},
    "one cookie many times": {"cookie": "dev=(;signet-name=(;signet-language=(;admin=(;" * 310},
    "many addresses": {"x-forwarded-for": ",".join(["192.0.2.1"] * 1_400), "x-forwarded-proto": "," * 1_000},
    "our proxies": {"x-forwarded-for": ",".join(["::1"] * 3_900), "x-forwarded-proto": "https," * 100},
    "an address of colons": {"x-forwarded-for": "[" + ":" * 15_000},
    "many languages": {"accept-language": ",".join(["de;q=0.5"] * 1_600)},
    "a language of semicolons": {"accept-language": ";" * 15_000},
    "many kinds": {"accept": "," * 15_000, "accept-encoding": ""},
    "many encodings": {"accept-encoding": "," * 15_000},
    "many headers": {f"x{number}": "" for number in range(1_500)},
    "many ranges": {"range": "bytes=" + ",".join(["0-1"] * 3_500)},
    "ranges apart": {"range": "bytes=" + ",".join(f"{place}-{place}" for place in range(0, 4_500, 2))},
    "a range of digits": {"range": "bytes=" + "9" * 4_300 + "-" + "9" * 10_000},
    "a date": {"if-modified-since": "Wed, 1 Jan " + "9" * 4_300 + " " + ":".join("1" * 5_000)},
    "a date of commas": {"if-modified-since": "1-" * 7_000, "if-range": "," * 1_000},
    "many versions": {"if-none-match": ",".join(['"a"'] * 3_500)},
    "an empty token": {"authorization": "Bearer " + " " * 15_000},
    "a token of letters": {"authorization": "Bearer " + "a" * 15_000},
    "a host of letters": {"host": "\xbc" * 15_000},
    "a port": {"host": "localhost:" + "9" * 15_000},
    "a host of colons": {"host": "[" + "1:" * 7_000 + "]"},
    "a long host": {"host": "1." * 7_000},
    "brackets": {"origin": "http://" + "[" * 15_000},
    "a kind with parameters": {"content-type": "multipart/form-data; boundary=" + ';x="\\' * 2_500},
    "a long boundary": {"content-type": "multipart/form-data; boundary=" + "x" * 15_000},
    "a long length": {"content-length": "9" * 15_000},
}
"""Headers nearly as long as all headers may be together."""

PATHS = (
    "/?" + "&" * 15_000, "/?" + "a&" * 7_500, "/?" + "%41=%41&" * 1_800, "/" + "%41" * 5_000, "/" + "/" * 15_000,
    "/static/" + "a/" * 7_000, "/r/" + "%00" * 4_000, "/r/" + "a" * 15_000, "/r/a/watch/" + "a" * 15_000,
    "/r/a/return/" + "-" * 15_000, "/r/" + "9" * 15_000 + "/replay?stop=" + "9" * 800,
)  # fmt: skip

HANDSHAKES: Mapping[str, Mapping[str, str]] = {
    "extensions": {"sec-websocket-extensions": ",".join(["permessage-deflate; client_max_window_bits"] * 180)},
    "parameters": {"sec-websocket-extensions": "permessage-deflate" + ";a=1" * 1_950},
    "a quoted parameter": {"sec-websocket-extensions": 'a;b="' + '\\"' * 4_000 + '"'},
    "an open parameter": {"sec-websocket-extensions": 'a;b="' + '\\"' * 4_000},
    "commas": {"sec-websocket-extensions": "," * 7_000, "sec-websocket-protocol": "," * 7_000},
    "blanks": {"sec-websocket-extensions": " ," * 3_500, "sec-websocket-protocol": " \t" * 3_500},
    "protocols": {"sec-websocket-protocol": ",".join(["a"] * 4_000)},
    "many headers": {f"x{number}": "" for number in range(1_500)},
    "a line": {"x": "a" * 15_000},
    "upgrades": {"upgrade": "websocket," + "a/1," * 1_900, "connection": "Upgrade"},
    "connections": {"connection": "Upgrade" + ",a" * 3_900},
    "a key": {"sec-websocket-key": "A" * 8_000},
    "a version": {"sec-websocket-version": "9" * 8_000},
    "a cookie of quotes": {"cookie": f'dev="{QUOTED["quotes"][:8_000]}"'},
    "an origin": {"origin": "http://" + "[" * 8_000},
}
"""Headers of a WebSocket handshake.

``websockets`` reads no line over 8 KB and no more than 128 headers."""

_START = "{} HTTP/1.1\r\nhost: localhost:8000\r\nsec-fetch-site: same-origin\r\ncontent-type: {}\r\n{}\r\n"
FLOODS: Mapping[str, bytes] = {
    "requests without waiting": b"GET /healthz HTTP/1.1\r\n\r\n" * 10_000,
    "pages without waiting": b"GET / HTTP/1.1\r\nhost: localhost:8000\r\n\r\n" * 6_000,
    **{
        f"a body in crumbs to {path}": _START.format(
            f"POST {path}", kind, "transfer-encoding: chunked\r\nconnection: close\r\n"
        ).encode()
        + b"1\r\na\r\n" * 43_000
        + b"0\r\n\r\n"
        for path, kind in (("/api/rooms", JSON), ("/rooms", FORM), ("/rooms/import", UPLOAD))
    },
}
"""Bytes that fill an HTTP connection."""


def frames() -> Iterator[tuple[str, bytes]]:
    """Yield bytes that fill a WebSocket connection."""
    end = _frame(8, b"")
    yield "pings", _frame(9, b"") * 40_000 + end
    yield "a message in crumbs", _frame(1, b"a", is_last=False) + _frame(0, b"") * 40_000 + end
    yield "messages", _frame(1, b"{}") * 30_000 + end
    for name, text in OBJECTS.items():
        yield name, _frame(1, text[:4_090]) * 50 + end


def _frame(kind: int, data: bytes, *, is_last: bool = True) -> bytes:
    length = bytes([0x80 | len(data)]) if len(data) < 126 else bytes([0x80 | 126]) + struct.pack(">H", len(data))
    return bytes([(0x80 if is_last else 0) | kind]) + length + bytes(4) + data


def handshake(path: str, headers: Mapping[str, str]) -> bytes:
    """Return a WebSocket handshake."""
    key = base64.b64encode(os.urandom(16)).decode()
    told = {"host": "localhost:8000", "upgrade": "websocket", "connection": "Upgrade", "sec-websocket-version": "13"}
    lines = [f"{name}: {value}" for name, value in (told | {"sec-websocket-key": key} | dict(headers)).items()]
    return "\r\n".join([f"GET {path} HTTP/1.1", *lines, "", ""]).encode()


GOODBYE = _frame(8, b"")
"""Frame with which a client closes a socket."""
