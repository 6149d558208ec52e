"""Pictures of a lesson: its cards, and what the coach says before each kind of choice."""

from playwright.sync_api import Browser, expect

from tools.screenshots.camera import Camera
from tools.screenshots.cast import person
from tools.screenshots.languages import spoken
from tools.served import Served

CHOICES = 7
"""So many choices into the lesson."""


def lesson(browser: Browser, server: Served, camera: Camera, key: str, part: str) -> None:
    """The lesson of a game from its first card on."""
    player = person(browser, server, "Ada", is_new=True)
    page = player.page
    page.goto(server.url)
    box = page.locator(f".box:has([name=game][value='{key}'])")
    page.get_by_label("Your name").fill(player.name)
    box.get_by_role("button", name="Learn to play").click()
    camera.take(f"{part}/card", page)
    page.get_by_role("link", name="Skip").click()
    expect(page.locator(".coach-says")).to_be_visible()
    for number in range(CHOICES):
        player.wait_for_turn()
        expect(page.locator("#film")).not_to_be_visible()
        name = f"{part}/{'goal' if not number else player.kind}"
        camera.take(name, page)
        if camera.wants(f"{name}-de"):
            with spoken(player, "de"):
                camera.take(f"{name}-de", page)
        player.choose()
    player.context.close()
