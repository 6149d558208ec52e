"""What makes a message's command: everything random or secret in it is drawn here, once, before the room decides."""

import secrets
from collections.abc import Callable

from app.rooms import commands as c
from app.rooms.model.ids import AskNumber, Digest, Millis
from app.web.http.identity import new_key, new_room_code
from app.web.messages import commands as w
from app.web.messages import talk as t
from app.web.messages.base import Options
from app.web.messages.own import OrdersMessage, RevokeMessage
from app.web.messages.talk import TalkMessage
from engine.core.plain import Plain
from engine.core.seats import Seat

SEED_BYTES = 32

Maker = Callable[[Seat], c.Command]
"""The command, once the asker's seat is known."""

TableMessage = (
    w.HostMessage
    | w.SwapMessage
    | w.TargetMessage
    | w.LockMessage
    | w.AwayMessage
    | w.VoteMessage
    | w.LobbyMessage
    | w.GiveTimeMessage
)


def maker(message: w.AnyCommand, edition: Callable[[], Plain], asker: Digest) -> Maker:
    """What makes the message's command for who holds the token ``asker``. Raises BadEdition where a game is to begin.

    The commands that are no message's (``ping``, ``look``, ``look_away``, ``return_link``) are answered before."""
    if isinstance(message, w.PlainMessage):
        return _plain(message)
    if isinstance(message, TalkMessage):
        return _of_talk(message)
    if isinstance(message, TableMessage):
        return _of_table(message, edition)
    match message:
        case w.SealMessage(ask=ask, choice=choice):
            return lambda seat: c.Seal(seat, AskNumber(ask), choice)
        case w.LiftMessage(ask=ask):
            return lambda seat: c.Lift(seat, AskNumber(ask))
        case w.AheadMessage(ask=ask, choices=choices):
            return lambda seat: c.SealAhead(seat, AskNumber(ask), tuple(choices))
        case OrdersMessage(orders=orders):
            return lambda seat: c.GiveOrders(seat, tuple(orders))
        case w.OptionsMessage(options=options):
            return lambda seat: c.ChooseOptions(seat, plain_options(options))
        case w.BotMessage(seat=target, level=level):
            return lambda seat: c.SeatBot(seat, Seat(target), level)
        case w.StandInMessage(seat=target, level=level):
            return lambda seat: c.SetStandIn(seat, Seat(target), level)
        case RevokeMessage(device=device):
            return lambda seat: c.RevokeDevices(seat, device, asker)
        case w.BeginMessage(options=more):
            seed, figures = secrets.token_hex(SEED_BYTES), edition()
            return lambda seat: c.Begin(seat, seed, figures, plain_options(more) if more else None)
        case w.AgainMessage(rotate=rotate):
            seed, figures = secrets.token_hex(SEED_BYTES), edition()
            return lambda seat: c.Again(seat, seed, figures, rotate)


def plain_options(options: Options) -> dict[str, Plain]:
    """The options of a message as the room reads them."""
    return {name: dict(value) if isinstance(value, dict) else value for name, value in options.items()}


def _of_table(message: TableMessage, edition: Callable[[], Plain]) -> Maker:
    match message:
        case w.HostMessage(seat=target, on=on):
            return lambda seat: c.ShareHost(seat, Seat(target), on)
        case w.SwapMessage(seat=one, other=other):
            return lambda seat: c.SwapSeats(seat, Seat(one), Seat(other))
        case w.TargetMessage(do="nudge", seat=target):
            return lambda seat: c.Nudge(seat, Seat(target))
        case w.TargetMessage(seat=target):
            key, code, watch_key = new_key(), new_room_code(), new_key()
            return lambda seat: c.Remove(seat, Seat(target), key, code, watch_key)
        case w.LockMessage(on=on):
            return lambda seat: c.Lock(seat, on)
        case w.AwayMessage(on=on):
            return lambda seat: c.GoAway(seat, on)
        case w.VoteMessage(motion=motion, on=on):
            seed, figures = secrets.token_hex(SEED_BYTES), edition()
            return lambda seat: c.Vote(seat, motion, on, seed, figures)
        case w.LobbyMessage(game=game):
            return lambda seat: c.SetUpAnew(seat, game)
        case w.GiveTimeMessage(seat=target, seconds=seconds):
            return lambda seat: c.GiveTime(seat, Seat(target), Millis(seconds * 1000))


def _of_talk(message: TalkMessage) -> Maker:
    match message:
        case t.SayMessage(text=text):
            return lambda seat: c.Say(seat, text)
        case t.PhraseMessage(phrase=phrase):
            return lambda seat: c.SayPhrase(seat, phrase)
        case t.ReactMessage(sign=sign, ask=ask):
            return lambda seat: c.React(seat, sign, AskNumber(ask) if ask is not None else None)
        case t.MuteMessage(name=name, on=on):
            return lambda seat: c.Mute(seat, name, on)
        case t.HearWatchersMessage(on=on):
            return lambda seat: c.HearWatchers(seat, on)
        case t.VoiceMessage(link=link):
            return lambda seat: c.SetVoiceLink(seat, link)
        case t.WatcherSayMessage(name=name, text=text):
            return lambda _: c.WatcherSay(name, text)


def _plain(message: w.PlainMessage) -> Maker:
    match message.do:
        case "pause":
            return c.Pause
        case "resume":
            return c.Resume
        case "leave":
            return c.Leave
        case "new_link":
            key, code = new_key(), new_room_code()
            return lambda seat: c.ChangeJoinKey(seat, key, code)
        case _:
            raise ValueError(f"no command of the room: {message.do}")
