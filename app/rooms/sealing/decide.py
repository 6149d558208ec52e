"""Decisions about cards: sealing, lifting, plans, reveals."""

from collections.abc import Mapping, Sequence
from itertools import chain

from app.rooms.model.clocks import expires_at, grace, plan_due_at
from app.rooms.model.ids import Millis
from app.rooms.model.play import Plan, Play, SealedChoice, Sealer
from app.rooms.model.refusals import DECIDED, REVEALED, Refusal, no_game, refuse
from app.rooms.model.room import Room
from app.rooms.sealing.commands import Expire, Lift, MakePlan, RevealCards, Seal, SealForBot, SealingCommand, UsePlan
from app.rooms.sealing.events import (
    MOST_CONDITIONS,
    MOST_PLANNED,
    AllSealed,
    ChoiceLifted,
    ChoiceSealed,
    GameFinished,
    PlanDropped,
    PlanMade,
    RanOut,
    Revealed,
    RevealHeld,
    SealingEvent,
)
from engine.core.conditions import conditions_of, is_met
from engine.core.errors import BadTextError
from engine.core.seats import Seat

MOST_PLAN = 4096
"""Most characters of one plan, more than the page's longest choices need."""

MOST_CHANGES = 30
"""Most changes of plan or seal by a seat during one ask.

Each change is an entry of the journal."""

CHANGED_ENOUGH = refuse(
    "used_up",
    "You've changed your mind often enough for now. What you have sealed and planned stays until the next reveal.",
)

Events = tuple[SealingEvent, ...]


def decide(room: Room, command: SealingCommand, now: Millis) -> Events | Refusal:
    """Decide on a command about cards."""
    match command:
        case Seal():
            return seal(room, command, now)
        case SealForBot():
            return seal_for_bot(room, command, now)
        case MakePlan():
            return make_plan(room, command)
        case UsePlan():
            return use_plan(room, command, now)
        case Lift():
            return lift(room, command)
        case RevealCards():
            return reveal_cards(room, command, now)
        case Expire():
            return expire(room, command, now)


def seal(room: Room, command: Seal, now: Millis) -> Events | Refusal:
    """Seal the seat's choice.

    The last choice reveals all, after an open decision or without a grace pause."""
    play = _require_asked(room, command.seat, command.ask)
    if isinstance(play, Refusal):
        return play
    events = _seal_choice(room, play, command.seat, command.choice, "seat", now)
    is_change = command.seat in play.sealed and bool(events) and not isinstance(events, Refusal)
    return CHANGED_ENOUGH if is_change and not _may_change(play, command.seat) else events


def seal_for_bot(room: Room, command: SealForBot, now: Millis) -> Events | Refusal:
    """Seal a bot's choice. Do nothing if its player is back or the seat has sealed."""
    play = _require_asked(room, command.seat, command.ask)
    if isinstance(play, Refusal):
        return ()
    occupant = room.occupant(command.seat)
    if occupant is None or occupant.played_by is None or command.seat in play.sealed:
        return ()
    return _seal_choice(room, play, command.seat, command.choice, "bot", now)


def make_plan(room: Room, command: MakePlan) -> Events | Refusal:
    """Plan what the seat seals when it is asked next. Nobody else is told."""
    play = room.play
    if play is None or room.phase not in ("playing", "paused"):
        return no_game(room.phase)
    if command.ask != play.ask:
        return _refuse_over(play, command.ask)
    if not 0 <= command.seat < play.seats:
        return refuse("not_asked")
    if (refusal := _unplannable(play, command)) is not None:
        return refusal
    known = play.plans.get(command.seat)
    said = Plan(play.ask, command.choices, command.when) if command.choices or command.when else None
    if said == known:
        return ()
    if not _may_change(play, command.seat):
        return CHANGED_ENOUGH
    return (PlanMade(play.ask, command.seat, command.choices, command.when),)


def _unplannable(play: Play, command: MakePlan) -> Refusal | None:
    """Return why that cannot be planned, else None."""
    if len(command.when) > MOST_CONDITIONS:
        return refuse("bad_field", f"You can plan with up to {MOST_CONDITIONS} conditions.")
    if not all(len(each) > 1 for each in command.when):
        return refuse("bad_field", "Choose what to seal if that happens.")
    lists = (command.choices, *(choices for _, *choices in command.when))
    if any(len(choices) > MOST_PLANNED for choices in lists):
        return refuse("bad_field", f"You can plan up to {MOST_PLANNED} choices.")
    named = [text for each in (command.choices, *command.when) for text in each]
    if sum(map(len, named)) > MOST_PLAN:
        return refuse("bad_field", "That plan is too long. Name fewer choices.")
    try:
        for text in chain.from_iterable(lists):
            play.game.parse(text)
    except BadTextError:
        return refuse("choice_not_legal", "That card isn't in this game.")
    known = conditions_of(play.game, play.game.view(play.state, command.seat)) if command.when else ()
    if not all(condition in known for condition, *_ in command.when):
        return refuse("bad_field", "You can't make your plan depend on that now.")
    return None


def use_plan(room: Room, command: UsePlan, now: Millis) -> Events:
    """Seal the first legal choice of the seat's plan.

    The first condition that holds counts, else the choices without one. If none is legal, the seat has to choose."""
    play = room.play
    if play is None or play.ask != command.ask or plan_due_at(room, command.seat) is None:
        return ()
    for text in _select_planned(play, command.seat):
        events = _seal_choice(room, play, command.seat, text, "ahead", now)
        if not isinstance(events, Refusal):
            return events
    return (PlanDropped(play.ask, command.seat),)


def _select_planned(play: Play, seat: Seat) -> Sequence[str]:
    """Return the planned choices, by the conditions that the reveals since have met."""
    said = play.plans[seat]
    revealed = play.effects_since(said.ask) if said.when else ()
    try:
        return next((then for known, *then in said.when if is_met(play.game, known, seat, revealed)), said.choices)
    except BadTextError:
        # a room from another server may have unknown conditions: the seat has to choose
        return ()


def lift(room: Room, command: Lift) -> Events | Refusal:
    """Take the sealed choice back. Nobody else is told."""
    play = _require_asked(room, command.seat, command.ask)
    if isinstance(play, Refusal):
        return play
    if command.seat not in play.sealed:
        return refuse("nothing_to_lift")
    return (ChoiceLifted(play.ask, command.seat),) if _may_change(play, command.seat) else CHANGED_ENOUGH


def reveal_cards(room: Room, command: RevealCards, now: Millis) -> Events | Refusal:
    """Reveal the cards when it is time.

    A lifted card delays the reveal. Repeating the command does nothing."""
    play = room.play
    if (
        play is None
        or room.phase != "playing"
        or play.ask != command.ask
        or play.reveal_at is None
        or now < play.reveal_at
    ):
        return ()
    return _reveal(play, play.sealed) if play.is_complete else (RevealHeld(play.ask),)


def expire(room: Room, command: Expire, now: Millis) -> Events | Refusal:
    """Act when a seat's time is up.

    The hard clock plays the seat's default, the gentle one lets the others act."""
    play, until = room.play, expires_at(room, command.seat)
    if play is None or play.ask != command.ask or until is None or now < until:
        return ()
    if room.options.clock.mode == "gentle":
        return (RanOut(play.ask, command.seat),)
    default = play.game.text(play.asks[command.seat].default)
    return _seal_choice(room, play, command.seat, default, "clock", now)


def _may_change(play: Play, seat: Seat) -> bool:
    """Return whether the seat may change its plan or seal once more."""
    return play.changes.get(seat, 0) < MOST_CHANGES


def _require_asked(room: Room, seat: Seat, ask: int) -> Play | Refusal:
    play = room.play
    if room.phase == "paused":
        return refuse("paused")
    if room.phase == "finished":
        return refuse("game_over")
    if play is None:
        return refuse("not_begun")
    if ask != play.ask:
        return _refuse_over(play, ask)
    return play if seat in play.asks else refuse("not_asked")


def _refuse_over(play: Play, ask: int) -> Refusal:
    """Return the refusal of a choice for another ask.

    Its words fit that ask if it is known."""
    for passed in play.latest:
        if passed.ask == ask:
            return REVEALED if len(passed.game.asks(passed.before)) > 1 else DECIDED
    return refuse("ask_is_over")


def _seal_choice(room: Room, play: Play, seat: Seat, text: str, by: Sealer, now: Millis) -> Events | Refusal:
    try:
        choice = play.game.parse(text)
    except BadTextError:
        return refuse("choice_not_legal", "That card isn't in this game.")
    if choice not in play.asks[seat]:
        return refuse("choice_not_legal")
    card = play.sealed.get(seat)
    if card is not None and card.choice == text:
        return ()
    laid = ChoiceSealed(play.ask, seat, text, by)
    lifted = [other for other in play.asks if other not in play.sealed and other != seat]
    # a lifted card is secret until the time of the reveal: its seat counts as sealed
    waits = bool(lifted) if play.is_held else not play.once_sealed.issuperset(lifted)
    if waits or play.reveal_at is not None:
        return (laid,)
    if pause_ms := grace(room):
        return (laid, AllSealed(play.ask, Millis(now + pause_ms)))
    if lifted:
        return (laid, RevealHeld(play.ask))
    return (laid, *_reveal(play, {**play.sealed, seat: SealedChoice(text, by, now)}))


def _reveal(play: Play, sealed: Mapping[Seat, SealedChoice]) -> Events:
    after = play.resolve(sealed)
    revealed = Revealed(play.ask, play.proof(after, "fields"), "fields")
    return (revealed,) if after.asks else (revealed, GameFinished(play.number))
