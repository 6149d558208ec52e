"""Sentences of the film in its strip, on the narrowest phones.

The longest sentence of every kind has room there, with long names and in every language."""

import random
from collections import defaultdict

import pytest
from playwright.sync_api import ViewportSize

from app.web.games import find_presenter
from app.web.scene.films import Written
from app.web.text.languages import LANGUAGES, catalogue
from app.web.text.sentences import Part, Sentence, Speech
from engine import registry
from engine.core.chance import SeededChance
from engine.core.effects import Effect
from tests.browser.conftest import PHONE, MakePlayer
from tests.browser.sample_tables import get_pose, open_pose, seat_as
from tests.browser.words import WIDE, set_language_and_size
from tests.known import SHIPPED
from tests.whole import WHOLE

pytestmark = pytest.mark.browser

SMALL: ViewportSize = {"width": 320, "height": 640}

NAMES = ("Dame Euphemia Wolverton", "Lord Bartholomew Wigmore", "Wilhelmina Montgomery", "Maximilian", "Ada")
"""Names at the table, of up to 24 letters."""

GAMES_PLAYED = 3

SENTENCES = tuple((language, size) for language in LANGUAGES for size in (SMALL, PHONE))

CUT = """async ([names, told]) => {
    const { write } = await import("/static/js/film/said.js");
    await import("/static/js/page/strip.js");
    const says = document.getElementById("film-say");
    document.getElementById("film").hidden = false;
    names.forEach((name, seat) => { document.querySelector(`#seat-${seat} .name`).textContent = name; });
    const found = [];
    for (const step of told) {
        write(step);
        for (let frame = 0; frame < 6; frame++) await new Promise(done => requestAnimationFrame(done));
        if (says.scrollHeight > says.clientHeight + 4 || says.scrollWidth > says.clientWidth + 1) {
            found.push(`${says.scrollHeight} of ${says.clientHeight} px: ${says.innerText}`);
        }
    }
    return found;
}"""
"""Script that shows sentences in the strip and returns those that are cut."""


def list_longest(game: str, language: str) -> list[Written]:
    """Return the steps of a film with the longest sentence of every kind."""
    presenter, speech = find_presenter(game), Speech(catalogue(language), language)
    by_kind: dict[str, list[tuple[Effect, Sentence]]] = defaultdict(list)
    for effect in play_with_five(game):
        said = presenter.sentence(effect, speech)
        if said is not None and not presenter.is_quiet(effect):
            by_kind[effect.kind].append((effect, said))
    found = [max(each, key=lambda pair: measure(pair[1].parts)) for each in by_kind.values()]
    return [
        {"say": said.parts, "clause": said.clause, "seat": said.actor(effect.seat)}
        | ({"brief": said.brief} if said.brief else {})
        for effect, said in found
    ]


def play_with_five(game: str) -> list[Effect]:
    """Return the effects of some games of five players."""
    rules, told = registry.find(game), list[Effect]()
    for seed in range(GAMES_PLAYED):
        dice, chance = random.Random(seed), SeededChance(bytes([seed]))
        state = rules.new(len(NAMES), {}, chance)
        while asks := rules.asks(state):
            steps = rules.resolve(state, {seat: dice.choice(ask.choices) for seat, ask in asks.items()}, chance)
            told += [step.effect for step in steps]
            state = steps[-1].state
    return told


def measure(parts: tuple[Part, ...]) -> int:
    """Return the number of letters of a sentence."""
    return sum(len(part) if isinstance(part, str) else len(NAMES[part]) for part in parts)


@pytest.mark.slow("tries every sentence in five languages")
@pytest.mark.parametrize("game", SHIPPED)
def test_longest_sentences_fit_the_strip_of_phones(person: MakePlayer, game: str) -> None:
    player, found = seat_as(person()), {}
    for language, size in SENTENCES if WHOLE else SENTENCES[list(SHIPPED).index(game) :: 2]:
        what = set_language_and_size(player, language, size)
        page = open_pose(player, get_pose(game, "action"))
        page.evaluate(WIDE)
        found[what] = page.evaluate(CUT, [NAMES, list_longest(game, language)])
    assert {what: cut for what, cut in found.items() if cut} == {}
