"""Bounds of a room's journal: a daily share for everybody, and a total.

A saved file holds ``MOST`` bytes. ``GAME`` of them are reserved for a running game, and ``UNSEEN`` for each seat's
secret events. So the chat ends before the game does, and every played game can be saved."""

from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from app.rooms import events as e
from app.rooms.audience import is_hidden
from app.rooms.budget.accounts import account, weight
from app.rooms.model.ids import Millis
from app.rooms.model.options import DAY
from app.rooms.model.refusals import Refusal, refuse
from app.rooms.model.room import Room
from app.rooms.model.spending import Account
from app.rooms.model.values import Frozen
from engine import registry

KIB = 1024

MOST = 8 * KIB * KIB
"""Size of the largest room file that is accepted.

Equals ``app.records.room_file.MOST_BYTES``."""

GAME = 640 * KIB
"""Bytes reserved for one game, more than the longest takes."""

UNSEEN = 192 * KIB
"""Bytes for one seat's secret events in a game, such as plans and changed cards."""

GUESSES = 512 * KIB
"""Bytes for all guesses of watchers in a game.

They have no space of their own: nobody guesses once the room is nearly full, so they fit into the space of the next
game."""

CHAT = 256 * KIB
"""Bytes left for chat in a game that begins with the room nearly full."""

LAST_HELP = 64 * KIB
"""Bytes left for stand-ins and votes once the chat is closed.

Without them a game may not end."""

MOST_SEATS = max(max(game.table_sizes) for game in registry.GAMES.values())

FULL = MOST - GAME - MOST_SEATS * UNSEEN
"""Size from which only events that finish a running game are accepted."""

LAST_GAME = FULL - GAME - CHAT
"""Size from which no game begins."""

NEARLY_FULL = LAST_GAME - GAME
"""Size from which the chat notes that the room is nearly full."""

_HELPS = frozenset({e.StandInSet, e.VoteCast, e.TimeGiven})
_UNBOUNDED = frozenset({e.SeatRemoved, e.SeatLeft})
"""Events that are never refused: everybody may leave or be removed.

Each needs an arrival before it, which is charged."""


class Budget(Frozen, frozen=True, gc=False):
    """Shares of everybody who may add to a room's journal."""

    bytes_per_day: int = KIB * KIB
    """Bytes that a seat may add in a day (UTC).

    All hosts together have as many for settings and new games."""

    def share(self, whose: Account) -> int:
        """Return the bytes that an account may add in a day.

        Visitors without a seat have a quarter or nothing."""
        return self.bytes_per_day // (4 if whose in ("watchers", "arrivals") else 1)


CHANGED_TOO_OFTEN = refuse(
    "used_up",
    "You've changed your mind too often in this game. What you have sealed stays; you can still choose when you're "
    "asked.",
)

NO_MORE_GUESSES = refuse("no_space", "The gallery can't guess any more in this game.")


def has_space_for_game(room: Room) -> bool:
    """Return whether one more game may begin in the room."""
    return room.spending.known + sum(room.spending.hidden.values()) <= LAST_GAME


def overspent(room: Room, events: Sequence[e.Event], now: Millis, budget: Budget) -> Refusal | None:
    """Return the refusal of a command whose events are too many, else None."""
    kinds = {type(event) for event in events}
    if kinds & _UNBOUNDED:
        return None
    spending = room.spending
    if e.GameBegun in kinds and not has_space_for_game(room):
        return refuse("no_space", "There is no space left at this table for another game. Start a new table for it.")
    costs: Counter[Account] = Counter()
    for event in events:
        costs[account(room, event)] += weight(event)
    del costs["table"]
    today = spending.today if spending.day == now // DAY else {}
    times = 2 if kinds & _HELPS else 1
    for whose, cost in costs.items():
        if today.get(whose, 0) + cost > times * budget.share(whose):
            return _too_much_today(whose)
    return _too_much_at_all(room, kinds, costs)


def _too_much_today(whose: Account) -> Refusal:
    match whose:
        case "hosts":
            return refuse(
                "used_up", "The settings here have been changed too often today. They stay as they are until tomorrow."
            )
        case "gallery":
            return refuse("used_up", "The gallery has guessed too much today. Try again tomorrow.")
        case "watchers":
            return refuse("used_up", "The watchers have written too much today. Try again tomorrow.")
        case "arrivals":
            return refuse(
                "used_up", "Too many people have come and gone here today. Try again tomorrow, or start a new table."
            )
    return refuse("used_up")


def _too_much_at_all(room: Room, kinds: AbstractSet[type], costs: Counter[Account]) -> Refusal | None:
    """Return the refusal if these costs leave no space for the game or for saving."""
    if not costs or e.TableSaved in kinds or e.GameBegun in kinds:
        return None
    known, hidden = room.spending.known, room.spending.hidden
    if room.phase not in ("playing", "paused"):
        return refuse("no_space") if known + sum(hidden.values()) + costs.total() > FULL else None
    if "gallery" in costs:
        is_over = known >= NEARLY_FULL or hidden.get("gallery", 0) + costs["gallery"] > GUESSES
        return NO_MORE_GUESSES if is_over else None
    if all(map(is_hidden, kinds)):
        # a player's refusal must not leak secret events of others
        most = UNSEEN // 2 if e.DeviceSeen in kinds else UNSEEN
        is_over = any(hidden.get(whose, 0) + cost > most for whose, cost in costs.items())
        return CHANGED_TOO_OFTEN if is_over else None
    most = FULL + LAST_HELP if kinds & _HELPS else FULL
    return refuse("no_space") if known + costs.total() > most else None
