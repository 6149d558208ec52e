"""Evening of both games with everything that friends share.

Ada and Ben share a tablet, Carla has a phone, Dora a desk, Emil a phone that is a hand only. A television shows the
table, and two look on from the gallery. Their devices speak five languages."""

import shutil
import subprocess

from playwright.sync_api import Browser, Error, Locator, Page, expect

from engine import registry
from tools.player import Player
from tools.screenshots.album import BrokenEveningError
from tools.screenshots.camera import Camera
from tools.screenshots.friends import button_of
from tools.screenshots.together.people import Together, gather, send
from tools.served import Served
from tools.shared_tablet import CURTAIN

PART = "together"
AT_ONCE = {"grace": "0", "bot_pace": "0", "watchers": "public"}
FILMED_MS = 180_000
"""Patience with a browser that films without a graphics card."""


def together(browser: Browser, server: Served, camera: Camera) -> None:
    """Play the whole evening.

    Raises BrokenEveningError with what the pages complained of."""
    seen = gather(browser, server, camera.folder / PART)
    try:
        first, second = registry.GAMES
        _meet(seen, first)
        _play_game(seen)
        _film_clip(seen)
        _agree_on_date(seen)
        _deal_again(seen)
        _change_game(seen, second)
        _play_game(seen)
        _film_clip(seen)
    except (Error, AssertionError):
        seen.take("broken")
        raise
    finally:
        for each in seen.all:
            each.context.close()
    problems = [f"{each.name}: {problem}" for each in seen.all for problem in each.problems]
    if problems:
        raise BrokenEveningError("\n".join(["the evening came to its end, but:", *problems]))


def _meet(seen: Together, game: str) -> None:
    """Sit down, choose colours, show the table on the television, say hello."""
    ada, tv = seen.tablet.player, seen.television
    tv.page.goto(f"{tv.url}/screen")
    seen.take("television-waits", [tv])
    link = ada.open_room(game, **AT_ONCE)
    ada.page.locator(".menu-button").click()
    watch = ada.page.locator("#menu-watch-link").input_value()
    ada.page.keyboard.press("Escape")
    seen.tablet.add("Ben")
    for each in seen.remote:
        each.page.goto(link)
        form = each.page.locator("form:has(input[name=name])")
        form.locator("input[name=name]").fill(each.name)
        form.locator(".button.main").click()
        expect(each.page.locator("#chairs")).to_be_visible()
    code = tv.page.locator(".waits-code b").inner_text()
    dora = seen.dora.page
    dora.goto(f"{tv.url}/screen/{code.replace('-', '')}")
    dora.locator("form .button.main").first.click()
    expect(tv.page.locator("#chair-4")).to_contain_text("Emil")
    sound = tv.page.locator("#sound-on")
    expect(sound).to_be_focused()
    tv.page.keyboard.press("Enter")
    expect(sound).to_be_hidden()
    for each in seen.gallery:
        each.page.goto(watch)
    dora.locator("details:has(> .identity)").evaluate("fold => { fold.open = true; }")
    dora.locator(".identity button[value=tower]").click()
    # blue is Ben's, so he is asked for it
    dora.locator(".identity button[value=blue]").click()
    seen.carla.say("Bonsoir !")
    seen.dora.say("Guten Abend, ist jemand schon bestohlen worden?")
    expect(tv.page.locator(".bubble").first).to_be_visible()
    seen.take("lobby")


def _play_game(seen: Together) -> None:
    """Begin the game, play some reveals by hand, and let bots play it to its end."""
    seen.tablet.open_hand("Ada")
    seen.tablet.page.locator(".start-button").click()
    for each in (*seen.remote, seen.television):
        _wait_for_game(each)
    expect(seen.tablet.page.locator(CURTAIN)).to_be_visible()
    hand = seen.emil.page.locator(".hand-only button").first
    if hand.is_visible():
        hand.click()
    for each in seen.gallery:
        _guess(each)
    seen.take("choosing")
    seen.tablet.find_hands("Ada").click()
    seen.take("hand-of-ada", [seen.tablet.player])
    seen.tablet.pass_on()
    for _ in range(4):
        _choose_once(seen)
    _react_to_film(seen)
    _let_bots_play(seen)


def _wait_for_game(player: Player) -> None:
    """Wait until a game runs; a hand alone shows no board of it.

    A page does not leave on its own what somebody still reads."""
    bar = player.page.locator("#next-game:not([hidden])")
    expect(player.page.locator("#phase[data-phase=playing]").or_(bar)).to_be_attached()
    if bar.is_visible():
        bar.locator("button").click()
    expect(player.page.locator("#phase")).to_have_attribute("data-phase", "playing")


def _guess(watcher: Player) -> None:
    """Seal the first answer to every question."""
    form = watcher.page.locator("#guesses form")
    expect(form).to_be_visible()
    for seat in watcher.page.locator("#guesses fieldset").all():
        seat.locator("label").first.click()
    name = watcher.page.locator("#guesses input[name=name]")
    if name.is_visible():
        name.fill(watcher.name)
    watcher.page.locator("#guesses button").click()
    expect(watcher.page.locator(".guess-sealed")).to_be_visible()


def _choose_once(seen: Together) -> None:
    """Let everybody choose who has to."""
    seen.tablet.play_due_hands()
    for each in seen.remote:
        if each.is_asked:
            each.choose()
    seen.dora.page.wait_for_timeout(300)


def _react_to_film(seen: Together) -> None:
    """Wait for a film at the desk, laugh and talk during it."""
    dora, signs = seen.dora.page, seen.dora.page.locator("#film-signs button")
    for _ in range(20):
        _choose_once(seen)
        if signs.first.is_visible():
            break
    signs.nth(1).click()
    seen.carla.say("Au voleur !")
    expect(dora.locator(".risen").first).to_be_visible()
    seen.take("film")


def _let_bots_play(seen: Together) -> None:
    """Put bots onto all seats until the end, and take them off again."""
    seats = {}
    for name in ("Ada", "Ben"):
        seen.tablet.open_hand(name)
        seats[name] = _read_seat(seen.tablet.player)
        send(seen.tablet.player, do="stand_in", seat=seats[name], level="normal")
        seen.tablet.pass_on()
    for each in seen.remote:
        seats[each.name] = _read_seat(each)
        send(each, do="stand_in", seat=seats[each.name], level="normal")
    for each in seen.all:
        expect(each.page.locator("#end")).to_be_visible(timeout=FILMED_MS)
    seen.take("end")
    for name in ("Ada", "Ben"):
        seen.tablet.open_hand(name)
        send(seen.tablet.player, do="stand_in", seat=seats[name], level="")
        seen.tablet.pass_on()
    for each in seen.remote:
        send(each, do="stand_in", seat=seats[each.name], level="")


def _read_seat(player: Player) -> str:
    return (player.page.locator("#guests .is-you").get_attribute("id") or "").removeprefix("seat-")


def _film_clip(seen: Together) -> None:
    """Film the last reveal at the desk, and check the file where ffprobe is installed."""
    page = seen.dora.new_page()
    page.goto(f"{seen.dora.page.url.split('#')[0]}/clip")
    expect(page.locator("#clip-save")).to_be_visible(timeout=FILMED_MS)
    with page.expect_download() as saving:
        page.locator("#clip-save").click()
    file = seen.folder / f"{seen.moments:02}-{saving.value.suggested_filename}"
    saving.value.save_as(file)
    page.close()
    probe = shutil.which("ffprobe")
    if probe is not None:
        shown = "stream=codec_name,width,height,duration:format=size"
        command = [probe, "-v", "error", "-show_entries", shown, "-of", "compact", str(file)]
        print(subprocess.run(command, check=True, capture_output=True, text=True).stdout, flush=True)


def _agree_on_date(seen: Together) -> None:
    """Propose a date by one tap; all others say by one tap that they can."""
    _find_dates(seen.carla.page, "[data-preset=saturday]").click()
    for each in (seen.dora, seen.emil):
        _find_dates(each.page, ".date-answer").first.click()
    for name in ("Ada", "Ben"):
        seen.tablet.open_hand(name)
        _find_dates(seen.tablet.page, ".date-answer").first.click()
        if name == "Ada":
            seen.tablet.pass_on()
    expect(seen.carla.page.locator("#dates .is-fixed")).to_be_visible()
    seen.take("date", [seen.carla, seen.dora, seen.emil, seen.tablet.player])
    seen.tablet.pass_on()


def _find_dates(page: Page, part: str) -> Locator:
    return page.locator(f"#dates {part}")


def _deal_again(seen: Together) -> None:
    """Deal the same cards once more with changed hands, end by votes, and compare."""
    seen.tablet.open_hand("Ada")
    page = seen.tablet.page
    page.locator("#same-cards summary").click()
    page.locator(f"#same-cards {button_of('again', rotate='on')}").click()
    for each in seen.remote:
        _wait_for_game(each)
        send(each, do="vote", motion="end", on="on")
    for each in seen.all:
        expect(each.page.locator("#end")).to_be_visible(timeout=FILMED_MS)
    compare = seen.dora.page.locator("a[href$='/comparison']")
    expect(compare).to_be_visible()
    page = seen.dora.page
    place = page.url
    page.goto(f"{place}/comparison")
    seen.take("comparison", [seen.dora])
    page.goto(place)


def _change_game(seen: Together, game: str) -> None:
    """Go back to the lobby with another game."""
    seen.tablet.open_hand("Ada")
    page = seen.tablet.page
    page.locator(f"#end {button_of('lobby')}").click()
    page.locator(f"#start {button_of('lobby', game=game)}").click()
    for each in seen.all:
        expect(each.page.locator("#phase")).to_have_attribute("data-game", game)
    seen.take("second-lobby")
    if seen.tablet.page.locator(CURTAIN).is_visible():
        return
    seen.tablet.pass_on()
