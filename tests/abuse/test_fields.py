"""Hostile text in every field: refused by the protocol, or stored as displayable.

No request fails, and no text breaks a line of the log."""

import io
import json
from collections.abc import Iterator, Mapping

import pytest
from httpx2 import Response

from app.rooms.chat.words import normalize_message
from app.rooms.model.names import name
from app.rooms.model.text.characters import Fault, read_text
from engine.core.plain import Plain, to_plain
from tests.abuse.hostile_words import LONE, LONG, REFUSED, SHORT, TWINS
from tests.web.tables import BASE, GAME, Table, Web

HUGE = ("x" * (1 << 20), "<b>" * 6_000, "\u202e" * 9_000)
EVERY = (*SHORT, *LONG, *REFUSED, *LONE, *TWINS, *HUGE)
SOME = (*SHORT[:30], *LONG[:10], *REFUSED, *LONE, *HUGE)

CHOSEN: dict[str, dict[str, object]] = {
    "phrase": {"do": "phrase"},
    "sign": {"do": "react"},
    "motion": {"do": "vote", "on": True},
    "level": {"do": "bot", "seat": 3},
    "game": {"do": "lobby"},
    "link": {"do": "voice"},
    "name": {"do": "mute", "on": True},
    "choice": {"do": "seal", "ask": 1},
    "do": {},
    "id": {"do": "ping"},
    "seat": {"do": "remove"},
}
"""Fields that take one of our values, or values of a certain form."""


@pytest.fixture
def table(web: Web) -> Table:
    """Lobby with Ada and Ben, which people may watch."""
    return web.open("Ada", "Ben", options={"watchers": "public"})


def send(table: Table, path: str, body: Mapping[str, object], seat: int | None = 0) -> Response:
    """Return the answer to JSON, which may hold what UTF-8 cannot."""
    headers = {"content-type": "application/json", **(table.bearer(seat) if seat is not None else {})}
    return table.web.client.post(path, content=json.dumps(body), headers=headers)


def submit_form(web: Web, path: str, **fields: str) -> Response:
    """Return the answer to a form of a browser without a seat."""
    web.client.cookies.clear()
    typed = {key: value.encode("utf-8", "surrogatepass").decode("latin-1") for key, value in fields.items()}
    body = "&".join(f"{key}={''.join(f'%{ord(letter):02x}' for letter in value)}" for key, value in typed.items())
    headers = {"origin": BASE, "content-type": "application/x-www-form-urlencoded"}
    return web.client.post(path, content=body, headers=headers, follow_redirects=False)


def list_stored_texts(table: Table) -> Iterator[str]:
    """Yield every text in the room's journal."""

    def texts(value: Plain) -> Iterator[str]:
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            for each in value.values():
                yield from texts(each)
        elif isinstance(value, list | tuple):
            for each in value:
                yield from texts(each)

    portal = table.web.client.portal
    assert portal is not None
    for entry in portal.call(table.web.store.load, table.code):
        yield from texts(to_plain(entry.event))


def is_harmless(text: str) -> bool:
    """Return whether a stored text holds nothing dangerous.

    Empty texts are harmless."""
    return not text or not isinstance(read_text(text, is_name=False), Fault)


def is_well_logged(log: io.StringIO) -> bool:
    """Return whether every line of the log is one object without a fault."""
    lines = [json.loads(line) for line in log.getvalue().split("\n")[:-1]]
    return all(isinstance(line, dict) and line["level"] in ("debug", "info") for line in lines) and len(lines) > 10


def get_expected_statuses(word: str, shown: str | None, accepted: int) -> set[int]:
    """Return the statuses allowed for a text.

    ``shown`` is its displayed form. A body beyond the limit is not even read."""
    return {413} if len(json.dumps(word)) > 16_000 else {413, 422, 400} if shown is None else {accepted}


def test_names_are_refused_or_shown(table: Table, log: io.StringIO) -> None:
    wrong = []
    for word in EVERY:
        shown, path = name(word), f"{table.path}/seats"
        taken = send(table, path, {"name": word, "key": table.join_key}, None)
        if taken.status_code not in ({409} if word in TWINS else get_expected_statuses(word, shown, 201)):
            wrong.append(f"{word[:40]!a}: {taken.status_code}")
        if taken.is_success:
            mine = {"authorization": f"Bearer {taken.json()['token']}"}
            assert table.web.client.post(f"{table.path}/commands", json={"do": "leave"}, headers=mine).is_success
        refused = submit_form(table.web, table.links["join"], name=word)
        table.web.client.cookies.clear()
        if word not in TWINS and shown is None and refused.status_code not in (400, 413, 422):
            wrong.append(f"{word[:40]!a} by a form: {refused.status_code}")
        if refused.status_code == 303:
            table.post(0, do="remove", seat=2)
            table.links["join"] = table.view(0)["room"]["join_link"]
    assert wrong == []
    assert all(is_harmless(text) for text in list_stored_texts(table))
    assert is_well_logged(log)


def test_messages_are_refused_or_shown(table: Table, log: io.StringIO) -> None:
    wrong = []
    for word in EVERY:
        shown = normalize_message(word)
        answers = [
            send(table, f"{table.path}/commands", {"do": "say", "text": word}).status_code,
            submit_form(
                table.web, f"{table.links['watch']}/do", do="watcher_say", name="Walter", text=word
            ).status_code,
        ]
        if any(
            not {status} <= get_expected_statuses(word, shown, accepted)
            for status, accepted in zip(answers, (200, 303), strict=True)
        ):
            wrong.append(f"{word[:40]!a}: {answers}")
        last = table.view(0)["said"][-1:]
        if shown is not None and last[0]["text"] != shown:
            wrong.append(f"{word[:40]!a} reads {last}")
    assert wrong == []
    assert all(is_harmless(text) for text in list_stored_texts(table))
    assert is_well_logged(log)


@pytest.mark.parametrize("field", CHOSEN)
def test_fields_of_fixed_values_take_no_other_text(table: Table, log: io.StringIO, field: str) -> None:
    before = table.fingerprint()
    statuses = {send(table, f"{table.path}/commands", CHOSEN[field] | {field: word}).status_code for word in SOME}
    assert statuses - ({200} if field == "id" else set()) <= {400, 409, 413, 422}
    assert table.fingerprint() == before
    assert is_well_logged(log)


def test_options_and_new_rooms_take_no_free_text(table: Table, log: io.StringIO) -> None:
    before, statuses = table.fingerprint(), set()
    for word in SOME:
        for options in ({"language": word}, {"watchers": word}, {"clock": {"mode": word}}, {word: 1}, {"grace": word}):
            statuses.add(send(table, f"{table.path}/commands", {"do": "options", "options": options}).status_code)
            body = {"game": GAME, "name": "Ada", "options": options}
            statuses.add(send(table, "/api/rooms", body, None).status_code)
        statuses.add(send(table, "/api/rooms", {"game": word, "name": "Ada"}, None).status_code)
    assert statuses <= {400, 413, 422}
    assert table.fingerprint() == before
    assert is_well_logged(log)


def test_broken_log_line_is_detected(log: io.StringIO) -> None:
    log.write('{"level": "info"}\n' * 20)
    assert is_well_logged(log)
    log.write("Set-Cookie: dev=x\n")
    with pytest.raises(json.JSONDecodeError):
        is_well_logged(log)
