"""Decisions about a game: beginning, sealing, lifting, opening, time, rest."""

import hashlib
from collections.abc import Mapping
from dataclasses import replace

from app.rooms import commands as c
from app.rooms import facts as f
from app.rooms.model.ids import Digest, Millis
from app.rooms.model.options import read_options
from app.rooms.model.play import Ahead, Play, SealedChoice
from app.rooms.model.refusals import Refusal, bad_field, refuse
from app.rooms.model.room import Room
from app.rooms.play.clocks import ahead_at, expires_at, grace
from engine.core.errors import BadOptions, BadText
from engine.core.plain import Plain
from engine.core.seats import Seat

MOST_AHEAD = 16
"""Choices that can be named ahead."""

CardCommand = c.Seal | c.SealForBot | c.SealAhead | c.UseAhead | c.Open | c.Expire

Facts = tuple[f.Fact, ...]


def decide_play(room: Room, command: c.PlayCommand, now: Millis) -> Facts | Refusal:
    """What the room answers to a command about its game."""
    match command:
        case c.Begin():
            return begin(room, command)
        case c.Again():
            return again(room, command)
        case c.Pause():
            return pause(room, command)
        case c.Resume():
            return resume(room, command)
        case c.CreditOutage():
            return credit_outage(room, command, now)
        case c.Lift():
            return lift(room, command)
    return _decide_cards(room, command, now)


def _decide_cards(room: Room, command: CardCommand, now: Millis) -> Facts | Refusal:
    match command:
        case c.Seal():
            return seal(room, command, now)
        case c.SealForBot():
            return seal_for_bot(room, command, now)
        case c.SealAhead():
            return seal_ahead(room, command)
        case c.UseAhead():
            return use_ahead(room, command, now)
        case c.Open():
            return open_cards(room, command, now)
        case c.Expire():
            return expire(room, command, now)


def begin(room: Room, command: c.Begin) -> Facts | Refusal:
    """The first game of the room, or the next one with other players or options."""
    if command.seat not in room.hosts:
        return refuse("not_host")
    if room.phase in ("playing", "paused"):
        return refuse("already_begun")
    changed: Facts = ()
    if command.options:
        try:
            options = read_options(room.game.options, command.options, room.options)
        except BadOptions as error:
            return bad_field(error)
        if options != room.options:
            changed = (f.OptionsChanged(options.plain()),)
            room = replace(room, options=options)
    facts = deal(room, command.seed, command.edition)
    return facts if isinstance(facts, Refusal) else (*changed, *facts)


def again(room: Room, command: c.Again) -> Facts | Refusal:
    """A rematch in place."""
    if command.seat not in room.hosts:
        return refuse("not_host")
    if room.phase == "lobby":
        return refuse("not_begun")
    if room.phase != "finished":
        return refuse("already_begun")
    return deal(room, command.seed, command.edition, 1 if command.rotate else 0)


def deal(room: Room, seed: str, edition: Plain, further: int = 0) -> Facts | Refusal:
    """A new game with everybody who has not left; each sits ``further`` seats on."""
    players = tuple(Seat(number) for number, who in enumerate(room.seats) if who is not None and not who.has_left)
    sizes = room.game.table_sizes
    if len(players) not in sizes:
        return refuse("too_few", f"{room.game.title} wants {min(sizes)} to {max(sizes)} players.")
    turn = -further % len(players)
    players = (*players[turn:], *players[:turn])
    commitment = Digest(hashlib.sha256(bytes.fromhex(seed)).hexdigest())
    options = dict(room.options.game)
    return (f.GameBegun(room.games_so_far + 1, room.game.key, players, options, edition, seed, commitment),)


def seal(room: Room, command: c.Seal, now: Millis) -> Facts | Refusal:
    """The seat's choice, sealed; the last one of an open decision or without a grace pause opens all."""
    play = _asked(room, command.seat, command.ask)
    return play if isinstance(play, Refusal) else _sealed(room, play, command.seat, command.choice, "seat", now)


def seal_for_bot(room: Room, command: c.SealForBot, now: Millis) -> Facts | Refusal:
    """A bot's choice; when its seat was taken back or has sealed meanwhile, nothing."""
    play = _asked(room, command.seat, command.ask)
    if isinstance(play, Refusal):
        return ()
    occupant = room.occupant(command.seat)
    if occupant is None or occupant.played_by is None or command.seat in play.sealed:
        return ()
    return _sealed(room, play, command.seat, command.choice, "bot", now)


def seal_ahead(room: Room, command: c.SealAhead) -> Facts | Refusal:
    """What the seat will seal when it is asked next. Nobody else is told."""
    play = room.play
    if play is None or room.phase not in ("playing", "paused"):
        return _no_game(room)
    if command.ask != play.ask:
        return refuse("ask_is_over")
    if not 0 <= command.seat < play.seats:
        return refuse("not_asked")
    if len(command.choices) > MOST_AHEAD:
        return refuse("bad_field", f"Name {MOST_AHEAD} choices at most.")
    try:
        for text in command.choices:
            play.game.parse(text)
    except BadText:
        return refuse("choice_not_legal", "The table does not know that card.")
    known = play.ahead.get(command.seat)
    is_news = known is None if command.choices else known is not None
    if not is_news and (known is None or known == Ahead(play.ask, command.choices)):
        return ()
    return (f.AheadSealed(play.ask, command.seat, command.choices),)


def use_ahead(room: Room, command: c.UseAhead, now: Millis) -> Facts:
    """The first choice said ahead that is legal, sealed; if none is, the seat has to choose."""
    play = room.play
    if play is None or play.ask != command.ask or ahead_at(room, command.seat) is None:
        return ()
    for text in play.ahead[command.seat].choices:
        facts = _sealed(room, play, command.seat, text, "ahead", now)
        if not isinstance(facts, Refusal):
            return facts
    return (f.AheadDropped(play.ask, command.seat),)


def lift(room: Room, command: c.Lift) -> Facts | Refusal:
    """The sealed choice back in hand. Nobody else is told."""
    play = _asked(room, command.seat, command.ask)
    if isinstance(play, Refusal):
        return play
    return (f.ChoiceLifted(play.ask, command.seat),) if command.seat in play.sealed else refuse("nothing_to_lift")


def open_cards(room: Room, command: c.Open, now: Millis) -> Facts | Refusal:
    """The opening when its moment has come; a lifted card holds it up. Repeating it does nothing."""
    play = room.play
    if (
        play is None
        or room.phase != "playing"
        or play.ask != command.ask
        or play.opens_at is None
        or now < play.opens_at
    ):
        return ()
    return _opened(play, play.sealed) if play.is_complete else (f.OpeningHeld(play.ask),)


def expire(room: Room, command: c.Expire, now: Millis) -> Facts | Refusal:
    """A seat's time is up: with the hard clock its default is played, with the gentle one the others may act."""
    play, until = room.play, expires_at(room, command.seat)
    if play is None or play.ask != command.ask or until is None or now < until:
        return ()
    if room.options.clock.mode == "gentle":
        return (f.RanOut(play.ask, command.seat),)
    default = play.game.text(play.asks[command.seat].default)
    return _sealed(room, play, command.seat, default, "clock", now)


def pause(room: Room, command: c.Pause) -> Facts | Refusal:
    """The table rests."""
    if room.phase == "paused":
        return ()
    return (f.Paused(command.seat),) if room.phase == "playing" else _no_game(room)


def resume(room: Room, command: c.Resume) -> Facts | Refusal:
    """The table goes on."""
    if room.phase == "playing":
        return ()
    return (f.Resumed(command.seat),) if room.phase == "paused" else _no_game(room)


def credit_outage(room: Room, command: c.CreditOutage, now: Millis) -> Facts | Refusal:
    """The time the server was away, given back to a running game. Of a game that was laid to rest meanwhile it is only
    the time before: resuming gives the rest."""
    span = command.span
    if room.paused_at is not None and room.phase == "paused":
        span = Millis(span - max(0, now - room.paused_at)) if room.paused_at > command.since else Millis(0)
    elif room.phase != "playing":
        return ()
    return (f.OutageCredited(span),) if span > 0 else ()


def _asked(room: Room, seat: Seat, ask: int) -> Play | Refusal:
    play = room.play
    if room.phase == "paused":
        return refuse("paused")
    if room.phase == "finished":
        return refuse("game_over")
    if play is None:
        return refuse("not_begun")
    if ask != play.ask:
        return refuse("ask_is_over")
    return play if seat in play.asks else refuse("not_asked")


def _no_game(room: Room) -> Refusal:
    return refuse("game_over" if room.phase == "finished" else "not_begun")


def _sealed(room: Room, play: Play, seat: Seat, text: str, by: f.Sealer, now: Millis) -> Facts | Refusal:
    try:
        choice = play.game.parse(text)
    except BadText:
        return refuse("choice_not_legal", "The table does not know that card.")
    if choice not in play.asks[seat]:
        return refuse("choice_not_legal")
    card = play.sealed.get(seat)
    if card is not None and card.choice == text:
        return ()
    laid = f.ChoiceSealed(play.ask, seat, text, by)
    sealed = {**play.sealed, seat: SealedChoice(text, by, now)}
    lifted = [other for other in play.asks if other not in sealed]
    # a lifted card is nobody's business before the moment of opening: until then its seat counts as sealed
    waits = bool(lifted) if play.is_held else any(other not in play.once_sealed for other in lifted)
    if waits or play.opens_at is not None:
        return (laid,)
    if pause_ms := grace(room):
        return (laid, f.AllSealed(play.ask, Millis(now + pause_ms)))
    return (laid, f.OpeningHeld(play.ask)) if lifted else (laid, *_opened(play, sealed))


def _opened(play: Play, sealed: Mapping[Seat, SealedChoice]) -> Facts:
    after = play.resolved(sealed)
    revealed = f.Revealed(play.ask, after.digest)
    return (revealed,) if after.asks else (revealed, f.GameFinished(play.number))
