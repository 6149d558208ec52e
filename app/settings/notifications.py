"""Settings of notifications, and of the mail server they use."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, SecretStr
from pydantic_settings import SettingsConfigDict

from app.origin import read_origins
from app.settings.environment import FileSettings
from app.settings.readers import read_contact


class NotificationSettings(FileSettings):
    """Settings of notifications: ``SIGNET_CALL_`` and the name in capitals."""

    model_config = SettingsConfigDict(env_prefix="SIGNET_CALL_", env_ignore_empty=True, frozen=True, extra="ignore")

    after: Annotated[float, Field(ge=0, le=250)] = Field(
        default=20, description="Seconds from being asked to the call, for who does not look at the table."
    )
    hosts: str = Field(
        default="",
        description="The only hosts that are called, by commas; .example.org for all below it. Empty: any public one.",
    )
    home: Annotated[str | None, AfterValidator(read_origins)] = Field(
        default=None,
        description="Origins that webhooks may call though private or without https, by commas: http://ntfy.lan.",
    )
    contact: Annotated[str | None, AfterValidator(read_contact)] = Field(
        default=None,
        description="How a push service reaches whoever runs this server: mailto:... or https://...",
    )
    loopback: bool = Field(
        default=False, description="on lets calls go to this very machine, by http and to any port: for tests."
    )


class MailSettings(FileSettings):
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
