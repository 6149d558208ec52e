"""Proxy recipes of the README and of docs/operating.md, as readers copy them."""

import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.sources import ROOT


@dataclass(frozen=True)
class Recipe:
    """Caddyfile, and the command that starts Signet behind it."""

    caddyfile: str
    environment: dict[str, str]
    """Environment that the command sets."""
    command: list[str]
    """Program that it runs."""

    @property
    def name(self) -> str:
        """Host name for players."""
        return self.environment["SIGNET_PUBLIC_URL"].removeprefix("https://")

    def replace_port(self, port: int) -> str:
        """Return the Caddyfile for a Signet on another port of this machine."""
        assert self.caddyfile.count("127.0.0.1:8000") == 1
        return self.caddyfile.replace("127.0.0.1:8000", f"127.0.0.1:{port}")

    def replace_addresses(self, addresses: Sequence[str]) -> str:
        """Return the Caddyfile for processes at other addresses, ``host:port`` each."""
        changed, count = re.subn(r"(?<=reverse_proxy )127.0.0.1:8001 .*(?= \{)", " ".join(addresses), self.caddyfile)
        assert count == 1
        return changed


def read_recipe() -> Recipe:
    """Return the recipe of the README's section *Share*."""
    return find_recipe(ROOT / "README.md", "## Share")


def read_worker_recipe() -> Recipe:
    """Return the recipe of docs/operating.md for several processes."""
    return find_recipe(ROOT / "docs" / "operating.md", "## Many processes")


def find_recipe(document: Path, section: str) -> Recipe:
    """Return the recipe in a section of a document."""
    text = re.search(rf"^{section}\n(.*?)^##", document.read_text(encoding="utf-8"), re.S | re.M)
    assert text is not None
    blocks = [dedent(block) for block in re.findall(r"(?:^    .*\n)+", text[1], re.M)]
    (caddyfile,) = (block for block in blocks if "reverse_proxy" in block)
    (line,) = (block for block in blocks if "SIGNET_PUBLIC_URL" in block)
    words = shlex.split(line)
    given = [word for word in words if re.match(r"[A-Z_]+=", word)]
    environment = dict(word.split("=", 1) for word in given)
    return Recipe(caddyfile, environment, [word for word in words if word not in given])


def dedent(block: str) -> str:
    """Return a block of a document without its indentation."""
    return "".join(line.removeprefix("    ") for line in block.splitlines(keepends=True)).strip("\n") + "\n"
