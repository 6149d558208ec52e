"""Friends at a table.

They play a round, and Carla's bad connection interrupts it."""

import time
from dataclasses import dataclass, field

from playwright.sync_api import expect

from tests.browser.line import Line, find_seat
from tests.browser.sheets import take_picture
from tools.player import Player
from tools.served import Served

PHASES = {"location", "action", "purchase", "exhibition", "theft"}
MOST_ROUNDS = 12
MOST_S = 20.0
SEALED = ("data-state", "sealed")
"""Attribute and value of a seat whose card is sealed."""
STATES = """() => [...document.querySelectorAll(".seats .seat")].map(seat => seat.dataset.state)"""
"""Script for the page's text on every seat."""


@dataclass
class Friends:
    """People at the table.

    Ada opens the room; Ben, Carla with a bad connection, Dora and Emil play; Walter watches."""

    ada: Player
    ben: Player
    carla: Player
    dora: Player
    emil: Player
    walter: Player
    line: Line
    dropped_in: set[str] = field(default_factory=set)
    """Phases of a round in which Carla's connection has failed."""

    @property
    def seated(self) -> list[Player]:
        """Five players at the table."""
        return [self.ada, self.ben, self.carla, self.dora, self.emil]

    @property
    def all(self) -> list[Player]:
        """All pages."""
        return [*self.seated, self.walter]


def get_sealed(player: Player) -> str:
    """Return the player's sealed choice, or an empty string."""
    form = player.page.locator("[data-seal]")
    return (form.get_attribute("data-sealed") or "") if form.count() else ""


def seal_card(player: Player, choice: str) -> None:
    """Seal a certain card, or replace the sealed one by it."""
    form = player.page.locator("[data-seal]")
    card = form.locator(f".choice:has([value='{choice}'])")
    # A tap on the selected card would seal it.
    if not card.locator("input").is_checked():
        player.press(card)
    player.seal()


def list_choices(player: Player, first_word: str) -> list[str]:
    """Return the choices that begin with a word, the greatest figure first."""
    cards = player.page.locator(f"[data-seal] .choice input[value^='{first_word}']")
    found: list[str] = cards.evaluate_all("cards => cards.map(card => card.value)")
    return sorted(found, key=lambda choice: int(choice.partition(" ")[2] or 0), reverse=True)


def wait_until_equal(players: list[Player]) -> None:
    """Wait until all pages show the same state of every seat."""
    until = time.monotonic() + MOST_S
    while len({str(player.page.evaluate(STATES)) for player in players}) > 1:
        assert time.monotonic() < until, "they see different tables"
        players[0].page.wait_for_timeout(20)


def play_until_dropped(friends: Friends, phases: set[str]) -> None:
    """Play rounds until the connection has failed in these phases.

    Ada, Ben and Dora exhibit what they can, Carla steals and Emil buys."""
    for _ in range(MOST_ROUNDS):
        play_round(friends)
        if friends.dropped_in >= phases:
            return
    raise AssertionError(f"only {friends.dropped_in} in {MOST_ROUNDS} rounds")


def play_round(friends: Friends) -> None:
    """Play one round.

    In each phase that occurs for the first time, Carla's connection fails."""
    begun = read_round(friends.ben)
    while read_round(friends.ben) == begun:
        # A page that is quicker than Ben's may already show the next round.
        asked = [player for player in friends.seated if player.is_asked and read_round(player) == begun]
        kinds = {player.kind for player in asked}
        if len(kinds) == 1 and not kinds <= friends.dropped_in:
            friends.dropped_in |= kinds
            drop_carla(friends, kinds.pop())
            continue
        for player in asked:
            follow_plan(friends, player)
        if not asked:
            friends.ben.page.wait_for_timeout(20)


def read_round(player: Player) -> str:
    """Return the round that the player's page shows."""
    return player.page.locator("#stage b").inner_text()


def drop_carla(friends: Friends, kind: str) -> None:
    """Disconnect Carla while players choose, and play on.

    Where all seal at once, also disconnect her after sealing."""
    carla, others = friends.carla, [friends.ben, friends.walter]
    wait_until_equal(friends.all)
    is_for_all = kind in ("location", "action")
    was_asked, hand = carla.is_asked, carla.objects()
    with friends.line.drop(others):
        for player in [friends.emil] if is_for_all else friends.seated:
            # The last choice ends the round, and a quick page already shows the next prompt.
            if player is not carla and player.is_asked and player.kind == kind:
                follow_plan(friends, player)
        take_picture(f"03-{kind}-one-away", friends.dora.page)
    wait_until_equal(friends.all)
    if not was_asked:
        return
    assert (carla.is_asked, carla.kind, get_sealed(carla)) == (True, kind, "")
    assert carla.objects() == hand
    follow_plan(friends, carla)
    if is_for_all:
        drop_carla_sealed(friends)


def drop_carla_sealed(friends: Friends) -> None:
    """Disconnect Carla after sealing.

    Her card stays sealed, and others seal theirs."""
    carla, others = friends.carla, [friends.ben, friends.walter]
    card, hand, seat = get_sealed(carla), carla.objects(), find_seat(carla)
    assert card
    with friends.line.drop(others):
        follow_plan(friends, friends.dora)
        for other in others:
            expect(other.page.locator(seat)).to_have_attribute(*SEALED)
    wait_until_equal(friends.all)
    assert (get_sealed(carla), carla.objects()) == (card, hand)


def follow_plan(friends: Friends, player: Player) -> None:
    """Seal the choice of the player's plan if possible, else any choice."""
    if player.kind == "location":
        is_buyer = player is friends.emil or (player is not friends.carla and not has_run(player))
        return seal_card(player, "auction_house" if is_buyer else "castle")
    if player.kind == "action":
        wished = (*list_choices(player, "exhibit"), *list_choices(player, "cheque"), *list_choices(player, "thief"))
        if player is friends.carla:
            wished = (*list_choices(player, "thief"), *wished)
        if wished:
            return seal_card(player, wished[0])
    return player.choose()


def has_run(player: Player) -> bool:
    """Return whether the hand has three or more objects with consecutive letters."""
    letters = player.page.locator("#hand .piece-object .tab").all_text_contents()
    counts = [letters.count(letter) for letter in "ABCDEF"]
    runs = "".join(str(count) for count in counts).split("0")
    return any(sum(int(count) for count in run) >= 3 for run in runs)


def restart(friends: Friends, server: Served) -> None:
    """Kill the server and start it again."""
    cards = [(player.objects(), get_sealed(player)) for player in friends.seated]
    server.kill()
    for each in friends.all:
        expect(each.page.locator("#status")).to_have_attribute("data-state", "lost")
    take_picture("08-server-gone", friends.dora.page)
    server.start()
    for each in friends.all:
        expect(each.page.locator("#status")).to_have_attribute("data-state", "live")
    wait_until_equal(friends.all)
    assert [(player.objects(), get_sealed(player)) for player in friends.seated] == cards
