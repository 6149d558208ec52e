"""Second game of an evening, during which some people leave."""

from playwright.sync_api import expect

from tools.screenshots.friends import button_of, play_on
from tools.screenshots.gathering import Evening, leaves


def play_between_games(seen: Evening, game: str) -> None:
    """End the first game and choose another one."""
    album, ada = seen.album, seen.ada
    with album.mark_moment("first-game"):
        # bots play the game to its end for the others
        for each in seen.others(ada):
            each.does("stand_in", level="normal")
        play_on([ada])
    with album.mark_moment("between-games"):
        for each in seen.all:
            expect(each.page.locator("#end")).to_be_visible()
        album.menu(seen.all)
    with album.mark_moment("between-games-lobby"):
        ada.page.locator(f"#end {button_of('lobby')}").click()
        for each in seen.all:
            expect(each.page.locator("#chairs")).to_be_visible()
        ada.page.locator(f"#start {button_of('lobby', game=game)}").click()
        for each in seen.all:
            expect(each.page.locator("#phase")).to_have_attribute("data-game", game)
            each.is_live()
        album.menu(seen.all)
        # else the bots play in the next game, too
        for each in seen.others(ada):
            each.does("stand_in", level="")


def play_departures(seen: Evening) -> None:
    """Play the second game: one leaves for good, the host goes, two play to its end."""
    album, ada, ben, carla, dora = seen.album, seen.ada, seen.ben, seen.carla, seen.dora
    with album.mark_moment("second-game"):
        ada.page.locator(".start-button").click()
        for each in seen.all:
            each.player.wait_for_game()
        play_on(seen.players, choices=8)
        album.menu((ada, ben, seen.emma))
    with album.mark_moment("left-for-good"):
        leaves(carla)
        for each in (ada, ben, dora, seen.emma):
            album.toast(each, "%(who)s left. A bot is standing in.", who="Carla")
        album.shows((ada, ben, dora, seen.emma))
        album.take(carla, "left")
    with album.mark_moment("host-left"):
        leaves(ada)
        for each in (ben, dora, seen.emma):
            album.toast(each, "%(who)s left. A bot is standing in.", who="Ada")
        album.toast(ben, "You're the host now, because %(by)s left.", by="Ada")
        for each in (dora, seen.emma):
            album.toast(each, "%(who)s is the host now.", who="Ben")
        album.shows((ben, dora, seen.emma))
        album.take(ada, "left")
        album.menu((ben, dora))
    with album.mark_moment("end"):
        dora.does("stand_in", level="normal")
        play_on([ben])
        for each in (ben, dora, seen.emma):
            expect(each.page.locator("#end")).to_be_visible()
        album.menu((ben, dora, seen.emma))
