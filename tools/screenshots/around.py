"""Pictures of the pages around the table."""

from playwright.sync_api import Browser, expect

from engine import registry
from tools.player import Player
from tools.screenshots.camera import Camera
from tools.screenshots.cast import ADMIN_TOKEN, LONG_NAMES, person
from tools.screenshots.languages import spoken
from tools.served import Served

PART = "around"


def pages(browser: Browser, server: Served, camera: Camera) -> None:
    """Take the shelf, the way to a seat, the lobby of every game, and errors."""
    ada, ben = person(browser, server, "Ada"), person(browser, server, "Ben")
    ada.page.goto(server.url)
    camera.take(f"{PART}/home", ada.page, whole=True)
    link = ada.open_room(watchers="public")
    camera.take(f"{PART}/lobby-alone", ada.page, whole=True)
    ben.page.goto(link)
    camera.take(f"{PART}/sit-down", ben.page)
    ben.page.goto(f"{server.url}/r/00000000")
    camera.take(f"{PART}/problem", ben.page)
    ben.page.goto(server.url)
    ben.page.get_by_label("Table code").fill("00000000")
    ben.page.get_by_role("button", name="Join").click()
    camera.take(f"{PART}/home-refused", ben.page, whole=True)
    ben.sit_down(link)
    ada.seat_bot()
    ben.page.locator("#chat-text").fill("Good evening, everybody!")
    ben.page.locator("#chat-text").press("Enter")
    expect(ada.page.locator(".chat-lines .line")).to_have_count(1)
    camera.take(f"{PART}/lobby", ada.page, whole=True)
    camera.take(f"{PART}/lobby-guest", ben.page, whole=True)
    if camera.wants(f"{PART}/lobby-de"):
        with spoken(ada, "de"):
            camera.take(f"{PART}/lobby-de", ada.page, whole=True)
    ada.page.get_by_role("button", name="Menu").click()
    camera.take(f"{PART}/lobby-menu", ada.page)
    ada.page.get_by_role("button", name="Play on another device").click()
    camera.take(f"{PART}/return-link", ada.page)
    other = person(browser, server, "Other")
    other.page.goto(ada.page.locator("#return-link").input_value())
    camera.take(f"{PART}/take-return", other.page)
    for game in list(registry.GAMES)[1:]:
        ada.open_room(game)
        ada.seat_bot()
        camera.take(f"{PART}/lobby-{game.partition('_')[0]}", ada.page, whole=True)
    _long_names(browser, server, camera)
    ada.page.goto(server.url)
    camera.take(f"{PART}/home-tables", ada.page, whole=True)
    with spoken(ada, "de"):
        camera.take(f"{PART}/home-de", ada.page, whole=True)
    ada.page.goto(f"{server.url}/fairness")
    camera.take(f"{PART}/fairness", ada.page, whole=True)
    ada.page.goto(f"{server.url}/rooms/import")
    camera.take(f"{PART}/import", ada.page, whole=True)
    ada.page.goto(f"{server.url}/admin")
    camera.take(f"{PART}/admin-door", ada.page)
    ada.page.locator("[name=token]").fill(ADMIN_TOKEN)
    ada.page.locator(".by-hand button").click()
    camera.take(f"{PART}/admin", ada.page, whole=True)
    _rules(ada, camera)


def _long_names(browser: Browser, server: Served, camera: Camera) -> None:
    """Take a full table of people whose names are hard to draw."""
    host, *guests = [person(browser, server, name) for name in LONG_NAMES]
    link = host.open_room(**{"clock": "", "clock.mode": "gentle"})
    for guest in guests:
        guest.sit_down(link)
    expect(host.page.locator("#chairs .taken")).to_have_count(len(LONG_NAMES))
    camera.take(f"{PART}/lobby-names", host.page, whole=True)
    for each in (host, *guests):
        each.context.close()


def _rules(reader: Player, camera: Camera) -> None:
    """Take the rules of each game, where the server has such a page."""
    for game in registry.GAMES:
        answer = reader.page.goto(f"{reader.url}/rules/{game}")
        if answer and answer.ok:
            camera.take(f"{PART}/rules-{game.partition('_')[0]}", reader.page)
            with spoken(reader, "de"):
                camera.take(f"{PART}/rules-{game.partition('_')[0]}-de", reader.page)
