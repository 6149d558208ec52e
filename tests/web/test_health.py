"""Whether the server is well, and reports about the page's policy."""

import io
import json

import pytest

from app.web.health import rules
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


def test_a_report_that_is_none_is_taken_all_the_same(web: Web, log: io.StringIO) -> None:
    for body in (b"", b"{", b"\xff", json.dumps(OLD).encode(), json.dumps(NEW).encode()):
        assert web.client.post("/csp-report", content=body).status_code == 204
    assert "script-src" in log.getvalue()
    assert "secret" not in log.getvalue()
    assert web.client.post("/csp-report", content=b"x" * 16_385).status_code == 413
