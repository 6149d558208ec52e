"""Bots at the table: what a bot that plays for a seat chooses, from that seat's view alone."""

import hashlib
import hmac
import random

import structlog

from app.rooms.commands import SealForBot
from app.rooms.model.clocks import bot_moves_at
from app.rooms.model.ids import Millis
from app.rooms.model.room import Room
from engine.core.orders import under_orders
from engine.core.seats import Seat

log = structlog.get_logger(__name__)


def due_choices(room: Room, now: Millis) -> tuple[SealForBot, ...]:
    """The choices of all bots whose moment has come, in seat order."""
    if room.play is None:
        return ()
    due = (seat for seat in room.play.asks if (at := bot_moves_at(room, seat)) is not None and at <= now)
    return tuple(sure_choice(room, seat) for seat in due)


def sure_choice(room: Room, seat: Seat) -> SealForBot:
    """The seat's choice by its bot; where the bot fails or names what cannot be, the ask's default, as when a clock
    runs out. A faulty bot would otherwise fail its room, and again whenever that is loaded. Raises ValueError when
    nobody is asked there."""
    play = room.play
    if play is None or seat not in play.asks:
        raise ValueError(f"nobody is asked on seat {seat}")
    ask = play.asks[seat]
    try:
        chosen = bot_choice(room, seat)
        if play.game.parse(chosen.choice) in ask:
            return chosen
        log.error("bot chose what cannot be", game=play.game.key)
    except Exception:
        # the log keeps the kind and the place, not the words, which could hold a card
        log.exception("bot failed", game=play.game.key)
    return SealForBot(seat, play.ask, play.game.text(ask.default))


def bot_choice(room: Room, seat: Seat) -> SealForBot:
    """The seat's choice by its bot. Its chance comes from the game's seed, so a restart changes nothing.

    Raises ValueError when no bot owes a choice there."""
    play, occupant = room.play, room.occupant(seat)
    if play is None or occupant is None or occupant.played_by is None or seat not in play.asks:
        raise ValueError(f"no bot is asked on seat {seat}")
    bot = play.game.bots[occupant.played_by]
    own = hmac.digest(bytes.fromhex(play.seed), f"bot/{play.ask}/{seat}".encode(), hashlib.sha256)
    view = play.game.view(play.state, seat)
    ask = under_orders(play.game, occupant.orders, view, play.asks[seat])
    choice = bot.choose(view, ask, random.Random(own))  # noqa: S311 - play, not secrets
    return SealForBot(seat, play.ask, play.game.text(choice))
