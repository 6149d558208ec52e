"""What a shell is told so that it completes the command line: a script for bash, zsh or fish, made from the table of
commands. Nothing of the program is started while somebody types."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType

from app.console.arguments import COMMANDS, OF_ALL, SERVE, SHELLS, Argument, Command

PROGRAM = "signet"
"""The command that is completed."""

HELP = Argument("--help", "show what can be typed here")
VERSION = Argument("--version", "show the version")


_FIRST = "test (count (commandline -opc)) -eq 1"
"""To fish: nothing stands behind the program's name yet."""


def completion(shell: str, games: Sequence[str]) -> str:
    """The script for one of the shells; ``games`` are the keys of all there are. Raises KeyError for another shell."""
    return _WRITERS[shell](games)


def _values(argument: Argument, games: Sequence[str]) -> Sequence[str]:
    """All that it can be, where that is a list."""
    return {"game": games, "shell": SHELLS}.get(argument.takes, ())


def _options(command: Command) -> Iterable[Argument]:
    return (each for each in command.arguments if each.is_option)


def _places(command: Command) -> Iterable[Argument]:
    return (each for each in command.arguments if not each.is_option)


def _flags(options: Iterable[Argument]) -> str:
    return " ".join(each.name for each in (*options, HELP))


def _bash(games: Sequence[str]) -> str:
    names = " ".join(command.name for command in COMMANDS)
    words = [f'        "") words="{names}" options="{_flags(_options(SERVE))} {VERSION.name}" ;;']
    after = []
    for command in COMMANDS:
        values = " ".join(value for place in _places(command) for value in _values(place, games))
        files = "1" if any(place.takes == "file" for place in _places(command)) else ""
        flags = _flags(_options(command))
        words.append(f'        {command.name}) words="{values}" options="{flags}" files={files} ;;')
        for option in _options(command):
            left = "$options" if option.alone is not None else ""
            known = " ".join(_values(option, games))
            after.append(f'        "{command.name} {option.name}") words="{known}" options="{left}" files= ;;')
    return _filled(_BASH, words="\n".join(words), after="\n".join(after))


def _zsh(games: Sequence[str]) -> str:
    cases = []
    for command in COMMANDS:
        told = [_zsh_option(option, games) for option in (*_options(command), HELP)]
        for number, place in enumerate(_places(command), 1):
            told.append(f"'{number}:{_zsh_told(place.help)}:{_zsh_values(place, games)}'")
        first = "$first " if command is SERVE else ""
        cases.append(f"        {command.name}) _arguments {first}{' '.join(told)} ;;")
    names = "\n".join(f"            '{command.name}:{_zsh_told(command.help)}'" for command in COMMANDS)
    return _filled(_ZSH, names=names, cases="\n".join(cases), version=_zsh_option(VERSION, games))


def _zsh_option(option: Argument, games: Sequence[str]) -> str:
    told = f"{option.name}[{_zsh_told(option.help)}]"
    if option not in (HELP, VERSION):
        told += f"{':' if option.alone is None else '::'}{option.takes}:{_zsh_values(option, games)}"
    return f"'{told}'"


def _zsh_values(argument: Argument, games: Sequence[str]) -> str:
    return "_files" if argument.takes == "file" else f"({' '.join(_values(argument, games))})"


def _zsh_told(text: str) -> str:
    """A text as it may stand between the quotes, brackets and colons of a zsh specification."""
    return text.replace("'", "'\\''").replace("[", "\\[").replace("]", "\\]").replace(":", "\\:")


def _fish(games: Sequence[str]) -> str:
    others = " ".join(command.name for command in COMMANDS if command is not SERVE)
    of_serve = f"not __fish_seen_subcommand_from {others}"
    lines = [f"complete -c {PROGRAM} -f"]
    lines += [_fish_line(None, "-l help", HELP.help)]
    lines += [_fish_line(_FIRST, "-l version", VERSION.help)]
    for command in COMMANDS:
        lines.append(_fish_line(_FIRST, f"-a {command.name}", command.help))
        here = of_serve if command is SERVE else f"__fish_seen_subcommand_from {command.name}"
        for option in _options(command):
            values = " ".join(_values(option, games))
            takes = "" if option.alone is not None else f" -x -a '{values}'" if values else " -x"
            lines.append(_fish_line(here, f"-l {option.name.removeprefix('--')}{takes}", option.help))
            if option.alone is not None:
                lines.append(_fish_line(f"__fish_prev_arg_in {option.name}", f"-a '{values}'", option.takes))
        for place in _places(command):
            what = "-F" if place.takes == "file" else f"-a '{' '.join(_values(place, games))}'"
            lines.append(_fish_line(here, what, place.help))
    return _filled(_FISH, lines="\n".join(lines))


def _fish_line(condition: str | None, what: str, told: str) -> str:
    when = f" -n '{condition}'" if condition is not None else ""
    escaped = told.replace("\\", "\\\\").replace("'", "\\'")
    return f"complete -c {PROGRAM}{when} {what} -d '{escaped}'"


def _filled(script: str, **parts: str) -> str:
    for name, part in {"program": PROGRAM, "of_all": "|".join(OF_ALL), **parts}.items():
        script = script.replace(f"@{name}@", part)
    return script


_BASH = """\
# Lets bash complete @program@: eval "$(@program@ completion bash)"
_@program@() {
    local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" command= words= options= files=
    [ "$COMP_CWORD" -eq 1 ] || command="${COMP_WORDS[1]}"
    case "$command" in
        @of_all@) return ;;
        -*) command=serve ;;
    esac
    case "$command" in
@words@
    esac
    case "$command $before" in
@after@
    esac
    case "$word" in
        -*) words="$options" files= ;;
    esac
    if [ -n "$files" ]; then
        local IFS=$'\\n'
        compopt -o filenames 2>/dev/null
        COMPREPLY=($(compgen -f -- "$word"))
    else
        COMPREPLY=($(compgen -W "$words" -- "$word"))
    fi
}
complete -F _@program@ @program@
"""

_ZSH = """\
#compdef @program@
# Lets zsh complete @program@: source <(@program@ completion zsh), behind compinit
_@program@() {
    local command="${words[2]}"
    if (( CURRENT == 2 )) && [[ "$command" != -* ]]; then
        local -a commands=(
@names@
        )
        _describe command commands
        return
    fi
    local -a first
    if [[ "$command" == -* ]]; then
        command=serve
        (( CURRENT > 2 )) || first=(@version@)
    else
        shift words
        (( CURRENT-- ))
    fi
    case "$command" in
@cases@
    esac
}
if [[ "${funcstack[1]}" == "_@program@" ]]; then
    _@program@ "$@"
else
    compdef _@program@ @program@
fi
"""

_FISH = """\
# Lets fish complete @program@: @program@ completion fish | source
@lines@
"""

_WRITERS: Mapping[str, Callable[[Sequence[str]], str]] = MappingProxyType({"bash": _bash, "zsh": _zsh, "fish": _fish})
