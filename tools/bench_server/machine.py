"""Description of the Python, its build and the machine."""

import os
import platform
import sys
import sysconfig
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path


def build(config: Mapping[str, str | int | None], prefix: str) -> str:
    """Return how a Python was built: with profile-guided or link-time optimisation."""
    told = str(config.get("CONFIG_ARGS") or "")
    flags = " ".join(str(config.get(name) or "") for name in ("PY_CFLAGS", "PY_CORE_CFLAGS", "PY_LDFLAGS_NODIST"))
    parts = []
    if "--enable-optimizations" in told or "-fprofile-use" in flags:
        parts.append("PGO")
    if "--with-lto" in told or "-flto" in flags:
        parts.append("LTO")
    if parts:
        return f"optimised build ({' and '.join(parts)})"
    if prefix == "/usr":
        return "the system's, whose configuration does not tell (Debian's are optimised builds)"
    return "not an optimised build (no --enable-optimizations, no --with-lto)"


def describe_machine() -> str:
    """Return one paragraph of Markdown."""
    model = next(
        (each.partition(":")[2].strip() for each in _cpu() if each.startswith("model name")), platform.machine()
    )
    loop = "uvloop" if find_spec("uvloop") is not None else "no uvloop"
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return (
        f"{python}, {build(sysconfig.get_config_vars(), sys.base_prefix)}, {loop}; "
        f"{len(os.sched_getaffinity(0))} cores, {model}; {platform.system()} {platform.release()}"
    )


def _cpu() -> list[str]:
    info = Path("/proc/cpuinfo")
    return info.read_text(encoding="utf-8").splitlines() if info.is_file() else []
