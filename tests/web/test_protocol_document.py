"""PROTOCOL.md agrees with the code: it has every name.

Every example is tried on a real application."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from pydantic import BaseModel, SecretStr

from app.journal.codec import get_stored_name
from app.records.export import AFTERWARDS, OPEN
from app.rooms.chat.view import SaidPart, WatcherSaidPart
from app.rooms.model.dates import DAY_MS
from app.rooms.model.options import CLOCK_MODES, CLOCKS, LANGUAGES, TELLS, WATCHERS, RoomOptions
from app.rooms.model.refusals import SENTENCES
from app.rooms.player.view import DevicePart
from app.rooms.views.view_types import AskPart, OutcomePart, RoomPart, RoomView, SeatPart
from app.settings.limits import Figures
from app.settings.notifications import MailSettings, NotificationSettings
from app.settings.settings import Settings
from app.web.http.errors import STATUS, Close
from app.web.messages import parse
from app.web.messages.arrival import Hello, Open, Sit
from engine import registry
from engine.core.chance import SeededChance
from engine.core.plain import to_plain
from engine.core.seats import Seat
from engine.driver import MOST_TURNS
from tests.known import lacks
from tests.web.http.test_origin import EXPECTED
from tests.web.tables import BASE, Table, Web, a_web, receive_answer

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "protocol.md").read_text()


def blocks(kind: str) -> list[list[str]]:
    """Return the lines of the fenced blocks of that kind."""
    return [found.strip().splitlines() for found in re.findall(rf"```{kind}\n(.*?)```", TEXT, re.DOTALL)]


def section(title: str) -> str:
    """Return the text under a heading, down to the next of its level."""
    level = title.split(" ", maxsplit=1)[0]
    begin = TEXT.index(f"\n{title}\n")
    end = TEXT.find(f"\n{level} ", begin + 1)
    return TEXT[begin : end if end > 0 else None]


def rows(title: str) -> dict[str, list[str]]:
    """Return a section's table rows by their first cell, without backticks."""
    found = (line.strip("|").split("|") for line in section(title).splitlines() if line.startswith("|"))
    return {cells[0].replace("`", "").replace("*", "").strip(): [cell.strip() for cell in cells[1:]] for cells in found}


def find_backticked(text: str) -> set[str]:
    """Return everything in backticks."""
    return set(re.findall(r"`([^`]+)`", re.sub("```.*?```", "", text, flags=re.DOTALL)))


def test_every_command_and_each_of_its_fields_is_there() -> None:
    named = {name: cells for first, cells in rows("## Commands").items() for name in first.split(", ")}
    assert set(named) - {"do", "---"} == parse.TAGS
    for message in get_args(parse.COMMAND):
        do, fields = message.__struct_config__.tag, {*message.__struct_encode_fields__} - {"id"}
        assert find_backticked(named[do][0]) == fields, do
    assert "`id`" in section("## Commands")
    assert set(Hello.__struct_fields__) == {"token"}
    assert {"token"} <= find_backticked(section("## The socket"))


def test_every_route_is_there_with_its_fields() -> None:
    routes = rows("## Routes")
    ours = {f"{method} {path}" for path, methods in EXPECTED.items() for method in methods if path.startswith("/api")}
    assert ours | {"GET /healthz"} == routes.keys() - {"call", "---"}
    assert find_backticked(routes["POST /api/rooms"][0]) == {*Open.__struct_fields__}
    assert find_backticked(routes["POST /api/rooms/{room}/seats"][0]) == {*Sit.__struct_fields__}


def test_every_refusal_is_there_with_its_status_and_sentence() -> None:
    refusals = {code: cells for code, cells in rows("## Refusals").items() if code in SENTENCES}
    assert refusals.keys() == SENTENCES.keys()
    assert {code: int(cells[0]) for code, cells in refusals.items()} == STATUS
    assert all(cells[1].startswith(SENTENCES[code]) for code, cells in refusals.items())


def test_every_close_code_is_there() -> None:
    assert {int(code) for code in rows("## The socket") if code.isdigit()} == set(Close)


def test_every_option_is_there_with_its_default_and_values() -> None:
    options = rows("## Options of a room")
    flat: dict[str, Any] = {}
    for name, value in RoomOptions().to_json().items():
        flat |= {f"{name}.{part}": inner for part, inner in value.items()} if isinstance(value, dict) else {name: value}
    assert options.keys() - {"option", "---"} == flat.keys()
    for name, default in flat.items():
        said = options[name][1].strip("`")
        if isinstance(default, str | bool):
            assert said == (default if isinstance(default, str) else str(default).lower()), name
        else:
            assert float(said) == default, name
    for name, values in {"clock.mode": CLOCK_MODES, "watchers": WATCHERS, "tell": TELLS, "language": LANGUAGES}.items():
        assert set(values) <= find_backticked(options[name][0]), name


def test_every_clock_with_a_name_is_there_with_its_figures() -> None:
    told = rows("## Clocks by name")
    assert told.keys() - {"clock", "---"} == CLOCKS.keys()
    for name, clock in CLOCKS.items():
        mode, per_ask, bank = told[name][:3]
        figures = (mode.strip("`"), float(per_ask), float(bank))
        assert figures == (clock.mode, clock.per_ask / 1000, clock.bank / 1000), name


def format_default(default: object) -> str:
    """Return a default as the table writes it."""
    if isinstance(default, bool):
        return "on" if default else "off"
    return "" if default is None or isinstance(default, SecretStr) else str(default)


def test_every_setting_is_there_with_its_default() -> None:
    settings = rows("## Settings of the server")
    parts: dict[str, type[BaseModel]] = {
        "SIGNET_": Settings,
        "SIGNET_CALL_": NotificationSettings,
        "SIGNET_MAIL_": MailSettings,
    }
    ours = {
        f"{prefix}{name.upper()}": field
        for prefix, part in parts.items()
        for name, field in part.model_fields.items()
        if not field.exclude
    }
    limits = Figures.model_fields
    assert settings.keys() - {"setting", "limit", "---"} == ours.keys() | limits.keys()
    for name, field in ours.items():
        said = settings[name][0].strip("`")
        assert said == format_default(field.default), name
    for name, field in limits.items():
        assert float(settings[name][0]) == field.default, name


def test_every_field_of_a_view_is_there() -> None:
    said = find_backticked(section("## Views"))
    for part, prefix in ((RoomPart, "room."), (AskPart, "ask."), (RoomView, ""), (SeatPart, ""), (OutcomePart, "")):
        for field in part.__struct_fields__:
            name = f"{prefix}{field}"
            assert name in said or name in {"room", "seats"}, name
    assert {name for part in (SaidPart, WatcherSaidPart, DevicePart) for name in part.__struct_fields__} <= said
    assert {"ask", "text", "clause", "kind", "round", "seat", "details"} <= said


def test_every_event_and_field_of_the_record_is_there() -> None:
    told = {name: cells for first, cells in rows("## The record").items() for name in first.split(", ")}
    assert told.keys() - {"event", "---"} == {get_stored_name(kind) for kind in AFTERWARDS}
    for kind, fields in AFTERWARDS.items():
        cell = told[get_stored_name(kind)][0]
        assert set(fields) <= find_backticked(cell), kind
        later = set(fields) - set(OPEN.get(kind, fields))
        assert {name for name in fields if f"*`{name}`*" in cell} == later, kind
        assert (f"| *`{get_stored_name(kind)}`* |" in TEXT) is (kind not in OPEN), kind


def names_in(value: object) -> Iterator[str]:
    """Yield all field names within plain data."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield name
            yield from names_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from names_in(inner)


@pytest.mark.parametrize("key", sorted(registry.GAMES))
def test_every_game_is_there_with_its_options_asks_and_fields(key: str) -> None:
    game = registry.find(key)
    if f"\n### `{key}`\n" not in TEXT:
        lacks(key, "docs/protocol.md does not tell of it")
    part = section(f"### `{key}`")
    said, table = find_backticked(part), rows(f"### `{key}`")
    for option in game.options:
        assert table[option.key][1].strip("`") == json.dumps(option.default).strip('"'), option.key
        assert {json.dumps(value).strip('"') for value in option.samples} <= find_backticked(table[option.key][0])
    assert set(game.bots) <= said
    assert set(game.instructions) <= table.keys()
    for seats in game.table_sizes:
        chance = SeededChance(bytes([seats]) * 32)
        states = [game.new(seats, {}, chance)]
        while asks := game.asks(states[-1]):
            assert {ask.kind for ask in asks.values()} <= table.keys()
            choices = {seat: ask.choices[len(states) % len(ask.choices)] for seat, ask in asks.items()}
            states.append(game.resolve(states[-1], choices, chance)[-1].state)
            assert len(states) <= MOST_TURNS, f"{game.title} has not come to its end"
        for state in (*states[::10], states[-1]):
            names = {name for viewer in (Seat(0), None) for name in names_in(to_plain(game.view(state, viewer)))}
            assert {name for name in names if f"`{name}`" not in part and f'"{name}"' not in part} == set()


# ---- the examples


def same_shape(example: Any, real: Any, place: str = "") -> None:
    """Fail unless ``real`` has the fields and kinds of values of the example.

    Empty objects and lists of the example match any."""
    if isinstance(example, dict) and example:
        assert isinstance(real, dict), place
        assert example.keys() == real.keys(), place
        for name in example:
            same_shape(example[name], real[name], f"{place}.{name}")
    elif isinstance(example, list) and example:
        assert isinstance(real, list), place
        for one in real:
            same_shape(example[0], one, f"{place}[]")
    elif example is not None and real is not None:
        kinds = (int, float) if isinstance(example, int | float) and not isinstance(example, bool) else type(example)
        assert isinstance(real, kinds), place


def test_the_session_goes_as_it_is_told(web: Web) -> None:
    table: Table | None = None
    steps = blocks("session")
    assert len(steps) == 7
    for lines in steps:
        sent = [line[2:] for line in lines if line.startswith("> ")]
        told = [line[2:] for line in lines if line.startswith("< ")]
        method, path, *asker = sent[0].split(" ")
        body = json.loads(sent[1]) if len(sent) > 1 else None
        if table is not None:
            path = path.replace("K7QF2M9X", table.code)
            if body and "key" in body:
                body["key"] = table.join_key
        headers = table.bearer(int(asker[1])) if table is not None and asker else {}
        answer = web.client.request(method, path, json=body, headers=headers)
        assert answer.status_code == int(told[0]), answer.text
        example, real = json.loads("".join(told[1:])), answer.json()
        same_shape(example, real)
        if "refused" in example:
            assert real == example
        if table is None:
            table = Table(web, real["room"], real["links"])
        if "token" in real:
            table.tokens.append(real["token"])


@pytest.fixture
def call_web() -> Iterator[Web]:
    """Server whose tables can start calls."""
    with a_web(call_server="https://meet.example.org") as web:
        yield web


def test_the_examples_of_commands_are_carried_out(call_web: Web) -> None:
    web = call_web
    (examples,) = blocks("commands")
    commands = [json.loads(line) for line in examples]
    for command in commands:
        if "at" in command:
            command["at"] = web.time.now() + DAY_MS
    elsewhere = {"again", "watcher_say", "guess", "let_back", "let_screen"}
    assert {command["do"] for command in commands} | elsewhere == parse.TAGS
    by_http, by_socket = (web.open("Ada", "Ben", "Carla") for _ in range(2))
    for command in commands:
        assert by_http.post(0, **command).json()["ok"] is True, command
    with web.socket(f"{by_socket.path}/live") as socket:
        (hello,) = (json.loads(lines[0]) for lines in blocks("hello"))
        socket.send_json(hello | {"token": by_socket.tokens[0]})
        for command in commands:
            socket.send_json(command)
            assert receive_answer(socket, command["id"])["ok"] is True, command


def test_the_refused_example_is_refused(web: Web) -> None:
    table = web.playing("Ada", "Ben")
    for lines in blocks("refused"):
        assert "refused" in table.post(0, **json.loads(lines[0])).json()


def test_the_view_has_the_shape_of_a_real_one(web: Web) -> None:
    (lines,) = blocks("view")
    table = web.playing("Ada", "Ben", "Carla", options={"watchers": "public", "clock": {"mode": "gentle"}})
    table.post(0, do="say", text="Good evening")
    same_shape(json.loads("\n".join(lines)), table.view(1))


def test_every_line_of_json_in_the_text_can_be_read() -> None:
    for inline in re.findall(r"`(\{[^`]*\})`", TEXT):
        json.loads(re.sub(r"(, )?\.\.\.(?=[\]}])", "", inline.replace(": ...", ": null")))
    assert BASE not in TEXT
