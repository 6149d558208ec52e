"""Social actions at a table, by plain forms.

Every button is on its page, does what it says, and appears for nobody else."""

import re
from collections.abc import Iterator
from html import escape, unescape
from html.parser import HTMLParser

import pytest

from engine import registry
from tests.known import has_presenter, lacks
from tests.web.routes.test_rooms import Browser, join_link
from tests.web.tables import GAME, Web, a_web

SLOW = {"option.clock.mode": "gentle", "option.clock.per_ask": "172800", "option.clock.bank": "0"}


class Forms(HTMLParser):
    """Parser that collects forms by their fields, and the fields each button adds."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.pressed: list[tuple[str, dict[str, str]]] = []
        self._fields: dict[str, str] | None = None
        self._button: dict[str, str] | None = None
        self._label = self._listed = ""
        self._is_drawing = False
        self._of: list[tuple[str, dict[str, str]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._fields, self._of = {}, []
        elif self._fields is not None and tag == "input" and found.get("type", "text") in ("hidden", "number", "text"):
            self._fields[found.get("name", "")] = found.get("value", "")
        elif self._fields is not None and tag == "select":
            self._listed = found.get("name", "")
        elif self._fields is not None and tag == "option" and "selected" in found:
            self._fields[self._listed] = found.get("value", "")
        elif self._fields is not None and tag == "input" and found.get("type") == "radio" and "checked" in found:
            self._fields[found.get("name", "")] = found.get("value", "")
        elif self._fields is not None and tag == "button":
            self._button, self._label = found, ""
        elif tag == "small" or (tag == "i" and found.get("aria-hidden") == "true"):
            self._is_drawing = True

    def handle_data(self, data: str) -> None:
        if self._button is not None and not self._is_drawing:
            self._label += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "button" and self._button is not None:
            own = {self._button["name"]: self._button.get("value", "")} if "name" in self._button else {}
            self._of.append((" ".join(self._label.split()), own))
            self._button = None
        elif tag in ("i", "small"):
            self._is_drawing = False
        elif tag == "form" and self._fields is not None:
            self.pressed += [(label, self._fields | own) for label, own in self._of]
            self._fields = None


class Person(Browser):
    """Browser that presses buttons by their labels."""

    def __init__(self, web: Web, code: str = "") -> None:
        super().__init__(web)
        self.code = code

    @property
    def page(self) -> str:
        """Room as this person sees it."""
        answer = self.get(f"/r/{self.code}")
        assert answer.status_code == 200, answer.text
        return answer.text

    def buttons(self) -> list[str]:
        """Return the labels of all buttons of commands."""
        return [label for label, fields in Forms(self.page).pressed if "do" in fields]

    def press(self, label: str, **also: str) -> None:
        """Press the one button with this label."""
        fitting = [fields for said, fields in Forms(self.page).pressed if said == label]
        assert fitting, (label, self.buttons())
        # browsers end a field's lines with CR LF
        fields = {name: value.replace("\n", "\r\n") for name, value in (fitting[0] | also).items() if name}
        answer = self.post(f"/r/{self.code}/do", **fields)
        assert answer.status_code == 303, answer.text


@pytest.fixture
def people() -> Iterator[list[Person]]:
    """Ada, the host, Ben and Carla in a lobby."""
    with a_web() as web:
        yield lobby(web)


def lobby(web: Web, *names: str, game: str = GAME) -> list[Person]:
    """Return these people in a lobby, or Ada, Ben and Carla."""
    ada, *others = [Person(web) for _ in names or range(3)]
    answer = ada.post("/rooms", game=game, name=(names or ("Ada",))[0])
    ada.code = str(answer.headers["location"]).removeprefix("/r/")
    for person, name in zip(others, names[1:] or ("Ben", "Carla"), strict=True):
        person.code = ada.code
        assert person.post(join_link(ada, ada.code), name=name).status_code == 303
    ada.post(f"/r/{ada.code}/do", **{"do": "options", "option.grace": "0", "option.bot_pace": "0"})
    return [ada, *others]


def begin(people: list[Person], **options: str) -> None:
    """Begin the game."""
    if options:
        assert people[0].post(f"/r/{people[0].code}/do", do="options", **options).status_code == 303
    people[0].press(f"Start with {len(people)} players")


def chair(page: str, seat: int) -> str:
    """Return the words on a chair of the lobby."""
    found = re.search(rf'id="chair-{seat}">.*?<span class="chair-who">(.*?)</span>', page, re.DOTALL)
    assert found is not None
    return " ".join(re.sub(r"<[^>]*>", " ", found.group(1)).split())


def test_player_may_change_to_free_seat_and_host_swaps_two(people: list[Person]) -> None:
    ada, ben, carla = people
    carla.press("Sit here")
    assert chair(ada.page, 2) == "Free seat"
    assert chair(ada.page, 3) == "Carla offline"
    assert "Swap seats with" not in ben.page
    ada.press("Ben", seat="0")
    assert chair(ada.page, 1) == "Ada you, host, here"
    assert chair(ben.page, 0) == "Ben you, here"
    ada.press("Free seat 5", seat="1")
    assert chair(ada.page, 4) == "Ada you, host, here"


def test_hosts_are_made_and_unmade_and_several_may_begin(people: list[Person]) -> None:
    ada, ben, carla = people
    assert "Remove as host Ada" not in ada.buttons(), "the last host stays"
    ada.press("Make host Ben")
    assert chair(carla.page, 1) == "Ben host, offline"
    assert "Start with 3 players" in ben.buttons()
    assert "can start the game" in carla.page
    ben.press("Remove as host Ada")
    assert "Start with 3 players" not in ada.buttons()
    assert chair(ada.page, 0) == "Ada you, here"


def test_removed_player_loses_seat_and_old_link_leads_nowhere(people: list[Person]) -> None:
    ada, ben, _ = people
    link = join_link(ada, ada.code)
    assert not any(label.startswith("Remove") for label in ben.buttons())
    assert "Remove from the table Ada" not in ada.buttons()
    ada.press("Remove from the table Ben")
    assert chair(ada.page, 1) == "Free seat"
    assert ben.post(link, name="Ben").status_code == 404
    assert join_link(ada, ada.code) != link


def test_locked_table_says_so_and_lets_no_new_player_join(people: list[Person]) -> None:
    ada, ben, _ = people
    dora = Person(ada.web, ada.code)
    ada.press("Lock the table")
    assert "nobody new can join" in ben.page
    assert "Unlock the table" not in ben.buttons()
    assert dora.post(join_link(ada, ada.code), name="Dora").status_code == 409
    ada.press("Unlock the table")
    link = join_link(ada, ada.code)
    ada.press("New code and invite link")
    assert join_link(ben, ada.code) != link
    assert dora.post(join_link(ada, ada.code), name="Dora").status_code == 303


def test_another_game_is_put_on_the_table(people: list[Person]) -> None:
    ada, ben, _ = people
    other = next(key for key in registry.GAMES if key != GAME)
    ada.press(f"Play {registry.find(other).title} instead")
    assert escape(registry.find(other).title) in ben.page
    assert f'data-game="{other}"' in ben.page


def test_who_says_so_is_away_until_back(people: list[Person]) -> None:
    ada, ben, _ = people
    begin(people)
    ben.press("I'm away")
    seat = re.search(r'<li id="seat-1".*?</li>', ada.page, re.DOTALL)
    assert seat is not None
    assert 'data-presence="away"' in seat.group() and ">away<" in seat.group()
    assert "Away for now." in ada.page
    ben.press("I'm back")
    assert "Away for now." not in ada.page


def test_majority_vote_ends_game_and_page_says_so(people: list[Person]) -> None:
    ada, ben, carla = people
    begin(people)
    assert "to end the game." not in carla.page
    ben.press("Vote to end the game")
    assert "1 of 3 players agree; 2 needed." in carla.page
    assert "Me too" in carla.buttons()
    ben.press("Withdraw")
    assert "Me too" not in carla.buttons()
    ben.press("Vote to end the game")
    carla.press("Me too")
    for person in people:
        assert "This game was ended early" in person.page
    assert "Play again" in ada.buttons()
    assert "Play again" not in ben.buttons()
    assert ben.get(f"/r/{ben.code}/replay").status_code == 200
    assert ben.get(f"/r/{ben.code}/rounds").status_code == 200
    ada.press("Play again")
    assert "This game was ended early" not in ben.page


def test_more_than_half_begin_the_game_anew(people: list[Person]) -> None:
    ada, ben, _ = people
    begin(people)
    ada.press("Vote to restart")
    ben.press("Me too")
    assert 'data-phase="playing"' in ben.page
    assert "to restart the game." not in ben.page


def test_a_host_changes_clock_and_pace_of_a_running_game(people: list[Person]) -> None:
    ada, ben, _ = people
    begin(people)
    assert "/pace" not in ben.page
    assert ben.get(f"/r/{ben.code}/pace").status_code == 403
    for asked, has_days in (({"option.clock": "week"}, True), ({"option.clock": "", "option.clock.bank": "60"}, False)):
        pressed = Forms(ada.get(f"/r/{ada.code}/pace").text).pressed
        fields = next(fields for label, fields in pressed if label == "Save" and "option.grace" in fields)
        assert {"option.grace", "option.bot_pace", "option.clock", "option.clock.mode"} <= fields.keys()
        answer = ada.post(f"/r/{ada.code}/do", **fields | asked)
        assert answer.status_code == 303
        assert "Add time" in ben.page
        if has_days:
            assert "+ 1 day" in ben.page and 'data-reserve="1209600000"' in ben.page
    assert 'data-reserve="60000"' in ben.page, "the figures are those of the clock before it, but for the one named"


def test_slow_clock_lets_players_give_days_but_only_to_others(people: list[Person]) -> None:
    _, ben, _ = people
    begin(people, **SLOW)
    before = ben.page
    # for both other players: in their sheets, and where the page names whom it waits for
    assert before.count("+ 5 minutes") == 4
    assert before.count("+ 1 day") == 4
    deadline = re.search(r'data-until="(\d+)"', people[0].page)
    ben.press("+ 1 day", seat="0")
    later = re.search(r'data-until="(\d+)"', people[0].page)
    assert deadline is not None and later is not None
    assert int(later.group(1)) - int(deadline.group(1)) == 86_400_000


def test_host_gives_seat_to_stand_in_and_takes_it_back(people: list[Person]) -> None:
    ada, ben, carla = people
    begin(people)
    assert "Let a bot stand in" in ada.buttons()
    ada.press("Let a bot stand in", seat="1")
    assert "A bot is standing in for you" in ben.page
    assert "Give the seat back" not in carla.buttons()
    ada.press("Give the seat back")
    assert "A bot is standing in for you" not in ben.page


def test_rematch_rotates_everyone_one_seat_and_table_returns_to_lobby(people: list[Person]) -> None:
    ada, ben, carla = people
    begin(people)
    for person in (ben, carla):
        person.press("Vote to end the game" if person is ben else "Me too")
    assert "Play again, seats rotated" not in ben.buttons()
    ada.press("Play again, seats rotated")
    assert re.search(r'<li id="seat-1"[^>]*is-you', ada.page)
    assert re.search(r'<li id="seat-0"[^>]*is-you', carla.page)
    ben.press("Vote to end the game")
    carla.press("Me too")
    ada.press("Change game or players")
    assert 'data-phase="lobby"' in ben.page


def test_player_joining_after_game_is_rendered_without_hand(people: list[Person]) -> None:
    ada, ben, carla = people
    begin(people)
    ben.press("Vote to end the game")
    carla.press("Me too")
    dora = Person(ada.web, ada.code)
    assert dora.post(join_link(ada, ada.code), name="Dora").status_code == 303
    assert "Dora" in ada.page
    assert "This game was ended early" in dora.page


def test_plan_is_added_and_removed_and_others_never_see_it(people: list[Person]) -> None:
    ada, ben, _ = people
    begin(people, **SLOW)
    secret, third = "Exhibit", "Detective"
    ben.press(secret)
    ben.press(third)
    assert "Remove Exhibit" in ben.buttons()
    assert "Remove Exhibit" not in ada.buttons()
    first = next(label for label in ben.buttons() if label.startswith("Thief"))
    ben.press(first)
    assert not [label for label in ben.buttons() if label.startswith("Cheque")], "three are enough"
    ben.press(f"Remove {secret}")
    assert f"Remove {secret}" not in ben.buttons()
    assert [label for label in ben.buttons() if label.startswith("Cheque")]
    ben.press("Remove all")
    assert not [label for label in ben.buttons() if label.startswith("Remove")]


@pytest.mark.parametrize("game", list(registry.GAMES))
@pytest.mark.parametrize("names", [("Ada", "Ben"), ("Ada", "Ben", "Carla")])
def test_what_a_game_offers_to_plan_is_known_to_it(web: Web, game: str, names: tuple[str, ...]) -> None:
    has_presenter(game)
    ada = lobby(web, *names, game=game)[0]
    ada.press(f"Start with {len(names)} players")
    offered = [fields["choices"] for _, fields in Forms(ada.page).pressed if fields.get("do") == "plan"]
    if not offered:
        lacks(game, "it offers nothing to plan")
    assert len(offered) >= 3
    assert len(set(offered)) == len(offered)
    for choice in offered:
        answer = ada.post(f"/r/{ada.code}/do", do="plan", ask="1", choices=choice)
        assert answer.status_code == 303, (choice, answer.text)
        assert "Remove" in ada.page


def read_plan_sheet(person: Person) -> str:
    """Return the words of the sheet for plans."""
    sheet = person.page.partition('<section id="plan"')[2].partition("</section>")[0]
    return " ".join(unescape(re.sub("<i[^>]*>.*?</i>|<[^>]+>", " ", sheet)).split())


def conditions(person: Person) -> list[tuple[str, str]]:
    """Return the conditions for a choice, each with its words."""
    select = re.search('<select name="if".*?</select>', person.page, re.DOTALL)
    return re.findall('<option value="([^"]*)">([^<]*)<', select[0]) if select else []


def test_conditional_plan_works_without_javascript_and_others_never_see_it(people: list[Person]) -> None:
    ada, ben, _ = people
    begin(people, **SLOW)
    ben.press("Detective")
    offered = conditions(ben)
    assert ("castle 0", "If Ada is at the castle") in offered
    assert ("alone", "If nobody else is where you are") in offered
    add = next(fields for label, fields in Forms(ben.page).pressed if label == "Add" and "choices" in fields)
    assert ben.post(f"/r/{ben.code}/do", **add, **{"if": "castle 0", "then": "exhibit"}).status_code == 303
    assert "If Ada is at the castle: Exhibit; otherwise: Detective." in read_plan_sheet(ben)
    assert "castle 0" not in [condition for condition, _ in conditions(ben)]
    for condition in ("castle 2", "alone"):
        add = next(fields for label, fields in Forms(ben.page).pressed if label == "Add" and "choices" in fields)
        assert ben.post(f"/r/{ben.code}/do", **add, **{"if": condition, "then": "detective"}).status_code == 303
    assert conditions(ben) == [], "three are enough"
    assert "; if Carla is at the castle: Detective; if nobody else is where you are: Detective;" in read_plan_sheet(ben)
    ben.press(next(label for label in ben.buttons() if label.startswith("Thief")))
    assert re.search("otherwise: Detective, or else Thief [0-9]+[.]", read_plan_sheet(ben))
    assert "If Ada is at the castle:" not in ada.page
    ben.press("Remove")
    assert "otherwise" not in read_plan_sheet(ben)
    assert len(conditions(ben)) == len(offered)


def test_a_condition_without_otherwise_says_that_one_chooses_as_usual(people: list[Person]) -> None:
    begin(people)
    add = next(fields for label, fields in Forms(people[0].page).pressed if label == "Add" and "choices" in fields)
    people[0].post(f"/r/{people[0].code}/do", **add, **{"if": "alone", "then": "exhibit"})
    said = "If nobody else is where you are: Exhibit; otherwise you choose as usual."
    assert said in read_plan_sheet(people[0])


@pytest.mark.parametrize("game", list(registry.GAMES))
@pytest.mark.parametrize("names", [("Ada", "Ben"), ("Ada", "Ben", "Carla", "Dora", "Emil")])
def test_every_condition_has_words_and_is_accepted_by_its_game(web: Web, game: str, names: tuple[str, ...]) -> None:
    has_presenter(game)
    ada = lobby(web, *names, game=game)[0]
    ada.press(f"Start with {len(names)} players")
    offered = conditions(ada)
    if not offered:
        lacks(game, "it knows no conditions")
    assert len({words for _, words in offered}) == len(offered)
    add = next(fields for label, fields in Forms(ada.page).pressed if label == "Add" and "choices" in fields)
    del add["id"]
    choice = re.findall('<option value="([^"]*)"', ada.page.partition('<select name="then"')[2])[0]
    for condition, words in offered:
        answer = ada.post(f"/r/{ada.code}/do", **add, **{"if": condition, "then": choice})
        assert answer.status_code == 303, (condition, answer.text)
        assert unescape(words) in read_plan_sheet(ada)


@pytest.mark.parametrize("choice", ["buy C1468", "show A1468 B1755 C1468", "steal A1468"])
def test_what_a_program_planned_is_named_on_the_page(people: list[Person], choice: str) -> None:
    begin(people)
    assert people[0].post(f"/r/{people[0].code}/do", do="plan", ask="1", choices=choice).status_code == 303
    assert choice[-4:] in people[0].page
