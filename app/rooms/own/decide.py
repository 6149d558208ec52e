"""Decisions about a player's own: orders for who plays in their place, the devices that hold the seat, and the links
that bring one more."""

from app.rooms.model.devices import is_news
from app.rooms.model.ids import Millis
from app.rooms.model.refusals import Refusal, refuse
from app.rooms.model.room import Room
from app.rooms.own.commands import AddDevice, GiveOrders, MakeReturnLink, OwnCommand, RevokeDevices, SeeDevice
from app.rooms.own.facts import (
    DeviceAdded,
    DeviceRevoked,
    DeviceSeen,
    OrdersGiven,
    OwnFact,
    ReturnLinkMade,
    ReturnLinksRevoked,
    SeatClaimed,
)
from app.rooms.sealing.facts import ChoiceLifted
from engine.core.bots.orders import orders_of, under_orders
from engine.core.seats import Seat

MAX_DEVICES = 4
"""Tokens that may hold one seat."""

RETURN_LINK_MS = 24 * 3600 * 1000
"""So long a link that brings one more device may be used."""

Facts = tuple[OwnFact | ChoiceLifted, ...]


def decide(room: Room, command: OwnCommand, now: Millis) -> Facts | Refusal:
    """What the room answers to a player about their own seat."""
    match command:
        case GiveOrders():
            return give_orders(room, command)
        case SeeDevice():
            return see_device(room, command, now)
        case RevokeDevices():
            return revoke_devices(room, command)
        case MakeReturnLink():
            return make_return_link(command)
        case AddDevice():
            return add_device(room, command, now)


def give_orders(room: Room, command: GiveOrders) -> Facts | Refusal:
    """Other orders. A stand-in that has sealed what they forbid takes it back and chooses anew."""
    known = orders_of(room.game)
    if not known and command.orders:
        return refuse("bad_field", "Stand-ins take no instructions in this game.")
    if not set(command.orders) <= known.keys():
        return refuse("bad_field", f"A stand-in takes these instructions: {', '.join(known)}.")
    orders = tuple(key for key in known if key in command.orders)
    occupant = room.occupant(command.seat)
    if occupant is None or orders == occupant.orders:
        return ()
    given = OrdersGiven(command.seat, orders)
    play = room.play
    if play is None or not _disobeys(room, command.seat, orders):
        return (given,)
    return (given, ChoiceLifted(play.ask, command.seat))


def see_device(room: Room, command: SeeDevice, now: Millis) -> Facts:
    """That the device is there, once an hour."""
    occupant = room.occupant(command.seat)
    known = next((each for each in occupant.devices if each.holder == command.holder), None) if occupant else None
    return (DeviceSeen(command.seat, command.holder),) if known is not None and is_news(known, now) else ()


def revoke_devices(room: Room, command: RevokeDevices) -> Facts | Refusal:
    """One device less, or all others; one always stays. The seat's return link is void in either case."""
    occupant = room.occupant(command.seat)
    devices = occupant.devices if occupant is not None else ()
    if command.device is None:
        others = [each for each in devices if each.holder != command.asker]
        # whoever asks with none of the seat's devices would leave it with none
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


def make_return_link(command: MakeReturnLink) -> Facts:
    """A new return link; the seat's older one is void."""
    return (ReturnLinkMade(command.seat, command.link, command.until),)


def add_device(room: Room, command: AddDevice, now: Millis) -> Facts | Refusal:
    """One more device for the seat the link belongs to; the link is used up. Everybody is told where the seat's player
    did not make the link, or may not have: who used such a link first can make more."""
    link = next((link for link in room.links if link.link == command.link), None)
    holds = room.seat_of(command.holder)
    if link is None or link.until <= now:
        # who has used it and asks again sits there
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


def _disobeys(room: Room, seat: Seat, orders: tuple[str, ...]) -> bool:
    """Whether a stand-in's card lies sealed that it would not play under these orders."""
    play, occupant = room.play, room.occupant(seat)
    card = play.sealed.get(seat) if play is not None and room.phase in ("playing", "paused") else None
    if play is None or card is None or card.by != "bot" or occupant is None or occupant.stand_in is None:
        return False
    ask = under_orders(play.game, orders, play.game.view(play.state, seat), play.asks[seat])
    return play.game.parse(card.choice) not in ask.choices and ask is not play.asks[seat]
