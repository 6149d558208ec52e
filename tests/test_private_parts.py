"""Private parts of packages that we use: they exist and do what we rely on.

Run this at every new version, for which ``pyproject.toml`` has bounds."""

import importlib.metadata
import inspect
import re
import tomllib
from gettext import NullTranslations
from typing import Any

import pytest
import uvicorn
from jinja2 import DictLoader, Environment, nodes, pass_context, pass_environment, pass_eval_context
from jinja2.compiler import CodeGenerator
from jinja2.environment import Template, TemplateModule
from jinja2.runtime import Context, Macro
from uvicorn import _types
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import HeaderLineTooLong, RequestLineTooLong, SecurityError, TooManyHeaders
from websockets.server import ServerProtocol

from app.web.html import jinja_dialect
from app.web.html.jinja_dialect import FastJinja
from app.web.server import server, socket_guard
from app.web.server.handshake_guard import HandshakeGuard
from app.web.server.socket_guard import GuardedSocket
from app.web.server.uvicorn_guard import GuardedHttp
from app.web.sockets.line import Line
from tests.sources import ROOT

BOUND = {"uvicorn": ("0.54", "0.55"), "jinja2": ("3.1.6", "3.2")}
"""Version bounds of the packages with used private parts: at least, and below."""

GUARDS = (
    (GuardedHttp, HttpToolsProtocol),
    (HandshakeGuard, WebSocketsSansIOProtocol),
    (GuardedSocket, WebSocketsSansIOProtocol),
)


@pytest.mark.parametrize("package", BOUND)
def test_packages_used_privately_are_bounded_and_name_their_test(package: str) -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    lower, upper = BOUND[package]
    assert f"{package}>={lower},<{upper}" in tomllib.loads(text)["project"]["dependencies"]
    assert re.search(rf'"{package}>=.*# .*tests/test_private_parts\.py', text)
    installed = [int(part) for part in importlib.metadata.version(package).split(".")]
    assert [int(part) for part in lower.split(".")] <= installed < [int(part) for part in upper.split(".")]


def attributes(kind: type) -> set[str]:
    """Return the attributes of self that the class uses."""
    return set(re.findall(r"\bself\.(\w+)", inspect.getsource(kind)))


@pytest.mark.parametrize(("ours", "theirs"), GUARDS)
def test_every_name_the_guards_use_is_uvicorns(ours: type, theirs: type) -> None:
    own = {name for name in vars(ours) if name.startswith("_") and not name.startswith("__")} | {"watch"}
    own |= {"slot", "guard_handshake"} if ours is HandshakeGuard else set()
    own |= {name for name in vars(Line) if not name.startswith("_")} if ours is GuardedSocket else set()
    overridden = {name for name in vars(ours) if not name.startswith("_")} - own
    assert overridden <= {name for kind in theirs.__mro__ for name in vars(kind)}
    known = {name for kind in theirs.__mro__ if kind is not object for name in dir(kind)}
    assigned = attributes(theirs) | known
    assert attributes(ours) - own <= assigned
    assert own.isdisjoint(assigned), "a name of ours is one of theirs by now"


def test_handshake_attributes_dropped_by_the_guard_have_no_other_use() -> None:
    theirs = WebSocketsSansIOProtocol
    shaken, whole = inspect.getsource(theirs.handle_connect) + inspect.getsource(theirs.send), inspect.getsource(theirs)
    for name in ("self.request", "self.response"):
        assert 0 < len(re.findall(rf"{name}\b", shaken)) == len(re.findall(rf"{name}\b", whole))


def test_messages_that_wait_for_the_application_pause_reading() -> None:
    theirs = WebSocketsSansIOProtocol
    taken = " ".join(inspect.getsource(theirs.send_receive_event_to_app).split())
    assert "if not self.read_paused: self.read_paused = True self.transport.pause_reading()" in taken
    assert "if self.read_paused and self.queue.empty():" in inspect.getsource(theirs.receive)
    upgrade = inspect.getsource(HttpToolsProtocol.handle_websocket_upgrade)
    assert upgrade.count("protocol.data_received(") == 1, "the handshake comes by itself"


def test_line_hears_every_event_and_writes_as_uvicorn_does() -> None:
    whole = inspect.getsource(WebSocketsSansIOProtocol)
    assert set(re.findall(r"self\.queue\.(\w+)", whole)) == {"put_nowait", "get", "empty"}
    sending = " ".join(inspect.getsource(WebSocketsSansIOProtocol.send).split())
    text = "self.conn.send_text(text_data.encode()) output = self.conn.data_to_send()"
    assert f'{text} self.transport.write(b"".join(output))' in sending
    assert "except InvalidState: raise ClientDisconnected()" in sending


def test_uvicorn_cycle_and_parser_have_what_the_request_guard_uses() -> None:
    source = inspect.getsource(inspect.getmodule(HttpToolsProtocol) or uvicorn)
    assert "self.response_complete = " in source
    assert "self.parser = httptools.HttpRequestParser(self)" in source
    assert "self.parser.should_upgrade()" in source
    assert {"fail", "data_to_send"} <= set(dir(ServerProtocol))
    assert "on_response=self.on_response_complete" in source
    rest = inspect.getsource(HttpToolsProtocol.on_response_complete)
    assert "self._unset_keepalive_if_required()" in rest
    assert "self.timeout_keep_alive_task = self.loop.call_later(" in rest
    assert "self.timeout_keep_alive, self.timeout_keep_alive_handler" in rest


def test_a_handshake_tells_its_guard_how_far_it_has_come() -> None:
    assert "self.handshake_exc = exc" in inspect.getsource(ServerProtocol)
    assert all(issubclass(kind, SecurityError) for kind in (RequestLineTooLong, HeaderLineTooLong, TooManyHeaders))
    theirs = WebSocketsSansIOProtocol
    assert "self.handshake_initiated = True" in inspect.getsource(theirs.handle_connect)
    answered = inspect.getsource(theirs.send)
    assert answered.count("self.handshake_complete = True") == 2 and answered.count("self.close_sent = True") == 3
    assert "if self.disconnected:\n            raise ClientDisconnected()" in answered
    assert issubclass(ClientDisconnected, OSError)
    upgrade = inspect.getsource(HttpToolsProtocol.handle_websocket_upgrade)
    assert "self.transport.set_protocol(protocol)" in upgrade, "who takes over is found by the transport"


def test_a_server_has_what_ours_asks_it() -> None:
    ours = {name for name in vars(server.Server) if not name.startswith("__")}
    own = {name for name in ours if name.startswith("_")}
    assert ours - own <= set(dir(uvicorn.Server))
    theirs = inspect.getsource(uvicorn.Server)
    used = {"self.servers", "self.started", "self.config", "self.server_state", "self.lifespan"}
    assert used <= set(re.findall(r"self\.\w+", theirs))
    assert own.isdisjoint(re.findall(r"self\.(\w+)", theirs)), "a name of ours is one of theirs by now"
    made = " ".join(inspect.getsource(uvicorn.Server.startup).split())
    assert "config=config, server_state=self.server_state, app_state=self.lifespan.state" in made
    assert "await self.on_tick(counter)" in inspect.getsource(uvicorn.Server.main_loop)
    assert all(hasattr(_types, name) for name in ("ASGIReceiveEvent", "ASGISendEvent"))
    assert "uvicorn._types" in inspect.getsource(socket_guard)


# ---- jinja2


def signature(method: Any) -> list[str]:
    """Return the names of a method's arguments."""
    return list(inspect.signature(method).parameters)


OWN_HOOKS = {"__init__", "read_all", "is_compiled"}
"""Functions of our classes that jinja2 does not know."""


def test_jinja_has_every_hook_that_is_hung_in() -> None:
    for ours, theirs in (
        (FastJinja, Environment),
        (jinja_dialect._Code, CodeGenerator),
        (jinja_dialect._Context, Context),
        (jinja_dialect.FastTemplate, Template),
    ):
        for name in {name for name, it in vars(ours).items() if inspect.isfunction(it)} - OWN_HOOKS:
            assert name in dir(theirs), f"{theirs.__name__}.{name} is no more"
            if name != "call":
                assert signature(getattr(ours, name)) == signature(getattr(theirs, name)), name
    assert "src" in CodeGenerator._FinalizeInfo._fields
    assert {"eval_ctx"} <= attributes(Context)
    asked = {"caller", "arguments", "name", "catch_kwargs", "catch_varargs", "_argument_count", "_invoke"}
    assert asked <= attributes(Macro)
    assert signature(Macro._invoke) == ["self", "arguments", "autoescape"]


def test_jinja_compiles_output_to_our_hook_and_calls_through_context() -> None:
    made = FastJinja(NullTranslations(), loader=DictLoader({"page": "{{ x }}{{ f(x) }}"}), autoescape=True)
    code = made.compile("{{ x }}{{ f(x) }}", raw=True)
    assert f"from {jinja_dialect.__name__} import escape_value" in code
    assert code.count("escape_value(") == 2 and "escape(" not in code.partition("def root")[2]
    assert "context.call(" in code
    assert made.get_template("page").render(x="<", f=lambda x: x * 2) == "&lt;&lt;&lt;"


def test_jinja_passes_loop_and_block_variables_under_two_names() -> None:
    source = inspect.getsource(Context.call)
    assert set(re.findall(r'"(_[a-z]\w+)"', source)) == {"_loop_vars", "_block_vars"}


def test_jinja_marks_functions_that_take_its_context() -> None:
    marked = [mark(lambda *_: "") for mark in (pass_context, pass_eval_context, pass_environment)]
    assert all(hasattr(each, "jinja_pass_arg") for each in marked)


def test_imported_template_is_parsed_once_and_its_macros_are_macros() -> None:
    parts = {"page": "{% from 'macros' import of %}{{ of(1) }}", "macros": "{% macro of(x) %}{{ x }}{% endmacro %}"}
    theirs = Environment(loader=DictLoader(parts), autoescape=True)
    assert theirs.get_template("page").render() == "1"
    imported = theirs.get_template("macros")
    assert isinstance(imported._module, TemplateModule)
    assert type(vars(imported._module)["of"]) is Macro
    ours = FastJinja(NullTranslations(), loader=DictLoader(parts), autoescape=True)
    assert ours.get_template("page").render() == "1"
    assert type(vars(ours.get_template("macros")._module)["of"]) is jinja_dialect._CachedMacro


def test_jinja_asks_generate_for_every_template(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str | None] = []
    generated = Environment._generate

    def record_call(self: Environment, source: nodes.Template, name: str | None, *rest: Any, **more: Any) -> str:
        asked.append(name)
        return generated(self, source, name, *rest, **more)

    monkeypatch.setattr(Environment, "_generate", record_call)
    Environment(loader=DictLoader({"page": "1"}), autoescape=True).get_template("page")
    assert asked == ["page"]
