"""Replay of a game: every reveal with its effects, by the fold that made the room.

It holds revealed choices only. Choices sealed for the present ask are in no moment."""

import hashlib
import hmac
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from app.rooms.chat.view import list_muted_names
from app.rooms.events import Entry, GameBegun, Revealed, SeatTaken
from app.rooms.fold import step
from app.rooms.model.ids import AskNumber
from app.rooms.model.play import Sealer
from app.rooms.model.reveal import Reaction
from app.rooms.model.room import Room
from app.rooms.views.log_view import list_visible_reveals
from engine.core.effects import Step
from engine.core.game import AnyGame
from engine.core.outcome import Outcome
from engine.core.seats import Seat, Viewer

BY_PLAYER = frozenset({"seat", "ahead"})
"""Authors of a choice that count as the player."""

KEY_LENGTH = 32
"""Length of a replay's key: 128 bit in hexadecimal."""


@dataclass(frozen=True, slots=True)
class Moment:
    """Reveal of cards in a replay."""

    ask: AskNumber
    round: int
    before: Any
    """State of the game while the choices were made."""
    steps: tuple[Step[Any], ...]
    """Effects of the reveal, each with the state right after it."""
    choices: Mapping[Seat, str]
    """Revealed choices by seat."""
    people: frozenset[Seat] = field(default=frozenset(), compare=False)
    """Seats whose final player chose: no earlier player, no bot, no clock."""
    by_others: Mapping[Seat, Sealer] = field(default_factory=dict, compare=False)
    """Authors that chose for those players while they sat there: the clock or a bot."""
    names: tuple[str, ...] = field(default=(), compare=False)
    """Names on the seats at that time."""


@dataclass(frozen=True, slots=True)
class Replay:
    """Game of a room from its first card to its last reveal."""

    room: Room
    """Room right after the last moment, with the occupants of that time."""
    game: AnyGame
    number: int
    """Number of the game in the room."""
    moments: tuple[Moment, ...]
    reactions: tuple[Reaction, ...] = ()
    """Reactions to its reveals, as far as the journal had them."""

    @property
    def outcome(self) -> Outcome | None:
        """Result of the game; None while it runs."""
        return self.room.play.outcome if self.room.play is not None else None


def replay(entries: Iterable[Entry], number: int) -> Replay | None:
    """Replay that game from the room's whole journal; None if it has not begun.

    Raises BrokenJournalError."""
    room: Room | None = None
    at: Room | None = None
    moments: list[Moment] = []
    reactions: tuple[Reaction, ...] = ()
    for entry in entries:
        sealed = room.play.sealed if room is not None and room.play is not None else {}
        room = step(room, entry)
        play = room.play
        if play is None or play.number != number:
            if at is not None:
                break
            continue
        reactions = play.reactions
        if isinstance(entry.event, GameBegun):
            at = room
        elif isinstance(entry.event, Revealed):
            at = room
            reveal = play.history[-1]
            choices = {seat: sealed[seat].choice for seat in sorted(sealed)}
            by = {seat: card.by for seat, card in sealed.items() if not card.is_inherited}
            people = frozenset(seat for seat, each in by.items() if each in BY_PLAYER)
            others = {seat: each for seat, each in by.items() if each not in BY_PLAYER}
            steps = play.latest[-1].steps
            moments.append(Moment(reveal.ask, reveal.round, play.before, steps, choices, people, others))
        elif isinstance(entry.event, SeatTaken) and room.phase in ("playing", "paused"):
            moments = [_without_player(each, entry.event.seat) for each in moments]
    if at is None or at.play is None:
        return None
    # a name that was corrected later is corrected in the history
    names = {reveal.ask: reveal.names for reveal in at.play.history}
    named = tuple(replace(each, names=names.get(each.ask, ())) for each in moments)
    return Replay(at, at.play.game, number, named, reactions)


def _without_player(moment: Moment, seat: Seat) -> Moment:
    """Return the moment after a change of the seat's player.

    The new player chose nothing there."""
    others = {other: by for other, by in moment.by_others.items() if other != seat}
    return replace(moment, people=moment.people - {seat}, by_others=others)


def is_over(room: Room, number: int) -> bool:
    """Return whether that game has ended, so that all of it is public."""
    return 0 < number < room.games_so_far or (number == room.games_so_far and room.phase == "finished")


def list_visible_moments(replay: Replay, room: Room, viewer: Viewer) -> tuple[Moment, ...]:
    """Return the moments that the viewer may see.

    ``room`` is the room as it is now. They are all moments of a game that is over, else those in the log (delayed
    watchers are one reveal late)."""
    if is_over(room, replay.number):
        return replay.moments
    asks = {reveal.ask for reveal in list_visible_reveals(room, viewer)}
    return tuple(moment for moment in replay.moments if moment.ask in asks)


def list_reactions(replay: Replay, room: Room, viewer: Viewer) -> tuple[Reaction, ...]:
    """Return the reactions to the moments that the viewer may see.

    ``room`` is the room as it is now, which has the latest ones. A seat sees none of the names that it has muted."""
    play = room.play
    found = play.reactions if play is not None and play.number == replay.number else replay.reactions
    asks = {moment.ask for moment in list_visible_moments(replay, room, viewer)}
    muted = list_muted_names(room, viewer)
    return tuple(each for each in found if each.ask in asks and each.name not in muted)


def may_have_perspective(room: Room, number: int, viewer: Viewer, perspective: Viewer) -> bool:
    """Return whether the viewer may see that game from that perspective.

    Everybody may have the public's. Viewers may have their own if the seat was theirs from the game's beginning.
    Once the game is over, everybody may have any seat's."""
    if perspective is None or is_over(room, number):
        return True
    occupant, play = room.occupant(perspective), room.play
    revealed = play.history if play is not None else ()
    return perspective == viewer and occupant is not None and (not revealed or occupant.since <= revealed[0].ask)


def seat_then(replay: Replay, room: Room, seat: Seat) -> Seat | None:
    """Return where the seat's present player sat at the end of that game.

    A device that they still hold identifies them. None if nowhere."""
    occupant = room.occupant(seat)
    holders = frozenset(occupant.holders) if occupant is not None else frozenset()
    play = replay.room.play
    for place in range(play.seats if play is not None else 0):
        then = replay.room.occupant(Seat(place))
        if then is not None and not holders.isdisjoint(then.holders):
            return Seat(place)
    return None


def replay_key(room: Room, number: int) -> str:
    """Return the secret of the link to one finished game's replay.

    It opens nothing else. It follows from the room's watch key at the end of that game, so it needs no event. The
    watch key does not follow from it."""
    named = f"replay/{room.code}/{number}".encode()
    key = next((key for games, key in room.watch_keys_before if number <= games), room.watch_key)
    return hmac.digest(key.encode(), named, hashlib.sha256).hex()[:KEY_LENGTH]


def game_of_key(room: Room, key: str) -> int | None:
    """Return the number of the finished game that this key opens, else None."""
    for number in range(1, room.games_so_far + 1):
        if is_over(room, number) and hmac.compare_digest(replay_key(room, number).encode(), key.encode()):
            return number
    return None
