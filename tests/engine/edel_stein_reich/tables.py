"""Tables in the middle of a game, and ways to play on from them.

The seats sit in the order of the colours: Ada beige, Ben blue, Carla green, Dora lilac, Emil red. Gems are written as
letters: ``rryb`` is two red ones, a yellow one and a blue one."""

import random
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import NamedTuple

from engine.core.chance import Chance, SeededChance
from engine.core.effects import Effect, Step
from engine.core.seats import Seat, Viewer
from engine.edel_stein_reich import GAME
from engine.edel_stein_reich.choices import Choice
from engine.edel_stein_reich.components import SEAT_COLOURS
from engine.edel_stein_reich.edition import read_shipped
from engine.edel_stein_reich.gems import COLOURS, Gems, minus, plus
from engine.edel_stein_reich.state import TURNS, State
from engine.edel_stein_reich.view_types import SeatView, TableView
from tests.engine.scripted_chance import ScriptedChance

ADA, BEN, CARLA, DORA, EMIL = (Seat(number) for number in range(5))

CHANCE = SeededChance(b"table")
"""Source of later shuffles, for tests that do not depend on them."""

ALL = Gems(22, 22, 22, 22)


class Story(NamedTuple):
    """Steps that the last choices caused."""

    before: State
    steps: tuple[Step[State], ...]

    @property
    def state(self) -> State:
        """Last state."""
        return self.steps[-1].state if self.steps else self.before

    @property
    def kinds(self) -> list[str]:
        """Kinds of all effects, in order."""
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


def gems(letters: str) -> Gems:
    """Return the gems written as letters."""
    return Gems(*(letters.count(colour.value[0]) for colour in COLOURS))


def a_table(
    seats: int = 4,
    *,
    holdings: Mapping[Seat, str] | None = None,
    money: Mapping[Seat, int] | None = None,
    cards: Mapping[Seat, str] | None = None,
    gem_cards: str = "",
    event: str = "certificate_15",
    pile: str = "",
    face_down: int | None = None,
    number: int = 1,
    turn: int = 1,
    starter: Seat = ADA,
) -> State:
    """Return a table at the beginning of a turn.

    Holdings are those written, else three gems of each colour. ``cards`` are scoring cards in front of seats.
    ``gem_cards`` are the turned up cards in seat order. ``event`` is the open event card, ``pile`` the top of the
    event pile. With ``face_down`` only so many event cards of the pile lie face down, the others are used."""
    edition = read_shipped()
    laid = {seat: tuple(edition.event_card_places[name] for name in ids.split()) for seat, ids in (cards or {}).items()}
    front = [edition.event_cards[card].id for card in chain(*laid.values())]
    rest = [card.id for card in edition.event_cards if card.id not in {*front, event, *pile.split()}]
    events = [event, *pile.split(), *rest, *front]
    start = {"edel_stein_reich/start": (starter,)} if seats == 2 else {}
    orders: dict[str, Iterable[object]] = {
        "edel_stein_reich/colours": SEAT_COLOURS,
        "edel_stein_reich/events/1": events,
        "edel_stein_reich/gem_cards/1": _dealt(seats, gem_cards.split()),
        **start,
    }
    fresh = GAME.new(seats, {}, ScriptedChance({label: tuple(order) for label, order in orders.items()}))
    held = tuple(gems((holdings or {}).get(Seat(seat), "rrryyygggbbb")) for seat in range(seats))
    supply = ALL
    for holding in held:
        supply = minus(supply, holding)
    face_down_cards = fresh.event_pile[: len(fresh.event_pile) - len(front)]
    kept = len(face_down_cards) if face_down is None else face_down
    turns_played = turn - 1 + (TURNS[seats] * (number - 1) if seats == 2 else 0)
    left = len(fresh.gem_pile) - turns_played * (1 if seats == 2 else seats)
    state = fresh._replace(
        # with two seats the active one alone has a card, and they take turns
        gem_cards=fresh.gem_cards if seats > 2 or turn % 2 else fresh.gem_cards[::-1],
        gem_pile=fresh.gem_pile[:left],
        spent=fresh.gem_pile[left:],
        gems=held,
        supply=supply,
        money=tuple((money or {}).get(Seat(seat), 0) for seat in range(seats)),
        cards=tuple(laid.get(Seat(seat), ()) for seat in range(seats)),
        event_pile=face_down_cards[:kept],
        under=face_down_cards[kept:],
        round=number,
        turn=turn,
    )
    assert GAME.load(GAME.dump(state)) == state, "this table could not come about"
    return state


def _dealt(seats: int, gem_cards: list[str]) -> list[str]:
    """Return an order of the gem cards in which these are turned up first."""
    aside = {2: 0, 3: 6, 4: 2, 5: 0}[seats]
    others = [card.id for card in read_shipped().gem_cards if card.id not in gem_cards]
    return [*others[:aside], *gem_cards, *others[aside:]]


def play(state: State, *turns: str, chance: Chance = CHANCE) -> Story:
    """Play turn by turn.

    A turn names the choices of all asked seats in seat order: ``money | gems | gems``."""
    story = Story(state, ())
    for turn in turns:
        asked = list(GAME.asks(state))
        chosen = dict(zip(asked, map(GAME.parse, turn.split(" | ")), strict=True))
        story = Story(state, GAME.resolve(state, chosen, chance))
        state = story.state
    return story


def kinds_of_asks(state: State) -> dict[Seat, str]:
    """Return the kind of ask of each asked seat."""
    return {seat: ask.kind for seat, ask in GAME.asks(state).items()}


def list_texts(state: State, seat: Seat) -> set[str]:
    """Return the texts that a seat may choose."""
    return {GAME.text(choice) for choice in GAME.asks(state)[seat].choices}


def may(state: State, seat: Seat, text: str) -> bool:
    """Return whether a seat may choose this text."""
    return GAME.parse(text) in GAME.asks(state)[seat]


def view(state: State, viewer: Viewer = None) -> TableView:
    """Return the view of a seat or of the public."""
    return GAME.view(state, viewer)


def seat_in(state: State, seat: Seat) -> SeatView:
    """Return the public part of a seat's view."""
    return view(state).seats[seat]


def event_id(card: int | None) -> str | None:
    """Return the id of an event card."""
    return None if card is None else read_shipped().event_cards[card].id


def event_ids(cards: Iterable[int]) -> list[str]:
    """Return the ids of event cards."""
    return [read_shipped().event_cards[card].id for card in cards]


def all_gems(state: State) -> Gems:
    """Return the sum of all gems."""
    total = state.supply
    for holding in state.gems:
        total = plus(total, holding)
    return total


def random_stories(seed: int, seats: int, start: State | None = None) -> Iterator[Story]:
    """Yield a whole game of random choices, one story for each reveal.

    It begins at ``start``, or as a new game."""
    rng = random.Random(seed)
    chance = SeededChance(seed.to_bytes(32, "big"))
    state = start or GAME.new(seats, {}, chance)
    while asks := GAME.asks(state):
        chosen: dict[Seat, Choice] = {seat: rng.choice(ask.choices) for seat, ask in asks.items()}
        story = Story(state, GAME.resolve(state, chosen, chance))
        yield story
        state = story.state


def random_steps(seed: int, seats: int, start: State | None = None) -> list[Step[State]]:
    """Return the same game, step by step."""
    return [step for story in random_stories(seed, seats, start) for step in story.steps]
