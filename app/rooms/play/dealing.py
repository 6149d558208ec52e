"""Deal of the next game: its players, its seed, and the source of that seed."""

import hashlib
import hmac
from typing import NamedTuple

from app.rooms.model.ids import Digest
from app.rooms.model.refusals import Refusal, refuse
from app.rooms.model.room import Room
from app.rooms.model.values import replace
from app.rooms.play.events import GameBegun
from app.rooms.setup.events import OptionsChanged
from engine.core.plain import Plain
from engine.core.seats import Seat

OTHER_SIZE = refuse("bad_field", "The same cards need as many players as last time.")
OTHER_GAME = refuse("bad_field", "The table now has another game. The same cards need the last one.")


class DealSource(NamedTuple):
    """Values from outside that decide a deal."""

    seed: str
    """Fresh random seed of 256 bit, hexadecimal; empty if no game may begin."""
    edition: Plain
    """Figures of the game's components."""
    club: str = ""
    """Secret of the club whose deals all tables share, hexadecimal; empty for none."""


def deal(room: Room, source: DealSource, further: int = 0) -> tuple[GameBegun] | Refusal:
    """Begin a game with everybody who has not left, each ``further`` seats on."""
    players = _seat_players(room, further)
    if isinstance(players, Refusal):
        return players
    options, key, number = dict(room.options.game), room.game.key, room.games_so_far + 1
    seed, revision = source.seed, room.game.revision
    shared = room.shared
    if shared is not None and not shared.number and not shared.is_opened:
        begun = GameBegun(
            *(number, key, players, options, shared.edition, shared.seed, commit(shared.seed), revision),
            dealt_from="table",
            dice=seed,
        )
        return (begun,)
    if not source.club:
        return (GameBegun(number, key, players, options, source.edition, seed, commit(seed), revision),)
    derived = derive_seed(source.club, key, room.games_begun.count(key) + 1)
    begun = GameBegun(
        *(number, key, players, options, source.edition, derived, commit(derived), revision),
        dealt_from="club",
        dice=seed,
    )
    return (begun,)


def deal_same(room: Room, source: DealSource, further: int = 0) -> tuple[OptionsChanged | GameBegun, ...] | Refusal:
    """Begin a game with the last one's cards, each player ``further`` seats on."""
    play = room.play
    if play is None:
        return refuse("not_begun")
    if room.shared is not None and not room.shared.is_opened:
        return refuse("deal_closed")
    if play.game.key != room.game.key:
        return OTHER_GAME
    players = _seat_players(room, further)
    if isinstance(players, Refusal):
        return players
    if len(players) != play.seats:
        return OTHER_SIZE
    last = play.deal
    begun = GameBegun(
        *(room.games_so_far + 1, play.game.key, players, dict(last.options), last.edition),
        *(play.seed, play.commitment, last.revision),
        same_as=play.number,
        # the seed is public by now, so the bots' choices must not follow from it
        dice=source.seed,
    )
    options = replace(room.options, game=last.options)
    return (OptionsChanged(options.to_json()), begun) if options != room.options else (begun,)


def _seat_players(room: Room, further: int) -> tuple[Seat, ...] | Refusal:
    players = tuple(Seat(number) for number, who in enumerate(room.seats) if who is not None and not who.has_left)
    if len(players) not in room.game.table_sizes:
        return refuse("too_few")
    turn = -further % len(players)
    return (*players[turn:], *players[:turn])


def commit(seed: str) -> Digest:
    """Return the commitment to a seed: SHA-256 of its bytes."""
    return Digest(hashlib.sha256(bytes.fromhex(seed)).hexdigest())


def derive_seed(club: str, game: str, number: int) -> str:
    """Return the seed of a room's n-th game of a kind in a club, hexadecimal."""
    return hmac.digest(bytes.fromhex(club), f"deal/{game}/{number}".encode(), hashlib.sha256).hex()
