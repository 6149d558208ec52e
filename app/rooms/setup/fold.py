"""Fold of events about the setup of a room: opening, options, the next game."""

from app.rooms.model.changes import BrokenJournalError
from app.rooms.model.ids import AskNumber, Millis, Version
from app.rooms.model.options import RoomOptions, read_options
from app.rooms.model.room import Room
from app.rooms.model.values import replace
from app.rooms.setup.events import BackToLobby, OptionsChanged, RoomOpened, SetupEvent
from engine import registry


def fold(room: Room, event: SetupEvent, at: Millis) -> Room:
    """Return the room after the event. Raises BrokenJournalError."""
    match event:
        case OptionsChanged(options):
            return _apply_options_changed(room, read_options(room.game.options, options), at)
        case BackToLobby(game):
            return _apply_back_to_lobby(room, game)
        case RoomOpened():
            raise BrokenJournalError("a room opened twice")


def apply_room_opened(event: RoomOpened, at: Millis) -> Room:
    """Build the new room."""
    game = registry.find(event.game)
    return Room(
        code=event.code,
        game=game,
        join_code=event.code,
        join_key=event.join_key,
        watch_key=event.watch_key,
        options=read_options(game.options, {}),
        seats=(None,) * max(game.table_sizes),
        version=Version(1),
        at=at,
        asks_so_far=AskNumber(0),
        public_events=1,
    )


def _apply_options_changed(room: Room, options: RoomOptions, at: Millis) -> Room:
    """Return the room with other options.

    In a running game a new clock starts afresh: full banks, and the whole time for the present ask."""
    changed = replace(room, options=options)
    play = room.play
    if play is None or room.phase not in ("playing", "paused") or options.clock == room.options.clock:
        return changed
    since = at if room.paused_at is None else room.paused_at
    banks = (options.clock.bank,) * play.seats
    return replace(changed, play=replace(play, banks=banks, opened_at=since, ran_out=frozenset()))


def _apply_back_to_lobby(room: Room, key: str) -> Room:
    """Return the lobby for a game.

    The room's options stay; another game brings its own defaults."""
    game = registry.find(key)
    size = max(game.table_sizes)
    seats = tuple(None if who is None or who.has_left else replace(who, stand_in=None, wishes=()) for who in room.seats)
    if any(who is not None for who in seats[size:]):
        raise BrokenJournalError(f"{key} has {size} seats")
    if game.key != room.game.key:
        # instructions belong to a game
        seats = tuple(who and replace(who, instructions=()) for who in seats)
    own = room.options.game if game.key == room.game.key else tuple((each.key, each.default) for each in game.options)
    return replace(
        room,
        game=game,
        options=replace(room.options, game=own),
        seats=(*seats[:size], *(None,) * (size - len(seats))),
        phase="lobby",
        play=None,
        votes={},
        against={},
        is_save_agreed=False,
    )
