"""People of an evening before the camera, and their repeated actions."""

from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

from tools.screenshots.album import Album
from tools.screenshots.friends import Friend, play_on


@dataclass(frozen=True, slots=True)
class Evening:
    """People of an evening, and the album of it."""

    ada: Friend
    ben: Friend
    carla: Friend
    dora: Friend
    emma: Friend
    album: Album

    @property
    def players(self) -> tuple[Friend, ...]:
        """Friends with a seat."""
        return (self.ada, self.ben, self.carla, self.dora)

    @property
    def all(self) -> tuple[Friend, ...]:
        """Friends with a seat, and the watcher."""
        return (*self.players, self.emma)

    def others(self, *but: Friend) -> tuple[Friend, ...]:
        """Return the players without these."""
        return tuple(each for each in self.players if each not in but)


def all_asked(seen: Evening) -> None:
    """Play until all have an ask at once."""
    while not all(each.player.is_asked for each in seen.players):
        play_on([each for each in seen.players if each.player.is_asked][:1] or seen.players[:1], choices=1)


def hurry(friend: Friend, whom: Friend, button: str) -> Locator:
    """Return the button for one of those whom the friend waits for."""
    friend.page.locator(".waiting-call").click()
    return friend.page.locator("#hurry .hurry-one", has_text=whom.name).locator(button)


def minutes(friend: Friend, num: int) -> str:
    """Return that many minutes in the friend's words."""
    return friend.words.ngettext("%(num)d minute", "%(num)d minutes", num) % {"num": num}


def expect_bot_choices(album: Album, friend: Friend) -> None:
    """Expect the number of choices that a bot has made for the friend."""
    toast = friend.page.locator(".toast", has_text=friend.words.gettext("You're playing again.").rstrip("."))
    expect(toast).to_have_count(1)
    figures = [int(word) for word in toast.inner_text().split() if word.isdigit()]
    one = "You're playing again. The bot made %(count)d choice for you."
    if figures:
        many = "You're playing again. The bot made %(count)d choices for you."
        album.toast(friend, one, count=figures[0], many=many)
    else:
        album.toast(friend, "You're playing again.")


def last_reveal(friend: Friend) -> int:
    """Return the latest reveal that the page shows."""
    return int(friend.page.locator("#phase").get_attribute("data-reveal") or 0)


def clock(host: Friend, table: str, name: str, **figures: str) -> None:
    """Set the clock of the running game, on a page of the host's own."""
    pace = host.player.new_page()
    pace.goto(f"{table}/pace")
    pace.locator(f"[name='option.clock'][value='{name}']").check()
    for key, value in figures.items():
        pace.locator(f"[name='option.{key}']").select_option(value)
    pace.locator("form:has([name='option.clock']) .button.main").click()
    pace.wait_for_url(lambda url: not url.endswith("/pace"))
    pace.close()


def sheet(page: Page, id: str, is_shown: bool) -> None:
    """Open or close a sheet that a wide page may show beside the table."""
    page.locator(f"#{id}").evaluate("(sheet, is) => sheet.togglePopover(is)", is_shown)


def leaves(friend: Friend) -> None:
    """Give the friend's seat up."""
    friend.opens_menu().locator("#leave-details .button.danger").click()
    friend.page.wait_for_load_state()
