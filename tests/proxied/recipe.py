"""The recipes of the README and of docs/operating.md for a proxy, as they are copied from there."""

import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

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

    def behind_each(self, addresses: Sequence[str]) -> str:
        """The Caddyfile for processes that listen at other addresses, ``host:port`` each."""
        changed, count = re.subn(r"(?<=reverse_proxy )127.0.0.1:8001 .*(?= \{)", " ".join(addresses), self.caddyfile)
        assert count == 1
        return changed


def recipe() -> Recipe:
    """That of the README's section *Share*."""
    return recipe_in(ROOT / "README.md", "## Share")


def recipe_of_workers() -> Recipe:
    """That of docs/operating.md for several processes on one machine."""
    return recipe_in(ROOT / "docs" / "operating.md", "## Many processes")


def recipe_in(document: Path, section: str) -> Recipe:
    """The one in that section."""
    text = re.search(rf"^{section}\n(.*?)^##", document.read_text(encoding="utf-8"), re.S | re.M)
    assert text is not None
    blocks = [textual(block) for block in re.findall(r"(?:^    .*\n)+", text[1], re.M)]
    (caddyfile,) = (block for block in blocks if "reverse_proxy" in block)
    (line,) = (block for block in blocks if "SIGNET_PUBLIC_URL" in block)
    words = shlex.split(line)
    given = [word for word in words if re.match(r"[A-Z_]+=", word)]
    environment = dict(word.split("=", 1) for word in given)
    return Recipe(caddyfile, environment, [word for word in words if word not in given])


def textual(block: str) -> str:
    """A block of a document without its indentation."""
    return "".join(line.removeprefix("    ") for line in block.splitlines(keepends=True)).strip("\n") + "\n"
