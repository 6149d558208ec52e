"""Friends at a table: who they are, how they play a round, and what Carla's bad line does to it."""

import time
from dataclasses import dataclass, field

from playwright.sync_api import expect

from tests.browser.line import Line, place
from tests.browser.sheets import picture
from tools.player import Player
from tools.served import Served

PHASES = {"location", "action", "purchase", "exhibition", "theft"}
MOST_ROUNDS = 12
MOST_S = 20.0
SEALED = ("data-state", "sealed")
"""What a seat says whose card lies closed."""
STATES = """() => [...document.querySelectorAll(".seats .seat")].map(seat => seat.dataset.state)"""
"""What the page says of every seat."""


@dataclass
class Friends:
    """Who is there: Ada opens the room, Ben, Carla with a bad line, Dora, Emil, and Walter who looks on."""

    ada: Player
    ben: Player
    carla: Player
    dora: Player
    emil: Player
    walter: Player
    line: Line
    dropped_in: set[str] = field(default_factory=set)
    """The phases of a round in which Carla's line has failed."""

    @property
    def seated(self) -> list[Player]:
        """The five at the table."""
        return [self.ada, self.ben, self.carla, self.dora, self.emil]

    @property
    def all(self) -> list[Player]:
        """Everybody's page."""
        return [*self.seated, self.walter]


def sealed(player: Player) -> str:
    """The player's own sealed choice; empty while there is none."""
    form = player.page.locator("[data-seal]")
    return (form.get_attribute("data-sealed") or "") if form.count() else ""


def lay(player: Player, choice: str) -> None:
    """Seals that very card, or puts it in the place of the sealed one."""
    form = player.page.locator("[data-seal]")
    card = form.locator(f".choice:has([value='{choice}'])")
    # a tap on the chosen card would seal it already
    if not card.locator("input").is_checked():
        player.press(card)
    player.seal()


def offered(player: Player, first_word: str) -> list[str]:
    """The choices that begin with this word, the greatest figure first."""
    cards = player.page.locator(f"[data-seal] .choice input[value^='{first_word}']")
    found: list[str] = cards.evaluate_all("cards => cards.map(card => card.value)")
    return sorted(found, key=lambda choice: int(choice.partition(" ")[2] or 0), reverse=True)


def agree(players: list[Player]) -> None:
    """Waits until all of them see every seat alike."""
    until = time.monotonic() + MOST_S
    while len({str(player.page.evaluate(STATES)) for player in players}) > 1:
        assert time.monotonic() < until, "they see different tables"
        players[0].page.wait_for_timeout(20)


def play_until_the_line_failed(friends: Friends, phases: set[str]) -> None:
    """Rounds in which Ada, Ben and Dora exhibit what they can, Carla steals and Emil buys, until the line has failed in
    these phases."""
    for _ in range(MOST_ROUNDS):
        a_round(friends)
        if friends.dropped_in >= phases:
            return
    raise AssertionError(f"only {friends.dropped_in} in {MOST_ROUNDS} rounds")


def a_round(friends: Friends) -> None:
    """One round; each phase that is there for the first time loses Carla."""
    begun = round_of(friends.ben)
    while round_of(friends.ben) == begun:
        # a page that is quicker than Ben's may be asked in the next round already
        asked = [player for player in friends.seated if player.is_asked and round_of(player) == begun]
        kinds = {player.kind for player in asked}
        if len(kinds) == 1 and not kinds <= friends.dropped_in:
            friends.dropped_in |= kinds
            lose_carla(friends, kinds.pop())
            continue
        for player in asked:
            follow_plan(friends, player)
        if not asked:
            friends.ben.page.wait_for_timeout(20)


def round_of(player: Player) -> str:
    """The round that the player's page shows."""
    return player.page.locator("#stage b").inner_text()


def lose_carla(friends: Friends, kind: str) -> None:
    """Carla drops while it is chosen, and where all seal at once also after that; the others go on meanwhile."""
    carla, others = friends.carla, [friends.ben, friends.walter]
    agree(friends.all)
    is_for_all = kind in ("location", "action")
    was_asked, hand = carla.is_asked, carla.objects()
    with friends.line.dropped(others):
        for player in [friends.emil] if is_for_all else friends.seated:
            # whoever chooses last ends the round, and a quick page is asked in the next one already
            if player is not carla and player.is_asked and player.kind == kind:
                follow_plan(friends, player)
        picture(f"03-{kind}-one-away", friends.dora.page)
    agree(friends.all)
    if not was_asked:
        return
    assert (carla.is_asked, carla.kind, sealed(carla)) == (True, kind, "")
    assert carla.objects() == hand
    follow_plan(friends, carla)
    if is_for_all:
        lose_carla_sealed(friends)


def lose_carla_sealed(friends: Friends) -> None:
    """Her card stays sealed while she is away, and others seal theirs."""
    carla, others = friends.carla, [friends.ben, friends.walter]
    card, hand, seat = sealed(carla), carla.objects(), place(carla)
    assert card
    with friends.line.dropped(others):
        follow_plan(friends, friends.dora)
        for other in others:
            expect(other.page.locator(seat)).to_have_attribute(*SEALED)
    agree(friends.all)
    assert (sealed(carla), carla.objects()) == (card, hand)


def follow_plan(friends: Friends, player: Player) -> None:
    """What the player's plan says, where that is possible; else anything."""
    if player.kind == "location":
        is_buyer = player is friends.emil or (player is not friends.carla and not has_run(player))
        return lay(player, "auction_house" if is_buyer else "castle")
    if player.kind == "action":
        wished = (*offered(player, "exhibit"), *offered(player, "cheque"), *offered(player, "thief"))
        if player is friends.carla:
            wished = (*offered(player, "thief"), *wished)
        if wished:
            return lay(player, wished[0])
    return player.choose()


def has_run(player: Player) -> bool:
    """Whether the hand makes an exhibition: three objects or more, their letters without a gap."""
    letters = player.page.locator("#hand .piece-object .tab").all_text_contents()
    counts = [letters.count(letter) for letter in "ABCDEF"]
    runs = "".join(str(count) for count in counts).split("0")
    return any(sum(int(count) for count in run) >= 3 for run in runs)


def restart(friends: Friends, server: Served) -> None:
    """The server is killed and comes back."""
    cards = [(player.objects(), sealed(player)) for player in friends.seated]
    server.kill()
    for each in friends.all:
        expect(each.page.locator("#status")).to_have_attribute("data-state", "lost")
    picture("08-server-gone", friends.dora.page)
    server.start()
    for each in friends.all:
        expect(each.page.locator("#status")).to_have_attribute("data-state", "live")
    agree(friends.all)
    assert [(player.objects(), sealed(player)) for player in friends.seated] == cards
