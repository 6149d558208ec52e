"""Choices of bots for their seats, from the seat's view alone."""

import hashlib
import hmac
from collections.abc import Iterator

import structlog

from app.live.host.known_actions import list_known_actions
from app.rooms.commands import SealForBot
from app.rooms.model.clocks import bot_moves_at
from app.rooms.model.ids import Millis
from app.rooms.model.play import Play
from app.rooms.model.room import Room
from engine.bots.question import Question, answer
from engine.core.bots.instructions import apply_instructions
from engine.core.bots.levels import Thinker
from engine.core.bots.past_actions import Observer
from engine.core.seats import Seat

log = structlog.get_logger(__name__)


def bots_due(room: Room, now: Millis) -> tuple[Seat, ...]:
    """Return the seats of all bots that are due, in seat order."""
    asked = room.play.asks if room.play is not None else ()
    return tuple(seat for seat in asked if (at := bot_moves_at(room, seat)) is not None and at <= now)


def due_choices(room: Room, now: Millis, *, in_haste: bool = False) -> tuple[SealForBot, ...]:
    """Choose for these bots here and now."""
    return tuple(choose_immediately(room, seat, in_haste=in_haste) for seat in bots_due(room, now))


def is_thinker(room: Room, seat: Seat) -> bool:
    """Return whether a slow bot plays for the seat."""
    level = _level(room, seat)
    return level is not None and isinstance(room.game.bots.get(level), Thinker)


def choose_immediately(room: Room, seat: Seat, *, in_haste: bool = False) -> SealForBot:
    """Choose for the seat: by its bot, then a cheaper bot, then the ask's default.

    A bot that fails or makes an illegal choice would otherwise fail its room at every load. ``in_haste``: skip slow
    bots. Raises ValueError when nobody is asked there."""
    play = _find_ask(room, seat)
    for level in _levels(room, seat, in_haste=in_haste):
        try:
            chosen = bot_choice(room, seat, level)
            if play.game.parse(chosen.choice) in play.asks[seat]:
                return chosen
            log.error("bot chose what cannot be", game=play.game.key, level=level)
        except Exception:
            # the log keeps the kind and the place, not the words, which could hold a card
            log.exception("bot failed", game=play.game.key, level=level)
    return SealForBot(seat, play.ask, play.game.text(play.asks[seat].default))


def read_bot_choice(room: Room, seat: Seat, said: str) -> SealForBot | None:
    """Return a bot's choice that was computed elsewhere; None if it is none.

    Raises ValueError when nobody is asked there."""
    play = _find_ask(room, seat)
    try:
        if play.game.parse(said) in play.asks[seat]:
            return SealForBot(seat, play.ask, said)
    except Exception as error:
        # whatever a game makes of words that no bot of it should say
        log.error("bot chose what cannot be", game=play.game.key, error=type(error).__name__)
        return None
    log.error("bot chose what cannot be", game=play.game.key)
    return None


def bot_choice(room: Room, seat: Seat, level: str | None = None) -> SealForBot:
    """Return the choice of the seat's bot, or of the game's bot of that level.

    Raises ValueError when no bot owes a choice there."""
    question = question_for(room, seat, level)
    return SealForBot(seat, _find_ask(room, seat).ask, answer(question))


def question_for(room: Room, seat: Seat, level: str | None = None) -> Question:
    """Return the question for the seat's bot, or for the game's bot of that level.

    Its randomness comes from the game's seed, so a restart changes nothing. Raises ValueError when no bot owes a
    choice there."""
    play, occupant = room.play, room.occupant(seat)
    if play is None or occupant is None or occupant.played_by is None or seat not in play.asks:
        raise ValueError(f"no bot is asked on seat {seat}")
    own = hmac.digest(play.dice, f"bot/{play.ask}/{seat}".encode(), hashlib.sha256)
    view = play.game.view(play.state, seat)
    ask = apply_instructions(play.game, occupant.instructions, view, play.asks[seat])
    level = level or occupant.played_by
    past_actions = list_known_actions(room, seat) if isinstance(play.game.bots.get(level), Observer) else ()
    return Question(play.game.key, level, view, ask, own, past_actions)


def _levels(room: Room, seat: Seat, *, in_haste: bool) -> Iterator[str]:
    """Yield the levels to try: the seat's bot, and after a slow one the cheaper one."""
    level = _level(room, seat)
    if level is None:
        return
    bot: object = room.game.bots.get(level)
    if not isinstance(bot, Thinker):
        yield level
        return
    if not in_haste:
        yield level
    yield bot.cheaper


def _level(room: Room, seat: Seat) -> str | None:
    occupant = room.occupant(seat)
    return occupant.played_by if occupant is not None else None


def _find_ask(room: Room, seat: Seat) -> Play:
    play = room.play
    if play is None or seat not in play.asks:
        raise ValueError(f"nobody is asked on seat {seat}")
    return play
