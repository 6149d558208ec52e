"""The recipe of the README for a proxy, as it is copied from there."""

import re
import shlex
from dataclasses import dataclass

from tests.sources import ROOT


@dataclass(frozen=True)
class Recipe:
    """A Caddyfile, and the command that starts Signet behind it."""

    caddyfile: str
    environment: dict[str, str]
    """What the command sets."""
    command: list[str]
    """What it runs."""

    @property
    def name(self) -> str:
        """The name players use."""
        return self.environment["SIGNET_PUBLIC_URL"].removeprefix("https://")

    def behind(self, port: int) -> str:
        """The Caddyfile for a Signet that listens on another port of this machine."""
        assert self.caddyfile.count("127.0.0.1:8000") == 1
        return self.caddyfile.replace("127.0.0.1:8000", f"127.0.0.1:{port}")


def recipe() -> Recipe:
    """That of the section *Share*."""
    share = re.search(r"^## Share\n(.*?)^## ", (ROOT / "README.md").read_text(encoding="utf-8"), re.S | re.M)
    assert share is not None
    blocks = [textual(block) for block in re.findall(r"(?:^    .*\n)+", share[1], re.M)]
    (caddyfile,) = (block for block in blocks if "reverse_proxy" in block)
    (line,) = (block for block in blocks if "SIGNET_PUBLIC_URL" in block)
    words = shlex.split(line)
    given = [word for word in words if re.match(r"[A-Z_]+=", word)]
    environment = dict(word.split("=", 1) for word in given)
    return Recipe(caddyfile, environment, words[len(given) :])


def textual(block: str) -> str:
    """A block of the README without its indentation."""
    return "".join(line.removeprefix("    ") for line in block.splitlines(keepends=True)).strip("\n") + "\n"
