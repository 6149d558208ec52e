"""State of a page that survives the redrawing of a region: its reader's input."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from app.paths import STATIC
from tests.browser.conftest import MakePlayer
from tests.browser.tables import start_table
from tools.player import Player

pytestmark = pytest.mark.browser

MODULE = STATIC / "js" / "page" / "morph.js"

BEFORE = """<section id="region"><h2>Talk</h2>
  <form id="say"><input id="text" value=""><input name="place" value="here"></form>
  <ol id="list">{lines}</ol>
  <details><summary>More</summary><p>much</p></details>
  <dialog id="asked"><p>Really?</p></dialog>
  <label class="choice"><input type="radio" name="choice" value="castle">Castle</label>
  <label class="choice"><input type="radio" name="choice" value="theft">Theft</label>
  <p class="spins">turns</p><ul><li id="ada">Ada</li><li id="ben">Ben</li><li id="cleo">Cleo</li></ul></section>"""

AFTER = """<section id="region" class="new"><p>Something above</p><h2>Unterhaltung</h2>
  <form id="say" class="open"><p>A note</p><input id="text" value="" maxlength="99">
    <input name="place" value="here"></form>
  <ol id="list">{lines}<li>the last</li></ol>
  <details class="wide"><summary>Mehr</summary><p>more</p><p>and more</p></details>
  <dialog id="asked"><p>Really now?</p></dialog>
  <label class="choice new"><input type="radio" name="choice" value="bid">Bid</label>
  <label class="choice new"><input type="radio" name="choice" value="theft">Diebstahl</label>
  <p class="spins">turns on</p><ul><li id="cleo">Cleo</li><li id="ada">Ada</li><li id="dora">Dora</li></ul></section>"""

LINES = "".join(f"<li>line {number}</li>" for number in range(40))

STYLE = """<style>@keyframes turn { to { rotate: 1turn } } .spins { animation: turn 1000s }
ol { height: 4em; overflow: auto }</style>"""

HOLD = """() => {
    const find = selector => document.querySelector(selector);
    window.held = { text: find("#text"), spins: find(".spins"), ada: find("#ada"), cleo: find("#cleo") };
    window.turns = find(".spins").getAnimations()[0];
    find("#list").scrollTop = 50;
    find("details").open = true;
    find("dialog").show();
    find("[value=theft]").checked = true;
    find("[name=place]").value = "typed elsewhere";
    find("#text").focus();
}"""

KEPT = """() => {
    const find = selector => document.querySelector(selector);
    const text = find("#text");
    return {
        focus: document.activeElement === window.held.text && text === window.held.text,
        typed: text.value,
        caret: [text.selectionStart, text.selectionEnd],
        other: find("[name=place]").value,
        scrolled: find("#list").scrollTop,
        open: find("details").open,
        dialog: find("dialog").open,
        chosen: document.querySelector("[name=choice]:checked")?.value,
        turns: find(".spins").getAnimations()[0] === window.turns && window.turns.playState,
        same: ["ada", "cleo", "spins"].filter(name => find(`#${name}, .${name}`) === window.held[name]),
    };
}"""

WHOLE = {
    "focus": True,
    "typed": "hello",
    "caret": [2, 4],
    "other": "typed elsewhere",
    "scrolled": 50,
    "open": True,
    "dialog": True,
    "chosen": "theft",
    "turns": "running",
    "same": ["ada", "cleo", "spins"],
}

REPLACED = "export function morph(old, fresh) { old.innerHTML = fresh.innerHTML; }"
"""Mutant that replaces the region."""

MORPH = """async ([source, html]) => {
    const { morph } = await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
    const template = document.createElement("template");
    template.innerHTML = html;
    morph(document.getElementById("region"), template.content.firstElementChild);
}"""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Empty page."""
    with browser.new_context() as context:
        yield context.new_page()


def redraw_while_typing(page: Page, source: str) -> dict[str, object]:
    """Redraw the region while somebody types in it; return the state afterwards."""
    page.set_content(STYLE + BEFORE.format(lines=LINES))
    page.evaluate(HOLD)
    page.keyboard.type("hello")
    page.evaluate("() => window.held.text.setSelectionRange(2, 4)")
    page.evaluate(MORPH, [source, AFTER.format(lines=LINES)])
    found: dict[str, object] = page.evaluate(KEPT)
    return found


def morph(page: Page, before: str, after: str) -> str:
    """Redraw a region and return it as it stands afterwards."""
    page.set_content(before)
    page.evaluate(MORPH, [MODULE.read_text(), after])
    drawn: str = page.locator("#region").evaluate("region => region.outerHTML")
    return drawn


def test_reader_state_survives_redrawing(page: Page) -> None:
    assert redraw_while_typing(page, MODULE.read_text()) == WHOLE
    drawn = page.locator("#region").evaluate("region => region.outerHTML.replace(/ open=\"\"/g, '')")
    assert drawn == AFTER.format(lines=LINES)


def test_replaced_region_is_detected(page: Page) -> None:
    found = redraw_while_typing(page, REPLACED)
    assert [name for name in WHOLE if found[name] == WHOLE[name]] == []


@pytest.mark.parametrize("has_move", [True, False])
def test_focus_stays_when_neighbours_change_places(page: Page, has_move: bool) -> None:
    before = "".join(f'<p id="p{n}"><input id="i{n}"></p>' for n in range(4))
    after = "".join(f'<p id="p{n}"><input id="i{n}"></p>' for n in (3, 2, 9, 0, 1))
    for n in range(4):
        page.set_content(f'<div id="region">{before}</div>')
        if not has_move:
            page.evaluate("() => { delete Element.prototype.moveBefore; }")
        page.locator(f"#i{n}").focus()
        page.keyboard.type(f"typed {n}")
        page.evaluate("() => addEventListener('blur', () => { window.isLost = true; }, true)")
        page.evaluate(MORPH, [MODULE.read_text(), f'<div id="region">{after}</div>'])
        assert page.locator("#region").inner_html() == after
        expect(page.locator(f"#i{n}")).to_be_focused()
        expect(page.locator(f"#i{n}")).to_have_value(f"typed {n}")
        assert not page.evaluate("() => window.isLost")


def test_composition_of_letters_is_not_interrupted(page: Page) -> None:
    page.set_content(STYLE + BEFORE.format(lines=LINES))
    page.locator("#text").focus()
    ends = "() => document.addEventListener('compositionend', () => { window.ended = true; })"
    page.evaluate(ends)
    line = page.context.new_cdp_session(page)
    line.send("Input.imeSetComposition", {"text": "か", "selectionStart": 1, "selectionEnd": 1})
    page.evaluate(
        MORPH, [MODULE.read_text(), AFTER.format(lines=LINES).replace('id="text" value=""', 'id="text" value="x"')]
    )
    assert not page.evaluate("() => window.ended")
    line.send("Input.imeSetComposition", {"text": "かん", "selectionStart": 2, "selectionEnd": 2})
    line.send("Input.insertText", {"text": "漢"})
    expect(page.locator("#text")).to_have_value("漢")


def test_new_value_from_server_shows_in_idle_fields(page: Page) -> None:
    morph(page, '<div id="region"><input name="minutes" value="5"></div>',
            '<div id="region"><input name="minutes" value="9"></div>')  # fmt: skip
    expect(page.locator("input")).to_have_value("9")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('<i><select><option value="a">A</option><option value="b">B</option></select></i>',
         '<i><select><option value="c">C</option><option value="b">B!</option></select></i>'),
        ('<b>A<input type="radio" name="x" value="a"></b><b>B<input type="radio" name="x" value="b"></b>',
         '<b>C<input type="radio" name="x" value="c"></b><b>B!<input type="radio" name="x" value="b"></b>'),
    ],
)  # fmt: skip
def test_selection_never_moves_to_another_choice(page: Page, before: str, after: str) -> None:
    chosen = """() => (document.querySelector("select") ?? document.querySelector(":checked"))?.value"""
    for pick, stays in (("b", "b"), ("a", "b" if "select" in before else None)):
        page.set_content(f'<div id="region">{before}</div>')
        page.locator("select, input").first.evaluate(
            """(first, pick) => {
                if (first.matches("select")) first.value = pick;
                else document.querySelector(`[value=${pick}]`).checked = true;
            }""",
            pick,
        )
        page.evaluate(MORPH, [MODULE.read_text(), f'<div id="region">{after}</div>'])
        assert page.evaluate(chosen) == stays


@pytest.mark.parametrize(
    "after",
    [
        '<div id="region" data-x="1"><svg viewBox="0 0 1 1"><use href="#a"></use></svg>text</div>',
        '<div id="region"><template><b>two</b></template><!--note--></div>',
        '<div id="region"></div>',
        '<p id="region">another element</p>',
        '<div id="region"><p class="b">2</p><p class="a">1</p><b>3</b>x<p class="a">1</p></div>',
    ],
)
def test_morph_ends_as_drawn(page: Page, after: str) -> None:
    before = '<div id="region" class="x"><p class="a">1</p>y<svg><g></g></svg><template><b>one</b></template></div>'
    assert morph(page, before, after) == after
    assert morph(page, after, before) == before


def test_morph_runs_no_script(page: Page) -> None:
    page.route("**/*.js", lambda route: route.fulfill(body="window.isRun = true"))
    scripts = '<script>window.isRun = true</script><script src="https://e.x/a.js"></script>'
    morph(page, '<div id="region"><script>1</script></div>', f'<div id="region">{scripts}</div>')
    page.evaluate("() => new Promise(done => setTimeout(done))")
    assert page.evaluate("() => window.isRun") is None


@pytest.mark.parametrize("languages", [("en", "de"), ("fr", "it")])
def test_typing_goes_on_while_others_chat(person: MakePlayer, languages: tuple[str, str]) -> None:
    ada, ben = start_table(person, "Ada", "Ben")
    for player, language in zip((ada, ben), languages, strict=True):
        player.context.add_cookies([{"name": "signet-language", "value": language, "url": player.url}])
        player.page.reload()
        expect(player.page.locator("#status")).to_have_attribute("data-state", "live")
        player.page.locator("#chat").evaluate("sheet => sheet.matches(':popover-open') || sheet.showPopover()")
    ada.page.locator("#chat-text").focus()
    ada.page.keyboard.type("half a line")
    ada.page.evaluate("""() => {
        window.field = document.activeElement;
        window.field.setSelectionRange(4, 6);
        document.getElementById("chat-phrases").open = true;
    }""")
    send_message(ben, "and meanwhile")
    expect(ada.page.locator("#chat .line").filter(has_text="and meanwhile")).to_have_count(1)
    assert ada.page.evaluate("""() => {
        const field = document.activeElement;
        return [field === window.field, field.value, field.selectionStart, field.selectionEnd,
            document.getElementById("chat-phrases").open];
    }""") == [True, "half a line", 4, 6, True]


def send_message(player: Player, text: str) -> None:
    """Type a message and send it."""
    player.page.locator("#chat-text").fill(text)
    player.page.locator("#chat-text").press("Enter")
