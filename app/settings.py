"""Settings of the server: environment variables ``SIGNET_...``, read at the start.

A wrong value raises pydantic's ValidationError, which the command line turns into one sentence a setting."""

import ipaddress
import re
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

from app.origin import EVERYWHERE, read_host, read_origins

LogLevel = Literal["debug", "info", "warning", "error"]

SHORTEST_TOKEN = 16

VERSION = "0.2.0"
"""Version of this program, as in ``pyproject.toml``."""

DAY_S = 24 * 3600

LONGEST_HSTS_S = 2 * 365 * DAY_S

_DATABASE = re.compile(r"(?:sqlite|postgres(?:ql)?)(?:\+\w+)?://", re.IGNORECASE)

Count = Annotated[int, Field(ge=1)]
Seconds = Annotated[float, Field(gt=0)]


def _database(written: str | None) -> str | None:
    """Read the address of a database; an empty one is None. Raises ValueError."""
    url = (written or "").strip()
    # it may hold a password, so no refusal quotes it
    if url and not _DATABASE.match(url):
        raise ValueError("give sqlite:///path or postgresql://user:password@host/name")
    return url or None


def _addresses(written: str) -> str:
    """Check addresses and networks, separated by commas, and return the text.

    Raises ValueError for anything else, and where they cover every address, so that nobody is checked."""
    try:
        networks = [ipaddress.ip_network(each, strict=False) for each in _split(written)]
    except ValueError as error:
        raise ValueError("give addresses or networks with commas between them, such as 127.0.0.1,10.0.0.0/8") from error
    of_4 = [each for each in networks if isinstance(each, ipaddress.IPv4Network)]
    of_6 = [each for each in networks if isinstance(each, ipaddress.IPv6Network)]
    joined = [*map(str, ipaddress.collapse_addresses(of_4)), *map(str, ipaddress.collapse_addresses(of_6))]
    if any(each.endswith("/0") for each in joined):
        raise ValueError("this trusts every address, so anybody could pose as anybody else; name your proxies only")
    return written


def _split(written: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in written.split(",") if part.strip())


def _long(token: SecretStr | None) -> SecretStr | None:
    """Read a token; an empty one is None.

    Raises ValueError for one that can be guessed."""
    if token is None or not token.get_secret_value():
        return None
    if len(token.get_secret_value()) < SHORTEST_TOKEN:
        raise ValueError(f"use at least {SHORTEST_TOKEN} characters")
    return token


class Figures(BaseSettings):
    """Limits of an address, seat, room or connection: ``SIGNET_LIMIT_`` and the name.

    Sizes hold always; rates and counts are off with ``SIGNET_LIMITS=off``."""

    model_config = SettingsConfigDict(env_prefix="SIGNET_LIMIT_", env_ignore_empty=True, frozen=True, extra="ignore")

    frame_bytes: Count = Field(
        default=4096, description="Size: the longest message on a socket; a longer one closes it with 1009."
    )
    body_bytes: Count = Field(
        default=16_384, description="Size: the longest body of a POST; a longer one is answered 413."
    )
    header_bytes: Count = Field(default=16_384, description="Size: all headers of a request.")
    fields: Count = Field(default=32, description="Size: the most fields of a form.")

    request_seconds: Seconds = Field(
        default=10, description="Time for a whole request to arrive, and for the answer to a handshake."
    )
    request_bytes_per_second: Count = Field(
        default=32_768, description="So many bytes of a body that have come make that time a second longer."
    )
    hello_seconds: Seconds = Field(
        default=10, description="Time for the first message of a socket without an Authorization header."
    )
    stalled_seconds: Seconds = Field(default=5, description="A socket whose peer does not read for so long is cut off.")
    response_seconds: Seconds = Field(
        default=30, description="A response whose reader does not read for so long is cut off."
    )
    ping_seconds: Seconds = Field(default=20, description="Between two pings on a socket, and the time for the pong.")

    requests_burst: Count = Field(default=120, description="Requests of one address at once.")
    requests_per_second: Seconds = Field(default=20, description="Requests of one address each second after that.")
    connections_per_address: Count = Field(
        default=240, description="Open connections of one address, sockets included."
    )
    connections: Count = Field(
        default=8192,
        description="Open connections of one process; fewer where it may open too few files.",
    )
    sockets_per_address: Count = Field(default=80, description="Sockets of one address.")
    sockets_per_room: Count = Field(default=64, description="Sockets of one room.")
    sockets_per_seat: Count = Field(default=8, description="Sockets of one seat.")
    watchers_per_room: Count = Field(default=16, description="Sockets of one room that hold no seat.")
    frames: Count = Field(
        default=60, description="Frames a socket may send within frames_seconds; more close it with 1008."
    )
    frames_seconds: Seconds = Field(default=20, description="The span for frames.")
    commands_burst: Count = Field(default=10, description="Commands of one seat at once.")
    commands_per_second: Seconds = Field(default=2, description="Commands of one seat each second after that.")
    history_burst_seconds: Seconds = Field(
        default=30, description="Processor time that pages about past games may take for one address at once."
    )
    history_share: Seconds = Field(
        default=0.2, description="So much of a processor they may take for one address after that."
    )
    history_seat_burst_seconds: Seconds = Field(
        default=15, description="Processor time that pages about past games may take for one seat at once."
    )
    history_seat_share: Seconds = Field(
        default=0.1, description="So much of a processor they may take for one seat after that."
    )
    chat_burst: Count = Field(default=5, description="Lines of chat of one seat at once.")
    chat_seconds: Seconds = Field(default=2, description="Between two lines of chat after that.")
    watchers_chat_burst: Count = Field(default=10, description="Lines of all watchers of a room at once.")
    watchers_chat_seconds: Seconds = Field(default=1, description="Between two of their lines after that.")
    seat_bytes_per_day: Count = Field(
        default=1_048_576,
        description="Bytes that a seat may add to its room's journal in a day by chat, plans and changes; all hosts as "
        "many by settings and new games, all watchers and all who sit down a quarter each.",
    )
    self_play_seconds: Seconds = Field(
        default=1, description="Shortest time from reveal to reveal while bots choose for all who are asked."
    )
    self_play_alone_seconds: Seconds = Field(default=10, description="The same while nobody is connected to the table.")
    rooms_per_hour: Count = Field(default=30, description="Rooms opened from one address within an hour.")
    rooms_per_day: Count = Field(default=120, description="Rooms opened from one address within a day.")
    lessons_per_hour: Count = Field(default=30, description="Lessons begun from one address within an hour.")
    lessons_per_day: Count = Field(default=120, description="Lessons begun from one address within a day.")
    mails_per_day: Count = Field(
        default=30, description="Mails within a day that ask whether somebody wants more, at the word of one address."
    )
    mails_to_one_per_day: Count = Field(default=10, description="Such mails within a day to one mail address.")
    wrong_burst: Count = Field(default=60, description="Wrong codes, links and tokens from one address at once.")
    wrong_seconds: Seconds = Field(default=6, description="Between two of them after that.")
    wrong_codes_burst: Count = Field(default=300, description="Wrong codes from everybody together at once.")
    wrong_codes_per_second: Seconds = Field(
        default=5, description="Wrong codes each second from everybody together after that."
    )


def _contact(address: str | None) -> str | None:
    """Read a contact; an empty one is None.

    Raises ValueError unless a mail address or page."""
    if not address:
        return None
    if not address.startswith(("mailto:", "https://")):
        raise ValueError("it must start with mailto: or https://")
    return address


class NotificationSettings(BaseSettings):
    """Settings of notifications: ``SIGNET_CALL_`` and the name in capitals."""

    model_config = SettingsConfigDict(env_prefix="SIGNET_CALL_", env_ignore_empty=True, frozen=True, extra="ignore")

    after: Annotated[float, Field(ge=0, le=250)] = Field(
        default=20, description="Seconds from being asked to the call, for who does not look at the table."
    )
    hosts: str = Field(
        default="",
        description="The only hosts that are called, by commas; .example.org for all below it. Empty: any public one.",
    )
    contact: Annotated[str | None, AfterValidator(_contact)] = Field(
        default=None,
        description="How a push service reaches whoever runs this server: mailto:... or https://...",
    )
    loopback: bool = Field(
        default=False, description="on lets calls go to this very machine, by http and to any port: for tests."
    )


class MailSettings(BaseSettings):
    """Settings of the mail server: ``SIGNET_MAIL_`` and the name. No host, no mails."""

    model_config = SettingsConfigDict(env_prefix="SIGNET_MAIL_", env_ignore_empty=True, frozen=True, extra="ignore")

    host: str = Field(default="", description="The mail server; without one there are no mails.")
    port: Annotated[int, Field(ge=1, le=65_535)] = Field(default=587, description="Its port.")
    tls: Literal["starttls", "tls", "off"] = Field(
        default="starttls", description="starttls, tls from the first byte, or off for a server on this machine."
    )
    user: str = Field(default="", description="Whom we log in as, if at all.")
    password: SecretStr = Field(default=SecretStr(""), description="The password for that.")
    sender: str = Field(default="signet@localhost", description="The address our mails come from.")


PARTS = (Figures, NotificationSettings, MailSettings)
"""Settings with a prefix of their own."""


class Settings(BaseSettings):
    """Everything that can be set about a server."""

    model_config = SettingsConfigDict(env_prefix="SIGNET_", env_ignore_empty=True, frozen=True, extra="ignore")

    host: Annotated[str, AfterValidator(read_host)] = Field(
        default=EVERYWHERE, description="The address to listen on; 127.0.0.1 keeps the server to this machine."
    )
    port: Annotated[int, Field(ge=0, le=65_535)] = Field(
        default=8000, description="The port to listen on; 0 takes a free one."
    )
    data: Path = Field(default=Path("data"), description="The folder for the database file.")
    database_url: Annotated[str | None, AfterValidator(_database)] = Field(
        default=None,
        description="postgresql://user:password@host/name or sqlite:///path; without it signet.db in the data folder.",
    )
    workers: Annotated[int, Field(ge=1, le=64)] = Field(
        default=1, description="How many processes serve; more than one needs Postgres."
    )
    hung_seconds: Annotated[float, Field(ge=1)] = Field(
        default=60,
        description="Of several processes, one whose event loop stands still for so long is killed and replaced.",
    )
    keep_days: Annotated[int, Field(ge=0, le=36_500)] = Field(
        default=90,
        description="Rooms without a game under way are deleted after so many days untouched; 0 keeps them for ever.",
    )
    public_url: Annotated[str | None, AfterValidator(read_origins)] = Field(
        default=None,
        description="The address players use, when a proxy or a name stands in front: https://play.example.org. Of "
        "several, by commas, invitations show the first.",
    )
    hsts_seconds: Annotated[int, Field(ge=0, le=LONGEST_HSTS_S)] = Field(
        default=DAY_S,
        description="How long browsers that came by https insist on it (HSTS); 0 takes an earlier promise back.",
    )
    hsts_subdomains: bool = Field(
        default=False, description="on lets browsers insist on https for every name below the address, too."
    )
    proxy: Annotated[str, AfterValidator(_addresses)] = Field(
        default="", description="Addresses of proxies, by commas, whose X-Forwarded-For is believed."
    )
    limits: bool = Field(
        default=True, description="off switches rates and counts off: for benchmarks and tests on loopback."
    )
    metrics_token: Annotated[SecretStr | None, AfterValidator(_long)] = Field(
        default=None,
        description="The bearer token for GET /metrics, 16 characters or more; without it there is no such page.",
    )
    admin_token: Annotated[SecretStr | None, AfterValidator(_long)] = Field(
        default=None,
        description="The token for the page /admin, 16 characters or more; without it there is no such page.",
    )
    log: LogLevel = Field(default="info", description="What is logged: debug, info, warning or error.")
    figures: Figures = Field(default_factory=Figures, exclude=True)
    notifications: NotificationSettings = Field(default_factory=NotificationSettings, exclude=True)
    mail: MailSettings = Field(default_factory=MailSettings, exclude=True)

    @cached_property
    def database(self) -> str:
        return self.database_url or f"sqlite:///{(self.data / 'signet.db').absolute()}"

    @property
    def is_for_many(self) -> bool:
        """True if the database serves more than one process."""
        return not self.database.startswith("sqlite")

    @property
    def public_urls(self) -> tuple[str, ...]:
        """Addresses that players use, that of invitations first; none unless set."""
        return tuple(self.public_url.split(",")) if self.public_url else ()

    @property
    def main_url(self) -> str | None:
        """The address that mails and webhooks name."""
        return self.public_urls[0] if self.public_url else None

    @property
    def hsts(self) -> str:
        """The value of Strict-Transport-Security."""
        return f"max-age={self.hsts_seconds}{'; includeSubDomains' if self.hsts_subdomains else ''}"

    @property
    def proxies(self) -> tuple[str, ...]:
        return _split(self.proxy)
