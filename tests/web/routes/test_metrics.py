"""Metrics for Prometheus: who may see them, and what they show and hide."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from prometheus_client import CollectorRegistry, Histogram, generate_latest
from pydantic import ValidationError

from app.metrics import BUCKETS, FOLDER, Durations, drop_process
from app.settings.limits import Figures
from app.settings.settings import Settings
from app.web.http.errors import STATUS
from tests.web.tables import Web, a_web

TOKEN = "a-token-that-nobody-guesses"
SHOWN = {"authorization": f"Bearer {TOKEN}"}

_SAMPLE = re.compile(r"(?P<name>[a-z_]+)(?:\{(?P<labels>[^}]*)\})? (?P<value>\S+)")


@pytest.fixture
def measured() -> Iterator[Web]:
    """Server with a token for its metrics."""
    with a_web(metrics_token=TOKEN) as web:
        yield web


def figures(text: str) -> dict[str, float]:
    """Return the value of each sample, by name with labels."""
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    found = [match for line in lines if (match := _SAMPLE.fullmatch(line))]
    assert len(found) == len(lines)
    return {f"{match['name']}{{{match['labels'] or ''}}}": float(match["value"]) for match in found}


def fetch_metrics(web: Web) -> dict[str, float]:
    answer = web.client.get("/metrics", headers=SHOWN)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain; version=")
    assert answer.headers["cache-control"] == "no-store"
    return figures(answer.text)


def test_without_a_token_of_the_operators_there_is_nothing(web: Web) -> None:
    for headers in ({}, SHOWN):
        assert web.client.get("/metrics", headers=headers).status_code == 404


@pytest.mark.parametrize(
    "shown", [None, "", "Bearer", "Bearer ", f"Basic {TOKEN}", f"Bearer {TOKEN}x", f"Bearer {TOKEN[:-1]}"]
)
def test_without_the_token_nothing_is_told(measured: Web, shown: str | None) -> None:
    answer = measured.client.get("/metrics", headers={} if shown is None else {"authorization": shown})
    assert answer.status_code == 401
    assert "signet_" not in answer.text


def test_who_guesses_is_turned_away_for_a_while() -> None:
    with a_web(limits=True, metrics_token=TOKEN, figures=Figures(wrong_burst=10)) as web:
        codes = [web.client.get("/metrics", headers={"authorization": "Bearer x"}).status_code for _ in range(12)]
    assert codes[0] == 401
    assert codes[-1] == 429


def test_a_collector_may_call_the_server_by_any_name(measured: Web) -> None:
    assert measured.client.get("/metrics", headers=SHOWN | {"host": "app1:8000"}).status_code == 200


def test_what_happens_is_counted(measured: Web) -> None:
    before = fetch_metrics(measured)
    table = measured.open("Ada", "Ben")
    with table.socket(0) as socket:
        socket.receive_json()
        during = fetch_metrics(measured)
    assert (during["signet_rooms{}"], during["signet_sockets{}"]) == (1, 1)
    assert measured.client.get("/api/rooms/00000000").status_code == 404
    code = table.post(0, do="lift", id="l" * 16, ask=1).json()["refused"]
    after = fetch_metrics(measured)

    def risen(name: str) -> float:
        return after[name] - before.get(name, 0)

    assert risen("signet_append_seconds_count{}") >= 3
    assert risen("signet_command_seconds_count{}") == 1
    assert risen("signet_push_seconds_count{}") >= 1
    assert risen(f'signet_refusals_total{{code="{code}",of="command"}}') == 1
    assert risen('signet_refusals_total{code="no_such_room",of="request"}') == 1
    assert risen('signet_http_responses_total{status="2xx"}') >= 3
    assert risen('signet_http_responses_total{status="4xx"}') == 2


def test_durations_are_told_as_the_librarys_own_histogram_tells_them() -> None:
    ours, theirs = CollectorRegistry(), CollectorRegistry()
    durations = Durations("signet_some_seconds", "From one to another.", ours)
    histogram = Histogram("signet_some_seconds", "From one to another.", registry=theirs, buckets=BUCKETS)
    for seconds in (None, 0.0, *BUCKETS, 0.0011, 0.3, 11.0):
        if seconds is not None:
            durations.observe(seconds)
            histogram.observe(seconds)
        assert generate_latest(ours) == generate_latest(theirs)


def test_no_room_no_person_and_no_secret_is_told(measured: Web) -> None:
    table = measured.open("Zaphod", "Trillian")
    with table.socket(0) as socket:
        socket.receive_json()
    measured.client.get(f"/r/{table.code}/join/{'s' * 22}")
    measured.client.get(f"/r/{table.code}/return/{'s' * 43}")
    text = measured.client.get("/metrics", headers=SHOWN).text
    secrets = [table.code, "Zaphod", "Trillian", TOKEN, "sss", *table.tokens, *table.links.values()]
    assert [secret for secret in secrets if secret in text] == []
    labels = set(re.findall(r'(\w+)="([^"]*)"', text))
    assert {name for name, _ in labels} == {"code", "of", "status", "le"}
    assert {value for name, value in labels if name == "code"} <= STATUS.keys()
    assert {value for name, value in labels if name == "status"} <= {f"{first}xx" for first in range(1, 6)}


def test_a_token_that_could_be_guessed_is_none() -> None:
    with pytest.raises(ValidationError, match="at least 16"):
        Settings.model_validate({"metrics_token": "short"})
    assert Settings.model_validate({"metrics_token": ""}).metrics_token is None
    assert TOKEN not in repr(Settings.model_validate({"metrics_token": TOKEN}))


PROCESS = """
from app.metrics import Metrics
m = Metrics()
m.rooms.set(2)
m.append.observe(0.01)
m.count_refusal("try_again", "request")
print(m.render().decode(), end="")
"""


def test_any_of_several_processes_tells_the_figures_of_all(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def runs() -> tuple[int, dict[str, float]]:
        process = subprocess.Popen(
            [sys.executable, "-c", PROCESS], env=os.environ | {FOLDER: str(tmp_path)}, stdout=subprocess.PIPE, text=True
        )
        said, _ = process.communicate(timeout=60)
        assert process.returncode == 0
        return process.pid, figures(said)

    first, _ = runs()
    _, both = runs()
    assert both["signet_rooms{}"] == 4
    assert both["signet_append_seconds_count{}"] == 2
    assert both['signet_refusals_total{code="try_again",of="request"}'] == 2
    monkeypatch.setenv(FOLDER, str(tmp_path))
    drop_process(first)
    _, later = runs()
    assert later["signet_rooms{}"] == 4, "what the first had is gone"
    assert later["signet_append_seconds_count{}"] == 3, "what the first counted stays"
