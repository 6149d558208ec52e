"""Words keep whole and in sight on sheets and on the page of all rounds, in five languages and three sizes. At every
ask and phase they are looked at together with the rules of access."""

from itertools import cycle, product

import pytest
from playwright.sync_api import ViewportSize, expect

from app.web.text.languages import LANGUAGES, Catalogue, catalogue
from engine import registry
from engine.adel_verpflichtet.edition import shipped
from tests.browser.access import HELD, of_every_kind
from tests.browser.conftest import DESK, PHONE, MakePlayer
from tests.browser.posed import go, pose, seat
from tests.browser.tables import table
from tests.browser.words import misfits, speaks, spoken
from tests.whole import WHOLE

pytestmark = pytest.mark.browser

PHONES: tuple[ViewportSize, ...] = (PHONE, {"width": 390, "height": 844})

FAULTY = """<html lang="en"><title>Faulty</title><style>
    p { width: 60px; overflow-wrap: anywhere } div { width: 60px; overflow: hidden; white-space: nowrap }
    .name { display: block; overflow: hidden; text-overflow: ellipsis }
    .box { height: 40px; white-space: normal } .box .rolls { height: 100%; overflow-y: auto; white-space: normal }
</style><p>Auktionshaus</p><div id=a>Detective work</div><div><b class=name>Euphemia-Sophie</b></div>
<p>Low</p>
<div id=b class=box><div class=rolls style="width: auto">all of this can be rolled to</div></div>
<div id=c class=box>nothing of this can be rolled to</div>
<button class=button style="width: 40px; padding: 0; white-space: nowrap">Detective work</button>
<div id=d class="box low"><div class=rolls style="height: 200px">the end of this can't be rolled to</div></div>
</html>"""


def test_broken_and_cut_words_are_found(person: MakePlayer) -> None:
    page = person().page
    page.set_content(FAULTY)
    found = misfits(page, "faulty")
    assert [each.partition(" (")[0] for each in found] == [
        "faulty: broken Auktionshaus",
        "faulty: cut by a",
        "faulty: cut by box",
        "faulty: out of button",
        "faulty: cut by box low",
    ]


@pytest.mark.slow("draws a table in several languages")
@pytest.mark.parametrize("game", registry.GAMES)
def test_sheets_have_whole_words(person: MakePlayer, game: str) -> None:
    ada = seat(person())
    ada.context.add_init_script(HELD)
    found = []
    for language, size in spoken(game):
        look = speaks(ada, language, size)
        page = go(ada, pose(game, "action"))
        for id in ("menu", "settings", "more-1", "log", "last_round"):
            sheet = page.locator(f"#{id}")
            sheet.evaluate("sheet => sheet.showPopover()")
            expect(sheet).to_be_visible()
            found += misfits(page, f"{id} {look}", f"#{id}")
            page.keyboard.press("Escape")
    assert found == []


@pytest.mark.slow("draws tables in every language on two phones")
@pytest.mark.parametrize("game", registry.GAMES)
def test_no_word_of_a_card_a_button_or_a_label_is_cut_on_a_phone(person: MakePlayer, game: str) -> None:
    """With the hand that a game begins with, which has most cards, and at other asks."""
    ada, *_ = table(person, "Ada", bots=4, game=game)
    ada.wait_for_turn()
    ada.context.add_init_script(HELD)
    begun, found = ada.page.url, list[str]()
    kinds = [each for each in of_every_kind(game) if each.phase == "playing"]
    for language, size in product(LANGUAGES, PHONES):
        look = speaks(ada, language, size)
        ada.page.goto(begun)
        expect(ada.page.locator("#hand .piece:visible, #prompt .choice").first).to_be_visible()
        found += misfits(ada.page, f"begun {look}")
    seat(ada)
    for language, size in product(LANGUAGES, PHONES) if WHOLE else zip(LANGUAGES, cycle(PHONES)):
        look = speaks(ada, language, size)
        for each in kinds:
            found += misfits(go(ada, each), f"{each.name} {look}")
    assert found == []


@pytest.mark.slow("puts long titles on the sill, in every language")
def test_the_longest_titles_of_objects_fit_the_breadth_of_a_window(person: MakePlayer) -> None:
    ada = seat(person(viewport=DESK))
    found = []
    for language in LANGUAGES:
        look = speaks(ada, language, DESK)
        page = go(ada, pose("adel_verpflichtet", "location"))
        titles = page.locator(".place-window .object > .title")
        expect(titles.first).to_be_visible()
        words = catalogue(language)
        named = sorted((words.gettext(each.name) for each in shipped().objects), key=len)
        for name in named[-8:]:
            shown = words.on_face(name) if isinstance(words, Catalogue) else name
            titles.evaluate_all("(all, shown) => all.forEach(each => { each.textContent = shown; })", shown)
            found += misfits(page, f"{look} {shown}", ".place-window")
    assert found == []


@pytest.mark.parametrize("game", registry.GAMES)
def test_all_rounds_have_whole_words(person: MakePlayer, game: str) -> None:
    ada = seat(person())
    found = []
    for language, size in spoken(game):
        look = speaks(ada, language, size)
        ada.page.goto(f"{ada.url}/r/{pose(game, 'finished').code}/rounds")
        found += misfits(ada.page, f"rounds {look}")
    assert found == []
