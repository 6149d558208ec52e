"""Secrecy of hidden state: no other seat or watcher can infer it.

Two states that differ only in what seat B hides are compared. All but B must see the same, be asked the same, and get
the same effects at the next reveal. Every game has such pairs, and games that leak prove the check."""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from engine.adel_verpflichtet import GAME as ADEL
from engine.adel_verpflichtet.choices import DETECTIVE, EXHIBIT, Card, Choice, Location, thief
from engine.adel_verpflichtet.objects import each
from engine.adel_verpflichtet.rules.exhibition import best
from engine.adel_verpflichtet.state import Stage, State, replace_seat
from engine.adel_verpflichtet.view_types import TableView
from engine.bots.random_bot import RandomBot
from engine.bots.seating import table_of
from engine.core.asks import Ask, Finite
from engine.core.chance import Chance, SeededChance
from engine.core.conditions.guesses import list_questions
from engine.core.game import AnyGame
from engine.core.options import Value
from engine.core.plain import Plain, canonical, to_plain
from engine.core.seats import Seat, Viewer, all_seats
from engine.driver import turns
from engine.edel_stein_reich import GAME as EDEL
from engine.edel_stein_reich import state as edel
from engine.edel_stein_reich.choices import Action
from engine.registry import GAMES
from tests.dummy.throws import GAME as THROWS
from tests.dummy.throws import State as ThrowsState
from tests.dummy.throws import ThrowsView
from tests.engine.deals import DEALS, Deal
from tests.known import get_for_game
from tests.whole import whole

NOBODY = Seat(-1)
"""Hider of secrets that every seat is blind to."""

MOST_KEPT = 500


class Pair(NamedTuple):
    """Two states that differ only in what a seat hides."""

    one: Any
    other: Any
    hider: Seat


class ViewComparison:
    """Bytes a game sends of a state; those of shared first states are cached."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self._kept: dict[tuple[int, Viewer], tuple[Any, bytes]] = {}

    def get_cached(self, state: Any, viewer: Viewer) -> bytes:
        """Return the cached bytes of a view of a state that is asked for repeatedly."""
        if len(self._kept) > MOST_KEPT:
            self._kept.clear()
        # keep the state too, so that no other one can get its id
        _, sent = self._kept.setdefault((id(state), viewer), (state, b""))
        if not sent:
            sent = self.encode_view(state, viewer)
            self._kept[id(state), viewer] = state, sent
        return sent

    def encode_view(self, state: Any, viewer: Viewer) -> bytes:
        """Return the bytes of a view."""
        return canonical(to_plain(self.game.view(state, viewer)))

    def differ(self, pair: Pair) -> list[str]:
        """Return the viewers that can tell the two states apart by their views."""
        seats = all_seats(len(self.game.colours(pair.one)))
        viewers = (None, *(seat for seat in seats if seat != pair.hider))
        return [
            f"{viewer} sees it"
            for viewer in viewers
            if self.get_cached(pair.one, viewer) != self.encode_view(pair.other, viewer)
        ]


def leaks(views: ViewComparison, pair: Pair) -> list[str]:
    """Return the differences that viewers other than the hider can see."""
    game, found = views.game, views.differ(pair)
    asks, others = game.asks(pair.one), game.asks(pair.other)
    if list(asks) != list(others):
        found.append("everybody sees who is asked")
    for seat in asks.keys() & others.keys() - {pair.hider}:
        if describe_ask(asks[seat]) != describe_ask(others[seat]):
            found.append(f"{seat} is asked otherwise")
    return found


def describe_ask(ask: Ask[Any]) -> tuple[Any, ...]:
    """Return everything an ask tells."""
    return ask.kind, ask.choices, ask.complete, ask.default


def adel_pairs(deal: Deal) -> Iterator[Pair]:
    """Yield pairs from a random game of Adel verpflichtet."""
    for turn in deal.story()[::4]:
        for seat in all_seats(deal.seats):
            yield from other_hand(turn.before, seat)
            yield from other_castle_action(turn.before, seat)
        if turn.before.stage in (Stage.ACTION, Stage.LOCATION_ACTION):
            yield from other_piles(turn.before)


def other_hand(state: State, seat: Seat) -> Iterator[Pair]:
    """Yield states with an unshown object of the hand swapped with one of a pile.

    It is not the pile's top."""
    unseen = [*each(state.hands[seat] & ~state.seen)]
    for number, pile in enumerate(state.windows):
        if not unseen or len(pile) < 2:
            continue
        mine, theirs = unseen[-1], pile[-1]
        windows = replace_seat(state.windows, number, (*pile[:-1], mine))
        hand = state.hands[seat] & ~mine | theirs
        other = state._replace(hands=replace_seat(state.hands, seat, hand), windows=(windows[0], windows[1]))
        yield Pair(state, other, seat)


def other_castle_action(state: State, seat: Seat) -> Iterator[Pair]:
    """Yield states with another sealed castle action during the auction."""
    action = state.actions[seat]
    if action is None or state.castle_open or state.locations[seat] is not Location.CASTLE:
        return
    for alternative in (EXHIBIT, DETECTIVE, *map(thief, state.thieves[seat])):
        if alternative != action:
            yield Pair(state, state._replace(actions=replace_seat(state.actions, seat, alternative)), seat)


def other_piles(state: State) -> Iterator[Pair]:
    """Yield states with another order beneath the tops, hidden from every seat."""
    first, second = state.windows
    if len(first) > 2 and len(second) > 2:
        swapped = ((*first[:-1], second[-1]), (*second[:-1], first[-1]))
        yield Pair(state, state._replace(windows=swapped), NOBODY)
        backwards = (first[0], *reversed(first[1:]))
        yield Pair(state, state._replace(windows=(backwards, second)), NOBODY)


def edel_pairs(deal: Deal) -> Iterator[Pair]:
    """Yield pairs from a random game of Edel, Stein & Reich."""
    for turn in deal.story():
        state: edel.State = turn.before
        if len(state.gem_pile) > 1:
            yield Pair(state, state._replace(gem_pile=state.gem_pile[::-1]), NOBODY)
        if len(state.event_pile) > 1:
            yield Pair(state, state._replace(event_pile=state.event_pile[::-1]), NOBODY)
        if state.gem_pile and len(state.set_aside) > 1:
            pile = (*state.gem_pile[:-1], state.set_aside[-1])
            aside = (*state.set_aside[:-1], state.gem_pile[-1])
            yield Pair(state, state._replace(gem_pile=pile, set_aside=aside), NOBODY)
        yield from other_sealed_action(state)


def other_sealed_action(state: edel.State) -> Iterator[Pair]:
    """Yield another action of the active seat while the other one guesses (E10.3)."""
    sealer = edel.active(state)
    if state.stage is not edel.Stage.GUESS or sealer is None:
        return
    for alternative in (Action.MONEY, Action.EVENT, Action.GEMS):
        if alternative not in (state.actions[sealer], *state.guesses):
            yield Pair(state, state._replace(actions=edel.replace_seat(state.actions, sealer, alternative)), sealer)


PAIRS: Mapping[str, Callable[[Deal], Iterator[Pair]]] = {ADEL.key: adel_pairs, EDEL.key: edel_pairs}


@pytest.mark.rule("A10.2", "A2.3", "E9.1")
@pytest.mark.parametrize("deal", DEALS, ids=str)
def test_no_other_viewer_sees_a_seats_secrets(deal: Deal) -> None:
    pairs = list(get_for_game(PAIRS, deal.key)(deal))
    assert len(pairs) > 40
    views = ViewComparison(deal.game)
    drawn = random.Random(f"{deal}").sample(range(len(pairs)), len(pairs) // whole(1, 2))
    for pair in map(pairs.__getitem__, sorted(drawn)):
        assert pair.one != pair.other
        assert leaks(views, pair) == []


@pytest.mark.parametrize("deal", DEALS, ids=str)
def test_what_may_be_guessed_depends_on_no_secret(deal: Deal) -> None:
    game = deal.game
    for pair in get_for_game(PAIRS, deal.key)(deal):
        one, other = (
            list_questions(game, game.view(state, None), game.asks(state)) for state in (pair.one, pair.other)
        )
        assert one == other


@pytest.mark.rule("A10.2")
@pytest.mark.parametrize("deal", [deal for deal in DEALS if deal.key == ADEL.key], ids=str)
def test_the_hider_sees_the_difference(deal: Deal) -> None:
    pairs = [pair for pair in adel_pairs(deal) if pair.hider >= 0]
    assert all(deal.game.view(pair.one, pair.hider) != deal.game.view(pair.other, pair.hider) for pair in pairs)


@pytest.mark.rule("A10.2", "A4.0")
@pytest.mark.parametrize("deal", [deal for deal in DEALS if deal.key == ADEL.key], ids=str)
def test_a_reveal_leaks_no_hidden_card(deal: Deal) -> None:
    """Every seat makes the same choices in both states, without the secret."""
    revealed, views = 0, ViewComparison(deal.game)
    for turn in deal.story()[:: whole(6, 12)]:
        for seat in all_seats(deal.seats):
            for pair in other_hand(turn.before, seat):
                if any(choice not in deal.game.asks(pair.other)[asked] for asked, choice in turn.choices.items()):
                    continue
                revealed += 1
                steps = deal.game.resolve(pair.other, turn.choices, deal.chance)
                assert [step.effect.text for step in steps] == [step.effect.text for step in turn.steps]
                for here, there in zip(turn.steps, steps, strict=True):
                    if deal.game.outcome(here.state) is None:
                        assert views.differ(Pair(here.state, there.state, seat)) == []
    assert revealed > 10


def hides(game: AnyGame, seats: int) -> bool:
    """Return whether the game has secrets.

    It has, if seats see more than the public, or if deals differ in what nobody sees."""
    deals = [game.new(seats, {}, SeededChance(bytes([number]))) for number in range(4)]
    played = turns(game, deals[0], table_of([RandomBot()] * seats, b"any"), SeededChance(b"any"))
    views, dumps = ViewComparison(game), dict[bytes, bytes]()
    for state in (*deals, *(turn.before for turn in played)):
        seen = [views.encode_view(state, viewer) for viewer in (None, *all_seats(seats))]
        dump = canonical(game.dump(state))
        if len({*seen}) > 1 or dumps.setdefault(seen[0], dump) != dump:
            return True
    return False


@pytest.mark.parametrize("key", GAMES)
def test_every_game_with_secrets_has_pairs(key: str) -> None:
    hiding = [seats for seats in GAMES[key].table_sizes if hides(GAMES[key], seats)]
    assert key in PAIRS or hiding == [], "nobody could tell whether it leaks"


def own_points(state: ThrowsState, viewer: Viewer) -> ThrowsView:
    """Show every seat its own points alone."""
    mine = tuple(points if seat == viewer else 0 for seat, points in enumerate(state.points))
    return replace(THROWS.view(state, viewer), points=mine)


def deal_rounds(seats: int, options: Mapping[str, Value], chance: Chance, edition: Plain = None) -> ThrowsState:
    """Deal the number of rounds secretly."""
    return THROWS.new(seats, {"rounds": chance.shuffle("rounds", (2, 3, 4, 5, 6))[0]}, chance)


def test_secrets_of_a_game_are_detected() -> None:
    assert all(hides(game, seats) for game in (ADEL, EDEL) for seats in game.table_sizes)
    assert not hides(THROWS, 3)
    assert hides(replace(THROWS, view=own_points), 3)
    uncounted = replace(THROWS, new=deal_rounds, view=lambda state, seat: replace(THROWS.view(state, seat), rounds=0))
    assert hides(uncounted, 3)


def shows_the_next_object(state: State, viewer: Viewer) -> TableView:
    """Leak the object beneath the top of a pile."""
    beneath = sum(pile[1] for pile in state.windows if len(pile) > 1)
    return replace(ADEL.view(state, viewer), reason=" ".join(state.table.edition.ids(beneath)))


def shows_all_hands(state: State, viewer: Viewer) -> TableView:
    """Leak the hidden hands as if all their objects had been shown."""
    everything = sum(state.table.edition.series_objects)
    return ADEL.view(state._replace(seen=everything), viewer)


def counts_who_can_exhibit(state: State, viewer: Viewer) -> TableView:
    """Leak one number made of secrets: how many seats could exhibit."""
    able = sum(best(state.table.edition, hand) != 0 for hand in state.hands)
    return replace(ADEL.view(state, viewer), paid=able)


def opens_the_castle_early(state: State, viewer: Viewer) -> TableView:
    """Leak the castle's actions while the auction house is being resolved."""
    return ADEL.view(state._replace(castle_open=True), viewer)


def counts_the_detectives(state: State) -> Mapping[Seat, Ask[Choice]]:
    """Leak a card through the size of another seat's ask."""
    cards = [action.card for action in state.actions if action]
    return {
        seat: Finite(ask.kind, ask.choices, ask.default, complete=Card.DETECTIVE not in cards)
        for seat, ask in ADEL.asks(state).items()
    }


def asks_by_the_hand(state: State) -> Mapping[Seat, Ask[Choice]]:
    """Leak through the set of asked seats: seats that cannot exhibit are skipped."""
    return {
        seat: ask
        for seat, ask in ADEL.asks(state).items()
        if state.stage is not Stage.ACTION or best(state.table.edition, state.hands[seat])
    }


@pytest.mark.parametrize(
    "leaky",
    [
        *(
            pytest.param(replace(ADEL, view=leak), id=leak.__name__)
            for leak in (shows_the_next_object, shows_all_hands, counts_who_can_exhibit, opens_the_castle_early)
        ),
        *(
            pytest.param(replace(ADEL, asks=leak), id=leak.__name__)
            for leak in (counts_the_detectives, asks_by_the_hand)
        ),
    ],
)
def test_leaks_are_detected(leaky: AnyGame) -> None:
    deals = [deal for deal in DEALS if deal.key == ADEL.key and deal.seats == 4]
    views = ViewComparison(leaky)
    assert any(leaks(views, pair) for deal in deals for pair in adel_pairs(deal))
