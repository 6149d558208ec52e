"""Pictures of a lesson: its cards, and all sentences of the coach.

Each sentence is shown with the part that it points at."""

from playwright.sync_api import Browser, Page, expect

from tools.player import Player
from tools.screenshots.camera import Camera
from tools.screenshots.cast import person
from tools.screenshots.languages import spoken
from tools.served import Served

CHOICES = 7
"""Number of choices in the lesson that are taken."""

SENTENCES = 4
"""Upper bound of the sentences that the coach says at once."""

SAYS = "#coach:not([hidden], .is-folded) .coach-says"
NEXT = "#coach:not([hidden], .is-folded) [data-next]:not([hidden])"


def lesson(browser: Browser, server: Served, camera: Camera, key: str, part: str) -> None:
    """Take the lesson of a game from its first card on."""
    player = person(browser, server, "Ada", is_new=True)
    page = player.page
    page.goto(server.url)
    box = page.locator(f".box:has([name=game][value='{key}'])")
    page.get_by_label("Your name").fill(player.name)
    box.get_by_role("button", name="Learn to play").click()
    _cards(page, camera, part)
    expect(page.locator(SAYS)).to_be_visible()
    for number in range(CHOICES):
        player.wait_for_turn()
        expect(page.locator("#film")).not_to_be_visible()
        name = f"{part}/{'goal' if not number else player.kind}"
        if camera.wants(f"{name}-de"):
            with spoken(player, "de"):
                camera.take(f"{name}-de", page)
        _sentences(player, camera, name, f"{part}/{number + 1}-{player.kind}")
        player.pick()
        camera.take(f"{part}/picked", page)
        player.seal()
    player.context.close()


def _cards(page: Page, camera: Camera, part: str) -> None:
    """Take the cards, one by one: the first by the name ``card``."""
    on = page.locator(".lesson-ways .main")
    number = 1
    while on.count():
        camera.take(f"{part}/card{f'-{number}' if number > 1 else ''}", page)
        address = page.url
        on.click()
        expect(page).not_to_have_url(address)
        page.wait_for_load_state()
        number += 1


def _sentences(player: Player, camera: Camera, kind: str, choice: str) -> None:
    """Take the sentences before a choice.

    The first picture of a kind bears its name, the others the choice's number."""
    page = player.page
    for number in range(1, SENTENCES):
        camera.take(kind if camera.wants(kind) else f"{choice}-{number}", page)
        if not page.locator(NEXT).count():
            return
        said = page.locator(SAYS).inner_text()
        page.locator(NEXT).click()
        expect(page.locator(SAYS)).not_to_have_text(said)
