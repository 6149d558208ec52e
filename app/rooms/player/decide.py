"""Decisions about a player's own seat: devices, return links, instructions."""

from collections.abc import Collection

from app.rooms.model.devices import is_use_due
from app.rooms.model.ids import Digest, Millis
from app.rooms.model.refusals import Refusal, refuse
from app.rooms.model.room import Room
from app.rooms.player.commands import (
    AddDevice,
    AnswerAsker,
    AskBack,
    ExpireAsker,
    GiveInstructions,
    MakeReturnLink,
    PlayerCommand,
    RevokeDevices,
    SeeDevice,
)
from app.rooms.player.events import (
    BackAsked,
    BackAskExpired,
    BackRefused,
    DeviceAdded,
    DeviceRevoked,
    DeviceSeen,
    InstructionsGiven,
    PlayerEvent,
    ReturnLinkMade,
    ReturnLinksRevoked,
    SeatClaimed,
)
from app.rooms.sealing.events import ChoiceLifted
from engine.core.bots.instructions import apply_instructions
from engine.core.seats import Seat

MAX_DEVICES = 4
"""Most tokens that may hold one seat."""

RETURN_LINK_MS = 24 * 3600 * 1000
"""Lifetime of a return link."""

ASK_MS = 10 * 60 * 1000
"""Time in which the table can answer a request to come back.

A refused asker must wait as long before the next one."""

Events = tuple[PlayerEvent | ChoiceLifted, ...]


def decide(room: Room, command: PlayerCommand, now: Millis) -> Events | Refusal:
    """Decide on a command about a player's own seat."""
    match command:
        case GiveInstructions():
            return give_instructions(room, command)
        case SeeDevice():
            return see_device(room, command, now)
        case RevokeDevices():
            return revoke_devices(room, command)
        case MakeReturnLink():
            return make_return_link(command)
        case AddDevice():
            return add_device(room, command, now)
        case AskBack():
            return ask_back(room, command, now)
        case AnswerAsker():
            return answer_asker(room, command, now)
        case ExpireAsker():
            return expire_asker(room, command, now)


def give_instructions(room: Room, command: GiveInstructions) -> Events | Refusal:
    """Replace the instructions.

    A stand-in lifts a sealed card that they forbid and chooses anew."""
    known = room.game.instructions
    if not known and command.instructions:
        return refuse("bad_field", "Stand-ins take no instructions in this game.")
    if not set(command.instructions) <= known.keys():
        return refuse("bad_field", f"A stand-in takes these instructions: {', '.join(known)}.")
    instructions = tuple(key for key in known if key in command.instructions)
    occupant = room.occupant(command.seat)
    if occupant is None or instructions == occupant.instructions:
        return ()
    given = InstructionsGiven(command.seat, instructions)
    play = room.play
    if play is None or not _disobeys(room, command.seat, instructions):
        return (given,)
    return (given, ChoiceLifted(play.ask, command.seat))


def see_device(room: Room, command: SeeDevice, now: Millis) -> Events:
    """Record that the device is in use, once an hour."""
    occupant = room.occupant(command.seat)
    known = next((each for each in occupant.devices if each.holder == command.holder), None) if occupant else None
    return (DeviceSeen(command.seat, command.holder),) if known is not None and is_use_due(known, now) else ()


def revoke_devices(room: Room, command: RevokeDevices) -> Events | Refusal:
    """Remove one device, or all others; one always stays.

    The seat's return link becomes void in either case."""
    occupant = room.occupant(command.seat)
    devices = occupant.devices if occupant is not None else ()
    if command.device is None:
        others = [each for each in devices if each.holder != command.asker]
        # a sender without a device of the seat would leave it with none
        if len(others) == len(devices):
            return refuse("no_seat")
        if others:
            return tuple(DeviceRevoked(command.seat, each.holder) for each in others)
        has_link = any(link.seat == command.seat for link in room.links)
        return (ReturnLinksRevoked(command.seat),) if has_link else ()
    known = next((each for each in devices if each.number == command.device), None)
    if known is None:
        return refuse("bad_field", "That device isn't on your seat.")
    if len(devices) == 1:
        return refuse("bad_field", "This is the only device on your seat. To give the seat up, leave the table.")
    return (DeviceRevoked(command.seat, known.holder),)


def make_return_link(command: MakeReturnLink) -> Events:
    """Make a return link; the seat's older one becomes void."""
    return (ReturnLinkMade(command.seat, command.link, command.until),)


def add_device(room: Room, command: AddDevice, now: Millis) -> Events | Refusal:
    """Add a device to the seat of the link, which is then used up.

    Everybody is told if the seat's player did not make the link, or may not have. The first user of such a link can
    make more."""
    link = next((link for link in room.links if link.link == command.link), None)
    holds = room.seat_of(command.holder)
    if link is None or link.until <= now:
        # a repeated request of the device that used the link succeeds
        return refuse("link_used") if holds is None else ()
    if holds is not None:
        return () if holds == link.seat else refuse("link_used", "This device already has a seat at this table.")
    occupant = room.occupant(link.seat)
    if occupant is None or len(occupant.devices) >= MAX_DEVICES:
        return refuse(
            "link_used",
            "Your seat can't take any more devices. On one of them, open My devices in the menu and remove another.",
        )
    added = SeatClaimed if link.is_told or occupant.is_claimed else DeviceAdded
    return (added(link.seat, command.holder, command.link, command.kind),)


def ask_back(room: Room, command: AskBack, now: Millis) -> Events | Refusal:
    """Ask for a seat whose player lost its devices. Everybody at the table is told."""
    is_let_in = command.key == room.join_key if command.key is not None else command.code == room.join_code
    if not is_let_in or (command.key is None and room.phase != "lobby"):
        return refuse("no_such_room")
    if room.seat_of(command.holder) is not None:
        return ()
    known = room.asker_of(command.holder, now)
    if known is not None and not known.is_refused and known.seat == command.target:
        return ()
    if known is not None and known.is_refused:
        return refuse("too_fast", "The table said no. Talk to them, or ask again in ten minutes.")
    occupant = room.occupant(command.target)
    if occupant is None or not occupant.devices or occupant.name != command.name:
        return refuse("bad_field", "That player isn't at this table any more.")
    if any(each.seat == command.target and each.until > now and not each.is_refused for each in room.askers):
        return refuse("too_fast", "Someone is asking for that seat already. Wait until the table has answered.")
    if len(occupant.devices) >= MAX_DEVICES:
        return refuse("link_used", "That seat can't take any more devices.")
    return (BackAsked(command.target, command.holder, Millis(now + ASK_MS), command.kind),)


def may_answer(room: Room, seat: Seat, target: Seat, present: Collection[Seat]) -> bool:
    """Return whether ``seat`` may let somebody back to the target.

    A host may, and the target seat itself. Everybody may while no host but the target is present."""
    others = [host for host in room.hosts if host != target and host in present and not _is_away(room, host)]
    return seat == target or seat in room.hosts or not others


def _is_away(room: Room, seat: Seat) -> bool:
    occupant = room.occupant(seat)
    return occupant is None or occupant.is_away


def answer_asker(room: Room, command: AnswerAsker, now: Millis) -> Events | Refusal:
    """Answer an asker: the device holds the seat, or is turned away."""
    asker = next((each for each in room.askers if each.number == command.number), None)
    if asker is None or asker.seat != command.target or asker.until <= now or asker.is_refused:
        return refuse("bad_field", "Nobody is asking for that seat any more.")
    if not may_answer(room, command.seat, command.target, command.present):
        return refuse("not_host")
    if not command.is_welcome:
        return (BackRefused(command.target, command.seat),)
    occupant = room.occupant(command.target)
    if occupant is None or not occupant.devices or len(occupant.devices) >= MAX_DEVICES:
        return refuse("bad_field", "That seat can't take any more devices.")
    if room.seat_of(asker.holder) is not None:
        return refuse("bad_field", "Nobody is asking for that seat any more.")
    return (SeatClaimed(command.target, asker.holder, Digest(""), asker.kind),)


def expire_asker(room: Room, command: ExpireAsker, now: Millis) -> Events:
    """End a request that the table did not answer.

    It does nothing before its time or the second time."""
    asker = next((each for each in room.askers if each.number == command.number), None)
    is_over = asker is not None and asker.until <= now and not asker.is_refused
    return (BackAskExpired(command.number),) if is_over else ()


def _disobeys(room: Room, seat: Seat, instructions: tuple[str, ...]) -> bool:
    """Return whether the stand-in's sealed card breaks these instructions."""
    play, occupant = room.play, room.occupant(seat)
    card = play.sealed.get(seat) if play is not None and room.phase in ("playing", "paused") else None
    if play is None or card is None or card.by != "bot" or occupant is None or occupant.stand_in is None:
        return False
    ask = apply_instructions(play.game, instructions, play.game.view(play.state, seat), play.asks[seat])
    return play.game.parse(card.choice) not in ask.choices and ask is not play.asks[seat]
