"""Pictures of whole games: every ask, every sheet, watching, resting, the end."""

from collections.abc import Sequence

from playwright.sync_api import Browser, Locator, Page, expect

from tools.player import CHOICE, Player
from tools.screenshots.camera import Camera
from tools.screenshots.cast import AT_ONCE, person
from tools.screenshots.languages import spoken
from tools.screenshots.looking_back import take_finished_game, take_table_sheets
from tools.served import Served

MIDDLE = {"adel_verpflichtet": 6, "edel_stein_reich": 2}
"""First round in which a table is worth a picture."""
BUSY = ("theft", "bid-raise")
"""Kinds of choices that come while much lies on the table."""
OTHER_LANGUAGES = ("nl", "fr", "it")
"""Languages in which one page of a game is taken.

In German, with the longest words, every prompt is."""
SHEETS = ("last_round", "log", "chat", "menu", "more-1")
"""Sheets that open over the table on a phone."""


def game(
    browser: Browser, server: Served, camera: Camera, key: str, part: str, names: Sequence[str], bots: int = 0
) -> None:
    """Play a game from the first card to the ranking.

    ``part`` is the folder of its pictures."""
    host, *guests = players = [person(browser, server, name) for name in names]
    link = host.open_room(key, **(AT_ONCE | {"watchers": "public"}))
    for guest in guests:
        guest.sit_down(link)
    for _ in range(bots):
        host.seat_bot()
    host.begin()
    for guest in guests:
        guest.wait_for_game()
    while not any(player.is_asked for player in players):
        host.page.wait_for_timeout(20)
    camera.take(f"{part}/first-round", host.page)
    has_seen_states = False
    while host.phase != "finished" and not camera.is_done():
        asked = [player for player in players if player.is_asked]
        for player in asked:
            if _round(player.page) >= MIDDLE[key]:
                _look(player, len(asked), camera, part)
                if not has_seen_states:
                    has_seen_states = True
                    _states(host, camera, part)
            if player.is_asked:
                player.choose()
        if not asked:
            host.page.wait_for_timeout(20)
    if host.phase == "finished":
        expect(host.page.locator("#end")).to_be_visible()
        camera.take(f"{part}/end", host.page)
        camera.take(f"{part}/end-whole", host.page, whole=True)
        take_finished_game(host, camera, part)
        if camera.wants(f"{part}/end-de"):
            with spoken(host, "de"):
                camera.take(f"{part}/end-de", host.page, whole=True)
    for player in players:
        player.context.close()


def _round(page: Page) -> int:
    return int(page.locator("#stage b").inner_text().partition(" ")[2] or 0)


def _look(player: Player, asked: int, camera: Camera, part: str) -> None:
    """Take the player's prompt, before and after a pick and a seal."""
    page = player.page
    name = f"{part}/{_get_ask_kind(player)}"
    camera.take(name, page)
    camera.take(f"{part}/table-whole", page, whole=True)
    if _get_ask_kind(player) in BUSY:
        camera.take_with_all_eyes(f"{part}/eyes", page)
        for language in OTHER_LANGUAGES:
            _take_in_language(language, player, camera, f"{part}/table-{language}")
    _take_in_language("de", player, camera, f"{name}-de")
    if camera.wants(f"{name}-picked"):
        player.pick()
        camera.take(f"{name}-picked", page)
    if asked > 1 and camera.wants(f"{part}/sealed"):
        player.choose()
        if page.locator(".choice.is-sealed").count():
            camera.take(f"{part}/sealed", page)
            _sheets(page, camera, part)


def _take_in_language(language: str, player: Player, camera: Camera, name: str) -> None:
    if camera.wants(name):
        with spoken(player, language):
            camera.take(name, player.page)


def _get_ask_kind(player: Player) -> str:
    """Return the kind of the ask, with its sort if there are several (``bid-raise``)."""
    form, kind = player.page.locator(CHOICE), player.kind
    composed = form.locator("[data-compose]")
    if kind == "bid":
        single, standing = composed.get_attribute("data-single"), composed.get_attribute("data-standing")
        return f"bid-{'single' if single else 'raise' if standing else 'open'}"
    if kind == "action" and form.locator("input[value^=detective]").count():
        return "action-castle"
    if kind in ("event", "free_choice"):
        return f"{kind}-{composed.get_attribute('data-compose') if composed.count() else _word(form)}"
    return kind


def _word(form: Locator) -> str:
    return (form.locator(".choice input").first.get_attribute("value") or "").partition(" ")[0]


def _sheets(page: Page, camera: Camera, part: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    for id in SHEETS:
        if camera.wants(f"{part}/sheet-{id}"):
            page.locator(f"#{id}").evaluate("sheet => sheet.showPopover()")
            camera.take(f"{part}/sheet-{id}", page)
            page.locator(f"#{id}").evaluate("sheet => sheet.hidePopover()")
    page.set_viewport_size({"width": 1440, "height": 900})


def _states(host: Player, camera: Camera, part: str) -> None:
    """Take the table for a watcher, at rest, and with a stand-in at one's place."""
    page = host.page
    if camera.wants(f"{part}/watcher"):
        link = page.locator("#menu").get_by_label("Watch link").input_value()
        watching = host.context.new_page()
        watching.goto(link)
        camera.take(f"{part}/watcher", watching)
        watching.close()
    if camera.wants(f"{part}/paused"):
        _menu(page, "Pause the game")
        expect(page.locator("#phase")).to_have_attribute("data-phase", "paused")
        camera.take(f"{part}/paused", page)
        page.locator("#prompt").get_by_role("button", name="Resume").click()
        expect(page.locator("#phase")).to_have_attribute("data-phase", "playing")
    take_table_sheets(host, camera, part)


def _menu(page: Page, button: str) -> None:
    """Press a button of the menu, wherever the menu may be hidden."""
    page.locator("#menu").get_by_role("button", name=button, include_hidden=True).evaluate("button => button.click()")


def film(browser: Browser, server: Served, camera: Camera, key: str, part: str) -> None:
    """Take a reveal while its film plays, and a stand-in at one's own place."""
    if not any(camera.wants(f"{part}/{name}") for name in ("film", "stand-in")):
        return
    ada, ben = person(browser, server, "Ada", is_moved=True), person(browser, server, "Ben")
    link = ada.open_room(key, **AT_ONCE)
    ben.sit_down(link)
    for _ in range(3):
        ada.seat_bot()
    ada.begin()
    while camera.wants(f"{part}/film"):
        for player in (ada, ben):
            if player.is_asked and not player.page.locator("#film").is_visible():
                player.pick()
                player.page.locator(".seal-button").click()
        if ada.page.locator("#film").is_visible():
            camera.take(f"{part}/film", ada.page)
            for player in (ada, ben):
                player.page.locator("#film-skip").evaluate("button => button.click()")
        ada.page.wait_for_timeout(100)
    if camera.wants(f"{part}/stand-in"):
        _menu(ben.page, "Let a bot stand in for me")
        expect(ben.page.locator(".seat.is-you[data-presence='stand-in']")).to_be_visible()
        camera.take(f"{part}/stand-in", ben.page)
    for player in (ada, ben):
        player.context.close()
