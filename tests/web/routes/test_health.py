"""Health of the server, and reports about violations of the page's policy."""

import io
import json

import pytest

from app.web.routes import health
from app.web.routes.health import MOST_RULES, rules
from tests.web.tables import Web

OLD = {"csp-report": {"document-uri": "http://localhost/r/secret", "effective-directive": "script-src"}}
NEW = [{"type": "csp-violation", "body": {"documentURL": "http://localhost/r/secret", "effectiveDirective": "img-src"}}]


def test_a_server_whose_database_answers_is_well(web: Web) -> None:
    answer = web.client.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"ok": True})


@pytest.mark.parametrize(
    ("report", "found"),
    [
        (OLD, {"script-src"}),
        ({"csp-report": {"violated-directive": "style-src"}}, {"style-src"}),
        (NEW, {"img-src"}),
        (NEW * 30, {"img-src"}),
        ({"csp-report": {"effective-directive": "http://localhost/r/secret"}}, set()),
        ({"csp-report": {"effective-directive": ["script-src"]}}, set()),
        ({"csp-report": "script-src"}, set()),
        ([1, "script-src", None], set()),
        (None, set()),
    ],
)
def test_of_a_report_only_the_rule_is_kept(report: object, found: set[str]) -> None:
    assert rules(json.dumps(report).encode()) == found


def lines(log: io.StringIO) -> list[dict[str, object]]:
    """Return the log's lines above debug level."""
    return [line for line in map(json.loads, log.getvalue().splitlines()) if line["level"] != "debug"]


def test_reports_are_a_line_a_minute_however_many_come(web: Web, log: io.StringIO) -> None:
    for second in range(120):
        web.time.seconds += 1
        for report in (OLD, NEW):
            assert web.client.post("/csp-report", json=report).status_code == 204
        assert len(lines(log)) <= 1 + (second + 1) // 60
    first, second_line = lines(log)
    assert (first["rules"], first["reports"]) == (["script-src"], 1)
    assert (second_line["rules"], second_line["reports"]) == (["img-src", "script-src"], 120)
    web.time.seconds += 60
    web.client.post("/csp-report", json=NEW)
    assert (lines(log)[-1]["rules"], lines(log)[-1]["reports"]) == (["img-src", "script-src"], 120)


def test_a_line_names_so_many_rules_and_no_more(web: Web, log: io.StringIO) -> None:
    for number in range(100):
        letters = "".join(chr(ord("a") + int(digit)) for digit in str(number))
        web.client.post("/csp-report", json={"csp-report": {"effective-directive": f"{letters}-src"}})
    web.time.seconds += 60
    web.client.post("/csp-report", json=OLD)
    rules_told = lines(log)[-1]["rules"]
    assert isinstance(rules_told, list)
    assert len(rules_told) == MOST_RULES


def test_check_catches_server_that_logs_every_csp_report(
    web: Web, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "LINE_S", 0.0)
    for _ in range(5):
        web.client.post("/csp-report", json=OLD)
    assert len(lines(log)) == 5


def test_a_report_that_is_none_is_taken_all_the_same(web: Web, log: io.StringIO) -> None:
    for body in (b"", b"{", b"\xff", json.dumps(OLD).encode(), json.dumps(NEW).encode()):
        assert web.client.post("/csp-report", content=body).status_code == 204
        web.time.seconds += 60
    assert "script-src" in log.getvalue()
    assert "secret" not in log.getvalue()
    assert web.client.post("/csp-report", content=b"x" * 16_385).status_code == 413
