"""Club's words: every table says that they decide its cards, nobody reads them."""

import io

from pydantic import SecretStr

from app import logs
from app.rooms.model.ids import RoomCode
from app.rooms.play.dealing import derive_seed
from app.web.games import find_presenter
from app.web.games.lesson import is_lesson_seed
from app.web.keys import derive_club_secret
from tests.abuse.browsers import Browser
from tests.rooms.builders import game_of
from tests.secrecy.test_shared_deals import read_everything
from tests.web.routes.test_export import play_to_the_end
from tests.web.routes.test_replay import device, page
from tests.web.tables import GAME, Table, a_web
from tests.web.test_canaries import the_room

WORDS = "Nine blue herons"


def test_words_and_their_secret_are_in_no_answer() -> None:
    said = io.StringIO()
    logs.set_up("debug", said)
    with a_web(seed=SecretStr(WORDS), metrics_token=SecretStr("m" * 16), admin_token=SecretStr("a" * 16)) as web:
        table = web.open("Ada", "Ben")
        assert "All cards here come from the club" in page(table, "", device(table, 0))
        assert table.post(0, do="begin").is_success
        running = game_of(the_room(table))
        shown = "".join(answer.text for answer in read_everything(table))
        assert running.seed not in shown
        play_to_the_end(table)
        shown += "".join(answer.text for answer in read_everything(table))
        shown += web.client.get("/metrics", headers={"authorization": f"Bearer {'m' * 16}"}).text
    assert running.seed in shown
    for secret in (WORDS, derive_club_secret(WORDS), running.deal.dice):
        assert secret and secret not in shown + said.getvalue()


def test_same_words_deal_the_same_cards_on_two_servers() -> None:
    seeds = []
    for words in (WORDS, f" {WORDS.upper()} ", "Ten blue herons"):
        with a_web(seed=SecretStr(words)) as web:
            seeds.append(game_of(the_room(web.playing("Ada", "Ben"))).seed)
    assert seeds[0] == seeds[1] == derive_seed(derive_club_secret(WORDS), GAME, 1)
    assert seeds[2] != seeds[0]


def test_lessons_of_a_club_keep_their_deals() -> None:
    with a_web(seed=SecretStr(WORDS)) as web:
        browser = Browser(web)
        table = Table(web, RoomCode(browser.open_room("Ada", "/lesson")), {}, [browser.device or ""])
        game = game_of(the_room(table))
    assert game.deal.dealt_from == ""
    assert is_lesson_seed(GAME, find_presenter(GAME).lesson, game.seed)
