"""Rooms for tests, built by commands as in play.

``a_room`` is a lobby, ``a_game`` a table with cards in hand. ``run_commands`` gives the room after commands,
``get_refusal_code`` the code of a refusal. Moments are milliseconds after ``START``."""

import hashlib
import random
from collections.abc import Iterable, Mapping, Sequence

from app.rooms import commands as c
from app.rooms import events as e
from app.rooms.decide import decide
from app.rooms.fold import step
from app.rooms.model.ids import AskNumber, Digest, Millis, RoomCode, Version
from app.rooms.model.play import Play
from app.rooms.model.refusals import Refusal
from app.rooms.model.room import Occupant, Room
from engine import registry
from engine.core.plain import Plain
from engine.core.seats import Seat
from engine.driver import MOST_TURNS
from tests.known import lacks, takes

ADA, BEN, CARLA, DORA, EMIL = (Seat(number) for number in range(5))
"""The seats of ``NAMES``, in their order."""
NAMES = ("Ada", "Ben", "Carla", "Dora", "Emil")

START = 1_700_000_000_000
CODE = RoomCode("K7QF2M9X")
GAME = "adel_verpflichtet"
JOIN_KEY = "the-key-of-the-join-link"
WATCH_KEY = "the-key-of-the-watch-link"
NEW_KEY, NEW_CODE, NEW_WATCH_KEY = "the-key-of-the-next-link", RoomCode("M4WD7TCN"), "the-key-of-the-next-watch-link"
NEW = (NEW_KEY, NEW_CODE, NEW_WATCH_KEY)
"""Replacements of the code and the links that a removed player knows."""
SEED = "5e" * 32

AT_ONCE: dict[str, Plain] = {"grace": 0, "bot_pace": 0}
"""Options of a table that waits for nothing but choices."""


def to_time(ms: int) -> Millis:
    """Return the time, in milliseconds after ``START``."""
    return Millis(START + ms)


def holder(name: str) -> Digest:
    """Return the digest of the token of a person's first device."""
    return Digest(hashlib.sha256(name.encode()).hexdigest())


def a_room(people: int = 1, bots: int = 0, game: str = GAME, **options: Plain) -> Room:
    """Return a lobby with people and, behind them, bots; the first is host."""
    if people + bots > max(registry.find(game).table_sizes):
        takes(game, people + bots)
    reveal = c.OpenRoom(CODE, game, NAMES[0], holder(NAMES[0]), JOIN_KEY, WATCH_KEY, options)
    room = run_commands(None, reveal)
    for name in NAMES[1:people]:
        room = run_commands(room, c.TakeSeat(name, holder(name), JOIN_KEY))
    for number in range(people, people + bots):
        room = run_commands(room, c.SeatBot(ADA, Seat(number), "normal"))
    return room


def a_game(people: int = 3, bots: int = 0, seed: str = SEED, game: str = GAME, **options: Plain) -> Room:
    """Return a game just begun at ``START``.

    Without other options only choices are waited for."""
    takes(game, people + bots)
    return run_commands(a_room(people, bots, game, **{**AT_ONCE, **options}), begin(seed, game))


def begin(seed: str = SEED, game: str = GAME, **options: Plain) -> c.Begin:
    """Return the host's command to begin."""
    return c.Begin(ADA, seed, registry.find(game).edition(), options or None)


def begin_again(seed: str = SEED[::-1], game: str = GAME) -> c.Again:
    """Return the host's command for a rematch."""
    return c.Again(ADA, seed, registry.find(game).edition())


def run_commands(room: Room | None, *commands: c.Command, ms: int = 0) -> Room:
    """Return the room after commands at that moment, all accepted."""
    for command in commands:
        events = decide_at(room, command, ms)
        assert not isinstance(events, Refusal), f"{command} was refused: {events}"
        room = apply_events(room, events, ms)
    assert room is not None
    return room


def apply_events(room: Room | None, events: Iterable[e.Event], ms: int = 0) -> Room | None:
    """Return the room after events of that moment."""
    for event in events:
        room = step(room, e.Entry(Version(room.version + 1 if room else 1), to_time(ms), event))
    return room


def decide_at(room: Room | None, command: c.Command, ms: int = 0) -> tuple[e.Event, ...] | Refusal:
    """Return the room's decision at that moment."""
    return decide(room, command, to_time(ms))


def events_of(room: Room | None, command: c.Command, ms: int = 0) -> tuple[e.Event, ...]:
    """Return the events of an accepted command."""
    events = decide_at(room, command, ms)
    assert not isinstance(events, Refusal), f"{command} was refused: {events}"
    return events


def get_refusal_code(room: Room | None, command: c.Command, ms: int = 0) -> str:
    """Return the code with which the room refuses the command at that moment."""
    answer = decide_at(room, command, ms)
    assert isinstance(answer, Refusal), f"{command} was accepted: {answer}"
    return answer.code


def game_of(room: Room) -> Play:
    """Return the room's game."""
    assert room.play is not None
    return room.play


def get_occupant(room: Room, seat: Seat) -> Occupant:
    """Return the occupant of the seat."""
    occupant = room.occupant(seat)
    assert occupant is not None, f"nobody sits on seat {seat}"
    return occupant


def seal(room: Room, seat: Seat, choice: str | None = None) -> c.Seal:
    """Return the seat's seal for the present ask, by default the first legal one."""
    play = game_of(room)
    return c.Seal(seat, play.ask, choice or play.game.text(play.asks[seat].choices[0]))


def lift(room: Room, seat: Seat) -> c.Lift:
    """Return the command that takes the seat's card back."""
    return c.Lift(seat, game_of(room).ask)


def reveal(room: Room) -> c.RevealCards:
    """Return the command of the reveal."""
    return c.RevealCards(game_of(room).ask)


def expiry(room: Room, seat: Seat) -> c.Expire:
    """Return the command of the seat's timeout."""
    return c.Expire(game_of(room).ask, seat)


def all_sealed(room: Room, choices: Mapping[Seat, str] | Sequence[str] | None = None, ms: int = 0) -> Room:
    """Return the room after all asked seats have sealed, in seat order.

    They seal ``choices``, or the first legal ones."""
    ask = game_of(room).ask
    for place, seat in enumerate(tuple(game_of(room).asks)):
        if game_of(room).ask != ask:
            break
        chosen = choices.get(seat) if isinstance(choices, Mapping) else choices[place] if choices else None
        room = run_commands(room, seal(room, seat, chosen), ms=ms)
    return room


def play_to_end(room: Room) -> Room:
    """Return the room after all seats have played like absent players to the end.

    The rules are A8.5 and E3.1."""
    while room.phase == "playing":
        defaults = {seat: game_of(room).game.text(ask.default) for seat, ask in game_of(room).asks.items()}
        room = all_sealed(room, defaults)
        assert room.asks_so_far <= MOST_TURNS, f"{room.game.title} has not come to its end"
    return room


def ask_of(room: Room) -> AskNumber:
    """Return the number of the present ask."""
    return game_of(room).ask


def a_purchase(people: int = 3, bots: int = 0, **options: Plain) -> Room:
    """Return a game in which one seat must choose its purchase.

    That is an open decision (A4.1)."""
    room = a_game(people, bots, SEED, GAME, **options)
    room = end_grace_pause(all_sealed(room, ["auction_house"] * people))
    return end_grace_pause(all_sealed(room))


def one_decides(room: Room) -> Room:
    """Play at random until a single seat is asked, for an open decision.

    A game without open decisions ends the test here."""
    rng = random.Random(1)
    while room.phase == "playing":
        play = game_of(room)
        if len(play.asks) == 1:
            return room
        chosen = {seat: play.game.text(rng.choice(ask.choices)) for seat, ask in play.asks.items()}
        room = end_grace_pause(all_sealed(room, chosen))
        assert room.asks_so_far <= MOST_TURNS, f"{room.game.title} has not come to its end"
    lacks(room.game.key, "nobody is ever asked alone")


def end_grace_pause(room: Room, ms: int = 0) -> Room:
    """Return the room after the present grace pause, if there is one."""
    until = game_of(room).reveal_at
    return room if until is None else run_commands(room, reveal(room), ms=max(ms, until - START))


def motion(seat: Seat, what: str = "end", is_for: bool = True) -> c.Vote:
    """Return the seat's vote."""
    return c.Vote(seat, what, is_for, SEED[::-1], registry.find("adel_verpflichtet").edition())


def names(room: Room) -> list[str | None]:
    """Return the names in the order of the seats."""
    return [occupant.name if occupant else None for occupant in room.seats]
