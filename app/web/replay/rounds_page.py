"""Page of all rounds: the grid of all plays, and the whole log with its filters."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from app.rooms.model.reveal import Reveal
from app.web.games import chronicle, find_presenter
from app.web.games.chronicle import Chronicle, place_effects
from app.web.games.presenter import Presenter
from app.web.html.regions import Regions
from app.web.replay.reader import Reader
from app.web.replay.replay_page import build_view_at_stop
from app.web.text.sentences import Sentence, Speech
from engine.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Entry:
    """Entry of the log."""

    sentence: Sentence
    address: str
    """Address of its stop in the replay."""
    topic: str
    seat: int | None
    """Acting seat."""
    seats: frozenset[int]
    """Seats that the entry names, the acting one included."""


@dataclass(frozen=True, slots=True)
class Filter:
    """Filter of the log, by player and topic."""

    who: int | None = None
    what: str = ""

    def matches(self, entry: Entry) -> bool:
        """Return whether the entry is shown."""
        return (self.who is None or self.who in entry.seats) and self.what in ("", entry.topic)


def rounds_page(regions: Regions, reader: Reader, wished: Filter) -> Mapping[str, Any]:
    """Return the context of ``pages/rounds.html``."""
    key = reader.replay.game.key
    told, presenter = chronicle(key), find_presenter(key)
    reveals = list_reveals(reader)
    topics = told.topics(regions.speech)
    log = entries(reveals, told, presenter, regions.speech)
    empty = frozenset(round for round, listed in log if not any(map(wished.matches, listed)))
    return regions.context(build_view_at_stop(reader, None, None)) | {
        "reader": reader,
        "rows": tuple(reversed(told.rounds(reveals, regions.speech))),
        "seats": range(reader.seats),
        "players": [_players(seat, reveals, reader) for seat in range(reader.seats)],
        "log": log,
        "topics": topics,
        "wished": wished,
        "empty_rounds": empty,
        "is_empty": len(empty) == len(log),
        "back": f"{reader.rounds_path}?{reader.query}",
    }


def _players(seat: int, reveals: Sequence[Reveal], reader: Reader) -> Sequence[str]:
    """Return the names of all players of a seat, the present one last."""
    occupant = reader.replay.room.occupant(Seat(seat))
    last = (occupant.name,) if occupant is not None else ()
    then = [reveal.names[seat] for reveal in reveals if seat < len(reveal.names)]
    return [name for name in dict.fromkeys((*then, *last)) if name and name not in last] + list(last)


def list_reveals(reader: Reader) -> tuple[Reveal, ...]:
    """Return the reveals with the effects visible to the reader."""
    return tuple(
        Reveal(
            moment.ask,
            moment.round,
            tuple(step.effect for step in moment.steps if step.effect.is_for(reader.viewer)),
            moment.names,
        )
        for moment in reader.moments
    )


def entries(
    reveals: Sequence[Reveal], told: Chronicle, presenter: Presenter, speech: Speech
) -> Sequence[tuple[int, Sequence[Entry]]]:
    """Return the whole log, the newest round first, each round in order."""
    names = {int(reveal.ask): reveal.names for reveal in reveals}
    by_round: dict[int, list[Entry]] = {}
    for each in place_effects(reveals):
        h = each.effect
        sentence = presenter.sentence(h, speech)
        if sentence is None:
            continue
        named = {part for part in sentence.parts if isinstance(part, int)}
        seat = int(h.seat) if h.seat is not None else None
        seats = frozenset(named | ({seat} if seat is not None else set()))
        entry = Entry(replace(sentence, then=names[each.ask]), f"{each.ask}.{each.step}", told.topic(h), seat, seats)
        by_round.setdefault(h.round, []).append(entry)
    return sorted(by_round.items(), reverse=True)
