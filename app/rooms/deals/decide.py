"""Decisions about a deal that two tables share."""

from app.rooms.deals.commands import DealCommand, OfferDeal, OpenDeal, PairDeal, WithdrawDeal
from app.rooms.deals.events import DealEvent, DealOffered, DealOpened, DealPaired
from app.rooms.deals.sealing import is_deal_waiting, is_hidden
from app.rooms.model.ids import Millis
from app.rooms.model.refusals import Refusal, refuse
from app.rooms.model.room import Room

Events = tuple[DealEvent, ...]


def decide(room: Room, command: DealCommand, now: Millis) -> Events | Refusal:
    """Decide on a command about the shared deal."""
    match command:
        case OfferDeal():
            return offer_deal(room, command)
        case WithdrawDeal():
            return withdraw_deal(room, command)
        case PairDeal():
            return pair_deal(room, command)
        case OpenDeal():
            return open_deal(room)


def offer_deal(room: Room, command: OfferDeal) -> Events | Refusal:
    """Offer the next game's cards, in the lobby."""
    if command.seat not in room.hosts:
        return refuse("not_host")
    if room.phase != "lobby":
        return refuse("already_begun")
    if is_deal_waiting(room):
        return ()
    if is_hidden(room):
        return refuse("deal_closed")
    return (DealOffered(command.key, command.seed, command.edition),)


def withdraw_deal(room: Room, command: WithdrawDeal) -> Events | Refusal:
    """Give the shared cards up, as long as no game has them."""
    if command.seat not in room.hosts:
        return refuse("not_host")
    if room.phase != "lobby":
        return refuse("already_begun")
    return (DealOpened(),) if is_deal_waiting(room) else ()


def pair_deal(room: Room, command: PairDeal) -> Events | Refusal:
    """Take the first table that is opened by the link."""
    shared = room.shared
    if shared is None or not shared.key or command.key != shared.key or shared.is_opened or shared.is_over:
        return refuse("no_such_room")
    if shared.table is not None:
        return () if shared.table == command.table else refuse("no_such_room")
    return (DealPaired(command.table),)


def open_deal(room: Room) -> Events | Refusal:
    """Make the cards public, unless this table's own game is running with them."""
    shared = room.shared
    if shared is None or shared.is_opened:
        return ()
    return refuse("already_begun") if shared.number and not shared.is_over else (DealOpened(),)
