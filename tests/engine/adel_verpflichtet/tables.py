"""Tables in the middle of a game, and ways to play on from them.

The seats sit in the order of the colours: Ada beige (cheques 25, 16, 8, 1, thieves 10, 1), Ben blue (24, 14, 10, 2;
9, 2), Carla green (23, 17, 7, 3; 8, 3), Dora lilac (22, 18, 6, 4; 7, 4), Emil red (21, 15, 9, 5; 6, 5)."""

import random
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import NamedTuple

from engine.adel_verpflichtet import GAME
from engine.adel_verpflichtet.choices import Choice
from engine.adel_verpflichtet.components import COLOURS
from engine.adel_verpflichtet.edition import read_shipped
from engine.adel_verpflichtet.rules import rounds
from engine.adel_verpflichtet.state import State
from engine.adel_verpflichtet.view_types import ObjectView, TableView
from engine.core.chance import SeededChance
from engine.core.effects import Effect, Step
from engine.core.options import Value
from engine.core.seats import Seat, Viewer
from tests.engine.scripted_chance import ScriptedChance

ADA, BEN, CARLA, DORA, EMIL = (Seat(number) for number in range(5))

Options = Mapping[str, Value]

NO_CHANCE = ScriptedChance({})
"""Chance without any order: all chance is in the set-up."""


class Story(NamedTuple):
    """Steps of the last choices."""

    steps: tuple[Step[State], ...]

    @property
    def state(self) -> State:
        """Last state."""
        return self.steps[-1].state

    @property
    def kinds(self) -> list[str]:
        """Kinds of the effects, in their order."""
        return [step.effect.kind for step in self.steps]

    def effects(self, kind: str) -> list[Effect]:
        """Return the effects of a kind."""
        return [step.effect for step in self.steps if step.effect.kind == kind]

    def the(self, kind: str) -> Effect:
        """Return the only effect of a kind."""
        (effect,) = self.effects(kind)
        return effect

    def right_after(self, kind: str) -> State:
        """Return the state after the first effect of a kind."""
        return next(step.state for step in self.steps if step.effect.kind == kind)


def a_table(
    seats: int = 4,
    *,
    hands: Mapping[Seat, str] | None = None,
    piles: tuple[str, str] | None = None,
    cheques: Mapping[Seat, tuple[int, ...]] | None = None,
    cells: tuple[int, ...] = (),
    pawns: tuple[int, ...] = (),
    number: int = 1,
    seen: str = "",
    variant: str = "surprise",
    open_memory: bool = True,
    rules: str = "2000",
) -> State:
    """Return a table at the beginning of a round.

    Hands hold the objects named, else none. Piles hold those named, from the top, else all others. If piles are
    named, the others are in the last seat's hand. Cheques that are not in the hands named are in the till."""
    edition = read_shipped()
    dealt = {seat: edition.set_of(ids.split()) for seat, ids in (hands or {}).items()}
    named = [[edition.bits[name] for name in pile.split()] for pile in piles or ("", "")]
    taken = sum(dealt.values()) | sum(chain(*named))
    spare = [edition.bits[name] for name in edition.canonical_ids if not edition.bits[name] & taken]
    if piles is None:
        half = (len(spare) + 1) // 2
        named = [spare[:half], spare[half:]]
    else:
        last = Seat(seats - 1)
        dealt[last] = dealt.get(last, 0) | sum(spare)
    fresh = GAME.new(seats, {"variant": variant, "open_memory": open_memory, "rules": rules}, colour_order_chance())
    kept = [(cheques or {}).get(Seat(seat), owned) for seat, owned in enumerate(fresh.cheques)]
    state = fresh._replace(
        hands=tuple(dealt.get(Seat(seat), 0) for seat in range(seats)),
        windows=(tuple(named[0]), tuple(named[1])),
        cheques=tuple(kept),
        till=tuple(sorted(set(chain(*fresh.cheques)) - set(chain(*kept)), reverse=True)),
        cells=cells,
        thieves=tuple(tuple(thief for thief in owned if thief not in cells) for owned in fresh.thieves),
        pawns=pawns or (0,) * seats,
        seen=edition.set_of(seen.split()),
    )
    state = rounds.begin(state, number)
    assert GAME.load(GAME.dump(state)) == state, "this table could not come about"
    return state


def colour_order_chance(objects: Iterable[str] = ()) -> ScriptedChance:
    """Return chance that seats the colours in order and deals these objects first."""
    return ScriptedChance({"adel_verpflichtet/colours": COLOURS, "adel_verpflichtet/objects": tuple(objects)})


def play(state: State, *turns: str) -> Story:
    """Play turn by turn.

    A turn lists the choices of all asked seats in seat order: ``castle | auction_house``."""
    story = Story(())
    for turn in turns:
        asked = list(GAME.asks(state))
        chosen = dict(zip(asked, map(GAME.parse, turn.split(" | ")), strict=True))
        story = Story(GAME.resolve(state, chosen, NO_CHANCE))
        state = story.state
    return story


def list_texts(state: State, seat: Seat) -> set[str]:
    """Return the texts that a seat may choose from."""
    return {GAME.text(choice) for choice in GAME.asks(state)[seat].choices}


def view(state: State, viewer: Viewer = None) -> TableView:
    """Return the view of a seat or the public."""
    return GAME.view(state, viewer)


def hand(state: State, seat: Seat) -> str:
    """Return the ids in a seat's hidden hand."""
    return " ".join(state.table.edition.ids(state.hands[seat]))


def on_show(state: State, seat: Seat) -> str:
    """Return the ids of a seat's objects on show."""
    return " ".join(state.table.edition.ids(state.exhibitions[seat]))


def ids(objects: Iterable[ObjectView]) -> str:
    """Return the ids of objects in a view."""
    return " ".join(thing.id for thing in objects)


def random_stories(seed: int, seats: int, options: Options | None = None) -> Iterator[Story]:
    """Yield a whole game of random choices, one story a resolution."""
    rng = random.Random(seed)
    state = GAME.new(seats, options or {}, SeededChance(seed.to_bytes(32, "big")))
    while asks := GAME.asks(state):
        chosen: dict[Seat, Choice] = {seat: rng.choice(ask.choices) for seat, ask in asks.items()}
        story = Story(GAME.resolve(state, chosen, NO_CHANCE))
        yield story
        state = story.state


def random_steps(seed: int, seats: int, options: Options | None = None) -> list[Step[State]]:
    """Return a whole game of random choices, step by step."""
    return [step for story in random_stories(seed, seats, options) for step in story.steps]
