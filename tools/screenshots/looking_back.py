"""Pictures of looking back.

These are the replay, the grid of rounds, a rule at its place, settings, votes, and the proof."""

from playwright.sync_api import Page, expect

from tools.player import Player
from tools.screenshots.camera import Camera

UNFOLD = """fold => {
    for (let at = fold; at; at = at.parentElement.closest("details")) at.open = true;
    fold.scrollIntoView();
}"""
"""Script that opens a fold, and those around it."""


def take_table_sheets(player: Player, camera: Camera, part: str) -> None:
    """Take what opens over a table in the midst of a game, or is one link away."""
    page = player.page
    if camera.wants(f"{part}/why"):
        page.locator("#log a.clause").first.evaluate("link => link.click()")
        expect(page.locator("#why .why-rule").first).to_be_visible()
        camera.take(f"{part}/why", page)
        page.keyboard.press("Escape")
    if camera.wants(f"{part}/settings"):
        page.locator("#settings").evaluate("sheet => sheet.showPopover()")
        camera.take(f"{part}/settings", page)
        page.locator("#settings").evaluate("sheet => sheet.hidePopover()")
    if camera.wants(f"{part}/votes"):
        page.locator("#vote-fold button").first.evaluate("button => button.click()")
        expect(page.locator("#votes .vote")).to_be_visible()
        camera.take(f"{part}/votes", page)
        page.locator("#votes").get_by_role("button", name="Withdraw").click()
        expect(page.locator("#votes .vote")).to_have_count(0)
    _take_folds(page, camera, part)
    _take_linked_page(player, camera, f"{part}/file", "/file", whole=True)
    _take_linked_page(player, camera, f"{part}/calls", "/calls", whole=True)
    _take_linked_page(player, camera, f"{part}/rounds", "/rounds")
    _take_linked_page(player, camera, f"{part}/replay", "/replay?at=9")


def _take_folds(page: Page, camera: Camera, part: str) -> None:
    """Take each part of the menu that unfolds."""
    menu = page.locator("#menu")
    for fold in menu.locator("details[id]").all():
        name = f"{part}/menu-{fold.get_attribute('id')}"
        if camera.wants(name):
            menu.evaluate("sheet => sheet.showPopover()")
            fold.evaluate(UNFOLD)
            camera.take(name, page)
            fold.evaluate("fold => fold.open = false")
            menu.evaluate("sheet => sheet.hidePopover()")


def take_finished_game(player: Player, camera: Camera, part: str) -> None:
    """Take what a finished game leads to."""
    page = player.page
    _take_linked_page(player, camera, f"{part}/replay-open", "/replay?perspective=open&at=12")
    _take_linked_page(player, camera, f"{part}/rounds-finished", "/rounds")
    _take_linked_page(player, camera, f"{part}/fairness", "/fairness", whole=True)
    if camera.wants(f"{part}/replay-guest"):
        address = page.locator("#replay-link").input_value()
        guest = page.context.new_page()
        guest.goto(address)
        camera.take(f"{part}/replay-guest", guest)
        guest.close()


def _take_linked_page(player: Player, camera: Camera, name: str, path: str, *, whole: bool = False) -> None:
    if not camera.wants(name):
        return
    page: Page = player.context.new_page()
    page.goto(f"{player.page.url}{path}")
    camera.take(name, page, whole=whole)
    page.close()
