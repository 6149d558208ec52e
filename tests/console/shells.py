"""Real shells that are asked what they would offer behind a line."""

import os
import pty
import re
import select
import subprocess
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

PATIENCE_S = 60.0

BY_BASH = 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _signet; printf "%s\\n" "${COMPREPLY[@]}"'
BY_FISH = 'source $argv[1]; complete -C "$argv[2]"'
BY_ZSH = """\
unset zle_bracketed_paste; PS1=
autoload -Uz compinit && compinit -D -u
zstyle ':completion:*' verbose no
bindkey '^I' list-choices
mark() { print; print "LIS""TED" }; zle -N mark; bindkey '^X' mark
source %s
"""
CONTROL = re.compile(r"\x1b\[[?0-9;]*[a-zA-Z]")


def _bash(script: Path, line: str) -> set[str]:
    return set(_said(script, "bash", "--norc", "-c", BY_BASH, "bash", str(script), *line.split(" ")))


def _fish(script: Path, line: str) -> set[str]:
    offered = _said(script, "fish", "--no-config", "-c", BY_FISH, str(script), line)
    return {each.partition("\t")[0] for each in offered}


def _said(script: Path, *command: str) -> list[str]:
    done = subprocess.run(command, cwd=script.parent, check=True, capture_output=True, text=True)
    assert done.stderr == ""
    return [line for line in done.stdout.split("\n") if line]


def _zsh(script: Path, line: str) -> set[str]:
    """zsh completes at a terminal only."""
    setup = script.with_name("setup.zsh")
    setup.write_text(BY_ZSH % script, encoding="utf-8")
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(script.parent)
        os.environ["TERM"] = "dumb"
        os.execvp("zsh", ("zsh", "-f", "-i"))  # noqa: S606 - the shell itself
    try:
        os.write(terminal, f"source {setup}; echo set''up\n".encode())
        _until(terminal, "setup\r\n")
        os.write(terminal, f"{line}\t\x18".encode())
        told = _until(terminal, "LISTED")
    finally:
        os.close(terminal)
        os.waitpid(pid, 0)
    # the line as it stands, below it what is offered, and the line once more
    _, _, below = CONTROL.sub("", told).replace("\r", "").partition(f"{line}\n")
    return set(below.partition(line)[0].replace("LISTED", "").split())


def _until(terminal: int, word: str) -> str:
    """All that is said at a terminal up to the word. Raises AssertionError when it does not come."""
    said, until = "", time.monotonic() + PATIENCE_S
    while word not in said:
        assert select.select([terminal], [], [], max(0.0, until - time.monotonic()))[0], said
        said += os.read(terminal, 4096).decode()
    return said


OFFERED: Mapping[str, Callable[[Path, str], set[str]]] = MappingProxyType({"bash": _bash, "zsh": _zsh, "fish": _fish})
"""What each shell offers behind a line, after it has read a script; it stands in the script's folder."""
