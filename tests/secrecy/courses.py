"""Courses of play for twin worlds.

A table some rounds old is played on alike in both worlds, except for one seat's secret."""

import asyncio
import random
from collections.abc import Callable, Sequence
from gettext import NullTranslations
from typing import Literal

from app.live.host.host import RoomHost
from app.rooms import commands as c
from app.rooms.model.ids import AskNumber, Millis
from app.rooms.model.room import Room
from app.rooms.views.view import view
from app.web.games import find_presenter
from app.web.text.sentences import Speech
from engine import registry
from engine.core.conditions import conditions_of
from engine.core.plain import Plain
from engine.core.seats import Seat
from tests.live.hurried import WallClock
from tests.rooms.builders import GAME, JOIN_KEY, NAMES, begin, game_of, holder
from tests.rooms.evening import Evening
from tests.secrecy.feeds import Server
from tests.secrecy.worlds import World, redeal

Difference = Literal["another card", "another mind", "another hand", "another plan"]
DIFFERENCES: tuple[Difference, ...] = ("another card", "another mind", "another hand", "another plan")

GRACE_S = 2
MOST_ASKS = 3
MOST_ASKS_TO_COME = 12
"""Number of prompts within which a seat must be asked again."""


class Twins:
    """Two worlds that may differ only in what ``secret`` knows."""

    def __init__(self, worlds: tuple[World, World], secret: Seat, gone: frozenset[str], rng: random.Random) -> None:
        self.worlds = worlds
        self.secret = secret
        self.exchanged = gone
        self.rng = rng
        self.compared = 0

    @property
    def room(self) -> Room:
        """Room as seen by everybody but the secret's seat."""
        return self.worlds[0].room

    async def both(self, seat: Seat, make: Callable[[Seat], c.Command], id: str | None = None) -> None:
        """Send the same command in both worlds."""
        for world in self.worlds:
            await world.command(seat, make, id)
        self.compare()

    async def advance(self, seconds: float) -> None:
        """Advance the time in both worlds."""
        await asyncio.sleep(seconds)
        for world in self.worlds:
            await world.listen()
        self.compare()

    @property
    def is_out(self) -> bool:
        """True once the secret is revealed at the table, as the rules want in the end."""
        reveals = (reveal for world in self.worlds for reveal in world.play.history)
        texts = [one.text for reveal in reveals for one in reveal.effects]
        return any(name in text for name in self.exchanged for text in texts)

    def compare(self) -> None:
        """Compare all messages to other seats so far.

        Raises AssertionError if they differ in content or number."""
        if self.is_out:
            return
        one, other = self.worlds
        for viewer in one.viewers:
            if viewer != self.secret:
                assert one.heard[viewer] == other.heard[viewer], f"{viewer} can tell the worlds apart"
                self.compared += 1


async def run_course(
    seed: int, server: Server, difference: Difference, game: str = GAME, kind: type[RoomHost] = RoomHost
) -> int | None:
    """Play one course; return the number of comparisons.

    Returns None if the table has no such difference. Raises AssertionError if another viewer can tell the worlds
    apart."""
    rng = random.Random(f"{difference} {seed}")
    evening = play_some_rounds(
        rng, game, grace=GRACE_S if difference in ("another card", "another plan") else rng.choice([0, GRACE_S])
    )
    asked = [seat for seat in evening.room.people() if seat in game_of(evening.room).asks]
    if not asked or (difference != "another hand" and len(game_of(evening.room).asks) < 2):
        return None
    if difference == "another mind" and len(asked) < 2:
        # Bots seal at once: among bots there is never a state in which only some have sealed.
        return None
    secret, gone = rng.choice(asked), frozenset[str]()
    twin = evening.room
    if difference == "another hand":
        twin, gone = redeal(evening.room, secret, rng)
        if not gone:
            return None
    clock = WallClock()
    # The redealt world begins now, so no clock of the table may run out in it, however long the play before took.
    clock.jump(evening.now - clock())
    made = [await World.create(kind, room, evening.entries, clock, server()) for room in (evening.room, twin)]
    twins = Twins((made[0], made[1]), secret, gone, rng)
    twins.compare()
    play = {
        "another card": _vary_card,
        "another mind": _vary_changes,
        "another hand": _vary_hand,
        "another plan": _vary_plan,
    }
    await play[difference](twins)
    # A page requests its plan when its sheet opens.
    if difference != "another plan":
        assert made[0].heard[secret] != made[1].heard[secret], "there was no difference at all"
    for world in made:
        await world.host.close()
    return twins.compared


def play_some_rounds(rng: random.Random, game: str, grace: float) -> Evening:
    """Return a game after some reveals, with random bots and options."""
    clock: dict[str, Plain] = {"mode": rng.choice(["off", "off", "gentle", "hard"]), "bank": 0, "per_ask": 3600}
    own = {option.key: rng.choice(option.values) for option in registry.find(game).options}
    evening = Evening(
        game,
        grace=grace,
        bot_pace=rng.choice([0, 1]),
        clock=clock,
        tell=rng.choice(["who", "count", "nothing"]),
        watchers=rng.choice(["public", "delayed"]),
        **own,
    )
    people = rng.randint(2, 5)
    for name in NAMES[1:people]:
        evening.does(c.TakeSeat(name, holder(name), JOIN_KEY))
    for number in range(people, rng.randint(people, 5)):
        evening.does(c.SeatBot(Seat(0), Seat(number), "normal"))
    evening.does(begin(rng.randbytes(32).hex(), game))
    for _ in range(rng.choice([0, 0, 1, 2, 3, 6, 12, 20])):
        for seat in tuple(game_of(evening.room).asks):
            if seat in evening.room.people() and evening.is_asking:
                evening.does(c.Seal(seat, game_of(evening.room).ask, evening.choice(seat, rng.randrange(1000))))
        for _ in range(8):
            evening.now = Millis(evening.now + 500)
            evening.rings()
    return evening


async def _vary_card(twins: Twins) -> None:
    """Seal another card in the other world, and watch until the reveal."""
    one, *others = twins.rng.sample(_list_legal(twins, twins.secret), len(_list_legal(twins, twins.secret)))
    for seat in _shuffle_seats(twins):
        if seat != twins.secret:
            await _seal(twins, seat)
            continue
        await twins.worlds[0].seal(seat, one)
        await twins.worlds[1].seal(seat, (others or [one])[0])
        if not others:
            await _lift_and_chat(twins)
            await twins.worlds[1].seal(seat, one)
        twins.compare()
    await twins.advance(GRACE_S / 4)
    await _act_besides(twins)
    await twins.advance(GRACE_S / 4)


async def _vary_changes(twins: Twins) -> None:
    """Change the choice in the other world while others seal.

    The seat ends with the same card; then the cards are revealed."""
    for _ in range(MOST_ASKS):
        order = _shuffle_seats(twins)
        if twins.secret not in order or len(game_of(twins.room).asks) < 2 or len(order) < 2:
            return
        card = twins.rng.choice(_list_legal(twins, twins.secret))
        has_grace = twins.room.options.grace > 0
        # Without a grace pause the last card reveals all, so the choice cannot change.
        order.remove(twins.secret)
        order.insert(twins.rng.randrange(len(order) + has_grace), twins.secret)
        lies_again = twins.rng.randrange(order.index(twins.secret) + 1, len(order) + has_grace)
        for place, seat in enumerate(order):
            if place == lies_again:
                await twins.worlds[1].seal(twins.secret, card)
            if seat == twins.secret:
                await _seal(twins, seat, card, is_still=True)
                await _lift_and_chat(twins)
            else:
                await _seal(twins, seat, is_still=True)
        if lies_again == len(order):
            await twins.worlds[1].seal(twins.secret, card)
        if game_of(twins.room).reveal_at is not None:
            await _lift_and_chat(twins)
            await twins.worlds[1].seal(twins.secret, card)
        await twins.advance(2 * GRACE_S)


async def _vary_plan(twins: Twins) -> None:
    """Plan in both worlds, in the other one with conditions and other cards.

    After the reveal and the next prompt, each world's clock seals the planned card if its condition holds."""
    play = game_of(twins.room)
    known = conditions_of(play.game, play.game.view(play.state, twins.secret))
    offered = find_presenter(play.game.key).list_plannable_choices(
        view(twins.room, twins.secret), Speech(NullTranslations())
    )
    # One of these cards is sealed in any case. Others may guess that it was planned, but not which card.
    cards = [choice for choice, _ in offered]

    def mix_plan() -> tuple[str, ...]:
        return tuple(twins.rng.sample(cards, len(cards)))

    ask, plain = play.ask, mix_plan()
    when = tuple((each, *mix_plan()) for each in twins.rng.sample(known, min(len(known), twins.rng.randint(1, 3))))
    alternative = mix_plan()
    await twins.worlds[0].command(twins.secret, lambda seat: c.MakePlan(seat, ask, plain))
    await twins.worlds[1].command(twins.secret, lambda seat: c.MakePlan(seat, ask, alternative, when))
    assert len({view(world.room, twins.secret).plan_when for world in twins.worlds}) == 2, "there is no difference"
    twins.compare()
    one = twins.worlds[0]
    for _ in range(MOST_ASKS_TO_COME):
        if twins.secret in game_of(twins.room).asks and game_of(twins.room).ask > ask:
            break
        for seat in _shuffle_seats(twins):
            if seat in game_of(twins.room).asks and seat not in game_of(twins.room).sealed:
                await _seal(twins, seat, is_still=True)
        before = one.play.ask
        await asyncio.sleep(2 * GRACE_S)
        for world in twins.worlds:
            await world.listen()
        if one.play.ask > before + 1 or one.room.phase != "playing":
            # The plan is revealed, or its prompt is over.
            return
        twins.compare()
    await _act_besides(twins, is_still=True)


async def _vary_hand(twins: Twins) -> None:
    """Play on alike while the seat's exchanged objects play no part."""
    for _ in range(MOST_ASKS):
        for seat in _shuffle_seats(twins):
            if twins.is_out:
                return
            if seat in game_of(twins.room).asks:
                common = [
                    text for text in _list_legal(twins, seat) if not any(name in text for name in twins.exchanged)
                ]
                if not common:
                    return
                await _seal(twins, seat, twins.rng.choice(common))
        await _act_besides(twins)
        await twins.advance(2 * GRACE_S)
        if twins.is_out or twins.room.phase != "playing":
            return


async def _seal(twins: Twins, seat: Seat, card: str | None = None, is_still: bool = False) -> None:
    chosen, ask = card or twins.rng.choice(_list_legal(twins, seat)), game_of(twins.room).ask
    await twins.both(seat, lambda seat: c.Seal(seat, ask, chosen), f"seal {ask} {seat}")
    await _act_besides(twins, is_still)


async def _lift_and_chat(twins: Twins) -> None:
    """Lift the card in the other world alone; the table chats.

    Another card may lie there for a while."""
    world = twins.worlds[1]
    await world.lift(twins.secret)
    await _act_besides(twins, is_still=True)
    if twins.rng.random() < 0.5:
        await world.seal(twins.secret, twins.rng.choice(_list_legal(twins, twins.secret)))
        await _act_besides(twins, is_still=True)
        await world.lift(twins.secret)
        await _act_besides(twins, is_still=True)


async def _act_besides(twins: Twins, is_still: bool = False) -> None:
    """Send other players' further commands, legal or not, and receive the answers.

    With ``is_still`` no time passes."""
    others = [seat for seat in twins.room.people() if seat != twins.secret]
    seat, ask = twins.rng.choice(others), game_of(twins.room).ask
    match twins.rng.randrange(4 if is_still else 6):
        case 0:
            await twins.both(seat, lambda seat: c.Seal(seat, AskNumber(ask - 1), "castle"))
        case 1:
            await twins.both(seat, lambda seat: c.Seal(seat, ask, "steal the silver"))
        case 2:
            await twins.both(seat, lambda seat: c.SetStandIn(seat, Seat(4), "no such level"))
        case 3:
            await twins.both(seat, lambda seat: c.Say(seat, "hm"))
        case 4:
            await twins.both(seat, c.Pause)
            await twins.advance(1)
            await twins.both(seat, c.Resume)
        case 5:
            await twins.advance(0.1)


def _list_legal(twins: Twins, seat: Seat) -> Sequence[str]:
    """Return the seat's choices that are legal in both worlds."""
    play = game_of(twins.room)
    return [play.game.text(each) for each in play.asks[seat].choices if each in twins.worlds[1].play.asks[seat]]


def _shuffle_seats(twins: Twins) -> list[Seat]:
    asked = [seat for seat in game_of(twins.room).asks if seat in twins.room.people()]
    return twins.rng.sample(asked, len(asked))
