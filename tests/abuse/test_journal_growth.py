"""Bounds on a room's journal: repetition stops adding, and a normal evening fits."""

from collections.abc import Iterator, Sequence
from functools import cache, partial
from unittest.mock import patch

import pytest

from app.live.host.batch import Batch
from app.live.host.due_commands import due_by_clock
from app.live.host.requests import Applied, Request
from app.rooms import commands as c
from app.rooms import events as e
from app.rooms.budget import accounts, bounds
from app.rooms.budget.bounds import Budget
from app.rooms.model.ids import Millis
from app.rooms.model.options import DAY
from app.rooms.model.room import Room
from app.rooms.model.spending import Account
from app.rooms.player.decide import ASK_MS
from app.rooms.schema.command import FromSeat
from app.rooms.sealing.decide import MOST_CHANGES, MOST_PLAN
from app.settings.limits import Figures
from engine.core.plain import Plain
from tests.rooms.builders import (
    ADA,
    BEN,
    CARLA,
    DORA,
    NEW,
    SEED,
    START,
    a_game,
    a_room,
    begin,
    holder,
    lift,
    play_to_end,
)
from tests.rooms.test_refusals import the_commands
from tests.web.tables import Table, a_web

MORNING = Millis((START // DAY + 1) * DAY)
SMALL = Budget(24 * 1024)
ROUNDS, MORE_ROUNDS = 130, 12
"""Rounds that use up the small budget, and rounds in which no event may be added."""

ONCE_A_MINUTE = 61_000

CLOCKED: dict[str, Plain] = {"clock": {"mode": "gentle", "bank": 3600, "per_ask": 3600}, "watchers": "public"}


@cache
def make_situations(game: str) -> dict[str, Room]:
    """Return a lobby, a running game and a finished one, by name.

    Each has people, a bot, watchers and a clock."""
    running = a_game(3, 1, SEED, game, **CLOCKED)
    ended = play_to_end(a_game(3, 0, SEED, game, **CLOCKED))
    return {"lobby": a_room(3, 1, game, **CLOCKED), "running": running, "finished": ended}


def list_undoing(room: Room, kind: type, turn: int) -> Iterator[c.Command]:
    """Yield commands after which a command of that kind has an effect again."""
    link, phone, guest = holder(f"link {turn}"), holder(f"phone {turn}"), holder(f"guest {turn}")
    if kind in (c.AddDevice, c.RevokeDevices):
        yield c.MakeReturnLink(ADA, link, Millis(MORNING + DAY))
        yield c.AddDevice(link, phone)
        yield c.RevokeDevices(ADA, None, holder("Ada"))
    if kind in (c.Pause, c.Resume):
        yield from (c.Resume(BEN), c.Pause(BEN), c.Resume(BEN))
    if kind in (c.Begin, c.Again):
        yield from (c.Vote(seat, "end", True, SEED, begin().edition) for seat in (ADA, BEN, CARLA))
    if kind is c.FillWithBots:
        yield c.SeatBot(ADA, DORA, None)
    if kind is c.ChooseOptions:
        yield c.ChooseOptions(ADA, {"grace": 2})
    if kind in (c.TakeSeat, c.Remove, c.Leave):
        yield c.TakeSeat(f"Guest{turn}", guest, room.join_key)
    if kind is c.AnswerDate:
        yield c.ProposeDate(ADA, Millis(MORNING + DAY), "UTC")
        yield c.AnswerDate(ADA, 1, False)
    if kind in (c.ProposeDate, c.FixDate, c.DropDate):
        # a date that has passed by the next round makes room for another one
        number = room.dates_so_far + 1
        yield c.ProposeDate(ADA, Millis(MORNING + (turn + 3) * ONCE_A_MINUTE), "UTC")
        yield from (c.FixDate(ADA, number), c.DropDate(ADA, number)) if kind in (c.FixDate, c.DropDate) else ()
    play = room.play
    if play is not None and room.phase == "playing" and kind in (c.Seal, c.Lift, c.MakePlan):
        texts = [play.game.text(choice) for choice in play.asks[ADA].choices[:2]]
        for text in texts:
            yield c.Seal(ADA, play.ask, text)
            yield c.MakePlan(ADA, play.ask, (text,))
        yield lift(room, ADA)


def list_commands(game: str, kind: type, room: Room, turn: int) -> list[c.Command]:
    """Return a round of commands of one kind, without a reveal.

    People give them, not the table itself."""
    commands = list_lasting_commands(game, kind)
    if kind is c.Leave:
        seats = [seat for seat in room.people() if seat not in (ADA, BEN)]
        commands = [c.Leave(seat) for seat in seats]
    elif kind is c.Remove:
        commands = [c.Remove(ADA, seat, *NEW) for seat in room.people() if seat not in (ADA, BEN)]
    return [*list_undoing(room, kind, turn), *commands]


@cache
def list_lasting_commands(game: str, kind: type) -> Sequence[c.Command]:
    """Return the commands of one kind by a player who stays."""
    return [command for command in the_commands(game) if type(command) is kind and _is_ours(command)]


def _is_ours(command: c.Command) -> bool:
    """Return whether a player who stays gives the command.

    The table's own commands and others' cards would end the prompt."""
    return not isinstance(command, c.Seal | FromSeat) or (command.seat in (ADA, BEN) and type(command) is not c.Seal)


OF_THE_TABLE = (
    c.OpenRoom,
    c.SealForBot,
    c.UsePlan,
    c.RevealCards,
    c.Expire,
    c.ExpireAsker,
    c.HandOver,
    c.CreditOutage,
    c.RemindOfDate,
)
"""Commands of the room's clock, its host's succession or the server's start."""

KINDS = tuple(kind for kind in c.Command.__args__ if kind not in OF_THE_TABLE)


def measure_growth(room: Room, game: str, kind: type, budget: Budget | None = SMALL) -> int:
    """Return the entries added in the last of many rounds of commands.

    All rounds are on one day."""
    now, added = MORNING, 0
    for turn in range(ROUNDS + MORE_ROUNDS):
        now = Millis(now + ONCE_A_MINUTE)
        for command in list_commands(game, kind, room, turn):
            batch = Batch(room, Applied(), now, budget=budget)
            batch.answer(Request(partial(_repeat, command), None))
            room, version = batch.room, room.version
            added += (room.version - version) if turn >= ROUNDS else 0
    return added


def _repeat(command: c.Command, _: object) -> c.Command:
    return command


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_repeated_commands_stop_adding_entries(game: str, kind: type) -> None:
    for name, room in make_situations(game).items():
        assert measure_growth(room, game, kind) == 0, f"{kind.__name__} goes on for ever in a room that is {name}"


def test_expired_return_requests_stop_adding_entries() -> None:
    room, times = a_room(4), 80
    entries: list[list[e.Event]] = []
    for turn in range(times):
        now = Millis(MORNING + turn * ASK_MS)
        batch = Batch(room, Applied(), now, budget=SMALL)
        for due in due_by_clock(room, now):
            batch.carry_out(due)
        for seat in room.people():
            ask = c.AskBack(seat, room.name_of(seat), holder(f"{seat} {turn}"), room.join_key)
            batch.answer(Request(partial(_repeat, ask), None))
        room = batch.room
        entries.append([entry.event for entry in batch.entries])
    kinds = [type(event) for events in entries for event in events]
    assert entries[0] and entries[-1] == []
    assert kinds.count(e.BackAsked) == kinds.count(e.BackAskExpired)
    assert room.askers == ()


@pytest.mark.parametrize(
    ("event", "kind"),
    [
        (e.Said, c.Say), (e.PhraseSaid, c.SayPhrase), (e.Reacted, c.React), (e.WatcherSaid, c.WatcherSay),
        (e.Muted, c.Mute), (e.WatchersHeard, c.HearWatchers), (e.VoiceLinkSet, c.SetVoiceLink),
        (e.InstructionsGiven, c.GiveInstructions), (e.ReturnLinkMade, c.MakeReturnLink), (e.Nudged, c.Nudge),
        (e.OptionsChanged, c.ChooseOptions), (e.SeatTaken, c.FillWithBots), (e.SeatTaken, c.Leave),
        (e.StandInSet, c.SetStandIn), (e.SeatsSwapped, c.SwapSeats), (e.WentAway, c.GoAway),
        (e.RoomLocked, c.Lock), (e.JoinKeyChanged, c.ChangeJoinKey),
        (e.BackToLobby, c.SetUpAnew), (e.VoteCast, c.Vote), (e.Paused, c.Pause),
        (e.TimeGiven, c.GiveTime), (e.TableSaved, c.SaveTable),
        (e.DateProposed, c.ProposeDate), (e.DateAnswered, c.AnswerDate),
    ],
)  # fmt: skip
def test_event_without_an_account_is_detected(event: type, kind: type) -> None:
    def forgetful(room: Room, one: e.Event) -> Account:
        return "table" if isinstance(one, event) else accounts.account(room, one)

    with patch.object(bounds, "account", forgetful), pytest.raises(AssertionError, match="for ever"):
        test_repeated_commands_stop_adding_entries("adel_verpflichtet", kind)


@pytest.mark.parametrize("kind", [c.Seal, c.MakePlan, c.Lift])
def test_unlimited_changes_of_cards_and_plans_are_detected(kind: type) -> None:
    with (
        patch("app.rooms.sealing.decide.MOST_CHANGES", 1 << 30),
        patch.object(bounds, "overspent", lambda *_: None),
        patch("app.live.host.batch.overspent", lambda *_: None),
        pytest.raises(AssertionError, match="for ever"),
    ):
        test_repeated_commands_stop_adding_entries("adel_verpflichtet", kind)


MANY = Figures(commands_burst=10_000, chat_burst=10_000, requests_burst=10_000, seat_bytes_per_day=262_144)


def measure_journal(table: Table) -> int:
    """Return the size of the room's journal in bytes."""
    portal = table.web.client.portal
    assert portal is not None
    entries = portal.call(table.web.store.load, table.code)
    return sum(accounts.weight(entry.event, has_command=entry.command is not None) for entry in entries)


def make_plan(number: int) -> dict[str, object]:
    """Return one of many different plans of maximal size."""
    lists = [["castle"] * few + ["auction_house"] * (16 - few) for few in (number % 17, number // 17)]
    return {"choices": lists[0], "when": [[f"castle {seat}", *lists[1]] for seat in (1, 2)]}


def count_accepted_plans(figures: Figures) -> int:
    """Return the number of plans that a server accepts for one prompt.

    Its rate limits are off."""
    with a_web(limits=True, figures=figures) as web:
        table = web.playing("Ada", "Ben", "Carla")
        ask, taken = table.view(0)["ask"]["ask"], 0
        for number in range(80):
            answer = table.post(0, do="plan", ask=ask, **make_plan(number))
            taken += answer.status_code == 200
            if answer.status_code != 200:
                assert (answer.status_code, answer.json()["refused"]) == (429, "used_up"), answer.text
        before = table.fingerprint()
        assert table.post(0, do="plan", ask=ask, **make_plan(100)).json()["refused"] == "used_up"
        assert table.fingerprint() == before
        assert table.seal(0).status_code == 200, "a card can be sealed whatever was planned"
        assert measure_journal(table) < 80_000 + taken * 3 * MOST_PLAN
    return taken


def test_changed_plan_is_an_entry_thirty_times_a_prompt() -> None:
    assert count_accepted_plans(MANY) == MOST_CHANGES == 30


def test_server_that_stores_every_plan_is_detected() -> None:
    with (
        patch("app.rooms.sealing.decide.MOST_CHANGES", 1 << 30),
        pytest.raises((AssertionError, KeyError)),
    ):
        count_accepted_plans(MANY)


def test_plan_of_8_kb_is_refused_and_changes_nothing() -> None:
    with a_web(limits=True) as web:
        table = web.playing("Ada", "Ben")
        ask = table.view(0)["ask"]["ask"]
        assert table.post(0, do="plan", ask=ask, choices=["castle"]).status_code == 200
        before = table.fingerprint()
        objects = "show " + " ".join(["A1621"] * 30)
        answer = table.post(0, do="plan", ask=ask, choices=[objects] * 16, when=[["castle 1", *[objects] * 16]])
        assert (answer.status_code, answer.json()["refused"]) == (422, "bad_field")
        assert answer.json()["say"] == "That plan is too long. Name fewer choices."
        assert table.fingerprint() == before
        assert table.view(0)["plan"] == ["castle"]


def count_messages(figures: Figures) -> tuple[int, int]:
    """Return the messages that two seats can send, and the journal's size.

    One seat sends first, then the other."""
    with a_web(limits=True, figures=figures) as web:
        table = web.playing("Ada", "Ben")
        said = [0, 0]
        for seat in (0, 1):
            while table.post(seat, do="say", text="x" * 500).status_code == 200 and said[seat] < 300:
                said[seat] += 1
        answers = [table.post(0, do="react", sign="gasp") for _ in range(4)]
        assert answers[-1].json()["refused"] == "used_up"
        play_until_reveal(table)
        web.time.seconds += 24 * 3600
        assert table.post(0, do="say", text="Good morning").status_code == 200
        assert said[0] == said[1], "nobody is kept from talking by what others said"
        return said[0], measure_journal(table)


def play_until_reveal(table: Table) -> None:
    """Play until a reveal, and leave."""
    for seat in (0, 1):
        assert table.seal(seat).status_code == 200
    assert table.view(0)["ask"] is None or table.view(0)["ask"]["ask"] > 1
    assert table.post(1, do="stand_in", seat=1, level="normal").status_code == 200


def test_chatty_seat_has_a_share_and_can_play_on() -> None:
    said, weight = count_messages(MANY)
    assert 100 < said < 300
    assert weight < 3 * MANY.seat_bytes_per_day


def test_server_without_budgets_is_detected() -> None:
    with patch("app.live.host.batch.overspent", lambda *_: None), pytest.raises((AssertionError, KeyError)):
        count_messages(MANY)
