"""First game of an evening: all sentences of a table that nobody leaves for good.

A clock of fifteen seconds stands in for an hour, since no page shows the time of day. An hour brings an expired
choice, a bot at one's seat, and missed reveals."""

from playwright.sync_api import expect

from tools.screenshots.friends import button_of, play_on
from tools.screenshots.gathering import (
    Evening,
    all_asked,
    clock,
    expect_bot_choices,
    hurry,
    last_reveal,
    minutes,
    sheet,
)

AWAY = {"clock.per_ask": "15", "clock.bank": "0"}
RELAXED = "relaxed"
PASSPHRASE = "a good evening to all"  # noqa: S105 - of a file that nobody keeps
HOST_GONE_MS = 180_000
"""Milliseconds, longer than a table waits for its host."""


def play_arrival(seen: Evening, game: str) -> None:
    """Play the lobby, where a player becomes a host and stops being one."""
    album, ada, ben = seen.album, seen.ada, seen.ben
    with album.mark_moment("lobby"):
        link = ada.player.open_room(game, clock=RELAXED, watchers="delayed", grace="0", bot_pace="0")
        for guest in seen.others(ada):
            guest.joins(link)
        seen.emma.page.goto(ada.opens_menu().locator("#menu-watch-link").input_value())
        ada.page.keyboard.press("Escape")
        seen.emma.is_live()
        album.menu(seen.all)
    with album.mark_moment("host-made"):
        chair = ada.page.locator("#chair-more-1")
        chair.locator("> summary").click()
        chair.locator(button_of("host", on="on")).click()
        album.toast(ben, "%(by)s made you a host.", by="Ada")
        album.shows(seen.all)
    with album.mark_moment("host-unmade"):
        chair.locator(button_of("host", on="off")).click()
        album.toast(ben, "You're no longer a host.")
        album.shows(seen.all)


def play_first_round(seen: Evening) -> None:
    """Play the first round: choices, a nudge, extra time, and a pause."""
    album, ada, ben, carla, dora = seen.album, seen.ada, seen.ben, seen.carla, seen.dora
    with album.mark_moment("choosing"):
        ada.page.locator(".start-button").click()
        for each in seen.all:
            each.player.wait_for_game()
        for each in seen.players:
            each.player.wait_for_turn()
        album.menu(seen.all)
        album.take(seen.emma, "watches")
    with album.mark_moment("nudge"):
        ben.player.choose()
        nudge = hurry(ben, carla, button_of("nudge"))
        nudge.click()
        album.toast(ben, "You nudged %(who)s.", who="Carla")
        album.toast(carla, "%(who)s is nudging you: it's your turn.", who="Ben")
        album.shows(seen.all)
    with album.mark_moment("nudge-again"):
        nudge.click()
        album.toast(ben, "You've just nudged them. Give them a minute.")
        album.shows(seen.all)
    with album.mark_moment("time-given"):
        ben.page.locator("#hurry .hurry-one", has_text="Carla").locator("[name=seconds][value='300']").click()
        album.toast(carla, "%(by)s added %(time)s for you.", by="Ben", time=minutes(carla, 5))
        album.shows(seen.all)
        ben.page.keyboard.press("Escape")
    with album.mark_moment("sealed"):
        for each in (carla, dora):
            each.player.choose()
        expect(carla.page.locator(".toast")).to_have_count(0)
        album.menu((ben, carla, dora))
    with album.mark_moment("paused"):
        dora.does("pause")
        album.toast(dora, "You paused the game.")
        for each in (ada, ben, carla, seen.emma):
            album.toast(each, "%(who)s paused the game.", who="Dora")
        album.shows(seen.all)
        album.menu(seen.all)
    with album.mark_moment("resumed"):
        # in the menu, since the toast is gone by now
        ben.page.locator(f"#prompt {button_of('resume')}").click()
        album.toast(ben, "You resumed the game.")
        for each in (ada, carla, dora, seen.emma):
            album.toast(each, "%(who)s resumed the game.", who="Ben")
        album.shows(seen.all)


def play_first_film(seen: Evening) -> None:
    """Play the first reveal, and take the menu during its film."""
    album = seen.album
    with album.mark_moment("film"):
        for each in seen.players:
            each.page.evaluate("localStorage['signet-film'] = 'slow'")
            each.page.emulate_media(reduced_motion="no-preference")
            each.page.reload()
            each.is_live()
            each.page.evaluate("window.isFilmHeld = true")
        seen.ada.player.pick()
        seen.ada.page.locator("[data-seal] .seal-button").click()
        for each in seen.players:
            expect(each.page.locator("#film")).to_be_visible()
            album.menu([each])
        for each in seen.players:
            each.page.evaluate("localStorage['signet-film'] = 'none'")
            each.page.emulate_media(reduced_motion="reduce")
            each.page.reload()
            each.is_live()


def play_absence(seen: Evening) -> None:
    """Let one go away for an hour while a bot plays for them."""
    album, ada, ben, dora = seen.album, seen.ada, seen.ben, seen.dora
    there = seen.others(dora)
    table = dora.page.url
    with album.mark_moment("away"):
        all_asked(seen)
        dora.does("away", on="on")
        for each in (*there, seen.emma):
            album.toast(each, "%(who)s is away.", who="Dora")
        album.shows(seen.all)
        album.menu([dora])
        dora.page.goto("about:blank")
    with album.mark_moment("out-of-time"):
        for each in there:
            each.player.choose()
        clock(ada, table, "", **AWAY)
        for each in there:
            album.toast(each, "%(who)s is out of time.", who="Dora")
        album.shows(seen.all)
    with album.mark_moment("bot-by-another"):
        ben.page.locator(".toast", has_text="Dora").locator(button_of("stand_in")).click()
        for each in (*there, seen.emma):
            album.toast(each, "%(by)s let a bot stand in for %(who)s.", by="Ben", who="Dora")
        clock(ada, table, RELAXED)
        album.shows(seen.all)
    with album.mark_moment("an-hour-later"):
        play_on(there, choices=9)
        dora.page.goto(table)
        dora.is_live()
        album.take(dora, "back")
        album.menu([dora])
    with album.mark_moment("back"):
        dora.does("away", on="off")
        for each in (*there, seen.emma):
            album.toast(each, "%(who)s is back.", who="Dora")
        album.shows(seen.all)
    with album.mark_moment("plays-again"):
        dora.page.locator(f"#prompt {button_of('stand_in')}").click()
        for each in (*there, seen.emma):
            album.toast(each, "%(who)s is playing again.", who="Dora")
        expect_bot_choices(album, dora)
        album.shows(seen.all)
    with album.mark_moment("own-stand-in"):
        dora.does("stand_in", level="normal")
        for each in (*there, seen.emma):
            album.toast(each, "A bot is standing in for %(who)s.", who="Dora")
        album.shows(seen.all)
        album.menu([dora])
    with album.mark_moment("plays-again-at-once"):
        dora.page.locator(f"#prompt {button_of('stand_in')}").click()
        expect_bot_choices(album, dora)
        album.shows([dora])


def play_connection_loss(seen: Evening) -> None:
    """Break a connection for a moment, and for long."""
    album, carla = seen.album, seen.carla
    there = seen.others(carla)
    with album.mark_moment("line-lost"):
        carla.does("stand_in", level="normal")
        for each in seen.all:
            each.page.wait_for_timeout(500)
            each.closes_toasts()
        carla.player.context.set_offline(True)
        album.toast(carla, "Connection lost. Reconnecting…")
        album.shows([carla])
        carla.player.context.set_offline(False)
        album.toast(carla, "You're back online.")
        album.shows([carla])
        carla.page.locator(f"#prompt {button_of('stand_in')}").click()
        for each in seen.all:
            each.page.wait_for_timeout(500)
            each.closes_toasts()
    with album.mark_moment("line-lost-long"):
        all_asked(seen)
        carla.player.context.set_offline(True)
        for each in (*there, seen.emma):
            album.toast(each, "%(who)s lost the connection. Their seat is safe.", who="Carla")
        album.shows((*there, seen.emma))
        album.toast(carla, "Still offline. Your seat is safe.")
        album.shows([carla])
    with album.mark_moment("line-back"):
        seen.ada.does_of(carla, "stand_in", level="normal")
        before = last_reveal(carla)
        while last_reveal(there[0]) <= before:
            play_on(there, choices=1)
        there[0].page.wait_for_timeout(1_000)
        missed = last_reveal(there[0]) - before
        carla.player.context.set_offline(False)
        one = "You're back online. You missed %(num)s reveal."
        carla.is_live()
        many = "You're back online. You missed %(num)s reveals."
        album.toast(carla, one, count=missed, many=many)
        for each in there:
            each.closes_toasts()
        album.shows([carla])
        carla.page.locator(f"#prompt {button_of('stand_in')}").click()
        expect_bot_choices(album, carla)
        album.shows(seen.all)


def play_saving(seen: Evening) -> None:
    """Save the table as a file."""
    album, ada = seen.album, seen.ada
    with album.mark_moment("saved"):
        filing = ada.player.new_page()
        filing.goto(f"{ada.page.url}/file")
        filing.locator(button_of("vote", motion="save")).click()
        for each in (seen.ben, seen.carla):
            each.page.locator(f"#votes {button_of('vote', motion='save')}").click()
        filing.goto(f"{ada.page.url}/file")
        for name in ("passphrase", "again"):
            filing.locator(f"[name={name}]").fill(PASSPHRASE)
        with filing.expect_download() as download:
            filing.locator("form:has([name=passphrase]) .button.main").click()
        download.value.delete()
        filing.close()
        for each in seen.all:
            album.toast(each, "%(who)s saved this table to a file. Anyone who opens it can see every card.", who="Ada")
        album.shows(seen.all)
        for each in seen.all:
            sheet(each.page, "chat", True)
            album.take(each, "chat")
            sheet(each.page, "chat", False)


def play_host_absence(seen: Evening) -> None:
    """Let the host be gone so long that another becomes host, then come back."""
    album, ada, ben = seen.album, seen.ada, seen.ben
    there = seen.others(ada)
    with album.mark_moment("host-gone"):
        ada.player.context.set_offline(True)
        told = ben.page.locator(".toast", has_text=ben.words.gettext("You're the host now, because %(by)s left.")[:8])
        expect(told).to_have_count(1, timeout=HOST_GONE_MS)
        album.toast(ben, "You're the host now, because %(by)s has been gone for a while.", by="Ada")
        for each in (seen.carla, seen.dora, seen.emma):
            album.toast(each, "%(who)s is the host now.", who="Ben")
        album.shows((*there, seen.emma))
        album.menu([ben])
    with album.mark_moment("old-host-is-back"):
        ada.player.context.set_offline(False)
        ada.is_live()
        album.shows([ada])
        album.menu([ada])
        ben.does_of(ada, "host", on="on")
        album.toast(ada, "%(by)s made you a host.", by="Ben")
        album.shows(seen.all)
        ada.does_of(ben, "host", on="off")
        album.toast(ben, "You're no longer a host.")
        album.shows(seen.all)
