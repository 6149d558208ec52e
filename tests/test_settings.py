"""Settings from the environment."""

import os
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from pydantic import SecretStr, ValidationError

from app.origin import EVERYWHERE
from app.settings.limits import Figures
from app.settings.open_word import fold_word, make_word_link
from app.settings.settings import Settings


@pytest.fixture(autouse=True)
def clean(monkeypatch: pytest.MonkeyPatch) -> None:
    """Environment without the settings of the person who runs the tests."""
    for name in [name for name in os.environ if name.startswith("SIGNET_")]:
        monkeypatch.delenv(name)


def test_without_a_setting_friends_on_the_network_can_join() -> None:
    settings = Settings()
    assert (settings.host, settings.port, settings.limits, settings.log) == (EVERYWHERE, 8000, True, "info")
    assert settings.database == f"sqlite:///{Path('data/signet.db').absolute()}"
    assert settings.public_url is None
    assert (settings.public_urls, settings.main_url) == ((), None)
    assert settings.hsts == "max-age=86400"
    assert settings.proxies == ()


def test_every_setting_is_read_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {
        "HOST": "127.0.0.1",
        "PORT": "9000",
        "DATA": "/srv/signet",
        "PUBLIC_URL": "https://Play.Example.org/",
        "PROXY": "127.0.0.1, ::1",
        "LIMITS": "off",
        "LOG": "debug",
        "LIMIT_ROOMS_PER_HOUR": "50",
        "CALL_SERVER": "https://meet.example.org/",
        "CALL_AFTER": "30",
        "OPEN_WORD": "a blue frog",
        "SEED": "nine blue herons",
    }.items():
        monkeypatch.setenv(f"SIGNET_{name}", value)
    settings = Settings()
    assert (settings.host, settings.port, settings.limits, settings.log) == ("127.0.0.1", 9000, False, "debug")
    assert settings.database == "sqlite:////srv/signet/signet.db"
    assert settings.public_url == "https://play.example.org"
    assert settings.main_url == "https://play.example.org"
    assert settings.proxies == ("127.0.0.1", "::1")
    assert settings.figures.rooms_per_hour == 50
    assert (settings.call_server, settings.notifications.after) == ("https://meet.example.org", 30)
    assert settings.open_word == SecretStr("a blue frog")
    assert settings.club_words == "nine blue herons"


@pytest.mark.parametrize(
    ("written", "path"),
    [("", ""), ("/", ""), (" ", ""), ("/signet", "/signet"), (" /a/b-c.d_e~2 ", "/a/b-c.d_e~2")],
)
def test_base_path_is_names_between_slashes(monkeypatch: pytest.MonkeyPatch, written: str, path: str) -> None:
    monkeypatch.setenv("SIGNET_BASE_PATH", written)
    assert Settings().base_path == path


@pytest.mark.parametrize(
    "written",
    [
        *("signet", "/signet/", "//signet", "/a//b", "/.", "/a/../b", "/a b", "/ä", "/a%20b", "/a?b", "/a#b", "/a;b"),
        *(
            "https://home.example.org/signet",
            '/a"b',
            "/<a>",
            "/a\\b",
            "/r",
            "/games/r",
            "/R",
            "/static",
            "/api/signet",
            "/a\n",
        ),
    ],
)
def test_other_base_paths_are_refused(written: str) -> None:
    with pytest.raises(ValidationError):
        Settings(base_path=f"{written}x" if written.endswith("\n") else written)


def test_address_in_mails_has_the_base_path() -> None:
    settings = Settings(public_url="https://home.example.org", base_path="/signet")
    assert settings.main_url == "https://home.example.org/signet"
    assert settings.public_urls == ("https://home.example.org",)
    assert Settings(base_path="/signet").main_url is None


def test_public_url_with_a_path_names_the_other_setting() -> None:
    with pytest.raises(ValidationError, match="SIGNET_BASE_PATH"):
        Settings(public_url="https://home.example.org/signet")


def test_a_database_of_ones_own_is_taken_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIGNET_DATABASE_URL", "postgresql://localhost/signet")
    assert Settings().database == "postgresql://localhost/signet"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "high"),
        ("PORT", "65536"),
        ("LIMITS", "some"),
        ("LOG", "loud"),
        ("PUBLIC_URL", "play.example.org"),
        ("PUBLIC_URL", "ftp://play.example.org"),
        ("PUBLIC_URL", "https://play.example.org/signet"),
        ("PUBLIC_URL", "https://play.example.org:port"),
        ("PUBLIC_URL", "https://user@play.example.org"),
        ("PUBLIC_URL", "https://play.example.org, games.example.org"),
        ("HSTS_SECONDS", "-1"),
        ("HSTS_SECONDS", "a year"),
        ("HSTS_SUBDOMAINS", "some"),
        ("DATABASE_URL", "mysql://localhost/signet"),
        ("DATABASE_URL", "signet.db"),
        ("HOST", "http://127.0.0.1"),
        ("HOST", "127.0.0.1:8000"),
        ("HOST", "127.0.0.1, ::1"),
        ("HOST", "*"),
        ("PROXY", "*"),
        ("PROXY", "0.0.0.0/0"),
        ("PROXY", "::/0"),
        ("PROXY", "10.0.0.0/8, 1.2.3.4/0"),
        ("PROXY", "0.0.0.0/1,128.0.0.0/1"),
        ("PROXY", "localhost"),
        ("PROXY", "127.0.0.1 ::1"),
        ("PROXY", "127.0.0.1, proxy.example"),
        ("LIMIT_FRAMES", "0"),
        ("LIMIT_PING_SECONDS", "-1"),
    ],
)
def test_a_wrong_value_is_refused(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(f"SIGNET_{name}", value)
    with pytest.raises(ValidationError):
        Settings()


def test_every_setting_says_what_it_is() -> None:
    for model in (Settings, Figures):
        for name, field in model.model_fields.items():
            assert field.exclude or field.description, name


def test_the_figures_are_those_the_threats_were_measured_against() -> None:
    figures = Figures()
    assert (figures.frame_bytes, figures.body_bytes, figures.header_bytes, figures.fields) == (4096, 16_384, 16_384, 32)
    assert (figures.commands_burst, figures.commands_per_second) == (10, 2)
    assert (figures.chat_burst, figures.chat_seconds) == (5, 2)
    assert (figures.frames, figures.frames_seconds) == (60, 20)
    assert (figures.sockets_per_address, figures.sockets_per_room, figures.sockets_per_seat) == (80, 64, 8)
    assert figures.seat_bytes_per_day == 1024 * 1024
    assert (figures.self_play_seconds, figures.self_play_alone_seconds) == (1, 10)
    assert (figures.rooms_per_hour, figures.rooms_per_day) == (30, 120)
    assert (figures.lessons_per_hour, figures.lessons_per_day) == (30, 120)
    assert (figures.mails_per_day, figures.mails_to_one_per_day) == (30, 10)
    assert (figures.connections, figures.connections_per_address) == (8192, 240)
    assert (figures.requests_burst, figures.requests_per_second) == (120, 20)
    assert (figures.history_burst_seconds, figures.history_share) == (30, 0.2)
    assert (figures.history_seat_burst_seconds, figures.history_seat_share) == (15, 0.1)
    assert (figures.wrong_burst, figures.wrong_seconds) == (60, 6)
    assert (figures.wrong_codes_burst, figures.wrong_codes_per_second) == (300, 5)
    assert (figures.request_seconds, figures.stalled_seconds, figures.ping_seconds) == (10, 5, 20)


@pytest.mark.parametrize(
    "typed", ["  Blauer   FROSCH ", "blauer frosch", "ｂｌａｕｅｒ frosch", "Blauer\u00a0Fro\u00adsch"]
)
def test_words_are_compared_as_people_read_them(typed: str) -> None:
    assert fold_word(typed) == fold_word("Blauer Frosch") == "blauer frosch"
    assert fold_word(typed + "e") != fold_word("Blauer Frosch")


@pytest.mark.parametrize("words", ["herons", " h e ro ", "x" * 65, "eight\x07herons"])
def test_bad_club_words_are_refused_unquoted(words: str) -> None:
    with pytest.raises(ValidationError, match="8 to 64 characters") as caught:
        Settings(seed=SecretStr(words))
    assert words not in str(caught.value)


@pytest.mark.parametrize("word", ["abc", "a \u200b b", " fog ", "x" * 65, "four\x07"])
def test_word_that_is_too_short_or_untypeable_is_refused_unquoted(word: str) -> None:
    with pytest.raises(ValidationError, match="4 to 64 characters") as caught:
        Settings(open_word=SecretStr(word))
    assert word not in str(caught.value)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("https://Meet.Example.org/", "https://meet.example.org"),
        (" https://meet.example.org:443/jitsi/ ", "https://meet.example.org/jitsi"),
        ("https://[2001:db8::1]:8443", "https://[2001:db8::1]:8443"),
        ("", None),
    ],
)
def test_address_of_a_call_server_is_normalized(written: str, read: str | None) -> None:
    assert Settings(call_server=written).call_server == read


@pytest.mark.parametrize(
    "written",
    [
        *("http://meet.example.org", "meet.example.org", "mumble://meet.example.org", "https://", "https:///x"),
        *("https://a@meet.example.org", "https://meet.example.org?a=b", "https://meet.example.org/?a", "https://m/#x"),
        *("https://meet.example.org//x", "https://meet.example.org/a b", "https://my_host", f"https://m/{'x' * 200}"),
    ],
)
def test_what_is_no_call_server_is_refused(written: str) -> None:
    with pytest.raises(ValidationError):
        Settings(call_server=written)


def test_link_carries_the_word_in_its_fragment() -> None:
    link = make_word_link("https://play.example.org", SecretStr("Straße & Co+"))
    parts = urlsplit(link)
    assert (parts.path, parts.query) == ("/", "")
    assert parse_qs(parts.fragment) == {"word": ["Straße & Co+"]}
    assert make_word_link("https://play.example.org", Settings().open_word) == "https://play.example.org/"
