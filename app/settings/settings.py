"""Settings of the server: environment variables ``SIGNET_...``, read at the start.

A wrong value raises pydantic's ValidationError, which the command line turns into one sentence a setting."""

from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, SecretStr
from pydantic_settings import SettingsConfigDict

from app.origin import EVERYWHERE, read_host, read_origins
from app.settings.environment import FileSettings
from app.settings.limits import Figures
from app.settings.notifications import MailSettings, NotificationSettings
from app.settings.open_word import read_open_word
from app.settings.readers import (
    read_base_path,
    read_call_server,
    read_club_words,
    read_database,
    read_destination,
    read_networks,
    read_token,
    split_list,
)

LogLevel = Literal["debug", "info", "warning", "error"]

VERSION = "0.2.0"
"""Version of this program, as in ``pyproject.toml``."""

DAY_S = 24 * 3600

LONGEST_HSTS_S = 2 * 365 * DAY_S

PARTS = (Figures, NotificationSettings, MailSettings)
"""Settings with a prefix of their own."""


class Settings(FileSettings):
    """Everything that can be set about a server."""

    model_config = SettingsConfigDict(env_prefix="SIGNET_", env_ignore_empty=True, frozen=True, extra="ignore")

    host: Annotated[str, AfterValidator(read_host)] = Field(
        default=EVERYWHERE, description="The address to listen on; 127.0.0.1 keeps the server to this machine."
    )
    port: Annotated[int, Field(ge=0, le=65_535)] = Field(
        default=8000, description="The port to listen on; 0 takes a free one."
    )
    data: Path = Field(default=Path("data"), description="The folder for the database file.")
    database_url: Annotated[str | None, AfterValidator(read_database)] = Field(
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
    base_path: Annotated[str, AfterValidator(read_base_path)] = Field(
        default="",
        description="The sub-path below which players reach this server, behind a proxy with other programs: /signet.",
    )
    hsts_seconds: Annotated[int, Field(ge=0, le=LONGEST_HSTS_S)] = Field(
        default=DAY_S,
        description="How long browsers that came by https insist on it (HSTS); 0 takes an earlier promise back.",
    )
    hsts_subdomains: bool = Field(
        default=False, description="on lets browsers insist on https for every name below the address, too."
    )
    proxy: Annotated[str, AfterValidator(read_networks)] = Field(
        default="", description="Addresses of proxies, by commas, whose X-Forwarded-For is believed."
    )
    share: bool = Field(default=False, description="on asks a tunnel for a public address, as --share does.")
    share_via: Annotated[str, AfterValidator(read_destination)] = Field(
        default="",
        description="The server of your own that the tunnel ends at, as ssh takes it: user@play.example.org. Empty: a "
        "public service.",
    )
    share_port: Annotated[int, Field(ge=1, le=65_535)] = Field(
        default=8000, description="The port of that server's loopback to which its proxy forwards."
    )
    limits: bool = Field(
        default=True, description="off switches rates and counts off: for benchmarks and tests on loopback."
    )
    metrics_token: Annotated[SecretStr | None, AfterValidator(read_token)] = Field(
        default=None,
        description="The bearer token for GET /metrics, 16 characters or more; without it there is no such page.",
    )
    admin_token: Annotated[SecretStr | None, AfterValidator(read_token)] = Field(
        default=None,
        description="The token for the page /admin, 16 characters or more; without it there is no such page.",
    )
    open_word: Annotated[SecretStr | None, AfterValidator(read_open_word)] = Field(
        default=None,
        description="The word that people need to open tables, 4 to 64 characters; without it anybody may.",
    )
    seed: Annotated[SecretStr | None, AfterValidator(read_club_words)] = Field(
        default=None,
        description="Words of a club, 8 to 64 characters. Every table's n-th game of a kind is dealt from them, so "
        "whoever knows them could know the cards.",
    )
    call_server: Annotated[str | None, AfterValidator(read_call_server)] = Field(
        default=None,
        description="A Jitsi server on which tables start voice calls, such as https://meet.example.org; it may have a "
        "path.",
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
    def club_words(self) -> str:
        """Words from which all cards are dealt; empty for none."""
        return self.seed.get_secret_value() if self.seed is not None else ""

    @property
    def public_urls(self) -> tuple[str, ...]:
        """Addresses that players use, that of invitations first; none unless set."""
        return tuple(self.public_url.split(",")) if self.public_url else ()

    @property
    def main_url(self) -> str | None:
        """The address that mails and webhooks name."""
        return f"{self.public_urls[0]}{self.base_path}" if self.public_url else None

    @property
    def hsts(self) -> str:
        """The value of Strict-Transport-Security."""
        return f"max-age={self.hsts_seconds}{'; includeSubDomains' if self.hsts_subdomains else ''}"

    @property
    def proxies(self) -> tuple[str, ...]:
        return split_list(self.proxy)
