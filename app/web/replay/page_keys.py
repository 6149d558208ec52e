"""Cache keys of pages about finished games.

A key holds everything that changes its page. The rest is fixed once the game is over: these pages show the room as
it was after the last reveal."""

from collections.abc import Hashable, Sequence

from app.rooms.finished_games import FinishedGames
from app.rooms.model.room import Room
from app.web.history_cache import Key
from app.web.replay.reader import Perspective, Reader, chooser
from app.web.replay.rounds_page import Filter
from app.web.replay.stops import address_of

Wish = tuple[str, tuple[str, ...], bool] | None
"""What-if request: the reveal, the choices, and True if the next one is picked."""


def wish_of(first: str | None, choices: Sequence[str], *, picks: bool) -> Wish:
    """Return the what-if request of an address; None without one."""
    return (first, tuple(choices), picks) if first is not None else None


def films_key(reader: Reader, perspective: Perspective, wish: Wish, language: str) -> Key | None:
    """Return the key of a game's films; None while the game runs."""
    asked = (wish, chooser(reader, perspective)) if wish is not None else None
    return _make_game_key("films", reader, language, perspective.name, asked)


def replay_key(reader: Reader, perspective: Perspective, wish: Wish, address: str | None, page: Hashable) -> Key | None:
    """Return the key of a replay at one stop; None while the game runs.

    ``page`` is the language and the server's address."""
    has_chances = reader.mirror is not None
    return _make_game_key(
        "replay",
        reader,
        *(page, perspective.name, wish, address_of(address), has_chances, _link(reader), reader.reactions),
    )


def clip_key(reader: Reader, perspective: Perspective, address: str | None, page: Hashable) -> Key | None:
    """Return the key of the page that films one reveal; None while the game runs."""
    return _make_game_key("clip", reader, page, perspective.name, address_of(address), _link(reader), reader.reactions)


def rounds_key(reader: Reader, wished: Filter, page: Hashable) -> Key | None:
    """Return the key of a game's filtered rounds; None while the game runs."""
    return _make_game_key("rounds", reader, page, wished.who, wished.what, _link(reader))


def mirror_key(reader: Reader, page: Hashable) -> Key | None:
    """Return the key of the page of a finished mirror.

    The reader has the mirror's seat in that game."""
    return _make_game_key("mirror", reader, page, _link(reader))


def statistics_key(room: Room, past: FinishedGames, place: str, page: Hashable) -> Key:
    """Return the key of a room's statistics.

    They count finished games only, so a running game does not change the key."""
    upto = past.room.version if past.room is not None else 0
    return ("statistics", page, room.evening, upto, room.evening_from, room.games_so_far, place)


def _link(reader: Reader) -> Hashable:
    """Return the parts of a key that decide the page's links.

    They are the reader, the path of the reader's pages, and True if the game is the room's last."""
    return reader.viewer, reader.place, reader.is_guest, reader.replay.number == reader.room.games_so_far


def _make_game_key(kind: str, reader: Reader, *parts: Hashable) -> Key | None:
    play = reader.replay.room.play
    if not reader.is_over or play is None:
        return None
    return (kind, reader.replay.number, play.seed, reader.replay.room.version, *parts)
