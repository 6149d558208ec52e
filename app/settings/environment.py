"""Settings from environment variables, or from files that those name.

``SIGNET_ADMIN_TOKEN_FILE=/run/secrets/token`` gives ``SIGNET_ADMIN_TOKEN``, and so for every setting."""

import os
from pathlib import Path

from pydantic_settings import BaseSettings, InitSettingsSource, PydanticBaseSettingsSource

SUFFIX = "_FILE"


class SettingFileError(Exception):
    """A setting's file that cannot be used, in one sentence without its contents."""


class FileSettings(BaseSettings):
    """Settings of which each can be given by a file."""

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Return the sources, the strongest first. Raises SettingFileError."""
        return init_settings, env_settings, InitSettingsSource(settings_cls, read_files(settings_cls))


def read_files(settings: type[BaseSettings]) -> dict[str, str]:
    """Return the settings that files give, by field. Raises SettingFileError."""
    found = {}
    for field, info in settings.model_fields.items():
        name = f"{settings.model_config['env_prefix']}{field}".upper()
        path = os.environ.get(f"{name}{SUFFIX}")
        if not path or info.exclude:
            continue
        if os.environ.get(name):
            raise SettingFileError(f"{name} and {name}{SUFFIX} are both set; leave one of them out.")
        found[field] = read_setting(f"{name}{SUFFIX}", Path(path))
    return found


def read_setting(name: str, path: Path) -> str:
    """Return a file's text without one newline at its end.

    Raises SettingFileError, which names the variable and the file."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise SettingFileError(f"{name} names {path}, which cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError:
        # without its cause, which quotes the contents
        raise SettingFileError(f"{name} names {path}, which is no text in UTF-8.") from None
    if not text.strip():
        raise SettingFileError(f"{name} names {path}, which is empty.")
    return text.removesuffix("\n").removesuffix("\r")


def is_set(name: str) -> bool:
    """Return whether a setting's variable, or that of its file, is there."""
    return name in os.environ or f"{name}{SUFFIX}" in os.environ
