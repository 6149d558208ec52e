"""Page that saves or deletes a table: confirmation, no kept passphrase, no error."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, MakePlayer

pytestmark = pytest.mark.browser

ALIGNED = """() => {
    const [words, flip] = [".flip span", ".flip .switch"].map(name =>
        document.querySelector(name).getBoundingClientRect());
    return Math.abs(words.top + words.height / 2 - flip.top - flip.height / 2) < 2;
}"""

LOUDNESS = """() => ["Save to a file", "Delete everything"].map(text => {
    const button = [...document.querySelectorAll("button")].find(each => each.textContent.trim() === text);
    return getComputedStyle(button).backgroundImage !== "none" || getComputedStyle(button).backgroundColor;
})"""


def test_saving_and_deleting_confirm_and_forget_the_passphrase(person: MakePlayer) -> None:
    ada = person(viewport=PHONE)
    ada.open_room()
    code = ada.page.url.rpartition("/")[2]
    page = ada.page
    page.goto(f"{ada.url}/r/{code}/file")
    assert page.evaluate(ALIGNED)
    assert page.evaluate(LOUDNESS) == [True, "rgba(0, 0, 0, 0)"]
    for field in ("passphrase", "again"):
        page.locator(f"[name={field}]").fill("correct horse battery")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save to a file").click()
    assert download.value.suggested_filename.endswith(".json")
    expect(page.get_by_role("status").filter(has_text="Saved")).to_be_visible()
    for field in ("passphrase", "again"):
        expect(page.locator(f"[name={field}]")).to_have_value("")
    shown = page.locator("[for], label").filter(has_text="to delete the table").inner_text()
    page.locator("[name=confirm]").fill(next(word for word in shown.split() if "-" in word))
    page.get_by_role("button", name="Delete everything").click()
    expect(page.get_by_role("status")).to_have_text("The table has been deleted, with everything that belonged to it.")
    page.goto(ada.url)
    expect(page.get_by_text("has been deleted")).to_have_count(0)
