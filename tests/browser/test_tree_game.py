"""Whole games through the accessibility tree: roles, names and announcements."""

import random
import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from engine import registry
from tests.browser.conftest import MakePlayer
from tests.browser.tables import count_first_choices, play_end
from tests.whole import whole

pytestmark = pytest.mark.browser

MOST_SEALED = 250
TAKE_BACK = ("Take back", "Empty the pan", "Clear")
LINE = re.compile(r'^(?P<indent> *)- (?P<role>[a-z]+)(?: "(?P<name>(?:[^"\\]|\\.)*)")?(?P<states>(?: \[[^\]]*\])*)')


@dataclass(frozen=True, slots=True)
class Part:
    """Node of the tree: role, name, state and group."""

    role: str
    name: str
    states: str
    group: str


WON = re.compile(r"wins!|share the win!")


def read_tree(region: Locator) -> list[Part]:
    """Return the tree of a region from top to bottom."""
    parts: list[Part] = []
    groups: list[tuple[int, str]] = []
    for line in region.aria_snapshot().replace("- 'radio", "- radio").replace("- 'button", "- button").splitlines():
        found = LINE.match(line)
        if not found:
            continue
        indent, name = len(found["indent"]), (found["name"] or "").replace('\\"', '"')
        while groups and groups[-1][0] >= indent:
            groups.pop()
        parts.append(Part(found["role"], name, found["states"], groups[-1][1] if groups else ""))
        if found["role"] == "group":
            groups.append((indent, name))
    return parts


def press(region: Locator, part: Part) -> None:
    """Press a node by its role and name."""
    place = region.get_by_role("group", name=part.group, exact=True).first if part.group else region
    if part.role == "radio":
        place.get_by_role("radio", name=part.name, exact=True).first.press("Space")
    else:
        place.get_by_role("button", name=part.name, exact=True).first.press("Enter")


def find_buttons(region: Locator) -> tuple[list[Part], Part]:
    """Return the buttons that choose, and the seal button.

    Those that only lift are left out."""
    found = [part for part in read_tree(region) if part.role == "button" and part.name not in TAKE_BACK]
    alone = [part for part in found if not part.group]
    return [*alone[:-1], *(part for part in found if part.group == "Or")], alone[-1]


def list_nameless(board: Locator) -> list[str]:
    """Return the places of the table that lack a name, or hold pieces without one."""
    lines = [line.strip() for line in board.aria_snapshot().splitlines()]
    assert any(line.startswith("- list ") or 'list "' in line for line in lines)
    found = [line for line in lines if re.match(r"- list(:|$)", line)]
    place = ""
    for line in lines:
        place = line if "list " in line else place
        found += [place] if line == "- listitem" else []
    return found


def is_disabled(part: Part) -> bool:
    """Return whether the node cannot be pressed."""
    return "[disabled]" in part.states


def choose(region: Locator, rng: random.Random) -> None:
    """Choose something on offer, and seal it."""
    quick, _ = find_buttons(region)
    ways = [part for part in quick if not is_disabled(part)]
    radios = [part for part in read_tree(region) if part.role == "radio"]
    if ways:
        press(region, ways[-1])
    else:
        for group in dict.fromkeys(part.group for part in radios if part.group != "Or"):
            # Earlier selections decide the offers here.
            offered = [part for part in read_tree(region) if (part.role, part.group) == ("radio", group)]
            if possible := [part for part in offered if not is_disabled(part)]:
                press(region, rng.choice(possible))
        for part in read_tree(region):
            if (part.role, part.group) == ("button", "You take") and not is_disabled(part):
                press(region, part)
    seal = find_buttons(region)[1]
    if is_disabled(seal):
        press(region, next(part for part in radios if part.group == "Or"))
    press(region, seal)


def start_game(page: Page, game: int) -> None:
    """Open a room for the game at a place on the shelf, add a bot and begin."""
    page.get_by_role("textbox", name="Your name").fill("Ada")
    page.get_by_role("button", name="Play with friends").nth(game).press("Enter")
    expect(page.get_by_role("paragraph").filter(has_text=re.compile("^live$"))).to_be_visible()
    page.get_by_text("Clock and pace").click()
    for name in ("Time to change your mind", "Bot speed"):
        field = page.get_by_role("combobox", name=name)
        field.select_option("0")
        expect(field.locator("option[selected]")).to_have_attribute("value", "0")
    page.get_by_role("button", name="Add a bot").first.press("Enter")
    page.get_by_role("button", name="Start with 2 players").press("Enter")


def play_by_roles(page: Page, rng: random.Random, choices: int = MOST_SEALED) -> int:
    """Make so many choices, or all until the end; return their number."""
    choice, over = (
        page.get_by_role("region", name="Your choice"),
        page.get_by_role("heading", name=WON),
    )
    sealed = 0
    while sealed < min(choices, MOST_SEALED):
        while not page.title().startswith("●") and not over.count():
            page.wait_for_timeout(20)
        if over.count():
            break
        assert any(part.role == "heading" and part.name for part in read_tree(choice)), "it is said what is asked"
        assert list_nameless(page.get_by_role("region", name="Board")) == []
        ask = page.locator("#phase").get_attribute("data-ask")
        choose(choice, rng)
        sealed += 1
        # A button in transit is disabled too: only the page knows when the server has the choice.
        page.wait_for_function(
            "ask => { const { ask: now, turn } = document.getElementById('phase').dataset;"
            " return now !== ask || turn === 'no' }",
            arg=ask,
        )
    return sealed


@pytest.mark.slow("the tree of the page is read for every choice")
@pytest.mark.parametrize("game", whole([*registry.GAMES], [*registry.GAMES][-1:]))
def test_whole_game_is_played_by_roles_and_names(person: MakePlayer, game: str) -> None:
    ada = person("Ada", film="none")
    page = ada.page
    page.goto(ada.url)
    place = [*registry.GAMES].index(game)
    start_game(page, place)
    over, rng = page.get_by_role("heading", name=WON), random.Random(place)
    sealed = play_by_roles(page, rng, count_first_choices())
    if not over.count():
        play_end([ada], game, "roles")
        sealed += play_by_roles(page, rng)
    expect(over).to_have_count(1)
    assert sealed > 3
    # The effects were announced, and the end gives the ranking.
    assert page.get_by_role("log").last.inner_text().strip()
    ranking = page.get_by_role("region", name=WON).aria_snapshot()
    assert "Ada" in ranking
    expect(page.get_by_role("button", name="Play again", exact=True)).to_be_enabled()
