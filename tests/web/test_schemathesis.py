"""Generated requests to every route, valid and invalid by its schema, by everyone.

The server offers no schema, so the test builds one from the routes. ``SIGNET_EXAMPLES`` sets the number of requests
of each kind for each method of each route. ``SIGNET_SEED`` sets the seed."""

import io
import json
import logging
import os
from collections import Counter
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote, urlencode

import msgspec
import pytest
import schemathesis
from fastapi import FastAPI
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.core import NOT_SET
from schemathesis.core.result import Ok

from app.web.http.headers import FIXED, OF_PARTS, is_part
from app.web.messages import parse
from app.web.messages.arrival import Open, Sit
from tests.seeds import choose_seed
from tests.web.http.test_origin import FILLED, routes
from tests.web.tables import BASE, Table, Web, a_web

EXAMPLES = int(os.environ.get("SIGNET_EXAMPLES", "2"))
SEED = choose_seed(1)

logger = logging.getLogger(__name__)

Schema = dict[str, Any]

BODIES: dict[str, Any] = {
    "/api/rooms": Open,
    "/api/rooms/{room}/seats": Sit,
    "/api/rooms/{room}/commands": parse.COMMAND,
}
"""Bodies that a program sends; all others are forms."""

FIELDS = ("name", "code", "game", "do", "id", "ask", "choice", "text", "seat", "on", "passphrase", "language", "back")
FORM: Schema = {
    "type": "object",
    "properties": {name: {"type": "string", "maxLength": 40} for name in FIELDS},
    "additionalProperties": {"type": "string", "maxLength": 40},
    "maxProperties": 40,
}


def schema(app: FastAPI) -> Schema:
    """Return an OpenAPI schema of every route that is no socket."""
    paths: dict[str, Any] = {}
    for path, methods in routes(app).items():
        for method in {"HEAD" if each == "HEAD" else each for each in methods} - {"WS"}:
            paths.setdefault(path if path != "/static/" else "/static/{file}", {})[method.lower()] = operation(
                path, method
            )
    return {"openapi": "3.1.0", "info": {"title": "Signet", "version": "1"}, "paths": paths}


def operation(path: str, method: str) -> Schema:
    """Return the schema of one method of one route."""
    names = [part[1:-1] for part in path.split("/") if part.startswith("{")] + (["file"] if path == "/static/" else [])
    made: Schema = {
        "parameters": [
            {"name": name, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
            for name in names
        ]
        + [{"name": name, "in": "query", "schema": {"type": "string"}} for name in ("step", "game", "v", "q")],
        "responses": {"200": {"description": "an answer"}},
    }
    if method == "POST":
        kind = "application/json" if path in BODIES else "application/x-www-form-urlencoded"
        body = inline_references(msgspec.json.schema(BODIES[path])) if path in BODIES else FORM
        made["requestBody"] = {"content": {kind: {"schema": body}}}
    return made


def inline_references(whole: Schema) -> Schema:
    """Return the schema without references into itself."""

    def put(part: Any) -> Any:
        if isinstance(part, dict):
            reference = part.get("$ref")
            if reference is not None:
                return put(whole["$defs"][reference.rpartition("/")[2]])
            return {name: put(value) for name, value in part.items() if name not in ("$defs", "discriminator")}
        return [put(value) for value in part] if isinstance(part, list) else part

    made = put(whole)
    assert isinstance(made, dict)
    return made


@pytest.fixture(scope="module")
def served() -> Iterator[Web]:
    """Server for all requests."""
    with a_web() as web:
        yield web


def request(case: Case[Any], table: Table, who: dict[str, str], real: bool) -> tuple[str, str, dict[str, str], bytes]:
    """Return method, address, headers and body of a generated request.

    If ``real`` it names the existing table."""
    path = case.path
    here = {"room": table.code, "key": table.join_key, "file": "css/tokens.css"}
    for name, value in case.path_parameters.items():
        known = here.get(name) or FILLED.get(f"{{{name}}}")
        path = path.replace(f"{{{name}}}", known if real and known else quote(str(value), safe="%"))
    query = urlencode({name: str(value) for name, value in case.query.items()}, errors="replace")
    kind = case.media_type or ""
    if case.body is NOT_SET:
        body = b""
    elif isinstance(case.body, dict) and "urlencoded" in kind:
        body = urlencode({str(k): str(v) for k, v in case.body.items()}, errors="replace").encode()
    else:
        body = case.body if isinstance(case.body, bytes) else json.dumps(case.body).encode()
    return case.method, f"{path}?{query}", {"content-type": kind, **who}, body


def send_requests(one: Any, table: Table) -> Counter[str]:
    """Send requests to one method of one route, and count the responses.

    Half of the requests are invalid by its schema."""
    statuses: Counter[str] = Counter()
    people = [
        {},
        table.bearer(0),
        table.bearer(1),
        {"authorization": "Bearer " + "x" * 43},
        {"cookie": f"dev={table.tokens[0]}", "origin": BASE},
        {"cookie": f"dev={table.tokens[1]}", "origin": "http://evil.example"},
    ]

    @seed(SEED)
    @settings(
        max_examples=2 * EXAMPLES,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(
        case=st.one_of([one.as_strategy(generation_mode=mode) for mode in GenerationMode]),
        who=st.sampled_from(people),
        real=st.booleans(),
    )
    def sends(case: Case[Any], who: dict[str, str], real: bool) -> None:
        method, address, headers, body = request(case, table, who, real)
        answer = table.web.client.request(method, address, headers=headers, content=body, follow_redirects=False)
        statuses[f"{answer.status_code // 100}xx"] += 1
        assert answer.status_code < 500, (method, address, headers, body)
        is_a_part = is_part(answer.request.url.path, answer.status_code)
        policy = OF_PARTS if is_a_part else {"content-security-policy", *(name for name, _ in FIXED)}
        assert policy <= set(answer.headers), (method, address)
        sent = answer.content + repr(answer.headers).encode()
        assert not [token for token in table.tokens if token not in repr(who) and token.encode() in sent], address

    sends()
    return statuses


@pytest.mark.slow("draws requests for every route by its schema")
def test_every_route_answers_whatever_it_is_sent(served: Web, log: io.StringIO) -> None:
    app = served.client.app
    assert isinstance(app, FastAPI)
    statuses: Counter[str] = Counter()
    for found in schemathesis.openapi.from_dict(schema(app)).get_all_operations():
        # a table of its own, because some requests end it
        assert isinstance(found, Ok)
        statuses += send_requests(found.ok(), served.playing("Ada", "Ben", options={"watchers": "public"}))
    assert set(statuses) <= {"2xx", "3xx", "4xx"}
    assert statuses["2xx"] and statuses["4xx"]
    assert [line for line in log.getvalue().splitlines() if '"level": "error"' in line or '"exception"' in line] == []
    logger.info("%d requests, seed %d: %s", statuses.total(), SEED, dict(sorted(statuses.items())))


def test_the_schema_knows_every_route(served: Web) -> None:
    app = served.client.app
    assert isinstance(app, FastAPI)
    known = {(path, method) for path, methods in schema(app)["paths"].items() for method in methods}
    assert len(known) == sum(len(set(methods) - {"WS"}) for methods in routes(app).values())
