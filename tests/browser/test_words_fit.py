"""Words stay whole on sheets and on the page of all rounds.

The tests use five languages and three sizes. The accessibility tests check the words of each prompt and phase."""

from itertools import cycle, product

import pytest
from playwright.sync_api import ViewportSize, expect

from app.web.text.languages import LANGUAGES, Catalogue, catalogue
from engine import registry
from engine.adel_verpflichtet.edition import read_shipped
from tests.browser.access import HELD, list_poses
from tests.browser.conftest import DESK, PHONE, MakePlayer
from tests.browser.sample_tables import get_pose, open_pose, seat_as
from tests.browser.tables import start_table
from tests.browser.words import find_misfits, list_languages_and_sizes, set_language_and_size
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


def test_check_finds_broken_and_cut_words(person: MakePlayer) -> None:
    page = person().page
    page.set_content(FAULTY)
    found = find_misfits(page, "faulty")
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
    ada = seat_as(person())
    ada.context.add_init_script(HELD)
    found = []
    for language, size in list_languages_and_sizes(game):
        look = set_language_and_size(ada, language, size)
        page = open_pose(ada, get_pose(game, "action"))
        for id in ("menu", "settings", "more-1", "log", "last_round"):
            sheet = page.locator(f"#{id}")
            sheet.evaluate("sheet => sheet.showPopover()")
            expect(sheet).to_be_visible()
            found += find_misfits(page, f"{id} {look}", f"#{id}")
            page.keyboard.press("Escape")
    assert found == []


@pytest.mark.slow("draws tables in every language on two phones")
@pytest.mark.parametrize("game", registry.GAMES)
def test_card_button_and_label_words_fit_a_phone(person: MakePlayer, game: str) -> None:
    """The hand is a game's first, which has most cards; other prompts follow."""
    ada, *_ = start_table(person, "Ada", bots=4, game=game)
    ada.wait_for_turn()
    ada.context.add_init_script(HELD)
    begun, found = ada.page.url, list[str]()
    kinds = [each for each in list_poses(game) if each.phase == "playing"]
    for language, size in product(LANGUAGES, PHONES):
        look = set_language_and_size(ada, language, size)
        ada.page.goto(begun)
        expect(ada.page.locator("#hand .piece:visible, #prompt .choice").first).to_be_visible()
        found += find_misfits(ada.page, f"begun {look}")
    seat_as(ada)
    for language, size in product(LANGUAGES, PHONES) if WHOLE else zip(LANGUAGES, cycle(PHONES)):
        look = set_language_and_size(ada, language, size)
        for each in kinds:
            found += find_misfits(open_pose(ada, each), f"{each.name} {look}")
    assert found == []


@pytest.mark.slow("puts long titles on the sill, in every language")
def test_longest_object_titles_fit_the_window(person: MakePlayer) -> None:
    ada = seat_as(person(viewport=DESK))
    found = []
    for language in LANGUAGES:
        look = set_language_and_size(ada, language, DESK)
        page = open_pose(ada, get_pose("adel_verpflichtet", "location"))
        titles = page.locator(".place-window .object > .title")
        expect(titles.first).to_be_visible()
        words = catalogue(language)
        named = sorted((words.gettext(each.name) for each in read_shipped().objects), key=len)
        for name in named[-8:]:
            shown = words.on_face(name) if isinstance(words, Catalogue) else name
            titles.evaluate_all("(all, shown) => all.forEach(each => { each.textContent = shown; })", shown)
            found += find_misfits(page, f"{look} {shown}", ".place-window")
    assert found == []


@pytest.mark.parametrize("game", registry.GAMES)
def test_all_rounds_have_whole_words(person: MakePlayer, game: str) -> None:
    ada = seat_as(person())
    found = []
    for language, size in list_languages_and_sizes(game):
        look = set_language_and_size(ada, language, size)
        ada.page.goto(f"{ada.url}/r/{get_pose(game, 'finished').code}/rounds")
        found += find_misfits(ada.page, f"rounds {look}")
    assert found == []
