"""Sentences that ``verify`` prints about a record."""

from collections.abc import Iterator
from pathlib import Path

from app.records.check_record import CheckedGame, Report, VerificationError, check
from app.records.read_record import Record, UnreadableRecordError, read_record

HOLDS, FAILS, UNREADABLE = 0, 1, 2
"""The exit codes."""


def verify(path: Path, noted: str | None = None) -> tuple[int, list[str]]:
    """Return the exit code for a file and the lines to print.

    ``noted``: a commitment that a player wrote down while a game ran. One of the games must match it."""
    try:
        record = read_record(path.read_bytes())
    except OSError as error:
        return UNREADABLE, [f"{path} cannot be read: {error.strerror}."]
    except UnreadableRecordError as error:
        return UNREADABLE, [str(error)]
    report = check(record)
    lines = [line for game in report.games for line in sentences(game)]
    if report.failure is not None:
        return FAILS, [*lines, failure(report.failure)]
    if noted is not None and not _is_among(noted, report):
        return FAILS, [*lines, "None of these games has the commitment you copied."]
    return HOLDS, [*lines, *_whole(record, report, noted)]


def sentences(game: CheckedGame) -> Iterator[str]:
    """Yield the sentences about a proven game."""
    number = game.begun.number
    yield f"Game {number}, {game.title}: {', '.join(game.names)}."
    if game.begun.same_as:
        yield f"  It has the cards of game {game.begun.same_as}, so everybody could know them."
    if game.begun.dealt_from == "club":
        yield "  Its seed follows from the club's words. Whoever knows them could know the cards."
    if game.begun.dealt_from == "table":
        yield "  A second table had the same cards."
    if game.savers:
        savers = ", ".join(dict.fromkeys(game.savers))
        yield f"  It was saved to a file while it was running, with every hand in it, by: {savers}."
    if game.end == "running":
        yield f"  It is still running. Until it is over, only its commitment is shown: {game.begun.commitment}"
        return
    yield f"  The seed matches the commitment that was shown when the game started: {game.begun.commitment}"
    reveals = len(game.choices)
    told = "1 reveal, same result" if reveals == 1 else f"{reveals} reveals, same results"
    yield f"  Dealt and played again from the seed: {told}."
    if game.end == "ended early":
        yield "  It was ended early, so there is no ranking."
    else:
        places = (f"{place}. {' and '.join(names)}" for place, names in _places(game.ranking))
        yield f"  The ranking matches: {', '.join(places)}."


def failure(failed: VerificationError) -> str:
    """Say where a record fails, and why."""
    where = f"Game {failed.game} does not match" if failed.game else "The record does not match"
    ask = f" at ask {failed.ask}" if failed.ask is not None else ""
    event = f" (event {failed.event})" if failed.event else ""
    return f"{where}{ask}{event}: {failed}."


def _whole(record: Record, report: Report, noted: str | None) -> Iterator[str]:
    if not report.games:
        yield "No game has been played at this table."
    if noted is not None:
        yield "The commitment you copied is among them."
    yield f"Everything matches. The same record always has this fingerprint: {record.found}"


def _is_among(noted: str, report: Report) -> bool:
    return noted.strip().lower() in {game.begun.commitment for game in report.games}


def _places(ranking: tuple[tuple[str, ...], ...]) -> Iterator[tuple[int, tuple[str, ...]]]:
    place = 1
    for names in ranking:
        yield place, names
        place += len(names)
