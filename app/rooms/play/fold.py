"""The fold of what happens in a game: begun, sealed, lifted, opened, resolved."""

from dataclasses import replace

from app.rooms import facts as f
from app.rooms.model.ids import AskNumber, Millis
from app.rooms.model.options import RoomOptions
from app.rooms.model.play import Ahead, Nudge, Opening, Play, SealedChoice
from app.rooms.model.room import Occupant, Result, Room
from app.rooms.play.clocks import bank_after
from engine import registry
from engine.core.chance import SeededChance
from engine.core.errors import EngineError
from engine.core.seats import Seat


class BrokenJournal(Exception):
    """The journal does not fold: a fact is out of order, or a replayed game came out otherwise than when it was
    played."""


PlayFact = (
    f.ChoiceSealed
    | f.ChoiceLifted
    | f.AheadSealed
    | f.AheadDropped
    | f.AllSealed
    | f.OpeningHeld
    | f.Revealed
    | f.RanOut
    | f.Nudged
)


def begun(room: Room, fact: f.GameBegun, at: Millis) -> Room:
    """The room with its new game; the seats that play close up to 0, 1, 2 ... in their order."""
    game = registry.find(fact.game)
    chance = SeededChance(bytes.fromhex(fact.seed))
    state = game.new(len(fact.players), fact.options, chance, fact.edition)
    ask = AskNumber(room.asks_so_far + 1)
    play = Play(
        number=fact.number,
        game=game,
        seed=fact.seed,
        commitment=fact.commitment,
        state=state,
        ask=ask,
        asks=game.asks(state),
        opened_at=at,
        banks=(room.options.clock.bank,) * len(fact.players),
        before=state,
    )
    seats: list[Occupant | None] = [room.seats[old] for old in fact.players]
    seats += [None] * (len(room.seats) - len(seats))
    moved = {old: Seat(new) for new, old in enumerate(fact.players)}
    return replace(
        room,
        game=game,
        seats=tuple(seats),
        hosts=tuple(moved[host] for host in room.hosts if host in moved),
        votes={},
        is_save_agreed=False,
        saves=(),
        links=tuple(replace(link, seat=moved[link.seat]) for link in room.links if link.seat in moved),
        chat=tuple(replace(line, seat=moved.get(line.seat, line.seat)) for line in room.chat),
        phase="playing",
        play=play,
        asks_so_far=ask,
        games_so_far=fact.number,
    )


def played(room: Room, fact: PlayFact, at: Millis) -> Room:
    """The room after a fact of its game. Raises BrokenJournal."""
    play = running(room)
    if fact.ask != play.ask:
        raise BrokenJournal(f"ask {fact.ask} came while {play.ask} was open")
    match fact:
        case f.ChoiceSealed(_, seat, choice, by):
            sealed = {**play.sealed, seat: SealedChoice(choice, by, at)}
            ahead = _without(play, seat) if by == "ahead" else play.ahead
            play = replace(play, sealed=sealed, once_sealed=play.once_sealed | {seat}, ahead=ahead)
        case f.ChoiceLifted(_, seat):
            play = replace(play, sealed={other: card for other, card in play.sealed.items() if other != seat})
        case f.AheadSealed(ask, seat, choices):
            said = {seat: Ahead(ask, choices)} if choices else {}
            play = replace(play, ahead={**_without(play, seat), **said})
        case f.AheadDropped(_, seat):
            play = replace(play, ahead=_without(play, seat))
        case f.AllSealed(_, opens_at):
            play = replace(play, opens_at=opens_at, is_held=False)
        case f.OpeningHeld():
            play = replace(play, opens_at=None, is_held=True)
        case f.RanOut(_, seat):
            play = replace(play, ran_out=play.ran_out | {seat})
        case f.Nudged(ask, seat, by):
            play = replace(play, nudges={**play.nudges, (by, seat): Nudge(ask, at)})
        case f.Revealed():
            play = _revealed(room, play, fact, at)
            return replace(room, play=play, asks_so_far=play.ask)
    return replace(room, play=play)


def ended(room: Room) -> Room:
    """The room after its game has come to its end, with the result in its record. Raises BrokenJournal."""
    play = running(room)
    if play.outcome is None:
        raise BrokenJournal("a game finished that still asks")
    names = [occupant.name if occupant else "" for occupant in room.seats]
    ranking = tuple(tuple(names[seat] for seat in place) for place in play.outcome.ranking)
    result = Result(play.number, play.game.key, ranking)
    return replace(room, phase="finished", votes={}, is_save_agreed=False, evening=(*room.evening, result))


def clocked(room: Room, options: RoomOptions, at: Millis) -> Room:
    """The room with other options. In a running game a clock set anew starts anew: for everybody a full bank, and for
    the present ask its whole time."""
    changed = replace(room, options=options)
    play = room.play
    if play is None or room.phase not in ("playing", "paused") or options.clock == room.options.clock:
        return changed
    since = at if room.paused_at is None else room.paused_at
    banks = (options.clock.bank,) * play.seats
    return replace(changed, play=replace(play, banks=banks, opened_at=since, ran_out=frozenset()))


def moved(play: Play, span: Millis) -> Play:
    """The game with every time of the present asks later by ``span``; what has been used of a bank stays used."""
    opens_at = Millis(play.opens_at + span) if play.opens_at is not None else None
    sealed = {seat: replace(card, at=Millis(card.at + span)) for seat, card in play.sealed.items()}
    return replace(play, opened_at=Millis(play.opened_at + span), opens_at=opens_at, sealed=sealed)


def running(room: Room) -> Play:
    """The room's game. Raises BrokenJournal when there is none."""
    if room.play is None:
        raise BrokenJournal("no game is running")
    return room.play


def _revealed(room: Room, play: Play, fact: f.Revealed, at: Millis) -> Play:
    try:
        after = play.resolved(play.sealed)
    except EngineError as error:
        raise BrokenJournal(f"ask {fact.ask} does not resolve: {type(error).__name__}") from error
    if after.digest != fact.digest:
        raise BrokenJournal(f"ask {fact.ask} came out otherwise than when it was played")
    names = tuple(occupant.name if occupant else "" for occupant in room.seats[: play.seats])
    opening = Opening(play.ask, play.game.round(play.state), tuple(step.happening for step in after.steps), names)
    per_ask = room.options.clock.per_ask
    return Play(
        number=play.number,
        game=play.game,
        seed=play.seed,
        commitment=play.commitment,
        state=after.state,
        ask=AskNumber(play.ask + 1),
        asks=after.asks,
        opened_at=at,
        banks=tuple(bank_after(play, per_ask, Seat(seat)) for seat in range(len(play.banks))),
        history=(*play.history, opening),
        film=after.steps,
        before=play.state,
        ahead=_still_ahead(play),
        nudges=play.nudges,
    )


def _still_ahead(play: Play) -> dict[Seat, Ahead]:
    """What was said ahead of an ask that is yet to come: whoever was asked at this one has had their choice."""
    return {seat: said for seat, said in play.ahead.items() if seat not in play.asks or said.ask == play.ask}


def _without(play: Play, seat: Seat) -> dict[Seat, Ahead]:
    return {other: said for other, said in play.ahead.items() if other != seat}
